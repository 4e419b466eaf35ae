"""Puzzles: the one of the day, trying, why not, the answer, the streak, the list."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import House, Visit
from tests.browser.looking import at_rest, axe, options, speak

from expedition.analysis.puzzles import all_puzzles

GAMES = sorted({one["game"] for one in all_puzzles().values()})


def first(game: str) -> dict[str, Any]:
    return next(one for one in all_puzzles().values() if one["game"] == game)


def open_puzzle(page: Page, house: House, game: str, name: str = "") -> None:
    page.goto(f"{house.address}/#/puzzle/{game}{'/' + name if name else ''}")
    page.wait_for_selector(".puzzle .stage .table", timeout=60_000)


@pytest.mark.parametrize("game", GAMES)
def test_given_the_puzzle_of_the_day_then_it_is_at_a_real_table_and_can_be_given_up(
    visit: Visit, house: House, game: str
) -> None:
    page = visit()
    open_puzzle(page, house, game)
    expect(page.get_by_text("Puzzle of the day")).to_be_visible()
    page.get_by_role("button", name="A hint").click()
    expect(page.locator(".side .why")).to_be_visible()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".answer")).to_contain_text("%")
    if game == "eldorado":  # its answers are drawn; those of Silver & Gold lie on the maps themselves
        expect(page.locator(".answer [data-deed]").first).to_be_visible()
    kept = json.loads(page.evaluate("localStorage.getItem('expedition.puzzles')"))
    assert list(kept["solved"].values()) == [0]
    assert kept["days"] == {}


@pytest.mark.parametrize("game", GAMES)
def test_given_a_turn_when_it_is_the_solution_or_not_then_the_server_says_so_with_a_reason(
    visit: Visit, house: House, game: str
) -> None:
    page = visit()
    one = first(game)
    path = f"{house.address}/api/puzzles/{one['id']}"
    told = page.request.post(f"{path}/try", data={"actions": one["solution"]}).json()
    assert told["solved"]
    table = page.request.post(f"{path}/table", data={"actions": one["solution"]}).json()
    assert table["over"]
    assert not page.request.post(f"{path}/table", data={"actions": [{"do": "fly"}]}).ok
    unfinished = page.request.post(f"{path}/try", data={"actions": []})
    assert unfinished.status == 422


def test_given_a_wrong_turn_and_then_the_right_one_then_both_are_told_and_kept_over_a_reload(
    visit: Visit, house: House
) -> None:
    page = visit()
    one = next(
        one
        for one in all_puzzles().values()
        if one["game"] == "eldorado"
        and [act["do"] for act in one["solution"]] == ["use"]
        and "card" in one["solution"][0]
    )
    card = page.locator(f"[data-card={one['solution'][0]['card']}]").first
    main = page.locator(".btn.primary.main")
    tries = page.locator(".tries li")
    open_puzzle(page, house, "eldorado", one["id"])
    expect(page.locator(".nudge")).to_have_count(0)  # nothing is pointed at
    expect(page.get_by_role("heading", name="Market")).to_be_visible()  # where the journal of a game would be
    main.click()  # ends the turn; a second press draws up
    main.click()
    expect(tries).to_have_count(1)
    expect(tries.first).to_contain_text("Not yet")
    expect(page.get_by_text("Your turn is over")).to_be_visible()
    expect(main).to_have_count(0)  # nobody is waited for
    speak(page, "fr")
    expect(tries.first).to_contain_text("Pas encore")
    speak(page, "en")
    expect(tries).to_have_count(1)
    expect(tries.first).to_contain_text("Not yet")
    card.click()
    main.click()
    expect(tries).to_have_count(2)
    expect(tries.last).to_contain_text("Solved")
    expect(page.locator(".stamp")).to_contain_text("try 2")
    kept = json.loads(page.evaluate("localStorage.getItem('expedition.puzzles')"))
    assert kept["solved"] == {one["id"]: 2}
    page.reload()
    expect(page.locator(".stamp")).to_contain_text("try 2")
    expect(page.locator(".answer .why")).to_contain_text("%")


def test_given_the_list_then_puzzles_stand_by_grade_and_open(visit: Visit, house: House) -> None:
    page = visit()
    for game in GAMES:
        page.goto(f"{house.address}/#/puzzles/{game}")
        page.wait_for_selector("ol a")
        shown = page.locator("ol a").count()
        assert shown == sum(one["game"] == game for one in all_puzzles().values())
        assert axe(page) == []
    page.locator("ol a").first.click()
    page.wait_for_selector(".puzzle .stage .table", timeout=60_000)
    expect(page.get_by_role("heading", name="Find the best turn")).to_be_visible()


def test_given_days_in_a_row_then_the_streak_counts_them(visit: Visit, house: House) -> None:
    page = visit()
    game = GAMES[0]
    day = page.request.get(f"{house.address}/api/games/{game}/puzzles").json()["day"]
    page.evaluate(
        """([game, day]) => {
            const before = (n) => new Date(Date.parse(day) - n * 864e5).toISOString().slice(0, 10);
            const days = [before(3), before(2), before(1), before(6)].sort();
            localStorage.setItem('expedition.puzzles', JSON.stringify({solved: {}, days: {[game]: days}}));
        }""",
        [game, day],
    )
    page.goto(f"{house.address}/#/puzzles/{game}")
    expect(page.get_by_text("3 days in a row")).to_be_visible()


def test_given_days_on_the_device_when_an_account_is_made_then_they_are_the_accounts(
    visit: Visit, house: House
) -> None:
    page = visit()
    game = GAMES[0]
    there = page.request.get(f"{house.address}/api/games/{game}/puzzles").json()
    day, name = there["day"], there["today"]
    page.evaluate(
        "([game, day, name, turn]) => localStorage.setItem('expedition.puzzles', JSON.stringify("
        "{solved: {[name]: 1, 'other-1': 1}, turns: {[name]: turn}, days: {[game]: [day], other: [day]}}))",
        [game, day, name, all_puzzles()[name]["solution"]],
    )
    account = {"name": "Puzzler", "password": "correct horse"}
    assert page.request.post(f"{house.address}/api/account", data=account).ok
    page.goto(f"{house.address}/#/puzzles/{game}")
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    assert page.request.get(f"{house.address}/api/me/puzzles/{game}").json()["days"] == [day]
    left = json.loads(page.evaluate("localStorage.getItem('expedition.puzzles')"))
    assert left == {"solved": {"other-1": 1}, "turns": {}, "days": {game: [], "other": [day]}}
    elsewhere = visit()
    assert elsewhere.request.post(f"{house.address}/api/login", data=account).ok
    elsewhere.goto(f"{house.address}/#/puzzles/{game}")
    expect(elsewhere.get_by_text("1 day in a row")).to_be_visible()


# the fields of an own map under the piece that lies on it
COVERED = """(map) => [...document.querySelectorAll(`[data-slot="${map}"]`)].filter((field) => {
  const [row, column] = field.dataset.cell.split(',');
  const piece = field.closest('.tmap').querySelector('.piece .body');
  return piece?.isPointInFill(new DOMPoint(column * 100 + 50, row * 100 + 50));
}).map((field) => field.dataset.cell)"""


def names(*marks: dict[str, Any]) -> list[str]:
    return sorted(f"{row},{column}" for mark in marks for row, column in mark["cells"])


def test_given_an_answer_with_a_cross_then_all_its_fields_are_shown_and_the_rest_of_it_while_it_is_followed(
    visit: Visit, house: House
) -> None:
    page = visit()
    one = next(
        one
        for one in all_puzzles().values()
        if [(act["do"], act.get("map"), len(act.get("cells", []))) for act in one["solution"]]
        in ([("mark", 0, 4), ("mark", 0, 1)], [("mark", 0, 3), ("mark", 0, 1)])
    )
    pattern, cross = one["solution"]
    open_puzzle(page, house, "silvergold", one["id"])
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".answer")).to_be_visible()
    assert sorted(page.evaluate(COVERED, 0)) == names(pattern, cross)
    field = page.locator(f"[data-slot='0'][data-cell='{names(pattern)[0]}']")
    field.focus()
    for _ in range(40):  # the ways to cover this field, one after the other
        field.press(" ")
        if sorted(page.evaluate(COVERED, 0)) == names(pattern):
            break
    page.locator(".btn.primary.main").click()
    expect(page.locator(".table.sg[data-mode=extra][aria-busy=false]")).to_be_visible()
    assert page.evaluate(COVERED, 0) == names(cross)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".table.sg[data-mode=mark][aria-busy=false]")).to_be_visible()
    assert sorted(page.evaluate(COVERED, 0)) == names(pattern, cross)


# the sizes on the screen of the numbers that maps bear
NUMBERS = """() => [...document.querySelectorAll('.tmap .number')].map((one) => {
  const matrix = one.getScreenCTM();
  return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(matrix.a, matrix.b);
})"""


def test_given_a_hint_that_names_a_map_then_its_number_is_on_the_map(visit: Visit, house: House) -> None:
    page = visit()
    one = next(one for one in all_puzzles().values() if [act["do"] for act in one["solution"]] == ["mark"])
    open_puzzle(page, house, "silvergold", one["id"])
    own = page.locator(".mymaps .tmap")
    for i in range(2):
        colour, number = (own.nth(i).get_attribute("data-map") or "").split("-")
        expect(own.nth(i).locator(".number")).to_have_text(f"no. {int(number)}")
        if i == one["solution"][0]["map"]:
            page.get_by_role("button", name="A hint").click()
            expect(page.locator(".side .why")).to_contain_text(f"{colour} map no. {int(number)}")
    for width, height, least in ((1366, 768, 6), (1920, 1080, 6), (360, 740, 2)):  # own maps and display; own maps
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        shown = page.evaluate(NUMBERS)
        assert len(shown) >= least
        assert min(shown) >= 11.9


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(360, 740), (1024, 768)])
def test_given_a_small_window_then_words_scroll_buttons_stay_whole_and_the_table_keeps_its_size(
    visit: Visit, house: House, game: str, size: tuple[int, int]
) -> None:
    page = visit(**options(size))
    open_puzzle(page, house, game)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".answer .why")).to_be_in_viewport()
    at_rest(page)
    button = page.get_by_role("button", name="Next puzzle")
    table = page.locator(".stage .table")
    for top in (0, 10_000):
        page.locator(".puzzle").evaluate("(all, top) => { all.scrollTop = top; }", top)
        expect(button).to_be_in_viewport(ratio=1)
    box = table.bounding_box()
    assert box
    assert box["height"] >= size[1] - 72
    assert box["y"] + box["height"] == pytest.approx(size[1], abs=1)  # scrolled to, it is there as a whole
    if game == "silvergold":
        for one in page.locator(".mymaps .tmap").all():
            assert (one.bounding_box() or {"width": 0})["width"] >= 120


# names of the market that are cut by their card, or lie under what is on it
CUT = """() => [...document.querySelectorAll('.market .nm')].filter((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  const lines = [...range.getClientRects()], card = name.closest('.plate, .tick').getBoundingClientRect();
  const things = [...name.closest('.card, .tick').querySelectorAll('.price, .once, .onc')];
  return lines.some((line) => line.left < card.left - 0.5 || line.right > card.right + 0.5 ||
    things.map((one) => one.getBoundingClientRect()).some((one) =>
      Math.min(line.right, one.right) - Math.max(line.left, one.left) > 1 &&
      Math.min(line.bottom, one.bottom) - Math.max(line.top, one.top) > 4));
}).map((name) => name.textContent)"""


def test_given_the_market_beside_a_puzzle_then_no_name_is_cut_in_any_language(visit: Visit, house: House) -> None:
    page = visit()
    open_puzzle(page, house, "eldorado")
    for language in ("en", "pt", "it", "fr"):
        speak(page, language)
        page.wait_for_selector(".market .tick")
        at_rest(page)
        assert page.evaluate(CUT) == [], language


def test_given_no_connection_then_the_page_says_so_and_can_be_asked_again(visit: Visit, house: House) -> None:
    page = visit(quiet=False)
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    one = next(
        one
        for one in all_puzzles().values()
        if one["game"] == "eldorado" and [act["do"] for act in one["solution"]] == ["use"]
    )
    open_puzzle(page, house, "eldorado", one["id"])
    said = page.get_by_role("alert").filter(has_text="The server does not answer")
    page.context.set_offline(True)
    for name in ("A hint", "Show the answer"):
        page.get_by_role("button", name=name).click()
        expect(said).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="A hint").click()
    expect(page.locator(".side .why")).to_be_visible()
    expect(said).to_have_count(0)
    page.route("**/try", lambda route: route.abort())
    main = page.locator(".btn.primary.main")
    main.click()  # ends the turn; a second press draws up
    main.click()
    expect(said).to_be_visible()
    expect(page.locator(".tries")).to_have_count(0)
    page.unroute("**/try")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".tries li")).to_have_count(1)
    page.get_by_role("button", name="Try again").click()
    expect(main).to_be_visible()  # the turn begins anew
    assert broken == []


def test_given_a_link_to_no_puzzle_or_to_one_of_the_other_game_then_it_says_so_or_opens(
    visit: Visit, house: House
) -> None:
    page = visit()
    page.goto(f"{house.address}/#/puzzle/eldorado/nonsense")
    expect(page.get_by_role("heading", name="There is no such puzzle")).to_be_visible()
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator("ol a").first).to_be_visible()
    open_puzzle(page, house, "silvergold", first("eldorado")["id"])
    expect(page.get_by_role("heading", name="Market")).to_be_visible()
    assert page.url.endswith(f"#/puzzle/eldorado/{first('eldorado')['id']}")
