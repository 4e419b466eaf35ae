"""Turns in which something comes to light are decided in parts, and told as a whole."""

from __future__ import annotations

from typing import Any

import pytest
from tests.analysis.judges import Whimsical
from tests.eldorado.positions import at

from expedition import analysis
from expedition.analysis.words import advised
from expedition.core.game import State
from expedition.core.insight import Course, course_of, insight_of

QUICK = analysis.Effort(width=4, candidates=6, first=2, finalists=3, second=2, final=4)
Act = dict[str, Any]
USE: Act = {"do": "use", "card": "cartographer"}
STEP: list[Act] = [{"do": "play", "card": "explorer", "as": "machete", "pawn": 0}, {"do": "step", "to": [2, -2]}]
OVER: list[Act] = [{"do": "end"}, {"do": "done"}]


def course(state: State[Any], *acts: Act) -> Course:
    s, numbers = state.s.copy(), []
    for act in acts:
        numbers.append(state.game.action_from_dict(s, act))
        state.game.play(s, 0, numbers[-1])
    return course_of(state.game, state.s, 0, numbers, redeal=False)


def with_cartographer() -> State[Any]:
    return at((1, -2), ["cartographer", "explorer", "traveler"], draw=["traveler"] * 4)


def test_given_a_card_that_draws_then_the_turn_is_open_after_it_and_over_at_its_end() -> None:
    state = with_cartographer()
    insight = insight_of(state.game)
    assert insight.is_open(course(state, USE))
    assert insight.is_open(course(state, *STEP, USE))
    assert not insight.is_open(course(state, *STEP, *OVER))


def test_given_the_second_part_of_a_turn_then_advice_tells_the_first_too_and_where_it_ends_in_the_open() -> None:
    state = with_cartographer()
    insight = insight_of(state.game)
    before = insight.facts(course(state, USE))
    state.apply(state.game.action_from_dict(state.s, USE))
    facts = insight.facts(course(state, *STEP, *OVER))
    assert advised(insight, insight.joined(before, facts), False, "en") == "Explorer, 1 step, use Cartographer"
    assert advised(insight, before, True, "en") == "Use Cartographer; the rest depends on what comes"


@pytest.mark.compiled
def test_given_a_turn_decided_in_parts_when_reviewed_then_what_came_before_the_part_is_told() -> None:
    state = with_cartographer()
    for act in (USE, *STEP, *OVER):
        state.apply(state.game.action_from_dict(state.s, act))
    while not state.is_over:
        state.apply(state.game.num_actions + state.actor, state.actor)
    turn = analysis.review(state.record(), Whimsical(), QUICK)["turns"][0]
    assert turn["played"]["used"] == ["cartographer"]
    assert turn["better"]["before"].get("used", []) == (["cartographer"] if turn["better"]["ply"] else [])
