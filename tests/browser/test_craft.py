"""Every page at every size: readable, reachable, accessible, light and quiet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser import positions, silvergold_positions
from tests.browser.conftest import ROOT, Visit
from tests.browser.looking import FAULTS, KINDS, at_rest, axe, options, resized, speak
from tests.browser.measure import answers_within, watch_for_jumps
from tests.browser.person import Person

Room = Callable[..., dict[str, Any]]
PAGES = ["", "#/new/eldorado?mode=table", "#/account", "#/leaderboard/eldorado", "#/watch/eldorado", "#/games"]
PAGES += ["#/new/eldorado?mode=friends", "#/online/eldorado", "#/nowhere"]
# every page that is no table
EVERY = [*PAGES, "#/new/silvergold?mode=table", "#/online/silvergold", "#/settings", "#/today/silvergold", "#/campaign"]
EVERY += ["#/profile", "#/friends", "#/watch", "#/learn/eldorado", "#/learn/silvergold", "#/rules/eldorado"]
EVERY += ["#/rules/silvergold", "#/puzzles/eldorado", "#/replays/eldorado", "#/workshop", "#/routes"]
BOT = {"kind": "bot", "level": "Guide"}
MUTE = "[...document.querySelectorAll('.seg label')].filter(l => !l.innerText.trim()).length"


def sit(page: Page, make_room: Room, position: dict[str, Any]) -> None:
    make_room(page, origin={"kind": "position", "position": position}, start=True, seats=[{"kind": "me"}, BOT, BOT])
    Person(page).wait_for_table()
    at_rest(page)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", KINDS)
def test_given_any_size_when_a_page_is_shown_then_nothing_is_small_hidden_or_outside(
    visit: Visit, kind: str, language: str
) -> None:
    page = visit(settings={"language": language}, **options(KINDS[kind][0]))
    found: list[str] = []
    for path in PAGES:
        page.goto(page.url.split("#")[0] + path)
        for size in resized(page, KINDS[kind]):
            found += [f"{path or 'home'}, {size}: {fault}" for fault in page.evaluate(FAULTS, kind == "phone")]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("kind", KINDS)
def test_given_any_size_when_the_table_is_shown_then_nothing_is_small_hidden_or_outside(
    visit: Visit, make_room: Room, kind: str
) -> None:
    page = visit(**options(KINDS[kind][0]))
    sit(page, make_room, positions.race())
    found: list[str] = []
    for language in ("en", "pt", "it", "fr"):
        if language != "en":
            speak(page, language)
            Person(page).wait_for_table()
        for size in resized(page, KINDS[kind]):
            found += [f"{language}, {size}: {fault}" for fault in page.evaluate(FAULTS, kind == "phone")]
            page.locator("[data-card=trailblazer]").first.click()
            at_rest(page)
            found += [f"{language}, {size}, chosen: {fault}" for fault in page.evaluate(FAULTS, kind == "phone")]
            page.locator("[data-card=trailblazer]").first.click()  # and put back
    assert not found, "\n".join(sorted(set(found)))


def shown(page: Page, path: str) -> None:
    """Another page of the house, drawn."""
    page.goto(page.url.split("#")[0] + (path or "#/"))
    page.wait_for_function("() => document.querySelector('#app main, #app .draft, #app .lost')")
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("language", ["en", "pt", "it", "fr"])
def test_given_a_narrow_phone_when_any_page_is_shown_then_nothing_scrolls_sideways(visit: Visit, language: str) -> None:
    page = visit(settings={"language": language}, quiet=False, **options((320, 640)))
    wide: list[str] = []
    for path in EVERY:
        shown(page, path)
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 640})
            if (found := page.evaluate("document.documentElement.scrollWidth")) > width:
                wide.append(f"{path or 'home'} at {width}: {found}")
        if unsaid := page.evaluate(MUTE):
            wide.append(f"{path or 'home'}: {unsaid} choices are an icon without a word")
    assert not wide, "\n".join(wide)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_given_both_themes_when_axe_looks_at_every_page_then_it_finds_nothing(
    visit: Visit, make_room: Room, theme: str
) -> None:
    calm = "reduce" if theme == "dark" else "no-preference"
    page = visit(settings={"theme": theme}, quiet=False, reduced_motion=calm)
    rules = ["color-contrast"] if theme == "dark" else []  # the same page in other colours
    found: list[str] = []
    for path in EVERY:
        page.goto(page.url.split("#")[0] + path)
        at_rest(page)
        found += [f"{path or 'home'}: {fault}" for fault in axe(page, *rules)]
    make_room(page, game="eldorado", setup={"players": 3}, seats=[{"kind": "me"}, {"kind": "open"}, BOT])
    page.wait_for_selector(".wait")
    found += [f"waiting room: {fault}" for fault in axe(page, *rules)]
    sit(page, make_room, positions.race())
    page.locator("[data-card=trailblazer]").first.click()
    found += [f"table: {fault}" for fault in axe(page, *rules)]
    page.locator(".plate1").first.click()
    found += [f"seat: {fault}" for fault in axe(page, *rules)]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    found += [f"menu: {fault}" for fault in axe(page, *rules)]
    make_room(page, game="silvergold", setup={"players": 2}, start=True, seats=[{"kind": "me"}, BOT])
    page.wait_for_selector(".table.sg")
    found += [f"choosing maps: {fault}" for fault in axe(page, *rules)]
    origin = {"kind": "position", "position": silvergold_positions.crossing(2)}
    make_room(page, origin=origin, start=True, seats=[{"kind": "me"}, BOT])
    page.wait_for_selector(".tmap.live")
    found += [f"maps: {fault}" for fault in axe(page, *rules)]
    assert not found, "\n".join(found)


def test_given_a_first_visit_when_the_table_is_reached_then_at_most_300_kilobytes_were_sent_besides_fonts(
    visit: Visit,
) -> None:
    page = visit(first=True)
    at_rest(page)
    page.get_by_role("button", name="Play now").first.click()
    Person(page).wait_for_table()
    sent = page.evaluate(
        "() => [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
        ".filter(e => !e.name.includes('woff2')).reduce((sum, e) => sum + e.transferSize, 0)"
    )
    assert 20_000 < sent <= 300_000, sent


def test_given_the_largest_table_on_a_slow_machine_when_a_card_is_pressed_then_the_page_answers_within_100_ms(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    make_room(
        page,
        game="eldorado",
        setup={"players": 4, "route": "swamplands", "caves": True},
        start=True,
        seats=[{"kind": "me"}, BOT, BOT, BOT],
    )
    Person(page).wait_for_table()
    at_rest(page)

    def press_cards() -> None:
        for i in (0, 1, 2, 3, 0, 1):
            page.locator("[data-card]").nth(i).click()
            page.wait_for_timeout(300)

    assert answers_within(page, press_cards, 100) <= 100


def test_given_the_others_play_when_my_turn_comes_then_nothing_on_the_page_jumps(visit: Visit, make_room: Room) -> None:
    page = visit()
    sit(page, make_room, positions.race())
    jumps = watch_for_jumps(page)
    Person(page).finish_turn()
    page.wait_for_selector(".turn.mine", timeout=60_000)
    assert jumps() < 0.01


def test_given_the_built_page_then_every_font_comes_with_its_licence() -> None:
    assert (ROOT / "web/src/fonts/OFL.txt").exists()
    assert len(list(Path(ROOT / "web/src/fonts").glob("*.woff2"))) == 5
