"""The house around the tables: setting up, finding each other, being lost, stopping early."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser import positions
from tests.browser.conftest import House, Visit
from tests.browser.person import Person

Room = Callable[..., dict[str, Any]]
BOT = {"kind": "bot", "level": "Guide"}


def room_of(page: Page, house: House) -> dict[str, Any]:
    page.wait_for_url(re.compile("#/r/"))
    found: dict[str, Any] = page.request.get(f"{house.address}/api/rooms/{page.url.rsplit('/', 1)[1]}").json()
    return found


def test_given_a_table_to_set_up_when_i_choose_blockades_clock_and_my_seat_then_the_room_is_as_i_chose(
    visit: Visit, house: House
) -> None:
    page = visit("#/new/eldorado?mode=friends")
    page.get_by_text("Hills of Gold").click()
    page.get_by_text("Chosen", exact=True).click()
    first, second = page.get_by_label("After tile 1"), page.get_by_label("After tile 2")
    expect(first).to_have_value("1")
    first.select_option("2")
    expect(second).to_have_value("1")  # each blockade lies once
    page.get_by_text("Without caves").click()
    page.get_by_text("For the whole game").click()
    page.get_by_text("5 min + 5 s", exact=True).click()
    page.get_by_text("the player gives up").click()
    third = page.get_by_role("radiogroup", name="Orchid")
    third.get_by_text("You").click()
    expect(page.get_by_role("radiogroup", name="Scarlet").get_by_role("radio", name="A friend")).to_be_checked()
    page.get_by_role("button", name="Open the room").click()
    room = room_of(page, house)
    assert room["setup"]["blockades"][:2] == [2, 1]
    assert (room["setup"]["route"], room["setup"]["caves"]) == ("hills_of_gold", False)
    assert room["clock"] == {"kind": "live", "seconds": 300, "increment": 5}
    assert (room["on_timeout"], room["rated"]) == ("resign", False)
    assert [seat["kind"] for seat in room["seats"]] == ["open", "open", "person"]


def test_given_a_guest_then_rated_games_say_why_not_and_an_account_may_open_one(visit: Visit, house: House) -> None:
    page = visit("#/new/eldorado?mode=friends")
    rated = page.locator("[data-rated]")
    expect(rated).to_be_disabled()
    expect(page.get_by_text("Rated games need an account.")).to_be_visible()
    page.request.post(f"{house.address}/api/account", data={"name": "Rosa Amaral", "password": "long enough"})
    page.reload()
    rated.check()
    page.get_by_role("radiogroup", name="Orchid").get_by_text("Computer").click()
    expect(rated).to_be_disabled()
    expect(page.get_by_text("no computer, no shared device")).to_be_visible()
    page.get_by_role("radiogroup", name="Orchid").get_by_text("A friend").click()
    page.get_by_role("button", name="Open the room").click()
    room = room_of(page, house)
    assert (room["rated"], room["on_timeout"]) == (True, "resign")
    expect(page.locator(".terms")).to_contain_text("rated")


def test_given_two_strangers_when_both_look_for_a_quick_match_then_the_game_starts_by_itself(visit: Visit) -> None:
    pages = [visit("#/online/eldorado") for _ in range(2)]
    for page in pages:
        page.get_by_role("radio", name="3 days a turn").click()
        page.get_by_role("button", name="Find a game").click()
        page.wait_for_url(re.compile("#/r/"))
    for page in pages:
        Person(page).wait_for_table()
    assert pages[0].url == pages[1].url


def test_given_an_open_table_when_it_is_listed_or_its_code_is_typed_then_one_gets_there(
    visit: Visit, make_room: Room
) -> None:
    host = visit()
    room = make_room(host, game="eldorado", setup={"players": 2}, public=True, seats=[{"kind": "me"}, {"kind": "open"}])
    guest = visit("#/online/eldorado")
    expect(guest.locator(f'a[href="#/r/{room["code"]}"]')).to_be_visible()
    guest.get_by_label("Code of a room").fill(f" {room['code'].lower()} ")
    guest.locator(".bycode").get_by_role("button", name="Join").click()
    expect(guest.get_by_role("heading", name="invites you to El Dorado")).to_be_visible()
    host.get_by_role("button", name="Close the room").click()
    expect(guest.get_by_role("heading", name="This room has been closed")).to_be_visible()


def test_given_an_address_that_leads_nowhere_then_the_page_says_so_and_leads_back(visit: Visit) -> None:
    page = visit("#/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("There is no such page")
    page.goto(page.url.split("#")[0] + "#/r/ZZZZZZ")
    expect(page.get_by_role("alert")).to_contain_text("There is no room with the code ZZZZZZ")
    page.get_by_role("link", name="First page").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def test_given_two_computers_of_one_level_then_they_have_names_of_their_own_in_my_language(
    visit: Visit, make_room: Room
) -> None:
    page = visit(settings={"language": "pt"})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "Veteran"}, {"kind": "bot", "level": "Veteran"}]
    make_room(page, game="eldorado", setup={"players": 3}, start=True, seats=seats)
    Person(page).wait_for_table()
    expect(page.locator(".plate1 .pr b")).to_have_text(["Você", "Veterano", "Veterano 2"])


def test_given_two_people_when_both_agree_to_stop_then_the_game_is_over_without_a_winner(
    visit: Visit, make_room: Room
) -> None:
    host = visit()
    room = make_room(host, game="eldorado", setup={"players": 2}, seats=[{"kind": "me"}, {"kind": "open"}])
    guest = visit(f"#/r/{room['code']}")
    guest.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        Person(page).wait_for_table()
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Offer to end the game").click()
    expect(host.get_by_role("status").filter(has_text="It ends when all agree")).to_be_visible()
    asked = guest.get_by_role("alertdialog")
    expect(asked).to_contain_text("offers to end the game without a winner")
    asked.get_by_role("button", name="Agree").click()
    expect(guest.get_by_role("alertdialog")).to_contain_text("ended by agreement")


def test_given_the_result_then_it_has_the_focus_and_the_table_beneath_is_out_of_reach(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    origin = {"kind": "position", "position": positions.last_steps()}
    make_room(page, origin=origin, start=True, seats=[{"kind": "me"}, BOT, BOT])
    Person(page).wait_for_table()
    page.locator("[data-card=sailor]").click()
    Person(page).go_to("24,-4")
    page.wait_for_selector(".result:focus", timeout=30_000)
    expect(page.get_by_role("dialog", name="You found El Dorado")).to_be_visible()
    expect(page.locator(".table[inert]")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator(".result .btn:focus")).to_have_count(1)
