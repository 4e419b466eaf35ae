"""Phase 3: drawing up to four, reshuffling, and the turn passing on (ED-DRAW)."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import DONE, END, at, buy, discard, do, legal, me, pay, turn, use


@pytest.mark.rule("ED-DRAW-01")
@pytest.mark.parametrize("kept", [0, 1, 2, 3])
def test_given_kept_cards_when_phase_three_is_done_then_the_hand_is_four(kept: int) -> None:
    state = at(hand=["scout"] * kept, draw=["explorer", "sailor", "traveler", "traveler", "explorer"])
    do(state, END, *[DONE] * (kept > 0))
    assert len(me(state)["hand"]) == 4
    drawn = ["explorer", "sailor", "traveler", "traveler"][: 4 - kept]
    assert sorted(me(state)["hand"]) == sorted(["scout"] * kept + drawn)
    assert len(me(state)["draw"]) == 1 + kept


@pytest.mark.rule("ED-DRAW-02")
@pytest.mark.parametrize("kept", [4, 5])
def test_given_four_or_more_kept_cards_then_nothing_is_drawn_and_nothing_discarded(kept: int) -> None:
    state = at(hand=["traveler"] * kept, draw=["sailor"])
    do(state, END, DONE)
    mine = me(state)
    assert (mine["hand"], mine["draw"], mine["discard"]) == (["traveler"] * kept, ["sailor"], [])


@pytest.mark.rule("ED-DRAW-03")
def test_given_one_card_to_draw_and_seven_discards_then_that_card_and_three_of_the_reshuffled_pile_are_drawn() -> None:
    pile = ["explorer", "explorer", "explorer", "traveler", "traveler", "traveler", "traveler"]
    state = at(hand=[], draw=["sailor"], discard=pile)
    do(state, END)
    mine = me(state)
    assert "sailor" in mine["hand"]
    assert (len(mine["hand"]), len(mine["draw"]), mine["discard"]) == (4, 4, [])
    assert sorted(mine["hand"] + mine["draw"]) == [*pile[:3], "sailor", *pile[3:]]


@pytest.mark.rule("ED-DRAW-03")
def test_given_cards_discarded_this_turn_then_they_are_in_the_pile_that_is_shuffled() -> None:
    state = at(hand=["scout", "captain"], played=["pioneer"])
    do(state, END, discard("scout"), DONE)
    assert sorted(me(state)["hand"]) == ["captain", "pioneer", "scout"]


@pytest.mark.rule("ED-DRAW-03", "ED-SETUP-12")
def test_given_different_seeds_then_the_reshuffled_pile_comes_in_different_orders() -> None:
    pile = ["explorer", "traveler", "sailor", "scout", "captain", "pioneer", "native"]
    orders = set()
    for seed in range(8):
        state = at(hand=[], discard=pile, seed=seed)
        do(state, END)
        orders.add(tuple(me(state)["draw"]))
    assert len(orders) > 4


@pytest.mark.rule("ED-DRAW-04")
@pytest.mark.parametrize(("players", "seat", "following"), [(2, 0, 1), (3, 2, 0), (4, 1, 2)])
def test_given_phase_three_is_done_then_the_left_neighbour_is_on_turn(players: int, seat: int, following: int) -> None:
    state = at(hand=["scout"], players=players, seat=seat)
    do(state, END, DONE)
    assert state.actor == following
    assert turn(state)["phase"] == "play"


@pytest.mark.rule("EC-ED-18")
def test_given_two_kept_cards_when_the_turn_ends_then_two_are_drawn_without_asking() -> None:
    state = at(hand=["scout", "sailor"], draw=["explorer"] * 4, players=3)
    do(state, END)
    assert legal(state) == [discard("sailor"), discard("scout"), DONE]
    do(state, DONE)
    assert state.actor == 1
    assert len(me(state)["hand"]) == 4


@pytest.mark.rule("EC-ED-19")
def test_given_six_unplayed_cards_all_kept_when_the_next_turn_starts_then_the_hand_is_six() -> None:
    hand = ["explorer", "explorer", "traveler", "traveler", "traveler", "scout"]
    state = at(hand=hand, draw=["sailor"], players=3)
    do(state, END, DONE, END, END)
    assert state.actor == 0
    assert me(state)["hand"] == hand
    assert me(state)["draw"] == ["sailor"]


@pytest.mark.rule("EC-ED-20")
def test_given_a_deck_of_three_cards_in_all_then_the_hand_is_three_and_the_game_goes_on() -> None:
    state = at(hand=["scout"], discard=["sailor"], played=["traveler"])
    do(state, END, DONE)
    assert sorted(me(state)["hand"]) == ["sailor", "scout", "traveler"]
    assert state.actor == 1


@pytest.mark.rule("EC-ED-21")
def test_given_a_reshuffle_in_mid_turn_then_played_cards_stay_out_until_phase_two() -> None:
    state = at(hand=["compass", "traveler"], discard=["sailor"], draw=[])
    do(state, buy("scout"), *pay("traveler"), use("compass"))
    assert sorted(me(state)["hand"]) == ["sailor", "scout"]
    assert me(state)["played"] == ["traveler"]
    do(state, END, DONE)
    assert sorted(me(state)["hand"]) == ["sailor", "scout", "traveler"]


def test_given_a_new_turn_then_nothing_of_the_old_one_is_left() -> None:
    state = at(
        hand=["traveler"],
        played=["explorer"],
        removed=["compass"],
        bought=True,
        gained=["scout"],
        keepable=["compass"],
        pass_occupied=True,
    )
    do(state, END, DONE)
    assert turn(state) == {
        "seat": 1,
        "round": 1,
        "phase": "play",
        "bought": False,
        "active": None,
        "gained": [],
        "pending": None,
        "pass_occupied": False,
        "change_symbol": False,
        "keepable": [],
        "final_round": False,
    }
