"""The caves variant: when a cave is explored and when not (ED-CAVE)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.eldorado.positions import (
    DONE,
    END,
    STOP,
    at,
    buy,
    clear,
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
    refused,
    spot,
    step,
    turn,
    use,
    use_token,
)

import expedition
from expedition.core.game import State
from expedition.eldorado.board import load_route
from expedition.eldorado.components import route_ids
from expedition.eldorado.rules.caves import seam_opened, stopping_explores

# first: the cave at (0, 2) has six spaces around it: jungle (0, 1), (-1, 2), (-1, 3), river (0, 3), camp (1, 2),
# village (1, 1). (0, 0) is jungle beside (0, 1) and not beside the cave.
CAVE = (0, 2)
PILE = ["draw_1", "coin_2", "machete_1", "native"]

# Two tiles: (3, -2) and (2, -1) lie beside the cave at (2, -2) of the start tile; (3, -2) and (3, -1) beside the
# cave at (4, -2) across the seam. Between (3, -1) and (2, 0) is one step; (2, 0) is beside no cave.
TWO_CAVES = own_route(("B", 0, 0, 0), ("F", 4, 7, -3), ("finish_jungle", 0, 11, -7))
NEAR_CAVE = (2, -2)
FAR_CAVE = (4, -2)


def pile(state: State[Any], place: tuple[int, int] = CAVE) -> list[str]:
    (found,) = [cave["pile"] for cave in state.snapshot()["caves"] if cave["at"] == list(place)]
    return list(found)


def near(state: State[Any], seat: int = 0, pawn: int = 0) -> list[list[int]]:
    found: list[list[int]] = me(state, seat)["pawns"][pawn]["near"]
    return found


@pytest.mark.rule("ED-CAVE-01")
def test_given_the_variant_is_off_when_a_pawn_stops_beside_a_cave_mountain_then_nothing_happens() -> None:
    state = at((0, 0), ["explorer"], caves=False)
    do(state, play("explorer", "machete"), step(0, 1))
    assert me(state)["tokens"] == []
    assert state.snapshot()["caves"] == []
    assert near(state) == []


@pytest.mark.rule("ED-CAVE-02")
def test_given_a_player_with_five_tokens_and_one_with_none_then_tokens_do_not_matter_for_the_ranking() -> None:
    state = at(
        others={
            0: {"pawn": "arrived", "arrived": 1, "tokens": ["draw_1", "draw_1", "coin_1", "coin_2", "native"]},
            1: {"pawn": "arrived", "arrived": 2, "kept": [1]},
        },
        seat=2,
        caves=True,
        phase="over",
        final_round=True,
    )
    assert state.ranking() == [2, 1, 3]


@pytest.mark.rule("ED-CAVE-03")
@pytest.mark.parametrize("route", route_ids())
def test_given_a_new_game_then_every_cave_of_the_route_has_four_tokens_and_the_rest_is_out_of_the_game(
    route: str,
) -> None:
    game = expedition.make("eldorado", route=route, caves=True)
    state = game.new(seed=5)
    caves = state.snapshot()["caves"]
    places = [[c["q"], c["r"]] for c in game.components()["board"]["hexes"] if c["cave"]]
    assert [cave["at"] for cave in caves] == places
    assert [len(cave["pile"]) for cave in caves] == [4] * len(places)
    supply = {token["id"]: token["count"] for token in game.components()["tokens"]}
    dealt = [token for cave in caves for token in cave["pile"]]
    assert all(dealt.count(token) <= count for token, count in supply.items())
    assert sum(supply.values()) - len(dealt) == 36 - 4 * len(places)
    assert len(state.information(0)["unseen_tokens"]) == 36


@pytest.mark.rule("ED-CAVE-03")
def test_given_different_seeds_then_the_piles_differ_and_are_hidden_from_everybody() -> None:
    game = expedition.make("eldorado", route="first", caves=True)
    piles = {str([cave["pile"] for cave in game.new(seed=n).snapshot()["caves"]]) for n in range(6)}
    assert len(piles) == 6
    for seat in (0, 1, None):
        assert game.new(seed=1).view(seat)["caves"] == [
            {"at": [0, 2], "count": 4},
            {"at": [7, -3], "count": 4},
            {"at": [11, 7], "count": 4},
        ]


@pytest.mark.rule("ED-CAVE-04", "ED-CAVE-06", "ED-CAVE-07")
def test_given_an_explorer_move_that_ends_beside_a_cave_then_its_top_token_is_taken_without_a_further_click() -> None:
    state = at((0, 0), ["explorer"], caves={CAVE: PILE})
    do(state, play("explorer", "machete"), step(0, 1))
    assert me(state)["tokens"] == ["draw_1"]
    assert pile(state) == PILE[1:]
    assert near(state) == [[0, 2]]


@pytest.mark.rule("ED-CAVE-05")
def test_given_a_pioneer_move_that_passes_a_cave_and_ends_away_from_it_then_no_token_is_taken() -> None:
    state = at((0, 0), ["pioneer"], caves={CAVE: PILE})
    do(state, play("pioneer", "machete"), step(0, 1), step(1, 0), step(2, 0), END)
    assert me(state)["tokens"] == []
    assert pile(state) == PILE


@pytest.mark.rule("ED-CAVE-07")
def test_given_a_pile_of_four_when_it_is_explored_then_everybody_sees_the_token_and_a_pile_of_three() -> None:
    state = at((0, 0), ["explorer"], caves={CAVE: PILE})
    do(state, play("explorer", "machete"), step(0, 1))
    for seat in (0, 1, None):
        shown = state.view(seat)
        assert shown["seats"][0]["tokens"] == ["draw_1"]
        assert {"at": [0, 2], "count": 3} in shown["caves"]
    assert {"key": "eldorado.explore", "at": [0, 2], "token": "draw_1", "left": 3}.items() <= state.events(1)[
        -1
    ].items()


@pytest.mark.rule("ED-CAVE-08")
def test_given_a_player_with_eight_tokens_when_another_cave_is_explored_then_the_ninth_is_kept() -> None:
    eight = ["machete_2", "machete_2", "paddle_1", "paddle_1", "coin_1", "coin_1", "pass_occupied", "pass_occupied"]
    state = at((0, 0), ["explorer"], tokens=eight, caves={CAVE: PILE})
    do(state, play("explorer", "machete"), step(0, 1))
    assert len(me(state)["tokens"]) == 9


@pytest.mark.rule("ED-CAVE-08", "ED-CAVE-10")
def test_given_three_tokens_when_they_are_played_in_one_turn_then_all_are_accepted_and_gone() -> None:
    state = at((0, 0), [], tokens=["machete_1", "draw_1", "machete_2"], draw=["sailor"], caves={CAVE: []})
    do(state, use_token("draw_1"), play_token("machete_1"), step(1, 0), play_token("machete_2"), step(2, 0), step(3, 0))
    assert me(state)["tokens"] == []
    assert state.snapshot()["spent"] == ["machete_1", "machete_2", "draw_1"]
    assert pile(state) == []
    assert spot(state) == [3, 0]


@pytest.mark.rule("ED-CAVE-09")
def test_given_a_token_taken_this_turn_when_it_is_played_in_the_same_turn_then_it_is_accepted() -> None:
    state = at((0, 0), ["explorer"], caves={CAVE: ["machete_1"]})
    do(state, play("explorer", "machete"), step(0, 1), play_token("machete_1"), step(1, 0))
    assert spot(state) == [1, 0]


@pytest.mark.rule("ED-CAVE-09")
def test_given_a_token_then_it_is_playable_in_a_later_turn_of_the_owner_and_not_in_an_opponents() -> None:
    state = at((0, 0), ["explorer"], tokens=["draw_1"], caves=True, players=3)
    do(state, END, DONE)
    refused(state, use_token("draw_1"))
    refused(state, use_token("draw_1"), seat=0)
    do(state, END, END, use_token("draw_1"))
    assert me(state)["tokens"] == []


@pytest.mark.rule("ED-CAVE-10")
def test_given_a_token_was_played_then_neither_the_player_nor_any_cave_has_it() -> None:
    state = at((0, 0), [], tokens=["draw_1"], caves={CAVE: ["coin_1"]})
    do(state, use_token("draw_1"))
    held = [token for seat in range(3) for token in me(state, seat)["tokens"]]
    assert held + pile(state) == ["coin_1"]
    assert state.snapshot()["spent"] == ["draw_1"]


@pytest.mark.rule("ED-CAVE-11")
def test_given_a_blockade_between_the_space_and_the_cave_when_the_pawn_stops_there_then_no_token_is_taken() -> None:
    state = at(
        (2, 0), ["explorer"], route=TWO_CAVES, blockades={(0, 1): 1}, caves={FAR_CAVE: PILE, NEAR_CAVE: ["coin_1"]}
    )
    do(state, play("explorer", "machete"), step(3, -1))
    assert me(state)["tokens"] == []
    assert pile(state, FAR_CAVE) == PILE
    assert near(state) == []


@pytest.mark.rule("ED-CAVE-11")
def test_given_the_blockade_is_gone_when_the_pawn_stops_there_then_a_token_is_taken() -> None:
    state = at((2, 0), ["explorer"], route=TWO_CAVES, caves={FAR_CAVE: PILE})
    do(state, play("explorer", "machete"), step(3, -1))
    assert me(state)["tokens"] == ["draw_1"]


@pytest.mark.rule("ED-CAVE-12", "EC-ED-46")
def test_given_a_cave_behind_a_blockade_when_this_player_clears_it_and_stops_then_a_token_is_taken() -> None:
    state = at((3, -1), ["explorer"], route=TWO_CAVES, blockades={(0, 1): 1}, caves={FAR_CAVE: PILE})
    do(state, play("explorer", "machete"), clear(1))
    assert spot(state) == [3, -1]
    assert me(state)["tokens"] == ["draw_1"]
    assert near(state) == [[4, -2]]


@pytest.mark.rule("ED-CAVE-12", "EC-ED-46")
def test_given_a_rubble_blockade_before_a_cave_when_it_is_cleared_with_cards_then_a_token_is_taken() -> None:
    state = at((3, -1), ["explorer"], route=TWO_CAVES, blockades={(0, 1): 3}, caves={FAR_CAVE: PILE})
    do(state, {"do": "enter", "pawn": 0, "blockade": 3}, give("explorer"))
    assert me(state)["tokens"] == ["draw_1"]


@pytest.mark.rule("EC-ED-46")
def test_given_a_cave_behind_a_blockade_when_the_player_clears_it_and_goes_on_then_only_the_final_stop_counts() -> None:
    state = at((3, -1), ["scout"], route=TWO_CAVES, blockades={(0, 1): 1}, caves={FAR_CAVE: PILE})
    do(state, play("scout", "machete"), clear(1), step(2, 0))
    assert me(state)["tokens"] == []
    assert near(state) == []


@pytest.mark.rule("ED-CAVE-13", "EC-ED-46")
def test_given_a_waiting_pawn_when_another_player_clears_the_blockade_then_that_chance_is_gone() -> None:
    state = at(
        (3, 0),
        ["explorer"],
        route=TWO_CAVES,
        players=3,
        blockades={(0, 1): 1},
        caves={FAR_CAVE: PILE},
        others={1: {"pawn": (3, -1), "hand": ["explorer", "explorer"]}},
    )
    do(state, play("explorer", "machete"), clear(1), END)
    assert me(state, 1)["tokens"] == []
    assert near(state, 1) == [[4, -2]]
    assert pile(state, FAR_CAVE) == PILE
    do(state, play("explorer", "machete"), step(3, -2))  # another space beside the same cave
    assert me(state, 1)["tokens"] == []
    assert pile(state, FAR_CAVE) == PILE


@pytest.mark.rule("EC-ED-46")
def test_given_a_waiting_pawn_when_it_stops_elsewhere_and_comes_back_then_it_explores() -> None:
    state = at(
        (3, -1), ["explorer", "explorer"], route=TWO_CAVES, near=[FAR_CAVE], caves={FAR_CAVE: PILE, NEAR_CAVE: []}
    )
    do(state, play("explorer", "machete"), step(2, 0))
    assert near(state) == []
    do(state, play("explorer", "machete"), step(3, -1))
    assert me(state)["tokens"] == ["draw_1"]


@pytest.mark.rule("EC-ED-46")
def test_given_two_pawns_of_one_player_at_the_seam_when_one_clears_it_then_the_other_has_lost_its_chance() -> None:
    state = at(
        [(3, -1), (3, -2)],
        ["explorer"],
        players=2,
        route=TWO_CAVES,
        blockades={(0, 1): 1},
        caves={FAR_CAVE: PILE, NEAR_CAVE: []},
    )
    do(state, play("explorer", "machete", 0), clear(1))
    assert me(state)["tokens"] == ["draw_1"]
    assert near(state, pawn=1) == [[4, -2]]


@pytest.mark.rule("ED-CAVE-14")
def test_given_a_pawn_that_explored_when_it_stops_away_and_comes_back_then_a_second_token_is_taken() -> None:
    state = at((0, 0), ["explorer"] * 3, caves={CAVE: PILE})
    do(state, play("explorer", "machete"), step(0, 1))
    do(state, play("explorer", "machete"), step(1, 0))
    assert near(state) == []
    do(state, play("explorer", "machete"), step(0, 1))
    assert me(state)["tokens"] == ["coin_2", "draw_1"]
    assert pile(state) == PILE[2:]


@pytest.mark.rule("ED-CAVE-15")
def test_given_a_pawn_that_explored_when_it_moves_to_another_space_beside_the_cave_then_no_token_is_taken() -> None:
    state = at((0, 0), ["explorer"] * 2, caves={CAVE: PILE})
    do(state, play("explorer", "machete"), step(0, 1), play("explorer", "machete"), step(-1, 2))
    assert me(state)["tokens"] == ["draw_1"]
    assert near(state) == [[0, 2]]


@pytest.mark.rule("ED-CAVE-16", "EC-ED-33")
def test_given_a_stop_beside_two_new_caves_then_one_token_of_each_is_taken() -> None:
    state = at((3, -3), ["explorer"], route=TWO_CAVES, caves={NEAR_CAVE: ["coin_1", "coin_2"], FAR_CAVE: PILE})
    do(state, play("explorer", "machete"), step(3, -2))
    assert sorted(me(state)["tokens"]) == ["coin_1", "draw_1"]
    assert (pile(state, NEAR_CAVE), pile(state, FAR_CAVE)) == (["coin_2"], PILE[1:])
    assert near(state) == [[2, -2], [4, -2]]


@pytest.mark.rule("EC-ED-33")
def test_given_a_pawn_from_beside_one_cave_to_beside_two_then_only_the_second_gives_a_token() -> None:
    state = at((2, -1), ["explorer"], route=TWO_CAVES, near=[NEAR_CAVE], caves={NEAR_CAVE: ["coin_1"], FAR_CAVE: PILE})
    do(state, play("explorer", "machete"), step(3, -2))
    assert me(state)["tokens"] == ["draw_1"]
    assert pile(state, NEAR_CAVE) == ["coin_1"]


@pytest.mark.rule("EC-ED-29")
def test_given_machete_three_and_a_space_beside_a_cave_when_the_player_stops_then_a_token_is_taken_and_power_lost() -> (
    None
):
    state = at((0, 0), ["trailblazer"], caves={CAVE: PILE})
    do(state, play("trailblazer", "machete"), step(0, 1))
    assert me(state)["tokens"] == []  # going on with the same card is not a stop
    assert STOP in legal(state)
    do(state, STOP)
    assert me(state)["tokens"] == ["draw_1"]
    assert turn(state)["active"] is None
    refused(state, step(1, 0))


@pytest.mark.rule("EC-ED-29")
@pytest.mark.parametrize(
    "other",
    [
        [use("cartographer")],
        [use_token("draw_1")],
        [buy("scout"), *pay("traveler")],
        [play("traveler", "coin"), step(1, 1)],
        [END],
    ],
)
def test_given_power_left_beside_a_cave_when_the_player_does_anything_else_then_it_is_explored_first(
    other: list[dict[str, Any]],
) -> None:
    state = at((0, 0), ["trailblazer", "cartographer", "traveler"], tokens=["draw_1"], caves={CAVE: ["native"]})
    do(state, play("trailblazer", "machete"), step(0, 1))
    do(state, other[0])
    assert "native" in me(state)["tokens"]
    do(state, *other[1:])
    assert pile(state) == []


def test_given_a_stop_that_takes_no_token_then_stopping_is_not_offered() -> None:
    away = at((-1, 0), ["trailblazer"], caves={CAVE: PILE})
    do(away, play("trailblazer", "machete"), step(0, 0))
    assert STOP not in legal(away)
    refused(away, STOP)
    empty = at((0, 0), ["trailblazer"], caves={CAVE: []})
    do(empty, play("trailblazer", "machete"), step(0, 1))
    assert STOP not in legal(empty)
    seen = at((-1, 2), ["trailblazer"], near=[CAVE], caves={CAVE: PILE})
    do(seen, play("trailblazer", "machete"), step(0, 1))
    assert STOP not in legal(seen)
    off = at((0, 0), ["trailblazer"])
    do(off, play("trailblazer", "machete"), step(0, 1))
    assert STOP not in legal(off)


@pytest.mark.rule("EC-ED-30")
@pytest.mark.parametrize(
    ("given", "move"), [({"hand": ["native"]}, native()), ({"tokens": ["native"]}, play_token("native"))]
)
def test_given_a_native_step_beside_a_new_cave_when_it_is_done_then_a_token_is_taken(
    given: dict[str, Any], move: dict[str, Any]
) -> None:
    state = at((0, 0), **given, caves={CAVE: ["draw_1", "coin_1"]})
    do(state, move, step(0, 1))
    assert me(state)["tokens"] == ["draw_1"]


@pytest.mark.rule("EC-ED-31")
def test_given_a_base_camp_beside_a_new_cave_when_the_pawn_enters_it_then_a_token_is_taken() -> None:
    state = at((2, 1), ["traveler"], caves={CAVE: PILE})  # the camp at (1, 2) is beside the cave
    do(state, enter(1, 2), give("traveler"))
    assert me(state)["tokens"] == ["draw_1"]


@pytest.mark.rule("EC-ED-31")
def test_given_rubble_beside_a_new_cave_when_the_pawn_enters_it_then_a_token_is_taken() -> None:
    state = at((6, -1), ["traveler"], caves={(7, -3): PILE})  # first: rubble at (6, -2) beside the cave at (7, -3)
    do(state, enter(6, -2), give("traveler"))
    assert me(state)["tokens"] == ["draw_1"]


@pytest.mark.rule("EC-ED-32")
def test_given_a_pawn_already_beside_a_cave_when_the_turn_begins_then_no_token_is_taken() -> None:
    state = at((-2, 0), ["explorer"], players=3, caves={CAVE: PILE}, others={1: {"pawn": (0, 1), "hand": ["explorer"]}})
    do(state, END, DONE)
    assert state.actor == 1
    assert me(state, 1)["tokens"] == []
    assert pile(state) == PILE
    do(state, END)
    assert pile(state) == PILE


@pytest.mark.rule("EC-ED-34")
def test_given_a_cave_without_tokens_when_a_pawn_stops_beside_it_then_nothing_changes() -> None:
    state = at((0, 0), ["explorer"], caves={CAVE: []})
    do(state, play("explorer", "machete"), step(0, 1))
    assert me(state)["tokens"] == []
    assert pile(state) == []


@pytest.mark.rule("EC-ED-35")
def test_given_a_pawn_that_explored_when_one_card_takes_it_away_and_back_then_no_token_is_taken() -> None:
    state = at((0, 1), ["scout"], near=[CAVE], caves={CAVE: PILE})
    do(state, play("scout", "machete"), step(1, 0), step(0, 1))
    assert turn(state)["active"] is None
    assert me(state)["tokens"] == []


@pytest.mark.rule("EC-ED-35")
def test_given_a_pawn_that_explored_when_two_cards_take_it_away_and_back_then_one_token_is_taken() -> None:
    state = at((0, 1), ["explorer"] * 2, near=[CAVE], caves={CAVE: PILE})
    do(state, play("explorer", "machete"), step(1, 0), play("explorer", "machete"), step(0, 1))
    assert me(state)["tokens"] == ["draw_1"]


@pytest.mark.rule("EC-ED-36")
def test_given_pawn_a_explored_a_cave_when_pawn_b_of_the_same_player_stops_beside_it_then_a_token_is_taken() -> None:
    state = at([(0, 1), (1, 0)], ["traveler"], players=2, near=[CAVE], caves={CAVE: PILE})
    do(state, play("traveler", "coin", 1), step(1, 1))
    assert me(state)["tokens"] == ["draw_1"]
    assert (near(state, pawn=0), near(state, pawn=1)) == ([[0, 2]], [[0, 2]])


@pytest.mark.rule("ED-CAVE-04")
def test_given_another_pawn_is_moved_then_the_first_ones_stop_counts_as_its_own() -> None:
    # moving pawn 1 ends the movement of pawn 0 beside the cave
    state = at([(0, 0), (2, 0)], ["scout", "explorer"], players=2, caves={CAVE: PILE})
    do(state, play("scout", "machete", 0), step(0, 1), play("explorer", "machete", 1), step(3, 0))
    assert me(state)["tokens"] == ["draw_1"]
    assert (near(state, pawn=0), near(state, pawn=1)) == ([[0, 2]], [])


def test_given_a_pawn_that_arrives_then_it_is_near_no_cave() -> None:
    state = at((24, -3), ["sailor"], near=[CAVE], caves={CAVE: PILE})
    do(state, play("sailor", "paddle"), step(25, -3))
    assert me(state)["pawns"] == [{"at": "arrived", "near": []}]
    assert me(state)["tokens"] == []


def test_given_a_move_beside_caves_then_its_gesture_names_those_it_would_explore() -> None:
    state = at((3, -3), ["explorer"], route=TWO_CAVES, caves={NEAR_CAVE: ["coin_1"], FAR_CAVE: PILE})
    (move,) = [g for g in state.gestures() if g["kind"] == "move" and g["to"] == [3, -2]]
    assert move["explores"] == [[2, -2], [4, -2]]
    state = at((3, -3), ["explorer"], route=TWO_CAVES, caves={NEAR_CAVE: [], FAR_CAVE: PILE})
    (move,) = [g for g in state.gestures() if g["kind"] == "move" and g["to"] == [3, -2]]
    assert move["explores"] == [[4, -2]]
    assert offers(state, STOP) == []


@pytest.mark.rule("ED-CAVE-04")
@pytest.mark.parametrize("places", [[(-3, 2), (-2, 2)], [(-3, 3), (-2, 3)]])
def test_given_a_space_left_of_one_beside_a_cave_when_a_pawn_stops_there_then_no_token_is_taken(places: Any) -> None:
    start, end = places
    state = do(at(start, hand=["explorer"], caves={CAVE: PILE}), play("explorer", "machete"), step(*end))
    assert (spot(state), me(state)["tokens"], near(state)) == (list(end), [], [])


# The first route upside down: the river space (0, -3) beside the cave is the very first space of the map, number 0.
TURNED = own_route(
    *((piece.tile, (piece.rotation + 3) % 6, -piece.q, -piece.r) for piece in load_route("first").pieces)
)


@pytest.mark.rule("ED-CAVE-04")
def test_given_the_first_space_of_the_map_beside_a_cave_when_a_pawn_stops_there_then_its_token_is_taken() -> None:
    state = at((1, -3), hand=["sailor"], route=TURNED, caves={(0, -2): PILE})
    assert stopping_explores(state.s, state.game.ground, 0)
    do(state, play("sailor", "paddle"), step(0, -3))
    assert (state.s.at[0], me(state)["tokens"], near(state)) == (0, ["draw_1"], [[0, -2]])


@pytest.mark.rule("ED-CAVE-04")
def test_given_a_pawn_on_the_first_space_beside_an_unexplored_cave_then_stopping_there_would_explore_it() -> None:
    state = at((0, -3), route=TURNED, caves={(0, -2): PILE})
    assert stopping_explores(state.s, state.game.ground, 0)
    state = at((0, -3), route=TURNED, caves={(0, -2): PILE}, near=[(0, -2)])
    assert stopping_explores(state.s, state.game.ground, 0) is False


@pytest.mark.rule("ED-CAVE-04")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_given_any_seat_when_it_explores_a_cave_then_the_token_is_its_own(seat: int) -> None:
    state = at((0, 0), hand=["explorer"], seat=seat, caves={CAVE: PILE})
    do(state, play("explorer", "machete"), step(0, 1))
    assert [me(state, who)["tokens"] for who in range(3)] == [["draw_1"] if who == seat else [] for who in range(3)]


@pytest.mark.rule("ED-CAVE-01", "ED-CAVE-13")
def test_given_the_variant_is_off_when_a_blockade_before_a_cave_falls_then_a_waiting_pawn_notes_nothing() -> None:
    state = at((3, -2), hand=["trailblazer"], route=TWO_CAVES, blockades={(0, 1): 1}, others={1: {"pawn": (3, -1)}})
    do(state, play("trailblazer", "machete"), clear(1))
    assert state.snapshot()["blockades"] == []
    assert near(state, 1) == []


@pytest.mark.rule("ED-CAVE-13")
@pytest.mark.parametrize(("waiting", "seen"), [((-2, 2), []), ((-1, 2), [[0, 2]])])
def test_given_a_seam_before_the_cave_when_its_blockade_falls_then_only_pawns_beside_that_cave_note_it(
    waiting: tuple[int, int], seen: list[list[int]]
) -> None:
    state = at(waiting, caves={CAVE: PILE})
    ground, index = state.game.ground.copy(), load_route("first").index
    way = index[-1, 2] * 6 + ground.neighbour[index[-1, 2] * 6 :].index(index[CAVE])
    ground.seam_at[way] = 0
    seam_opened(state.s, ground, 0, -1)
    assert near(state) == seen


@pytest.mark.rule("ED-CAVE-13")
def test_given_a_pawn_on_the_first_space_when_the_blockade_before_the_cave_falls_then_it_notes_the_cave() -> None:
    state = at((0, -3), route=TURNED, caves={(0, -2): PILE})
    ground = state.game.ground.copy()
    ground.seam_at[ground.neighbour.index(load_route(TURNED).index[0, -2])] = 0
    seam_opened(state.s, ground, 0, -1)
    assert near(state) == [[0, -2]]
