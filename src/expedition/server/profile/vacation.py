"""Vacation days: while somebody is away, the time of their games by days per turn stands still.

The clock is not stopped; when it runs out, the part of the turn that was vacation is given back. So nothing has to
happen in any game when a vacation begins, changes or ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

DAY = 86_400_000
PER_YEAR = 30  # days
LONGEST = 21  # days in one piece


def overlap(vacations: Sequence[Mapping[str, Any]], begin: int, end: int) -> int:
    """How much time of these vacations lies in a turn from `begin` whose time runs out at `end`.

    A vacation that has begun when the time runs out counts to its own end: the turn cannot end before it.
    """
    total = 0
    for one in sorted(vacations, key=lambda v: int(v["first"])):
        if one["first"] < end + total and one["last"] > begin:
            total += one["last"] - max(begin, one["first"])
    return total


def used(vacations: Sequence[Mapping[str, Any]], now: int) -> int:
    """Days of vacation of the year up to now and of those to come, begun days counted whole."""
    since = now - 365 * DAY
    inside = [v for v in vacations if v["last"] > since]
    return sum(-(-(v["last"] - max(since, v["first"])) // DAY) for v in inside)
