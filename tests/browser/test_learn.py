"""Learning by hand, the rules, and the house as an app: installed, offline, silent, still."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser import positions
from tests.browser.conftest import ROOT, House, Visit
from tests.browser.looking import FAULTS, KINDS, axe, options, resized
from tests.browser.person import Person
from tests.browser.test_table import Room, sit

Json = dict[str, Any]
CHAPTERS = {
    game: json.loads((ROOT / f"web/src/games/{game}/learn/lesson.json").read_text())["chapters"]
    for game in ("eldorado", "silvergold")
}
WORDS = {
    key: text
    for folder in ("learn", *(f"games/{game}/learn" for game in CHAPTERS))
    for key, text in json.loads((ROOT / f"web/src/{folder}/locale/en.json").read_text()).items()
}
UNDER = """(map) => [...document.querySelectorAll(`.live[data-map="${map}"] .hit`)]
  .filter(e => /under the pattern/.test(e.ariaLabel)).map(e => e.dataset.cell).sort().join(' ')"""


def goal(page: Page, game: str, chapter: str, step: str) -> None:
    expect(page.locator(".coach .goal")).to_have_text(WORDS[f"lesson.{game}.{chapter}.{step}"], timeout=15_000)


def do(page: Page, person: Person, step: Json) -> None:
    """The step's solution with the mouse, at the El Dorado table."""
    actions = step["solution"]
    first = actions[0]
    if first["do"] == "play":
        page.locator(f"[data-card={first['card']}]" if "card" in first else ".tk").first.click()
        to = actions[-1]["to"]
        person.settle()
        person.go_to(f"{to[0]},{to[1]}")
    elif first["do"] == "enter":
        person.settle()
        person.go_to(f"{first['to'][0]},{first['to'][1]}")
        for action in actions[1:]:
            person.settle()
            page.locator(f"[data-card={action['card']}]").first.click()
    elif first["do"] == "buy":
        page.locator(f"[data-market={first['card']}]").first.click()
        page.locator(".pay .btn").click()
    else:
        for _ in actions:
            person.settle()
            page.locator(".btn.primary.main").click()
    person.settle()


def lay(page: Page, card: str, cells: list[list[int]]) -> None:
    """Turns and mirrors the piece in hand until it lies on just these fields, then marks them."""
    wanted = " ".join(sorted(f"{r},{c}" for r, c in cells))
    page.wait_for_selector('.table.sg[data-mode="mark"], .table.sg[data-mode="extra"]')
    single = page.locator(".table.sg").get_attribute("data-mode") == "mark" and len(cells) == 1
    if single:
        page.keyboard.press("1")
    for turn in range(8):
        for r, c in cells:
            box = page.locator(f'.live[data-map={card}] [data-cell="{r},{c}"]').bounding_box()
            assert box
            if len(cells) > 1:
                page.keyboard.press("Escape")  # a piece that lies already is picked up again
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            if page.evaluate(UNDER, card) == wanted:
                page.locator(".btn.primary.main").click()
                return
        page.keyboard.press("f" if turn == 3 else "r")
    pytest.fail(f"The piece never lay on {wanted} of {card}.")


def test_given_nobody_who_knows_the_game_when_the_steps_are_followed_then_all_chapters_of_el_dorado_are_done(
    visit: Visit,
) -> None:
    page = visit("#/learn/eldorado")
    person = Person(page)
    page.get_by_role("link", name="Start").click()
    for chapter in CHAPTERS["eldorado"]:
        person.wait_for_table()
        for step in chapter["steps"]:
            if step["kind"] == "others":
                continue
            goal(page, "eldorado", chapter["id"], step["id"])
            if step["kind"] == "read":
                page.get_by_role("button", name="Go on").click()
            else:
                expect(page.locator(".ring").first).to_be_visible()
                do(page, person, step)
        expect(page.locator(".coach .say")).to_contain_text("That was this chapter.")
        following = page.get_by_role("link", name="Next chapter")
        if following.count():
            following.click()
    page.goto(page.url.split("#")[0] + "#/learn/eldorado")
    expect(page.locator(".no.past")).to_have_count(len(CHAPTERS["eldorado"]))
    page.goto(page.url.split("#")[0] + "#/games")
    expect(page.get_by_text("No games yet")).to_be_visible()


