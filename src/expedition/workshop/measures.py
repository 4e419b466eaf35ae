"""The book's six pieces of advice as measured quantities, each beside those of the seven official routes.

A measure has a value, the places on the map it comes from, and a bound: the worst that an official route has. Beyond
the bound it is a hint. Advice never forbids anything: a route with six hints is as playable as one with none.
docs/workshop.md defines the quantities for people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, groupby
from math import acos, degrees, exp, hypot, log, sqrt
from typing import Any, Final

from expedition.eldorado.board import Board, load_route
from expedition.eldorado.components import route_ids
from expedition.workshop import ways
from expedition.workshop.ways import Way, open_cell

SHARP: Final = 75.0  # degrees a route turns within a tile that count as a bend
SAME_LANE: Final = 0.5  # ways that share more of their spaces are one lane
COLOURS: Final = ("jungle", "river", "village", "rubble")


@dataclass(frozen=True, slots=True)
class Measure:
    """One quantity of a route."""

    rule: str
    name: str
    value: float | None  # None: the route has nothing to measure, no bend for example
    cells: tuple[int, ...] = ()  # where
    data: dict[str, Any] = field(default_factory=dict)  # what the words need


@dataclass(frozen=True, slots=True)
class Hint:
    """A measure beside those of the official routes."""

    measure: Measure
    bound: float | None
    fine: bool
    official: dict[str, float | None]


def stretch(board: Board) -> list[Measure]:
    """ED-ROUTE-04: the most spaces of one colour in a row on the shortest and on the easiest way, colour by colour."""
    best: dict[str, tuple[int, ...]] = dict.fromkeys(COLOURS, ())
    for way in (ways.shortest(board), ways.easiest(board)):
        for colour, cells in groupby(way, key=lambda cell: board.cells[cell].terrain):
            run = tuple(cells)
            if colour in best and len(run) > len(best[colour]):
                best[colour] = run
    return [
        Measure(
            "ED-ROUTE-04",
            f"stretch.{colour}",
            len(run),
            run,
            {"count": len(run), "colour": colour, "tile": _tiles(board, run)},
        )
        for colour, run in best.items()
    ]


def variety(board: Board) -> Measure:
    """ED-ROUTE-05: how many kinds of ground the route is worth: the exponential of the entropy of its spaces."""
    return Measure("ED-ROUTE-05", "variety", round(kinds(Counter(c.terrain for c in board.cells if open_cell(c))), 2))


def kinds(counts: Counter[str]) -> float:
    number = counts.total()
    return exp(-sum(n / number * log(n / number) for n in counts.values())) if number else 0.0


def shortcuts(board: Board) -> Measure:
    """ED-ROUTE-06: how many steps longer the easiest way is than the shortest."""
    short, easy = ways.shortest(board), ways.easiest(board)
    data = {"count": len(easy) - len(short), "short": len(short) - 1, "easy": len(easy) - 1}
    both = [cell for cell in short if not board.cells[cell].start]
    cut = tuple(cell for cell in both if cell not in set(easy)) or tuple(both)
    return Measure("ED-ROUTE-06", "shortcuts", len(easy) - len(short), cut, data)


def bends(board: Board) -> Measure:
    """ED-ROUTE-07: how much harder the inside lane is than the easiest way through the tile, at the worst bend.

    The inside lane is the way through the tile with the fewest steps. Hardness is what a space asks for beyond a one.
    """
    worst: Measure | None = None
    for number in range(1, len(board.tiles) - 1):
        if turn_at(board, number) < SHARP:
            continue
        inside, easy = _through(board, number, ways.by_steps), _through(board, number, ways.by_hardness)
        gap = _hardness(board, inside) - _hardness(board, easy)
        if worst is None or worst.value is None or gap < worst.value:
            tile = board.pieces[number].tile
            worst = Measure("ED-ROUTE-07", "bends", gap, inside, {"tile": tile, "count": gap})
    return worst or Measure("ED-ROUTE-07", "bends", None)


def turn_at(board: Board, number: int) -> float:
    """By how many degrees the route turns within a piece: 0 is straight on, 180 straight back."""
    (ax, ay), (x, y), (bx, by) = (_centre(board, number + shift) for shift in (-1, 0, 1))
    along = (x - ax) * (bx - x) + (y - ay) * (by - y)
    length = hypot(x - ax, y - ay) * hypot(bx - x, by - y)
    return degrees(acos(max(-1.0, min(1.0, along / length))))


def _centre(board: Board, number: int) -> tuple[float, float]:
    spaces = [cell for cell in board.cells if cell.piece == number]
    q, r = (sum(getattr(cell, axis) for cell in spaces) / len(spaces) for axis in "qr")
    return sqrt(3) * (q + r / 2), 1.5 * r


def _through(board: Board, number: int, cost: ways.Cost) -> Way:
    """The cheapest way through a piece, from the piece before it to the one after it."""
    inside = {i for i, cell in enumerate(board.cells) if cell.piece == number and open_cell(cell)}

    def beside(other: int) -> list[int]:
        return [i for i in inside if any(n >= 0 and board.cells[n].piece == other for n in board.neighbours[i])]

    return ways.way(board, cost, sorted(beside(number - 1)), beside(number + 1), inside)


def _hardness(board: Board, cells: Sequence[int]) -> int:
    return sum(ways.hardness(board.cells[cell]) for cell in cells)


def lanes(board: Board) -> Measure:
    """ED-ROUTE-08: how much the ways of a machete, a paddle and a coin deck have in common, from 0 to 1."""
    found = list(ways.lanes(board).values())
    pairs = [ways.shared(a, b) for a, b in combinations(found, 2)]
    every = tuple(sorted(set(found[0]).intersection(*found[1:])))
    common = tuple(cell for cell in every if open_cell(board.cells[cell]) and not board.cells[cell].finish)
    return Measure("ED-ROUTE-08", "lanes", round(sum(pairs) / len(pairs), 2), common, {"count": lane_count(board)})


def lane_count(board: Board) -> int:
    """How many of the three ways share less than half of their spaces with the others counted: 1, 2 or 3."""
    different: list[Way] = []
    for way in ways.lanes(board).values():
        if all(ways.shared(way, other) < SAME_LANE for other in different):
            different.append(way)
    return len(different)


def bottlenecks(board: Board) -> Measure:
    """ED-ROUTE-09: passages one space wide that every way must take."""
    passages = ways.bottlenecks(board)
    cells = tuple(cell for passage in passages for cell in passage)
    data = {"count": len(passages), "tile": _tiles(board, cells)}
    return Measure("ED-ROUTE-09", "bottlenecks", len(passages), cells, data)


def _tiles(board: Board, cells: Sequence[int]) -> str:
    """The letters of the tiles that cells lie on, in travel order."""
    numbers = sorted({board.cells[cell].piece for cell in cells})
    return ", ".join(board.pieces[number].tile for number in numbers if number < len(board.tiles))


ONE_OF_A_KIND: Final[tuple[Callable[[Board], Measure], ...]] = (variety, shortcuts, bends, lanes, bottlenecks)
MORE_IS_BETTER: Final = ("variety", "shortcuts", "bends")


@lru_cache(maxsize=64)
def measures(board: Board) -> tuple[Measure, ...]:
    return (*stretch(board), *(measure(board) for measure in ONE_OF_A_KIND))


@cache
def official() -> dict[str, dict[str, float | None]]:
    """Every measure of the official routes, by its name and the id of the route."""
    found: dict[str, dict[str, float | None]] = {}
    for route in route_ids():
        for measure in measures(load_route(route)):
            found.setdefault(measure.name, {})[route] = measure.value
    return found


@cache
def bound(name: str) -> float | None:
    """The worst value an official route has."""
    values = [value for value in official()[name].values() if value is not None]
    return (min(values) if name in MORE_IS_BETTER else max(values)) if values else None


def advice(board: Board) -> list[Hint]:
    """What the book advises, each with what was measured: of the six stretches only the one that stands out most."""
    hints = [_beside_official(measure) for measure in measures(board)]
    stretches = [hint for hint in hints if hint.measure.rule == "ED-ROUTE-04"]
    longest = max(stretches, key=lambda hint: (hint.measure.value or 0) - (hint.bound or 0))
    return [longest, *(hint for hint in hints if hint.measure.rule != "ED-ROUTE-04")]


def _beside_official(measure: Measure) -> Hint:
    limit = bound(measure.name)
    fine = True
    if measure.value is not None and limit is not None:
        fine = measure.value >= limit if measure.name in MORE_IS_BETTER else measure.value <= limit
    return Hint(measure, limit, fine, official()[measure.name])
