"""The market board, its vacancies, and the piles above it (ED-MKT)."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import (
    ABOVE,
    END,
    NO_MARKET,
    ON_BOARD,
    at,
    board_of,
    buy,
    do,
    left_of,
    legal,
    market_without,
    me,
    named,
    on_sale,
    one_vacant,
    pay,
    refused,
    take,
    use,
)

RICH = ["millionaire", "millionaire", "traveler"]


def vacancies(slots: list[dict[str, object] | None]) -> list[int]:
    return [number for number, pile in enumerate(slots) if pile is None]


@pytest.mark.rule("ED-MKT-01")
def test_given_all_six_slots_are_filled_when_a_card_above_the_board_is_to_be_bought_then_it_is_refused() -> None:
    state = at(hand=RICH)
    assert sorted(on_sale(state)) == sorted(ON_BOARD)
    for card in ABOVE:
        refused(state, buy(card))


@pytest.mark.rule("ED-MKT-02")
def test_given_a_pile_of_one_scout_when_it_is_bought_then_its_slot_is_vacant_and_the_reserve_open() -> None:
    state = at(hand=["traveler"], others={1: {"hand": RICH}}, market=market_without(["scout"] * 2 + RICH))
    do(state, buy("scout"), *pay("traveler"))
    assert len(vacancies(board_of(state))) == 1
    assert left_of(state, "scout") == 0
    do(state, END)
    assert {"pioneer", "native", "compass"} <= set(on_sale(state))


@pytest.mark.rule("ED-MKT-03")
def test_given_one_vacant_slot_and_five_coins_then_every_pile_priced_five_or_less_is_on_sale() -> None:
    state = at(hand=["millionaire", "traveler"], market=one_vacant(["millionaire"]))
    assert set(on_sale(state)) == {*ON_BOARD, *ABOVE} - {"scout"}


@pytest.mark.rule("ED-MKT-03")
def test_given_one_vacant_slot_and_three_coins_then_dearer_cards_stay_out_of_reach() -> None:
    state = at(hand=["journalist"], market=one_vacant(["journalist"]))
    assert set(on_sale(state)) == {
        *("trailblazer", "photographer", "treasure_chest", "jack_of_all_trades"),
        *("giant_machete", "captain", "journalist", "travel_log", "compass"),
    }


@pytest.mark.rule("ED-MKT-04")
def test_given_a_vacancy_and_three_compasses_above_when_one_is_bought_then_the_other_two_fill_the_slot() -> None:
    state = at(hand=["photographer"], market=one_vacant(["photographer"], slot=2))
    do(state, buy("compass"), *pay("photographer"))
    assert board_of(state)[2] == {"card": "compass", "count": 2}
    assert vacancies(board_of(state)) == []
    assert "compass" not in [pile["card"] for pile in state.snapshot()["market"]["above"]]
    assert me(state)["discard"] == ["compass"]


@pytest.mark.rule("ED-MKT-05")
def test_given_the_vacancy_was_filled_and_a_second_pile_sells_out_then_the_reserve_is_open_again() -> None:
    market = one_vacant([*RICH, "photographer"])
    market["board"][5] = {"card": market["board"][5]["card"], "count": 1}
    last = market["board"][5]["card"]
    seats = {1: {"hand": ["millionaire", "millionaire"]}, 2: {"hand": ["traveler"] * 5}}
    market = {**market, "above": [pile for pile in market["above"] if pile["card"] != "millionaire"]}
    state = at(hand=["photographer"], others=seats, market=market)
    do(state, buy("compass"), *pay("photographer"), END)
    assert set(on_sale(state)) == {pile["card"] for pile in board_of(state) if pile}
    do(state, buy(last), *pay("millionaire"))
    assert vacancies(board_of(state)) == [5]
    do(state, END, {"do": "done"})
    assert {"pioneer", "native", "captain"} <= set(on_sale(state))


@pytest.mark.rule("ED-MKT-06")
def test_given_the_only_vacancy_was_just_filled_then_the_next_player_sees_only_the_six_piles() -> None:
    state = at(
        hand=["photographer"], others={1: {"hand": ["traveler"] * 5}}, market=one_vacant(["photographer"], slot=1)
    )
    do(state, buy("captain"), *pay("photographer"), END)
    assert state.actor == 1
    assert len(on_sale(state)) == 6
    assert set(on_sale(state)) == {pile["card"] for pile in board_of(state) if pile}
    refused(state, buy("pioneer"))


@pytest.mark.rule("EC-ED-13")
def test_given_a_slot_pile_of_one_when_the_transmitter_takes_it_then_the_reserve_is_open_in_this_very_turn() -> None:
    hand = ["transmitter", "photographer"]
    state = at(hand=hand, market=market_without([*hand, "scout", "scout"]))
    refused(state, buy("compass"))
    do(state, use("transmitter"), take("scout"))
    assert vacancies(board_of(state)) != []
    do(state, buy("compass"), *pay("photographer"))
    assert me(state)["discard"] == ["scout", "compass"]


@pytest.mark.rule("EC-ED-14")
def test_given_one_vacant_slot_when_the_transmitter_takes_a_pioneer_from_above_then_its_pile_stays_above() -> None:
    state = at(hand=["transmitter"], market=one_vacant(["transmitter"]))
    do(state, use("transmitter"), take("pioneer"))
    assert vacancies(board_of(state)) == [0]
    assert {"card": "pioneer", "count": 2} in state.snapshot()["market"]["above"]


@pytest.mark.rule("EC-ED-14")
def test_given_no_vacant_slot_when_the_transmitter_takes_from_above_then_the_board_does_not_change() -> None:
    state = at(hand=["transmitter"])
    before = board_of(state)
    do(state, use("transmitter"), take("native"))
    assert board_of(state) == before
    assert {"card": "native", "count": 2} in state.snapshot()["market"]["above"]


@pytest.mark.rule("EC-ED-14")
def test_given_the_last_card_of_a_slot_pile_when_the_transmitter_takes_it_then_that_slot_is_vacant() -> None:
    market = one_vacant(["transmitter"])
    market["board"][1]["count"] = 1
    state = at(hand=["transmitter"], market=market)
    do(state, use("transmitter"), take(market["board"][1]["card"]))
    assert vacancies(board_of(state)) == [0, 1]


@pytest.mark.rule("EC-ED-15")
def test_given_a_reserve_pile_of_one_and_a_vacancy_when_it_is_bought_then_the_vacancy_is_still_there() -> None:
    state = at(hand=["photographer"], market=one_vacant(["photographer", "compass", "compass"]))
    do(state, buy("compass"), *pay("photographer"))
    assert vacancies(board_of(state)) == [0]
    assert left_of(state, "compass") == 0
    assert "compass" not in [pile["card"] for pile in state.snapshot()["market"]["above"]]


@pytest.mark.rule("EC-ED-16")
def test_given_two_vacancies_when_a_card_is_bought_from_above_then_the_leftmost_is_filled() -> None:
    market = one_vacant(["photographer"], slot=4)
    market["board"][1] = None
    state = at(hand=["photographer"], market=market)
    do(state, buy("captain"), *pay("photographer"))
    assert vacancies(board_of(state)) == [4]
    assert board_of(state)[1] == {"card": "captain", "count": 2}


@pytest.mark.rule("EC-ED-17")
def test_given_a_vacancy_when_one_player_buys_from_a_slot_pile_then_the_next_may_still_buy_from_above() -> None:
    hands = ["photographer", "traveler", "traveler"]
    state = at(hand=hands[:1], others={1: {"hand": hands[1:]}}, market=one_vacant(hands))
    do(state, buy("jack_of_all_trades"), *pay("photographer"))
    assert vacancies(board_of(state)) == [0]
    do(state, END)
    assert {"compass", "captain"} <= set(on_sale(state))


@pytest.mark.rule("EC-ED-17")
def test_given_a_vacancy_when_nobody_buys_then_it_stays_open() -> None:
    state = at(hand=[], others={1: {"hand": ["photographer"]}}, market=one_vacant(["photographer"]))
    do(state, END)
    assert vacancies(board_of(state)) == [0]
    assert "compass" in on_sale(state)


@pytest.mark.rule("EC-ED-54")
def test_given_no_market_cards_then_a_transmitter_cannot_be_used_and_stays_in_hand() -> None:
    state = at(hand=["transmitter", "millionaire", "traveler"], market=NO_MARKET)
    assert on_sale(state) == []
    refused(state, use("transmitter"))
    assert "transmitter" in me(state)["hand"]


@pytest.mark.rule("EC-ED-54")
def test_given_no_market_cards_then_a_transmitter_can_still_be_given_up_for_rubble_and_for_a_base_camp() -> None:
    rubble = at((5, -4), ["transmitter"], market=NO_MARKET)  # beside rubble at (6, -4)
    do(rubble, {"do": "enter", "pawn": 0, "to": [6, -4]}, {"do": "give", "card": "transmitter"})
    assert me(rubble)["played"] == ["transmitter"]
    camp = at((1, 1), ["transmitter"], market=NO_MARKET)  # beside the base camp at (1, 2)
    do(camp, {"do": "enter", "pawn": 0, "to": [1, 2]}, {"do": "give", "card": "transmitter"})
    assert camp.snapshot()["removed"] == ["transmitter"]


@pytest.mark.rule("EC-ED-71")
def test_given_any_market_then_the_transmitter_takes_any_type_with_cards_left_and_nothing_else() -> None:
    state = at(
        hand=["transmitter", "explorer"],
        others={1: {"hand": ["pioneer"] * 3}},
        removed=["scout"] * 3,
        discard=["sailor"],
    )
    do(state, use("transmitter"))
    assert set(named(state, "take")) == {*ON_BOARD, *ABOVE} - {"pioneer", "scout"}
    assert len(legal(state)) == 16
    for card in ("explorer", "traveler", "sailor", "pioneer", "scout"):
        refused(state, take(card))


@pytest.mark.rule("EC-ED-71")
def test_given_two_transmitters_left_when_a_transmitter_takes_one_then_one_is_left() -> None:
    state = at(hand=["transmitter"])
    assert left_of(state, "transmitter") == 2
    do(state, use("transmitter"), take("transmitter"))
    assert left_of(state, "transmitter") == 1
    assert me(state)["discard"] == ["transmitter"]


@pytest.mark.rule("EC-ED-72", "ED-ACT-06")
def test_given_two_transmitters_and_three_coins_when_both_are_used_and_a_card_bought_then_three_cards_are_gained() -> (
    None
):
    state = at(hand=["transmitter", "transmitter", "journalist"])
    do(state, use("transmitter"), take("native"), use("transmitter"), take("pioneer"))
    do(state, buy("trailblazer"), *pay("journalist"))
    assert me(state)["discard"] == ["native", "pioneer", "trailblazer"]


@pytest.mark.rule("EC-ED-72")
def test_given_a_purchase_was_made_when_a_transmitter_is_used_after_it_then_it_is_accepted() -> None:
    state = at(hand=["transmitter", "journalist"])
    do(state, buy("trailblazer"), *pay("journalist"), use("transmitter"), take("native"))
    assert me(state)["discard"] == ["trailblazer", "native"]


@pytest.mark.rule("EC-ED-68")
def test_given_a_scout_removed_at_a_base_camp_then_the_pile_of_scouts_has_not_grown() -> None:
    state = at((1, 1), ["scout"])
    assert left_of(state, "scout") == 2
    do(state, {"do": "enter", "pawn": 0, "to": [1, 2]}, {"do": "give", "card": "scout"})
    assert left_of(state, "scout") == 2
    assert state.snapshot()["removed"] == ["scout"]
