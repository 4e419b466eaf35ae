"""Single-use items: when their function is used up and when it is not (ED-ITEM)."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import (
    END,
    at,
    buy,
    clear,
    do,
    enter,
    everywhere,
    give,
    legal,
    me,
    named,
    offers,
    one_vacant,
    pay,
    play,
    refused,
    step,
    take,
    turn,
    use,
    use_token,
)

from expedition.eldorado import components

KEEP = use_token("keep_item")
ITEMS = ("treasure_chest", "transmitter", "giant_machete", "prop_plane", "compass", "travel_log")
# first: a pawn at (13, 1) has river 2 at (14, 1) and behind it river 1 at (14, 2)
RIVERS = (13, 1)


@pytest.mark.rule("ED-ITEM-01")
def test_given_the_cards_then_exactly_six_kinds_are_single_use_items() -> None:
    assert tuple(card.id for card in components.cards() if card.single_use) == ITEMS


@pytest.mark.rule("ED-ITEM-02")
def test_given_a_compass_used_for_its_effect_then_it_is_in_no_zone_of_the_player() -> None:
    state = at(hand=["compass"], draw=["sailor"] * 3)
    do(state, use("compass"))
    assert "compass" not in everywhere(state)
    assert state.snapshot()["removed"] == ["compass"]


@pytest.mark.rule("ED-ITEM-03")
def test_given_a_prop_plane_used_for_movement_when_phase_two_is_done_then_the_discard_pile_does_not_hold_it() -> None:
    state = at(RIVERS, ["prop_plane"], draw=["sailor"] * 4)
    do(state, play("prop_plane", "paddle"), step(14, 1), END)
    assert me(state)["discard"] == []
    assert state.snapshot()["removed"] == ["prop_plane"]


@pytest.mark.rule("ED-ITEM-04")
def test_given_a_transmitter_spent_as_half_a_coin_when_phase_two_is_done_then_it_is_in_the_discard_pile() -> None:
    state = at(hand=["transmitter", "explorer"], draw=["sailor"] * 4)
    do(state, buy("scout"), *pay("transmitter", "explorer"))
    assert me(state)["played"] == ["transmitter", "explorer"]
    do(state, END)
    assert me(state)["discard"] == ["scout", "transmitter", "explorer"]
    assert state.snapshot()["removed"] == []


@pytest.mark.rule("ED-ITEM-04", "EC-ED-07", "EC-ED-09")
@pytest.mark.parametrize("item", ITEMS)
def test_given_an_item_given_up_for_rubble_when_phase_two_is_done_then_it_is_in_the_discard_pile(item: str) -> None:
    state = at((5, -4), [item], draw=["sailor"] * 4)  # rubble 1 at (6, -4)
    do(state, enter(6, -4), give(item))
    assert me(state)["played"] == [item]
    assert turn(state)["keepable"] == []
    do(state, END)
    assert me(state)["discard"] == [item]


@pytest.mark.rule("ED-ITEM-05", "ED-CARD-14")
def test_given_a_prop_plane_over_river_two_and_one_when_the_player_stops_then_one_power_is_lost_and_it_is_removed() -> (
    None
):
    state = at(RIVERS, ["prop_plane"])
    do(state, play("prop_plane", "paddle"), step(14, 1), step(14, 2))
    assert turn(state)["active"] == {"card": "prop_plane", "as": "paddle", "pawn": 0, "left": 1, "stepped": True}
    assert state.snapshot()["removed"] == ["prop_plane"]
    do(state, END)
    assert turn(state)["active"] is None
    assert "prop_plane" not in everywhere(state)


@pytest.mark.rule("EC-ED-07")
def test_given_a_giant_machete_spent_as_half_a_coin_when_phase_two_is_done_then_it_is_in_the_discard_pile() -> None:
    state = at(hand=["giant_machete", "explorer"], draw=["sailor"] * 4)
    do(state, buy("scout"), *pay("giant_machete", "explorer"), END)
    assert me(state)["discard"] == ["scout", "giant_machete", "explorer"]


@pytest.mark.rule("EC-ED-09")
@pytest.mark.parametrize("item", ["prop_plane", "treasure_chest"])
def test_given_an_item_with_coin_or_joker_symbol_as_payment_then_it_counts_four_and_is_out_of_the_game(
    item: str,
) -> None:
    hand = [item, "traveler"]
    state = at(hand=hand, market=one_vacant(hand))
    do(state, buy("pioneer"), *pay(item))
    assert turn(state)["pending"]["due"] == 1
    assert state.snapshot()["removed"] == [item]
    do(state, *pay("traveler"))
    assert me(state)["played"] == ["traveler"]
    assert everywhere(state).count(item) == 0


@pytest.mark.rule("EC-ED-09")
def test_given_an_item_with_the_coin_symbol_then_there_is_no_half_coin_option() -> None:
    state = at(hand=["treasure_chest"])
    do(state, buy("scout"), *pay("treasure_chest"))  # four for a price of one, and it is gone
    assert state.snapshot()["removed"] == ["treasure_chest"]
    assert me(state)["played"] == []


# -- keeping an item ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ED-TOK-07")
def test_given_a_compass_just_used_and_another_card_played_since_then_the_token_is_refused_for_it() -> None:
    state = at((0, 0), ["compass", "explorer"], tokens=["keep_item"])
    do(state, use("compass"))
    assert offers(state, KEEP) == [KEEP]
    do(state, play("explorer", "machete"), step(0, 1))
    assert turn(state)["keepable"] == []
    refused(state, KEEP)
    refused(state, {**KEEP, "card": "compass"})


@pytest.mark.rule("ED-TOK-07")
@pytest.mark.parametrize(
    "since",
    [
        [use("cartographer")],
        [use_token("draw_1")],
        [use_token("pass_occupied")],
        [enter(6, -4), give("explorer")],
        [buy("scout"), *pay("traveler")],
        [{"do": "play", "token": "coin_1", "pawn": 0}, step(5, -3)],
        [{"do": "play", "card": "native", "pawn": 0}, step(5, -3)],
        [END],
    ],
)
def test_given_an_item_just_used_when_anything_else_starts_then_it_can_no_longer_be_kept(
    since: list[dict[str, object]],
) -> None:
    hand = ["compass", "cartographer", "explorer", "traveler", "native"]
    state = at((5, -4), hand, tokens=["keep_item", "draw_1", "pass_occupied", "coin_1"])
    do(state, use("compass"))
    do(state, *since)
    assert turn(state)["keepable"] == []
    assert offers(state, KEEP) == []


@pytest.mark.rule("ED-TOK-08")
def test_given_a_compass_and_this_token_when_phase_two_is_done_then_the_compass_is_discarded_and_the_token_gone() -> (
    None
):
    state = at(hand=["compass"], draw=["sailor"] * 4, tokens=["keep_item"])
    do(state, use("compass"), KEEP)
    assert state.snapshot()["removed"] == []
    assert me(state)["played"] == ["compass"]
    assert turn(state)["keepable"] == []
    do(state, END, {"do": "done"})
    assert me(state)["discard"] == ["compass"]
    assert (me(state)["tokens"], state.snapshot()["spent"]) == ([], ["keep_item"])


@pytest.mark.rule("EC-ED-40")
def test_given_chest_and_plane_paid_together_when_one_token_is_played_then_exactly_one_of_them_is_kept() -> None:
    hand = ["treasure_chest", "prop_plane"]
    state = at(hand=hand, market=one_vacant(hand), tokens=["keep_item"])
    do(state, buy("pioneer"), *pay(*hand))
    assert turn(state)["keepable"] == hand
    assert offers(state, KEEP) == [{**KEEP, "card": item} for item in hand]
    assert "Say which item is kept." in refused(state, KEEP)
    do(state, {**KEEP, "card": "prop_plane"})
    assert me(state)["played"] == ["prop_plane"]
    assert state.snapshot()["removed"] == ["treasure_chest"]
    assert turn(state)["keepable"] == ["treasure_chest"]
    assert offers(state, KEEP) == []


@pytest.mark.rule("EC-ED-40")
def test_given_two_items_paid_together_and_two_tokens_then_both_are_kept() -> None:
    hand = ["treasure_chest", "prop_plane"]
    state = at(hand=hand, market=one_vacant(hand), tokens=["keep_item", "keep_item"])
    do(state, buy("pioneer"), *pay(*hand), {**KEEP, "card": "treasure_chest"})
    assert offers(state, KEEP) == [KEEP]  # one kind is left, so none is named
    do(state, KEEP)
    assert me(state)["played"] == ["treasure_chest", "prop_plane"]
    assert state.snapshot()["removed"] == []


def test_given_two_items_of_one_kind_paid_together_then_keeping_one_names_none_and_leaves_the_other() -> None:
    hand = ["treasure_chest", "treasure_chest"]
    state = at(hand=hand, market=one_vacant(hand), tokens=["keep_item"])
    do(state, buy("pioneer"), *pay(*hand))
    assert offers(state, KEEP) == [KEEP]
    do(state, KEEP)
    assert turn(state)["keepable"] == ["treasure_chest"]
    assert state.snapshot()["removed"] == ["treasure_chest"]


@pytest.mark.rule("EC-ED-40")
def test_given_two_items_used_one_after_the_other_then_only_the_last_can_be_kept() -> None:
    state = at(hand=["compass", "travel_log"], tokens=["keep_item"])
    do(state, use("compass"), use("travel_log"))
    assert turn(state)["keepable"] == ["travel_log"]
    do(state, KEEP)
    assert state.snapshot()["removed"] == ["compass"]


def test_given_an_item_used_then_it_is_removed_the_moment_its_function_is_used() -> None:
    state = at(RIVERS, ["prop_plane"])
    do(state, play("prop_plane", "paddle"))
    assert state.snapshot()["removed"] == ["prop_plane"]
    assert turn(state)["keepable"] == ["prop_plane"]
    assert me(state)["played"] == []


def test_given_a_moving_item_then_the_token_waits_for_the_first_step_and_ends_the_movement() -> None:
    state = at(RIVERS, ["prop_plane"], tokens=["keep_item"])
    do(state, play("prop_plane", "paddle"))
    refused(state, KEEP)
    do(state, step(14, 1))
    assert turn(state)["active"]["left"] == 2
    do(state, KEEP)
    assert turn(state)["active"] is None
    assert me(state)["played"] == ["prop_plane"]
    assert offers(state, {"do": "step"}) == []


def test_given_steps_and_a_stop_then_the_item_can_still_be_kept() -> None:
    # (0, 1) lies beside the cave at (0, 2), so stopping there is offered
    state = at((0, 0), ["giant_machete"], tokens=["keep_item"], caves={(0, 2): ["draw_1"]})
    do(state, play("giant_machete", "machete"), step(0, 1), {"do": "stop"})
    assert turn(state)["keepable"] == ["giant_machete"]
    do(state, KEEP)
    assert me(state)["played"] == ["giant_machete"]


def test_given_the_token_found_at_the_end_of_that_very_movement_then_it_keeps_the_item() -> None:
    state = at((0, 0), ["giant_machete"], caves={(0, 2): ["keep_item"]})
    do(state, play("giant_machete", "machete"), step(0, 1), {"do": "stop"})
    assert me(state)["tokens"] == ["keep_item"]
    do(state, KEEP)
    assert me(state)["played"] == ["giant_machete"]
    assert state.snapshot()["removed"] == []


def test_given_keeping_ends_the_movement_beside_a_cave_then_the_cave_is_explored() -> None:
    state = at((0, 0), ["giant_machete"], tokens=["keep_item"], caves={(0, 2): ["draw_1"]})
    do(state, play("giant_machete", "machete"), step(0, 1), KEEP)
    assert me(state)["tokens"] == ["draw_1"]


def test_given_a_transmitter_when_its_card_is_taken_then_it_can_be_kept() -> None:
    state = at(hand=["transmitter"], tokens=["keep_item"])
    do(state, use("transmitter"))
    assert named(state, "use") == []
    do(state, take("native"), KEEP)
    assert me(state)["played"] == ["transmitter"]


def test_given_a_travel_log_when_its_removal_is_decided_then_it_can_be_kept() -> None:
    state = at(hand=["travel_log", "traveler"], tokens=["keep_item"])
    do(state, use("travel_log"))
    refused(state, KEEP)
    do(state, {"do": "remove", "card": "traveler"}, KEEP)
    assert me(state)["played"] == ["travel_log"]
    assert state.snapshot()["removed"] == ["traveler"]


def test_given_no_item_used_or_no_token_then_keeping_is_not_offered() -> None:
    assert offers(at(hand=["compass"], tokens=["keep_item"]), KEEP) == []
    assert "No item was used just now." in refused(at(hand=["compass"], tokens=["keep_item"]), KEEP)
    state = at(hand=["compass"])
    do(state, use("compass"))
    assert legal(state) == [END]


def test_given_an_item_spent_without_its_function_then_there_is_nothing_to_keep() -> None:
    state = at(hand=["compass", "explorer"], tokens=["keep_item"])
    do(state, buy("scout"), *pay("compass", "explorer"))
    assert turn(state)["keepable"] == []
    assert offers(state, KEEP) == []


def test_given_a_payment_in_progress_then_the_item_is_kept_only_after_the_purchase() -> None:
    hand = ["treasure_chest", "traveler"]
    state = at(hand=hand, market=one_vacant(hand), tokens=["keep_item"])
    do(state, buy("pioneer"), *pay("treasure_chest"))
    refused(state, KEEP)
    do(state, *pay("traveler"), KEEP)
    assert me(state)["played"] == ["traveler", "treasure_chest"]


def test_given_an_item_used_before_buying_then_a_purchase_ends_the_chance_to_keep_it() -> None:
    state = at(hand=["compass", "treasure_chest"], tokens=["keep_item"])
    do(state, use("compass"), buy("scout"), *pay("treasure_chest"))
    assert turn(state)["keepable"] == ["treasure_chest"]


@pytest.mark.rule("EC-ED-06")
def test_given_an_item_removed_at_a_base_camp_then_the_token_does_not_help() -> None:
    state = at((1, 1), ["compass"], tokens=["keep_item"], draw=["sailor"])
    do(state, enter(1, 2), give("compass"))
    assert state.snapshot()["removed"] == ["compass"]
    assert turn(state)["keepable"] == []
    assert me(state)["hand"] == []
    refused(state, KEEP)


def test_given_an_item_that_clears_a_blockade_then_it_is_used_up_and_can_be_kept() -> None:
    state = at((3, 0), ["giant_machete"], tokens=["keep_item"], blockades={(0, 1): 5})
    do(state, play("giant_machete", "machete"), clear(5))
    assert state.snapshot()["removed"] == ["giant_machete"]
    do(state, KEEP)
    assert me(state)["played"] == ["giant_machete"]
