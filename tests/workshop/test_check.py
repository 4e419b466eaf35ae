"""Verdicts, drafts, codes and the schema of route files."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples
from tests.workshop.routes import SHORT, Json, route

import expedition
from expedition.core.words import languages
from expedition.eldorado.board import load_route
from expedition.eldorado.components import route_ids, routes
from expedition.eldorado.pieces import RouteError
from expedition.workshop import check, code_of, propose, route_of, schema
from expedition.workshop.draft import look


@pytest.mark.rule("ED-ROUTE-03")
def test_given_a_route_laid_piece_by_piece_then_it_can_be_saved_and_played() -> None:
    draft: Json = {"tiles": [], "finish": None}
    for tile in ("B", "C", "N"):
        hand = look(draft, {"tile": tile, "rotation": 0})["hand"]
        place = hand["places"][0]
        draft["tiles"].append({"tile": tile, "rotation": 0, "q": place["q"], "r": place["r"]})
    shown = look(draft)
    assert shown["verdict"]["ok"]
    saved = route_of(code_of(shown["route"]))
    state = expedition.make("eldorado", players=2, route=saved).new(seed=3)
    assert state.legal_actions()
    assert [piece["tile"] for piece in state.record().data["setup"]["route"]["tiles"]] == ["B", "C", "N"]


@pytest.mark.parametrize(
    ("wrong", "reason", "words"),
    [
        ({"tiles": [], "finish": None}, "form", "tiles"),
        (route(("C", 0, 0, 0), ("finish_river", 0, 9, 9)), "no_start", "A or B"),
        (route(("B", 0, 0, 0), ("A", 0, 9, 9), ("finish_river", 0, 9, 9)), "two_starts", "B and A"),
        (route(("C", 0, 0, 0), ("B", 0, 9, 9), ("finish_river", 0, 9, 9)), "start_late", "B is the start tile"),
        (route(("B", 0, 0, 0), ("C", 0, 7, -3), ("D", 0, 14, -6), ("finish_river", 0, 9, 9)), "twice", "C and D"),
        (
            route(("B", 2, 0, 0), ("C", 5, 6, -3), ("finish_river", 0, 11, -7)),
            "overlap",
            "4 spaces of C would lie on B",
        ),
        (route(("B", 2, 0, 0), ("C", 5, 9, -3), ("finish_river", 0, 13, -7)), "join", "B and C do not join"),
        (route(("B", 2, 0, 0), ("C", 5, 7, -3), ("finish_river", 0, 30, -7)), "finish_corner", "last tile, C"),
        ({**SHORT, "finish": None}, "no_finish", "El Dorado is missing"),
    ],
)
def test_given_a_bad_route_then_the_sentence_names_the_tile(wrong: Json, reason: str, words: str) -> None:
    verdict = check(wrong)
    assert not verdict.ok
    assert verdict.reason == reason
    assert words in verdict.text
    for lang in languages():
        assert "{" not in check(wrong, lang).text


def test_given_a_piece_in_hand_over_others_then_it_is_told_where_it_would_lie_on_them() -> None:
    first: Json = {"tiles": routes()["hills_of_gold"]["tiles"][:5], "finish": None}
    shown = look(first, {"tile": "N", "rotation": 4, "q": 10, "r": -5})["hand"]
    assert shown["why"]["ok"] is False
    assert shown["why"]["text"] == "15 spaces of N would lie on K, J."
    assert len(shown["why"]["places"]) == 15
    fits = look(first, {"tile": "N", "rotation": 4, "q": 21, "r": -10})["hand"]
    assert fits["why"]["ok"]
    assert fits["longer"] == 5


@given(st.integers(0, 10**9), st.data())
@examples(10)
@pytest.mark.compiled
def test_given_a_piece_in_hand_then_every_place_offered_makes_a_valid_route(seed: int, data: st.DataObject) -> None:
    draft = propose(seed, 1, tiles=(2, 3), strips=(0, 1), steps=(5, 60))[0]
    used = {piece["tile"] for piece in draft["tiles"]}
    tile = data.draw(st.sampled_from([name for name in "CEGIKMOQ" if not used & {name, chr(ord(name) + 1)}]))
    rotation = data.draw(st.integers(0, 5))
    for place in look(draft, {"tile": tile, "rotation": rotation})["hand"]["places"]:
        longer = {"tile": tile, "rotation": rotation, "q": place["q"], "r": place["r"]}
        shown = look({"tiles": [*draft["tiles"], longer], "finish": draft["finish"]})
        assert shown["verdict"]["ok"] or shown["verdict"]["reason"] in ("no_way", "no_corner")


def test_given_a_piece_taken_out_of_the_middle_then_it_may_go_back_where_it_was() -> None:
    whole = routes()["winding_paths"]
    taken = whole["tiles"].pop(2)
    hand = look({"tiles": whole["tiles"], "finish": whole["finish"]}, {**taken, "q": None, "r": None, "index": 2})[
        "hand"
    ]
    assert {"q": taken["q"], "r": taken["r"], "edges": 7} in hand["places"]


@pytest.mark.parametrize("name", route_ids())
def test_given_an_official_route_then_its_code_brings_back_its_pieces(name: str) -> None:
    there = load_route(route_of(code_of(name)))
    here = load_route(name)
    assert [(p.tile, p.rotation, p.q, p.r) for p in there.pieces] == [
        (p.tile, p.rotation, p.q, p.r) for p in here.pieces
    ]
    assert len(code_of(name)) <= 28


@given(st.text(max_size=40))
@examples(200)
def test_given_any_text_as_a_code_then_there_is_a_route_or_a_sentence(text: str) -> None:
    try:
        found = route_of(text)
    except RouteError as error:
        sentence = str(error)
    else:
        sentence = check(found).text
    assert sentence.endswith(".")


@pytest.mark.parametrize("name", route_ids())
def test_given_the_schema_then_official_routes_keep_it(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(routes()[name], schema())


def test_given_the_schema_then_a_file_it_refuses_is_refused_by_the_check_too() -> None:
    def broken(change: dict[str, Any]) -> Json:
        made = copy.deepcopy(SHORT)
        made["tiles"][1].update(change)
        return made

    for change in ({"tile": "Z"}, {"rotation": 6}, {"q": 1001}, {"r": "x"}, {"tile": "finish_river"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(broken(change), schema())
        assert not check(broken(change)).ok
