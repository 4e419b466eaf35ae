"""Small routes with one thing to say about each."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def route(*pieces: tuple[str, int, int, int]) -> Json:
    entries = [{"tile": tile, "rotation": turn, "q": q, "r": r} for tile, turn, q, r in pieces]
    return {"tiles": entries[:-1], "finish": entries[-1]}


LONG_JUNGLE = route(
    ("B", 5, 0, 0), ("R", 3, 2, -5), ("L", 2, 5, -10), ("G", 5, 12, -13), ("C", 5, 19, -17), ("J", 0, 26, -21),
    ("finish_jungle", 0, 30, -25),
)  # fmt: skip
ONE_PASSAGE = route(("B", 3, 0, 0), ("J", 5, -3, 7), ("M", 1, 0, 11), ("finish_jungle", 2, 0, 15))
SHORTEST_IS_EASIEST = route(("B", 4, 0, 0), ("F", 4, -7, 4), ("N", 5, -10, 11), ("finish_river", 4, -14, 11))
EASY_INSIDE = route(("B", 3, 0, 0), ("G", 5, -4, 7), ("M", 4, -8, 4), ("finish_jungle", 3, -12, 8))
SINGLE_LANE = route(("B", 0, 0, 0), ("H", 2, -4, -3), ("K", 1, -11, 1), ("finish_river", 3, -15, 5))
SHORT = route(("B", 2, 0, 0), ("C", 5, 7, -3), ("finish_river", 0, 11, -7))
