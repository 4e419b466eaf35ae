"""What a seat may know, and what it may take back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.silvergold.positions import but, choosing, do, given, keys, mark, of, owed, seat

import expedition
from expedition.core.testing import play_on

ONE = ["purple-01", "orange-01", "green-01", "grey-01"]
TWO = ["purple-02", "orange-02", "green-02", "grey-02"]
DECK = ["purple-03", "orange-03", "green-03", "grey-03", "purple-04"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_given_random_games_when_views_are_searched_then_no_hidden_map_is_in_them(players: int) -> None:
    for seed in range(4):
        state, dice = expedition.make("silvergold", players=players).new(seed), random.Random(seed)
        while not state.is_over:
            play_on(state, dice, 5)
            whole = state.snapshot()
            for who in range(players):
                hidden = set(whole["deck"])
                if whole["turn"]["phase"] == "keep":
                    hidden |= {card for k in range(players) if k != who for card in whole["seats"][k]["dealt"]}
                    hidden |= {m["card"] for k in range(players) if k != who for m in whole["seats"][k]["maps"] if m}
                shown = json.dumps([state.view(who), state.information(who), state.view(None)])
                assert not [card for card in hidden if card in shown]
                assert '"left"' not in shown
                assert '"revealed"' not in json.dumps(state.view(who))


def test_given_marks_are_covered_when_a_seat_redeals_then_the_others_have_still_to_mark() -> None:
    state = given(seat("purple-04", "grey-01", coins=3), seat("grey-02", "grey-03"), seat("grey-04", "grey-05"))
    mark(state, 0, 0, [0, 1])
    mark(state, 1, 0, [1, 0], [1, 1], [1, 2])
    other = state.game.redeal(state, 1, 5)
    assert of(other, 0)["maps"][0]["marked"] == []
    assert of(other, 0)["coins"] == 3
    assert of(other, 0)["owed"] == owed(pattern=True)
    assert of(other, 1)["maps"][0]["marked"] == [[1, 0], [1, 1], [1, 2]]
    assert other.actors == [0, 2]
    assert other.open == {0: [], 1: state.open[1]}


def test_given_a_palm_is_covered_when_a_seat_redeals_then_it_is_taken_back_too() -> None:
    state = given(seat("purple-04", "grey-01", palms=[2]), seat("grey-02", "grey-03"), display=["grey-05"])
    mark(state, 0, 0, [1, 0])
    assert of(state, 0)["palms"] == [2, 2]
    assert of(state.game.redeal(state, 1, 5), 0)["palms"] == [2]


def test_given_maps_are_chosen_when_a_seat_redeals_then_it_keeps_its_own_hand_and_any_other_may_change() -> None:
    state = choosing(ONE, TWO, deck=DECK)
    do(state, 0, do="keep", card="grey-01")
    do(state, 1, do="keep", card="grey-02")
    hands = set()
    for seed in range(60):
        other = state.game.redeal(state, 0, seed)
        assert of(other, 0) == of(state, 0)
        assert of(other, 1)["maps"] == [None, None]
        assert sorted(of(other, 1)["dealt"] + other.snapshot()["deck"]) == sorted(TWO + DECK)
        hands |= set(of(other, 1)["dealt"])
    assert hands == set(TWO + DECK)


def test_given_a_running_game_when_a_seat_redeals_then_deck_and_pile_are_shuffled_and_the_rest_stays() -> None:
    state = expedition.make("silvergold").new(9)
    play_on(state, random.Random(9), 20)
    real, orders = state.snapshot(), set()
    for seed in range(10):
        made = state.game.redeal(state, 0, seed).snapshot()
        assert sorted(made["deck"]) == sorted(real["deck"])
        assert sorted(made["turn"]["left"]) == sorted(real["turn"]["left"])
        assert made["turn"]["revealed"] == real["turn"]["revealed"]
        assert made["display"] == real["display"]
        orders.add(tuple(made["deck"] + made["turn"]["left"]))
    assert len(orders) == 10


@pytest.mark.parametrize("moves", [3, 8, 31, 60])
def test_given_two_positions_a_seat_cannot_tell_apart_when_it_redeals_them_then_they_become_the_same(
    moves: int,
) -> None:
    state = expedition.make("silvergold", players=3).new(6)
    play_on(state, random.Random(moves), moves)
    for who in range(3):
        other = state.game.redeal(state, who, 1)
        assert other.s != state.s
        assert state.game.redeal(other, who, 2).s == state.game.redeal(state, who, 2).s


def test_given_a_seat_resigned_in_the_open_phase_when_another_redeals_then_it_stays_resigned() -> None:
    state = given(seat("purple-04", "grey-01"), seat("grey-02", "grey-03"), seat("grey-04", "grey-05"))
    mark(state, 0, 0, [0, 1])
    state.apply(state.game.num_actions, 0)
    other = state.game.redeal(state, 1, 3)
    assert other.view(1) == state.view(1)
    assert other.view(1)["seats"][0]["resigned"]
    assert [e.action["do"] for e in other.open[0]] == ["resign"]
    play_on(other, random.Random(1))
    assert other.floor == other.ply == len(other.log)


@pytest.mark.parametrize("taken", ["grey-05", "deck"])
def test_given_a_replacement_when_it_shows_nothing_new_then_it_may_be_taken_back(taken: str) -> None:
    both = seat(but("purple-01"), but("purple-02"), owed=owed(maps=2))
    state = given(both, seat("grey-03", "grey-08"), phase="replace", display=["grey-04", "grey-05"], deck=["grey-06"])
    assert (state.ply, state.floor) == (0, 0)
    do(state, 0, do="take", card=taken)
    assert state.ply == 1
    assert state.floor == (1 if taken == "deck" else 0)
    do(state, 0, do="take", card="grey-04")
    assert state.floor == 2  # the next pattern was revealed


def test_given_an_empty_deck_when_one_of_two_seats_has_taken_then_nothing_new_was_shown() -> None:
    one, two = (seat(but(card), None, owed=owed(maps=1)) for card in ("purple-01", "purple-02"))
    state = given(one, two, phase="replace", display=["grey-04", "grey-05"])
    do(state, 0, do="take", card="grey-04")
    assert (state.ply, state.floor, state.actor) == (1, 0, 1)


def test_given_an_open_phase_when_a_seat_marks_then_the_floor_waits_until_the_phase_closes() -> None:
    state = given(seat("purple-04", "grey-01"), seat("grey-02", "grey-03"))
    mark(state, 0, 0, [3, 3])
    mark(state, 0, 0, [0, 1])
    assert (state.ply, state.floor, state.count(0), state.count(1)) == (0, 0, 2, 0)
    mark(state, 1, 0, [1, 1])
    assert (state.ply, state.floor, state.count(0)) == (3, 3, 0)


def test_given_a_game_when_events_are_read_then_they_tell_all_that_happened_by_itself() -> None:
    state = given(
        seat(but("purple-05", [0, 1], [1, 0]), "grey-01", coins=3),
        seat("grey-02", "grey-03"),
        display=["grey-04", "grey-05"],
        deck=["grey-06"],
    )
    mark(state, 0, 0, [0, 1])
    mark(state, 0, 0, [1, 0])
    mark(state, 1, 0, [1, 1])
    do(state, 0, do="take", card="deck")
    told: list[dict[str, Any]] = state.events()
    assert [e["key"].removeprefix("silvergold.") for e in told] == [
        *["mark", "extra", "mark", "palm", "mark", "complete", "take", "start", "reveal"]
    ]
    assert told[0] == {
        "ply": 0,
        "seat": 0,
        "key": "silvergold.mark",
        "map": 0,
        "on": "purple-05",
        "cells": [[0, 1]],
    }
    assert told[3]["points"] == 2
    assert (told[6]["card"], told[6]["source"]) == ("grey-06", "deck")
    assert keys(state, 3) == ["take", "start", "reveal"]


def test_given_seat_numbers_when_they_do_not_exist_then_a_sentence_says_so() -> None:
    state = expedition.make("silvergold").new(1)
    for call in (state.view, state.information, state.legal_actions, state.gestures):
        with pytest.raises(expedition.IllegalAction, match="seats are 0 to 1"):
            call(2)
