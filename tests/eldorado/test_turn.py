"""The course of a turn: who acts, the three phases, one purchase, cards once a turn, giving up, taking back."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import (
    DONE,
    END,
    JSON,
    NO_MARKET,
    STOP,
    at,
    by_version_1,
    do,
    enter,
    give,
    legal,
    me,
    offers,
    play,
    refused,
    spot,
    step,
    turn,
)

DISCARD_TRAVELER: JSON = {"do": "discard", "card": "traveler"}


@pytest.mark.rule("ED-TURN-01", "ED-DRAW-04")
def test_given_four_seats_when_turns_are_taken_then_they_go_round_to_the_left_from_the_hat() -> None:
    state = at(players=4)
    order = []
    for _ in range(6):
        order.append((turn(state)["round"], state.actor))
        do(state, END)
    assert order == [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1)]


@pytest.mark.rule("ED-TURN-02")
def test_given_the_first_seat_in_phase_1_when_the_second_tries_to_act_then_it_is_refused() -> None:
    state = at((0, 0), hand=["explorer"], others={1: {"pawn": (-1, 1), "hand": ["explorer"]}})
    assert state.actors == [0]
    assert state.legal_actions(1) == []
    assert refused(state, play("explorer", "machete"), seat=1) == "It is not seat 1's turn to act but seat 0's."


@pytest.mark.rule("ED-TURN-03", "ED-TURN-02")
def test_given_a_turn_when_its_phases_are_read_then_play_comes_before_discard_and_drawing_last() -> None:
    state = at((0, 0), hand=["explorer", "traveler", "sailor"], draw=["explorer", "explorer", "sailor"])
    assert turn(state)["phase"] == "play"
    do(state, play("explorer", "machete"), step(1, 0), END)
    assert turn(state)["phase"] == "discard"
    assert (me(state)["played"], me(state)["discard"]) == ([], ["explorer"])
    assert legal(state) == [DISCARD_TRAVELER, {"do": "discard", "card": "sailor"}, DONE]
    do(state, DISCARD_TRAVELER)
    assert len(me(state)["draw"]) == 3  # nothing is drawn before phase 2 is over
    do(state, DONE)
    assert (me(state)["hand"], me(state)["draw"]) == (["explorer", "explorer", "sailor", "sailor"], [])
    assert [event["key"] for event in state.events()] == [
        "eldorado.play",
        "eldorado.step",
        "eldorado.end",
        "eldorado.discard",
        "eldorado.draw",
        "eldorado.turn",
    ]


@pytest.mark.rule("ED-TURN-03")
def test_given_phase_2_has_begun_when_a_card_is_to_be_played_or_bought_then_it_is_refused() -> None:
    state = do(at((0, 0), hand=["explorer", "journalist"]), END)
    assert "not legal" in refused(state, play("explorer", "machete"))
    assert "not legal" in refused(state, {"do": "buy", "card": "scout"})


@pytest.mark.rule("ED-TURN-04")
def test_given_four_cards_at_the_end_of_a_turn_when_the_next_turn_starts_then_the_hand_is_the_same_four() -> None:
    state = at(hand=["explorer"], draw=["sailor", "traveler", "traveler", "explorer"])
    do(state, END, DONE)
    hand = me(state)["hand"]
    assert hand == ["explorer", "traveler", "traveler", "sailor"]
    do(state, END, END)
    assert (state.actor, me(state)["hand"], me(state)["draw"]) == (0, hand, ["explorer"])


@pytest.mark.rule("ED-TURN-05", "EC-ED-52")
def test_given_a_full_hand_when_the_player_goes_straight_to_phase_2_then_this_is_legal() -> None:
    state = do(at(hand=["explorer", "explorer", "explorer", "sailor"]), END, DONE)
    assert state.actor == 1
    assert len(me(state)["hand"]) == 4


@pytest.mark.rule("ED-TURN-06", "ED-TURN-08")
def test_given_four_cards_when_one_moves_and_three_pay_then_both_happen_in_one_turn() -> None:
    state = at((0, 0), hand=["explorer", "traveler", "traveler", "traveler"])
    pay = {"do": "pay", "card": "traveler"}
    do(state, play("explorer", "machete"), step(1, 0), {"do": "buy", "card": "trailblazer"}, pay, pay, pay)
    assert spot(state) == [1, 0]
    assert (turn(state)["bought"], me(state)["discard"]) == (True, ["trailblazer"])


@pytest.mark.rule("ED-TURN-06")
def test_given_a_turn_of_buying_alone_and_one_of_moving_alone_then_both_are_legal() -> None:
    state = at((0, 0), hand=["traveler"])
    do(state, {"do": "buy", "card": "scout"}, {"do": "pay", "card": "traveler"}, END)
    assert (state.actor, spot(state)) == (1, [0, 0])
    state = do(at((0, 0), hand=["explorer"]), play("explorer", "machete"), step(1, 0), END)
    assert (state.actor, me(state)["discard"]) == (1, [])  # the Explorer was drawn again at once
    assert me(state)["hand"] == ["explorer"]


@pytest.mark.rule("ED-TURN-07", "EC-ED-77")
def test_given_a_traveler_used_for_a_village_when_it_is_offered_as_payment_or_for_rubble_then_it_is_refused() -> None:
    # (5, -1) is a village, and beside it are the rubble spaces (6, -2) and (6, -1)
    state = at((4, -1), hand=["traveler"])
    assert offers(state, {"do": "buy", "card": "scout"})
    do(state, play("traveler", "coin"), step(5, -1))
    assert legal(state) == [END]
    refused(state, {"do": "buy", "card": "scout"})
    refused(state, enter(6, -2))
    refused(state, give("traveler"))
    refused(state, play("traveler", "coin"))


@pytest.mark.rule("ED-TURN-08", "EC-ED-01")
def test_given_a_purchase_when_hand_cards_are_played_for_movement_then_they_are_refused_but_a_native_is_not() -> None:
    # (0, 1) is jungle, (-1, 1) a village; behind (1, 1) lies the base camp (1, 2)
    state = at((1, 1), hand=["explorer", "native", "traveler", "traveler"], tokens=["machete_1", "native"])
    assert offers(state, enter(1, 2))
    do(state, {"do": "buy", "card": "scout"}, {"do": "pay", "card": "traveler"})
    refused(state, play("explorer", "machete"))
    refused(state, enter(1, 2))
    assert not offers(state, {"do": "buy"})
    assert offers(state, {"do": "play"}) == [
        {"do": "play", "card": "native", "pawn": 0},
        {"do": "play", "token": "machete_1", "pawn": 0},
        {"do": "play", "token": "native", "pawn": 0},
    ]
    do(state, {"do": "play", "card": "native", "pawn": 0}, step(1, 2))
    assert (spot(state), me(state)["hand"]) == ([1, 2], ["explorer", "traveler"])


@pytest.mark.rule("ED-TURN-08", "EC-ED-01")
def test_given_a_purchase_when_a_rubble_blockade_or_a_symbol_token_is_tried_then_both_are_refused() -> None:
    state = at((3, 0), hand=["explorer"], tokens=["change_symbol"], bought=True, blockades={(0, 1): 3})
    assert legal(state) == [END]
    state = at((3, 0), hand=["explorer"], tokens=["change_symbol"], blockades={(0, 1): 3}, market=NO_MARKET)
    assert {"do": "enter", "pawn": 0, "blockade": 3} in legal(state)
    assert {"do": "use", "token": "change_symbol"} in legal(state)


@pytest.mark.rule("ED-TURN-10")
def test_given_a_bought_card_and_one_removed_at_a_base_camp_when_the_deck_is_counted_then_plus_and_minus_one() -> None:
    state = at((1, 1), hand=["traveler", "traveler"], discard=["sailor"])

    def deck() -> int:
        return sum(len(me(state)[pile]) for pile in ("hand", "draw", "discard", "played"))

    assert deck() == 3
    do(state, enter(1, 2), give("traveler"))
    assert deck() == 2
    do(state, {"do": "buy", "card": "scout"}, {"do": "pay", "card": "traveler"})
    assert deck() == 3


@pytest.mark.rule("EC-ED-52")
def test_given_a_pawn_enclosed_by_mountains_and_pawns_when_the_turn_is_ended_then_it_is_accepted() -> None:
    # (11, 6) lies at the rim; its neighbours are the mountains (12, 6) and (11, 7), (11, 5) and (12, 5)
    others = {1: {"pawn": (11, 5)}, 2: {"pawn": (12, 5)}}
    state = at((11, 6), hand=["pioneer", "native"], tokens=["native"], market=NO_MARKET, others=others)
    assert legal(state) == [END]
    do(state, END, DONE)
    assert (state.actor, me(state)["hand"]) == (1, ["pioneer", "native"])


@pytest.mark.rule("EC-ED-53", "EC-ED-20")
def test_given_the_last_card_given_up_at_a_base_camp_when_the_next_turn_starts_then_the_hand_is_empty() -> None:
    state = at((1, 1), hand=["traveler"], tokens=["draw_1"])
    do(state, enter(1, 2), give("traveler"), END, END, END)
    assert (state.actor, turn(state)["round"]) == (0, 2)
    assert me(state)["hand"] == me(state)["draw"] == me(state)["discard"] == []
    assert legal(state) == [{"do": "use", "token": "draw_1"}, END]  # tokens may still be used


@pytest.mark.rule("EC-ED-20")
def test_given_a_deck_of_three_cards_when_phase_3_is_done_then_the_hand_is_three_and_the_game_goes_on() -> None:
    state = at(hand=["explorer"], draw=["sailor"], discard=["traveler"])
    do(state, END, {"do": "discard", "card": "explorer"})
    assert sorted(me(state)["hand"]) == ["explorer", "sailor", "traveler"]
    assert state.actor == 1


@pytest.mark.rule("EC-ED-55", "ED-TURN-07")
def test_given_several_reshuffles_in_one_turn_when_cards_are_drawn_then_no_played_card_comes_back() -> None:
    state = at((0, 0), hand=["explorer", "cartographer", "compass"], discard=["sailor", "sailor", "cartographer"])
    do(state, play("explorer", "machete"), step(1, 0))
    do(state, {"do": "use", "card": "compass"})
    assert me(state)["hand"] == ["sailor", "sailor", "cartographer", "cartographer"]
    do(state, {"do": "use", "card": "cartographer"}, {"do": "use", "card": "cartographer"})
    assert me(state)["hand"] == ["sailor", "sailor"]
    assert me(state)["played"] == ["explorer", "cartographer", "cartographer"]


# Taking back.


@pytest.mark.rule("EC-ED-78")
def test_given_moves_without_anything_new_when_the_floor_is_read_then_all_of_them_may_be_taken_back() -> None:
    state = at((0, 0), hand=["explorer", "sailor", "traveler"], discard=["sailor"])
    do(
        state,
        play("explorer", "machete"),
        step(1, 0),
        {"do": "buy", "card": "scout"},
        {"do": "pay", "card": "traveler"},
    )
    assert (state.ply, state.floor) == (4, 0)


@pytest.mark.rule("EC-ED-78")
def test_given_a_cartographer_was_played_when_the_floor_is_read_then_nothing_before_can_be_taken_back() -> None:
    state = at((0, 0), hand=["explorer", "explorer", "cartographer"], draw=["sailor", "sailor"])
    do(state, play("explorer", "machete"), step(1, 0), {"do": "use", "card": "cartographer"})
    assert (state.ply, state.floor) == (3, 3)
    do(state, play("explorer", "machete"), step(2, 0))
    assert (state.ply, state.floor) == (5, 3)  # what came after may


@pytest.mark.rule("EC-ED-78")
def test_given_a_cartographer_with_nothing_to_draw_when_the_floor_is_read_then_it_may_be_taken_back() -> None:
    state = do(at(hand=["cartographer"]), {"do": "use", "card": "cartographer"})
    assert (state.ply, state.floor) == (1, 0)


@pytest.mark.rule("EC-ED-78")
def test_given_a_cave_was_explored_when_the_floor_is_read_then_the_step_there_cannot_be_taken_back() -> None:
    state = at((-1, 1), hand=["explorer"], caves={(0, 2): ["coin_1"]})
    do(state, play("explorer", "machete"), step(-1, 2))
    assert me(state)["tokens"] == ["coin_1"]
    assert (state.ply, state.floor) == (2, 2)


@pytest.mark.rule("EC-ED-78")
def test_given_a_turn_was_ended_when_the_floor_is_read_then_it_stays_ended_even_if_nothing_was_drawn() -> None:
    state = do(at(hand=["explorer"]), END)
    assert (state.ply, state.floor) == (1, 0)
    do(state, DONE)
    assert (state.ply, state.floor) == (2, 2)


@pytest.mark.rule("EC-ED-78")
def test_given_another_seat_gave_up_when_the_floor_is_read_then_that_cannot_be_taken_back() -> None:
    state = at((0, 0), hand=["explorer"])
    do(state, play("explorer", "machete"), {"do": "resign", "seat": 2}, step(1, 0))
    assert (state.ply, state.floor) == (3, 2)


# Giving up.


def test_given_the_seat_on_turn_when_it_gives_up_then_its_turn_ends_at_once_and_no_other_comes() -> None:
    hand = ["explorer", "explorer", "traveler"]
    state = at((0, 0), hand=hand, draw=["sailor", "sailor"], discard=["traveler"])
    do(state, play("explorer", "machete"), {"do": "resign", "seat": 0})
    assert (state.actor, turn(state)["active"]) == (1, None)
    assert (me(state)["resigned"], me(state)["played"]) == (True, [])
    assert me(state)["hand"] == ["explorer", "traveler", "sailor", "sailor"]
    assert me(state)["discard"] == ["traveler", "explorer"]
    do(state, END, END)
    assert (turn(state)["round"], state.actor) == (2, 1)


def test_given_a_payment_under_way_when_the_seat_gives_up_then_nothing_is_pending_any_more() -> None:
    state = at(hand=["traveler", "traveler"])
    do(state, {"do": "buy", "card": "photographer"}, {"do": "pay", "card": "traveler"}, {"do": "resign", "seat": 0})
    assert (turn(state)["pending"], turn(state)["bought"]) == (None, False)
    assert state.snapshot()["market"]["board"][2] == {"card": "photographer", "count": 3}


def test_given_another_seat_when_it_gives_up_then_the_turn_goes_on_and_passes_over_it() -> None:
    state = at((0, 0), hand=["explorer"])
    do(state, {"do": "resign", "seat": 1})
    assert state.actor == 0
    do(state, play("explorer", "machete"), step(1, 0), END)
    assert state.actor == 2


def test_given_a_seat_that_gave_up_when_it_gives_up_again_or_for_another_then_it_is_refused() -> None:
    state = do(at(), {"do": "resign", "seat": 1})
    assert refused(state, {"do": "resign", "seat": 1}) == "Seat 1 has resigned already."
    assert refused(state, {"do": "resign", "seat": 2}, seat=0) == "Seat 0 cannot resign for seat 2."
    assert "no seat 3" in refused(state, {"do": "resign", "seat": 3})


def test_given_all_but_one_give_up_then_the_game_is_over_at_once_and_that_one_has_won() -> None:
    state = at((0, 0), hand=["explorer", "sailor"])
    do(state, play("explorer", "machete"), step(1, 0), {"do": "resign", "seat": 1})
    assert not state.is_over
    do(state, {"do": "resign", "seat": 2})
    assert (state.is_over, state.ranking(), state.game.winners(state.s)) == (True, [1, 2, 2], [0])
    assert [event["key"] for event in state.events(state.ply - 1)] == ["eldorado.resign", "eldorado.over"]
    assert me(state)["discard"] == ["explorer"]
    assert state.game.decided(state.s).say() == "Whoever gives up is ranked behind everyone who did not."
    assert refused(state, {"do": "resign", "seat": 0}) == "The game is over."
    again = state.game.restore(state.snapshot())
    assert again.snapshot() == state.snapshot()


def test_given_the_seat_on_turn_gives_up_when_one_other_is_left_then_nothing_is_drawn_and_the_game_is_over() -> None:
    state = do(at(hand=["sailor"]), {"do": "resign", "seat": 1}, {"do": "resign", "seat": 0})
    assert (state.is_over, state.ranking(), state.actor, state.floor) == (True, [2, 2, 1], -1, 2)
    assert me(state, 0)["hand"] == ["sailor"]


def test_given_rules_version_1_when_everybody_gives_up_then_the_game_is_over_with_the_last_and_nobody_has_won() -> None:
    state = by_version_1(at((0, 0), hand=["explorer", "sailor"]))
    do(state, play("explorer", "machete"), step(1, 0))
    do(state, {"do": "resign", "seat": 1}, {"do": "resign", "seat": 2}, {"do": "resign", "seat": 0})
    assert state.is_over
    assert state.ranking() == [1, 1, 1]
    assert state.legal_actions() == []
    assert refused(state, END) == "The game is over."
    again = state.game.restore(state.snapshot())  # a position like any other
    assert again.snapshot() == state.snapshot()


def test_given_rules_version_1_when_all_but_one_gave_up_then_every_turn_is_the_last_ones() -> None:
    state = do(by_version_1(at()), {"do": "resign", "seat": 0}, {"do": "resign", "seat": 2}, END, END)
    assert (state.actor, turn(state)["round"]) == (1, 3)
    assert state.events(3)[-1] == {"ply": 3, "seat": 1, "key": "eldorado.turn", "round": 3}


# Only the answers of what is pending.


@pytest.mark.rule("EC-ED-67")
def test_given_cards_to_give_up_when_legal_actions_are_listed_then_only_gives_are_there() -> None:
    state = do(at((1, 1), hand=["traveler", "traveler", "native"], tokens=["draw_1"]), enter(1, 2))
    assert legal(state) == [give("traveler"), give("native")]  # two Travelers are one choice
    assert turn(state)["pending"] == {"kind": "give", "pawn": 0, "to": [1, 2], "left": 1}
    refused(state, END)
    refused(state, STOP)
