"""The kinds of cards as legal play, and what the ledger proves of the named ones (ED-CARD)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.eldorado.positions import (
    DONE,
    END,
    at,
    buy,
    do,
    enter,
    give,
    me,
    named,
    offers,
    on_sale,
    pay,
    play,
    refused,
    spot,
    step,
    turn,
)

from expedition.core.game import State
from expedition.eldorado import components

CARDS = {card.id: card for card in components.cards()}
# first: the pawn at (3, -1) stands between a jungle (2, 0), a village (2, -1) and, the blockade gone, a river (4, -1)
CROSSING = (3, -1)


def symbols(state: State[Any], card: str) -> list[str]:
    return [action["as"] for action in offers(state, {"do": "play", "card": card})]


def of_colour(colour: str) -> list[str]:
    return [card.id for card in components.cards() if card.color == colour]


@pytest.mark.rule("ED-CARD-01", "ED-CARD-06")
@pytest.mark.parametrize("card", ["explorer", "scout", "trailblazer", "pioneer", "giant_machete"])
def test_given_a_green_card_then_it_goes_into_the_jungle_and_nowhere_else(card: str) -> None:
    assert CARDS[card].color == "green"
    state = at(CROSSING, [card])
    assert symbols(state, card) == ["machete"]
    do(state, play(card, "machete"))
    assert {tuple(a["to"]) for a in offers(state, {"do": "step"})} == {(2, 0), (3, 0), (3, -2), (4, -2)}


@pytest.mark.rule("ED-CARD-02")
@pytest.mark.parametrize("card", ["sailor", "captain"])
def test_given_a_blue_card_then_it_goes_onto_the_river_and_nowhere_else(card: str) -> None:
    assert CARDS[card].color == "blue"
    state = at(CROSSING, [card])
    assert symbols(state, card) == ["paddle"]
    do(state, play(card, "paddle"))
    assert offers(state, {"do": "step"}) == [step(4, -1)]


@pytest.mark.rule("ED-CARD-03")
@pytest.mark.parametrize("card", ["traveler", "photographer", "journalist", "millionaire", "treasure_chest"])
def test_given_a_yellow_card_then_it_enters_villages_and_pays_its_full_power(card: str) -> None:
    assert CARDS[card].color == "yellow"
    state = at(CROSSING, [card])
    assert symbols(state, card) == ["coin"]
    power = CARDS[card].power
    assert power is not None
    assert set(on_sale(state)) == {
        c.id for c in components.cards() if c.market == "board" and c.cost is not None and c.cost <= power
    }
    do(state, play(card, "coin"))
    assert offers(state, {"do": "step"}) == [step(2, -1)]


def test_given_the_cards_then_their_colours_are_these() -> None:
    assert of_colour("green") == ["explorer", "scout", "trailblazer", "pioneer", "giant_machete"]
    assert of_colour("blue") == ["sailor", "captain"]
    assert of_colour("yellow") == ["traveler", "photographer", "treasure_chest", "journalist", "millionaire"]
    assert of_colour("white") == ["jack_of_all_trades", "adventurer", "prop_plane"]
    assert of_colour("purple") == ["transmitter", "cartographer", "compass", "scientist", "travel_log", "native"]


@pytest.mark.rule("ED-CARD-04")
@pytest.mark.parametrize("card", ["jack_of_all_trades", "adventurer", "prop_plane"])
def test_given_a_white_card_then_each_of_the_three_symbols_can_be_chosen(card: str) -> None:
    assert symbols(at(CROSSING, [card]), card) == ["machete", "paddle", "coin"]


@pytest.mark.rule("ED-CARD-04")
def test_given_the_same_joker_on_two_turns_when_it_is_played_as_paddle_and_later_as_coin_then_both_are_accepted() -> (
    None
):
    state = at(CROSSING, ["jack_of_all_trades"], players=3)
    do(state, play("jack_of_all_trades", "paddle"), step(4, -1), END, END, END)
    assert me(state)["hand"] == ["jack_of_all_trades"]
    do(state, play("jack_of_all_trades", "coin"), step(5, -1))
    assert spot(state) == [5, -1]


@pytest.mark.rule("ED-CARD-05")
@pytest.mark.parametrize("card", ["transmitter", "cartographer", "compass", "scientist", "travel_log"])
def test_given_a_purple_card_then_it_moves_nobody_but_by_being_given_up(card: str) -> None:
    state = at((6, -3), [card])  # first: beside rubble, villages and rivers
    assert offers(state, {"do": "play"}) == []
    refused(state, play(card, "machete"))
    places = {tuple(a["to"]) for a in offers(state, {"do": "enter"})}
    assert places == {(6, -2), (6, -4)}
    do(state, enter(6, -2), give(card))
    assert spot(state) == [6, -2]


@pytest.mark.rule("ED-CARD-06")
def test_given_an_explorer_and_a_green_one_space_when_it_is_played_then_the_pawn_enters_with_nothing_left() -> None:
    state = at((0, 0), ["explorer"])
    do(state, play("explorer", "machete"), step(0, 1))
    assert spot(state) == [0, 1]
    assert turn(state)["active"] is None


@pytest.mark.rule("ED-CARD-07", "ED-CARD-08")
def test_given_a_traveler_and_a_sailor_as_payment_then_they_are_worth_one_and_one_half() -> None:
    state = at(hand=["traveler", "sailor", "explorer"])
    do(state, buy("photographer"), *pay("traveler"))
    assert turn(state)["pending"]["due"] == 1
    do(state, *pay("sailor"))
    assert turn(state)["pending"]["due"] == 0.5


@pytest.mark.rule("ED-CARD-08")
def test_given_a_sailor_then_it_enters_a_river_of_one_and_not_of_two() -> None:
    assert symbols(at(CROSSING, ["sailor"]), "sailor") == ["paddle"]
    assert symbols(at((14, 0), ["sailor"]), "sailor") == []  # first: its one river is the 2 at (14, 1)


@pytest.mark.rule("ED-CARD-09")
def test_given_a_scout_and_two_green_one_spaces_in_line_when_it_is_played_then_the_pawn_moves_two_spaces() -> None:
    state = at((-1, 0), ["scout"])
    do(state, play("scout", "machete"), step(0, 0), step(1, 0))
    assert spot(state) == [1, 0]
    assert turn(state)["active"] is None


@pytest.mark.rule("ED-CARD-10")
def test_given_a_trailblazer_and_a_green_three_space_when_it_is_played_then_the_pawn_enters() -> None:
    state = at((19, 2), ["trailblazer"])  # jungle 3 at (20, 1)
    do(state, play("trailblazer", "machete"), step(20, 1))
    assert spot(state) == [20, 1]


@pytest.mark.rule("ED-CARD-11")
def test_given_a_pioneer_and_green_one_two_two_when_it_is_played_then_all_three_are_entered() -> None:
    state = at((24, -3), ["pioneer"])  # jungle 1 at (23, -2), 2 at (23, -3), 2 at (22, -3)
    do(state, play("pioneer", "machete"), step(23, -2), step(23, -3), step(22, -3))
    assert spot(state) == [22, -3]
    assert turn(state)["active"] is None


@pytest.mark.rule("ED-CARD-12", "ED-CARD-13")
@pytest.mark.parametrize(("card", "due"), [("photographer", 2), ("journalist", 1)])
def test_given_a_photographer_or_a_journalist_as_payment_then_the_total_is_two_or_three(card: str, due: int) -> None:
    state = at(hand=[card, "millionaire"])
    do(state, buy("transmitter"), *pay(card))
    assert turn(state)["pending"]["due"] == due


@pytest.mark.rule("ED-CARD-14")
def test_given_a_prop_plane_as_paddle_over_river_two_and_one_when_it_stops_then_it_is_out_of_the_game() -> None:
    state = at((13, 1), ["prop_plane", "explorer"])
    do(state, play("prop_plane", "paddle"), step(14, 1), step(14, 2))
    assert turn(state)["active"]["left"] == 1
    do(state, END, DONE)
    assert me(state)["discard"] == []
    assert state.snapshot()["removed"] == ["prop_plane"]


@pytest.mark.rule("ED-CARD-15")
@pytest.mark.parametrize(("card", "price"), [("transmitter", 4), ("compass", 2)])
def test_given_the_known_prices_then_exactly_that_sum_buys_the_card(card: str, price: int) -> None:
    market: dict[str, Any] = {"board": [{"card": card, "count": 1}], "above": []}
    assert on_sale(at(hand=["traveler"] * price, market=market)) == [card]
    assert on_sale(at(hand=["traveler"] * (price - 1) + ["sailor"], market=market)) == []
    assert named(at(hand=["traveler"] * price, market=market), "buy") == [card]


@pytest.mark.rule("EC-ED-84")
def test_given_the_card_data_then_nothing_contradicts_what_the_ledger_proves() -> None:
    proved: dict[str, tuple[tuple[str, ...], int | None]] = {
        "explorer": (("machete",), 1),
        "traveler": (("coin",), 1),
        "sailor": (("paddle",), 1),
        "scout": (("machete",), 2),
        "trailblazer": (("machete",), 3),
        "pioneer": (("machete",), 5),
        "photographer": (("coin",), 2),
        "journalist": (("coin",), 3),
        "prop_plane": (("machete", "paddle", "coin"), 4),
    }
    assert {card: (CARDS[card].symbols, CARDS[card].power) for card in proved} == proved
    assert CARDS["prop_plane"].single_use
    assert (CARDS["transmitter"].cost, CARDS["compass"].cost) == (4, 2)
    assert CARDS["transmitter"].market == "board"
    assert CARDS["compass"].market == "above"
