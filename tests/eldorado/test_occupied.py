"""Mountains and occupied spaces, and the pass token that lifts the second ban but not the first."""

from __future__ import annotations

from typing import Any

import pytest
from tests.eldorado.positions import JSON, NO_MARKET, at, do, enter, give, legal, me, offers, play, refused, spot, step

from expedition.eldorado.rules.movement import beyond
from expedition.eldorado.tables import DIRECTIONS, MOUNTAIN, START

NATIVE: JSON = {"do": "play", "card": "native", "pawn": 0}
NATIVE_TOKEN: JSON = {"do": "play", "token": "native", "pawn": 0}
PASS: JSON = {"do": "use", "token": "pass_occupied"}

# On the first route (0, 3) is a river in a corner: its neighbours are the base camp (1, 2), the mountain (0, 2)
# and the jungle (-1, 3).


@pytest.mark.rule("ED-OCC-01", "ED-TOK-10", "EC-ED-41")
@pytest.mark.parametrize("in_force", [False, True])
def test_given_a_mountain_when_any_card_or_token_is_used_toward_it_then_it_is_refused(in_force: bool) -> None:
    hand = ["prop_plane", "native", "pioneer", "traveler"]
    state = at((0, 3), hand=hand, tokens=["native", "machete_3"], pass_occupied=in_force)
    starts = offers(state, {"do": "play"})
    assert len(starts) == 5  # the plane as machete, the Pioneer, the Native, both tokens
    for start in starts:
        assert not offers(do(state.copy(), start), step(0, 2))
        refused(do(state.copy(), start), step(0, 2))
    refused(state, enter(0, 2))


@pytest.mark.rule("ED-OCC-02")
@pytest.mark.parametrize("card", ["explorer", "trailblazer", "giant_machete"])
def test_given_an_enemy_on_the_only_connecting_space_when_a_card_tries_to_go_beyond_then_it_is_refused(
    card: str,
) -> None:
    state = at((0, 3), hand=[card], market=NO_MARKET, others={1: {"pawn": (-1, 3)}})
    assert legal(state) == [enter(1, 2), {"do": "end"}]
    state = at((0, 3), hand=[card], others={1: {"pawn": (-2, 3)}})  # one further: now the nearer one is free
    moves = [gesture["to"] for gesture in state.gestures() if gesture["kind"] == "move"]
    assert [-1, 3] in moves
    assert [-2, 3] not in moves


@pytest.mark.rule("ED-OCC-02", "ED-ACT-19", "ED-TOK-12")
def test_given_an_occupied_space_when_native_rubble_and_camp_targets_are_listed_then_it_is_absent() -> None:
    state = at((0, 3), hand=["native", "traveler"], tokens=["native"], others={1: {"pawn": (1, 2)}})
    assert not offers(state, {"do": "enter"})
    assert legal(do(state.copy(), NATIVE)) == [step(-1, 3)]
    assert legal(do(state.copy(), NATIVE_TOKEN)) == [step(-1, 3)]


@pytest.mark.rule("ED-OCC-03", "ED-P2-06")
def test_given_two_players_when_a_pawn_tries_to_enter_or_pass_the_own_other_pawn_then_it_is_refused() -> None:
    state = at([(0, 3), (-1, 3)], hand=["pioneer"], players=2)
    refused(state, play("pioneer", "machete", 0))
    do(state, play("pioneer", "machete", 1))  # the other one may go
    assert offers(state, {"do": "step"})
    refused(state, step(0, 3))


@pytest.mark.rule("EC-ED-38", "ED-TOK-09")
def test_given_the_pass_token_when_a_pawn_ends_on_an_enemy_then_both_stand_there_and_a_third_cannot_enter() -> None:
    others = {1: {"pawn": (1, 0), "hand": ["sailor"]}, 2: {"pawn": (2, 0), "hand": ["explorer", "pioneer"]}}
    state = at((0, 0), hand=["explorer"], tokens=["pass_occupied"], others=others)
    do(state, PASS, play("explorer", "machete"), step(1, 0))
    assert spot(state, 0) == spot(state, 1) == [1, 0]
    do(state, {"do": "end"}, {"do": "end"}, {"do": "done"})
    assert state.actor == 2
    do(state, play("explorer", "machete"))
    refused(state, step(1, 0))


