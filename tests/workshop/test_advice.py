"""The book's advice: measured, compared with the official routes, never a reason to refuse a route."""

from __future__ import annotations

import pytest
from tests.workshop.routes import (
    EASY_INSIDE,
    LONG_JUNGLE,
    ONE_PASSAGE,
    SHORTEST_IS_EASIEST,
    SINGLE_LANE,
    Json,
)

import expedition
from expedition.core.words import languages
from expedition.eldorado.board import load_route
from expedition.eldorado.components import route_ids
from expedition.workshop import Hint, advice, check, difficulty, measures, ways
from expedition.workshop.check import better_turn, hint_text, report

RULES = [f"ED-ROUTE-0{number}" for number in range(4, 10)]


def hint_of(route: Json, rule: str) -> Hint:
    return next(hint for hint in advice(route) if hint.measure.rule == rule)


def said(route: Json, rule: str) -> str:
    return hint_text(hint_of(route, rule), load_route(route))


@pytest.mark.parametrize("route", route_ids())
def test_given_an_official_route_then_every_piece_of_advice_is_kept(route: str) -> None:
    hints = advice(route)
    assert [hint.measure.rule for hint in hints] == RULES
    assert all(hint.fine for hint in hints)


@pytest.mark.rule("ED-ROUTE-04")
def test_given_a_long_stretch_of_one_colour_then_a_hint_marks_it_and_the_route_stays_playable() -> None:
    hint = hint_of(LONG_JUNGLE, "ED-ROUTE-04")
    board = load_route(LONG_JUNGLE)
    assert not hint.fine
    assert hint.measure.value == 25
    assert hint.bound == 15
    assert {board.cells[cell].terrain for cell in hint.measure.cells} == {"jungle"}
    assert said(LONG_JUNGLE, "ED-ROUTE-04").startswith("25 spaces of jungle in a row on B, R, L")
    assert expedition.make("eldorado", route=LONG_JUNGLE).new(seed=1).legal_actions()


@pytest.mark.rule("ED-ROUTE-05")
def test_given_two_routes_then_the_more_mixed_one_is_rated_harder() -> None:
    mixed, plain = load_route("serpentine"), load_route("winding_paths")
    assert measures.variety(mixed).value > measures.variety(plain).value  # type: ignore[operator]
    assert difficulty.estimate(mixed) > difficulty.estimate(plain)
    # and with the same way to go: only the mix of the ground differs
    same = [ways.hard_steps(load_route(r), ways.shortest(load_route(r))) for r in (EASY_INSIDE, SINGLE_LANE)]
    mix = [measures.variety(load_route(r)).value or 0 for r in (EASY_INSIDE, SINGLE_LANE)]
    scores = [difficulty.estimate(load_route(r)) for r in (EASY_INSIDE, SINGLE_LANE)]
    assert scores[1] - scores[0] == pytest.approx(same[1] - same[0] + difficulty.VARIETY * (mix[1] - mix[0]))
    assert difficulty.VARIETY > 0


@pytest.mark.rule("ED-ROUTE-06")
def test_given_a_route_whose_shortest_way_is_its_easiest_then_a_hint_is_shown() -> None:
    board = load_route(SHORTEST_IS_EASIEST)
    assert len(ways.shortest(board)) == len(ways.easiest(board))
    assert not hint_of(SHORTEST_IS_EASIEST, "ED-ROUTE-06").fine
    assert said(SHORTEST_IS_EASIEST, "ED-ROUTE-06").startswith("The shortest way is also the easiest.")


@pytest.mark.rule("ED-ROUTE-07")
def test_given_a_bend_whose_inside_lane_is_the_easiest_then_a_hint_names_the_tile_and_the_turn_that_helps() -> None:
    board = load_route(EASY_INSIDE)
    assert measures.turn_at(board, 1) > measures.SHARP
    hint = hint_of(EASY_INSIDE, "ED-ROUTE-07")
    assert not hint.fine
    assert hint.measure.value == 0
    turns = better_turn(board, "G")
    assert turns is not None
    times = "once" if turns == 1 else f"{turns} times"
    assert said(EASY_INSIDE, "ED-ROUTE-07") == f"Bend at G: the inside lane should be the hardest. Turn G {times}."
    better = {**EASY_INSIDE, "tiles": [dict(piece) for piece in EASY_INSIDE["tiles"]]}
    better["tiles"][1]["rotation"] = (5 + turns) % 6
    assert hint_of(better, "ED-ROUTE-07").fine


@pytest.mark.rule("ED-ROUTE-08")
def test_given_a_route_with_one_single_lane_then_a_hint_is_shown() -> None:
    hint = hint_of(SINGLE_LANE, "ED-ROUTE-08")
    assert not hint.fine
    assert hint.measure.data["count"] == 1
    assert said(SINGLE_LANE, "ED-ROUTE-08").startswith("One single lane: ")


@pytest.mark.rule("ED-ROUTE-09")
def test_given_a_passage_one_space_wide_then_a_hint_marks_it() -> None:
    board = load_route(ONE_PASSAGE)
    passage = ways.bottlenecks(board)
    assert len(passage) == 1
    for cell in passage[0]:  # close it, and there is no way
        assert not ways.way(board, ways.by_steps, within=set(range(len(board.cells))) - {cell})
    hint = hint_of(ONE_PASSAGE, "ED-ROUTE-09")
    assert not hint.fine
    assert hint.measure.cells == passage[0]
    assert said(ONE_PASSAGE, "ED-ROUTE-09").startswith("One passage only one space wide, on M.")


@pytest.mark.rule("ED-ROUTE-01")
@pytest.mark.parametrize("route", route_ids())
def test_given_an_official_route_then_the_grade_by_the_map_is_its_own(route: str) -> None:
    board = load_route(route)
    assert difficulty.grade(difficulty.estimate(board)) == board.difficulty
    for level, rounds in difficulty.reference()["rounds"].items():
        assert difficulty.tried(board, level, rounds[route]) == board.difficulty


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("route", [LONG_JUNGLE, ONE_PASSAGE, EASY_INSIDE, SINGLE_LANE, SHORTEST_IS_EASIEST])
def test_given_any_language_then_every_hint_has_a_sentence_places_and_the_official_values(
    route: Json, lang: str
) -> None:
    assert check(route, lang).ok
    for hint in report(load_route(route), lang)["advice"]:
        assert hint["text"].endswith(".")
        assert "{" not in hint["text"]
        assert len(hint["official"]) == 7
        assert hint["fine"] or hint["places"] or hint["name"] == "variety"
