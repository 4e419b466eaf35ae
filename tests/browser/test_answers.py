"""The table answers: why not, what is this, who speaks, who is invited."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser import positions
from tests.browser.conftest import House, Visit
from tests.browser.person import Person
from tests.browser.test_table import BOT, Room, sit


def test_given_a_space_out_of_reach_when_i_press_it_then_the_reason_is_said_and_the_card_stays(
    visit: Visit, make_room: Room
) -> None:
    page = visit(settings={"language": "fr"})
    sit(page, make_room)
    page.locator("[data-card=trailblazer]").click()
    village = page.locator('[data-h][aria-label^="village 4"]').first.get_attribute("data-h")
    assert village
    Person(page).go_to(village)
    expect(page.locator(".no")).to_contain_text("Non, car cette case demande 4 pièces d’une seule carte")
    expect(page.locator("[data-card=trailblazer][aria-pressed=true]")).to_have_count(1)


def test_given_a_card_when_i_press_i_then_it_is_large_and_leads_to_its_rule(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room)
    page.locator("[data-market=cartographer]").focus()
    page.keyboard.press("i")
    dialog = page.get_by_role("dialog", name="Cartographer")
    expect(dialog).to_contain_text("As payment it is worth ½.")
    assert (dialog.locator(".card.xl").bounding_box() or {})["width"] >= 180
    expect(dialog.get_by_role("link", name="The rule")).to_have_attribute("href", "#/rules/eldorado/actions")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_given_an_invitation_when_a_guest_opens_it_then_name_and_seat_come_first_and_talk_is_heard(
    visit: Visit, house: House, make_room: Room
) -> None:
    host = visit()
    seats = [{"kind": "me"}, {"kind": "open"}, BOT]
    room = make_room(host, game="eldorado", setup={"players": 3, "route": "first"}, seats=seats)
    guest = visit(f"#/r/{room['code']}", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    guest.get_by_label("Your name").fill("Jonas")
    guest.get_by_role("button", name="Sit here").tap()
    expect(host.get_by_text("Jonas")).to_be_visible()
    host.get_by_role("button", name="Start").click()
    Person(guest).wait_for_table()
    Person(host).wait_for_table()
    host.keyboard.press("t")
    host.locator("[data-talk]").fill("see you at the river")
    host.keyboard.press("Enter")
    expect(guest.locator(".passing")).to_contain_text("see you at the river")
    guest.locator(".passing").tap()
    expect(guest.locator(".talk ol")).to_contain_text("see you at the river")


def test_given_one_device_when_it_is_handed_over_then_no_hand_is_in_the_page(visit: Visit, make_room: Room) -> None:
    page = visit()
    names = ("Ana", "Rui", "Eva")
    origin = {"kind": "position", "position": positions.race()}
    make_room(page, origin=origin, start=True, seats=[{"kind": "me", "name": name} for name in names])
    page.get_by_role("button", name="I am Ana").click()
    Person(page).wait_for_table()
    page.get_by_role("button", name="End turn").click()
    page.get_by_role("button", name="Draw cards").click()
    expect(page.get_by_role("dialog")).to_contain_text("Rui")
    expect(page.locator("[data-card]")).to_have_count(0)
    expect(page.locator(".board [data-h]").first).to_be_attached()
