"""What is small at a table and must not be missing: rays for a finished map, what one can do about somebody's talk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser import positions, silvergold_positions
from tests.browser.conftest import House, Visit
from tests.browser.person import Person
from tests.browser.test_silvergold_table import field, middle
from tests.browser.test_silvergold_table import sit as sit_down
from tests.browser.test_table import BOT, Room

# rays come and go within a second: what was there is written down when it comes
SEEN = """document.documentElement.dataset.rays = 0; new MutationObserver((all) => {
  for (const one of all) for (const node of one.addedNodes) if (node.querySelectorAll)
    document.documentElement.dataset.rays =
      +document.documentElement.dataset.rays + node.matches('.rays') + node.querySelectorAll('.rays').length;
}).observe(document, {childList: true, subtree: true})"""


@pytest.mark.parametrize("still", [False, True])
def test_given_the_last_field_of_a_map_when_it_is_marked_then_there_are_rays_unless_nothing_shall_move(
    visit: Visit, make_room: Room, still: bool
) -> None:
    page = visit(settings={"speed": "off" if still else "normal"})
    sit_down(page, make_room, silvergold_positions.last_field())
    page.evaluate(SEEN)
    page.keyboard.press("1")
    page.mouse.click(*middle(field(page, "grey-08", "1,0")))
    page.get_by_role("button", name="Mark", exact=True).click()
    page.locator("[data-take=green-06]").click()
    page.wait_for_selector("[data-map=green-06].live")
    page.wait_for_selector(f"html[data-rays='{0 if still else 2}']", state="attached")  # a map, and a trophy for it


def test_given_somebody_who_talks_when_i_press_their_name_then_i_can_mute_and_report_them(
    visit: Visit, make_room: Room
) -> None:
    host = visit(quiet=False)  # a guest has no page of their own: the browser remarks on it
    room = make_room(
        host,
        origin={"kind": "position", "position": positions.race()},
        seats=[{"kind": "me"}, {"kind": "open"}, BOT],
    )
    guest = visit(f"#/r/{room['code']}")
    guest.get_by_label("Your name").fill("Jonas")
    guest.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start").click()
    Person(guest).wait_for_table()
    Person(host).wait_for_table()
    guest.keyboard.press("t")
    guest.locator("[data-talk]").fill("hurry up")
    guest.keyboard.press("Enter")
    expect(guest.locator(".talk ol")).to_contain_text("hurry up")
    host.keyboard.press("t")
    expect(host.locator(".talk ol")).to_contain_text("hurry up")
    host.get_by_role("button", name="Jonas", exact=True).click()
    dialog = host.get_by_role("dialog", name="Jonas")
    dialog.get_by_role("button", name="Report").click()
    dialog.get_by_label("How they play: stalling, cheating").check()
    dialog.get_by_label("In your words, if you like").fill("hurries everybody")
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog.get_by_role("status")).to_contain_text("Thank you.")
    dialog.get_by_role("button", name="Mute").click()
    expect(host.locator(".talk ol")).not_to_contain_text("hurry up")
    # the choices stay open and say what is so; a guest has no page, so the way back is also at the table
    expect(dialog.get_by_role("status")).to_contain_text("You hear nothing of Jonas any more.")
    expect(dialog.get_by_role("button", name="Hear again")).to_have_attribute("aria-pressed", "true")
    host.keyboard.press("Escape")
    silent = host.get_by_role("list", name="Muted here")
    expect(silent).to_contain_text("Jonas")
    host.reload()
    Person(host).wait_for_table()
    if not host.locator(".talk").count():
        host.keyboard.press("t")
    silent.get_by_role("button", name="Hear again: Jonas").click()
    expect(host.locator(".talk ol")).to_contain_text("hurry up")
    expect(silent).to_have_count(0)


def test_given_two_with_accounts_when_one_blocks_the_other_then_they_do_not_meet_until_it_is_taken_back(
    visit: Visit, house: House
) -> None:
    ana, rui = visit(), visit()
    for page, name in ((ana, "Ana Calm"), (rui, "Rui Loud")):
        account = {"name": name, "password": "correct horse"}
        assert page.request.post(f"{house.address}/api/account", data=account).ok
    room = {"game": "eldorado", "setup": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    code = ana.request.post(f"{house.address}/api/rooms", data=room).json()["code"]
    there = f"{house.address}/api/rooms/{code}"
    assert rui.request.put(f"{there}/seats/1", data={"kind": "me"}).ok
    assert ana.request.post(f"{there}/start", data={}).ok
    rui.goto(f"{house.address}/#/r/{code}")
    Person(rui).wait_for_table()
    rui.keyboard.press("t")
    rui.locator("[data-talk]").fill("too loud")
    rui.keyboard.press("Enter")
    ana.goto(f"{house.address}/#/r/{code}")
    Person(ana).wait_for_table()
    ana.keyboard.press("t")
    ana.get_by_role("button", name="Rui Loud", exact=True).click()
    dialog = ana.get_by_role("dialog", name="Rui Loud")
    dialog.get_by_role("button", name="Block").click()
    expect(dialog.get_by_role("status")).to_contain_text("do not sit at one table")
    expect(ana.locator(".talk ol")).not_to_contain_text("too loud")
    other = ana.request.post(f"{house.address}/api/rooms", data=room).json()["code"]
    refused = rui.request.put(f"{house.address}/api/rooms/{other}/seats/1", data={"kind": "me"})
    assert refused.status == 403, refused.text()
    dialog.get_by_role("button", name="Unblock").click()
    expect(dialog.get_by_role("button", name="Block")).to_have_attribute("aria-pressed", "false")
    expect(ana.locator(".talk ol")).to_contain_text("too loud")
    assert rui.request.put(f"{house.address}/api/rooms/{other}/seats/1", data={"kind": "me"}).ok
