"""Purple cards: Transmitter, Scientist, Cartographer, Travel Log, Compass and the Native (ED-ACT)."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import (
    DONE,
    END,
    at,
    buy,
    clear,
    do,
    enter,
    everywhere,
    give,
    left_of,
    legal,
    me,
    named,
    native,
    offers,
    on_sale,
    pay,
    play,
    refused,
    remove,
    spot,
    step,
    take,
    turn,
    use,
    use_token,
)

# first: the pawn at (15, 3) has rubble 3 at (15, 2) and a mountain at (14, 3) beside it
BESIDE_RUBBLE_3 = (15, 3)


@pytest.mark.rule("ED-ACT-01", "ED-ACT-10")
def test_given_too_little_money_when_a_cartographer_is_played_before_buying_then_its_cards_can_pay() -> None:
    state = at(hand=["cartographer", "traveler"], draw=["photographer", "explorer"])
    assert "trailblazer" not in on_sale(state)
    do(state, use("cartographer"), buy("trailblazer"), *pay("traveler", "photographer"))
    assert me(state)["discard"] == ["trailblazer"]


@pytest.mark.rule("ED-ACT-01")
def test_given_a_movement_then_action_cards_can_be_played_between_two_cards() -> None:
    state = at((-1, 0), ["explorer", "cartographer"], draw=["explorer", "sailor"])
    do(state, play("explorer", "machete"), step(0, 0), use("cartographer"), play("explorer", "machete"), step(0, 1))
    assert spot(state) == [0, 1]


@pytest.mark.rule("ED-ACT-01")
def test_given_a_payment_has_begun_then_action_cards_have_to_wait() -> None:
    state = at(hand=["cartographer", "traveler", "traveler"])
    do(state, buy("photographer"), *pay("traveler"))
    refused(state, use("cartographer"))


@pytest.mark.rule("ED-ACT-01")
def test_given_a_purchase_was_made_then_action_cards_can_still_be_played() -> None:
    state = at((0, 0), ["traveler", "cartographer", "compass", "scientist", "native"], draw=["sailor"])
    do(state, buy("scout"), *pay("traveler"))
    assert named(state, "use") == ["cartographer", "compass", "scientist"]
    assert named(state, "play") == ["native"]


@pytest.mark.rule("ED-ACT-02", "ED-ACT-07", "ED-ACT-14", "ED-ACT-16")
@pytest.mark.parametrize(
    ("card", "answer"), [("transmitter", [take("native")]), ("travel_log", [DONE]), ("compass", [])]
)
def test_given_an_action_item_used_for_its_effect_when_the_turn_ends_then_it_is_in_no_zone_of_the_player(
    card: str, answer: list[dict[str, str]]
) -> None:
    state = at(hand=[card], draw=["sailor"] * 4)
    do(state, use(card), *answer, END)
    if state.actor == 0:
        do(state, DONE)
    assert card not in everywhere(state)
    assert state.snapshot()["removed"] == [card]


@pytest.mark.rule("ED-ACT-03", "ED-ACT-05")
def test_given_a_transmitter_and_an_empty_hand_otherwise_then_it_takes_a_pioneer_and_nothing_is_paid() -> None:
    state = at(hand=["transmitter"], discard=["sailor"])
    do(state, use("transmitter"), take("pioneer"))
    mine = me(state)
    assert (mine["hand"], mine["played"]) == ([], [])
    assert mine["discard"] == ["sailor", "pioneer"]
    assert left_of(state, "pioneer") == 2


@pytest.mark.rule("ED-ACT-04")
def test_given_no_vacant_slot_when_the_transmitter_is_used_on_a_pile_above_the_board_then_it_is_accepted() -> None:
    state = at(hand=["transmitter"])
    do(state, use("transmitter"))
    assert {"native", "pioneer", "scout"} <= set(named(state, "take"))


@pytest.mark.rule("ED-ACT-05")
def test_given_a_transmitter_used_on_a_native_then_the_native_is_on_the_discard_pile() -> None:
    state = at(hand=["transmitter"])
    do(state, use("transmitter"), take("native"))
    assert me(state)["discard"] == ["native"]
    assert me(state)["hand"] == []


@pytest.mark.rule("ED-ACT-06")
def test_given_a_transmitter_was_used_this_turn_when_the_player_also_buys_then_it_is_accepted() -> None:
    state = at(hand=["transmitter", "traveler"])
    do(state, use("transmitter"), take("native"))
    assert turn(state)["bought"] is False
    do(state, buy("scout"), *pay("traveler"))
    assert turn(state)["bought"] is True
    assert turn(state)["gained"] == ["native", "scout"]


@pytest.mark.rule("ED-ACT-07")
def test_given_a_transmitter_used_when_the_deck_is_shuffled_then_it_never_returns() -> None:
    state = at(hand=["transmitter"], players=3)
    do(state, use("transmitter"), take("native"), END, END, END)
    assert everywhere(state) == ["native"]


def test_given_a_transmitter_then_nothing_but_taking_is_offered() -> None:
    state = at(hand=["transmitter", "traveler"], tokens=["draw_1"])
    do(state, use("transmitter"))
    assert turn(state)["pending"] == {"kind": "take"}
    assert {action["do"] for action in legal(state)} == {"take"}
    assert len(legal(state)) == 18


@pytest.mark.rule("ED-ACT-08")
def test_given_a_draw_pile_when_the_scientist_is_played_then_the_hand_gains_one_card() -> None:
    state = at(hand=["scientist", "traveler"], draw=["sailor", "explorer"])
    do(state, use("scientist"))
    assert sorted(me(state)["hand"]) == ["sailor", "traveler"]
    assert me(state)["draw"] == ["explorer"]


@pytest.mark.rule("ED-ACT-09")
def test_given_the_scientists_draw_when_the_player_declines_then_nothing_is_removed() -> None:
    state = at(hand=["scientist", "traveler"], draw=["sailor"])
    do(state, use("scientist"), DONE)
    assert state.snapshot()["removed"] == []
    assert sorted(me(state)["hand"]) == ["sailor", "traveler"]
    assert turn(state)["pending"] is None


@pytest.mark.rule("ED-ACT-09")
def test_given_the_scientists_draw_when_a_traveler_is_chosen_then_it_leaves_the_game() -> None:
    state = at(hand=["scientist", "traveler"], draw=["sailor"])
    do(state, use("scientist"))
    assert turn(state)["pending"] == {"kind": "remove", "left": 1, "may": True}
    do(state, remove("traveler"))
    assert state.snapshot()["removed"] == ["traveler"]
    assert me(state)["hand"] == ["sailor"]
    assert turn(state)["pending"] is None


@pytest.mark.rule("EC-ED-67")
def test_given_a_scientist_was_played_when_another_card_is_played_before_deciding_then_it_is_refused() -> None:
    state = at((0, 0), ["scientist", "explorer", "explorer"], draw=["sailor"], played=["traveler"])
    do(state, use("scientist"))
    refused(state, play("explorer", "machete"))
    refused(state, END)
    assert legal(state) == [remove("explorer"), remove("sailor"), DONE]  # the hand, the drawn card included
    refused(state, remove("traveler"))
    refused(state, remove("scientist"))


@pytest.mark.rule("EC-ED-67")
def test_given_the_drawn_card_itself_then_it_may_be_removed() -> None:
    state = at(hand=["scientist"], draw=["sailor"])
    do(state, use("scientist"), remove("sailor"))
    assert everywhere(state) == ["scientist"]


def test_given_an_empty_hand_after_drawing_then_nothing_is_asked() -> None:
    for card in ("scientist", "travel_log"):
        state = at(hand=[card])
        do(state, use(card))
        assert turn(state)["pending"] is None
        assert legal(state) == [END]


@pytest.mark.rule("ED-ACT-10")
def test_given_a_cartographer_when_a_drawn_explorer_moves_then_this_is_legal() -> None:
    state = at((0, 0), ["cartographer"], draw=["explorer", "sailor", "traveler"])
    do(state, use("cartographer"))
    assert me(state)["hand"] == ["explorer", "sailor"]
    do(state, play("explorer", "machete"), step(0, 1))
    assert spot(state) == [0, 1]


@pytest.mark.rule("ED-ACT-11")
def test_given_an_empty_draw_pile_and_five_discards_when_the_cartographer_is_played_then_three_remain_to_draw() -> None:
    state = at(hand=["cartographer"], discard=["sailor", "explorer", "explorer", "traveler", "traveler"])
    do(state, use("cartographer"))
    mine = me(state)
    assert (len(mine["hand"]), len(mine["draw"]), mine["discard"]) == (2, 3, [])
    assert sorted(mine["hand"] + mine["draw"]) == ["explorer", "explorer", "sailor", "traveler", "traveler"]


@pytest.mark.rule("ED-ACT-12")
def test_given_a_travel_log_when_it_is_played_then_the_hand_gains_two_cards_before_any_removal() -> None:
    state = at(hand=["travel_log"], draw=["sailor", "explorer", "traveler"])
    do(state, use("travel_log"))
    assert sorted(me(state)["hand"]) == ["explorer", "sailor"]
    assert turn(state)["pending"] == {"kind": "remove", "left": 2, "may": True}


@pytest.mark.rule("ED-ACT-13")
def test_given_a_travel_log_when_two_travelers_are_chosen_then_both_are_out_of_the_game() -> None:
    state = at(hand=["travel_log", "traveler", "traveler", "sailor"])
    do(state, use("travel_log"), remove("traveler"))
    assert turn(state)["pending"] == {"kind": "remove", "left": 1, "may": True}
    do(state, remove("traveler"))
    assert everywhere(state) == ["sailor"]
    assert state.snapshot()["removed"] == ["traveler", "traveler", "travel_log"]
    assert turn(state)["pending"] is None


@pytest.mark.rule("ED-ACT-13")
@pytest.mark.parametrize("removed", [0, 1])
def test_given_a_travel_log_then_fewer_or_no_cards_may_be_removed(removed: int) -> None:
    state = at(hand=["travel_log", "traveler", "traveler"])
    do(state, use("travel_log"), *[remove("traveler")] * removed, DONE)
    assert me(state)["hand"] == ["traveler"] * (2 - removed)


def test_given_the_last_card_in_hand_is_removed_then_the_removal_ends_by_itself() -> None:
    state = at(hand=["travel_log", "traveler"])
    do(state, use("travel_log"), remove("traveler"))
    assert turn(state)["pending"] is None
    assert legal(state) == [END]


@pytest.mark.rule("ED-ACT-14")
def test_given_a_travel_log_used_when_phase_two_is_done_then_it_is_not_in_the_discard_pile() -> None:
    state = at(hand=["travel_log"], draw=["sailor"] * 2)
    do(state, use("travel_log"), DONE, END, DONE)
    assert me(state)["discard"] == []


@pytest.mark.rule("ED-ACT-15")
def test_given_a_compass_when_it_is_played_then_the_hand_gains_three_cards() -> None:
    state = at(hand=["compass", "traveler"], draw=["sailor"] + ["explorer"] * 3)
    do(state, use("compass"))
    assert sorted(me(state)["hand"]) == ["explorer", "explorer", "sailor", "traveler"]


@pytest.mark.rule("ED-ACT-16")
def test_given_a_compass_used_when_phase_two_is_done_then_it_is_not_in_the_discard_pile() -> None:
    state = at(hand=["compass"])
    do(state, use("compass"), END)
    assert me(state)["discard"] == []
    assert state.snapshot()["removed"] == ["compass"]


@pytest.mark.rule("ED-ACT-17")
def test_given_an_adjacent_rubble_of_three_when_the_native_is_played_there_then_no_card_is_given_up() -> None:
    state = at(BESIDE_RUBBLE_3, ["native", "traveler"])
    do(state, native(), step(15, 2))
    assert spot(state) == [15, 2]
    assert me(state)["hand"] == ["traveler"]
    assert me(state)["played"] == ["native"]
    assert turn(state)["active"] is None


@pytest.mark.rule("ED-ACT-17")
def test_given_a_native_then_exactly_one_step_follows_whatever_the_spaces_ask() -> None:
    state = at((3, -1), ["native"])
    do(state, native())
    assert turn(state)["active"] == {"card": "native", "as": None, "pawn": 0, "left": None, "stepped": False}
    assert {tuple(a["to"]) for a in legal(state)} == {(2, 0), (3, 0), (2, -1), (3, -2), (4, -1), (4, -2)}
    do(state, step(4, -1))
    assert turn(state)["active"] is None
    assert legal(state) == [END]


@pytest.mark.rule("ED-ACT-18")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_given_an_adjacent_blockade_when_the_native_is_used_on_it_then_the_player_takes_it(number: int) -> None:
    state = at((3, 0), ["native"], blockades={(0, 1): number})
    do(state, native(), clear(number))
    assert me(state)["blockades"] == [number]
    assert state.snapshot()["blockades"] == []
    assert spot(state) == [3, 0]


@pytest.mark.rule("ED-ACT-19")
def test_given_an_adjacent_mountain_and_an_adjacent_occupied_space_then_neither_is_a_target_of_the_native() -> None:
    state = at(BESIDE_RUBBLE_3, ["native"], others={1: {"pawn": (16, 2)}})
    do(state, native())
    targets = {tuple(a["to"]) for a in legal(state)}
    assert targets == {(15, 2), (16, 3), (15, 4), (14, 4)}
    refused(state, step(14, 3))  # a mountain
    refused(state, step(16, 2))  # the other pawn


@pytest.mark.rule("ED-ACT-20")
@pytest.mark.parametrize(
    ("card", "actions"),
    [
        ("native", [native(), step(0, 1)]),
        ("scientist", [use("scientist")]),
        ("cartographer", [use("cartographer")]),
    ],
)
def test_given_a_person_used_this_turn_when_phase_two_is_done_then_it_is_in_the_discard_pile(
    card: str, actions: list[dict[str, object]]
) -> None:
    state = at((0, 0), [card])
    do(state, *actions)
    assert me(state)["played"] == [card]
    do(state, END)
    assert everywhere(state) == [card]
    assert state.snapshot()["removed"] == []


@pytest.mark.rule("ED-ACT-21")
def test_given_a_scientist_spent_as_half_a_coin_then_no_card_is_drawn() -> None:
    state = at(hand=["scientist", "explorer"], draw=["sailor"])
    do(state, buy("scout"), *pay("scientist", "explorer"))
    assert me(state)["hand"] == []
    assert me(state)["draw"] == ["sailor"]
    assert turn(state)["pending"] is None


@pytest.mark.rule("ED-ACT-21")
@pytest.mark.parametrize("card", ["scientist", "cartographer", "compass", "travel_log", "transmitter", "native"])
def test_given_an_action_card_given_up_for_rubble_or_a_camp_then_it_has_no_effect(card: str) -> None:
    state = at((5, -4), [card], draw=["sailor"] * 3)
    do(state, enter(6, -4), give(card))
    assert (me(state)["hand"], me(state)["draw"]) == ([], ["sailor"] * 3)
    assert turn(state)["pending"] is None
    state = at((1, 1), [card], draw=["sailor"] * 3)
    do(state, enter(1, 2), give(card))
    assert (me(state)["hand"], me(state)["draw"]) == ([], ["sailor"] * 3)
    assert state.snapshot()["removed"] == [card]


@pytest.mark.rule("EC-ED-23")
def test_given_a_base_camp_when_the_native_enters_it_then_the_hand_is_only_the_native_smaller() -> None:
    state = at((12, 5), ["native", "traveler", "traveler", "traveler"])  # base camp 3 at (13, 5)
    do(state, native(), step(13, 5))
    assert spot(state) == [13, 5]
    assert me(state)["hand"] == ["traveler"] * 3
    assert state.snapshot()["removed"] == []
    assert offers(state, {"do": "give"}) == []


@pytest.mark.rule("EC-ED-73")
def test_given_one_drawable_card_when_the_compass_is_played_then_one_is_drawn_and_the_compass_removed() -> None:
    state = at(hand=["compass"], draw=["sailor"])
    do(state, use("compass"))
    assert me(state)["hand"] == ["sailor"]
    assert state.snapshot()["removed"] == ["compass"]


@pytest.mark.rule("EC-ED-73")
@pytest.mark.parametrize("card", ["compass", "cartographer", "travel_log", "scientist"])
def test_given_nothing_to_draw_then_a_drawing_card_may_be_used_all_the_same(card: str) -> None:
    state = at(hand=[card])
    do(state, use(card))
    assert me(state)["hand"] == []
    assert (state.snapshot()["removed"] == [card]) is (card in ("compass", "travel_log"))


@pytest.mark.rule("EC-ED-73")
def test_given_nothing_to_draw_then_the_draw_token_may_be_used_all_the_same() -> None:
    state = at(hand=[], tokens=["draw_1"])
    do(state, use_token("draw_1"))
    assert (me(state)["hand"], me(state)["tokens"]) == ([], [])


@pytest.mark.rule("EC-ED-21")
def test_given_cards_in_play_and_two_discards_when_a_compass_is_played_then_only_the_two_are_drawn() -> None:
    state = at(hand=["compass"], discard=["sailor", "traveler"], played=["explorer"] * 3)
    do(state, use("compass"))
    assert sorted(me(state)["hand"]) == ["sailor", "traveler"]
    assert me(state)["played"] == ["explorer"] * 3


@pytest.mark.rule("EC-ED-22")
def test_given_one_card_to_draw_and_four_discards_when_the_compass_is_played_then_three_are_drawn() -> None:
    state = at(hand=["compass"], draw=["sailor"], discard=["explorer", "explorer", "traveler", "traveler"])
    do(state, use("compass"))
    mine = me(state)
    assert len(mine["hand"]) == 3
    assert "sailor" in mine["hand"]
    assert (len(mine["draw"]), mine["discard"]) == (2, [])
