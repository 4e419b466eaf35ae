"""Puzzles solved are kept with the person, and go along from a guest into an account."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from tests.server.conftest import Running

from expedition.analysis.puzzles import listed, of_the_day, puzzle

pytestmark = pytest.mark.server

GAME = "silvergold"
NAMES = [one["id"] for one in listed(GAME)][:3]
TODAY = datetime.now(UTC).date()
DAYS = [(TODAY - timedelta(days=n)).isoformat() for n in (2, 1, 0)]
OF_DAYS = [of_the_day(GAME, date.fromisoformat(day)) or "" for day in DAYS]
PATH = f"/api/me/puzzles/{GAME}"


def by_solution(tries: dict[str, int]) -> dict[str, dict[str, Any]]:
    return {name: {"tries": n, "actions": puzzle(name)["solution"]} for name, n in tries.items()}


async def test_given_puzzles_solved_when_told_again_then_what_is_known_stays(server: Running) -> None:
    ana = await server.account("Ana")
    first = {OF_DAYS[0]: 2, OF_DAYS[1]: 1, NAMES[0]: 0}
    told = await ana.call("PUT", PATH, 200, {"solved": by_solution(first), "days": DAYS[:2]})
    assert told == {"solved": dict(sorted(first.items())), "days": DAYS[:2]}
    more = await ana.call("PUT", PATH, 200, {"solved": by_solution({OF_DAYS[0]: 9, OF_DAYS[2]: 1}), "days": DAYS[1:]})
    assert more == {"solved": dict(sorted({**first, OF_DAYS[2]: 1}.items())), "days": DAYS}
    assert await ana.get(PATH) == more
    assert (await ana.get("/api/me/puzzles/eldorado")) == {"solved": {}, "days": []}
    assert len((await ana.get("/api/me/export"))["puzzle_marks"]) == 7


async def test_given_a_turn_that_does_not_solve_its_puzzle_then_it_is_not_believed(server: Running) -> None:
    ana = await server.account("Ana")
    solution = puzzle(OF_DAYS[2])["solution"]
    for turn in ([], solution[:-1], [*solution, solution[-1]], [{"do": "fly"}], puzzle(OF_DAYS[1])["solution"]):
        told = {"solved": {OF_DAYS[2]: {"tries": 1, "actions": turn}}, "days": [DAYS[2]]}
        assert await ana.call("PUT", PATH, 200, told) == {"solved": {}, "days": []}
    looked_at = {"solved": {OF_DAYS[2]: {"tries": 0, "actions": []}}, "days": [DAYS[2]]}
    assert await ana.call("PUT", PATH, 200, looked_at) == {"solved": {OF_DAYS[2]: 0}, "days": []}


async def test_given_a_puzzle_or_day_that_there_is_not_then_it_is_left_out(server: Running) -> None:
    ana = await server.account("Ana")
    tomorrow = (TODAY + timedelta(days=2)).isoformat()
    strange = {"solved": {f"{GAME}-00000000": {"tries": 0}}, "days": [tomorrow, "2026-02-31", "1999-01-01", DAYS[0]]}
    assert await ana.call("PUT", PATH, 200, strange) == {"solved": {}, "days": []}
    await ana.call("PUT", PATH, 422, {"solved": {"x": {"tries": 1}}, "days": []})
    await ana.call("PUT", PATH, 422, {"solved": {NAMES[0]: {"tries": -1}}, "days": []})


async def test_given_a_guest_when_it_makes_an_account_or_signs_in_then_its_puzzles_go_along(server: Running) -> None:
    ana = await server.guest("Ana")
    await ana.call("PUT", PATH, 200, {"solved": by_solution({OF_DAYS[0]: 1}), "days": DAYS[:1]})
    await ana.post("/api/account", name="Ana", password="correct horse")
    assert (await ana.get(PATH))["days"] == DAYS[:1]
    other = await server.guest("Otter")
    await other.call("PUT", PATH, 200, {"solved": by_solution({OF_DAYS[0]: 5, OF_DAYS[1]: 3}), "days": DAYS[:2]})
    await other.post("/api/login", name="Ana", password="correct horse")
    found = await other.get(PATH)
    assert found == {"solved": dict(sorted({OF_DAYS[0]: 1, OF_DAYS[1]: 3}.items())), "days": DAYS[:2]}
