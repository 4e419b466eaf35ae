"""What each cave token does (ED-TOK)."""

from __future__ import annotations

from collections import Counter
from typing import Any

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
    legal,
    me,
    named,
    native,
    offers,
    on_sale,
    one_vacant,
    pay,
    pay_token,
    play,
    play_token,
    put,
    refused,
    remove,
    spot,
    step,
    turn,
    use,
    use_token,
)

from expedition.core.game import State
from expedition.eldorado import components
from expedition.eldorado.tables import CARD_IDS

CHANGE = use_token("change_symbol")
PASS = use_token("pass_occupied")
REPLACE = use_token("replace_hand")
REMOVE = use_token("remove_card")
# first: the pawn at (3, -1) stands between a jungle (2, 0), a village (2, -1) and, the blockade gone, a river (4, -1)
CROSSING = (3, -1)


def steps(state: State[Any]) -> set[tuple[int, ...]]:
    return {tuple(action["to"]) for action in offers(state, {"do": "step"})}


@pytest.mark.rule("ED-TOK-01")
def test_given_a_machete_two_token_and_two_green_one_spaces_when_it_is_played_then_the_pawn_moves_two_spaces() -> None:
    state = at((-1, 0), tokens=["machete_2"])
    do(state, play_token("machete_2"))
    assert turn(state)["active"] == {"token": "machete_2", "as": "machete", "pawn": 0, "left": 2, "stepped": False}
    do(state, step(0, 0), step(1, 0))
    assert spot(state) == [1, 0]
    assert (me(state)["tokens"], state.snapshot()["spent"]) == ([], ["machete_2"])


@pytest.mark.rule("ED-TOK-01")
@pytest.mark.parametrize(
    ("token", "targets"),
    [
        ("machete_1", {(2, 0), (3, 0), (3, -2), (4, -2)}),
        ("paddle_1", {(4, -1)}),
        ("paddle_2", {(4, -1)}),
        ("coin_1", {(2, -1)}),
        ("coin_2", {(2, -1)}),
    ],
)
def test_given_a_movement_token_then_it_leads_to_spaces_of_its_symbol_only(
    token: str, targets: set[tuple[int, int]]
) -> None:
    state = at(CROSSING, tokens=[token])
    do(state, play_token(token))
    assert steps(state) == targets


@pytest.mark.rule("ED-TOK-01")
def test_given_a_token_too_weak_for_the_space_then_it_is_not_offered() -> None:
    # first: around (20, 0), jungle 3 itself, (21, -1), (19, 0), (21, 0), (19, 1) are 1, (20, -1) is 2, (20, 1) is 3
    state = at((20, 0), tokens=["machete_1", "machete_2", "machete_3"])
    for token, targets in (
        ("machete_1", {(21, -1), (19, 0), (21, 0), (19, 1)}),
        ("machete_2", {(21, -1), (19, 0), (21, 0), (19, 1), (20, -1)}),
        ("machete_3", {(21, -1), (19, 0), (21, 0), (19, 1), (20, -1), (20, 1)}),
    ):
        trial = state.copy()
        do(trial, play_token(token))
        assert steps(trial) == targets
    assert named(at((13, 0), tokens=["paddle_1", "machete_1"]), "play") == ["machete_1"]


@pytest.mark.rule("ED-TOK-02")
def test_given_a_coin_two_token_and_a_traveler_when_a_card_of_price_three_is_bought_then_both_are_spent() -> None:
    state = at(hand=["traveler"], tokens=["coin_2"])
    do(state, buy("trailblazer"), pay_token("coin_2"))
    assert turn(state)["pending"] == {"kind": "pay", "card": "trailblazer", "due": 1}
    do(state, *pay("traveler"))
    assert me(state)["discard"] == ["trailblazer"]
    assert (me(state)["played"], me(state)["tokens"]) == (["traveler"], [])
    assert state.snapshot()["spent"] == ["coin_2"]


