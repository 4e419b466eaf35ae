"""Who sits at which table. Pure: entrants are numbers, the past is a list of rounds.

One size of table for the whole tournament. Where the entrants do not fill the tables, the rest has a round off; nobody
has a second one before everybody had the first. Swiss rounds seat people of equal standing together and avoid tables
of people who have met; everyone-meets-everyone makes a timetable in which every two meet, exactly once at tables of
two, at least once at larger ones. Who sits first changes: whoever sat further to the front less often goes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import networkx

_MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Round:
    """The tables, each in seat order, and who has the round off."""

    tables: tuple[tuple[int, ...], ...]
    off: tuple[int, ...]


def meetings(past: Sequence[Round]) -> Counter[tuple[int, int]]:
    """How often every two sat at one table, by pairs in ascending order."""
    return Counter(pair for one in past for table in one.tables for pair in combinations(sorted(table), 2))


def swiss(entrants: Sequence[int], size: int, past: Sequence[Round], points: Mapping[int, float]) -> Round:
    """The next round. `entrants` in their first order (strength or arrival), which settles what points leave open."""
    _check(entrants, size)
    offs = Counter(entrant for one in past for entrant in one.off)
    rank = {entrant: number for number, entrant in enumerate(entrants)}
    order = sorted(entrants, key=lambda e: (-points.get(e, 0.0), rank[e]))
    off = _rest(order, size, offs)
    playing = [entrant for entrant in order if entrant not in off]
    return Round(_in_seats(_tables(playing, size, meetings(past)), past), tuple(sorted(off)))


def timetable(entrants: Sequence[int], size: int) -> list[Round]:
    """Every two meet: all rounds in advance."""
    _check(entrants, size)
    return _circle(entrants) if size == 2 else _cover(entrants, size)


def _check(entrants: Sequence[int], size: int) -> None:
    if size < 2 or len(entrants) < size or len(set(entrants)) != len(entrants):
        raise ValueError(f"There are {len(entrants)} entrants, too few for a table of {size}, or one of them twice.")


def _rest(order: Sequence[int], size: int, offs: Mapping[int, int]) -> set[int]:
    """Those without a table: the fewest rounds off so far, then the lowest standing."""
    many = len(order) % size
    standing = {entrant: number for number, entrant in enumerate(order)}
    return set(sorted(order, key=lambda e: (offs.get(e, 0), -standing[e]))[:many])


def _tables(order: Sequence[int], size: int, met: Mapping[tuple[int, int], int]) -> list[tuple[int, ...]]:
    """Tables with few repeated meetings, then with people of equal standing."""
    if size == 2:
        return _pairs(order, met)
    return _swapped([list(order[i : i + size]) for i in range(0, len(order), size)], met)


def _pairs(order: Sequence[int], met: Mapping[tuple[int, int], int]) -> list[tuple[int, ...]]:
    """The best pairs there are: a matching of least cost, where a second meeting costs more than any distance."""
    graph = networkx.Graph()
    many = len(order)
    for one, two in combinations(range(many), 2):
        pair = (min(order[one], order[two]), max(order[one], order[two]))
        graph.add_edge(one, two, weight=met.get(pair, 0) * many**3 + (two - one - 1) ** 2)
    found = networkx.min_weight_matching(graph)
    return [(order[one], order[two]) for one, two in sorted(tuple(sorted(pair)) for pair in found)]


def _swapped(tables: list[list[int]], met: Mapping[tuple[int, int], int]) -> list[tuple[int, ...]]:
    """Exchange people between tables as long as that spares meetings."""
    better = True
    while better:
        better = False
        for one, two in combinations(tables, 2):
            for i, j in product(range(len(one)), range(len(two))):
                before = _again(one, met) + _again(two, met)
                one[i], two[j] = two[j], one[i]
                if _again(one, met) + _again(two, met) < before:
                    better = True
                else:
                    one[i], two[j] = two[j], one[i]
    return [tuple(table) for table in tables]


def _again(table: Sequence[int], met: Mapping[tuple[int, int], int]) -> int:
    """How much meeting again costs at a table; a third time costs more than a second."""
    return sum(met.get((min(pair), max(pair)), 0) ** 2 for pair in combinations(table, 2))


def _circle(entrants: Sequence[int]) -> list[Round]:
    """The circle method: all but one turn around, each meets each."""
    ring: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    rounds: list[Round] = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], reversed(ring[half:])))
        off = tuple(e for pair in pairs if None in pair for e in pair if e is not None)
        tables = [(a, b) for a, b in pairs if a is not None and b is not None]
        rounds.append(Round(_in_seats(tables, rounds), off))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _cover(entrants: Sequence[int], size: int) -> list[Round]:
    """Rounds at larger tables until every two have met: each table takes who has most people still to meet there."""
    rounds: list[Round] = []
    offs: Counter[int] = Counter()
    while len(rounds) < _MOST_ROUNDS:
        met = meetings(rounds)
        missing = [pair for pair in combinations(sorted(entrants), 2) if not met[pair]]
        if not missing:
            break
        lacks = Counter(e for pair in missing for e in pair)
        order = sorted(entrants, key=lambda e: -lacks[e])
        off = _rest(order, size, offs)
        offs.update(off)
        left = [e for e in order if e not in off]
        tables = []
        while left:
            table = [left.pop(0)]
            while len(table) < size:
                best = max(left, key=lambda e: _new_to(e, table, met) * 100 - _old_to(e, table, met))
                left.remove(best)
                table.append(best)
            tables.append(tuple(table))
        rounds.append(Round(_in_seats(tables, rounds), tuple(sorted(off))))
    return rounds


def _new_to(entrant: int, table: Sequence[int], met: Mapping[tuple[int, int], int]) -> int:
    return sum(not met.get((min(entrant, e), max(entrant, e)), 0) for e in table)


def _old_to(entrant: int, table: Sequence[int], met: Mapping[tuple[int, int], int]) -> int:
    return sum(met.get((min(entrant, e), max(entrant, e)), 0) for e in table)


def _in_seats(tables: Sequence[Sequence[int]], past: Sequence[Round]) -> tuple[tuple[int, ...], ...]:
    """Whoever sat in front less often goes first; between equals the seats change from the last round's."""
    front: Counter[int] = Counter()
    for one in past:
        for table in one.tables:
            for seat, entrant in enumerate(table):
                front[entrant] += len(table) - 1 - 2 * seat
    last = {entrant: seat for one in past[-1:] for table in one.tables for seat, entrant in enumerate(table)}
    return tuple(tuple(sorted(table, key=lambda e: (front[e], -last.get(e, 0), e))) for table in tables)