@pytest.mark.rule("EC-ED-38")
def test_given_a_shared_space_when_one_pawn_has_left_then_it_is_still_occupied_by_the_other() -> None:
    others = {1: {"pawn": (1, 0)}, 2: {"pawn": (2, 0), "hand": ["explorer"]}}
    state = at((1, 0), hand=["explorer"], others=others)
    do(state, play("explorer", "machete"), step(0, 0), {"do": "end"}, {"do": "end"}, play("explorer", "machete"))
    refused(state, step(1, 0))


@pytest.mark.rule("EC-ED-38", "ED-TOK-09")
def test_given_the_pass_token_when_the_turn_ends_then_so_does_the_permission() -> None:
    state = at((0, 3), hand=["explorer"], draw=["explorer"], tokens=["pass_occupied"], others={1: {"pawn": (-1, 3)}})
    refused(state, play("explorer", "machete"))
    do(state, PASS)
    assert (state.snapshot()["turn"]["pass_occupied"], state.snapshot()["spent"]) == (True, ["pass_occupied"])
    assert play("explorer", "machete") in legal(state)
    do(state, {"do": "end"}, {"do": "done"})
    assert state.snapshot()["turn"]["pass_occupied"] is False
    do(state, {"do": "end"}, {"do": "end"})
    refused(state, play("explorer", "machete"))


@pytest.mark.rule("EC-ED-38")
def test_given_the_pass_token_when_a_card_goes_through_an_enemy_then_the_space_costs_as_ever() -> None:
    # (24, -1) is jungle 2; beyond it lies (24, 0), jungle 2 as well
    state = at((24, -2), hand=["trailblazer"], pass_occupied=True, others={1: {"pawn": (24, -1)}})
    do(state, play("trailblazer", "machete"), step(24, -1))
    assert state.snapshot()["turn"]["active"]["left"] == 1
    refused(state, step(24, 0))
    state = at((24, -2), hand=["pioneer"], pass_occupied=True, others={1: {"pawn": (24, -1)}})
    do(state, play("pioneer", "machete"), step(24, -1), step(24, 0))
    assert (spot(state, 0), spot(state, 1)) == ([24, 0], [24, -1])  # nobody is displaced


@pytest.mark.rule("EC-ED-38", "ED-P2-06")
def test_given_two_players_and_the_pass_token_then_it_covers_both_pawns_and_the_own_other_one() -> None:
    state = at([(0, 3), (-1, 3)], hand=["explorer", "explorer"], players=2, pass_occupied=True)
    do(state, play("explorer", "machete", 0), step(-1, 3))
    assert spot(state, 0, 0) == spot(state, 0, 1) == [-1, 3]
    do(state, play("explorer", "machete", 1), step(-2, 3))
    assert spot(state, 0, 1) == [-2, 3]


@pytest.mark.rule("EC-ED-41")
@pytest.mark.parametrize("start", [NATIVE, NATIVE_TOKEN])
def test_given_the_pass_token_when_the_native_targets_an_occupied_space_then_it_is_accepted(start: Any) -> None:
    others = {1: {"pawn": (-1, 3)}, 2: {"pawn": (1, 2)}}
    state = at((0, 3), hand=["native"], tokens=["native"], pass_occupied=True, others=others)
    do(state, start)
    assert legal(state) == [step(1, 2), step(-1, 3)]  # the mountain stays closed
    do(state, step(1, 2))
    assert spot(state) == spot(state, 2) == [1, 2]


@pytest.mark.rule("EC-ED-38")
def test_given_the_pass_token_when_a_camp_is_occupied_then_it_is_entered_at_its_price() -> None:
    state = at((0, 3), hand=["traveler"], pass_occupied=True, others={1: {"pawn": (1, 2)}})
    do(state, enter(1, 2), give("traveler"))
    assert (spot(state), me(state)["hand"], state.snapshot()["removed"]) == ([1, 2], [], ["traveler"])


@pytest.mark.rule("ED-OCC-01", "EC-ED-26")
def test_given_any_edge_when_what_lies_beyond_is_asked_for_then_a_closed_space_or_none_is_minus_one() -> None:
    state = at((0, 3), others={1: {"pawn": (-1, 3)}})
    s, b = state.s, state.game.tables()
    for cell in range(b.n_cells):
        for edge in range(cell * DIRECTIONS, cell * DIRECTIONS + DIRECTIONS):
            other = b.neighbour[edge]
            closed = other < 0 or b.terrain[other] in (MOUNTAIN, START) or other in s.at
            assert beyond(s, b, edge) == (-1 if closed else other)