@pytest.mark.rule("ED-TOK-03")
def test_given_a_draw_token_when_it_is_played_then_the_hand_grows_by_one_and_the_card_can_be_played() -> None:
    state = at((0, 0), tokens=["draw_1"], draw=["explorer", "sailor"])
    do(state, use_token("draw_1"))
    assert me(state)["hand"] == ["explorer"]
    do(state, play("explorer", "machete"), step(0, 1))
    assert spot(state) == [0, 1]


@pytest.mark.rule("ED-TOK-04")
def test_given_a_remove_token_and_a_traveler_in_hand_when_it_is_played_on_it_then_the_traveler_leaves_the_game() -> (
    None
):
    state = at(hand=["traveler", "sailor"], tokens=["remove_card"], draw=["explorer"])
    do(state, REMOVE)
    assert turn(state)["pending"] == {"kind": "remove", "left": 1, "may": False}
    do(state, remove("traveler"))
    assert everywhere(state) == ["sailor", "explorer"]
    assert state.snapshot()["removed"] == ["traveler"]
    assert turn(state)["pending"] is None


def test_given_a_remove_token_was_played_then_a_card_must_be_removed() -> None:
    state = at(hand=["traveler", "traveler", "sailor"], tokens=["remove_card"])
    do(state, REMOVE)
    assert legal(state) == [remove("traveler"), remove("sailor")]
    refused(state, DONE)


@pytest.mark.rule("EC-ED-42")
def test_given_an_empty_hand_when_the_remove_token_is_played_then_it_is_refused_and_kept() -> None:
    state = at(hand=[], played=["traveler"], tokens=["remove_card"])
    refused(state, REMOVE)
    assert me(state)["tokens"] == ["remove_card"]


@pytest.mark.rule("ED-TOK-05")
def test_given_a_hand_of_four_when_three_are_exchanged_then_the_play_area_gained_three_and_the_hand_is_four() -> None:
    hand = ["cartographer", "compass", "traveler", "native"]
    state = at((0, 0), hand, draw=["explorer", "explorer", "sailor", "traveler"], tokens=["replace_hand"])
    do(state, REPLACE, put("cartographer"), put("compass"), put("native"), DONE)
    mine = me(state)
    assert mine["played"] == ["cartographer", "compass", "native"]
    assert sorted(mine["hand"]) == ["explorer", "explorer", "sailor", "traveler"]
    assert mine["draw"] == ["traveler"]
    assert state.snapshot()["removed"] == []
    assert spot(state) == [0, 0]
    assert turn(state)["keepable"] == []


@pytest.mark.rule("ED-TOK-06")
def test_given_an_empty_draw_pile_and_five_discards_when_two_are_exchanged_then_the_new_ones_come_from_these() -> None:
    pile = ["explorer", "explorer", "explorer", "sailor", "traveler"]
    state = at(hand=["scout", "captain"], discard=pile, tokens=["replace_hand"])
    do(state, REPLACE, put("scout"), put("captain"))
    mine = me(state)
    assert sorted(mine["hand"] + mine["draw"]) == pile
    assert (len(mine["hand"]), mine["played"]) == (2, ["scout", "captain"])


@pytest.mark.rule("EC-ED-43")
def test_given_two_drawable_cards_in_all_when_four_are_replaced_then_the_hand_gets_two() -> None:
    state = at(hand=["traveler"] * 4 + ["scout"], draw=["explorer"], discard=["sailor"], tokens=["replace_hand"])
    do(state, REPLACE, *[put("traveler")] * 4)
    assert sorted(me(state)["hand"]) == ["explorer", "sailor", "scout"]
    assert me(state)["played"] == ["traveler"] * 4


@pytest.mark.rule("EC-ED-43")
def test_given_a_replace_token_then_at_least_one_card_is_laid_down_and_done_is_offered_from_the_first_on() -> None:
    state = at(hand=["traveler", "traveler", "sailor"], tokens=["replace_hand"], draw=["explorer"])
    do(state, REPLACE)
    assert turn(state)["pending"] == {"kind": "put", "count": 0}
    assert legal(state) == [put("traveler"), put("sailor")]
    refused(state, DONE)
    do(state, put("sailor"))
    assert turn(state)["pending"] == {"kind": "put", "count": 1}
    assert legal(state) == [put("traveler"), DONE]
    do(state, DONE)
    assert me(state)["hand"] == ["explorer", "traveler", "traveler"]


