"""Arriving in El Dorado, the final round, the end of the game, and races nobody finishes.

On the first route (24, -3) is the corner beside the three finishing spaces (24, -4), (25, -4) and (25, -3), which
ask for paddle 1; beside (24, -2) lies the third of them.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.eldorado.positions import DONE, END, JSON, at, do, legal, me, offers, play, refused, spot, step, turn

import expedition

SAIL = [play("sailor", "paddle"), step(24, -4)]
GATE = (24, -3)


@pytest.mark.rule("ED-END-01", "EC-ED-50")
@pytest.mark.parametrize("finish", [(24, -4), (25, -4), (25, -3)])
def test_given_three_players_when_the_first_enters_a_finishing_space_then_the_state_says_final_round(
    finish: tuple[int, int],
) -> None:
    state = do(at(GATE, hand=["sailor"]), play("sailor", "paddle"), step(*finish))
    assert (turn(state)["final_round"], spot(state), me(state)["arrived"]) == (True, "arrived", 1)
    assert [event["key"] for event in state.events(1)] == [
        "eldorado.step",
        "eldorado.arrive",
        "eldorado.final_round",
        "eldorado.turn",
    ]


@pytest.mark.rule("EC-ED-50")
def test_given_the_paddle_side_when_an_explorer_is_played_there_then_it_is_refused_and_a_sailor_is_not() -> None:
    # of the jungle beside (24, -3) only (23, -2) would do for an Explorer, and it is taken
    state = at(GATE, hand=["explorer", "sailor"], others={1: {"pawn": (23, -2)}})
    refused(state, play("explorer", "machete"))
    do(state, *SAIL)
    assert spot(state) == "arrived"


@pytest.mark.rule("EC-ED-50")
def test_given_the_machete_side_when_an_explorer_is_played_there_then_it_arrives() -> None:
    # (24, -10) of this route is the corner beside the finishing space (25, -10)
    state = at((24, -10), hand=["explorer", "sailor"], route="hills_of_gold")
    refused(state, play("sailor", "paddle"))
    do(state, play("explorer", "machete"), step(25, -10))
    assert spot(state) == "arrived"


@pytest.mark.rule("EC-ED-50", "EC-ED-24")
@pytest.mark.parametrize(
    "start",
    [
        play("jack_of_all_trades", "paddle"),
        {"do": "play", "token": "paddle_1", "pawn": 0},
        {"do": "play", "card": "native", "pawn": 0},
        {"do": "play", "token": "native", "pawn": 0},
    ],
)
def test_given_a_pawn_beside_a_finishing_space_when_joker_token_or_native_enter_it_then_it_arrives(start: JSON) -> None:
    state = at(GATE, hand=["jack_of_all_trades", "native"], tokens=["paddle_1", "native"])
    do(state, start, step(25, -4))
    assert (spot(state), turn(state)["final_round"]) == ("arrived", True)


@pytest.mark.rule("ED-END-02", "EC-ED-80")
def test_given_one_arrived_by_a_space_when_the_next_moves_there_in_the_same_round_then_it_is_not_occupied() -> None:
    state = at(GATE, hand=["sailor"], others={1: {"pawn": (23, -3), "hand": ["sailor"]}})
    do(state, *SAIL, *SAIL)
    assert (spot(state, 0), spot(state, 1)) == ("arrived", "arrived")
    assert [me(state, seat)["arrived"] for seat in range(3)] == [1, 2, None]


@pytest.mark.rule("ED-END-03")
def test_given_the_second_of_four_arrives_in_round_9_then_the_third_and_fourth_take_a_turn_and_the_first_does_not() -> (
    None
):
    state = do(at(GATE, hand=["sailor"], players=4, seat=1, round=9), *SAIL)
    played = []
    while not state.is_over:
        played.append((turn(state)["round"], state.actor))
        do(state, END)
    assert played == [(9, 2), (9, 3)]


@pytest.mark.rule("ED-END-04", "EC-ED-48")
def test_given_the_last_player_of_the_final_round_ended_the_turn_then_the_game_is_over() -> None:
    state = do(at(GATE, hand=["sailor"], seat=1), *SAIL)  # the first had a turn before
    assert state.actor == 2
    do(state, END)
    assert (state.is_over, state.actor, turn(state)["phase"]) == (True, -1, "over")
    assert (legal(state), state.gestures(), state.actors) == ([], [], [])
    assert state.view(0)["ranking"] == [2, 1, 2]
    assert state.events(2)[-1] == {"ply": 2, "seat": 2, "key": "eldorado.over", "ranking": [2, 1, 2]}
    assert refused(state, END) == "The game is over."
    assert refused(state, {"do": "resign", "seat": 0}) == "The game is over."


@pytest.mark.rule("ED-END-05", "EC-ED-48")
def test_given_the_last_of_three_arrives_first_then_the_game_is_over_without_another_action() -> None:
    state = do(at(GATE, hand=["sailor", "explorer"], seat=2), *SAIL)
    assert (state.is_over, state.ranking()) == (True, [2, 2, 1])
    assert [event["key"] for event in state.events(1)] == ["eldorado.step", "eldorado.arrive", "eldorado.over"]


@pytest.mark.rule("ED-END-06", "ED-TURN-09")
def test_given_only_the_second_arrived_when_the_game_is_over_then_it_wins_whatever_the_blockade_counts() -> None:
    state = at(GATE, hand=["sailor"], seat=1, others={0: {"kept": [1, 2, 3]}, 2: {"kept": [6]}})
    do(state, *SAIL, END)
    assert state.ranking() == [2, 1, 2]


@pytest.mark.rule("ED-TURN-09")
def test_given_the_first_arrives_and_nobody_else_in_the_final_round_then_it_is_the_winner() -> None:
    state = do(at(GATE, hand=["sailor"]), *SAIL, END, END)
    assert state.ranking() == [1, 2, 2]


@pytest.mark.rule("ED-END-07")
def test_given_one_arrives_with_0_blockades_and_another_later_in_the_round_with_1_then_the_later_one_wins() -> None:
    state = at(GATE, hand=["sailor"], others={2: {"pawn": (23, -3), "hand": ["sailor"], "kept": [1]}})
    do(state, *SAIL, END, *SAIL)
    assert (state.is_over, state.ranking()) == (True, [2, 3, 1])


@pytest.mark.rule("EC-ED-74", "EC-ED-75")
def test_given_three_players_when_one_arrives_with_cards_and_power_left_then_the_next_player_is_active() -> None:
    state = at(
        GATE, hand=["captain", "explorer", "traveler"], draw=["sailor"] * 3, played=["native"], tokens=["draw_1"]
    )
    do(state, play("captain", "paddle"), step(24, -4))
    assert (state.actor, turn(state)["active"], turn(state)["phase"]) == (1, None, "play")
    seat = me(state)
    assert (seat["hand"], len(seat["draw"])) == (["explorer", "traveler"], 3)  # kept, and nothing drawn
    assert (seat["played"], seat["discard"]) == ([], ["native", "captain"])
    assert (seat["tokens"], seat["pawns"]) == (["draw_1"], [{"at": "arrived", "near": []}])


@pytest.mark.rule("EC-ED-75")
def test_given_paddle_3_used_to_arrive_when_two_pawns_are_there_then_no_leftover_is_offered() -> None:
    state = at([GATE, (0, 0)], hand=["captain"], players=2)
    do(state, play("captain", "paddle", 0), step(25, -3))
    assert (turn(state)["active"], legal(state)) == (None, [END])
    refused(state, step(25, -4))


@pytest.mark.rule("EC-ED-75")
def test_given_a_finishing_space_in_reach_when_gestures_are_asked_for_then_the_move_tells_its_cost_and_no_rest() -> (
    None
):
    for given in ({"pawn": GATE}, {"pawn": [GATE, (0, 0)], "players": 2}):
        state = at(hand=["captain"], **given)  # type: ignore[arg-type]
        (move,) = [gesture for gesture in state.gestures() if gesture.get("to") == [24, -4]]
        assert (move["path"], move["cost"], move["left"], move["arrives"]) == ([[24, -4]], 1, 0, True)
        assert move["explores"] == []


def test_given_items_in_hand_when_the_last_pawn_arrives_with_one_then_no_chance_to_keep_it_is_left() -> None:
    state = at(GATE, hand=["prop_plane"], tokens=["keep_item"])
    do(state, play("prop_plane", "paddle"), step(24, -4))
    assert (turn(state)["keepable"], state.snapshot()["removed"]) == ([], ["prop_plane"])


def test_given_an_item_that_brings_the_first_of_two_pawns_home_then_it_may_still_be_kept() -> None:
    state = at([GATE, (0, 0)], hand=["prop_plane"], tokens=["keep_item"], players=2)
    do(state, play("prop_plane", "paddle", 0), step(24, -4))
    assert offers(state, {"do": "use"}) == [{"do": "use", "token": "keep_item"}]


def test_given_caves_when_a_pawn_has_arrived_then_it_is_near_none() -> None:
    state = at([(24, -3), (0, 0)], hand=["sailor"], players=2, caves={(0, 2): ["coin_1"]}, near=[(0, 2)])
    do(state, *SAIL)
    assert me(state)["pawns"][0] == {"at": "arrived", "near": []}


# A race nobody finishes.


@pytest.mark.rule("EC-ED-82")
def test_given_max_rounds_5_and_nobody_home_when_round_5_is_complete_then_it_is_over_and_nobody_has_won() -> None:
    state = at(max_rounds=5)
    turns = 0
    while not state.is_over:
        do(state, END)
        turns += 1
    assert (turns, turn(state)["round"], turn(state)["seat"]) == (15, 5, 2)
    assert state.ranking() == [1, 1, 1]


@pytest.mark.rule("EC-ED-82")
def test_given_no_max_rounds_when_many_rounds_pass_then_the_game_goes_on() -> None:
    state = at(round=5000)
    do(state, END, END, END)
    assert (turn(state)["round"], state.is_over) == (5001, False)


@pytest.mark.rule("EC-ED-82")
def test_given_a_position_beyond_its_last_round_when_the_round_is_complete_then_the_game_is_over() -> None:
    state = do(at(max_rounds=5, round=7, seat=2), END)
    assert state.is_over


@pytest.mark.rule("EC-ED-82")
def test_given_an_arrival_in_the_last_round_when_it_is_complete_then_the_arrival_wins() -> None:
    state = do(at(GATE, hand=["sailor"], max_rounds=4, round=4), *SAIL, END, END)
    assert (state.is_over, state.ranking()) == (True, [1, 2, 2])


# Not arrived, resigned.


@pytest.mark.rule("EC-ED-49")
def test_given_the_first_won_when_the_result_is_shown_then_no_second_place_is_claimed_for_the_others() -> None:
    others = {0: {"pawn": "arrived", "arrived": 1}, 1: {"pawn": (24, -2)}, 2: {"pawn": (0, 0)}}
    state = do(at((24, -1), players=4, seat=3, final_round=True, others=others), END)
    assert state.ranking() == [1, 2, 2, 2]


def test_given_a_seat_that_gave_up_when_the_game_is_over_then_it_is_below_everyone_who_did_not() -> None:
    others: dict[int, JSON] = {0: {"pawn": "arrived", "arrived": 1}, 1: {"resigned": True, "kept": [5, 6]}}
    state = do(at(players=4, seat=2, final_round=True, others=others), END, END)
    assert state.ranking() == [1, 4, 2, 2]


def test_given_a_seat_that_arrived_when_it_gives_up_afterwards_then_it_is_below_those_who_did_not_arrive() -> None:
    state = at(seat=1, final_round=True, others={0: {"pawn": "arrived", "arrived": 1}})
    do(state, {"do": "resign", "seat": 0}, END, END)
    assert state.ranking() == [3, 1, 1]


def test_given_the_seats_left_in_the_final_round_gave_up_when_the_next_one_ends_then_the_game_is_over() -> None:
    state = at(GATE, hand=["sailor"], players=4, others={2: {"resigned": True}})
    do(state, *SAIL, {"do": "resign", "seat": 3}, END)
    assert (state.is_over, state.ranking()) == (True, [1, 2, 3, 3])


def test_given_the_last_seat_in_the_final_round_when_it_gives_up_then_the_game_is_over() -> None:
    state = do(at(seat=2, final_round=True, others={0: {"pawn": "arrived", "arrived": 1}}), {"do": "resign", "seat": 2})
    assert (state.is_over, state.ranking()) == (True, [1, 2, 3])
    assert [event["key"] for event in state.events()] == ["eldorado.resign", "eldorado.over"]


@pytest.mark.parametrize("seat", [0, 1])
def test_given_a_seat_that_gives_up_when_the_log_is_counted_then_it_was_one_action_and_cannot_be_undone(
    seat: int,
) -> None:
    state = do(at(hand=["sailor"]), {"do": "resign", "seat": seat})
    assert (state.ply, state.s.ply, state.floor) == (1, 1, 1)


def test_given_a_running_game_when_the_ranking_is_asked_for_then_it_is_refused() -> None:
    with pytest.raises(expedition.IllegalAction, match="not over"):
        at().ranking()


def test_given_a_finished_game_when_its_position_is_restored_then_it_is_finished() -> None:
    state = do(at(GATE, hand=["sailor"], seat=2), *SAIL)
    again: Any = state.game.restore(state.snapshot())
    assert (again.is_over, again.ranking(), again.snapshot()) == (True, [2, 2, 1], state.snapshot())


def test_given_an_arrived_or_resigned_seat_when_a_position_puts_it_on_turn_then_it_is_refused() -> None:
    state = at(seat=1, others={0: {"pawn": "arrived", "arrived": 1}, 2: {"resigned": True}})
    for seat in (0, 2):
        data = state.snapshot()
        data["turn"]["seat"] = seat
        with pytest.raises(expedition.PositionError, match="not on turn"):
            state.game.restore(data)


def test_given_phase_2_when_a_turn_ends_with_kept_cards_then_only_done_or_discard_end_it() -> None:
    state = do(at(hand=["sailor"]), END)
    assert legal(state) == [{"do": "discard", "card": "sailor"}, DONE]
