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


def whole_percent(loss: float) -> int:
    """What a turn gave away in whole percent that do not look like the next grade."""
    border = next((border for border in (BEST, GOOD, DETOUR) if loss < border), float("inf"))
    return round(min(100 * loss, 100 * border - 1))
