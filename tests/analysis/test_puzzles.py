"""Every shipped puzzle holds together: its position, its solution, its words; and the day's is the same for all."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest
from tests.analysis.judges import Whimsical

from expedition.analysis import puzzles
from expedition.core.errors import IllegalAction, SetupError
from expedition.core.words import languages

ALL = list(puzzles.all_puzzles().values())
GAMES = sorted({one["game"] for one in ALL})


@pytest.mark.parametrize("one", ALL[::7], ids=lambda one: str(one["id"]))
def test_given_a_puzzle_then_its_solution_can_be_played_and_told_in_every_language(one: dict[str, Any]) -> None:
    _, numbers, over = puzzles.after(one, one["solution"])
    assert over
    assert len(numbers) == len(one["solution"])
    assert puzzles.attempt(one, one["solution"], evaluator=Whimsical())["solved"]
    for lang in languages():
        told = puzzles.answer_of(one, lang)
        assert told["text"].strip()
        assert "%" in told["why"]
    assert one["margin"] > 0.02
    assert one["grade"] in puzzles.GRADES


def test_given_all_puzzles_then_no_two_are_the_same_and_both_games_have_every_grade() -> None:
    assert len({str((one["position"]["seats"], one["solution"])) for one in ALL}) == len(ALL)
    for game in GAMES:
        grades = Counter(one["grade"] for one in ALL if one["game"] == game)
        assert set(grades) == set(puzzles.GRADES)


def test_given_a_day_then_its_puzzle_is_the_same_for_everybody_and_another_one_tomorrow() -> None:
    day = date(2026, 11, 15)
    for game in GAMES:
        today = puzzles.of_the_day(game, day)
        assert today == puzzles.of_the_day(game, day)
        some = [puzzles.of_the_day(game, day + timedelta(days=n)) for n in range(20)]
        assert len(set(some)) == min(20, sum(one["game"] == game for one in ALL))


def test_given_a_puzzle_then_the_table_shows_nothing_its_seat_may_not_see() -> None:
    for one in ALL[::25]:
        shown = puzzles.look(one, [])
        assert shown["view"]["seat"] == one["seat"]
        assert shown["gestures"]


def test_given_a_turn_that_is_not_over_or_not_legal_then_it_gets_a_sentence() -> None:
    one = ALL[0]
    with pytest.raises(IllegalAction):
        puzzles.attempt(one, [])
    with pytest.raises(IllegalAction):
        puzzles.look(one, [*one["solution"], *one["solution"]])
    with pytest.raises(SetupError):
        puzzles.puzzle("nowhere-001")
