"""The El Dorado table in all its moods: moving, undo, market, camps, keys, lost connections, other people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser import positions
from tests.browser.conftest import House, Visit
from tests.browser.person import PLACE, Person

Room = Callable[..., dict[str, Any]]
BOT = {"kind": "bot", "level": "Guide"}


def sit(page: Page, make_room: Room, position: dict[str, Any] | None = None, **room: Any) -> Person:
    seats = [{"kind": "me"}, BOT, BOT]
    make_room(
        page,
        **(
            {"origin": {"kind": "position", "position": position or positions.race()}, "start": True, "seats": seats}
            | room
        ),
    )
    person = Person(page)
    person.wait_for_table()
    return person


def card(page: Page, name: str) -> Any:
    return page.locator(f"[data-card={name}]").first


def hand(page: Page) -> list[str]:
    return [e.get_attribute("data-card") or "" for e in page.locator("[data-card]").all()]


def test_given_the_first_page_when_i_press_play_then_i_am_at_the_table_one_click_later(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").first.click()
    Person(page).wait_for_table()
    expect(page.locator("[data-card]")).to_have_count(4)


def test_given_a_card_when_i_click_it_then_spaces_light_up_with_costs_and_hovering_shows_the_path(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    person = sit(page, make_room)
    card(page, "trailblazer").click()
    labels = {one["at"]: one["label"] for one in person.lit()}
    assert "costs 2" in labels["13,1"]
    assert "jungle 1" in labels["13,0"]
    box = page.locator('[data-h="13,1"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
    expect(page.locator(".arrow")).to_be_visible()
    expect(page.locator(".turn .words")).to_contain_text("2 to get there, 1 left")


def test_given_a_walk_with_power_left_when_i_undo_then_pawn_card_and_power_are_back(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    person = sit(page, make_room)
    card(page, "trailblazer").click()
    person.go_to("13,0")
    expect(page.locator(".turn .words")).to_contain_text("2 machetes left")
    assert any(one["at"] == "14,0" for one in person.lit()), "what is left lights the next steps"
    expect(page.locator("[data-card]")).to_have_count(3)
    page.keyboard.press("z")
    expect(page.locator("[data-card]")).to_have_count(4)
    expect(page.locator('[data-h="12,0"]')).to_have_attribute(
        "aria-label", "jungle 1, playing piece: You, 13 steps to go"
    )


def test_given_a_card_when_i_drag_it_onto_a_space_then_the_pawn_goes_there(visit: Visit, make_room: Room) -> None:
    page = visit()
    person = sit(page, make_room)
    person.drag_to(card(page, "trailblazer"), "13,1")
    page.wait_for_selector('[data-h="13,1"][aria-label*="playing piece: You"]')


def test_given_a_card_when_i_drag_it_onto_bare_paper_then_it_goes_back(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room)
    box = card(page, "trailblazer").bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] - 20, steps=4)
    page.mouse.up()
    expect(page.locator(".card.sel")).to_have_count(0)
    assert len(hand(page)) == 4


def test_given_a_finger_when_it_drags_a_card_up_to_a_space_then_the_pawn_goes_there(
    visit: Visit, make_room: Room
) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sit(page, make_room)
    box = card(page, "trailblazer").bounding_box()
    assert box
    start = (box["x"] + 30, box["y"] + 40)
    spot = page.evaluate(PLACE, "13,0")
    place = (spot["x"], spot["y"])
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}] if at else []})

    touch("touchStart", *start)
    for k in range(1, 11):
        touch("touchMove", start[0] + (place[0] - start[0]) * k / 10, start[1] + (place[1] - start[1]) * k / 10)
    touch("touchEnd")
    page.wait_for_selector('[data-h="13,0"][aria-label*="playing piece: You"]')


def test_given_the_market_when_i_choose_a_card_then_a_payment_is_proposed_i_can_change_it_and_buy(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room)
    page.locator("[data-market=treasure_chest]").click()
    chips = page.locator(".pc")
    on = page.locator(".pc.on")
    expect(on).to_have_count(3)
    chips.filter(has_text="Cartographer").click()
    expect(page.locator(".pc.on", has_text="Cartographer")).to_have_count(0)
    page.get_by_role("button", name="Buy with these").click()
    expect(page.locator(".journal")).to_contain_text("bought Treasure Chest")
    assert hand(page) == ["cartographer"]


def test_given_a_payment_then_every_card_says_what_it_counts(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room)
    page.locator("[data-market=treasure_chest]").click()
    expect(page.locator(".pc")).to_have_text(["Sailor½", "Photographer2", "Cartographer½", "Trailblazer½"])
    expect(page.locator(".pay")).to_contain_text("Walk first")


def test_given_a_market_card_out_of_reach_when_i_press_it_then_i_read_what_it_does_and_why_not(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room)
    page.locator("[data-market=transmitter]").click()
    about = page.locator(".pay.about")
    expect(about).to_contain_text("Take any card of the market without paying")
    expect(about).to_contain_text("½ short")
    page.locator("[data-market=captain]").click()
    expect(about).to_contain_text("A power of 3 for river.")
    expect(about).to_contain_text("open only while a spot on it is vacant")
    assert page.locator(".pay .btn").count() == 0


FLIGHTS = """() => {
  window.flights = 0;
  const count = (n) => (flights += !!n.classList?.contains('flight'));
  const watch = new MutationObserver(seen => seen.forEach(m => m.addedNodes.forEach(count)));
  watch.observe(document.body, {childList: true, subtree: true});
}"""


@pytest.mark.parametrize(
    ("speed", "motion", "flown"), [("fast", "no-preference", 1), ("off", "no-preference", 0), ("fast", "reduce", 0)]
)
def test_given_a_purchase_then_the_card_flies_to_the_discard_pile_unless_nothing_shall_move(
    visit: Visit, make_room: Room, speed: str, motion: str, flown: int
) -> None:
    page = visit(settings={"speed": speed}, reduced_motion=motion)
    sit(page, make_room)
    page.evaluate(FLIGHTS)
    page.locator("[data-market=treasure_chest]").click()
    page.get_by_role("button", name="Buy with these").click()
    expect(page.locator(".journal")).to_contain_text("bought Treasure Chest")
    expect(page.locator(".flight")).to_have_count(0)
    assert page.evaluate("() => flights") == flown


def test_given_two_pieces_that_reach_one_space_when_i_weigh_the_ways_then_each_is_drawn_and_only_differences_are_said(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room, positions.two_pieces(), seats=[{"kind": "me"}, BOT])
    card(page, "explorer").click()
    Person(page).go_to("1,0")
    choice = page.get_by_role("dialog", name="Which way?")
    ways = choice.get_by_role("button")
    expect(ways.first).to_be_focused()
    expect(ways.nth(0)).to_have_text(re.compile(r"^first playing piece \(\d+ steps to go\)$"))
    first = page.locator(".arrow .a1 path").first.get_attribute("d")
    page.keyboard.press("ArrowDown")
    expect(ways.nth(1)).to_be_focused()
    assert page.locator(".arrow .a1 path").first.get_attribute("d") != first
    page.keyboard.press("Escape")
    expect(choice).to_have_count(0)


def test_given_a_phone_when_i_have_looked_elsewhere_then_my_turn_brings_my_piece_back_into_sight(
    visit: Visit, make_room: Room
) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    clock = {"kind": "live", "seconds": 900, "increment": 0}
    person = sit(page, make_room, clock=clock)
    expect(page.locator(".seats .clk").first).to_contain_text(re.compile(r"1[45]:\d\d"))
    closer = """() => [1, 2].forEach(() => document.querySelector('.map').dispatchEvent(new WheelEvent('wheel',
      {deltaY: -600, clientX: 10, clientY: 120, bubbles: true, cancelable: true})))"""
    page.evaluate(closer)
    inside = """() => { const b = document.querySelector('[data-h="12,0"]').getBoundingClientRect(),
      m = document.querySelector('.map').getBoundingClientRect();
      return b.left > m.left && b.right < m.right && b.top > m.top && b.bottom < m.bottom; }"""
    page.wait_for_function(f"() => !({inside})()")
    person.finish_turn()
    page.wait_for_selector(".btn.primary.main:not([disabled]):not([aria-disabled=true])", timeout=30_000)
    page.wait_for_function(inside)


def test_given_an_action_card_when_i_use_it_then_cards_are_drawn_and_undo_stops_there(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room)
    card(page, "cartographer").click()
    expect(page.locator(".turn .words")).to_have_text("Draw 2 cards.")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("[data-card]")).to_have_count(5)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_given_a_cave_token_when_i_pick_it_then_its_spaces_light_up(visit: Visit, make_room: Room) -> None:
    page = visit()
    person = sit(page, make_room)
    page.get_by_role("button", name="Paddle 2").click()
    assert person.lit()


def test_given_leftover_cards_when_i_end_the_turn_then_i_choose_what_goes_before_anything_is_drawn(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room)
    page.get_by_role("button", name="End turn").click()
    expect(page.locator(".turn .words")).to_contain_text("do not want to keep")
    card(page, "sailor").click()
    expect(page.locator("[data-card]")).to_have_count(3)
    page.keyboard.press("z")
    expect(page.locator("[data-card]")).to_have_count(4)
    page.get_by_role("button", name="Discard all").click()
    expect(page.locator(".journal")).to_be_visible()


def test_given_the_gate_in_reach_when_i_arrive_then_the_result_says_why_i_won(visit: Visit, make_room: Room) -> None:
    page = visit()
    person = sit(page, make_room, positions.last_steps())
    card(page, "sailor").click()
    person.go_to("24,-4")
    page.wait_for_selector(".result", timeout=30_000)
    expect(page.locator(".result h1")).to_have_text("You found El Dorado")
    expect(page.locator(".result .why")).to_contain_text("Nobody else arrived")


def test_given_only_a_keyboard_when_i_play_a_turn_then_everything_can_be_reached(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room)
    index = hand(page).index("trailblazer") + 1
    page.keyboard.press(str(index))
    expect(page.locator(".card.sel")).to_have_count(1)
    page.wait_for_selector(".hit:focus")
    page.keyboard.press("Enter")
    expect(page.locator("[data-card]")).to_have_count(3)
    page.keyboard.press("b")
    page.wait_for_selector(".hit:focus")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.locator(".turn .words")).to_contain_text("do not want to keep")
    page.wait_for_selector(".table[aria-busy=false]")
    page.keyboard.press("e")
    expect(page.locator("[data-card]")).to_have_count(4, timeout=30_000)
    page.wait_for_selector(".turn.mine", timeout=30_000)


def test_given_a_reload_in_the_middle_of_a_turn_then_everything_is_as_it_was(visit: Visit, make_room: Room) -> None:
    page = visit()
    person = sit(page, make_room)
    card(page, "trailblazer").click()
    person.go_to("13,0")
    expect(page.locator("[data-card]")).to_have_count(3)
    page.reload()
    person.wait_for_table()
    expect(page.locator("[data-card]")).to_have_count(3)
    expect(page.locator(".turn .words")).to_contain_text("2 machetes left")
    assert person.lit()


def test_given_two_tabs_when_one_moves_then_the_other_follows(visit: Visit, make_room: Room) -> None:
    page = visit()
    person = sit(page, make_room)
    other = page.context.new_page()
    other.goto(page.url)
    Person(other).wait_for_table()
    card(page, "trailblazer").click()
    person.go_to("13,0")
    other.wait_for_selector('[data-h="13,0"][aria-label*="playing piece: You"]')


def test_given_a_lost_connection_when_the_server_is_back_then_the_game_goes_on_by_itself(
    house: House, visit: Visit, make_room: Room
) -> None:
    page = visit(quiet=False)
    person = sit(page, make_room)
    house.stop()
    try:
        expect(page.get_by_role("alert")).to_contain_text("Connection lost. Your game is kept.")
        card(page, "trailblazer").click()
        person.go_to("13,0")
        expect(page.locator(".turn .words")).to_contain_text("this move has not been made")
    finally:
        house.start()
    expect(page.get_by_role("alert")).to_have_count(0, timeout=30_000)
    card(page, "sailor").click()
    card(page, "trailblazer").click()
    person.go_to("13,0")
    expect(page.locator("[data-card]")).to_have_count(3)


def first_space_in_reach(page: Page) -> str | None:
    """Picks one card after the other until something lights up."""
    for key in "1234":
        page.keyboard.press(key)
        expect(page.locator(".card.sel")).to_have_count(1)
        if lit := Person(page).lit():
            return str(lit[0]["at"])
        page.keyboard.press("Escape")
        if page.locator(".card.sel").count():  # somebody was still walking: the first press ended that
            page.keyboard.press("Escape")
        expect(page.locator(".card.sel")).to_have_count(0)
    return None


def test_given_two_people_online_when_the_guest_sits_down_and_the_host_starts_then_each_sees_the_other_move(
    visit: Visit, make_room: Room
) -> None:
    host = visit()
    room = make_room(
        host, game="eldorado", setup={"players": 2, "route": "first"}, seats=[{"kind": "me"}, {"kind": "open"}]
    )
    expect(host.get_by_role("heading", name="Waiting room")).to_be_visible()
    guest = visit(f"#/r/{room['code']}")
    guest.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        Person(page).wait_for_table()
    mover, watcher = host, guest
    for _ in range(4):  # two turns of each show all cards of a deck: one of them can move
        mover.wait_for_selector(".turn.mine")
        if at := first_space_in_reach(mover):
            break
        mover.keyboard.press("e")
        mover.keyboard.press("e")
        mover, watcher = watcher, mover
    assert at
    Person(mover).go_to(at)
    watcher.wait_for_selector(f'[data-h="{at}"][aria-label*="playing piece"]')
    assert all(name == "" for name in hand(guest)) or len(hand(guest)) == 4
    mover.close()  # in the middle of a turn
    expect(watcher.get_by_text("is away.")).to_be_visible()


def test_given_a_spectator_when_they_look_then_no_hand_is_shown(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room)
    watcher = visit(page.url.split("/", 3)[3])
    Person(watcher).wait_for_table()
    expect(watcher.locator("[data-card]")).to_have_count(0)
    expect(watcher.locator(".turn .words")).to_contain_text("You are watching")
    expect(watcher.get_by_role("button", name="Undo")).to_have_count(0)
    expect(watcher.get_by_text("No cards in hand")).to_have_count(0)
    watcher.get_by_role("link", name="Stop watching").click()
    expect(watcher.get_by_role("button", name="Play now").first).to_be_visible()


def test_given_one_device_for_two_when_a_turn_ends_then_the_device_is_handed_over_first(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    make_room(
        page,
        game="eldorado",
        setup={"players": 2},
        start=True,
        seats=[{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Rui"}],
    )
    page.reload()  # the page of a hand-over alone draws the whole board
    page.wait_for_selector(".over [data-h]", timeout=30_000)
    drawn = "[...document.querySelectorAll('.over use')].map(u => !!document.querySelector(u.getAttribute('href')))"
    assert all(page.evaluate(drawn))
    page.get_by_role("button", name="I am Ana").click()
    Person(page).wait_for_table()
    expect(page.locator("[data-card]")).to_have_count(4)
    page.get_by_role("button", name="End turn").click()
    page.get_by_role("button", name="Draw cards").click()
    expect(page.get_by_role("dialog")).to_contain_text("Pass the device to Rui")
    expect(page.get_by_role("dialog")).to_contain_text("Ana ended the turn without playing a card")
    page.get_by_role("button", name="I am Rui").click()
    expect(page.locator("[data-card]")).to_have_count(4)
    expect(page.locator(".plate1.act")).to_contain_text("Rui")


def test_given_my_turn_then_the_title_says_so(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room)
    expect(page).to_have_title("● Your turn · Expedition")


@pytest.mark.parametrize("language", ["en", "pt", "it", "fr"])
def test_given_a_language_when_a_turn_is_played_then_no_key_shows_through(
    visit: Visit, make_room: Room, language: str
) -> None:
    page = visit(settings={"language": language})
    sit(page, make_room)
    card(page, "trailblazer").click()
    Person(page).go_to("13,0")
    expect(page.locator("[data-card]")).to_have_count(3)
    text = page.locator("body").inner_text() + " ".join(
        page.evaluate("() => [...document.querySelectorAll('[aria-label]')].map(e => e.getAttribute('aria-label'))")
    )
    shown = re.findall(r"\b(?:hint|act|market|seat|space|eldorado|journal|turn|pile)\.[a-zA-Z]\w*", text)
    assert not shown


def test_given_the_last_card_when_i_discard_it_then_nothing_is_drawn_before_i_press_the_button(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    scene = positions.race(turn=positions.turn(phase="discard"))
    scene["seats"][0]["hand"] = ["sailor"]
    origin = {"kind": "position", "position": scene}
    make_room(page, origin=origin, start=True, seats=[{"kind": "me"}, BOT, BOT])
    Person(page).wait_for_table()
    page.keyboard.press("1")
    expect(page.locator("[data-card=sailor][aria-pressed=true]")).to_have_count(1)
    expect(page.get_by_text("that cannot be undone").first).to_be_visible()
    page.get_by_role("button", name="Draw cards").click()
    expect(page.locator("[data-card=sailor]")).to_have_count(0)
