"""The El Dorado table by keys alone: nothing is further than four of them."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.person import Person
from tests.browser.test_table import Room, sit

WHERE = """() => {
  const e = document.activeElement;
  const places = {hand: '.hand, [data-card]', market: '.market', journal: '.journal', board: '.board, .map, [data-h]'};
  for (const [name, one] of Object.entries(places)) if (e?.closest(one)) return name;
  return e?.className || e?.tagName;
}"""


def keys(page: Page, *pressed: str) -> str:
    for one in pressed:
        page.keyboard.press(one)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    where: str = page.evaluate(WHERE)
    return where


def test_given_the_hand_then_market_board_journal_and_the_hand_again_are_at_most_four_keys_away(
    visit: Visit, make_room: Room
) -> None:
    page = visit(viewport={"width": 1440, "height": 900})
    sit(page, make_room)
    page.locator("[data-card]").nth(1).focus()
    assert keys(page, "m") == "market"
    assert keys(page, "m") == "hand", "and back to where it was"
    expect(page.locator("[data-card]").nth(1)).to_be_focused()
    assert keys(page, "b") == "board"
    assert keys(page, "h") == "hand"
    assert keys(page, "j") == "journal"
    assert keys(page, "h") == "hand"
    # with Tab alone, too: the skip link passes the board
    page.reload()
    Person(page).wait_for_table()
    skip = page.get_by_role("link", name="To the hand").or_(page.get_by_role("button", name="To the hand"))
    for _ in range(4):
        if skip.evaluate("e => e === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(skip).to_be_focused()
    assert keys(page, "Enter") == "hand"


def test_given_a_card_in_hand_then_a_screen_reader_hears_the_spaces_in_reach_as_one_group(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room)
    page.locator("[data-card=trailblazer]").click()
    groups = page.locator(".map [role=group]")
    assert [groups.nth(i).get_attribute("aria-label") for i in (0, 1)] == ["in reach", "The other spaces of the route"]
    assert 0 < groups.nth(0).get_by_role("button").count() < 20
    assert groups.nth(0).locator(".aim").count() == page.locator(".hit.aim").count()
