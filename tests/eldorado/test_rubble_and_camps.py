"""Rubble and base camps: cards given up, which of them leave the game, and the gesture."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import (
    END,
    NO_MARKET,
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

from expedition.eldorado.components import TERRAINS
from expedition.eldorado.rules.movement import cards_asked

# On the first route: the rubble 1 (6, -2) and (6, -1) beside (5, -1), the rubble 3 (15, 2) beside (15, 3),
# the base camp 1 (1, 2) beside (1, 1) and the base camp 3 (13, 5) beside (12, 5).


@pytest.mark.rule("ED-SPEC-01", "ED-SPEC-03")
def test_given_rubble_1_and_a_compass_when_it_is_given_up_then_the_pawn_enters_and_nothing_is_drawn() -> None:
    state = do(at((5, -1), hand=["compass"], draw=["sailor"] * 3), enter(6, -2), give("compass"))
    assert (spot(state), me(state)["hand"], me(state)["played"]) == ([6, -2], [], ["compass"])
    assert turn(state)["keepable"] == []


@pytest.mark.rule("ED-SPEC-02", "EC-ED-70")
def test_given_rubble_2_when_one_card_is_in_hand_then_it_is_refused_and_with_exactly_two_accepted() -> None:
    # tile J of this route has rubble 2 at (5, -9) beside rubble 2 at (5, -10)
    state = at((5, -10), hand=["traveler"], route="home_stretch")
    refused(state, enter(5, -9))
    state = at((5, -10), hand=["traveler", "sailor", "explorer"], route="home_stretch")
    do(state, enter(5, -9), give("sailor"))
    assert (spot(state), turn(state)["pending"]["left"]) == ([5, -10], 1)
    assert not offers(state, {"do": "end"})  # what was begun is finished
    do(state, give("traveler"))
    assert (spot(state), turn(state)["pending"]) == ([5, -9], None)
    refused(state, give("explorer"))  # never more than asked for
    assert me(state)["hand"] == ["explorer"]


@pytest.mark.rule("ED-SPEC-03")
def test_given_a_cartographer_given_up_for_rubble_when_the_move_resolves_then_no_card_is_drawn() -> None:
    state = do(at((5, -1), hand=["cartographer"], draw=["sailor", "sailor"]), enter(6, -1), give("cartographer"))
    assert (me(state)["hand"], len(me(state)["draw"])) == ([], 2)


@pytest.mark.rule("ED-SPEC-04")
def test_given_cards_given_up_for_rubble_when_the_turn_ends_then_they_are_in_the_discard_pile() -> None:
    hand = ["traveler", "giant_machete", "sailor"]
    state = at((15, 3), hand=hand, draw=["explorer"] * 4)
    do(state, enter(15, 2), give("sailor"), give("giant_machete"), give("traveler"))
    assert (spot(state), me(state)["played"]) == ([15, 2], ["sailor", "giant_machete", "traveler"])
    do(state, END)
    assert (me(state)["played"], me(state)["discard"]) == ([], ["sailor", "giant_machete", "traveler"])


@pytest.mark.rule("ED-SPEC-05", "ED-DISC-02")
def test_given_a_traveler_given_up_for_a_base_camp_when_all_zones_are_searched_then_it_is_in_none() -> None:
    state = do(at((1, 1), hand=["traveler", "explorer"]), enter(1, 2), give("traveler"), END)
    seat = me(state)
    assert "traveler" not in seat["hand"] + seat["draw"] + seat["discard"] + seat["played"]
    assert state.snapshot()["removed"] == ["traveler"]
    assert spot(state) == [1, 2]


@pytest.mark.rule("ED-SPEC-05", "ED-SPEC-02")
def test_given_a_base_camp_3_when_three_cards_are_given_up_then_all_three_leave_the_game() -> None:
    state = at((12, 5), hand=["traveler", "traveler", "sailor", "explorer"])
    do(state, enter(13, 5), give("traveler"), give("traveler"), give("sailor"))
    assert (spot(state), me(state)["hand"], me(state)["played"]) == ([13, 5], ["explorer"], [])
    assert state.snapshot()["removed"] == ["traveler", "traveler", "sailor"]


@pytest.mark.rule("EC-ED-06")
def test_given_a_compass_given_up_at_a_base_camp_then_it_is_out_of_the_game_and_no_token_can_keep_it() -> None:
    state = at((1, 1), hand=["compass"], draw=["sailor"] * 3, tokens=["keep_item"])
    do(state, enter(1, 2), give("compass"))
    assert (state.snapshot()["removed"], me(state)["hand"]) == (["compass"], [])
    assert legal(state) == [END]


@pytest.mark.rule("EC-ED-70", "EC-ED-77")
def test_given_a_base_camp_1_when_a_second_card_is_offered_then_it_is_refused() -> None:
    state = do(at((1, 1), hand=["traveler", "sailor"], market=NO_MARKET), enter(1, 2), give("traveler"))
    refused(state, give("sailor"))
    assert me(state)["hand"] == ["sailor"]


@pytest.mark.rule("EC-ED-77")
def test_given_a_card_in_the_play_area_when_it_is_offered_for_rubble_then_it_is_refused() -> None:
    state = at((5, -1), hand=["sailor"], played=["explorer", "traveler"])
    do(state, enter(6, -2))
    refused(state, give("explorer"))
    refused(state, give("traveler"))
    assert legal(state) == [give("sailor")]


@pytest.mark.rule("ED-SPEC-01")
def test_given_a_card_played_toward_rubble_when_it_has_power_then_rubble_and_camps_are_no_steps() -> None:
    # beside (6, -1) lie rubble at (7, -1) and (6, -2), a river, and the villages (5, -1), (5, 0) and (6, 0)
    state = do(at((6, -1), hand=["journalist", "pioneer"]), play("journalist", "coin"))
    assert legal(state) == [step(5, -1), step(5, 0), step(6, 0)]
    refused(state, step(6, -2))
    refused(state, step(7, -1))


def test_given_rubble_when_gestures_are_asked_for_then_they_tell_how_many_cards_and_which() -> None:
    state = at((5, -1), hand=["traveler", "traveler", "native"])
    enters = [gesture for gesture in state.gestures() if gesture["kind"] == "enter"]
    assert enters == [
        {
            "kind": "enter",
            "pawn": 0,
            "to": to,
            "cards": 1,
            "removes": False,
            "choices": ["traveler", "native"],
            "actions": [enter(to[0], to[1])],
        }
        for to in ([6, -1], [6, -2])
    ]
    (camp,) = [gesture for gesture in at((12, 5), hand=["sailor"] * 3).gestures() if gesture["kind"] == "enter"]
    assert (camp["to"], camp["cards"], camp["removes"], camp["choices"]) == ([13, 5], 3, True, ["sailor"])


def test_given_cards_given_up_when_events_are_told_then_all_see_which_and_whether_they_left_the_game() -> None:
    state = do(at((1, 1), hand=["traveler"]), enter(1, 2), give("traveler"))
    assert [(event["key"], event.get("card"), event.get("removed")) for event in state.events(seat=2)] == [
        ("eldorado.enter", None, None),
        ("eldorado.give", "traveler", True),
        ("eldorado.step", None, None),
    ]
    assert (state.events()[2]["from"], state.events()[2]["to"]) == ([1, 1], [1, 2])
    state = do(at((5, -1), hand=["traveler"]), enter(6, -2), give("traveler"))
    assert state.events(1)[0]["removed"] is False


def test_given_rubble_beside_a_cave_when_it_is_entered_then_the_cave_is_explored() -> None:
    state = at((5, -1), hand=["traveler"], caves={(7, -3): ["coin_2"]})
    do(state, enter(6, -2), give("traveler"))
    assert (me(state)["tokens"], me(state)["pawns"][0]["near"]) == (["coin_2"], [[7, -3]])


@pytest.mark.rule("ED-SPEC-01", "ED-SPEC-02")
@pytest.mark.parametrize(
    ("terrain", "cards"),
    [("jungle", 0), ("river", 0), ("village", 0), ("rubble", 2), ("basecamp", 2), ("mountain", 0), ("start", 0)],
)
def test_given_a_space_of_worth_two_then_only_rubble_and_camps_ask_for_cards(terrain: str, cards: int) -> None:
    assert cards_asked(TERRAINS.index(terrain), 2) == cards