def test_given_silver_and_gold_when_the_steps_are_followed_then_its_chapters_are_done(visit: Visit) -> None:
    page = visit("#/lesson/silvergold/choose")
    for chapter in CHAPTERS["silvergold"]:
        cards = [m["card"] for m in chapter["position"]["seats"][0]["maps"] if m]
        for step in chapter["steps"]:
            if step["kind"] == "others":
                continue
            goal(page, "silvergold", chapter["id"], step["id"])
            if step["kind"] == "read":
                page.get_by_role("button", name="Go on").click()
            elif step["solution"][0]["do"] == "keep":
                cards = [action["card"] for action in step["solution"]]
                for card in reversed(cards):
                    page.locator(f"[data-keep={card}]").click()
                page.get_by_role("button", name="Keep these two").click()
            elif step["solution"][0]["do"] == "take":
                page.locator(f"[data-take={step['solution'][0]['card']}]").first.click()
            else:
                lay(page, cards[step["solution"][0]["map"]], step["solution"][0]["cells"])
        expect(page.locator(".coach .say")).to_contain_text("That was this chapter.")
        following = page.get_by_role("link", name="Next chapter")
        if following.count():
            following.click()


def test_given_a_lesson_when_another_legal_move_is_made_then_it_is_explained_and_taken_back(visit: Visit) -> None:
    page = visit("#/lesson/eldorado/walk")
    person = Person(page)
    person.wait_for_table()
    page.locator("[data-card=explorer]").first.click()
    person.go_to("-1,0")
    expect(page.locator(".coach .why")).to_contain_text("read on first")
    page.get_by_role("button", name="Go on").click()
    page.locator("[data-card=explorer]").first.click()
    person.go_to("-1,0")
    expect(page.locator(".coach .why")).to_contain_text(WORDS["lesson.eldorado.walk.scout.explorer"])
    expect(page.locator('[data-h="-2,0"][aria-label*="playing piece: You"]')).to_have_count(1)
    expect(page.locator("[data-card]")).to_have_count(4)
    page.keyboard.press("e")
    expect(page.locator(".coach .why")).to_contain_text(WORDS["lesson.say.end"])
    expect(page.locator(".btn.primary.main")).to_contain_text("End turn")


def test_given_the_choice_of_maps_when_others_are_kept_then_it_is_explained_and_all_four_are_back(visit: Visit) -> None:
    page = visit("#/lesson/silvergold/choose")
    expect(page.locator(".ring")).to_have_count(2)
    for card in ("purple-02", "grey-02"):
        page.locator(f"[data-keep={card}]").click()
    page.get_by_role("button", name="Keep these two").click()
    expect(page.locator(".coach .why")).to_contain_text(WORDS["lesson.silvergold.choose.keep.large"])
    expect(page.locator("[data-keep][aria-pressed=false]")).to_have_count(4, timeout=15_000)


def test_given_a_wrong_move_that_draws_cards_then_the_table_is_set_up_anew_at_the_same_step(visit: Visit) -> None:
    page = visit("#/lesson/eldorado/walk")
    person = Person(page)
    person.wait_for_table()
    page.get_by_role("button", name="Go on").click()
    steps = [s for s in CHAPTERS["eldorado"][0]["steps"] if s["kind"] == "do"]
    for step in steps[:5]:
        goal(page, "eldorado", "walk", step["id"])
        do(page, person, step)
    goal(page, "eldorado", "walk", "keep")
    before = sorted(e.get_attribute("data-card") or "" for e in page.locator("[data-card]").all())
    page.locator(".btn.primary.main").click()
    page.get_by_role("button", name="Discard all").click()
    expect(page.locator(".coach .why")).to_contain_text(WORDS["lesson.eldorado.walk.keep.discard"])
    expect(page.locator(".btn.primary.main")).to_contain_text("End turn", timeout=15_000)
    assert sorted(e.get_attribute("data-card") or "" for e in page.locator("[data-card]").all()) == before
    do(page, person, steps[5])
    expect(page.locator(".coach .say")).to_contain_text("That was this chapter.")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("chapter", ["silvergold/full", "eldorado/ways", "silvergold/choose"])
