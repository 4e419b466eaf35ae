"""Routes nobody has laid before: `propose` builds them by the thousand, `generate` offers the best of many."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from expedition.core.errors import SetupError
from expedition.core.jit import compiled
from expedition.workshop import kit, proposals

Route = dict[str, Any]
Range = tuple[int, int]

TILES: Range = (3, 6)  # beside the start tile
STRIPS: Range = (0, 2)
STEPS: Range = (18, 60)
BATCH = 256


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
