"""The Silver & Gold table: the piece under pointer, finger and keys, crosses, undo, one device, the result."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser import silvergold_positions as positions
from tests.browser.conftest import House, Visit
from tests.browser.looking import FAULTS, KINDS, SIZES, at_rest, axe, options, resized, speak
from tests.browser.measure import answers_within, watch_for_jumps
from tests.browser.silvergold_person import Hands, Person

Room = Callable[..., dict[str, Any]]
BOT = {"kind": "bot", "level": "Guide"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def sit(
    page: Page, make_room: Room, position: dict[str, Any] | None = None, hands: Hands = "mouse", others: Any = BOT
) -> Person:
    """At the table of the drawing with the computer in all other seats."""
    given = position or positions.crossing()
    make_room(
        page,
        origin={"kind": "position", "position": given},
        start=True,
        seats=[{"kind": "me"}, *[others] * (len(given["seats"]) - 1)],
    )
    person = Person(page, hands)
    person.wait_for_table()
    return person


def sit_with_friend(host: Page, visit: Visit, make_room: Room) -> tuple[Person, Person]:
    """Two people online in the middle of a game."""
    room = make_room(
        host, origin={"kind": "position", "position": positions.crossing(2)}, seats=[{"kind": "me"}, {"kind": "open"}]
    )
    guest = visit(f"#/r/{room['code']}")
    guest.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    people = Person(host), Person(guest)
    for person in people:
        person.wait_for_table()
    return people


def field(page: Page, card: str, at: str) -> Locator:
    return page.locator(f"[data-map={card}].live [data-cell='{at}']")


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def turn_until(page: Page, words: str) -> None:
    """Turns, then mirrors and turns, until the line under the maps says so."""
    for k in range(9):
        if words in page.locator(".words").inner_text():
            return
        page.keyboard.press("f" if k == 4 else "r")
        page.wait_for_timeout(30)
    raise AssertionError(f"No way of holding the piece says: {words}. It says: {page.locator('.words').inner_text()}")


def test_given_the_first_page_when_i_press_play_at_silver_and_gold_then_i_choose_two_of_four_maps(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    make_room(page, game="silvergold", setup={"players": 2}, seats=[{"kind": "me"}, {"kind": "open"}])
    page.goto(page.url.split("#")[0])
    page.locator(".door.silvergold").get_by_role("button", name="Play now").click()
    Person(page).wait_for_table()
    expect(page.locator("[data-keep]")).to_have_count(4)
    keep = page.get_by_role("button", name="Keep these two")
    page.locator("[data-keep]").nth(0).click()
    expect(keep).to_be_disabled()
    page.locator("[data-keep]").nth(2).click()
    page.locator("[data-keep]").nth(3).click()
    expect(page.locator("[data-keep][aria-pressed=true]")).to_have_count(2)
    chosen = [e.get_attribute("data-keep") for e in page.locator("[data-keep][aria-pressed=true]").all()]
    keep.click()
    page.wait_for_selector("[data-mode=mark]")
    assert {e.get_attribute("data-map") for e in page.locator(".tmap.live").all()} == set(chosen)


def test_given_a_pattern_when_the_pointer_moves_then_it_snaps_turns_by_key_and_wheel_and_says_what_it_brings(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room)
    corner = field(page, "purple-04", "2,3").bounding_box()
    assert corner
    page.mouse.move(corner["x"] + 4, corner["y"] + corner["height"] / 2)
    turn_until(page, "The cross gives one more field on either map.")
    expect(page.locator(".piece")).to_have_count(1)
    expect(page.locator(".tag.on")).to_have_text("+1 field")
    before = page.locator(".piece .body").get_attribute("d")
    page.mouse.wheel(0, 120)
    expect(page.locator(".exp .pat")).to_have_count(4)
    assert before
    expect(page.locator(".piece .body").or_(page.locator(".ghost path")).first).not_to_have_attribute("d", before)


def test_given_a_field_with_a_palm_when_i_point_at_it_then_it_says_todays_value_and_the_score_card_shows_it(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room)
    expect(page.locator("[data-map=orange-05] .tag text")).to_have_text("+3")
    expect(page.locator(".disp .cap")).to_contain_text("2 palms showing: a palm is worth 3")
    page.get_by_role("button", name="Mark one field instead").click()
    page.mouse.move(*middle(field(page, "orange-05", "1,1")))
    expect(page.locator(".words")).to_contain_text("Palm: 3 points.")
    expect(page.locator(".score .pb.next")).to_have_text("3?")


def test_given_a_cross_when_i_mark_it_then_i_choose_the_extra_field_and_can_undo_both(
    visit: Visit, make_room: Room
) -> None:
    page, friend = visit(), visit
    person, _ = sit_with_friend(page, friend, make_room)
    start = person.marked()
    corner = field(page, "purple-04", "2,3").bounding_box()
    assert corner
    page.mouse.move(corner["x"] + 4, corner["y"] + corner["height"] / 2)
    turn_until(page, "The cross gives one more field")
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".piece.pinned")).to_have_count(1)
    page.get_by_role("button", name="Mark", exact=True).click()
    page.wait_for_selector("[data-mode=extra]")
    expect(page.locator(".words")).to_contain_text("one more field, on either map")
    assert person.marked() == start + 4
    page.mouse.click(*middle(field(page, "orange-05", "3,2")))
    page.keyboard.press("e")
    page.wait_for_selector("[data-mode=wait]")
    expect(page.locator(".words")).to_contain_text("Still thinking")
    assert person.marked() == start + 5
    page.keyboard.press("z")
    page.wait_for_selector("[data-mode=extra]")
    page.keyboard.press("z")
    page.wait_for_selector("[data-mode=mark]")
    assert person.marked() == start


def test_given_two_people_online_when_both_mark_then_neither_sees_the_other_before_all_are_done(
    visit: Visit, make_room: Room
) -> None:
    host, guest = sit_with_friend(visit(), visit, make_room)
    seen = guest.page.locator(".opps .ink").count()
    expect(guest.page.locator(".opps .st")).to_contain_text("thinking")
    host.page.get_by_role("button", name="Mark one field instead").click()
    host.page.mouse.click(*middle(field(host.page, "orange-05", "1,2")))
    host.page.keyboard.press("e")
    host.page.wait_for_selector("[data-mode=wait]")
    expect(guest.page.locator(".opps .st")).to_contain_text("marked")
    assert guest.page.locator(".opps .ink").count() == seen
    turn = guest.page.locator(".table.sg").get_attribute("data-turn")
    guest.mark()
    while guest.mode() == "extra":
        guest.mark()
    guest.page.wait_for_selector(f".table.sg:not([data-turn='{turn}'])")
    expect(guest.page.locator(".opps .ink")).to_have_count(seen + 1)


def test_given_maps_of_different_height_then_all_are_drawn_to_one_scale(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room, positions.last_field())
    for fields in (".live .hit", ".disp .sand", ".opps .sand"):
        sides = page.evaluate(
            "(all) => [...document.querySelectorAll(all)].map(e => Math.round(e.getBoundingClientRect().width))", fields
        )
        assert len(set(sides)) == 1, (fields, set(sides))


def test_given_two_opponents_of_one_level_then_their_names_tell_them_apart(visit: Visit, make_room: Room) -> None:
    page = visit(settings={"language": "pt"})
    sit(page, make_room)
    expect(page.locator(".seats .who b")).to_have_text(["Você", "Guia", "Guia 2"])


def test_given_a_lost_connection_when_the_server_is_back_then_the_piece_still_lies_there_and_is_marked(
    house: House, visit: Visit, make_room: Room
) -> None:
    page = visit(quiet=False)
    person = sit(page, make_room)
    before = person.marked()
    person.lay()
    house.stop()
    try:
        expect(page.get_by_role("alert")).to_contain_text("Connection lost. Your game is kept.")
        page.get_by_role("button", name="Mark", exact=True).click()
        expect(page.locator(".words")).to_contain_text("this move has not been made")
        expect(page.locator(".piece.pinned")).to_have_count(1)
    finally:
        house.start()
    expect(page.get_by_role("alert")).to_have_count(0, timeout=30_000)
    expect(page.locator(".words")).not_to_contain_text("has not been made")
    page.get_by_role("button", name="Mark", exact=True).click()
    expect(page.locator(".piece.pinned")).to_have_count(0)
    person.settle()
    assert person.marked() >= before + 4


def test_given_two_tabs_when_one_marks_then_the_other_follows(visit: Visit, make_room: Room) -> None:
    page = visit()
    person = sit(page, make_room)
    before = person.marked()
    other = page.context.new_page()
    other.goto(page.url)
    Person(other).wait_for_table()
    person.mark()
    expect(other.locator(".live .ink")).not_to_have_count(before)
    expect(other.locator(".live .ink")).to_have_count(person.marked())


def test_given_a_slow_machine_when_the_piece_is_turned_laid_and_moved_then_the_page_answers_within_100_ms(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room, positions.crossing(4))
    at_rest(page)
    assert answers_within(page, lambda: lay_about(page), 100) <= 100


def lay_about(page: Page) -> None:
    for card, at in (("purple-04", "2,3"), ("orange-05", "2,2"), ("orange-05", "1,2")):
        page.mouse.click(*middle(field(page, card, at)))
        for key in "rf1":
            page.keyboard.press(key)
            page.wait_for_timeout(150)


def test_given_the_others_mark_when_the_next_card_comes_then_nothing_on_the_page_jumps(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    person = sit(page, make_room)
    at_rest(page)
    jumps = watch_for_jumps(page)
    turn = page.locator(".table.sg").get_attribute("data-turn")
    person.mark()
    while person.mode() == "extra":
        person.mark()
    page.wait_for_selector(f"[data-mode=mark]:not([data-turn='{turn}'])")
    page.wait_for_timeout(300)
    assert jumps() < 0.01


def test_given_the_last_field_with_a_coin_when_it_is_marked_then_a_trophy_comes_and_i_take_a_new_map(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room, positions.last_field())
    expect(page.locator(".words")).to_contain_text("L of four")
    page.keyboard.press("1")
    page.mouse.click(*middle(field(page, "grey-08", "1,0")))
    expect(page.locator(".words")).to_contain_text("complete, 8 points")
    expect(page.locator(".words")).to_contain_text("the next trophy is 4")
    page.get_by_role("button", name="Mark", exact=True).click()
    page.wait_for_selector("[data-mode=take]")
    expect(page.locator("[data-take]")).to_have_count(5)
    expect(page.locator(".score .tr.on")).to_have_text("4")
    page.locator("[data-take=green-06]").click()
    page.wait_for_selector("[data-map=green-06].live")
    expect(page.locator(".score .dn")).to_have_count(3)


def test_given_only_a_keyboard_when_i_take_a_turn_then_turning_mirroring_laying_and_marking_all_work(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    person = sit(page, make_room)
    before = person.marked()
    page.keyboard.press("b")
    page.wait_for_selector("[data-cell]:focus")
    page.keyboard.press("ArrowRight")
    held = page.locator(".exp .pat").first.get_attribute("x"), page.locator(".exp .pat").nth(3).get_attribute("y")
    page.keyboard.press("r")
    page.keyboard.press("f")
    page.wait_for_timeout(50)
    assert held != (
        page.locator(".exp .pat").first.get_attribute("x"),
        page.locator(".exp .pat").nth(3).get_attribute("y"),
    )
    for _ in range(8):  # over water and on to the other map
        page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.dataset.slot") == "1"
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    expect(page.locator(".piece.pinned")).to_have_count(1)
    expect(page.locator("[aria-live=polite]")).to_contain_text("4 fields on the orange map")
    turn = page.locator(".table.sg").get_attribute("data-turn")
    page.keyboard.press("e")
    page.wait_for_selector(f".table.sg[data-mode=extra], .table.sg:not([data-turn='{turn}'])")
    assert person.marked() >= before + 4


def drag_with_finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]})
    for k in range(1, 11):
        at = {"x": start[0] + (end[0] - start[0]) * k / 10, "y": start[1] + (end[1] - start[1]) * k / 10}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(250)  # a tap in the same instant would only stop the fling the browser sees


@pytest.mark.parametrize("size", [(390, 844), (740, 360)], ids=["upright", "on its side"])
def test_given_a_phone_when_the_pattern_is_dragged_from_its_place_then_it_snaps_above_the_finger_and_stays(
    visit: Visit, make_room: Room, size: tuple[int, int]
) -> None:
    page = visit(**(PHONE | {"viewport": {"width": size[0], "height": size[1]}}))
    person = sit(page, make_room, hands="finger")
    x, y = middle(field(page, "orange-05", "1,2"))
    drag_with_finger(page, middle(page.locator(".grip")), (x + 10, y + 56 + 10))
    page.wait_for_selector("[data-map=orange-05] .piece.pinned")
    drag_with_finger(page, (x, y), (x, y + 60))
    expect(page.locator(".piece.pinned")).to_have_count(1)
    turn = page.locator(".table.sg").get_attribute("data-turn")
    page.get_by_role("button", name="Mark", exact=True).tap()
    page.wait_for_selector(f".table.sg[data-mode=extra], .table.sg:not([data-turn='{turn}'])")
    assert person.marked() >= 15


def test_given_a_finger_when_it_taps_a_field_again_then_the_piece_covers_it_another_way(
    visit: Visit, make_room: Room
) -> None:
    page = visit(**PHONE)
    sit(page, make_room, hands="finger")
    target = middle(field(page, "orange-05", "1,2"))
    ways = set()
    for _ in range(4):
        page.touchscreen.tap(*target)
        page.wait_for_selector(".piece.pinned")
        ways.add(page.locator(".piece .body").get_attribute("d"))
    assert len(ways) >= 3


def test_given_six_completed_maps_on_a_small_phone_then_each_is_counted_on_the_score_card(
    visit: Visit, make_room: Room
) -> None:
    page = visit(**options((360, 740)))
    position = positions.crossing(2)
    more = ["grey-01", "green-01", "orange-01", "purple-01"]
    position["seats"][0]["completed"] += more
    position["deck"] = [card for card in position["deck"] if card not in more]
    sit(page, make_room, position, hands="finger")
    expect(page.locator(".psheet .dn")).to_have_count(6)
    row = page.locator(".psheet .drow").bounding_box()
    last = page.locator(".psheet .dn").last.bounding_box()
    assert row
    assert last
    assert last["y"] + last["height"] <= row["y"] + row["height"] + 1
    assert last["x"] + last["width"] <= 360


def test_given_a_reload_between_pattern_and_extra_field_then_everything_is_as_it_was(
    visit: Visit, make_room: Room
) -> None:
    host, _ = sit_with_friend(visit(), visit, make_room)
    page = host.page
    page.get_by_role("button", name="Mark one field instead").click()
    page.mouse.click(*middle(field(page, "purple-04", "3,3")))
    page.keyboard.press("e")
    page.wait_for_selector("[data-mode=extra]")
    marked = host.marked()
    page.reload()
    host.wait_for_table()
    page.wait_for_selector("[data-mode=extra]")
    assert host.marked() == marked


def test_given_one_device_for_two_when_one_has_marked_then_the_other_is_asked_to_take_it_and_sees_no_fresh_marks(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    make_room(
        page,
        origin={"kind": "position", "position": positions.crossing(2)},
        start=True,
        seats=[{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Rui"}],
    )
    page.get_by_role("button", name="I am Rui").click()
    person = Person(page)
    page.wait_for_selector("[data-mode=mark]")
    page.keyboard.press("1")
    page.mouse.click(*middle(field(page, "purple-12", "0,2")))
    page.keyboard.press("e")
    expect(page.get_by_role("dialog")).to_contain_text("Pass the device to Ana")
    page.get_by_role("button", name="Take it back").click()
    page.wait_for_selector("[data-map=purple-12].live")
    page.mouse.click(*middle(field(page, "purple-12", "0,2")))
    page.keyboard.press("e")
    page.get_by_role("button", name="I am Ana").click()
    page.wait_for_selector("[data-map=purple-04].live")
    expect(page.locator("[data-map=purple-12] .ink")).to_have_count(7)
    turn = page.locator(".table.sg").get_attribute("data-turn")
    page.keyboard.press("1")
    page.mouse.click(*middle(field(page, "orange-05", "1,2")))
    page.keyboard.press("e")
    page.wait_for_selector(f".table.sg:not([data-turn='{turn}'])")
    expect(page.locator("[data-map=purple-12] .ink").first).to_be_attached()
    assert person.page.locator("[data-map=purple-12] .ink").count() in (8, 16)


def test_given_a_spectator_then_the_table_is_shown_and_nothing_can_be_marked(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room)
    watcher = visit(page.url.split("/", 3)[3])
    Person(watcher).wait_for_table()
    expect(watcher.locator(".words")).to_contain_text("You are watching")
    expect(watcher.locator(".hit")).to_have_count(0)


def test_given_the_round_card_then_it_shows_six_patterns_and_the_trophies_left(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room)
    page.keyboard.press("p")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".pats li")).to_have_count(6)
    expect(dialog.locator(".tro .gone")).to_have_count(2)


def test_given_equal_points_when_the_last_card_is_marked_then_the_result_counts_line_by_line_and_names_the_tie_break(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    position = positions.last_card_of_all(palms=[2])
    make_room(
        page,
        origin={"kind": "position", "position": position},
        start=True,
        seats=[{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Rui"}],
    )
    for name, card, at in (("Rui", "purple-12", "0,2"), ("Ana", "orange-05", "1,2")):
        page.get_by_role("button", name=f"I am {name}").click()
        page.wait_for_selector(f"[data-map={card}].live")
        page.keyboard.press("1")
        page.mouse.click(*middle(field(page, card, at)))
        page.keyboard.press("e")
    page.wait_for_selector(".result")
    totals = [int(e.inner_text()) for e in page.locator(".result .sum td b").all()]
    rows = {
        row.locator("th").inner_text(): [int(cell.inner_text()) for cell in row.locator("td b").all()]
        for row in page.locator(".result tbody tr").all()
    }
    assert rows["Completed maps"] == [18, 20]
    assert rows["Seals"] == [1, 0]
    assert totals == [30, 30]
    assert page.locator(".result .why").inner_text() == (
        "Equal points. Completed maps decide, colour green: 1 against 0."
    )


@pytest.mark.parametrize("size", SIZES[:2], ids=["upright", "on its side"])
def test_given_four_players_in_a_small_window_when_the_points_are_counted_then_all_of_it_is_seen_at_once(
    visit: Visit, make_room: Room, size: tuple[int, int]
) -> None:
    page = visit(settings={"language": "fr"}, **options(size))
    person = sit(page, make_room, positions.long_scores(), hands="finger")
    while person.act():
        pass
    for window in (size, (1366, 650)):  # and in the window of a small laptop
        page.set_viewport_size({"width": window[0], "height": window[1]})
        at_rest(page)
        hidden = page.evaluate(
            """() => { const e = document.querySelector('.result .scroll');
              return [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth]; }"""
        )
        assert max(hidden) <= 1, (window, hidden)
        for button in page.locator(".result .acts .btn").all():
            expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("hands", "players", "options"),
    [("mouse", 4, {}), ("finger", 2, PHONE)],
    ids=["4 seats by clicks", "2 seats by taps on a phone"],
)
def test_given_a_table_against_the_computer_when_i_play_28_turns_then_the_result_says_who_won(
    visit: Visit, make_room: Room, hands: Hands, players: int, options: dict[str, Any]
) -> None:
    page = visit(**options)
    make_room(
        page, game="silvergold", setup={"players": players}, start=True, seats=[{"kind": "me"}, *[BOT] * (players - 1)]
    )
    person = Person(page, hands)
    person.wait_for_table()
    while person.act():
        pass
    expect(page.locator(".result tbody tr")).to_have_count(6)
    assert re.search("won|victory", page.locator(".result h1").inner_text())
    assert page.locator(".result thead th").count() == players + 1


@pytest.mark.parametrize("kind", KINDS)
def test_given_any_size_and_language_when_the_table_is_shown_then_nothing_is_small_hidden_or_outside(
    visit: Visit, make_room: Room, kind: str
) -> None:
    page = visit(**options(KINDS[kind][0]))
    found: list[str] = []

    def look(what: str) -> None:
        for size in resized(page, KINDS[kind]):
            found.extend(f"{what}, {size}: {fault}" for fault in page.evaluate(FAULTS, kind == "phone"))

    for language, players in (("en", 4), ("pt", 2), ("it", 3), ("fr", 4)):
        if language != "en":
            page.goto(page.url.split("#")[0] + "#/")  # no line to a room is cut while it is being laid
            page.wait_for_selector(".door")
            speak(page, language)
        make_room(
            page,
            game="silvergold",
            setup={"players": players},
            start=True,
            seats=[{"kind": "me"}, *[BOT] * (players - 1)],
        )
        page.wait_for_selector("[data-mode=keep]")
        look(f"{language}, choosing")
        person = sit(page, make_room, positions.crossing(players))
        page.wait_for_selector("[data-mode=mark]")
        look(language)
        person.lay_by_keys()
        look(f"{language}, laid")
        text = page.locator("body").inner_text() + " ".join(
            page.evaluate("() => [...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel)")
        )
        found += re.findall(r"\b(?:sg|silvergold|hint|act|seat|journal|turn)\.[a-zA-Z]\w*", text)
    assert not found, "\n".join(sorted(set(found)))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_given_both_themes_when_axe_looks_at_the_table_its_dialogs_and_the_result_then_it_finds_nothing(
    visit: Visit, make_room: Room, theme: str
) -> None:
    page = visit(settings={"theme": theme})
    rules = ["color-contrast"] if theme == "dark" else []  # the same page in other colours
    found: list[str] = []

    def look(what: str) -> None:
        at_rest(page)
        found.extend(f"{what}: {fault}" for fault in axe(page, *rules))

    make_room(page, game="silvergold", setup={"players": 3}, start=True, seats=[{"kind": "me"}, BOT, BOT])
    page.wait_for_selector("[data-mode=keep]")
    look("choosing")
    person = sit(page, make_room)
    person.lay_by_keys()
    look("table")
    for key in "pj":
        page.keyboard.press(key)
        look(f"dialog {key}")
        page.keyboard.press("Escape")
    page.locator(".opp").first.click()
    look("another player")
    page.keyboard.press("Escape")
    person = sit(page, make_room, positions.last_card_of_all())
    while person.act():
        pass
    look("result")
    assert not found, "\n".join(found)


def test_given_a_first_visit_when_the_table_is_reached_then_300_kb_suffice_and_nothing_of_the_other_game_comes(
    visit: Visit,
) -> None:
    page = visit(first=True)
    page.locator(".door.silvergold").get_by_role("button", name="Play now").click()
    Person(page).wait_for_table()
    sent = page.evaluate(
        "() => ['resource', 'navigation'].flatMap(k => performance.getEntriesByType(k))"
        ".map(e => [e.name, e.transferSize])"
    )
    assert 20_000 < sum(size for name, size in sent if "woff2" not in name) <= 300_000
    assert not [name for name, _ in sent if "Eldorado" in name]