@pytest.mark.rule("EC-ED-43")
def test_given_four_cards_laid_down_then_the_exchange_ends_by_itself_and_no_fifth_is_possible() -> None:
    state = at(hand=["traveler"] * 5, tokens=["replace_hand"], draw=["explorer"] * 4)
    do(state, REPLACE, *[put("traveler")] * 4)
    assert turn(state)["pending"] is None
    assert me(state)["hand"] == ["explorer"] * 4 + ["traveler"]


@pytest.mark.rule("EC-ED-43")
def test_given_the_last_card_in_hand_is_laid_down_then_the_exchange_ends_by_itself() -> None:
    state = at(hand=["traveler"], tokens=["replace_hand"], draw=["sailor", "explorer"])
    do(state, REPLACE, put("traveler"))
    assert turn(state)["pending"] is None
    assert me(state)["hand"] == ["sailor"]


@pytest.mark.rule("ED-TOK-05")
@pytest.mark.parametrize("card", CARD_IDS)
def test_given_the_replace_token_when_a_card_of_any_kind_is_laid_down_then_it_is_in_the_play_area(card: str) -> None:
    state = do(at(hand=[card], tokens=["replace_hand"], draw=["traveler"]), REPLACE, put(card))
    assert (me(state)["played"], me(state)["hand"], state.snapshot()["removed"]) == ([card], ["traveler"], [])


@pytest.mark.rule("EC-ED-43")
def test_given_an_empty_hand_then_the_replace_token_is_refused() -> None:
    state = at(hand=[], draw=["sailor"], tokens=["replace_hand"])
    refused(state, REPLACE)


@pytest.mark.rule("ED-TOK-09")
@pytest.mark.parametrize("goes_on", [False, True])
def test_given_an_enemy_pawn_on_a_green_one_space_when_the_token_was_played_then_it_may_be_entered_or_crossed(
    goes_on: bool,
) -> None:
    state = at((-1, 0), ["scout"], tokens=["pass_occupied"], others={1: {"pawn": (0, 0)}})
    do(state, play("scout", "machete"))
    assert (0, 0) not in steps(state)
    state = at((-1, 0), ["scout"], tokens=["pass_occupied"], others={1: {"pawn": (0, 0)}})
    do(state, PASS, play("scout", "machete"), step(0, 0))
    assert spot(state) == spot(state, 1) == [0, 0]
    assert turn(state)["active"]["left"] == 1  # at its normal cost
    if goes_on:
        do(state, step(1, 0))
        assert spot(state) == [1, 0]


@pytest.mark.rule("ED-TOK-09", "EC-ED-38")
def test_given_the_token_in_force_then_rubble_under_a_pawn_may_be_entered_and_it_ends_with_the_turn() -> None:
    # first: rubble at (6, -4)
    state = at((5, -4), ["explorer"], tokens=["pass_occupied"], others={1: {"pawn": (6, -4)}}, players=3)
    assert enter(6, -4) not in legal(state)
    do(state, PASS)
    assert turn(state)["pass_occupied"] is True
    do(state, enter(6, -4), give("explorer"))
    assert spot(state) == spot(state, 1)
    do(state, END)
    assert turn(state)["pass_occupied"] is False


def test_given_the_pass_token_in_force_then_a_second_one_may_be_used_all_the_same() -> None:
    state = at((0, 0), [], tokens=["pass_occupied", "pass_occupied"])
    do(state, PASS, PASS)
    assert me(state)["tokens"] == []
    assert turn(state)["pass_occupied"] is True


@pytest.mark.rule("ED-TOK-10")
def test_given_the_pass_token_in_force_when_a_mountain_is_targeted_then_it_is_refused() -> None:
    state = at((15, 3), ["giant_machete", "native"], tokens=["pass_occupied"])
    do(state, PASS, native())
    refused(state, step(14, 3))
    assert (14, 3) not in steps(state)


