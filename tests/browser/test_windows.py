"""Tables in every window: what is said, lit, ringed and asked has its place at every size."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser import positions, silvergold_positions
from tests.browser.conftest import Visit
from tests.browser.looking import options
from tests.browser.person import Person
from tests.browser.test_table import BOT, Room, card, sit

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
RINGED = """() => {
  const inside = (a, b) => a.left <= b.left + 0.5 && a.top <= b.top + 0.5 && a.right >= b.right - 0.5
    && a.bottom >= b.bottom - 0.5;
  const rings = [...document.querySelectorAll('.ring')].map(e => e.getBoundingClientRect());
  const meant = [...document.querySelectorAll(MEANT)].map(e => e.getBoundingClientRect());
  return rings.length > 0 && rings.every(ring => meant.some(box => inside(ring, box)));
}"""


@pytest.mark.parametrize("size", [(1152, 800), (1600, 900), (2560, 1440)])
def test_given_a_note_of_what_happened_when_i_press_j_then_the_journal_is_there(
    visit: Visit, make_room: Room, size: tuple[int, int]
) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]})
    person = sit(page, make_room, positions.beside_a_camp())
    assert any("remove 1 card" in one["label"] for one in person.lit())
    person.go_to("1,2")
    expect(page.locator(".turn .words")).to_contain_text("Tap 1 card to give")
    card(page, "traveler").click()
    page.wait_for_selector('[data-h="1,2"][aria-label*="playing piece: You"]')
    expect(page.locator(".journal")).to_contain_text("removed 1 card at the base camp")
    page.keyboard.press("j")
    page.wait_for_selector(".journal ol:focus")
    expect(page.locator(".journal")).to_contain_text("removed 1 card at the base camp")


def test_given_a_refused_space_then_a_line_joins_the_reason_to_it_and_the_focus_asks_too(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    person = sit(page, make_room)
    card(page, "trailblazer").click()
    village = page.locator('[data-h][aria-label^="village 4"]').first.get_attribute("data-h")
    assert village
    person.go_to(village)
    expect(page.locator(".no")).to_contain_text("4 coins")
    ends = page.evaluate("""() => {
      const p = document.querySelector('.join path'), box = document.querySelector('.no').getBoundingClientRect();
      const m = p.getScreenCTM(), n = p.getTotalLength();
      const [a, b] = [p.getPointAtLength(0), p.getPointAtLength(n)].map(q => q.matrixTransform(m));
      const r = document.querySelector('.refused').getBoundingClientRect();
      const near = (q, z) => q.x > z.left - 9 && q.x < z.right + 9 && q.y > z.top - 9 && q.y < z.bottom + 9;
      return [near(a, box), near(b, r)];
    }""")
    assert ends == [True, True]
    page.keyboard.press("Escape")
    expect(page.locator(".no")).to_have_count(0)
    first = page.evaluate("() => document.querySelector('.map [role=button]:not([aria-hidden])').dataset.t")
    assert first in {one["at"] for one in person.lit()}, "what is in reach is heard first"
    page.keyboard.press("b")
    page.wait_for_selector(".hit.aim:focus")
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".rest .hit:focus")
    expect(page.locator(".no")).to_be_visible()


def test_given_silver_and_gold_when_a_piece_does_not_go_there_then_its_place_is_dashed_and_a_map_can_be_looked_at(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    origin = {"kind": "position", "position": silvergold_positions.crossing()}
    make_room(page, origin=origin, start=True, seats=[{"kind": "me"}, BOT, BOT])
    page.wait_for_selector("[data-mode=mark]")
    expect(page.locator(".coach-door")).to_be_visible()
    page.locator('.live .hit[aria-disabled="true"]').first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".live .rf")).to_have_count(1)
    expect(page.locator(".words.refused")).to_contain_text("No, because")
    page.keyboard.press("i")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("points once all of its")
    expect(dialog.get_by_role("link", name="The rule")).to_have_attribute("href", "#/rules/silvergold/maps")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator(".disp .dc").first.focus()
    page.keyboard.press("i")
    expect(dialog.locator(".tmap")).to_be_visible()


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1366, 768), (2560, 1440)])
def test_given_a_lesson_then_its_rings_lie_around_what_they_mean_and_follow_raised_cards(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit("#/lesson/eldorado/walk", **options(size))
    page.wait_for_selector(".coach .goal")
    while page.locator(".coach .acts .btn").count():
        page.locator(".coach .acts .btn").first.click()
    page.wait_for_selector(".ring")
    page.wait_for_function(RINGED.replace("MEANT", "'[data-card] .card'"))
    page.locator("[data-card]", has=page.locator(".card")).first.click()
    page.wait_for_selector(".hit.aim")
    page.wait_for_function(RINGED.replace("MEANT", "'.hit.aim, [data-card] .card'"))


def test_given_a_tablet_by_touch_then_spaces_of_the_opening_camera_are_44_px_wide(
    visit: Visit, make_room: Room
) -> None:
    page = visit(viewport={"width": 1024, "height": 768}, has_touch=True, is_mobile=True)
    own = "[data-h][aria-label*='playing piece: You']"
    inside = f"""() => {{ const b = document.querySelector("{own}").getBoundingClientRect(),
      m = document.querySelector('.map').getBoundingClientRect();
      return b.left >= m.left && b.right <= m.right && b.top >= m.top && b.bottom <= m.bottom; }}"""
    for begun in (True, False):
        if begun:
            sit(page, make_room)
        else:
            setup = {"players": 2, "route": "first"}
            make_room(page, game="eldorado", setup=setup, start=True, seats=[{"kind": "me"}, BOT])
            Person(page).wait_for_table()
        page.wait_for_function("() => document.querySelector('[data-h]').getBoundingClientRect().width >= 43.5")
        page.wait_for_function(inside)


def test_given_no_sound_yet_when_i_have_begun_then_it_is_offered_once(visit: Visit, make_room: Room) -> None:
    page = visit(settings={"soundAsked": False})
    sit(page, make_room)
    expect(page.locator(".coach-door")).to_be_visible()
    assert page.locator(".offer").count() == 0
    card(page, "sailor").click()
    card(page, "sailor").click()
    page.get_by_role("button", name="Silent").click()
    expect(page.locator(".offer")).to_have_count(0)
    assert page.evaluate("() => JSON.parse(localStorage['expedition.settings']).soundAsked")


def test_given_a_phone_when_somebody_asks_to_play_again_then_the_question_stands_below_the_result(
    visit: Visit, make_room: Room
) -> None:
    host = visit(**PHONE)
    seats = [{"kind": "me"}, {"kind": "open"}]
    room = make_room(host, game="eldorado", setup={"players": 2, "route": "first"}, seats=seats)
    guest = visit(f"#/r/{room['code']}", **PHONE)
    guest.get_by_role("button", name="Sit here").tap()
    host.get_by_role("button", name="Start the game").tap()
    for page in (host, guest):
        Person(page).wait_for_table()
    guest.get_by_role("button", name="Menu").first.tap()
    guest.get_by_role("button", name="Give up").tap()
    guest.get_by_role("button", name="Yes, give up").tap()
    for page in (host, guest):
        page.wait_for_selector(".result")
    host.get_by_role("button", name="Play again").tap()
    expect(guest.get_by_role("alertdialog")).to_be_visible()
    clear = """() => document.querySelector('.ask').getBoundingClientRect().top
      >= document.querySelector('.result').getBoundingClientRect().bottom"""
    guest.wait_for_function(clear)
