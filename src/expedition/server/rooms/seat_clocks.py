"""The time each seat has left, as plain numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from expedition.core.types import Json


class SeatClocks:
    """Time left per seat. A seat's clock runs while it has to act."""

    def __init__(self, terms: Mapping[str, Any], players: int) -> None:
        self.live = terms["kind"] == "live"
        self.bank: int = terms["seconds"] * 1000 if self.live else terms["days"] * 86_400_000
        self.increment: int = terms.get("increment", 0) * 1000 if self.live else 0
        self.left: list[int] = [self.bank] * players
        self.since: list[int | None] = [None] * players
        self.given: list[int] = [0] * players  # besides, in the turn that runs: for days away

    def fork(self) -> SeatClocks:
        made = SeatClocks.__new__(SeatClocks)
        made.live, made.bank, made.increment = self.live, self.bank, self.increment
        made.left, made.since, made.given = self.left[:], self.since[:], self.given[:]
        return made

    def run(self, actors: Sequence[int], at: int) -> None:
        """From `at` on the clocks of these seats run and no others."""
        for seat, since in enumerate(self.since):
            if seat in actors and since is None:
                self.since[seat] = at
                self.given[seat] = 0
                if not self.live:
                    self.left[seat] = self.bank
            elif seat not in actors and since is not None:
                self.left[seat] -= at - since
                self.left[seat] += self.increment if self.left[seat] > 0 else 0
                self.since[seat] = None

    def give(self, seat: int, more: int) -> None:
        """More time in the turn that runs."""
        self.left[seat] += more
        self.given[seat] += more

    def resume(self, at: int) -> None:
        """The server was away: nobody pays for that."""
        self.since = [None if since is None else at for since in self.since]

    def remaining(self, seat: int, now: int) -> int:
        since = self.since[seat]
        return self.left[seat] - (0 if since is None else max(0, now - since))

    def deadline(self) -> int | None:
        ends = [since + left for since, left in zip(self.since, self.left) if since is not None]
        return min(ends, default=None)

    def to_dict(self, now: int) -> Json:
        running = [seat for seat, since in enumerate(self.since) if since is not None]
        left = [max(0, self.remaining(seat, now)) for seat in range(len(self.left))]
        return {"at": now, "left": left, "running": running}
