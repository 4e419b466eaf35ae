"""Puzzles: the one of the day, trying, why not, the answer, the streak, the list."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import House, Visit
from tests.browser.looking import axe

from expedition.analysis.puzzles import all_puzzles

GAMES = sorted({one["game"] for one in all_puzzles().values()})


def first(game: str) -> dict[str, Any]:
    return next(one for one in all_puzzles().values() if one["game"] == game)


def open_puzzle(page: Page, house: House, game: str, name: str = "") -> None:
    page.goto(f"{house.address}/#/puzzle/{game}{'/' + name if name else ''}")
    page.wait_for_selector(".puzzle .stage .table", timeout=60_000)


@pytest.mark.parametrize("game", GAMES)
def test_given_the_puzzle_of_the_day_then_it_is_at_a_real_table_and_can_be_given_up(
    visit: Visit, house: House, game: str
) -> None:
    page = visit()
    open_puzzle(page, house, game)
    expect(page.get_by_text("Puzzle of the day")).to_be_visible()
    page.get_by_role("button", name="A hint").click()
    expect(page.locator(".side .why")).to_be_visible()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".answer")).to_contain_text("%")
    if game == "eldorado":  # its answers are drawn; those of Silver & Gold lie on the maps themselves
        expect(page.locator(".answer [data-deed]").first).to_be_visible()
    kept = json.loads(page.evaluate("localStorage.getItem('expedition.puzzles')"))
    assert list(kept["solved"].values()) == [0]
    assert kept["days"] == {}


@pytest.mark.parametrize("game", GAMES)
def test_given_a_turn_when_it_is_the_solution_or_not_then_the_server_says_so_with_a_reason(
    visit: Visit, house: House, game: str
) -> None:
    page = visit()
    one = first(game)
    path = f"{house.address}/api/puzzles/{one['id']}"
    told = page.request.post(f"{path}/try", data={"actions": one["solution"]}).json()
    assert told["solved"]
    table = page.request.post(f"{path}/table", data={"actions": one["solution"]}).json()
    assert table["over"]
    assert not page.request.post(f"{path}/table", data={"actions": [{"do": "fly"}]}).ok
    unfinished = page.request.post(f"{path}/try", data={"actions": []})
    assert unfinished.status == 422


def test_given_a_wrong_turn_and_then_the_right_one_then_both_are_told_and_kept_over_a_reload(
    visit: Visit, house: House
) -> None:
    page = visit()
    one = next(
        one
        for one in all_puzzles().values()
        if one["game"] == "eldorado"
        and [act["do"] for act in one["solution"]] == ["use"]
        and "card" in one["solution"][0]
    )
    card = page.locator(f"[data-card={one['solution'][0]['card']}]").first
    main = page.locator(".btn.primary.main")
    tries = page.locator(".tries li")
    open_puzzle(page, house, "eldorado", one["id"])
    expect(page.locator(".nudge")).to_have_count(0)  # nothing is pointed at
    expect(page.get_by_role("heading", name="Market")).to_be_visible()  # where the journal of a game would be
    main.click()  # ends the turn; a second press draws up
    main.click()
    expect(tries).to_have_count(1)
    expect(tries.first).to_contain_text("Not yet")
    expect(page.get_by_text("Your turn is over")).to_be_visible()
    expect(main).to_have_count(0)  # nobody is waited for
    page.reload()
    expect(tries).to_have_count(1)
    card.click()
    main.click()
    expect(tries).to_have_count(2)
    expect(tries.last).to_contain_text("Solved")
    expect(page.locator(".stamp")).to_contain_text("try 2")
    kept = json.loads(page.evaluate("localStorage.getItem('expedition.puzzles')"))
    assert kept["solved"] == {one["id"]: 2}
    page.reload()
    expect(page.locator(".stamp")).to_contain_text("try 2")
    expect(page.locator(".answer .why")).to_contain_text("%")


def test_given_the_list_then_puzzles_stand_by_grade_and_open(visit: Visit, house: House) -> None:
    page = visit()
    for game in GAMES:
        page.goto(f"{house.address}/#/puzzles/{game}")
        page.wait_for_selector("ol a")
        shown = page.locator("ol a").count()
        assert shown == sum(one["game"] == game for one in all_puzzles().values())
        assert axe(page) == []
    page.locator("ol a").first.click()
    page.wait_for_selector(".puzzle .stage .table", timeout=60_000)
    expect(page.get_by_role("heading", name="Find the best turn")).to_be_visible()


def test_given_days_in_a_row_then_the_streak_counts_them(visit: Visit, house: House) -> None:
    page = visit()
    game = GAMES[0]
    day = page.request.get(f"{house.address}/api/games/{game}/puzzles").json()["day"]
    page.evaluate(
        """([game, day]) => {
            const before = (n) => new Date(Date.parse(day) - n * 864e5).toISOString().slice(0, 10);
            const days = [before(3), before(2), before(1), before(6)].sort();
            localStorage.setItem('expedition.puzzles', JSON.stringify({solved: {}, days: {[game]: days}}));
        }""",
        [game, day],
    )
    page.goto(f"{house.address}/#/puzzles/{game}")
    expect(page.get_by_text("3 days in a row")).to_be_visible()


def test_given_days_on_the_device_when_an_account_is_made_then_they_are_the_accounts(
    visit: Visit, house: House
) -> None:
    page = visit()
    game = GAMES[0]
    there = page.request.get(f"{house.address}/api/games/{game}/puzzles").json()
    day, name = there["day"], there["today"]
    page.evaluate(
        "([game, day, name, turn]) => localStorage.setItem('expedition.puzzles', JSON.stringify("
        "{solved: {[name]: 1, 'other-1': 1}, turns: {[name]: turn}, days: {[game]: [day], other: [day]}}))",
        [game, day, name, all_puzzles()[name]["solution"]],
    )
    account = {"name": "Puzzler", "password": "correct horse"}
    assert page.request.post(f"{house.address}/api/account", data=account).ok
    page.goto(f"{house.address}/#/puzzles/{game}")
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    assert page.request.get(f"{house.address}/api/me/puzzles/{game}").json()["days"] == [day]
    left = json.loads(page.evaluate("localStorage.getItem('expedition.puzzles')"))
    assert left == {"solved": {"other-1": 1}, "turns": {}, "days": {game: [], "other": [day]}}
    elsewhere = visit()
    assert elsewhere.request.post(f"{house.address}/api/login", data=account).ok
    elsewhere.goto(f"{house.address}/#/puzzles/{game}")
    expect(elsewhere.get_by_text("1 day in a row")).to_be_visible()
