"""Phase 2: the play area is cleared, leftovers are kept or discarded one by one (ED-DISC)."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import (
    DONE,
    END,
    at,
    discard,
    do,
    enter,
    give,
    legal,
    me,
    play,
    refused,
    step,
    turn,
    use_token,
)


@pytest.mark.rule("ED-DISC-01")
def test_given_three_cards_in_the_play_area_when_phase_two_is_done_then_the_discard_pile_grew_by_three() -> None:
    played = ["explorer", "sailor", "traveler"]
    state = at(hand=["scout"], discard=["explorer"], played=played, draw=["explorer"] * 4)
    do(state, END)
    assert me(state)["played"] == []
    assert me(state)["discard"] == ["explorer", *played]
    assert turn(state)["phase"] == "discard"


@pytest.mark.rule("ED-DISC-01")
def test_given_leftovers_then_they_are_discarded_onto_the_played_cards() -> None:
    state = at(hand=["scout", "sailor"], played=["explorer"], draw=["traveler"] * 4)
    do(state, END, discard("sailor"), DONE)
    assert me(state)["discard"] == ["explorer", "sailor"]


@pytest.mark.rule("ED-DISC-02")
def test_given_a_card_removed_at_a_base_camp_when_phase_two_is_done_then_the_discard_pile_does_not_hold_it() -> None:
    state = at((1, 1), ["traveler", "explorer"], draw=["sailor"] * 4)
    do(state, enter(1, 2), give("traveler"), END, discard("explorer"))
    assert me(state)["discard"] == ["explorer"]
    assert state.snapshot()["removed"] == ["traveler"]


@pytest.mark.rule("ED-DISC-03")
def test_given_any_player_then_everybody_sees_the_cards_of_the_discard_pile() -> None:
    state = at(hand=["scout"], discard=["sailor", "traveler"], others={1: {"discard": ["explorer"]}})
    for seat in (0, 1, 2, None):
        seats = state.view(seat)["seats"]
        assert seats[0]["discard"] == ["sailor", "traveler"]
        assert seats[1]["discard"] == ["explorer"]


@pytest.mark.rule("ED-DISC-04")
def test_given_three_unplayed_cards_when_one_is_kept_and_two_discarded_then_the_hand_is_one_before_drawing() -> None:
    state = at(hand=["scout", "sailor", "traveler"], draw=["explorer"] * 3)
    do(state, END, discard("sailor"), discard("traveler"))
    assert me(state)["hand"] == ["scout"]
    assert me(state)["discard"] == ["sailor", "traveler"]
    do(state, DONE)
    assert me(state)["hand"] == ["explorer"] * 3 + ["scout"]


@pytest.mark.rule("ED-DISC-04")
def test_given_leftovers_then_each_kind_is_offered_once_and_any_card_may_be_kept() -> None:
    state = at(hand=["traveler", "traveler", "compass", "native"])
    do(state, END)
    assert legal(state) == [discard("traveler"), discard("compass"), discard("native"), DONE]
    do(state, DONE)
    assert me(state)["hand"] == ["traveler", "traveler", "compass", "native"]


@pytest.mark.rule("EC-ED-45")
@pytest.mark.parametrize(
    "token", ["draw_1", "remove_card", "replace_hand", "keep_item", "pass_occupied", "change_symbol"]
)
def test_given_phase_two_has_begun_when_a_token_is_played_then_it_is_refused(token: str) -> None:
    state = at((0, 0), ["explorer", "traveler"], tokens=[token])
    do(state, END)
    assert turn(state)["phase"] == "discard"
    refused(state, use_token(token))


@pytest.mark.rule("EC-ED-45")
@pytest.mark.parametrize("token", ["machete_1", "native"])
def test_given_phase_two_has_begun_when_a_moving_token_is_played_then_it_is_refused(token: str) -> None:
    state = at((0, 0), ["explorer"], tokens=[token])
    do(state, END)
    refused(state, {"do": "play", "token": token, "pawn": 0})


def test_given_phase_two_then_cards_can_no_longer_be_played_or_bought() -> None:
    state = at((0, 0), ["explorer", "traveler"])
    do(state, END)
    refused(state, play("explorer", "machete"))
    refused(state, {"do": "buy", "card": "scout"})
    refused(state, END)


def test_given_an_empty_hand_then_end_draws_at_once() -> None:
    state = at(hand=[], draw=["sailor"] * 4, players=3)
    do(state, END)
    assert state.actor == 1
    assert me(state)["hand"] == ["sailor"] * 4


def test_given_the_last_card_in_hand_is_discarded_then_drawing_follows_by_itself() -> None:
    state = at(hand=["scout", "sailor"], draw=["explorer"] * 4)
    do(state, END, discard("scout"))
    assert state.actor == 0
    do(state, discard("sailor"))
    assert state.actor == 1
    assert me(state)["hand"] == ["explorer"] * 4


def test_given_power_left_when_the_turn_ends_then_the_movement_is_over_and_its_cave_explored() -> None:
    state = at((0, 0), ["scout"], caves={(0, 2): ["draw_1", "coin_1"]})
    do(state, play("scout", "machete"), step(0, 1), END)
    assert me(state)["tokens"] == ["draw_1"]
    assert turn(state)["active"] is None