@pytest.mark.rule("ED-TOK-11")
def test_given_a_native_token_and_an_adjacent_base_camp_when_it_is_played_there_then_no_card_is_removed() -> None:
    state = at((1, 1), ["traveler"], tokens=["native"])
    do(state, play_token("native"))
    assert turn(state)["active"] == {"token": "native", "as": None, "pawn": 0, "left": None, "stepped": False}
    do(state, step(1, 2))
    assert spot(state) == [1, 2]
    assert me(state)["hand"] == ["traveler"]
    assert state.snapshot()["removed"] == []
    assert turn(state)["active"] is None
    assert me(state)["tokens"] == []


@pytest.mark.rule("ED-TOK-12")
def test_given_an_adjacent_occupied_space_and_a_mountain_then_they_are_no_targets_of_the_native_token() -> None:
    state = at((15, 3), tokens=["native"], others={1: {"pawn": (16, 2)}})
    do(state, play_token("native"))
    assert steps(state) == {(15, 2), (16, 3), (15, 4), (14, 4)}


@pytest.mark.rule("EC-ED-81")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_given_a_native_token_beside_a_blockade_when_it_is_used_on_it_then_it_is_owned_and_the_token_gone(
    number: int,
) -> None:
    state = at((3, 0), tokens=["native"], blockades={(0, 1): number})
    do(state, play_token("native"), clear(number))
    assert me(state)["blockades"] == [number]
    assert me(state)["tokens"] == []
    assert spot(state) == [3, 0]


@pytest.mark.rule("ED-TOK-13")
def test_given_a_symbol_token_when_a_scout_follows_as_paddle_then_it_moves_over_blue_spaces_with_power_two() -> None:
    state = at((6, -3), ["scout"], tokens=["change_symbol"])  # rivers at (5, -2) and behind it (4, -1)
    do(state, CHANGE, play("scout", "paddle"), step(5, -2))
    assert turn(state)["active"] == {"card": "scout", "as": "paddle", "pawn": 0, "left": 1, "stepped": True}
    do(state, step(4, -1))
    assert spot(state) == [4, -1]
    assert me(state)["played"] == ["scout"]
    assert turn(state)["change_symbol"] is False


@pytest.mark.rule("ED-TOK-14")
def test_given_a_symbol_token_and_a_trailblazer_as_payment_then_it_counts_three() -> None:
    hand = ["trailblazer", "traveler", "traveler"]
    state = at(hand=hand, market=one_vacant(hand), tokens=["change_symbol"])
    do(state, buy("pioneer"), CHANGE, *pay("trailblazer"))
    assert turn(state)["pending"]["due"] == 2
    assert me(state)["played"] == ["trailblazer"]


@pytest.mark.rule("ED-TOK-14")
@pytest.mark.parametrize(("symbol", "first"), [("coin", (2, -1)), ("paddle", (4, -1))])
def test_given_a_symbol_token_and_a_trailblazer_then_it_serves_as_coin_three_or_paddle_three(
    symbol: str, first: tuple[int, int]
) -> None:
    state = at(CROSSING, ["trailblazer"], tokens=["change_symbol"])
    do(state, CHANGE, play("trailblazer", symbol), step(*first))
    assert turn(state)["active"]["left"] == 2
    assert turn(state)["active"]["as"] == symbol


@pytest.mark.rule("ED-TOK-15", "EC-ED-85")
def test_given_the_token_supply_when_it_is_counted_by_kind_then_there_are_36() -> None:
    counts = {token.id: token.count for token in components.tokens()}
    assert counts == {
        "machete_1": 2,
        "machete_2": 3,
        "machete_3": 2,
        "paddle_1": 2,
        "paddle_2": 3,
        "coin_1": 2,
        "coin_2": 3,
        "draw_1": 4,
        "remove_card": 4,
        "replace_hand": 3,
        "keep_item": 2,
        "pass_occupied": 2,
        "native": 2,
        "change_symbol": 2,
    }
    assert sum(counts.values()) == 36
    symbols = Counter(dict.fromkeys(components.SYMBOLS, 0))
    for token in components.tokens():
        if token.symbol:
            symbols[token.symbol] += token.count
    assert symbols == {"machete": 7, "paddle": 5, "coin": 5}