def test_given_any_size_when_a_lesson_is_shown_then_nothing_is_small_hidden_or_outside(
    visit: Visit, kind: str, chapter: str
) -> None:
    dress = {"language": "it", "theme": "dark"}
    page = visit(f"#/lesson/{chapter}", settings=dress, **options(KINDS[kind][0]))
    page.wait_for_selector(".coach .goal")
    page.wait_for_selector(".table")
    found: list[str] = []
    for size in resized(page, KINDS[kind]):
        found += [f"{size}: {fault}" for fault in page.evaluate(FAULTS, kind == "phone")]
        if size in ((360, 740), (1366, 768)):
            found += [f"{size}: {fault}" for fault in axe(page)]
    assert not found, "\n".join(found)


# -- the rules ------------------------------------------------------------------------------------------------------


def test_given_the_rules_when_i_search_then_sections_with_the_words_or_the_number_remain(visit: Visit) -> None:
    page = visit("#/rules/eldorado")
    expect(page.locator("section h2").first).to_be_visible()
    find = page.get_by_role("searchbox")
    find.fill("leave the game for good")
    expect(page.locator(".sections h2")).to_have_text(["Base camps"])
    find.fill("ED-TIE-02")
    expect(page.locator(".sections h2")).to_have_text(["A tie"])
    find.fill("xyzzy")
    expect(page.locator(".tally")).to_contain_text("No section speaks of xyzzy")


def test_given_a_link_to_a_rule_when_opened_then_its_section_is_in_sight_in_every_language(visit: Visit) -> None:
    page = visit("#/rules/eldorado/ED-BLOCK-03")
    expect(page.locator("section.here h2")).to_have_text("Blockades")
    expect(page.locator("section.here h2")).to_be_in_viewport()
    for name, heading in (("Português", "Bloqueios"), ("Italiano", "Blocchi"), ("Français", "Barrières")):
        page.get_by_role("button", name=name).click()
        expect(page.locator("section.here h2")).to_have_text(heading)
    assert page.locator("section.here svg.gate").count() == 3


@pytest.mark.parametrize("kind", KINDS)
def test_given_any_size_when_learning_pages_are_shown_then_nothing_is_small_hidden_or_outside(
    visit: Visit, kind: str
) -> None:
    page = visit(settings={"language": "fr"}, **options(KINDS[kind][0]))
    found: list[str] = []
    for path in ("#/learn/eldorado", "#/rules/eldorado", "#/rules/silvergold", "#/replays/silvergold"):
        page.goto(page.url.split("#")[0] + path)
        page.wait_for_selector("h1")
        for size in resized(page, KINDS[kind]):
            found += [f"{path}, {size}: {fault}" for fault in page.evaluate(FAULTS, kind == "phone")]
            if size in ((360, 740), (1366, 768)):
                found += [f"{path}, {size}: {fault}" for fault in axe(page)]
    assert not found, "\n".join(found)


# -- the house as an app ----------------------------------------------------------------------------------------------


def test_given_the_built_page_then_a_browser_may_install_it(visit: Visit) -> None:
    page = visit(first=True)
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert not manifest["errors"]
    assert json.loads(manifest["data"])["display"] == "standalone"
    faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [f["errorId"] for f in faults if f["errorId"] != "in-incognito"] == []


