"""The coach beside the table: half an answer, then the whole; a question before a costly turn; never for others."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import House, Visit
from tests.browser.looking import options
from tests.browser.person import Person

BOT = {"kind": "bot", "level": "Guide"}


def sit_down(page: Page, house: House, game: str = "eldorado", **wish: Any) -> None:
    page.request.post(f"{house.address}/api/guest", data={})
    room = {"game": game, "setup": {"players": 2}, "start": True, "seats": [{"kind": "me"}, BOT], **wish}
    answer = page.request.post(f"{house.address}/api/rooms", data=room)
    assert answer.ok, answer.text()
    page.goto(f"{house.address}/#/r/{answer.json()['code']}")


def test_given_my_turn_when_i_ask_then_a_hint_comes_first_and_then_the_whole_turn_on_the_board(
    visit: Visit, house: House
) -> None:
    page = visit()
    sit_down(page, house)
    page.get_by_role("button", name="What would Legend do?").click()
    expect(page.locator(".coach .hint")).to_be_visible(timeout=60_000)
    assert page.locator(".coach .why").count() == 0
    page.get_by_role("button", name="Show the whole turn").click()
    expect(page.locator(".coach .why")).to_contain_text("%")


def test_given_silver_and_gold_when_i_see_the_whole_turn_then_the_maps_to_keep_are_marked_and_the_button_is_free(
    visit: Visit, house: House
) -> None:
    page = visit()
    sit_down(page, house, "silvergold")
    page.get_by_role("button", name="What would Legend do?").click()
    expect(page.locator(".coach .hint")).to_be_visible(timeout=60_000)
    expect(page.locator(".coach .hint")).to_contain_text("Keep the")
    page.get_by_role("button", name="Show the whole turn").click()
    expect(page.locator(".coach .hint")).to_contain_text("Keep ")
    expect(page.locator("[data-keep].advised")).to_have_count(2)
    for card in page.locator("[data-keep].advised").all():
        card.click()
    page.locator(".btn.primary.main").click()
    expect(page.locator("[data-keep].advised")).to_have_count(0)


def test_given_coach_mode_when_a_turn_costs_much_then_it_asks_once_and_plays_it_if_i_wish(
    visit: Visit, house: House
) -> None:
    page = visit(settings={"coach": True})
    page.route("**/coach/check", lambda route: route.fulfill(json=COSTLY))
    sit_down(page, house)
    person = Person(page)
    person.wait_for_table()
    expect(page.get_by_role("button", name="What would Legend do?")).to_be_visible()  # the coach is there
    page.get_by_role("button", name="End turn").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("12")
    dialog.get_by_role("button", name="Why?").click()
    expect(dialog).to_contain_text("Scout")
    expect(dialog.locator("[data-got=scout] .count")).to_be_visible()
    dialog.get_by_role("button", name="Play it anyway").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="End turn")).to_be_hidden()


# what of the table the coach's panel lies on, of that which is to stay in sight
COVERED = """() => {
  const panel = document.querySelector('.coach').getBoundingClientRect();
  return ['.hd', '.pawn:has(.pawnhalo)', '.turn, .foot', '.bar, .pbar'].filter((one) => {
    const box = document.querySelector(one).getBoundingClientRect();
    return box.left < panel.right && panel.left < box.right && box.top < panel.bottom && panel.top < box.bottom;
  });
}"""


def test_given_a_desk_or_a_phone_when_the_coach_speaks_then_neither_hand_nor_playing_piece_is_covered(
    visit: Visit, house: House
) -> None:
    page = visit()
    page.route("**/coach", lambda route: route.fulfill(json=COSTLY["better"]))
    sit_down(page, house)
    Person(page).wait_for_table()
    page.get_by_role("button", name="What would Legend do?").click()
    expect(page.locator(".coach .hint")).to_be_visible()
    page.wait_for_function(f"() => ({COVERED})().length === 0")
    page.get_by_role("button", name="Show the whole turn").click()
    expect(page.locator(".coach [data-got=scout]")).to_be_visible()
    expect(page.locator("[data-market=scout] .card.pick")).to_be_visible()
    for size in ((1366, 768), (390, 844), (1024, 768)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function(f"() => ({COVERED})().length === 0")
    # taken by its handle it goes where it is put
    page.locator(".coach [data-handle]").focus()
    before = page.locator(".coach").bounding_box()
    page.keyboard.press("ArrowDown")
    after = page.locator(".coach").bounding_box()
    assert before
    assert after
    assert (after["x"], after["y"]) == (before["x"], before["y"] + 24)


def test_given_a_newcomer_on_a_phone_when_the_coach_speaks_then_no_hint_lies_over_it(
    visit: Visit, house: House
) -> None:
    page = visit(newcomer=True, **options((390, 844)))
    page.route("**/coach", lambda route: route.fulfill(json=COSTLY["better"]))
    sit_down(page, house)
    Person(page).wait_for_table()
    expect(page.locator(".nudge")).to_be_visible()
    page.get_by_role("button", name="What would Legend do?").click()
    page.get_by_role("button", name="Show the whole turn").click()
    expect(page.locator(".coach .why")).to_be_visible()
    expect(page.locator(".nudge")).to_have_count(0)
    page.locator(".coach").get_by_role("button", name="Close").click()
    expect(page.locator(".nudge")).to_be_visible()


COSTLY: dict[str, Any] = {
    "loss": 0.12,
    "costly": True,
    "better": {
        "hint": "Look at the market.", "text": "Bought Scout", "why": "What counts is the Scout.", "reason": None,
        "facts": {}, "actions": [{"do": "buy", "card": "scout"}], "chance": 0.5, "turns": 9,
    },
}  # fmt: skip


@pytest.mark.parametrize("rated", [False, True])
def test_given_somebody_else_at_the_table_then_no_coach_is_offered(visit: Visit, house: House, rated: bool) -> None:
    page, other = visit(settings={"coach": True}), visit()
    for number, one in enumerate((page, other)):
        path, who = (
            ("account", {"name": f"Coachless {number}", "password": "correct horse"}) if rated else ("guest", {})
        )
        assert one.request.post(f"{house.address}/api/{path}", data=who).ok
    wish = {"game": "silvergold", "setup": {"players": 2}, "rated": rated}
    wish |= {"seats": [{"kind": "me"}, {"kind": "open"}]} if not rated else {}
    room = page.request.post(f"{house.address}/api/rooms", data=wish).json()
    path = f"{house.address}/api/rooms/{room['code']}"
    assert other.request.put(f"{path}/seats/1", data={"kind": "me"}).ok
    if rated:  # starts when everybody is in the room and ready
        for one in (page, other):
            one.goto(f"{house.address}/#/r/{room['code']}")
            one.wait_for_selector(".terms")
            assert one.request.put(f"{path}/ready", data={"ready": True}).ok
    started = page.request.post(f"{path}/start", data={})
    assert started.ok, started.text()
    page.goto(f"{house.address}/#/r/{room['code']}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Menu").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.get_by_role("button", name="What would Legend do?").count() == 0
    assert page.locator(".coach").count() == 0
    assert not [url for url in asked if "/coach" in url]


def test_given_a_lost_game_then_the_result_tells_its_lesson_and_it_can_be_played_again_from_there(
    visit: Visit, house: House
) -> None:
    page = visit()
    sit_down(page, house)
    person = Person(page)
    person.wait_for_table()
    for _ in range(2):  # where the first hand is good for nothing, waiting once costs nothing
        page.get_by_role("button", name="End turn").click()
        page.get_by_role("button", name="Draw cards").click()
        expect(page.get_by_role("button", name="Draw cards")).to_be_hidden()
        person.wait_for_turn()
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Give up the game").click()
    page.get_by_role("button", name="Yes, give up").click()
    lesson = page.get_by_role("region", name="The lesson of this game")
    expect(lesson.get_by_role("link", name="Look at this turn")).to_be_visible(timeout=60_000)
    expect(lesson).to_contain_text("Better:")
    lost = page.url
    lesson.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: "#/r/" in url and url != lost)
    person.wait_for_table()
    expect(page.get_by_role("button", name="End turn")).to_be_visible()
