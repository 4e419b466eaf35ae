"""Pictures: well-formed, complete in themselves, and showing what the view says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import expedition
from expedition.core import picture
from expedition.core.errors import SetupError
from expedition.core.words import languages, say
from expedition.eldorado import board_svg, chart
from expedition.eldorado import components as eldorado_box
from expedition.eldorado import svg as eldorado
from expedition.eldorado.text import card
from expedition.silvergold import svg as silvergold

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
THEMES = picture.THEMES
MARK = "x[0-9a-f]{7}"  # what every name in a picture ends with


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)


def texts(drawn: str) -> list[str]:
    return [element.text or "" for element in parsed(drawn).iter(f"{SVG}text")]


def uses(drawn: str, name: str) -> int:
    """How often a symbol is used, outside of definitions."""
    drawing = re.sub(r"<defs>.*?</defs>", "", drawn, flags=re.S)
    return len(re.findall(rf'href="#{name}-{MARK}"', drawing))


def check_it_stands_alone(drawn: str) -> None:
    """Nothing missing, nothing from elsewhere, no variable left, no name twice."""
    root = parsed(drawn)
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(names) == len(set(names))
    assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', drawn)) <= set(names)
    assert "var(" not in drawn
    outside = [url for url in re.findall(r"https?://[^\"')]+", drawn) if url != "http://www.w3.org/2000/svg"]
    assert not outside
    assert root.find(f"{SVG}title") is not None


@pytest.fixture(scope="module")
def race() -> Any:
    return expedition.make("eldorado", players=3, caves=True, blockades=[1, 2, 5, 6])


def race_state(game: Any) -> Any:
    """Three pawns on the way, one blockade gone, a token found."""
    snapshot = game.new(seed=4).snapshot()
    for seat, at in enumerate(([5, -3], [7, 0], [10, -2])):
        snapshot["seats"][seat]["pawns"] = [{"at": at, "near": []}]
    snapshot["seats"][0]["blockades"] = [1]
    snapshot["blockades"] = [b for b in snapshot["blockades"] if b["number"] != 1]
    token = snapshot["caves"][0]["pile"].pop()
    snapshot["seats"][0]["tokens"] = [token]
    return game.restore(snapshot)


# El Dorado.


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("route", eldorado_box.route_ids())
def test_every_route_draws_all_its_spaces(route: str, theme: str) -> None:
    components = expedition.make("eldorado", route=route).components()
    drawn = eldorado.board(components, None, theme, "en", route)
    check_it_stands_alone(drawn)
    drawing = re.sub(r"<defs>.*?</defs>", "", drawn, flags=re.S)
    spaces = re.findall(rf'href="#h-[\w-]+-{MARK}"', drawing)
    assert len(spaces) == len(components["board"]["hexes"])
    assert texts(drawn).count("?") == len(components["board"]["seams"])
    assert say(f"eldorado.route.{route}") in texts(drawn)


def test_a_route_is_read_from_left_to_right() -> None:
    for route in eldorado_box.route_ids():
        board = expedition.make("eldorado", route=route).components()["board"]
        turns = chart.flattest(board)

        def mean(what: str, board: Any = board, turns: int = turns) -> float:
            places = [chart.turned((h["q"], h["r"]), turns) for h in board["hexes"] if h[what]]
            return sum(2 * q + r for q, r in places) / len(places)

        assert mean("start") < mean("finish"), route


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", languages())
def test_the_table_shows_hand_market_players_and_board(race: Any, theme: str, lang: str) -> None:
    state = race_state(race)
    view = state.view(0)
    drawn = race.picture(state, 0, theme, lang)
    check_it_stands_alone(drawn)
    said = " ".join(texts(drawn))
    for name in view["seats"][0]["hand"]:
        assert all(part in said for part in picture.lines(card(name, lang), 13))
    for name in {pile["card"] for pile in view["market"]["board"]}:
        assert uses(drawn, f"a-{name}") >= 1
    for seat in range(3):
        assert say("game.seat", lang, number=seat + 1) in said
    standing = {str(b["number"]) for b in view["blockades"]}
    assert standing <= set(texts(drawn))
    assert drawn.count(board_svg.PAWN) == 2 * 3  # each has an edge and a body


def test_another_seats_hand_is_not_in_the_picture(race: Any) -> None:
    state = race_state(race)
    snapshot = state.snapshot()
    player = snapshot["seats"][1]
    player["hand"], player["draw"] = player["draw"], player["hand"]
    other = race.restore(snapshot)
    assert race.picture(other, 0) == race.picture(state, 0)
    assert race.picture(other, 1) != race.picture(state, 1)


def test_a_spectator_sees_no_hand(race: Any) -> None:
    drawn = race.picture(race_state(race), None)
    check_it_stands_alone(drawn)
    assert say("eldorado.zone.hand") not in texts(drawn)


def test_a_snapshot_can_be_drawn_as_it_is(race: Any) -> None:
    """A bug report carries a position, not a view."""
    drawn = eldorado.table(race.components(), race_state(race).snapshot())
    check_it_stands_alone(drawn)


def test_pawns_that_arrived_stand_before_the_city(race: Any) -> None:
    state = race_state(race)
    snapshot = state.snapshot()
    snapshot["seats"][2]["pawns"] = [{"at": "arrived", "near": []}]
    snapshot["seats"][2]["arrived"] = 1
    snapshot["turn"]["final_round"] = True
    drawn = eldorado.board(race.components(), snapshot)
    assert drawn.count(board_svg.PAWN) == 2 * 3


@pytest.mark.parametrize("lang", languages())
def test_all_cards_fit_on_a_sheet(lang: str) -> None:
    components = expedition.make("eldorado").components()
    drawn = eldorado.cards(components, "light", lang)
    check_it_stands_alone(drawn)
    assert all(uses(drawn, f"a-{kind['id']}") == 1 for kind in components["cards"])


def test_an_own_route_bears_its_own_name() -> None:
    route = eldorado_box.routes()["first"]
    made = expedition.make(
        "eldorado", route={"names": {"en": "A <short> walk"}, **{k: route[k] for k in ("tiles", "finish")}}
    )
    drawn = eldorado.board(made.components(), None, "light", "en", made.setup["route"])
    check_it_stands_alone(drawn)
    assert "A <short> walk" in texts(drawn)


# Silver & Gold.


def marked_state() -> Any:
    game = expedition.make("silvergold", players=3)
    state = game.new(seed=2)
    while state.view(0)["turn"]["flip"] < 3:
        state.apply(state.legal_actions()[-1], state.actor)
    return state


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", languages())
def test_the_silver_and_gold_table_shows_maps_pattern_and_score(theme: str, lang: str) -> None:
    state = marked_state()
    drawn = state.game.picture(state, 0, theme, lang)
    check_it_stands_alone(drawn)
    view = state.view(0)
    assert say(f"silvergold.pattern.{view['turn']['pattern']}", lang) in texts(drawn)
    assert str(view["seats"][0]["score"]["total"]) in texts(drawn)
    maps = sum(held is not None for player in view["seats"] for held in player["maps"]) + len(view["display"])
    flags = re.findall(r'd="M26 0h', drawn)
    assert len(flags) == maps


def test_the_four_dealt_maps_are_shown_to_their_owner_alone() -> None:
    state = expedition.make("silvergold").new(seed=5)
    assert say("silvergold.words.choose") in texts(state.game.picture(state, 0))
    assert say("silvergold.words.choose") not in texts(state.game.picture(state, None))


def test_what_others_mark_stays_out_of_the_picture_until_all_have_marked() -> None:
    state = marked_state()
    first, second = state.actors[:2]
    before = state.game.picture(state, second)
    state.apply(state.legal_actions(first)[-1], first)
    assert state.game.picture(state, second) == before


def test_all_47_maps_and_6_patterns_fit_on_a_sheet() -> None:
    drawn = silvergold.maps(expedition.make("silvergold").components())
    check_it_stands_alone(drawn)
    assert len(re.findall(r'd="M26 0h', drawn)) == 47
    assert say("silvergold.pattern.T4") in texts(drawn)


# All pictures.


@pytest.mark.parametrize("game", expedition.games())
def test_a_notebook_shows_a_state_as_its_table(game: str) -> None:
    state = expedition.make(game).new(seed=1)
    assert state._repr_svg_() == state.game.picture(state, state.actor)


def test_two_pictures_on_one_page_share_no_names() -> None:
    routes = [expedition.make("eldorado", route=route).components() for route in ("first", "swamplands")]
    first, second = (set(re.findall(r'\bid="([^"]+)"', eldorado.board(components))) for components in routes)
    assert first
    assert not first & second


def test_day_and_night_share_no_names_and_no_paper() -> None:
    state = marked_state()
    day, night = (state.game.picture(state, 0, theme) for theme in THEMES)
    ids = [set(re.findall(r'\bid="([^"]+)"', drawn)) for drawn in (day, night)]
    assert not ids[0] & ids[1]
    assert picture.tokens("light")["chart"] in day
    assert picture.tokens("dark")["chart"] in night


def test_a_theme_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SetupError, match="'sepia'; there are light and dark"):
        eldorado.cards(expedition.make("eldorado").components(), "sepia")


@pytest.mark.parametrize(
    ("name", "longest", "parts"),
    [
        ("Scout", 13, ["Scout"]),
        ("Treasure Chest", 13, ["Treasure", "Chest"]),
        ("Jack-of-all-Trades", 13, ["Jack-of-", "all-Trades"]),
        ("Poste de transmission", 13, ["Poste de", "transmission"]),
        ("Globetrotteuse", 10, ["Globetrotteuse"]),
    ],
)
def test_a_long_name_is_broken_once_where_it_is_most_even(name: str, longest: int, parts: list[str]) -> None:
    assert picture.lines(name, longest) == parts


@pytest.mark.parametrize("sheet", ["icons.svg", "terrain.svg", "posters.svg", "tokens.css"])
def test_the_web_table_is_drawn_with_the_same_symbols_and_colours(sheet: str) -> None:
    assert (Path(expedition.__file__).parent / "art" / sheet).is_file()
    sources = [path for kind in ("*.ts", "*.svelte") for path in (ROOT / "web" / "src").rglob(kind)]
    assert any(f"src/expedition/art/{sheet}" in path.read_text(encoding="utf-8") for path in sources)
    assert not list((ROOT / "web" / "src").rglob(sheet)), "there is one of each"


def test_the_running_turn_is_told_in_a_few_words(race: Any) -> None:
    view = race_state(race).view(0)
    view["turn"]["active"] = {"card": "captain", "as": "paddle", "pawn": 0, "left": 2, "stepped": True}
    assert "Captain: 2 left" in texts(eldorado.table(race.components(), view))
    view["turn"]["active"] = {"card": "native", "as": None, "pawn": 0, "left": None, "stepped": False}
    view["turn"]["pending"] = {"kind": "pay", "card": "pioneer", "due": 2.5}
    said = texts(eldorado.table(race.components(), view))
    assert "Native" in said
    assert "Pioneer: 2½ to pay" in said


def test_a_plate_counts_what_it_has_no_room_to_show(race: Any) -> None:
    view = race_state(race).view(0)
    view["seats"][1]["tokens"] = ["draw_1"] * 3
    assert uses(eldorado.table(race.components(), view), "i-token") == 0
    view["seats"][1]["blockades"] = [3, 4]
    assert uses(eldorado.table(race.components(), view), "i-token") == 1
