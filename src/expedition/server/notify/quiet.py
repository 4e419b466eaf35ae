"""Quiet hours: a stretch of the day in which nothing is sent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = 24 * 60


def check_zone(name: str) -> str:
    """A time zone's name such as Europe/Lisbon; ValueError otherwise."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("This is not the name of a time zone, such as Europe/Lisbon.") from None
    return name


def loud_from(now: int, zone: str, begin: int, end: int) -> int:
    """The first moment from `now` on (milliseconds) outside the quiet minutes [begin, end) of the day.

    Equal ends mean no quiet hours. Over midnight is fine. Clock changes follow the zone: the quiet ends when the wall
    clock shows its end, or would have shown it where that moment is skipped.
    """
    if begin == end:
        return now
    here = datetime.fromtimestamp(now / 1000, UTC).astimezone(ZoneInfo(zone))
    minute = here.hour * 60 + here.minute
    inside = begin <= minute < end if begin < end else minute >= begin or minute < end
    if not inside:
        return now
    last = here.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0, fold=1)
    if minute >= end:
        last = (here + timedelta(days=1)).replace(hour=end // 60, minute=end % 60, second=0, microsecond=0, fold=1)
    return max(now, int(last.astimezone(UTC).timestamp() * 1000))
