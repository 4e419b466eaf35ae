"""Two players with two pawns each: choosing the pawn, no splitting, both must arrive."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import DONE, END, JSON, at, do, enter, give, me, offers, play, refused, spot, step, turn

import expedition


@pytest.mark.rule("ED-P2-01")
def test_given_two_players_when_the_set_up_is_compared_with_four_then_market_and_route_are_of_the_same_kind() -> None:
    two, four = (expedition.make("eldorado", players=players).new(5) for players in (2, 4))
    assert two.snapshot()["market"] == four.snapshot()["market"]
    assert two.game.components() == four.game.components()
    assert two.snapshot()["blockades"] == four.snapshot()["blockades"]  # the same seed
    assert [len(seat["hand"]) for seat in two.snapshot()["seats"]] == [4, 4]


@pytest.mark.rule("ED-P2-02")
def test_given_two_players_when_a_turn_is_played_then_phases_purchase_and_hand_size_are_as_ever() -> None:
    hand = ["explorer", "traveler", "traveler", "sailor"]
    state = at([(0, 0), (1, 1)], hand=hand, draw=["explorer"] * 3, players=2)
    do(state, play("explorer", "machete", 0), step(1, 0))
    do(state, {"do": "buy", "card": "scout"}, {"do": "pay", "card": "traveler"})
    assert not offers(state, {"do": "buy"})
    do(state, END)
    assert turn(state)["phase"] == "discard"
    do(state, {"do": "discard", "card": "sailor"}, DONE)
    assert (state.actor, me(state)["hand"]) == (1, ["explorer", "explorer", "explorer", "traveler"])
    assert me(state)["discard"] == ["scout", "explorer", "traveler", "sailor"]


@pytest.mark.rule("ED-P2-03")
def test_given_two_players_when_the_map_is_shown_then_1_and_3_are_of_one_colour_and_2_and_4_of_the_other() -> None:
    state = at(players=2)
    starts = {hexagon["start"]: [hexagon["q"], hexagon["r"]] for hexagon in state.game.components()["board"]["hexes"]}
    assert [spot(state, 0, 0), spot(state, 0, 1)] == [starts[1], starts[3]]
    assert [spot(state, 1, 0), spot(state, 1, 1)] == [starts[2], starts[4]]


@pytest.mark.rule("ED-P2-04")
def test_given_two_movement_cards_when_each_moves_another_pawn_then_both_are_legal() -> None:
    state = at([(0, 0), (-2, 2)], hand=["explorer", "explorer", "explorer"], players=2)
    assert offers(state, {"do": "play"}) == [play("explorer", "machete", 0), play("explorer", "machete", 1)]
    do(state, play("explorer", "machete", 0), step(1, 0))
    do(state, play("explorer", "machete", 1), step(-2, 1))
    do(state, play("explorer", "machete", 0), step(2, 0))
    assert (spot(state, 0, 0), spot(state, 0, 1)) == ([2, 0], [-2, 1])


@pytest.mark.rule("ED-P2-05", "EC-ED-63")
def test_given_2_power_left_on_the_first_pawn_when_it_is_spent_on_the_second_then_it_is_refused() -> None:
    state = at([(0, 0), (-2, 2)], hand=["trailblazer", "explorer"], players=2)
    do(state, play("trailblazer", "machete", 0), step(1, 0))
    assert turn(state)["active"]["left"] == 2
    refused(state, step(-2, 1))  # beside the second pawn
    do(state, play("explorer", "machete", 1))
    assert turn(state)["active"] == {"card": "explorer", "as": "machete", "pawn": 1, "left": 1, "stepped": False}
    do(state, step(-2, 1))
    refused(state, step(2, 0))  # and the rest of the first card is gone


@pytest.mark.rule("ED-P2-04")
def test_given_rubble_or_a_native_when_they_are_used_then_the_pawn_is_chosen_as_well() -> None:
    state = at([(1, 1), (5, -1)], hand=["native", "traveler"], players=2)
    assert [(action["pawn"], action["to"]) for action in offers(state, {"do": "enter"})] == [
        (0, [1, 2]),
        (1, [6, -1]),
        (1, [6, -2]),
    ]
    do(state, enter(6, -2, 1), give("traveler"), {"do": "play", "card": "native", "pawn": 0}, step(0, 1))
    assert (spot(state, 0, 0), spot(state, 0, 1)) == ([0, 1], [6, -2])


@pytest.mark.rule("ED-P2-06")
def test_given_the_own_first_pawn_ahead_on_the_only_lane_when_the_second_tries_to_pass_then_it_is_refused() -> None:
    # out of the corner (0, 3) only (-1, 3) and the base camp (1, 2) lead
    state = at([(-1, 3), (0, 3)], hand=["pioneer", "trailblazer"], players=2)
    assert offers(state, {"do": "play"}) == [play("trailblazer", "machete", 0), play("pioneer", "machete", 0)]


@pytest.mark.rule("ED-P2-07", "EC-ED-47", "EC-ED-60")
def test_given_the_first_pawn_arrives_when_the_state_is_read_then_no_final_round_has_started_and_the_turn_goes_on() -> (
    None
):
    state = at([(24, -3), (0, 0)], hand=["captain", "explorer", "sailor"], players=2)
    do(state, play("captain", "paddle", 0), step(24, -4))
    assert (spot(state, 0, 0), me(state)["arrived"]) == ("arrived", None)
    assert (state.actor, turn(state)["final_round"], turn(state)["active"]) == (0, False, None)
    assert state.events(1)[-1] == {"ply": 1, "seat": 0, "key": "eldorado.arrive", "pawn": 0, "order": None}
    assert offers(state, {"do": "play"}) == [play("explorer", "machete", 1), play("sailor", "paddle", 1)]
    refused(state, play("explorer", "machete", 0))  # EC-ED-60: the pawn at home is out of play
    do(state, play("explorer", "machete", 1), step(1, 0), END, DONE)
    assert state.actor == 1


@pytest.mark.rule("ED-P2-07", "EC-ED-47")
def test_given_the_starting_players_second_pawn_arrives_then_the_opponent_has_exactly_one_more_turn() -> None:
    state = at(["arrived", (24, -3)], hand=["sailor"], players=2)
    do(state, play("sailor", "paddle", 1), step(25, -4))
    assert (state.actor, turn(state)["final_round"], me(state)["arrived"]) == (1, True, 1)
    do(state, END)
    assert state.is_over
    assert state.ranking() == [1, 2]


@pytest.mark.rule("ED-P2-07", "ED-END-05")
def test_given_the_second_players_second_pawn_arrives_first_then_the_game_is_over_at_once() -> None:
    state = at([(24, -3), "arrived"], hand=["sailor"], players=2, seat=1, others={0: {"pawn": ["arrived", (24, -2)]}})
    do(state, play("sailor", "paddle", 0), step(25, -4))
    assert (state.is_over, state.ranking()) == (True, [2, 1])


@pytest.mark.rule("ED-P2-08", "EC-ED-59")
@pytest.mark.parametrize(
    ("first", "second", "ranking"),
    [([1], [2, 3], [2, 1]), ([4], [3], [1, 2]), ([], [], [1, 2]), ([1, 6], [4, 5], [1, 2])],
)
def test_given_both_complete_in_one_round_when_the_winner_is_computed_then_the_tie_breaks_decide(
    first: list[int], second: list[int], ranking: list[int]
) -> None:
    home: JSON = {"pawn": ["arrived", "arrived"], "arrived": 1, "kept": first}
    state = at(
        [(24, -3), "arrived"], hand=["sailor"], players=2, seat=1, kept=second, final_round=True, others={0: home}
    )
    do(state, play("sailor", "paddle", 0), step(25, -4))
    assert (state.is_over, state.ranking()) == (True, ranking)
    assert me(state, 1)["arrived"] == 2


@pytest.mark.rule("EC-ED-59")
def test_given_each_pawn_took_a_blockade_when_they_are_counted_then_the_player_has_two() -> None:
    blockades = {(0, 1): 1, (3, 4): 5}
    state = at([(3, -1), (17, 4)], hand=["explorer", "scout"], players=2, blockades=blockades)
    do(state, play("explorer", "machete", 0), {"do": "step", "blockade": 1})
    do(state, play("scout", "machete", 1), {"do": "step", "blockade": 5})
    assert me(state)["blockades"] == [1, 5]
    assert [event["pawn"] for event in state.events() if event["key"] == "eldorado.blockade"] == [0, 1]


@pytest.mark.rule("EC-ED-60")
def test_given_a_pawn_at_home_when_others_come_by_the_same_space_then_it_blocks_nothing() -> None:
    others = {1: {"pawn": [(23, -3), (0, 1)], "hand": ["sailor"]}}
    state = at([(24, -3), (0, 0)], hand=["sailor"], players=2, others=others)
    do(state, play("sailor", "paddle", 0), step(24, -4), END)
    assert spot(state, 0, 0) == "arrived"
    do(state, play("sailor", "paddle", 0), step(24, -4))
    assert spot(state, 1, 0) == "arrived"


def test_given_two_pawns_when_gestures_are_asked_for_then_each_says_which_pawn_it_moves() -> None:
    state = at([(24, -3), (0, 0)], hand=["sailor"], players=2)
    made = [
        (gesture["pawn"], gesture["to"], gesture["arrives"])
        for gesture in state.gestures()
        if gesture["kind"] == "move"
    ]
    assert made == [(0, [25, -3], True), (0, [25, -4], True), (0, [24, -4], True), (1, [0, -1], False)]


@pytest.mark.rule("ED-P2-04")
@pytest.mark.parametrize(("players", "seat", "pawns"), [(2, 1, [0, 1]), (4, 3, [0])])
def test_given_a_pawn_on_the_first_space_of_the_map_when_its_owner_may_move_then_it_is_offered_too(
    players: int, seat: int, pawns: list[int]
) -> None:
    # start space 4 of the first route is space number 0
    state = at(hand=["explorer"], players=players, seat=seat)
    assert state.s.at[2 * seat + len(pawns) - 1] == 0
    assert offers(state, {"do": "play"}) == [play("explorer", "machete", pawn) for pawn in pawns]
