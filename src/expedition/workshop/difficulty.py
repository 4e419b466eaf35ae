"""How hard a route is: a score, and a grade by the bounds at which the official routes keep theirs (ED-ROUTE-01).

What can be told from the map alone: the power the shortest way takes beyond one for each space, and how mixed the
ground is (ED-ROUTE-05). Once games were played on it, the rounds they took count too.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final

from expedition.eldorado.board import Board, load_route
from expedition.eldorado.components import route_ids
from expedition.eldorado.route_file import DIFFICULTIES
from expedition.workshop import measures, ways

VARIETY: Final = 2.0  # how much one more kind of ground counts, in power
PACE: Final = 16.0  # rounds of a middling game, to which the rounds of a level are set


def estimate(board: Board) -> float:
    """The score from the map alone."""
    return round(ways.hard_steps(board, ways.shortest(board)) + VARIETY * (measures.variety(board).value or 0.0), 2)


def grade(score: float, bounds: tuple[float, ...] | None = None) -> str:
    """Introductory, easy, medium or hard."""
    return DIFFICULTIES[sum(score > bound for bound in bounds or map_bounds())]


@cache
def map_bounds() -> tuple[float, ...]:
    """The scores between the grades, halfway between the hardest official route of one and the easiest of the next."""
    return _between({route: estimate(load_route(route)) for route in route_ids()})


def _between(scores: dict[str, float]) -> tuple[float, ...]:
    by_grade = [[scores[r] for r in route_ids() if load_route(r).difficulty == name] for name in DIFFICULTIES]
    return tuple((max(lower) + min(upper)) / 2 for lower, upper in pairwise(by_grade))


# With games played.


@cache
def reference() -> dict[str, Any]:
    """Rounds of games on the official routes, by level and route: three players, no caves (`tools/workshop.py`)."""
    data: dict[str, Any] = json.loads((files("expedition.workshop") / "reference.json").read_text(encoding="utf-8"))
    return data


def tried(board: Board, level: str, rounds: float) -> str | None:
    """The grade of a route on which three players of a level took so many rounds; None for a level never measured."""
    measured = reference()["rounds"].get(level)
    if measured is None:
        return None
    return grade(played(board, rounds, measured), played_bounds(level))


def played(board: Board, rounds: float, measured: dict[str, float]) -> float:
    """The score of a route with the rounds its games took, in which a level's official games take PACE rounds."""
    return 0.75 * estimate(board) + rounds * PACE * len(measured) / sum(measured.values())


@cache
def played_bounds(level: str) -> tuple[float, ...]:
    measured = reference()["rounds"][level]
    return _between({route: played(load_route(route), measured[route], measured) for route in route_ids()})
