"""Grades of turns, by the chance to win that a turn gave away. docs/review.md says where the thresholds come from."""

from __future__ import annotations

BEST = 0.01  # less than a point: other deals might well call it the best turn
GOOD = 0.02
DETOUR = 0.06

GRADES = ("forced", "best", "good", "detour", "wrong", "resigned")


def grade(loss: float, choices: int, resigns: bool = False) -> str:
    """The grade of a turn that gave away `loss` of win chance, among so many different turns."""
    if resigns:
        return "resigned"
    if choices < 2:
        return "forced"
    if loss < BEST:
        return "best"
    if loss < GOOD:
        return "good"
    return "detour" if loss < DETOUR else "wrong"
