"""Lanterns in the browser, at the plain table that any game gets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import House, Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]


CHOSEN = "left => document.querySelectorAll('.choices button').length !== left || document.querySelector('.over')"


def room(page: Page, house: House, *seats: dict[str, Any]) -> str:
    page.request.post(f"{house.address}/api/guest", data={})
    whole = all(seat["kind"] != "open" for seat in seats)
    wish = {"game": "lanterns", "setup": {"players": len(seats)}, "seats": list(seats), "start": whole}
    answer = page.request.post(f"{house.address}/api/rooms", data=wish)
    assert answer.ok, answer.text()
    code = str(answer.json()["code"])
    if whole:  # whoever sits in a waiting room adds to its seed: the page comes when the game has begun
        page.goto(f"{house.address}/#/r/{code}")
    return code


def test_given_a_game_without_a_folder_of_its_own_then_it_is_played_to_its_end(visit: Visit, house: House) -> None:
    page = visit()
    code = room(page, house, {"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Rui"})
    page.get_by_role("button", name="I am Ana: show my side").click()
    expect(page.get_by_role("heading", name="Lanterns")).to_be_visible()
    lit = 0
    while lit < 12:  # whoever has just chosen also begins the next round; then the device goes on
        page.get_by_role("button", name=re.compile("Light lantern|show my side")).first.wait_for()
        handover = page.get_by_role("button", name="show my side")
        if handover.count():
            handover.click()
            expect(handover).to_have_count(0)
        else:
            choices = page.get_by_role("region", name="What you may do").get_by_role("button")
            left = choices.count()
            choices.first.click()
            lit += 1
            page.wait_for_function(CHOSEN, arg=left)
    result = page.get_by_role("region", name="Result")
    expect(result.get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("region", name="Journal")).to_contain_text("Round 6: island")
    page.get_by_role("button", name="Watch again").click()
    page.wait_for_url(f"**/#/replay/{code}*")
    expect(page.get_by_role("heading", name="Lanterns")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1366])
def test_given_a_choice_that_nobody_has_seen_then_it_can_be_taken_back(visit: Visit, house: House, width: int) -> None:
    page = visit(viewport={"width": width, "height": 844 if width < 500 else 768}, settings={"theme": "dark"})
    friend = visit()
    code = room(page, house, {"kind": "me", "name": "Ana"}, {"kind": "open"})
    friend.request.post(f"{house.address}/api/guest", data={})
    assert friend.request.put(f"{house.address}/api/rooms/{code}/seats/1", data={"kind": "me"}).ok
    assert page.request.post(f"{house.address}/api/rooms/{code}/start").ok
    page.goto(f"{house.address}/#/r/{code}")
    choices = page.get_by_role("region", name="What you may do").get_by_role("button")
    expect(choices).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    choices.first.click()
    expect(page.get_by_role("region", name="Journal")).to_contain_text("lit lantern")
    expect(choices).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(choices).to_have_count(6)
    expect(page.get_by_role("region", name="Journal")).to_contain_text("Nothing has happened yet.")


def test_given_a_computer_opponent_then_it_answers(visit: Visit, house: House) -> None:
    page = visit()
    room(page, house, {"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "Guide"})
    page.get_by_role("region", name="What you may do").get_by_role("button").first.click()
    expect(page.get_by_role("region", name="Journal")).to_contain_text("Round 2: island", timeout=60_000)


def test_given_the_set_up_page_then_any_game_can_be_set_up_there(visit: Visit) -> None:
    page = visit("#/new/lanterns?mode=table")
    expect(page.get_by_role("button", name="Start")).to_be_visible()
