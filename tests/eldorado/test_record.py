"""The record bit by bit: whatever nothing uses is zero, so that equal positions are equal records."""

from __future__ import annotations

from typing import Any

import pytest
from tests.eldorado.positions import DONE, END, at, do

import expedition
from expedition.eldorado.tables import FIRST_MARKET_CARD, FULL_HAND, PILE, STARTING


def fresh_turn(s: Any) -> tuple[int, ...]:
    return (
        s.active, s.active_id, s.active_symbol, s.active_pawn, s.power, s.stepped, s.pending, s.pending_pawn,
        s.pending_cell, s.pending_blockade, s.pending_card, s.pending_left, s.pending_may, s.due, s.n_gained,
        s.n_keepable, s.bought, s.pass_occupied, s.change_symbol,
    )  # fmt: skip


NOTHING = (0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def test_given_a_new_deal_then_every_field_without_use_is_zero() -> None:
    state = expedition.make("eldorado", players=3, route="first", max_rounds=7).new(seed=1)
    s, ground = state.s, state.game.ground
    assert fresh_turn(s) == NOTHING
    assert (s.max_rounds, s.floor, s.ply, s.final_round, s.resigned) == (7, 0, 0, 0, 0)
    for field in (s.gained, s.keepable, s.owned, s.played, s.cave_pile, s.n_cave, s.tokens, s.spent, s.removed):
        assert not any(field)
    assert not any(s.seam[ground.n_seams :])
    assert not any(s.stock[:FIRST_MARKET_CARD])
    assert list(s.n_hand) == [FULL_HAND] * 3 + [0]
    for seat in range(3):
        assert not any(s.cards[seat * PILE + sum(STARTING) : (seat + 1) * PILE - sum(STARTING)])  # none has lain there
    assert not any(s.cards[3 * PILE :])


def test_given_a_turn_that_ends_then_the_next_begins_with_nothing_of_it() -> None:
    state = at((-1, 0), ["explorer"], others={1: {"hand": ["explorer"]}})
    do(state, END, DONE)
    assert fresh_turn(state.s) == NOTHING


@pytest.mark.rule("ED-SETUP-04")
def test_given_blockades_named_in_the_setup_then_they_stand_as_named_from_the_first() -> None:
    state = expedition.make("eldorado", players=3, route="first", blockades=[1, 6, 2, 5]).new(seed=4)
    assert list(state.s.seam) == [1, 6, 2, 5, 0, 0, 0, 0]


def test_given_one_round_as_the_limit_when_it_is_over_then_so_is_the_game() -> None:
    state = at((-1, 0), seat=2, max_rounds=1)
    do(state, END)
    assert not state.actors
