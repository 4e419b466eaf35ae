"""Somebody who has never been here: shown the door to the lessons, pointed at three things, then left in peace."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser import positions, silvergold_positions
from tests.browser.conftest import Visit
from tests.browser.person import Person
from tests.browser.silvergold_person import Person as Marker
from tests.browser.test_table import BOT, Room, sit

UNCOVERED = """() => {
  const tip = document.querySelector('.nudge').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('.hit.aim')].map(one => one.getBoundingClientRect());
  return boxes.length > 0 && boxes.every(
    b => b.right <= tip.left || b.left >= tip.right || b.bottom <= tip.top || b.top >= tip.bottom);
}"""
HEARD = "JSON.parse(localStorage.getItem('expedition.nudges') ?? '[]')"


def test_given_a_newcomer_then_the_first_page_has_a_door_to_the_lessons_and_routes_say_how_hard_they_are(
    visit: Visit,
) -> None:
    page = visit(newcomer=True)
    door = page.get_by_role("link", name="New here? Learn it in 5 minutes").first
    expect(door).to_be_visible()
    door.click()
    page.wait_for_url("**/#/learn/eldorado")
    page.goto(page.url.split("#")[0] + "#/new/eldorado?mode=table")
    for grade in ("for the first game", "easy", "medium", "hard"):
        expect(page.locator(".route small").filter(has_text=grade).first).to_be_visible()


def test_given_a_first_game_when_i_play_buy_and_end_then_each_is_pointed_at_once_and_never_again(
    visit: Visit, make_room: Room
) -> None:
    page = visit(newcomer=True)
    person = sit(page, make_room)
    tip = page.get_by_role("complementary", name="A tip")
    expect(tip).to_contain_text("Pick a card, then one of the spaces that light up.")
    page.locator("[data-card=trailblazer]").click()
    person.go_to("13,1")
    expect(tip).to_contain_text("Cards also pay")
    page.locator("[data-market=photographer]").click()
    page.locator(".pay .btn").click()
    expect(tip).to_contain_text("End the turn")
    person.finish_turn()
    expect(tip).to_have_count(0)
    assert "eldorado/*" in page.evaluate(HEARD)
    sit(page, make_room)
    expect(page.locator("[data-card]").first).to_be_visible()
    expect(tip).to_have_count(0)


@pytest.mark.parametrize("language", ["pt", "it", "fr"])
def test_given_enough_of_it_when_i_say_so_then_it_is_silent_for_good(
    visit: Visit, make_room: Room, language: str
) -> None:
    page = visit(newcomer=True, settings={"language": language, "theme": "dark"}, reduced_motion="reduce")
    sit(page, make_room)
    tip = page.locator(".nudge")
    expect(tip).to_be_visible()
    tip.get_by_role("button").click()
    expect(tip).to_have_count(0)
    page.reload()
    Person(page).wait_for_table()
    expect(page.locator("[data-card]").first).to_be_visible()
    expect(tip).to_have_count(0)


def test_given_a_first_game_of_silver_and_gold_then_laying_and_marking_are_pointed_at(
    visit: Visit, make_room: Room
) -> None:
    page = visit(newcomer=True)
    origin = {"kind": "position", "position": silvergold_positions.crossing(2)}
    make_room(page, origin=origin, start=True, seats=[{"kind": "me"}, BOT])
    tip = page.locator(".nudge")
    expect(tip).to_contain_text("Lay the pattern on one of your maps")
    Marker(page).lay()
    expect(tip).to_contain_text("Mark it")


def test_given_the_tip_then_it_covers_neither_the_card_it_points_at_nor_takes_its_click(
    visit: Visit, make_room: Room
) -> None:
    for size in ((1366, 768), (390, 844), (844, 390)):
        page = visit(newcomer=True, viewport={"width": size[0], "height": size[1]})
        sit(page, make_room, positions.race())
        tip, card = page.locator(".nudge"), page.locator("[data-card]:not(:has(.off))").first
        expect(tip).to_be_visible()
        a, b = tip.bounding_box() or {}, card.bounding_box() or {}
        apart = a["y"] + a["height"] <= b["y"] or a["x"] + a["width"] <= b["x"] or a["x"] >= b["x"] + b["width"]
        assert apart, (size, a, b)
        assert a["x"] >= 0
        assert a["x"] + a["width"] <= size[0]
        if size == (1366, 768):  # where there is room, nothing that lights up is covered either
            card.click()
            expect(page.locator(".hit.aim").first).to_be_visible()
            page.wait_for_function(UNCOVERED)
