"""Every shipped puzzle holds together: its position, its solution, its words; and the day's is the same for all."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest
from tests.analysis.judges import Whimsical

from expedition.analysis import puzzles
from expedition.analysis.grading import EASY, MEDIUM, TRIES, solved
from expedition.core import registry
from expedition.core.errors import IllegalAction, SetupError
from expedition.core.game import State
from expedition.core.insight import course_of, insight_of
from expedition.core.words import languages

ALL = list(puzzles.all_puzzles().values())
GAMES = registry.games()


PARTS = 16


@pytest.mark.parametrize("part", range(PARTS))
def test_given_any_puzzle_then_its_solution_is_legal_its_margin_stated_and_its_reason_true(part: int) -> None:
    for one in ALL[part::PARTS]:
        state, numbers = solved(one)
        _, played, over = puzzles.after(one, one["solution"])
        assert (played, over) == (numbers, True), one["id"]
        assert one["margin"] >= insight_of(state.game).margin, one["id"]
        assert one["margin"] <= one["chance"] <= 0.97, one["id"]  # equal: all other turns lose
        assert one["turns"] >= 4, one["id"]
        check_reason(one, state, numbers)


def check_reason(one: dict[str, Any], state: State[Any], numbers: list[int]) -> None:
    """The solution does what the reason says, the lack of it costs most of the margin, and the fact can be counted
    again on the position."""
    insight = insight_of(state.game)
    course = course_of(state.game, state.s, one["seat"], numbers)
    facts, reason = insight.facts(course), one["reason"]
    assert facts == one["facts"], one["id"]
    assert insight.does(reason["name"], reason["value"], facts), one["id"]
    assert abs(reason["best"] - one["chance"]) < 1e-4, one["id"]
    assert reason["best"] - reason["without"] > 0.69 * one["margin"], one["id"]
    support = reason["support"]
    if support is not None and support["key"] == "silvergold.why.fit":  # against the best turn without it
        assert support["cards"] == insight.fitting(course), one["id"]  # type: ignore[attr-defined]
    elif support is not None and "lead" in support:
        assert support["steps"] == insight.steps_to_go(course.after, one["seat"]), one["id"]  # type: ignore[attr-defined]
    elif support is not None and support["key"] != "silvergold.why.palm_now":  # that too
        assert support == insight.support(reason["name"], course, course), one["id"]


@pytest.mark.parametrize("one", ALL[::29], ids=lambda one: str(one["id"]))
def test_given_a_puzzle_then_it_is_solved_by_its_solution_and_told_in_every_language(one: dict[str, Any]) -> None:
    assert puzzles.attempt(one, one["solution"], evaluator=Whimsical())["solved"]
    for lang in languages():
        told = puzzles.answer_of(one, lang)
        assert told["text"].strip()
        assert "%" in told["why"]


def test_given_all_puzzles_then_there_are_200_a_game_no_two_the_same_and_of_every_grade() -> None:
    assert len({str((one["position"]["seats"], one["solution"])) for one in ALL}) == len(ALL)
    assert len({one["id"] for one in ALL}) == len(ALL)
    for game in GAMES:
        grades = Counter(one["grade"] for one in ALL if one["game"] == game)
        assert set(grades) == set(puzzles.GRADES)
        assert grades.total() >= 200


def test_given_all_puzzles_then_a_grade_is_how_often_the_levels_find_them() -> None:
    for one in ALL:
        assert set(one["found"]) == set(TRIES)
        share = sum(one["found"].values()) / len(TRIES)
        assert one["grade"] == ("easy" if share > EASY else "medium" if share > MEDIUM else "hard"), one["id"]


def test_given_a_day_then_its_puzzle_is_the_same_for_everybody_and_another_one_tomorrow() -> None:
    day = date(2026, 11, 15)
    for game in GAMES:
        today = puzzles.of_the_day(game, day)
        assert today == puzzles.of_the_day(game, day)
        some = [puzzles.of_the_day(game, day + timedelta(days=n)) for n in range(20)]
        assert len(set(some)) == min(20, sum(one["game"] == game for one in ALL))


def test_given_a_puzzle_then_the_table_shows_nothing_its_seat_may_not_see() -> None:
    """Whatever is dealt anew for the seat, it is shown the same."""
    for one in ALL[::25]:
        shown = puzzles.look(one, [])
        assert shown["gestures"]
        state = puzzles.beginning(one)
        hidden = [state.game.redeal(state, one["seat"], seed) for seed in range(3)]
        assert any(other.s != state.s for other in hidden)
        for other in hidden:
            assert puzzles.look({**one, "position": other.snapshot()}, []) == shown


@pytest.mark.parametrize("game", GAMES)
def test_given_a_puzzle_then_giving_up_is_no_answer_to_it(game: str) -> None:
    one = next(one for one in ALL if one["game"] == game)
    with pytest.raises(IllegalAction, match="Giving up"):
        puzzles.attempt(one, [{"do": "resign", "seat": one["seat"]}], evaluator=Whimsical())


def test_given_a_turn_that_is_not_over_or_not_legal_then_it_gets_a_sentence() -> None:
    one = ALL[0]
    with pytest.raises(IllegalAction):
        puzzles.attempt(one, [])
    with pytest.raises(IllegalAction):
        puzzles.look(one, [*one["solution"], *one["solution"]])
    with pytest.raises(SetupError):
        puzzles.puzzle("nowhere-001")
