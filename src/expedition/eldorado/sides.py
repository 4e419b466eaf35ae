"""The map turned round: another row of numbers, the same game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from expedition.core.offers import Side
from expedition.eldorado.numbering import A_ENTER, A_STEP, ACTIONS, ENTERS
from expedition.eldorado.observation import AROUND_AT, BEYOND_AT, LANES_AT, SIDE_ROW, SIZE
from expedition.eldorado.tables import BEYOND, DIRECTIONS, LANE_ROW, LISTS, PAWNS, RINGS, SPACE_ROW

Round = tuple[int, int, int]  # what goes once around a pawn: where it begins, how many places, how many numbers each


@cache
def turned() -> tuple[Side, ...]:
    """The map turned by one to five sixths."""
    return tuple(
        Side(_turned(SIZE, _rounds_of_a_row(), sixths), _turned(ACTIONS, _rounds_of_actions(), sixths))
        for sixths in range(1, DIRECTIONS)
    )


def _turned(length: int, rounds: Iterable[Round], sixths: int) -> tuple[int, ...]:
    which = list(range(length))
    for first, places, width in rounds:
        for place in range(places):
            from_here = first + (place + sixths * places // DIRECTIONS) % places * width
            which[first + place * width : first + (place + 1) * width] = range(from_here, from_here + width)
    return tuple(which)


def _rounds_of_a_row() -> Iterator[Round]:
    for pawn in range(PAWNS):
        yield AROUND_AT + pawn * DIRECTIONS * SIDE_ROW, DIRECTIONS, SIDE_ROW
        first = BEYOND_AT + pawn * BEYOND * SPACE_ROW
        for ring in RINGS:
            yield first, DIRECTIONS * ring, SPACE_ROW
            first += DIRECTIONS * ring * SPACE_ROW
        first = LANES_AT + (pawn + 1) * LANE_ROW - LISTS * DIRECTIONS
        for prices in range(LISTS):
            yield first + prices * DIRECTIONS, DIRECTIONS, 1


def _rounds_of_actions() -> Iterator[Round]:
    for first in (A_STEP, *(A_ENTER + pawn * ENTERS for pawn in range(PAWNS))):
        yield first, DIRECTIONS, 1
