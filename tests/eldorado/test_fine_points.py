"""Fine points that whole moves hardly ever meet: last cards, first blockades, and the numbers a record keeps."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.eldorado.positions import (
    END,
    JSON,
    at,
    buy,
    do,
    enter,
    give,
    legal,
    me,
    native,
    offers,
    own_route,
    pay,
    play,
    play_token,
    step,
    use,
)

import expedition
from expedition.core.game import State
from expedition.eldorado import components
from expedition.eldorado.rules.movement import barred_by, way
from expedition.eldorado.tables import CARD_NUMBER, DIRECTIONS

ONE_SEAM = own_route(("B", 4, 0, 0), ("G", 2, -4, -3), ("finish_jungle", 5, -4, -7))


def field(state: State[Any], name: str, seat: int = 0) -> list[int]:
    """A field of the row a learning program sees."""
    start = 0
    for known, length, _ in state.game.observation_fields:
        if known == name:
            return state.observation(seat)[start : start + length].tolist()  # type: ignore[no-any-return]
        start += length
    raise KeyError(name)


# The market.


@pytest.mark.rule("EC-ED-54")
def test_given_one_single_card_left_in_the_market_when_a_transmitter_is_held_then_it_can_be_used() -> None:
    market: JSON = {"board": [{"card": "scout", "count": 1}], "above": []}
    state = at(hand=["transmitter"], market=market)
    assert use("transmitter") in legal(state)
    do(state, use("transmitter"))
    assert legal(state) == [{"do": "take", "card": "scout"}]


@pytest.mark.rule("ED-MKT-02")
def test_given_the_last_card_of_a_pile_when_it_is_bought_then_the_pile_lies_nowhere_and_its_slot_is_vacant() -> None:
    market: JSON = {"board": [{"card": "scout", "count": 1}, {"card": "trailblazer", "count": 2}], "above": []}
    state = at(hand=["traveler"], market=market)
    scout = CARD_NUMBER["scout"]
    assert (state.s.on_board[scout], field(state, "on_board")[scout - 3]) == (1, 1)
    do(state, buy("scout"), *pay("traveler"))
    assert (state.s.on_board[scout], field(state, "on_board")[scout - 3]) == (0, 0)
    assert state.s.slot[:2] == [-1, CARD_NUMBER["trailblazer"]]
    assert (state.s.bought, field(state, "bought")) == (1, [1])


@pytest.mark.rule("EC-ED-61")
def test_given_two_cards_of_a_kind_gained_and_gone_when_one_is_held_then_it_takes_no_other_card_away() -> None:
    # of three Scouts two came this turn and are gone again; the third is not playable, the Traveler is
    state = at((1, 1), hand=["scout", "traveler"], gained=["scout", "scout"])
    assert enter(1, 2) in legal(state)
    assert {action["card"] for action in offers(do(state, enter(1, 2)), {"do": "give"})} == {"traveler"}


# Moving.


@pytest.mark.rule("ED-BLOCK-01", "EC-ED-03")
def test_given_any_blockade_when_an_edge_of_its_seam_is_asked_about_then_no_way_leads_there() -> None:
    for number in range(1, 7):
        state = at((3, -1), blockades={(0, 1): number})
        ground, cell = state.game.tables(), state.s.at[0]
        barred = {edge: barred_by(state.s, ground, edge) for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS)}
        assert set(barred.values()) == {0, number}
        assert all(way(state.s, ground, edge) == -1 for edge, found in barred.items() if found)


@pytest.mark.rule("ED-ACT-17", "ED-TOK-11")
@pytest.mark.parametrize("by", ["card", "token"])
def test_given_a_native_when_it_is_played_then_its_power_is_one_step(by: str) -> None:
    state = at((1, 0), hand=["native"], tokens=["native"], caves=True)
    do(state, native() if by == "card" else play_token("native"))
    assert (state.s.power, state.s.stepped, field(state, "active_power"), field(state, "active_stepped")) == (
        1,
        0,
        [1],
        [0],
    )


@pytest.mark.rule("ED-MOVE-07")
def test_given_a_first_step_when_power_is_left_then_the_record_says_that_a_step_was_made() -> None:
    state = do(at((0, 0), hand=["pioneer"]), play("pioneer", "machete"), step(1, 0))
    assert (state.s.stepped, field(state, "active_stepped")) == (1, [1])


@pytest.mark.rule("ED-END-01")
def test_given_a_first_arrival_when_the_row_is_read_then_the_final_round_is_a_flag() -> None:
    game = expedition.make("eldorado", players=3)
    finish = {game.board.cells[cell].place for cell in game.board.finishes}
    beside = next(cell for cell, left in zip(game.board.cells, game.board.steps_left, strict=True) if left == 1)
    state = do(at(beside.place, hand=["native"]), native())
    do(state, next(action for action in offers(state, {"do": "step"}) if tuple(action["to"]) in finish))
    assert (state.s.arrived[0], state.s.final_round, field(state, "final_round", 1)) == (1, 1, [1])


# What is known of a hand.


@pytest.mark.rule("EC-ED-56")
def test_given_a_card_nobody_knew_when_it_leaves_the_hand_then_no_less_than_nothing_is_known() -> None:
    state = do(at((1, 1), hand=["traveler", "sailor"]), enter(1, 2), give("traveler"))
    assert set(state.s.known) == {0}


@pytest.mark.rule("EC-ED-56")
def test_given_two_known_cards_of_a_kind_when_one_leaves_the_hand_then_the_other_is_still_known() -> None:
    hand = ["traveler", "traveler"]
    state = at(others={1: {"pawn": (1, 1), "hand": hand, "known": hand}})
    do(state, END, enter(1, 2), give("traveler"))
    assert me(state, 1)["known"] == ["traveler"]


# Setting up.


@pytest.mark.rule("ED-SETUP-04")
@pytest.mark.parametrize("number", [1, 5])
def test_given_a_route_with_one_seam_when_its_blockade_is_named_then_it_lies_there(number: int) -> None:
    for seed in range(4):
        state = expedition.make("eldorado", players=3, route=ONE_SEAM, blockades=[number]).new(seed)
        assert state.snapshot()["blockades"] == [{"number": number, "between": [0, 1]}]


@pytest.mark.rule("ED-CAVE-03", "EC-ED-37")
def test_given_caves_when_they_are_filled_then_all_tokens_of_the_first_kind_may_lie_in_them() -> None:
    game = expedition.make("eldorado", route="serpentine", caves=True)
    lying = [Counter(game.new(seed).s.cave_pile[:24])[0] for seed in range(8)]
    assert game.tables().n_caves == 6
    assert max(lying) == components.tokens()[0].count
