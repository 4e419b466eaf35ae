"""Blockades: where they bar the way, what they cost, who keeps them, and caves behind them.

On the first route the seam (0, 1) has (3, -3), (3, -2), (3, -1) and (3, 0) on its near side and the jungle (4, -3),
(4, -2) and the rivers (4, -1), (4, 0) behind it. Blockades: 1 machete 1, 2 coin 1, 3 rubble 1, 4 paddle 1,
5 machete 2, 6 rubble 2.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.eldorado.positions import (
    END,
    JSON,
    STOP,
    at,
    do,
    give,
    legal,
    me,
    offers,
    own_route,
    play,
    refused,
    spot,
    step,
    turn,
)

from expedition.core.game import State
from expedition.eldorado.board import assemble
from expedition.eldorado.pieces import Piece
from expedition.eldorado.tables import ground_of

NATIVE: JSON = {"do": "play", "card": "native", "pawn": 0}

# Tile F with its cave (4, -2) right behind the seam: beside it are (3, -2), which also touches the cave (2, -2) of
# the start tile, and (3, -1), behind which there are mountains only.
CAVE_BEHIND_SEAM = own_route(("B", 0, 0, 0), ("F", 4, 7, -3), ("finish_river", 0, 11, -7))
CAVE, HERE = (4, -2), (2, -2)


def clear(number: int) -> JSON:
    return {"do": "step", "blockade": number}


def break_down(number: int, pawn: int = 0) -> JSON:
    return {"do": "enter", "pawn": pawn, "blockade": number}


def standing(state: State[Any]) -> list[int]:
    return [blockade["number"] for blockade in state.snapshot()["blockades"]]


@pytest.mark.rule("ED-BLOCK-01")
def test_given_a_standing_blockade_when_a_pawn_tries_to_step_past_it_then_it_is_refused() -> None:
    state = do(at((3, -1), hand=["pioneer"], blockades={(0, 1): 2}), play("pioneer", "machete"))
    refused(state, step(4, -2))
    assert legal(state) == [step(3, -2), step(2, 0), step(3, 0)]
    state = at((3, -1), hand=["native"], blockades={(0, 1): 2})
    assert step(4, -2) not in legal(do(state, NATIVE))


@pytest.mark.rule("ED-BLOCK-01", "EC-ED-03")
def test_given_a_standing_blockade_when_pawns_stand_along_the_seam_then_it_bars_every_edge_of_it() -> None:
    for near in ((3, -3), (3, -2), (3, -1), (3, 0)):
        state = do(at(near, hand=["native"], blockades={(0, 1): 4}), NATIVE)
        assert all(action["to"][0] < 4 for action in legal(state) if "to" in action)
        assert clear(4) in legal(state)
    state = do(at((2, -1), hand=["native"], blockades={(0, 1): 4}), NATIVE)  # a space without a neighbour behind it
    assert clear(4) not in legal(state)


@pytest.mark.rule("ED-BLOCK-02", "ED-BLOCK-04")
def test_given_blockade_machete_2_when_an_explorer_tries_then_it_is_refused_and_a_scout_clears_it() -> None:
    # (3, -3) is a river; the jungle (2, -3) and (3, -2) beside it are taken
    others = {1: {"pawn": (2, -3)}, 2: {"pawn": (3, -2)}, 3: {"pawn": (2, -2)}}
    state = at((3, -3), hand=["explorer", "scout"], players=4, others=others, blockades={(0, 1): 5, (1, 2): 1})
    refused(state, play("explorer", "machete"))
    do(state, play("scout", "machete"), clear(5))
    assert (me(state)["blockades"], standing(state), spot(state)) == ([5], [1], [3, -3])
    assert turn(state)["active"] is None


@pytest.mark.rule("ED-BLOCK-04")
def test_given_the_second_player_clears_blockade_5_when_the_table_is_looked_at_then_it_lies_there() -> None:
    state = at((3, -1), hand=["scout"], seat=1, blockades={(0, 1): 5})
    do(state, play("scout", "machete"), clear(5))
    assert [state.view(0)["seats"][seat]["blockades"] for seat in range(3)] == [[], [5], []]
    assert state.view(0)["blockades"] == []
    assert state.events(1) == [{"ply": 1, "seat": 1, "key": "eldorado.blockade", "pawn": 0, "number": 5}]


@pytest.mark.rule("ED-BLOCK-03", "EC-ED-05")
def test_given_the_grey_blockade_6_when_two_cards_are_given_up_then_it_is_owned_and_the_pawn_has_not_moved() -> None:
    state = at((3, -1), hand=["compass", "traveler", "sailor"], draw=["explorer"] * 4, blockades={(0, 1): 6})
    do(state, break_down(6))
    assert turn(state)["pending"] == {"kind": "give", "pawn": 0, "blockade": 6, "left": 2}
    do(state, give("compass"), give("sailor"))
    assert (me(state)["blockades"], standing(state), spot(state)) == ([6], [], [3, -1])
    assert (me(state)["played"], state.snapshot()["removed"]) == (["compass", "sailor"], [])
    assert me(state)["hand"] == ["traveler"]  # nothing was drawn
    do(state, END, {"do": "discard", "card": "traveler"})
    assert me(state)["discard"] == ["compass", "sailor", "traveler"]


@pytest.mark.rule("ED-BLOCK-03", "EC-ED-05")
def test_given_a_grey_blockade_when_too_few_cards_or_powerful_ones_are_offered_then_it_stands() -> None:
    refused(at((3, -1), hand=["traveler"], blockades={(0, 1): 6}), break_down(6))
    state = do(at((3, -1), hand=["pioneer"], blockades={(0, 1): 6}), play("pioneer", "machete"))
    refused(state, clear(6))
    state = at((3, -1), hand=["pioneer"], blockades={(0, 1): 1})
    refused(state, break_down(1))  # a coloured one takes no cards


@pytest.mark.rule("ED-BLOCK-03")
@pytest.mark.parametrize(
    ("number", "card", "symbol"),
    [(1, "explorer", "machete"), (2, "traveler", "coin"), (4, "sailor", "paddle"), (2, "adventurer", "coin")],
)
def test_given_a_coloured_blockade_when_one_matching_card_is_played_then_it_is_taken(
    number: int, card: str, symbol: str
) -> None:
    state = at((3, -1), hand=[card], blockades={(0, 1): number})
    do(state, play(card, symbol), clear(number))
    assert me(state)["blockades"] == [number]


@pytest.mark.rule("ED-BLOCK-05")
def test_given_two_blockades_and_no_tie_when_the_winner_is_computed_then_they_change_nothing() -> None:
    state = at(seat=2, kept=[5, 6], final_round=True, others={0: {"pawn": "arrived", "arrived": 1}})
    do(state, END)
    assert state.ranking() == [1, 2, 2]


@pytest.mark.rule("ED-BLOCK-06")
def test_given_a_cleared_blockade_when_spaces_behind_it_are_entered_then_they_cost_as_usual() -> None:
    # behind (17, 2) lie the green 2 (18, 1) and (18, 2); its other neighbours are villages
    state = at((17, 2), hand=["explorer", "scout"])
    refused(state, play("explorer", "machete"))
    do(state, play("scout", "machete"))
    assert legal(state) == [step(18, 2), step(18, 1)]


@pytest.mark.rule("ED-BLOCK-06", "EC-ED-03")
def test_given_a_blockade_cleared_by_one_when_another_comes_then_the_whole_seam_is_open_for_all() -> None:
    others = {1: {"pawn": (3, -2), "hand": ["explorer"]}}
    state = at((3, 0), hand=["explorer"], blockades={(0, 1): 1}, others=others)
    do(state, play("explorer", "machete"), clear(1))
    assert spot(state) == [3, 0]
    do(state, END, play("explorer", "machete"), step(4, -3))
    assert spot(state, 1) == [4, -3]


@pytest.mark.rule("ED-BLOCK-07", "ED-BLOCK-08")
def test_given_machete_3_and_blockade_machete_1_with_a_green_2_behind_when_played_then_both_are_paid() -> None:
    state = do(at((17, 2), hand=["trailblazer"], blockades={(3, 4): 1}), play("trailblazer", "machete"), clear(1))
    assert turn(state)["active"] == {"card": "trailblazer", "as": "machete", "pawn": 0, "left": 2, "stepped": True}
    assert (spot(state), me(state)["blockades"]) == ([17, 2], [1])
    do(state, step(18, 2))
    assert (spot(state), turn(state)["active"]) == ([18, 2], None)


@pytest.mark.rule("ED-BLOCK-07", "EC-ED-02")
def test_given_machete_5_and_green_2_blockade_1_green_2_in_line_when_played_then_all_three_are_paid() -> None:
    # the seam of D and H: (10, -3) before it and (11, -3) behind it are green 2
    route = own_route(("B", 0, 0, 0), ("D", 0, 7, -3), ("H", 1, 14, -6), ("finish_river", 0, 18, -10))
    state = at((9, -3), hand=["pioneer"], route=route, blockades={(1, 2): 1})
    do(state, play("pioneer", "machete"), step(10, -3), clear(1))
    assert turn(state)["active"]["left"] == 2
    do(state, step(11, -3))
    assert (spot(state), turn(state)["active"], me(state)["blockades"]) == ([11, -3], None, [1])


@pytest.mark.rule("EC-ED-03")
def test_given_a_blockade_cleared_with_no_power_left_then_the_pawns_space_is_unchanged() -> None:
    state = do(at((3, -1), hand=["explorer"], blockades={(0, 1): 1}), play("explorer", "machete"), clear(1))
    assert (spot(state), me(state)["blockades"], turn(state)["active"]) == ([3, -1], [1], None)
    assert me(state)["played"] == ["explorer"]


@pytest.mark.rule("EC-ED-04", "ED-MOVE-14")
def test_given_a_joker_that_cleared_a_paddle_blockade_then_its_rest_enters_no_green_space() -> None:
    state = at((3, -1), hand=["adventurer"], blockades={(0, 1): 4})
    do(state, play("adventurer", "paddle"), clear(4))
    assert turn(state)["active"]["left"] == 1
    assert offers(state, {"do": "step"}) == [step(4, -1)]  # the river, not the jungle (4, -2)
    refused(state, step(4, -2))


@pytest.mark.rule("ED-BLOCK-09", "EC-ED-25", "ED-ACT-18")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_given_a_native_beside_any_blockade_when_it_is_used_on_it_then_it_is_owned_and_the_pawn_stays(
    number: int,
) -> None:
    state = do(at((3, -1), hand=["native", "sailor"], blockades={(0, 1): number}), NATIVE, clear(number))
    assert (me(state)["blockades"], spot(state), me(state)["hand"]) == ([number], [3, -1], ["sailor"])
    assert turn(state)["active"] is None  # the one step was the blockade
    refused(state, step(4, -2))


@pytest.mark.rule("EC-ED-64")
def test_given_all_spaces_behind_occupied_when_the_blockade_is_paid_then_it_is_taken() -> None:
    # (3, -3) has one neighbour behind the seam
    state = at((3, -3), hand=["explorer"], blockades={(0, 1): 1}, others={1: {"pawn": (4, -3)}})
    do(state, play("explorer", "machete"), clear(1))
    assert me(state)["blockades"] == [1]


@pytest.mark.rule("EC-ED-03", "EC-ED-64")
def test_given_only_mountains_behind_the_seam_when_the_blockade_is_paid_then_it_is_taken() -> None:
    state = at((3, -1), hand=["explorer", "traveler"], route=CAVE_BEHIND_SEAM, blockades={(0, 1): 1})
    do(state, play("explorer", "machete"), clear(1))
    assert (me(state)["blockades"], spot(state)) == ([1], [3, -1])
    state = at((3, -1), hand=["explorer"], route=CAVE_BEHIND_SEAM, blockades={(0, 1): 3})
    assert break_down(3) in legal(state)


@pytest.mark.rule("EC-ED-65")
def test_given_a_pawn_behind_the_blockade_when_it_clears_it_then_the_price_is_the_same() -> None:
    state = at((4, -2), hand=["explorer"], blockades={(0, 1): 5})
    do(state, play("explorer", "machete"))
    refused(state, clear(5))
    state = do(at((4, -2), hand=["scout"], blockades={(0, 1): 5}), play("scout", "machete"), clear(5))
    assert me(state)["blockades"] == [5]


@pytest.mark.rule("EC-ED-65")
def test_given_tiles_that_touch_without_following_each_other_when_a_pawn_steps_between_them_then_none_applies() -> None:
    state = at((3, 0), hand=["explorer"])
    game = state.game
    # B and N touch south of B; route objects like this are refused, so the board is laid out by hand
    game.board = assemble(
        [Piece("B", 0, 0, 0), Piece("C", 0, 7, -3), Piece("N", 0, 3, 4), Piece("finish_jungle", 1, 7, 4)]
    )
    game.ground = ground_of(game.board, [])
    state.s.at[0] = game.board.index[3, 0]
    state.s.seam[:2] = [5, 6]
    do(state, play("explorer", "machete"))
    assert step(3, 1) in legal(state)
    assert game.board.cells[game.board.index[3, 1]].piece == 2


@pytest.mark.rule("EC-ED-66")
def test_given_the_last_tile_when_a_pawn_steps_to_the_finishing_tile_then_no_blockade_is_in_the_way() -> None:
    state = at((24, -3), hand=["sailor"], blockades={(0, 1): 1, (1, 2): 2, (2, 3): 3, (3, 4): 4})
    do(state, play("sailor", "paddle"), step(25, -3))
    assert spot(state) == "arrived"


# Gestures.


def test_given_a_blockade_on_the_way_when_gestures_are_asked_for_then_they_tell_what_is_cleared() -> None:
    state = at((17, 2), hand=["trailblazer"], blockades={(3, 4): 1})
    made = {
        (gesture["kind"], *gesture["to"]): gesture
        for gesture in state.gestures()
        if gesture["kind"] in ("move", "clear")
    }
    assert sorted(made) == [("clear", 17, 2), ("move", 18, 1), ("move", 18, 2)]
    stay, go = made["clear", 17, 2], made["move", 18, 2]
    assert (stay["blockade"], stay["blockades"], stay["path"], stay["cost"], stay["left"]) == (1, [1], [], 1, 2)
    assert (go["blockades"], go["path"], go["cost"], go["left"]) == ([1], [[18, 2]], 3, 0)
    assert go["actions"] == [play("trailblazer", "machete"), clear(1), step(18, 2)]


def test_given_a_space_in_reach_without_the_blockade_when_gestures_are_asked_for_then_no_way_clears_it_needlessly() -> (
    None
):
    state = at((3, -1), hand=["trailblazer"], blockades={(0, 1): 1})
    to_the_side = [gesture for gesture in state.gestures() if gesture.get("to") == [3, 0]]
    assert [gesture["blockades"] for gesture in to_the_side if gesture["kind"] == "move"] == [[]]
    behind = [gesture for gesture in state.gestures() if gesture.get("to") == [4, -2]]
    assert [(gesture["blockades"], gesture["left"]) for gesture in behind] == [([1], 1)]


def test_given_a_rubble_blockade_when_gestures_are_asked_for_then_it_is_an_enter_that_removes_nothing() -> None:
    state = at((3, -1), hand=["sailor", "traveler"], blockades={(0, 1): 6})
    (gesture,) = [gesture for gesture in state.gestures() if gesture["kind"] == "enter"]
    assert gesture == {
        "kind": "enter",
        "pawn": 0,
        "blockade": 6,
        "cards": 2,
        "removes": False,
        "choices": ["traveler", "sailor"],
        "actions": [break_down(6)],
    }


def test_given_a_blockade_that_is_not_there_when_it_is_named_then_it_is_refused() -> None:
    state = do(at((3, -1), hand=["explorer"], blockades={(0, 1): 1}), play("explorer", "machete"))
    refused(state, clear(2))
    assert refused(state, clear(7)) == "A blockade is a number from 1 to 6, not 7."


# Caves behind blockades.


@pytest.mark.rule("EC-ED-46", "ED-CAVE-11")
def test_given_a_blockade_between_pawn_and_cave_when_the_pawn_stops_there_then_only_the_near_cave_gives() -> None:
    state = at(
        (3, -1),
        hand=["explorer"],
        route=CAVE_BEHIND_SEAM,
        blockades={(0, 1): 5},
        caves={CAVE: ["coin_1"], HERE: ["draw_1"]},
    )
    do(state, play("explorer", "machete"), step(3, -2))
    assert (me(state)["tokens"], me(state)["pawns"][0]["near"]) == (["draw_1"], [list(HERE)])


@pytest.mark.rule("EC-ED-46", "ED-CAVE-12")
def test_given_the_player_clears_it_and_stops_then_the_cave_is_explored_without_a_move() -> None:
    state = at((3, -1), hand=["explorer"], route=CAVE_BEHIND_SEAM, blockades={(0, 1): 1}, caves={CAVE: ["coin_1"]})
    do(state, play("explorer", "machete"), clear(1))
    assert (me(state)["tokens"], spot(state)) == (["coin_1"], [3, -1])
    assert [event["key"] for event in state.events(1)] == ["eldorado.blockade", "eldorado.explore"]


@pytest.mark.rule("EC-ED-46", "ED-CAVE-12")
def test_given_a_grey_blockade_when_the_player_breaks_it_down_then_the_cave_behind_is_explored() -> None:
    state = at((3, -1), hand=["sailor"], route=CAVE_BEHIND_SEAM, blockades={(0, 1): 3}, caves={CAVE: ["coin_1"]})
    do(state, break_down(3), give("sailor"))
    assert (me(state)["tokens"], me(state)["pawns"][0]["near"]) == (["coin_1"], [list(CAVE)])


@pytest.mark.rule("EC-ED-46")
def test_given_the_player_clears_it_and_goes_on_with_the_same_card_then_only_the_final_stop_counts() -> None:
    state = at((3, -1), hand=["scout"], route=CAVE_BEHIND_SEAM, blockades={(0, 1): 1}, caves={CAVE: ["coin_1"]})
    do(state, play("scout", "machete"), clear(1))
    assert (me(state)["tokens"], STOP in legal(state)) == ([], True)
    do(state, step(2, 0))
    assert (me(state)["tokens"], me(state)["pawns"][0]["near"]) == ([], [])
    other = at((3, -1), hand=["scout"], route=CAVE_BEHIND_SEAM, blockades={(0, 1): 1}, caves={CAVE: ["coin_1"]})
    do(other, play("scout", "machete"), clear(1), STOP)
    assert me(other)["tokens"] == ["coin_1"]


@pytest.mark.rule("EC-ED-46", "ED-CAVE-13")
def test_given_another_player_clears_it_when_the_waiting_pawn_moves_on_beside_the_cave_then_no_token() -> None:
    state = at(
        (3, 0),
        hand=["explorer"],
        route=CAVE_BEHIND_SEAM,
        blockades={(0, 1): 1},
        caves={CAVE: ["coin_1"]},
        others={1: {"pawn": (3, -1), "hand": ["explorer"]}, 2: {"pawn": (1, -1), "hand": ["explorer"]}},
    )
    do(state, play("explorer", "machete"), clear(1))
    assert me(state)["tokens"] == []  # (3, 0) does not touch the cave
    assert [me(state, seat)["pawns"][0]["near"] for seat in range(3)] == [[], [list(CAVE)], []]
    do(state, END)
    assert me(state, 1)["tokens"] == []
    do(state, play("explorer", "machete"), step(3, -2))
    assert me(state, 1)["tokens"] == []


@pytest.mark.rule("EC-ED-46", "ED-CAVE-13", "ED-CAVE-14")
def test_given_another_player_cleared_it_when_the_waiting_pawn_has_stopped_elsewhere_then_it_explores() -> None:
    state = at(
        (3, -1),
        hand=["explorer", "explorer"],
        route=CAVE_BEHIND_SEAM,
        caves={CAVE: ["coin_1"]},
        near=[CAVE],
    )
    do(state, play("explorer", "machete"), step(2, 0), play("explorer", "machete"), step(3, -1))
    assert me(state)["tokens"] == ["coin_1"]


@pytest.mark.rule("EC-ED-46", "EC-ED-59")
def test_given_two_players_when_the_own_other_pawn_clears_it_then_the_waiting_one_has_lost_its_chance() -> None:
    state = at(
        [(3, 0), (3, -1)],
        hand=["explorer"],
        players=2,
        route=CAVE_BEHIND_SEAM,
        blockades={(0, 1): 1},
        caves={CAVE: ["coin_1"]},
    )
    do(state, play("explorer", "machete", 0), clear(1))
    assert me(state)["tokens"] == []
    assert [pawn["near"] for pawn in me(state)["pawns"]] == [[], [list(CAVE)]]


@pytest.mark.rule("EC-ED-46")
def test_given_no_caves_variant_when_a_blockade_falls_then_nothing_is_noted() -> None:
    state = at((3, -1), hand=["explorer"], route=CAVE_BEHIND_SEAM, blockades={(0, 1): 1})
    do(state, play("explorer", "machete"), clear(1))
    assert (me(state)["tokens"], me(state)["pawns"][0]["near"]) == ([], [])
