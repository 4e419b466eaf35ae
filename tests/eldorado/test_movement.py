"""Moving over landscape: symbol and power, leftover power, jokers, the end of a movement, moves as gestures.

All positions are on the first route unless they say otherwise. Around (0, 0) lie jungle 1 at (1, 0), (-1, 0) and
(0, 1), villages 1 at (1, -1) and (-1, 1) and the river (0, -1); tile K around (21, 0) has jungle of power 1 to 3.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.eldorado.positions import (
    END,
    JSON,
    NO_MARKET,
    STOP,
    at,
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

from expedition.core.game import State

NATIVE: JSON = {"do": "play", "card": "native", "pawn": 0}


def targets(state: State[Any]) -> list[list[int]]:
    """Where the next step may lead."""
    return sorted(action["to"] for action in offers(state, {"do": "step"}) if "to" in action)


def reach(state: State[Any], **first: Any) -> dict[tuple[int, int], JSON]:
    """The moves of a card or token by where they end."""
    return {
        (gesture["to"][0], gesture["to"][1]): gesture
        for gesture in state.gestures()
        if gesture["kind"] == "move" and first.items() <= gesture.items()
    }


@pytest.mark.rule("ED-MOVE-01", "ED-MOVE-02")
def test_given_any_space_when_it_is_inspected_then_it_has_one_kind_and_its_power() -> None:
    hexes = {(entry["q"], entry["r"]): entry for entry in at().game.components()["board"]["hexes"]}
    kinds = {"jungle", "village", "river", "rubble", "basecamp", "mountain", "start"}
    assert {entry["terrain"] for entry in hexes.values()} == kinds
    assert (hexes[22, 0]["terrain"], hexes[22, 0]["power"]) == ("jungle", 3)
    assert (hexes[15, 2]["terrain"], hexes[15, 2]["power"]) == ("rubble", 3)


@pytest.mark.rule("ED-MOVE-03")
def test_given_a_hand_of_four_when_one_movement_card_is_played_then_hand_3_and_play_area_1() -> None:
    state = do(at((0, 0), hand=["explorer", "sailor", "traveler", "traveler"]), play("sailor", "paddle"))
    assert (len(me(state)["hand"]), me(state)["played"]) == (3, ["sailor"])
    assert turn(state)["active"] == {"card": "sailor", "as": "paddle", "pawn": 0, "left": 1, "stepped": False}


@pytest.mark.rule("ED-MOVE-04")
def test_given_a_sailor_beside_green_spaces_only_when_it_is_played_then_it_is_refused() -> None:
    state = at((-2, 0), hand=["sailor"])
    refused(state, play("sailor", "paddle"))
    refused(state, play("sailor", "machete"))
    assert me(state)["hand"] == ["sailor"]


@pytest.mark.rule("ED-MOVE-05")
def test_given_a_green_3_beside_a_scout_when_it_is_played_then_it_is_refused_and_a_trailblazer_is_not() -> None:
    # (21, 0) has four green 3 around it; the two green 1 are taken
    others = {1: {"pawn": (21, -1)}, 2: {"pawn": (21, 1)}}
    state = at((21, 0), hand=["scout", "trailblazer"], others=others)
    refused(state, play("scout", "machete"))
    do(state, play("trailblazer", "machete"))
    assert targets(state) == [[20, 0], [20, 1], [22, -1], [22, 0]]
    do(state, step(22, 0))
    assert (spot(state), turn(state)["active"]) == ([22, 0], None)


@pytest.mark.rule("ED-MOVE-05")
def test_given_a_green_2_and_a_green_3_beside_a_scout_when_it_is_played_then_only_the_2_is_in_reach() -> None:
    state = do(at((21, 1), hand=["scout"]), play("scout", "machete"))
    assert targets(state) == [[21, 0], [21, 2], [22, 1]]
    refused(state, step(22, 0))
    do(state, step(22, 1))
    assert spot(state) == [22, 1]


@pytest.mark.rule("ED-MOVE-06")
def test_given_a_matching_space_across_another_kind_when_the_card_is_played_then_it_is_out_of_reach() -> None:
    # the rivers (3, -3) beside the pawn and (0, -1) two steps away
    state = at((2, -2), hand=["captain"])
    assert list(reach(state, card="captain")) == [(3, -3)]
    do(state, play("captain", "paddle"))
    assert "not next to the pawn" in refused(state, step(0, -1))
    do(state, step(3, -3))
    assert turn(state)["active"] is None  # 2 of 3 are lost: nothing further is in reach


@pytest.mark.rule("ED-MOVE-07", "ED-CARD-11")
def test_given_a_pioneer_and_green_1_2_2_in_a_row_when_it_is_played_then_all_three_are_entered() -> None:
    state = do(at((22, -1), hand=["pioneer"]), play("pioneer", "machete"), step(23, -1))
    assert turn(state)["active"]["left"] == 4
    do(state, step(24, -1))
    assert turn(state)["active"] == {"card": "pioneer", "as": "machete", "pawn": 0, "left": 2, "stepped": True}
    do(state, step(24, 0))
    assert (spot(state), turn(state)["active"]) == ([24, 0], None)


@pytest.mark.rule("ED-MOVE-08", "ED-MOVE-09", "EC-ED-63")
@pytest.mark.parametrize(
    "other",
    [
        [play("explorer", "machete"), step(2, 0)],
        [{"do": "play", "token": "machete_1", "pawn": 0}, step(2, 0)],
        [{"do": "use", "card": "cartographer"}],
        [{"do": "use", "token": "draw_1"}],
        [{"do": "use", "token": "pass_occupied"}],
        [{"do": "buy", "card": "scout"}, {"do": "pay", "card": "traveler"}],
    ],
)
def test_given_2_power_left_when_anything_else_is_played_then_they_are_gone(other: list[JSON]) -> None:
    hand = ["trailblazer", "explorer", "cartographer", "traveler"]
    state = at((0, 0), hand=hand, tokens=["machete_1", "draw_1", "pass_occupied"], draw=["sailor"] * 3)
    do(state, play("trailblazer", "machete"), step(1, 0))
    assert turn(state)["active"]["left"] == 2
    assert targets(state) == [[0, 0], [0, 1], [2, 0]]
    do(state, other[0])
    active = turn(state)["active"]
    assert active is None or active["stepped"] is False  # the other card's own power, not the rest of this one
    do(state, *other[1:])
    assert turn(state)["active"] is None
    refused(state, step(1, 0))
    refused(state, step(3, 0))


@pytest.mark.rule("ED-MOVE-09")
def test_given_power_left_when_the_turn_is_ended_then_it_is_lost() -> None:
    state = do(at((0, 0), hand=["trailblazer"]), play("trailblazer", "machete"), step(1, 0), END)
    assert (state.actor, spot(state)) == (1, [1, 0])


@pytest.mark.rule("ED-MOVE-10")
def test_given_two_explorers_beside_a_green_2_when_both_are_offered_then_the_move_is_refused() -> None:
    # of the neighbours of (22, -2) only the green 1 (23, -2) and (21, -2) would do for an Explorer
    others = {1: {"pawn": (23, -2)}, 2: {"pawn": (21, -1)}, 3: {"pawn": (21, -2)}}
    state = at((22, -2), hand=["explorer", "explorer"], players=4, others=others)
    refused(state, play("explorer", "machete"))
    assert me(state)["hand"] == ["explorer", "explorer"]
    assert not offers(state, {"do": "play"})


@pytest.mark.rule("ED-MOVE-11")
def test_given_three_movement_cards_when_they_are_played_one_after_another_then_the_pawn_makes_all_moves() -> None:
    state = at((0, 0), hand=["explorer", "sailor", "traveler"])
    do(state, play("sailor", "paddle"), step(0, -1))
    do(state, play("traveler", "coin"), step(1, -1))
    do(state, play("explorer", "machete"), step(2, -2))
    assert (spot(state), me(state)["played"]) == ([2, -2], ["sailor", "traveler", "explorer"])


@pytest.mark.rule("ED-MOVE-12")
def test_given_machete_3_and_two_green_2_in_line_when_it_tries_to_pass_the_first_then_it_is_refused() -> None:
    state = at((23, -2), hand=["trailblazer"])
    assert (24, -1) in reach(state, card="trailblazer")  # round by (23, -1), 1 + 2
    do(state, play("trailblazer", "machete"), step(24, -2))
    assert turn(state)["active"]["left"] == 1
    refused(state, step(24, -1))
    assert targets(state) == [[23, -2], [23, -1], [24, -3]]


@pytest.mark.rule("ED-MOVE-13", "ED-MOVE-04")
def test_given_one_card_of_each_symbol_when_targets_are_listed_then_each_reaches_its_own_kind_only() -> None:
    state = at((0, 0), hand=["explorer", "sailor", "traveler"])
    assert sorted(reach(state, card="explorer")) == [(-1, 0), (0, 1), (1, 0)]
    assert sorted(reach(state, card="sailor")) == [(0, -1)]
    assert sorted(reach(state, card="traveler")) == [(-1, 1), (1, -1)]


@pytest.mark.rule("ED-MOVE-14", "EC-ED-62")
def test_given_a_joker_played_as_machete_when_a_river_lies_behind_then_it_cannot_go_on_there() -> None:
    state = at((0, 0), hand=["adventurer"])
    assert [action["as"] for action in offers(state, {"do": "play"})] == ["machete", "paddle", "coin"]
    do(state, play("adventurer", "machete"), step(-1, 0))
    assert turn(state)["active"]["left"] == 1
    refused(state, step(0, -1))
    assert [-1, 1] not in targets(state)  # nor into the village
    state = do(at((0, 0), hand=["prop_plane"]), play("prop_plane", "machete"))
    refused(state, step(0, -1))


@pytest.mark.rule("ED-MOVE-14")
def test_given_a_joker_played_as_paddle_then_it_enters_the_river_and_no_other_space() -> None:
    state = do(at((0, 0), hand=["adventurer"]), play("adventurer", "paddle"))
    assert targets(state) == [[0, -1]]
    do(state, step(0, -1))
    assert turn(state)["active"] is None


@pytest.mark.rule("ED-MOVE-15", "EC-ED-27")
def test_given_a_pawn_on_the_second_tile_when_it_goes_back_to_the_first_then_it_is_legal() -> None:
    state = do(at((4, -2), hand=["explorer"]), play("explorer", "machete"), step(3, -1))
    assert spot(state) == [3, -1]


@pytest.mark.rule("EC-ED-26")
def test_given_a_free_start_space_when_targets_are_listed_then_it_is_absent() -> None:
    # (-2, 0) lies beside the start spaces (-3, 0), which is free, and (-2, -1)
    state = at((-2, 0), hand=["explorer", "native"], tokens=["native"], pass_occupied=True)
    for start in (play("explorer", "machete"), NATIVE, {"do": "play", "token": "native", "pawn": 0}):
        assert targets(do(state.copy(), start)) == [[-3, 1], [-2, 1], [-1, -1], [-1, 0]]


@pytest.mark.rule("EC-ED-28")
def test_given_a_journalist_in_a_village_when_a_purchase_is_paid_then_the_other_2_are_not_available() -> None:
    state = at((0, 0), hand=["journalist", "traveler"])
    assert {"do": "buy", "card": "trailblazer"} in legal(state)
    do(state, play("journalist", "coin"), step(1, -1))
    assert turn(state)["active"]["left"] == 2
    assert offers(state, {"do": "buy"}) == [{"do": "buy", "card": "scout"}]


@pytest.mark.rule("EC-ED-69")
def test_given_no_legal_step_when_a_card_is_played_for_movement_then_it_is_refused_and_stays_in_hand() -> None:
    state = at((11, 6), hand=["sailor"], market=NO_MARKET)  # jungle and mountains all around
    refused(state, play("sailor", "paddle"))
    assert (me(state)["hand"], legal(state)) == (["sailor"], [END])


@pytest.mark.rule("EC-ED-76", "EC-ED-63")
def test_given_2_machetes_left_when_rubble_is_entered_by_giving_up_a_card_then_they_are_gone() -> None:
    # (8, -1) is jungle beside the rubble (7, -1) and the jungle (7, 0)
    state = do(at((8, -2), hand=["trailblazer", "traveler"]), play("trailblazer", "machete"), step(8, -1))
    assert [7, 0] in targets(state)
    do(state, enter(7, -1), give("traveler"))
    assert (spot(state), turn(state)["active"]) == ([7, -1], None)
    refused(state, step(7, 0))


# Between play and step, and how a movement ends.


def test_given_a_card_just_played_when_legal_actions_are_listed_then_there_are_only_steps() -> None:
    state = at((0, 0), hand=["scout", "native", "cartographer"], tokens=["draw_1"], caves=True)
    do(state, play("scout", "machete"))
    assert legal(state) == [step(1, 0), step(-1, 0), step(0, 1)]
    refused(state, END)
    refused(state, STOP)


def test_given_power_left_when_legal_actions_are_listed_then_steps_and_all_other_plays_are_there() -> None:
    state = at((0, 0), hand=["scout", "sailor", "traveler"], tokens=["draw_1"])
    do(state, play("scout", "machete"), step(0, 1))
    assert legal(state) == [
        step(1, 0),
        step(0, 0),
        step(-1, 2),
        play("traveler", "coin"),
        {"do": "use", "token": "draw_1"},
        {"do": "buy", "card": "scout"},
        END,
    ]


def test_given_a_cave_beside_a_space_with_power_left_when_it_is_new_then_stop_is_offered_and_takes_the_token() -> None:
    # (1, 0) is not beside the cave (0, 2); (0, 1) is
    state = at((1, 0), hand=["scout"], caves={(0, 2): ["draw_1", "coin_1"]})
    do(state, play("scout", "machete"), step(0, 1))
    assert STOP in legal(state)
    assert (me(state)["tokens"], state.floor) == ([], 0)  # going on is not stopping
    do(state, STOP)
    assert (turn(state)["active"], me(state)["tokens"]) == (None, ["draw_1"])
    assert me(state)["pawns"][0]["near"] == [[0, 2]]


@pytest.mark.parametrize("given", [{"caves": {(0, 2): []}}, {"near": [(0, 2)], "caves": {(0, 2): ["coin_1"]}}, {}])
def test_given_no_token_to_win_when_power_is_left_then_stop_is_not_offered(given: Any) -> None:
    state = do(at((1, 0), hand=["scout"], **given), play("scout", "machete"), step(0, 1))
    assert turn(state)["active"]["left"] == 1
    refused(state, STOP)


def test_given_a_cave_passed_by_when_the_movement_ends_elsewhere_then_nothing_was_taken() -> None:
    state = at((1, 0), hand=["scout"], caves={(0, 2): ["coin_1"]})
    do(state, play("scout", "machete"), step(0, 1), step(0, 0))
    assert (me(state)["tokens"], me(state)["pawns"][0]["near"]) == ([], [])


def test_given_power_left_beside_a_cave_when_another_card_is_played_then_the_cave_is_explored_before_it() -> None:
    state = at((1, 0), hand=["scout", "traveler"], caves={(0, 2): ["coin_1"]})
    do(state, play("scout", "machete"), step(0, 1), play("traveler", "coin"))
    assert me(state)["tokens"] == ["coin_1"]
    assert [event["key"] for event in state.events(2)] == ["eldorado.explore", "eldorado.play"]
    assert state.events(2)[0] == {
        "ply": 2,
        "seat": 0,
        "key": "eldorado.explore",
        "at": [0, 2],
        "token": "coin_1",
        "left": 0,
    }


def test_given_the_turn_is_ended_with_power_left_beside_a_cave_then_the_token_is_taken() -> None:
    state = do(at((1, 0), hand=["scout"], caves={(0, 2): ["coin_1"]}), play("scout", "machete"), step(0, 1), END)
    assert me(state)["tokens"] == ["coin_1"]


def test_given_a_native_when_it_has_stepped_then_its_movement_is_over() -> None:
    state = do(at((0, 0), hand=["native"]), NATIVE)
    assert turn(state)["active"] == {"card": "native", "as": None, "pawn": 0, "left": None, "stepped": False}
    assert legal(state) == [step(1, 0), step(1, -1), step(0, -1), step(-1, 0), step(-1, 1), step(0, 1)]
    do(state, step(0, -1))
    assert (turn(state)["active"], legal(state)) == (None, [END])


def test_given_no_card_in_play_when_a_step_is_asked_for_then_a_sentence_says_so() -> None:
    state = at((0, 0), hand=["scout"])
    assert refused(state, step(1, 0)) == "No card is being moved with, so there is no step to make."
    do(state, play("scout", "machete"))
    assert refused(state, {"do": "step", "to": "east"}) == "A hex is written [q, r], not 'east'."
    assert refused(state, step(2, 0)) == "The hex [2, 0] is not next to the pawn."


# Moves as whole gestures.


def test_given_a_scout_when_gestures_are_asked_for_then_each_move_tells_path_cost_and_what_is_left() -> None:
    moves = reach(at((0, 0), hand=["scout"]), card="scout")
    assert sorted(moves) == [
        (-2, 0),
        (-2, 1),
        (-1, -1),
        (-1, 0),
        (-1, 2),
        (0, 0),  # away and back again
        (0, 1),
        (1, 0),
        (2, 0),
    ]
    assert moves[1, 0] == {
        "kind": "move",
        "card": "scout",
        "as": "machete",
        "pawn": 0,
        "to": [1, 0],
        "path": [[1, 0]],
        "blockades": [],
        "cost": 1,
        "left": 1,
        "explores": [],
        "arrives": False,
        "actions": [play("scout", "machete"), step(1, 0)],
    }
    assert (moves[2, 0]["path"], moves[2, 0]["cost"], moves[2, 0]["left"]) == ([[1, 0], [2, 0]], 2, 0)


def test_given_two_ways_when_gestures_are_asked_for_then_the_one_that_leaves_more_power_is_shown() -> None:
    # from (22, -1) to (24, 0): by (23, -1) and (24, -1) it costs 1 + 2 + 2, by (23, -1) and (23, 0) 1 + 1 + 2
    move = reach(at((22, -1), hand=["pioneer"]), card="pioneer")[24, 0]
    assert (move["path"], move["cost"], move["left"]) == ([[23, -1], [23, 0], [24, 0]], 4, 1)
    state = do(at((22, -1), hand=["pioneer"]), *move["actions"])
    assert (spot(state), turn(state)["active"]["left"]) == ([24, 0], 1)


def test_given_power_left_when_gestures_are_asked_for_then_going_on_names_no_card() -> None:
    state = do(at((0, 0), hand=["scout", "traveler"]), play("scout", "machete"), step(1, 0))
    going_on = [gesture for gesture in state.gestures() if gesture["kind"] == "move" and "card" not in gesture]
    assert [(gesture["to"], gesture["cost"], gesture["left"], gesture["actions"]) for gesture in going_on] == [
        ([2, 0], 1, 0, [step(2, 0)]),
        ([0, 0], 1, 0, [step(0, 0)]),
        ([0, 1], 1, 0, [step(0, 1)]),
    ]
    assert sorted(reach(state, card="traveler")) == [(1, -1), (1, 1), (2, -1)]
    assert {"kind": "act", "actions": [END]} in state.gestures()


def test_given_a_cave_when_gestures_are_asked_for_then_the_move_tells_what_it_explores_but_not_which_token() -> None:
    state = at((1, 0), hand=["scout"], caves={(0, 2): ["coin_1"]})
    before = state.snapshot()
    assert reach(state)[0, 1]["explores"] == [[0, 2]]
    assert reach(state)[0, 0]["explores"] == []
    assert "coin_1" not in str(state.gestures())
    assert state.snapshot() == before


def test_given_a_native_or_a_token_when_gestures_are_asked_for_then_they_are_named_and_a_native_costs_nothing() -> None:
    state = at((0, 0), hand=["native"], tokens=["paddle_2", "native"])
    for first in ({"card": "native"}, {"token": "native"}):
        moves = reach(state, **first)
        assert len(moves) == 6
        assert {(move["as"], move["cost"], move["left"]) for move in moves.values()} == {(None, None, None)}
    assert reach(state, token="paddle_2")[0, -1]["left"] == 1


def test_given_a_joker_when_gestures_are_asked_for_then_each_symbol_is_a_move_of_its_own() -> None:
    state = at((0, 0), hand=["jack_of_all_trades"])
    assert sorted(reach(state, **{"as": "coin"})) == [(-1, 1), (1, -1)]
    assert sorted(reach(state, **{"as": "paddle"})) == [(0, -1)]
    assert reach(state, **{"as": "coin"})[1, -1]["actions"][0] == play("jack_of_all_trades", "coin")


def test_given_another_seat_when_gestures_are_asked_for_then_there_are_none() -> None:
    state = at((0, 0), hand=["scout"], others={1: {"hand": ["scout"]}})
    assert state.gestures(1) == []
    assert state.gestures(0) == state.gestures()
