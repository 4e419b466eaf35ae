"""Puzzles solved are kept with the person, and go along from a guest into an account."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.server.conftest import Running

from expedition.analysis.puzzles import listed

pytestmark = pytest.mark.server

GAME = "silvergold"
NAMES = [one["id"] for one in listed(GAME)][:3]
TODAY = datetime.now(UTC).date()
DAYS = [(TODAY - timedelta(days=n)).isoformat() for n in (2, 1, 0)]
PATH = f"/api/me/puzzles/{GAME}"


async def test_given_puzzles_solved_when_told_again_then_what_is_known_stays(server: Running) -> None:
    ana = await server.account("Ana")
    told = {"solved": {NAMES[0]: 2, NAMES[1]: 0}, "days": DAYS[:2]}
    assert await ana.call("PUT", PATH, 200, told) == told
    more = await ana.call("PUT", PATH, 200, {"solved": {NAMES[0]: 9, NAMES[2]: 1}, "days": DAYS[1:]})
    assert more == {"solved": dict(sorted({NAMES[0]: 2, NAMES[1]: 0, NAMES[2]: 1}.items())), "days": DAYS}
    assert await ana.get(PATH) == more
    assert (await ana.get("/api/me/puzzles/eldorado")) == {"solved": {}, "days": []}
    assert len((await ana.get("/api/me/export"))["puzzle_marks"]) == 6


async def test_given_a_puzzle_or_day_that_there_is_not_then_it_is_left_out(server: Running) -> None:
    ana = await server.account("Ana")
    tomorrow = (TODAY + timedelta(days=2)).isoformat()
    strange = {"solved": {f"{GAME}-00000000": 1}, "days": [tomorrow, "2026-02-31", "1999-01-01"]}
    assert await ana.call("PUT", PATH, 200, strange) == {"solved": {}, "days": []}
    await ana.call("PUT", PATH, 422, {"solved": {"x": 1}, "days": []})
    await ana.call("PUT", PATH, 422, {"solved": {NAMES[0]: -1}, "days": []})


async def test_given_a_guest_when_it_makes_an_account_or_signs_in_then_its_puzzles_go_along(server: Running) -> None:
    ana = await server.guest("Ana")
    await ana.call("PUT", PATH, 200, {"solved": {NAMES[0]: 1}, "days": DAYS[:1]})
    await ana.post("/api/account", name="Ana", password="correct horse")
    assert (await ana.get(PATH))["days"] == DAYS[:1]
    other = await server.guest("Otter")
    await other.call("PUT", PATH, 200, {"solved": {NAMES[0]: 5, NAMES[1]: 3}, "days": DAYS[:2]})
    await other.post("/api/login", name="Ana", password="correct horse")
    found = await other.get(PATH)
    assert found == {"solved": dict(sorted({NAMES[0]: 1, NAMES[1]: 3}.items())), "days": DAYS[:2]}
