"""A tournament in real browsers: made, joined by link, played at tables, read by somebody without an account."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import House, Visit
from tests.browser.looking import axe


def make(page: Page, name: str, rounds: str) -> str:
    """Make a tournament of Silver & Gold in the page; its code."""
    page.get_by_label("Name of the tournament").fill(name)
    page.get_by_label("Your name").fill("Ana")
    page.locator(".rounds select").select_option(rounds)
    page.get_by_role("button", name="Create and get the link").click()
    page.wait_for_url(re.compile("#/t/"))
    return page.url[-6:]


def join(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_text("You take part.")).to_be_visible()


def give_up(page: Page) -> None:
    """Go to one's table, give up there, and come back by the result."""
    page.locator(".now").get_by_role("link", name="To the table").click()
    page.wait_for_url(re.compile("#/r/"))
    page.get_by_role("button", name="Menu").first.click(timeout=20_000)
    page.get_by_role("button", name="Give up the game").click()
    page.get_by_role("button", name="Yes, give up").click()
    page.get_by_role("button", name="To the tournament").click(timeout=20_000)


def test_several_people_play_a_tournament_and_a_stranger_reads_the_result(visit: Visit, house: House) -> None:
    ana = visit("#/tournaments/new/silvergold")
    code = make(ana, "Sunday cup", "1")
    rui, eva = visit(f"#/t/{code}"), visit(f"#/t/{code}")
    join(rui, "Rui")
    join(eva, "Eva")
    expect(rui.get_by_role("button", name="Begin")).to_have_count(0)  # that is the host's
    expect(ana.get_by_text("3 take part")).to_be_visible(timeout=10_000)
    ana.get_by_role("button", name="Begin", exact=True).click()
    for page in (ana, rui, eva):
        expect(page.get_by_text("Your table is ready.")).to_be_visible(timeout=20_000)
    tables = ana.request.get(f"{house.address}/api/tournaments/{code}").json()["history"][0]["tables"]
    assert len(tables) == 2  # the computer fills the fourth seat
    for page in (ana, rui, eva):
        if page.request.get(f"{house.address}/api/tournaments/{code}").json()["table"]:
            give_up(page)
            page.wait_for_url(re.compile(f"#/t/{code}"))
    stranger = visit(f"#/t/{code}")
    expect(stranger.get_by_role("heading", name="Final standing")).to_be_visible(timeout=20_000)
    expect(stranger.get_by_text(re.compile("wins the tournament|share the victory"))).to_be_visible()
    expect(stranger.get_by_text("Who is still level shares the place.")).to_be_visible()
    expect(stranger.locator("tbody tr")).to_have_count(4)
    assert stranger.request.get(f"{house.address}/api/me").json()["person"] is None
    assert axe(stranger) == []


def test_the_host_removes_somebody_and_closes_the_tournament(visit: Visit, house: House) -> None:
    ana = visit("#/tournaments/new/silvergold")
    code = make(ana, "Short cup", "2")
    rui = visit(f"#/t/{code}", quiet=False)  # a refusal is told in the console too
    join(rui, "Rui")
    ana.get_by_role("button", name="Remove Rui").click(timeout=10_000)
    expect(ana.get_by_text("1 takes part")).to_be_visible()
    expect(rui.get_by_text("You are invited.")).to_be_visible(timeout=10_000)
    rui.get_by_role("button", name="Take part").click()
    expect(rui.get_by_role("alert")).to_contain_text("closed this tournament to you")
    ana.get_by_role("button", name="Close the tournament").click()
    ana.get_by_role("button", name="Close it").click()
    expect(ana.get_by_text("The host has closed this tournament.")).to_be_visible()
    ana.goto(f"{house.address}/#/tournaments")
    expect(ana.get_by_role("link", name=re.compile("Short cup"))).to_be_visible()
