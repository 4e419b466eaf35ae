"""How the entrants stand. The order of the tie-breaks is written here and on the page, nowhere else.

1. Points. A table gives one point for each opponent left behind and half a point for each one level. A round off is
   worth a table where everybody is level. Whoever misses a table gets nothing there, and everybody else has left them
   behind.
2. The opponents' points together: who met the stronger field stands higher.
3. The points of the opponents left behind, half of those of the ones level.
4. Tables won.

Who is still level shares the place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from expedition.server.tournaments.pairing import Round

TIE_BREAKS = ("points", "field", "beaten", "won")


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant's line of the table."""

    entrant: int
    place: int
    points: float
    field: float
    beaten: float
    won: int
    played: int
    off: int


def table_points(places: Sequence[int]) -> list[float]:
    """The points of one table by its places, equal places level."""
    return [sum(1.0 if mine < other else 0.5 if mine == other else 0.0 for other in places) - 0.5 for mine in places]


def places_with(ranking: Sequence[int], missed: Collection[int]) -> list[int]:
    """The places of a table when seats that were missing come last, whatever was played for them."""
    there = [place for seat, place in enumerate(ranking) if seat not in missed]
    return [
        1 + len(there) if seat in missed else 1 + sum(other < place for other in there)
        for seat, place in enumerate(ranking)
    ]


def standing(
    entrants: Sequence[int],
    size: int,
    past: Sequence[Round],
    results: Mapping[tuple[int, int], Sequence[int]],
    missed: Mapping[tuple[int, int], Collection[int]] | None = None,
) -> list[Line]:
    """The standing after what has been played; `results` has the places of table `(round, number)` in seat order,
    `missed` the seats nobody came to."""
    missed = missed or {}
    points = dict.fromkeys(entrants, 0.0)
    off = dict.fromkeys(entrants, 0)
    played = dict.fromkeys(entrants, 0)
    won = dict.fromkeys(entrants, 0)
    met: list[tuple[int, int, float]] = []  # mine, theirs, what I got from it
    for number, one in enumerate(past):
        for entrant in one.off:
            if entrant in points:
                points[entrant] += (size - 1) / 2
                off[entrant] += 1
        for table_number, table in enumerate(one.tables):
            places = results.get((number, table_number))
            if places is None:
                continue
            gone = {table[seat] for seat in missed.get((number, table_number), ())}
            for entrant, got, place in zip(table, table_points(places), places):
                if entrant in gone:
                    continue
                points[entrant] += got
                played[entrant] += 1
                won[entrant] += place == 1 and list(places).count(1) == 1
            met += [
                (a, b, 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
                for a, mine in zip(table, places)
                for b, theirs in zip(table, places)
                if a != b and a not in gone
            ]
    field = {e: sum(points[b] for a, b, _ in met if a == e) for e in entrants}
    beaten = {e: sum(points[b] * got for a, b, got in met if a == e) for e in entrants}
    keys = {e: (points[e], field[e], beaten[e], won[e]) for e in entrants}
    order = sorted(entrants, key=lambda e: keys[e], reverse=True)
    return [
        Line(
            entrant=e,
            place=1 + sum(keys[other] > keys[e] for other in entrants),
            points=points[e],
            field=field[e],
            beaten=beaten[e],
            won=won[e],
            played=played[e],
            off=off[e],
        )
        for e in order
    ]