def test_given_no_connection_when_the_page_is_opened_then_a_kept_page_says_so_and_no_answer_was_kept(
    visit: Visit, house: House
) -> None:
    page = visit(settings={"language": "it"}, quiet=False, first=True)
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)")
    page.goto(f"{house.address}/#/games")
    page.wait_for_timeout(200)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Per ora non si passa")).to_be_visible()
    assert page.evaluate("() => getComputedStyle(document.querySelector('main')).borderRadius") == "14px"
    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) found.push(...await (await caches.open(name)).keys());
          return found.map(request => request.url);
        }"""
    )
    assert kept
    assert not [url for url in kept if "/api/" in url or "/assets/" in url]
    page.context.set_offline(False)
    for _ in range(6):  # the page comes back by itself; the browser may open its parts of the network one by one
        if page.locator("#app > *").count():
            break
        page.wait_for_timeout(1_000)
        page.goto(house.address)
    expect(page.locator("#app > *").first).to_be_attached()


def test_given_a_house_that_was_away_when_it_is_back_then_the_kept_page_goes_on_by_itself(
    visit: Visit, house: House
) -> None:
    page = visit(quiet=False, first=True, service_workers="block")
    away = [True]
    kept = ROOT / "src/expedition/server/static/offline.html"
    page.route(f"{house.address}/", lambda route: route.fulfill(path=kept) if away else route.continue_())
    page.route("**/api/health", lambda route: route.abort() if away else route.continue_())
    with page.expect_event("requestfailed", timeout=15_000):  # it has asked, in vain
        page.goto(f"{house.address}/")
        expect(page.get_by_role("heading", name="No way through just now")).to_be_visible()
    away.clear()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible(timeout=20_000)


def test_given_a_house_renewed_meanwhile_when_a_part_of_the_page_is_gone_then_the_page_comes_again_at_the_same_place(
    visit: Visit,
) -> None:
    # what a service worker fetches cannot be answered for here
    page = visit(quiet=False, first=True, service_workers="block")
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    renewed: list[str] = []
    page.on("request", lambda request: renewed.append(request.url) if request.is_navigation_request() else None)
    page.route("**/assets/Campaign-*.js", lambda route: route.continue_() if renewed else route.fulfill(status=404))
    page.evaluate("location.hash = '#/campaign'")
    expect(page.get_by_role("button", name="Set out")).to_be_visible(timeout=20_000)
    assert len(renewed) == 1


def test_given_a_slow_connection_when_the_house_or_a_table_opens_then_words_come_first_and_a_bar_after_a_second(
    visit: Visit, house: House
) -> None:
    page = visit(first=True)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    slow = {"offline": False, "latency": 400, "downloadThroughput": 40_000, "uploadThroughput": 40_000}
    line.send("Network.emulateNetworkConditions", slow)
    page.goto(house.address, wait_until="commit")
    expect(page.locator(".opening")).to_be_visible()
    expect(page.locator(".opening")).to_be_hidden(timeout=30_000)
    page.locator(".door.silvergold").get_by_role("button", name="Play now").click()
    waiting = page.locator(".load[role=status]").first
    expect(waiting).not_to_be_empty()
    bar = "getComputedStyle(document.querySelector('.load'), '::after').opacity"
    page.wait_for_function(f"() => document.querySelector('.load') && {bar} === '1'")
    page.wait_for_selector(".table.sg", timeout=60_000)


def test_given_a_first_visit_then_it_is_silent_and_once_switched_on_every_sound_is_short(
    visit: Visit, make_room: Room
) -> None:
    page = visit(settings={"sound": None})
    page.evaluate("() => localStorage.removeItem('expedition.settings')")
    page.add_init_script(
        """window.heard = [];
        const start = OscillatorNode.prototype.start, stop = OscillatorNode.prototype.stop;
        OscillatorNode.prototype.start = function (t) { this.begun = t; return start.call(this, t); };
        OscillatorNode.prototype.stop = function (t) { heard.push(t - this.begun); return stop.call(this, t); };
        const play = AudioBufferSourceNode.prototype.start;
        AudioBufferSourceNode.prototype.start = function (...a) {
          heard.push(this.buffer.duration);
          return play.apply(this, a);
        };"""
    )
    page.reload()
    person = sit(page, make_room, positions.race())
    page.locator("[data-card=trailblazer]").first.click()
    person.go_to("13,0")
    person.settle()
    assert page.evaluate("() => heard") == []
    page.keyboard.press("s")
    page.locator("[data-card=sailor]").first.click()
    page.locator("[data-card=photographer]").first.click()
    heard = page.evaluate("() => heard")
    assert len(heard) >= 2
    assert max(heard) <= 0.3


def test_given_reduced_motion_when_others_play_and_lessons_point_then_nothing_on_the_page_moves(
    visit: Visit, make_room: Room
) -> None:
    moving = """() => document.getAnimations().filter(a => a.playState === 'running'
      && a.effect.getComputedTiming().activeDuration > 20).map(a => a.animationName ?? a.transitionProperty)"""
    page = visit(settings={"speed": "slow"}, reduced_motion="reduce")
    sit(page, make_room, positions.race())
    page.locator("[data-card=trailblazer]").first.click()
    assert page.evaluate(moving) == []
    page.locator("[data-card=trailblazer]").first.click()
    page.locator(".btn.primary.main").click()
    page.wait_for_timeout(120)
    assert page.evaluate(moving) == []
    page.goto(page.url.split("#")[0] + "#/lesson/eldorado/ways")
    page.wait_for_selector(".ring")
    assert page.evaluate(moving) == []
    page.goto(page.url.split("#")[0] + "#/lesson/silvergold/full")
    page.wait_for_selector(".ring")
    assert page.evaluate(moving) == []