# -- the symbol token ---------------------------------------------------------------------------------------------


@pytest.mark.rule("EC-ED-39")
def test_given_a_symbol_token_and_a_giant_machete_as_payment_then_it_counts_six_and_is_out_of_the_game() -> None:
    hand = ["giant_machete"]
    state = at(hand=hand, market=one_vacant(hand), tokens=["change_symbol"])
    do(state, buy("pioneer"), CHANGE, *pay("giant_machete"))
    assert me(state)["discard"] == ["pioneer"]
    assert state.snapshot()["removed"] == ["giant_machete"]
    assert turn(state)["keepable"] == ["giant_machete"]


@pytest.mark.rule("EC-ED-39")
def test_given_a_symbol_token_and_an_item_for_movement_then_the_item_is_removed() -> None:
    state = at(CROSSING, ["giant_machete"], tokens=["change_symbol"])
    do(state, CHANGE, play("giant_machete", "paddle"), step(4, -1))
    assert state.snapshot()["removed"] == ["giant_machete"]


@pytest.mark.rule("EC-ED-39")
def test_given_only_action_cards_in_hand_then_the_symbol_token_is_not_offered() -> None:
    hand = ["cartographer", "scientist", "native", "transmitter"]
    state = at(CROSSING, hand, tokens=["change_symbol", "machete_3"])
    refused(state, CHANGE)
    do(state, buy("scout"))
    refused(state, CHANGE)


@pytest.mark.rule("EC-ED-39")
def test_given_a_symbol_token_was_played_then_only_a_card_with_another_symbol_follows() -> None:
    hand = ["scout", "sailor", "traveler", "cartographer"]
    state = at(CROSSING, hand, tokens=["change_symbol", "machete_1", "draw_1"])
    do(state, CHANGE)
    assert turn(state)["change_symbol"] is True
    assert legal(state) == [
        play("traveler", "machete"),
        play("traveler", "paddle"),
        play("sailor", "machete"),
        play("sailor", "coin"),
        play("scout", "paddle"),
        play("scout", "coin"),
    ]


@pytest.mark.rule("EC-ED-39")
def test_given_a_joker_then_the_symbol_token_is_legal_but_pointless() -> None:
    state = at(CROSSING, ["jack_of_all_trades"], tokens=["change_symbol"])
    do(state, CHANGE)
    assert legal(state) == [play("jack_of_all_trades", symbol) for symbol in ("machete", "paddle", "coin")]
    paying = at(hand=["jack_of_all_trades"], tokens=["change_symbol"])
    do(paying, buy("scout"), CHANGE, *pay("jack_of_all_trades"))
    assert me(paying)["discard"] == ["scout"]


@pytest.mark.rule("EC-ED-39")
def test_given_a_coin_card_then_the_symbol_token_changes_its_movement_and_is_pointless_for_its_payment() -> None:
    state = at(CROSSING, ["journalist"], tokens=["change_symbol"])
    do(state, buy("trailblazer"))
    assert legal(state) == [CHANGE, *pay("journalist")]
    do(state, CHANGE, *pay("journalist"))  # 3, with the token or without it
    assert me(state)["discard"] == ["trailblazer"]
    state = at(CROSSING, ["journalist"], tokens=["change_symbol"])
    do(state, CHANGE, play("journalist", "paddle"), step(4, -1))
    assert spot(state) == [4, -1]


@pytest.mark.rule("EC-ED-39")
def test_given_a_symbol_token_then_a_changed_card_may_clear_a_blockade() -> None:
    state = at((3, 0), ["captain"], tokens=["change_symbol"], blockades={(0, 1): 5})
    do(state, CHANGE, play("captain", "machete"), clear(5))
    assert me(state)["blockades"] == [5]


