"""Every finished game is replayed once, soon after its end; games from before this was kept, one after another.

A game whose log does not replay to its result is refused: it counts nowhere, and a log line says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from expedition.core.errors import ExpeditionError
from expedition.core.types import Json
from expedition.server.logs import get_logger
from expedition.server.models import Room, Seat
from expedition.server.refusals import Refusal
from expedition.server.results.reading import facts_of

if TYPE_CHECKING:
    from expedition.server.api.context import Services

log = get_logger("expedition.results")
_AT_ONCE = 20
_AGAIN = 600_000  # milliseconds: a game another process finished late is still found


async def record_results(use: Services) -> None:
    """The job."""
    await use.recorder.run(use)


class Recorder:
    """Remembers how far it has come, so that a quiet server asks for nothing but the last minutes."""

    def __init__(self) -> None:
        self._since = 0
        self._refused: set[str] = set()

    async def run(self, use: Services) -> None:
        while True:
            found = await use.store.results.missing(self._since, _AT_ONCE + len(self._refused))
            fresh = [(code, ended) for code, ended in found if code not in self._refused]
            for code, _ in fresh:
                await self._record(use, code)
            if not fresh:
                return
            self._since = max(self._since, fresh[-1][1] - _AGAIN)

    async def _record(self, use: Services, code: str) -> None:
        room = await use.store.rooms.get(code)
        if room is None or room.ended is None or room.started is None or room.position is not None:
            self._refused.add(code)
            return
        try:
            record = await use.hub.archive.full_record(code)
            if record.get("seed") != room.seed:
                raise Refusal("bad_record", "The record's seed is not the one of the deal.", "refusal.record")
            read = await use.hub.archive.read(facts_of, record)
        except (Refusal, ExpeditionError, ValueError, KeyError) as error:  # the log does not replay
            self._refused.add(code)
            log.error("result_refused", room=code, reason=str(error)[:300])
            return
        seats = await use.store.rooms.seats(code)
        await use.store.results.add(rows_of(room, seats, read))


def rows_of(room: Room, seats: Sequence[Seat], read: Json) -> list[Json]:
    assert room.ended is not None
    assert room.started is not None
    shared = {name: read[name] for name in ("game", "variant", "players", "setup")}
    return [
        {
            **shared,
            "room": room.code,
            "seat": seat.number,
            "person": seat.person if seat.kind == "person" else None,
            "place": read["facts"][seat.number]["place"],
            "opponents": opponents(seats, seat),
            "facts": read["facts"][seat.number],
            "took": room.ended - room.started,
            "at": room.ended,
        }
        for seat in seats
    ]


def opponents(seats: Sequence[Seat], mine: Seat) -> str | None:
    """The level of all the others, where they are bots of one level."""
    levels = {seat.level if seat.kind == "bot" else None for seat in seats if seat.number != mine.number}
    return levels.pop() if len(levels) == 1 and mine.kind == "person" else None
