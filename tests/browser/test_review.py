"""The review of a finished game: reached from result and replay, read by mouse, finger and keys, in four languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import House, Visit
from tests.browser.looking import FAULTS, KINDS, at_rest, axe, options, resized
from tests.browser.records import bring, finished, room_of

Json = dict[str, Any]
GAMES = ["eldorado", "silvergold"]


def review(page: Page, house: House, game: str) -> str:
    code = room_of(page, house, game)
    page.goto(f"{house.address}/#/review/{code}")
    page.wait_for_selector(".chartbox", timeout=120_000)
    return code


def changed(page: Page, change: Callable[[Json], None]) -> None:
    """The review comes with a change: the finished games show only some of what can be in one."""

    def bring_changed(route: Route) -> None:
        answer = route.fetch()
        status = answer.json()
        if status["review"]:
            change(status["review"])
        route.fulfill(response=answer, json=status)

    page.route("**/review?*", bring_changed)


# flags of the chart that lie on each other
CROSSING = """() => {
  const all = [...document.querySelectorAll('.chartbox .flag rect')].map(one => one.getBoundingClientRect());
  return all.flatMap((a, i) => all.slice(i + 1).filter(
    b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
}"""

# where the parts of a turn are, without what goes past their panel
PLACES = """() => Object.fromEntries(['.acts', '.sheet', '.map', '.cmp', '.said'].map(
  one => [one.slice(1), document.querySelector('main ' + one)?.getBoundingClientRect().toJSON() ?? null]))"""


@pytest.mark.parametrize("game", GAMES)
def test_given_a_replay_when_i_ask_for_its_review_then_it_comes_with_sentence_chart_turns_and_luck(
    visit: Visit, house: House, game: str
) -> None:
    page = visit()
    bring(page, house, game)
    page.locator("a[href*='review/']").first.click()
    page.wait_for_selector(".chartbox", timeout=120_000)
    expect(page.locator("h1")).to_contain_text(re.compile(r"\w"))
    expect(page.locator(".chartbox [role=slider]")).to_be_visible()
    players = finished(game).game.players
    expect(page.locator("aside tbody tr").first).to_be_visible()
    assert page.locator(".hidden table tbody tr").count() > 4
    assert page.locator(".hidden table thead th").count() == players + 1
    expect(page.locator(".spot .why .grade")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_given_a_review_when_i_press_arrows_then_turn_after_turn_is_shown_in_picture_and_words(
    visit: Visit, house: House, game: str
) -> None:
    page = visit()
    review(page, house, game)
    head = page.locator(".why h2")
    page.keyboard.press("Home")
    first = head.inner_text()
    page.keyboard.press("ArrowRight")
    expect(head).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(head).to_have_text(first)
    slider = page.locator("[role=slider]")
    slider.focus()
    page.keyboard.press("End")
    now = int(slider.get_attribute("aria-valuenow") or 0)
    assert now == int(slider.get_attribute("aria-valuemax") or -1)


def test_given_a_wrong_turn_then_the_board_shows_what_was_played_dotted_and_what_was_better(
    visit: Visit, house: House
) -> None:
    page = visit()
    review(page, house, "eldorado")
    for _ in range(20):
        page.keyboard.press("n")
        at_rest(page)
        if page.locator(".spot .trail").count() and page.locator(".spot .arrow").count():
            break
    expect(page.locator(".spot .trail").first).to_be_attached()
    expect(page.locator(".spot .arrow").first).to_be_attached()
    # what it cost stands in figures below; the reason names what counts, or says that no single thing does
    played, better = (int(re.sub(r"\D", "", one)) for one in page.locator(".cmp b").all_inner_texts())
    assert better > played
    reason = page.locator(".because").inner_text()
    counts = re.match(
        r"What counts is .+: with it the chance is (\d+)%, the best turn without it comes to (\d+)%", reason
    )
    whole = f"No single thing decides: as a whole this turn comes to {better}%, the one played to {played}%."
    assert (counts and int(counts[1]) > int(counts[2])) or reason.startswith(whole)


def test_given_a_better_turn_that_buys_then_its_card_is_shown_with_the_coins_that_pay_it(
    visit: Visit, house: House
) -> None:
    page = visit()
    code = review(page, house, "eldorado")
    turns = page.request.get(f"{house.address}/api/rooms/{code}/review").json()["review"]["turns"]
    chosen = next(one for one in turns if one["better"] and any(a["do"] == "buy" for a in one["better"]["actions"]))
    bought = next(a["card"] for a in chosen["better"]["actions"] if a["do"] == "buy")
    payers = [a["card"] for a in chosen["better"]["actions"] if a["do"] == "pay"]
    page.locator(".seg button").nth(chosen["seat"]).click()
    row = page.locator(".list ol button").nth(
        [one["ply"] for one in turns if one["seat"] == chosen["seat"]].index(chosen["ply"])
    )
    row.click()
    deed = page.locator(".deedstrip .solid [data-deed=buy]")
    expect(deed.locator(f"[data-got={bought}] .card.pick .count")).to_be_visible()
    worth = {card["id"]: card["coins"] for card in finished("eldorado").game.components()["cards"]}
    coins = ["½" if worth[card] == 0.5 else f"{worth[card]:g}" for card in payers]
    expect(deed.locator(".mini .price")).to_have_text(coins)
    # on a phone it stands below the board, and nothing is cut
    page.set_viewport_size({"width": 390, "height": 844})
    expect(deed.locator(f"[data-got={bought}]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board, strip = page.locator(".spotp .map").first.bounding_box(), page.locator(".deedstrip").bounding_box()
    assert board
    assert strip
    assert board["y"] + board["height"] <= strip["y"] + 1


def test_given_a_turn_when_i_play_on_from_there_then_a_table_opens_at_it(visit: Visit, house: House) -> None:
    page = visit()
    review(page, house, "silvergold")
    page.locator(".acts .primary").click()
    page.wait_for_url(re.compile(r"#/r/"))
    page.wait_for_selector(".table.sg")


def test_given_another_seat_when_i_choose_it_then_its_turns_are_shown(visit: Visit, house: House) -> None:
    page = visit()
    review(page, house, "eldorado")
    page.locator(".seg button").nth(1).click()
    expect(page.locator(".seg button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".why h2")).to_be_visible()


def test_given_a_phone_then_tabs_hold_turns_luck_and_details(visit: Visit, house: House) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    review(page, house, "eldorado")
    tabs = page.locator("[role=tab]")
    assert tabs.count() == 3
    tabs.nth(1).tap()
    expect(page.locator("tbody .bar").first).to_be_visible()
    tabs.nth(2).tap()
    expect(page.get_by_text("What the cards did")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_given_a_review_when_i_keep_it_then_one_file_comes_that_needs_nothing(
    visit: Visit, house: House, tmp_path: Path
) -> None:
    page = visit()
    review(page, house, "silvergold")
    with page.expect_download() as waiting:
        page.locator("a[download]").click()
    kept = tmp_path / "review.html"
    waiting.value.save_as(kept)
    text = kept.read_text(encoding="utf-8")
    assert "<svg" in text
    assert not re.search(r'(src|href)="(?!#|data:)', text)


@pytest.mark.parametrize("language", ["pt", "it", "fr"])
def test_given_another_language_then_the_review_speaks_it(visit: Visit, house: House, language: str) -> None:
    page = visit(settings={"language": language})
    review(page, house, "eldorado")
    words = {"pt": "Chance de vencer", "it": "Probabilità di vincere", "fr": "Chance de gagner"}
    expect(page.get_by_role("heading", name=words[language])).to_be_visible()
    assert not re.search(r"review\.[a-z_.]+", page.inner_text("body"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_given_both_themes_then_axe_finds_nothing(visit: Visit, house: House, theme: str) -> None:
    page = visit(settings={"theme": theme})
    rules = ["color-contrast"] if theme == "dark" else []  # the same page in other colours
    for game in GAMES:
        review(page, house, game)
        page.wait_for_selector(".spot .pic svg")
        assert axe(page, *rules) == []


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720)])
@pytest.mark.parametrize("seat", range(3))
def test_given_a_laptop_then_map_figures_and_buttons_are_in_the_window_on_every_turn(
    visit: Visit, house: House, seat: int, size: tuple[int, int]
) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]})
    review(page, house, "eldorado")
    page.locator(".seg button").nth(seat).click()
    for row in page.locator(".list ol button").all():
        row.click()
        at_rest(page)
        place = page.evaluate(PLACES)
        assert place["acts"]["bottom"] <= size[1], row.inner_text()
        assert place["sheet"]["bottom"] <= size[1], row.inner_text()
        assert place["map"]["height"] >= 230, row.inner_text()
        if place["cmp"]:
            assert place["cmp"]["bottom"] <= place["said"]["bottom"], row.inner_text()


def test_given_a_larger_window_then_the_map_of_a_turn_is_no_smaller(visit: Visit, house: House) -> None:
    page = visit()

    def long(made: Json) -> None:
        for one in made["turns"]:
            buys = [act for act in (one["better"] or one)["actions"] if act["do"] in ("buy", "pay")]
            if one["better"] and buys:
                one["actions"] = one["better"]["actions"] = buys * 2
                one["better"]["done"] = 0
                one["loss"] = 0.9
                made["turns"] = [other for other in made["turns"] if other is one or other["seat"] != one["seat"]]
                made["reader"] = one["seat"]
                return

    changed(page, long)
    review(page, house, "eldorado")
    page.wait_for_selector(".deedstrip")
    low, high = (page.evaluate(PLACES)["map"]["height"] for _ in resized(page, [(1366, 768), (1440, 900)]))
    assert high >= low


def test_given_a_tablet_then_the_map_of_a_turn_with_cards_below_it_stays_large(visit: Visit, house: House) -> None:
    page = visit(viewport={"width": 1024, "height": 768})
    review(page, house, "eldorado")
    for row in page.locator("main ol:not(.deeds) > li > button").all():
        row.click()
        at_rest(page)
        assert page.evaluate(PLACES)["map"]["height"] >= 300, row.inner_text()


def test_given_more_words_than_fit_then_they_fade_out_and_keys_scroll_them_and_not_the_turns(
    visit: Visit, house: House
) -> None:
    page = visit()

    def at_length(made: Json) -> None:
        for one in made["turns"]:
            one["text"] = ", ".join([one["text"]] * 20)

    changed(page, at_length)
    review(page, house, "eldorado")
    words = page.locator(".said")
    head = page.locator(".why h2").inner_text()
    expect(words).to_have_class(re.compile("more"))
    words.evaluate("one => { window.moved = new Promise(done => one.addEventListener('scroll', done)); }")
    words.press("ArrowDown")
    page.evaluate("() => window.moved.then(() => true)")
    words.press("End")
    expect(words).not_to_have_class(re.compile("more"))
    expect(page.locator(".why h2")).to_have_text(head)
    # another turn begins at its beginning
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".why h2")).not_to_have_text(head)
    assert words.evaluate("one => one.scrollTop") == 0


@pytest.mark.parametrize("game", GAMES)
def test_given_a_headline_that_names_rounds_then_their_flags_add_up_to_its_figure(
    visit: Visit, house: House, game: str
) -> None:
    page = visit()
    luck = {1: 0.1, 2: -0.066, 3: 0.12, 4: -0.066}  # of a round, however many turns it has

    def told(made: Json) -> None:
        seat = made["reader"]
        mine = [one for one in made["turns"] if one["seat"] == seat]
        for one in mine:
            part = luck.get(one["turn"]["round"], 0) / sum(o["turn"]["round"] == one["turn"]["round"] for o in mine)
            one["luck"] = [{"kind": "draw", "chances": [part] * finished(game).game.players}]
        made["headline"] |= {"seat": seat, "rounds": [2, 4], "cost": 13}

    changed(page, told)
    review(page, house, game)
    flags = {
        one.get_attribute("data-round"): int(re.sub(r"[^−\d]", "", one.text_content() or "").replace("−", "-"))
        for one in page.locator(".chartbox .flag").all()
    }
    assert flags["2"] + flags["4"] == -13
    assert flags["3"] == 12


def test_given_losses_at_the_border_of_a_grade_then_their_figures_stay_on_its_side(visit: Visit, house: House) -> None:
    page = visit()
    losses = {"best": 0.0096, "good": 0.0196, "detour": 0.0596, "wrong": 0.0604}

    def at_borders(made: Json) -> None:
        mine = [one for one in made["turns"] if one["seat"] == made["reader"]]
        for one, (grade, loss) in zip(mine, losses.items(), strict=False):
            one.update(grade=grade, loss=loss)

    changed(page, at_borders)
    review(page, house, "eldorado")
    shown = page.locator(".list ol button > b")
    assert [shown.nth(k).inner_text() for k in range(4)] == ["0", "−1%", "−5%", "−6%"]


def test_given_no_connection_then_the_review_stays_and_says_what_does_not_come(visit: Visit, house: House) -> None:
    page = visit(quiet=False)
    review(page, house, "eldorado")
    page.wait_for_selector(".spot .inside")
    page.context.set_offline(True)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".spot .pic [role=alert]")).to_contain_text("does not answer")
    expect(page.locator(".spot .inside")).to_have_count(0)
    page.locator(".acts .primary").click()
    expect(page.locator(".why .refused")).to_contain_text("does not answer")
    expect(page.locator(".chartbox")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".spot .inside")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_given_a_chosen_turn_when_i_reload_or_come_back_then_it_is_still_chosen(
    visit: Visit, house: House, game: str
) -> None:
    page = visit()
    code = review(page, house, game)
    page.locator(".seg button").nth(1).click()
    page.keyboard.press("ArrowLeft")
    head, text = page.locator(".why h2").inner_text(), page.locator("h1").inner_text()

    def same() -> None:
        expect(page.locator(".why h2")).to_have_text(head)
        expect(page.locator(".seg button").nth(1)).to_have_attribute("aria-pressed", "true")
        expect(page.locator("h1")).to_have_text(text)

    page.reload()
    same()
    page.goto(f"{house.address}/#/replay/{code}")
    page.wait_for_selector(".transport")
    page.go_back()
    same()
    page.go_back()  # one step, however many turns were looked at
    expect(page.locator(".chartbox")).to_have_count(0)


def test_given_nonsense_in_the_address_then_it_is_passed_over_or_there_is_no_such_room(
    visit: Visit, house: House
) -> None:
    page = visit(quiet=False)
    code = review(page, house, "silvergold")
    lesson = page.locator(".why h2").inner_text()
    for query in ("seat=-1", "seat=9&ply=-3", "seat=1.5&ply=x", "seat=&ply=999999"):
        page.goto(f"{house.address}/#/review/{code}?{query}")
        page.reload()
        expect(page.locator(".why h2")).to_have_text(lesson)
    for odd in ("..%2f", "ZZZZZZ", "a%20b"):
        page.goto(f"{house.address}/#/review/{odd}")
        expect(page.get_by_role("heading", name="No such room")).to_be_visible()


def test_given_a_game_that_was_not_played_to_its_end_then_a_sentence_says_so_and_nothing_is_tried_again(
    visit: Visit, house: House
) -> None:
    page = visit(quiet=False)
    record = finished("silvergold").data
    cut = {key: value for key, value in record.items() if key != "result"} | {"actions": record["actions"][:30]}
    page.request.post(f"{house.address}/api/guest", data={})
    code = page.request.post(f"{house.address}/api/records", data={"record": cut}).json()["code"]
    page.goto(f"{house.address}/#/review/{code}")
    expect(page.get_by_role("alert")).to_contain_text("only games that were played to their end are reviewed")
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".transport")


# a turn's figure beside its grade, and cards within their panel
STRAY = """() => [...document.querySelectorAll('main .grid button, main ol li > button')].filter((row) => {
  const panel = row.closest('.panel').getBoundingClientRect(), box = row.getBoundingClientRect();
  const [grade, loss] = ['.g', 'b'].map(one => row.querySelector(one)?.getBoundingClientRect());
  return box.right > panel.right || (loss && (loss.top > grade.bottom || loss.left < grade.right));
}).map(row => row.innerText)"""


@pytest.mark.parametrize("game", GAMES)
def test_given_the_narrowest_phone_then_cards_and_losses_keep_their_places(
    visit: Visit, house: House, game: str
) -> None:
    page = visit(viewport={"width": 320, "height": 640}, settings={"language": "pt"})

    def lucky(made: Json) -> None:
        for one in made["turns"]:
            one["grade"], one["loss"] = "wrong", 0.14
            one["luck"] = [{"kind": "draw", "chances": [0.3] * finished(game).game.players}]

    changed(page, lucky)
    review(page, house, game)
    at_rest(page)
    assert page.evaluate(STRAY) == []


def test_given_a_turn_decided_in_parts_while_others_mark_then_both_sides_of_it_are_shown(
    visit: Visit, house: House
) -> None:
    page = visit()

    def later(made: Json) -> None:
        one = next(t for t in made["turns"] if t["seat"] == made["reader"] and t["better"] and len(t["actions"]) > 1)
        one["better"] |= {"ply": one["ply"] + len(one["actions"]) + 1, "done": 0}
        one["loss"] = 0.9

    changed(page, later)
    review(page, house, "silvergold")
    expect(page.locator(".spot figure")).to_have_count(2)


@pytest.mark.parametrize("kind", KINDS)
def test_given_any_size_then_nothing_is_cut_off_or_too_small(visit: Visit, house: House, kind: str) -> None:
    page = visit(**options(KINDS[kind][0]))
    review(page, house, "eldorado")
    for size in resized(page, KINDS[kind]):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), size
        # what scrolls lies under it
        page.evaluate("document.querySelector('.foot')?.style.setProperty('display', 'none')")
        assert page.evaluate(FAULTS, kind == "phone") == [], size
        assert page.evaluate(CROSSING) == 0, size
        if kind == "phone":  # what scrolls is the page's own middle
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