@pytest.mark.rule("EC-ED-39")
def test_given_no_space_that_a_changed_card_could_enter_then_the_symbol_token_is_not_offered() -> None:
    state = at((-2, 1), ["explorer"], tokens=["change_symbol"])  # first: jungle and the village at (-1, 1) around it
    assert CHANGE in legal(state)
    enclosed = at((22, 0), ["explorer"], tokens=["change_symbol"])  # jungle only
    assert CHANGE not in legal(enclosed)


def test_given_a_purchase_was_made_then_the_symbol_token_is_not_offered_any_more() -> None:
    state = at(CROSSING, ["traveler", "captain"], tokens=["change_symbol"])
    do(state, buy("scout"), *pay("traveler"))
    assert named(state, "use") == []
    refused(state, CHANGE)


def test_given_symbol_tokens_then_buying_counts_them_with_the_strongest_cards() -> None:
    prices = {card.id: card.cost or 0 for card in components.cards()}

    def dearest(hand: list[str], *tokens: str) -> int:
        return max((prices[card] for card in on_sale(at(hand=hand, market=one_vacant(hand), tokens=tokens))), default=0)

    assert dearest(["captain", "trailblazer", "scout"]) == 0  # three halves, and nothing on sale costs one
    assert dearest(["captain", "trailblazer", "scout"], "change_symbol") == 4  # 3 + ½ + ½
    assert dearest(["scout", "explorer"], "change_symbol") == 2  # 2 + ½, not ½ + 1
    assert dearest(["captain", "scout"], "change_symbol") == 3  # 3 + ½
    assert dearest(["captain", "scout"], "change_symbol", "change_symbol") == 5  # 3 + 2
    assert dearest(["captain"], "change_symbol", "change_symbol") == 3  # one card, so one token


def test_given_a_payment_with_one_symbol_token_then_only_cards_that_can_complete_it_follow() -> None:
    # four coins are due: the Captain's 3 and two halves, or nothing
    state = at(hand=["captain", "explorer", "sailor"], tokens=["change_symbol"])
    assert "transmitter" in on_sale(state)
    do(state, buy("transmitter"))
    assert legal(state) == [CHANGE, *pay("explorer", "sailor")]
    do(state, CHANGE)
    assert turn(state)["change_symbol"] is True
    assert turn(state)["pending"] == {"kind": "pay", "card": "transmitter", "due": 4}
    assert legal(state) == pay("captain")
    do(state, *pay("captain", "explorer", "sailor"))
    assert me(state)["discard"] == ["transmitter"]


def test_given_two_symbol_tokens_then_both_may_pay_for_one_purchase() -> None:
    hand = ["captain", "scout"]
    state = at(hand=hand, market=one_vacant(hand), tokens=["change_symbol"] * 2)
    do(state, buy("pioneer"), CHANGE, *pay("scout"))
    assert legal(state) == [CHANGE]
    do(state, CHANGE, *pay("captain"))
    assert me(state)["discard"] == ["pioneer"]
    assert state.snapshot()["spent"] == ["change_symbol"] * 2


def test_given_enough_coins_then_the_symbol_token_may_still_be_used_and_twice_in_a_row_it_may_not() -> None:
    state = at(hand=["photographer", "scout"], tokens=["change_symbol"] * 2)
    do(state, buy("photographer"))
    assert legal(state) == [CHANGE, *pay("scout", "photographer")]
    do(state, CHANGE)
    assert legal(state) == pay("scout", "photographer")
    refused(state, CHANGE)


# -- movement tokens -----------------------------------------------------------------------------------------------


@pytest.mark.rule("EC-ED-44")
def test_given_a_machete_three_token_a_blockade_of_one_and_green_two_behind_it_then_both_are_paid() -> None:
    # first: seam between the last two tiles; jungle 2 at (18, 2) behind (17, 3)
    state = at((17, 3), tokens=["machete_3"], blockades={(3, 4): 1})
    do(state, play_token("machete_3"), clear(1))
    assert turn(state)["active"]["left"] == 2
    do(state, step(18, 2))
    assert spot(state) == [18, 2]
    assert me(state)["blockades"] == [1]


