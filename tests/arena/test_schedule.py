"""Deals are paired and seats rotated, so that luck cancels."""

from __future__ import annotations

from collections import Counter

import pytest

from expedition.arena.schedule import lineups, schedule, setups
from expedition.core.commandline import player_counts, read_setups
from expedition.core.errors import SetupError


def test_given_two_bots_when_two_play_then_each_deal_is_played_from_both_seats() -> None:
    jobs = schedule("silvergold", ["planner", "greedy"], 6, setups("silvergold", [2]), seed=1)
    assert [job.seats for job in jobs[:2]] == [("planner", "greedy"), ("greedy", "planner")]
    assert jobs[0].seed == jobs[1].seed != jobs[2].seed


def test_given_two_bots_when_four_play_then_each_is_once_alone_among_the_other() -> None:
    assert lineups(["a", "b"], 4) == [("a", "b", "b", "b"), ("b", "a", "a", "a")]


def test_given_two_bots_when_the_first_plays_alone_then_only_it_is_alone_among_the_other() -> None:
    assert lineups(["a", "b"], 4, alone=True) == [("a", "b", "b", "b")]
    with pytest.raises(SetupError, match="takes two bots, not 1"):
        schedule("silvergold", ["planner"], 6, setups("silvergold", [3]), seed=1, alone=True)


def test_given_one_bot_on_all_seats_when_scheduled_then_every_game_is_another_deal() -> None:
    jobs = schedule("silvergold", ["planner"], 6, setups("silvergold", [3]), seed=1)
    assert len({job.seed for job in jobs}) == len(jobs) == 6
    assert [job.index for job in jobs] == [job.block for job in jobs] == list(range(6))


def test_given_more_bots_than_seats_when_they_are_lined_up_then_all_choices_of_different_ones_meet() -> None:
    assert lineups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_given_routes_players_and_caves_when_games_are_spread_then_every_setup_gets_its_share() -> None:
    options = setups("eldorado", [2, 3], {"route": "first,swamplands", "caves": "both"})
    jobs = schedule("eldorado", ["planner", "greedy"], 240, options, seed=1)
    played = Counter((job.setup["route"], job.setup["players"], job.setup["caves"]) for job in jobs)
    assert len(played) == 8
    blocks = Counter((j.setup["route"], j.setup["players"], j.setup["caves"]) for j in jobs if j.block < 12)
    assert len(blocks) == 8


def test_given_the_same_seed_when_scheduled_again_then_the_games_are_the_same() -> None:
    options = setups("silvergold", [2, 3])
    assert schedule("silvergold", ["planner", "greedy"], 40, options, 5) == schedule(
        "silvergold", ["planner", "greedy"], 40, options, 5
    )
    assert schedule("silvergold", ["planner", "greedy"], 40, options, 5) != schedule(
        "silvergold", ["planner", "greedy"], 40, options, 6
    )


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: schedule("silvergold", ["nobody"], 2, [{"players": 2}], 1), "There is no bot 'nobody'"),
        (lambda: schedule("silvergold", ["greedy", "greedy"], 2, [{"players": 2}], 1), "one or more different bots"),
        (lambda: schedule("silvergold", ["greedy"], 0, [{"players": 2}], 1), "at least one game"),
        (lambda: player_counts("eldorado", "1-3"), "for 2 to 4 players"),
        (lambda: player_counts("eldorado", "two"), "Players are written"),
        (lambda: read_setups("eldorado", {"route": "nowhere"}), "There is no route 'nowhere'"),
        (lambda: read_setups("eldorado", {"caves": "maybe"}), "caves is on, off or both, not 'maybe'"),
        (lambda: read_setups("silvergold", {"caves": "on"}), "silvergold has no option 'caves'; there are players"),
    ],
)
def test_given_what_cannot_be_when_an_arena_is_set_up_then_a_sentence_says_so(make: object, sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        make()  # type: ignore[operator]


def test_given_ranges_when_they_are_read_then_they_are_as_written() -> None:
    assert player_counts("eldorado", "2-4") == [2, 3, 4]
    assert player_counts("eldorado", "2,4") == [2, 4]
    assert len(read_setups("eldorado", {"route": "all"})) == 7
    assert read_setups("eldorado", {"caves": "both"}) == [{"caves": False}, {"caves": True}]
