"""What is counted in games on a route. Whole numbers only, so that the order in which games are added never matters."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

SHARES = 12  # a first place shared by two, three or four seats divides evenly


@dataclass
class Tally:
    """Counts over games of one level, number of players and use of caves."""

    games: int = 0
    stuck: int = 0  # not over when the limit of rounds came
    rounds: int = 0  # summed, as the next
    rounds_squared: int = 0
    turns: int = 0
    blocked: int = 0  # turns that began with a pawn whose every step nearer was taken
    kept: int = 0  # blockades kept by winners
    close: int = 0  # games in which more than one player arrived
    wins: Counter[int] = field(default_factory=Counter)  # by seat, in twelfths
    decks: Counter[str] = field(default_factory=Counter)  # what most of the winner's bought power was
    walked: Counter[int] = field(default_factory=Counter)  # by cell: games in which a pawn entered it
    steps: Counter[tuple[int, int]] = field(default_factory=Counter)  # by two cells: steps from one to the other
    blocked_at: Counter[int] = field(default_factory=Counter)  # by cell: where the pawn in the way stood

    def add(self, other: Tally) -> None:
        for part in fields(self):
            own, new = getattr(self, part.name), getattr(other, part.name)
            if isinstance(own, Counter):
                own.update(new)
            else:
                setattr(self, part.name, own + new)

    def mean_rounds(self) -> float:
        return self.rounds / self.games if self.games else 0.0

    def deviation(self) -> float:
        """Of the rounds of a game."""
        if self.games < 2:
            return 0.0
        mean = self.mean_rounds()
        return float(max(0.0, (self.rounds_squared - self.games * mean * mean) / (self.games - 1)) ** 0.5)


def interval(part: float, whole: float, z: float = 1.96) -> tuple[float, float]:
    """Between which shares the true one lies, with 95 % (Wilson's interval)."""
    if whole <= 0:
        return 0.0, 1.0
    share = part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    reach: float = z / (1 + z * z / whole) * (share * (1 - share) / whole + z * z / (4 * whole * whole)) ** 0.5
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0


def summary(tally: Tally, players: int) -> dict[str, Any]:
    """A tally as figures people read."""
    games = tally.games
    half = 1.96 * tally.deviation() / games**0.5 if games else 0.0
    decided = sum(tally.wins.values()) / SHARES
    return {
        "games": games,
        "rounds": round(tally.mean_rounds(), 2),
        "rounds_interval": [round(tally.mean_rounds() - half, 2), round(tally.mean_rounds() + half, 2)],
        "seats": [seat_share(tally, seat, decided) for seat in range(players)],
        "blocked": share(tally.blocked, tally.turns),
        "kept": round(tally.kept / decided, 2) if decided else 0.0,
        "close": share(tally.close, games),
        "stuck": share(tally.stuck, games),
        "decks": {name: share(tally.decks[name], decided) for name in sorted(tally.decks)},
    }


def seat_share(tally: Tally, seat: int, decided: float) -> dict[str, float]:
    won = tally.wins[seat] / SHARES
    low, high = interval(won, decided)
    return {"share": share(won, decided), "low": round(low, 4), "high": round(high, 4)}