@pytest.mark.rule("EC-ED-44")
@pytest.mark.parametrize("token", ["machete_3", "paddle_2"])
def test_given_a_machete_or_paddle_token_then_it_is_no_half_coin(token: str) -> None:
    state = at(hand=["explorer"], tokens=[token])
    assert on_sale(state) == []
    two = at(hand=["explorer", "sailor"], tokens=[token])
    do(two, buy("scout"))
    assert legal(two) == pay("explorer", "sailor")
    refused(two, pay_token(token))


@pytest.mark.rule("EC-ED-44")
def test_given_tokens_only_then_no_rubble_and_no_camp_can_be_entered_with_them() -> None:
    assert offers(at((5, -4), [], tokens=["machete_3", "coin_2", "draw_1"]), {"do": "enter"}) == []
    assert offers(at((1, 1), [], tokens=["machete_3", "coin_2", "draw_1"]), {"do": "enter"}) == []


@pytest.mark.rule("EC-ED-44")
def test_given_a_token_and_a_card_then_their_power_is_not_added_for_one_space() -> None:
    # first: the villages beside (15, 3), at (16, 2) and (16, 3), ask for two
    assert named(at((15, 3), ["traveler"], tokens=["coin_1"]), "play") == []
    assert named(at((15, 3), ["photographer"], tokens=["coin_2"]), "play") == ["photographer", "coin_2"]


@pytest.mark.rule("EC-ED-44")
def test_given_a_movement_token_with_power_left_then_it_continues_and_ends_with_any_other_play() -> None:
    state = at((-1, 0), ["explorer"], tokens=["machete_3"])
    do(state, play_token("machete_3"), step(0, 0))
    assert turn(state)["active"]["left"] == 2
    do(state, play("explorer", "machete"), step(1, 0))
    assert turn(state)["active"] is None


@pytest.mark.rule("EC-ED-45", "ED-CAVE-09")
def test_given_a_purchase_was_made_then_tokens_stay_playable_until_phase_one_ends() -> None:
    state = at((0, 0), ["traveler", "sailor"], tokens=["machete_1", "native", "draw_1", "remove_card", "replace_hand"])
    do(state, buy("scout"), *pay("traveler"))
    assert named(state, "use") == ["draw_1", "remove_card", "replace_hand"]
    assert named(state, "play") == ["machete_1", "native"]
    do(state, play_token("machete_1"), step(0, 1))
    assert spot(state) == [0, 1]


@pytest.mark.parametrize(
    ("action", "flag"),
    [(PASS, "pass_occupied"), (CHANGE, "change_symbol"), (use("scientist"), "pending_may")],
)
def test_given_a_yes_or_no_of_the_record_when_it_becomes_yes_then_it_is_one(action: dict[str, Any], flag: str) -> None:
    # programs that learn read the record as numbers
    state = at((0, 0), hand=["sailor", "scientist"], tokens=["pass_occupied", "change_symbol"])
    assert getattr(state.s, flag) == 0
    do(state, action)
    assert getattr(state.s, flag) == 1


@pytest.mark.rule("ED-TOK-14")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_given_any_seat_that_needs_its_symbol_token_to_pay_when_it_buys_then_nothing_else_is_offered(seat: int) -> None:
    state = do(at(hand=["captain"], seat=seat, tokens=["change_symbol"]), buy("trailblazer"))
    assert legal(state) == [CHANGE]
    assert legal(do(state, CHANGE)) == pay("captain")


@pytest.mark.rule("ED-TOK-02")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_given_any_seat_with_coin_tokens_when_it_buys_then_both_kinds_may_pay(seat: int) -> None:
    state = do(at(seat=seat, tokens=["coin_1", "coin_2"]), buy("trailblazer"))
    assert legal(state) == [pay_token("coin_1"), pay_token("coin_2")]
