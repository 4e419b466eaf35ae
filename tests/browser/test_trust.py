"""What a table must never get wrong: giving up, arriving, playing again, and the deal itself."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser import positions
from tests.browser.conftest import Visit
from tests.browser.person import Person
from tests.browser.test_table import BOT, Room


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up the game").click()
    page.get_by_role("button", name="Yes, give up").click()


def origin(position: dict[str, Any]) -> dict[str, Any]:
    return {"origin": {"kind": "position", "position": position}, "start": True}


def two_at_the_gate() -> dict[str, Any]:
    """The first player's pieces stand before the gate, which asks for one paddle, the other's far behind."""
    position = positions.two_pieces()
    position["seats"][0] |= {
        "pawns": [{"at": [24, -3], "near": []}, {"at": [23, -3], "near": []}],
        "hand": ["captain", "sailor", "traveler", "explorer"],
        "draw": ["traveler"] * 4,
        "discard": [],
        "played": [],
    }
    for pile in position["market"]["above"]:
        pile["count"] -= pile["card"] == "captain"
    position["blockades"] = []
    return position


# what the table tells in passing, each as it comes
NOTES = """() => {
  window.told = [];
  let last = null;
  new MutationObserver(() => {
    const now = document.querySelector('.note b')?.textContent ?? null;
    if (now && now !== last) window.told.push(now);
    last = now;
  }).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""


def against_each_other(visit: Visit, make_room: Room) -> tuple[Page, Page]:
    """Two people on two devices at a table in the middle of a race."""
    ana = visit(settings={"name": "Ana"})
    wish = {**origin(positions.two_pieces()), "start": False}
    room = make_room(ana, **wish, seats=[{"kind": "me", "name": "Ana"}, {"kind": "open"}])
    rui = visit(f"#/r/{room['code']}", settings={"name": "Rui"})
    rui.get_by_role("button", name="Sit here").click()
    ana.get_by_role("button", name="Start").click()
    for page in (ana, rui):
        Person(page).wait_for_table()
    return ana, rui


def test_given_two_players_when_one_gives_up_then_both_are_at_the_result_and_a_rematch_asks(
    visit: Visit, make_room: Room
) -> None:
    ana, rui = against_each_other(visit, make_room)
    give_up(rui)
    for page in (ana, rui):
        expect(page.locator(".result")).to_be_visible()
    expect(ana.locator(".result")).to_contain_text("You won")
    expect(rui.locator(".result")).to_contain_text("Everybody else gave up.")
    # playing again asks: nobody is pulled off the result
    ana.get_by_role("button", name="Play again").click()
    asked = rui.get_by_role("alertdialog", name="Play again?")
    expect(asked).to_contain_text("Ana would like another game")
    expect(rui.locator(".result")).to_be_visible()
    expect(ana.get_by_role("status").filter(has_text="It begins when everybody")).to_be_visible()
    old = rui.url
    asked.get_by_role("button", name="Not now").click()
    expect(asked).to_have_count(0)
    expect(ana.get_by_role("status").filter(has_text="does not want another game")).to_be_visible()
    assert rui.url == ana.url == old


def test_given_a_rematch_that_both_want_then_both_go_to_the_new_table(visit: Visit, make_room: Room) -> None:
    ana, rui = against_each_other(visit, make_room)
    old = ana.url
    give_up(ana)
    expect(rui.locator(".result")).to_be_visible()
    rui.get_by_role("button", name="Play again").click()
    ana.get_by_role("button", name="Yes, play again").click()
    for page in (ana, rui):
        page.wait_for_url(lambda url: url != old)
        Person(page).wait_for_table()
        expect(page.locator(".result")).to_have_count(0)
    assert ana.url == rui.url


def test_given_the_computer_when_i_give_up_then_the_result_comes_at_once(visit: Visit, make_room: Room) -> None:
    page = visit()
    make_room(page, **origin(positions.two_pieces()), seats=[{"kind": "me"}, BOT])
    Person(page).wait_for_table()
    give_up(page)
    expect(page.locator(".result")).to_be_visible(timeout=10_000)
    assert page.locator(".journal li, .log li").filter(has_text="steps").count() == 0


def test_given_three_players_when_one_gives_up_then_the_others_play_on(visit: Visit, make_room: Room) -> None:
    page = visit()
    seats = [{"kind": "me", "name": name} for name in ("Ana", "Rui", "Eva")]
    make_room(page, **origin(positions.race()), seats=seats)
    page.get_by_role("button", name="I am Ana").click()
    Person(page).wait_for_table()
    give_up(page)
    expect(page.get_by_role("dialog")).to_contain_text("Rui")
    page.get_by_role("button", name="I am Rui").click()
    expect(page.get_by_role("button", name="End turn")).to_be_visible()
    expect(page.locator(".result")).to_have_count(0)


def test_given_two_pieces_when_the_first_arrives_then_it_is_one_of_two_and_the_final_round_comes_once(
    visit: Visit, make_room: Room
) -> None:
    page = visit(viewport={"width": 1920, "height": 1080})
    make_room(page, **origin(two_at_the_gate()), seats=[{"kind": "me"}, BOT])
    person = Person(page)
    person.wait_for_table()

    def arrive(card: str) -> None:
        page.locator(f"[data-card={card}]").first.click()
        gate = next(one for one in person.lit() if "finishing" in one["label"])
        person.go_to(gate["at"])
        person._answer()

    page.evaluate(NOTES)
    arrive("captain")
    expect(page.get_by_text("One of your two playing pieces has reached El Dorado").first).to_be_visible()
    assert page.evaluate("window.told") == ["One of your two playing pieces has reached El Dorado"]
    arrive("sailor")
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("window.told").count("The final round") == 1
    # the replay tells it once too, at the same moment
    page.goto(page.url.replace("#/r/", "#/replay/") + "?ply=0&eyes=open")
    page.reload()  # a new document: without the probe of before
    expect(page.locator(".what b")).to_contain_text("0/")
    page.evaluate(NOTES)
    last = int(page.locator(".what b").inner_text().split("/")[1])
    for ply in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".what b")).to_have_text(f"{ply}/{last}")
    assert page.evaluate("window.told").count("The final round") == 1


def test_given_the_end_when_i_look_at_the_deal_then_promise_and_seed_stand_together_and_can_be_verified(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    make_room(page, game="silvergold", setup={"players": 2}, start=True, seats=[{"kind": "me"}, BOT])
    page.wait_for_selector(".table.sg")
    page.get_by_role("button", name="Menu").click()
    promise = page.get_by_role("dialog").locator("code").first.inner_text()
    expect(page.get_by_role("dialog")).to_contain_text("told when the game is over")
    page.keyboard.press("Escape")
    give_up(page)
    page.wait_for_selector(".result, .overlay, [role=dialog]")
    page.get_by_role("button", name="Look at the maps").click()
    page.get_by_role("button", name="Menu").click()
    deal = page.get_by_role("dialog").locator("dl").last
    assert deal.locator("code").first.inner_text() == promise
    boxes = [deal.locator("dd").nth(i).bounding_box() or {} for i in range(2)]
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 4, "side by side"
    assert re.fullmatch(r"[0-9a-f]{16,}", deal.locator("code").nth(1).inner_text())
    page.get_by_role("button", name="Verify it here").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("Verified in this page")
