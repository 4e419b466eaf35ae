"""Coming back: what waits, the day's challenge, the campaign, friends, watching, messages, leaving."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import House, Visit
from tests.browser.looking import at_rest, axe, resized, speak
from tests.browser.person import Person


def account(page: Page, house: House, name: str) -> str:
    page.request.post(f"{house.address}/api/guest", data={})
    made = page.request.post(f"{house.address}/api/account", data={"name": name, "password": "correct horse"})
    assert made.ok, made.text()
    id: str = made.json()["person"]["id"]
    return id


def enter(page: Page, press: Locator) -> str:
    """Go to a table by a press and wait until it has been seen; its code."""
    with page.expect_websocket() as opened:
        press.click()
    if not opened.value.is_closed():
        opened.value.wait_for_event("framereceived", timeout=15_000)
    page.wait_for_url(re.compile("#/r/"))
    return page.url[-6:]


def computer(page: Page, house: House) -> dict[str, str]:
    levels = page.request.get(f"{house.address}/api/games").json()[0]["levels"]
    return {"kind": "bot", "level": levels[0]["name"]}


def test_the_first_page_shows_what_waits_and_my_games_lead_to_it(visit: Visit, house: House) -> None:
    page = visit()
    expect(page.get_by_role("link", name=re.compile("Today’s challenge"))).to_be_visible()
    expect(page.get_by_text("Waiting for you")).to_have_count(0)
    for cell in page.locator(".strip a").all():  # every cell leads to a page there is
        href = cell.get_attribute("href")
        other = visit(href or "")
        expect(other.get_by_text("There is no such page")).to_have_count(0)
        expect(other.locator("h1").first).to_be_visible(timeout=15_000)
    page.request.post(f"{house.address}/api/guest", data={})
    seats = [{"kind": "me"}, computer(page, house)]
    for setup in ({"players": 2, "route": "swamplands"}, {"players": 2}):
        wish = {"game": "eldorado", "setup": setup, "start": True, "seats": seats}
        assert page.request.post(f"{house.address}/api/rooms", data=wish).ok
    shared = [{"kind": "me", "name": "Rosa"}, {"kind": "me", "name": "Hugo"}]
    wish = {"game": "silvergold", "setup": {"players": 2}, "start": True, "seats": shared}
    assert page.request.post(f"{house.address}/api/rooms", data=wish).ok
    page.reload()
    page.get_by_role("link", name=re.compile("Waiting for you")).click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(page.get_by_text("Rosa and Hugo, on one device")).to_be_visible()
    expect(page.get_by_text("Your turn")).to_have_count(3)
    enter(page, page.get_by_role("link", name=re.compile("Swamplands")))


def test_the_challenge_of_the_day_is_one_attempt_and_the_same_for_two_people(visit: Visit, house: House) -> None:
    codes, boards = [], []
    for _ in range(2):
        page = visit("#/today/eldorado")
        boards.append(page.get_by_role("heading", level=2).first.inner_text())
        codes.append(enter(page, page.get_by_role("button", name="Play today’s challenge")))
        page.goto(f"{house.address}/#/today/eldorado")
        assert enter(page, page.get_by_role("button", name="Continue your attempt")) == codes[-1]
    rooms = [page.request.get(f"{house.address}/api/rooms/{code}").json() for code in codes]
    assert codes[0] != codes[1]
    assert boards[0] == boards[1]
    assert rooms[0]["commitment"] == rooms[1]["commitment"]


def test_the_campaign_sets_out_on_the_stage_one_chooses(visit: Visit, house: House) -> None:
    page = visit("#/campaign")
    expect(page.get_by_role("heading", name="The First Expedition")).to_be_visible()
    page.get_by_role("button", name=re.compile("Serpentine")).click()
    expect(page.get_by_role("heading", name="Serpentine")).to_be_visible()
    expect(page.get_by_text("Within 16 rounds")).to_be_visible()
    code = enter(page, page.get_by_role("button", name="Set out"))
    room = page.request.get(f"{house.address}/api/rooms/{code}").json()
    assert room["setup"]["route"] == "serpentine"
    assert room["status"] == "playing"
    page.goto(f"{house.address}/#/campaign")  # the game that runs is the one it goes on with
    expect(page.get_by_text("A game of this stage is under way.")).to_be_visible()
    assert enter(page, page.get_by_role("button", name="Go on")) == code
    page.goto(f"{house.address}/#/campaign")
    anew = enter(page, page.get_by_role("button", name="Give it up and begin anew"))
    assert anew != code  # the computers may finish the first among themselves
    running = [step["running"] for step in page.request.get(f"{house.address}/api/campaign").json()]
    assert [code for code in running if code] == [anew]
    page.goto(f"{house.address}/#/campaign")
    speak(page, "fr")  # the longest words, with the game under way: both ways out are in sight without scrolling
    for _ in resized(page, [(1366, 768), (1280, 720), (1024, 600), (390, 844), (740, 360)]):
        expect(page.get_by_role("button", name="Continuer")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Abandonner et recommencer")).to_be_in_viewport(ratio=1)


def test_two_friends_follow_challenge_and_play(visit: Visit, house: House) -> None:
    ana, tom = visit(), visit()
    account(ana, house, "Ana Journey")
    account(tom, house, "Tom Journey")
    for page, other in ((ana, "Tom Journey"), (tom, "ana journey")):
        page.goto(f"{house.address}/#/friends")
        page.get_by_label("Name of an account").fill(other)
        page.get_by_role("button", name="Follow", exact=True).click()
        expect(page.get_by_role("status")).to_contain_text("You follow")
    ana.reload()
    ana.get_by_role("button", name="Challenge", exact=True).click()
    ana.get_by_label("Time per turn").select_option("2")
    code = enter(ana, ana.get_by_role("button", name="Challenge Tom Journey"))
    tom.goto(f"{house.address}/#/games")
    expect(tom.get_by_text("Ana Journey challenges you")).to_be_visible()
    assert enter(tom, tom.get_by_role("link", name="Look at the table")) == code


def test_whoever_is_alone_finds_legends_at_play(visit: Visit) -> None:
    page = visit("#/watch/silvergold")
    expect(page.get_by_text("two Legends have sat down for you")).to_be_visible(timeout=20_000)
    enter(page, page.get_by_role("link", name=re.compile("Legend")))


def test_settings_refuse_a_private_webhook_keep_quiet_hours_and_delete_for_good(visit: Visit, house: House) -> None:
    page = visit(quiet=False)
    account(page, house, "Eva Journey")
    page.goto(f"{house.address}/#/settings")
    page.get_by_label("Address of the webhook").fill("https://10.0.0.1/hook")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("alert")).to_contain_text("private network")
    page.get_by_label("Quiet from").fill("23:15")
    page.get_by_label("Quiet from").press("Tab")
    expect(page.get_by_label("Quiet from")).to_have_value("23:15")
    page.reload()
    expect(page.get_by_label("Quiet from")).to_have_value("23:15")
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    assert page.request.get(f"{house.address}/api/me").json()["person"] is None


def test_a_profile_keeps_a_likeness_and_a_history(visit: Visit, house: House) -> None:
    page = visit()
    account(page, house, "Rui Journey")
    page.goto(f"{house.address}/#/profile")
    expect(page.get_by_text("Rui Journey")).to_be_visible()
    page.get_by_role("button", name="Captain").click()
    expect(page.get_by_role("button", name="Captain")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="Captain")).to_have_attribute("aria-pressed", "true")


def test_pages_for_coming_back_have_no_fault_an_axe_finds(visit: Visit, house: House) -> None:
    found: list[str] = []
    for theme, rules in (("light", []), ("dark", ["color-contrast"])):
        page = visit("#/campaign", settings={"theme": theme})
        account(page, house, f"Axe {theme}")
        for path in ("games", "today/eldorado", "campaign", "profile", "settings", "friends", ""):
            page.goto(f"{house.address}/#/{path}")
            at_rest(page)
            found += [f"{path}, {theme}: {fault}" for fault in axe(page, *rules)]
    assert not found, "\n".join(found)


def test_after_a_first_move_in_a_game_by_days_the_table_offers_to_tell_of_the_next_turn(
    visit: Visit, house: House
) -> None:
    page = visit()
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'default' })")
    page.request.post(f"{house.address}/api/guest", data={})
    wish = {"game": "eldorado", "setup": {"players": 2}, "clock": {"kind": "days", "days": 2}}
    seats = [{"kind": "me"}, {"kind": "open"}]
    room = page.request.post(f"{house.address}/api/rooms", data={**wish, "seats": seats}).json()
    other = visit()
    other.request.post(f"{house.address}/api/guest", data={})
    other.request.put(f"{house.address}/api/rooms/{room['code']}/seats/1", data={"kind": "me"})
    page.request.post(f"{house.address}/api/rooms/{room['code']}/start", data={})
    page.goto(f"{house.address}/#/r/{room['code']}")
    page.reload()
    person = Person(page, "mouse")
    person.wait_for_table()
    offer = page.get_by_text("Shall we tell you when it is your turn")
    expect(offer).to_have_count(0)  # never at the start
    person.take_turn()
    expect(offer).to_be_visible(timeout=15_000)
    page.get_by_role("button", name="No, thanks").click()
    expect(offer).to_have_count(0)
