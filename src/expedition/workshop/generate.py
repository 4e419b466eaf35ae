"""Routes nobody has laid before: `propose` builds them by the thousand, `generate` offers the best of many."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from expedition.core.errors import SetupError
from expedition.core.jit import compiled
from expedition.eldorado.board import Board, load_route
from expedition.eldorado.route_file import DIFFICULTIES
from expedition.workshop import difficulty, kit, measures, proposals
from expedition.workshop.simulate import Trial, simulate

Route = dict[str, Any]
Range = tuple[int, int]

TILES: Range = (3, 6)  # beside the start tile
STRIPS: Range = (0, 2)
STEPS: Range = (18, 60)
BATCH = 256
TRIES = 240  # proposals looked at for a wish
FINALISTS = 2  # for each route offered, where games decide


def propose(
    seed: int, count: int, steps: Range = STEPS, tiles: Range = TILES, strips: Range = STRIPS, first: int = 0
) -> list[Route]:
    """`count` valid routes from a seed: number `first` of it and those that follow, each the same whenever asked for.

    Every pawn can reach the end of each of them with the cards of the box. A wish that hardly any layout meets gives
    fewer routes; `steps`, `tiles` (beside the start tile) and `strips` are the least and the most.
    """
    _check("steps", steps, 1, 200)
    _check("tiles", tiles, 1, 6)
    _check("strips", strips, 0, 2)
    return [route_of(row) for row in _rows(seed, count, steps, tiles, strips, first)]


def _check(what: str, wish: Range, least: int, most: int) -> None:
    low, high = wish
    if not (type(low) is int and type(high) is int and least <= low <= high <= most):
        raise SetupError(f"{what} is the least and the most, from {least} to {most}, not {low!r} to {high!r}.")


def key_of(seed: int) -> int:
    """32 bits of a seed of any size."""
    return int.from_bytes(hashlib.sha256(f"route {seed}".encode()).digest()[:4], "big")


def _rows(seed: int, count: int, steps: Range, tiles: Range, strips: Range, first: int) -> Iterator[Any]:
    run = compiled(proposals.propose_many)
    owner = np.full(proposals.GRID, proposals.NOBODY, np.int8)
    ground = np.zeros(proposals.GRID, np.int16)
    reached = np.zeros(proposals.GRID, np.int16)
    queue = np.zeros(1024, np.int64)
    dice = np.zeros(1, np.int64)
    wishes = np.array((tiles, strips, steps), np.int64)
    for start in range(first, first + count, BATCH):
        size = min(BATCH, first + count - start)
        rows = np.zeros((size, proposals.ROW), np.int64)
        found = np.zeros(size, np.bool_)
        run(key_of(seed), start, wishes[0], wishes[1], wishes[2], rows, found, owner, ground, reached, queue, dice)
        yield from rows[found]


def route_of(row: Any) -> Route:
    """The route object of a proposal."""
    pieces = int(row[0])

    def piece(name: str, number: int) -> Route:
        q, r = kit.place_of(int(row[4 + 3 * number]) - kit.MIDDLE)
        return {"tile": name, "rotation": int(row[3 + 3 * number]), "q": q, "r": r}

    return {
        "tiles": [piece(kit.SIDES[int(row[2 + 3 * number])], number) for number in range(pieces)],
        "finish": piece(kit.FINISHES[int(row[2 + 3 * pieces])], pieces),
    }


@dataclass(frozen=True, slots=True)
class Wish:
    """What a route should be like. Nothing is a wish left open."""

    steps: Range = STEPS
    grade: str | None = None
    lanes: int | None = None  # 1 to 3
    variety: float | None = None  # kinds of ground, 1 to 5
    strips: Range = STRIPS

    def __post_init__(self) -> None:
        _check("steps", self.steps, 1, 200)
        _check("strips", self.strips, 0, 2)
        if self.grade is not None and self.grade not in DIFFICULTIES:
            raise SetupError(f"A grade is one of {', '.join(DIFFICULTIES)}, not {self.grade!r}.")
        if self.lanes not in (None, 1, 2, 3):
            raise SetupError(f"A route has 1, 2 or 3 lanes, not {self.lanes!r}.")

    def distance(self, board: Board) -> float:
        """How far a route is from what was wished and from what the book advises; 0 is as wished."""
        hints = measures.advice(board)
        away = float(sum(not hint.fine for hint in hints))
        values = {hint.measure.name: hint.measure for hint in hints}
        if self.grade is not None:
            away += 3.0 * abs(DIFFICULTIES.index(difficulty.grade(difficulty.estimate(board))) - _place(self.grade))
        if self.lanes is not None:
            away += 2.0 * abs(values["lanes"].data["count"] - self.lanes)
            if self.lanes < 3 and not next(h for h in hints if h.measure.name == "lanes").fine:
                away -= 1.0  # what was wished is no fault
        if self.variety is not None:
            away += 2.0 * abs((values["variety"].value or 0.0) - self.variety)
        return away


def _place(grade: str) -> int:
    return DIFFICULTIES.index(grade)


def generate(seed: int, wish: Wish | None = None, count: int = 3, games: int = 0) -> list[Route]:
    """The best of many proposals by the book's advice and the wish, the best first; the same for the same seed.

    With `games`, so many games are played on each of the finalists, and those that are fair to every seat
    and meet the wished grade come first.
    """
    wish = wish or Wish()
    boards = [load_route(route) for route in propose(seed, TRIES, wish.steps, strips=wish.strips)]
    ranked = sorted(range(len(boards)), key=lambda i: (wish.distance(boards[i]), i))
    if games:
        finalists = ranked[: FINALISTS * count]
        ranked = sorted(finalists, key=lambda i: (_tried(boards[i], wish, games) + wish.distance(boards[i]), i))
    return [boards[i].route() for i in ranked[:count]]


def _tried(board: Board, wish: Wish, games: int) -> float:
    """What games say against a route: an unfair seat, stuck games, another grade than was wished."""
    outcome = simulate(Trial(board.route(), games=games), workers=1)
    figures = outcome.to_json()
    group = figures["groups"][0]
    shares = [seat["share"] for seat in group["seats"]]
    against = 4.0 * (max(shares) - min(shares)) + 20.0 * group["stuck"]
    if wish.grade is not None:
        against += 3.0 * abs(_place(figures["grade"]["grade"]) - _place(wish.grade))
    return float(against)
