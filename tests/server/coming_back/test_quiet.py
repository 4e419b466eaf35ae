"""Quiet hours in any zone, over midnight and over changes of the clock."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expedition.server.notify.quiet import check_zone, loud_from

ZONES = st.sampled_from(["UTC", "Europe/Lisbon", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe"])
MOMENTS = st.integers(1_760_000_000_000, 1_830_000_000_000)
MINUTES = st.integers(0, 1439)


def minute(at: int, zone: str) -> int:
    here = datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(zone))
    return here.hour * 60 + here.minute


def inside(at: int, zone: str, begin: int, end: int) -> bool:
    now = minute(at, zone)
    return begin <= now < end if begin < end else begin != end and (now >= begin or now < end)


@given(MOMENTS, ZONES, MINUTES, MINUTES)
def test_the_moment_found_is_loud_and_not_past(now: int, zone: str, begin: int, end: int) -> None:
    found = loud_from(now, zone, begin, end)
    assert found >= now
    assert found - now <= 26 * 3_600_000
    if not inside(now, zone, begin, end):
        assert found == now
    elif found == now:
        pytest.fail("it is quiet now")


def test_over_midnight() -> None:
    late = int(datetime(2026, 7, 4, 22, 30, tzinfo=ZoneInfo("Europe/Lisbon")).timestamp() * 1000)
    morning = int(datetime(2026, 7, 5, 7, 0, tzinfo=ZoneInfo("Europe/Lisbon")).timestamp() * 1000)
    assert loud_from(late, "Europe/Lisbon", 22 * 60, 7 * 60) == morning
    assert loud_from(morning, "Europe/Lisbon", 22 * 60, 7 * 60) == morning


def test_a_zone_that_is_none_is_refused() -> None:
    assert check_zone("Europe/Lisbon") == "Europe/Lisbon"
    for name in ("", "Nowhere", "../etc/passwd", "/etc/localtime", "Europe"):
        with pytest.raises(ValueError, match="time zone"):
            check_zone(name)
