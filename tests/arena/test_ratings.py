"""Ratings and intervals from small, known results."""

from __future__ import annotations

from typing import Any

import pytest

from expedition.arena.ratings import share_interval, standings, won


def result(index: int, seats: list[str], ranking: list[int], block: int | None = None) -> dict[str, Any]:
    return {
        "index": index,
        "block": index if block is None else block,
        "seats": seats,
        "ranking": ranking,
        "turns": [10] * len(seats),
        "seconds": [0.1] * len(seats),
        "arrived": [14 if rank == 1 else 0 for rank in ranking],
        "rounds": 14,
    }


def test_given_shared_first_places_when_they_are_counted_then_they_are_divided() -> None:
    assert won(result(0, ["a", "b", "c"], [1, 1, 3])) == [0.5, 0.5, 0.0]
    assert won(result(0, ["a", "b"], [0, 0])) == [0.0, 0.0]


def test_given_75_of_100_when_the_interval_is_taken_then_it_is_wilsons() -> None:
    mean, low, high = share_interval([[1.0]] * 75 + [[0.0]] * 25)
    assert mean == 0.75
    assert low == pytest.approx(0.657, abs=0.01)
    assert high == pytest.approx(0.835, abs=0.01)


def test_given_a_bot_that_wins_three_of_four_when_rated_then_it_stands_first_about_190_elo_ahead() -> None:
    games = [result(i, ["a", "b"], [1, 2] if i % 4 else [2, 1]) for i in range(400)]
    first, second = standings(games, "eldorado")
    assert (first.bot, second.bot) == ("a", "b")
    assert first.elo - second.elo == pytest.approx(190.8, abs=3)
    assert first.elo_low < first.elo < first.elo_high
    assert first.mu > second.mu
    assert first.first == 0.75
    assert (first.mean, first.to_dict()["arrival"]) == (14.0, 14.0)


def test_given_the_same_results_when_rated_again_then_the_numbers_are_the_same() -> None:
    games = [result(i, ["a", "b", "c"], [1 + (i + k) % 3 for k in range(3)]) for i in range(30)]
    assert standings(games, "eldorado") == standings(games, "eldorado")
