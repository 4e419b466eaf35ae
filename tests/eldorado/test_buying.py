"""Buying a card: what pays, how much, and where everything goes (ED-BUY)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from tests.eldorado.positions import (
    DONE,
    END,
    at,
    board_of,
    buy,
    left_of,
    legal,
    market_without,
    me,
    named,
    offers,
    on_sale,
    one_vacant,
    pay,
    pay_token,
    play,
    refused,
    step,
    turn,
    use,
    use_token,
)

from expedition.core.game import State


def worth(*cards: str) -> float:
    """What the cards come to against a price of five."""
    hand = [*cards, "millionaire", "millionaire"]
    state = at(hand=hand, market=one_vacant(hand))
    for action in (buy("pioneer"), *pay(*cards)):
        state.apply(state.from_dict(action))
    due: float = turn(state)["pending"]["due"]
    return 5 - due


def after_payment(cards: list[str], card: str = "photographer", **given: Any) -> State[Any]:
    state = at(hand=cards, **given)
    for action in (buy(card), *pay(*cards)):
        state.apply(state.from_dict(action))
    return state


@pytest.mark.rule("ED-BUY-01")
def test_given_one_purchase_this_turn_when_a_second_is_attempted_then_it_is_refused() -> None:
    state = at(hand=["traveler"] * 2, draw=["traveler"])
    state.apply(state.from_dict(buy("scout")))
    state.apply(state.from_dict(pay("traveler")[0]))
    assert turn(state)["bought"] is True
    assert on_sale(state) == []
    refused(state, buy("scout"))


@pytest.mark.rule("ED-BUY-01")
def test_given_a_purchase_last_turn_then_the_next_player_and_the_same_player_next_round_may_buy_again() -> None:
    state = at(hand=["traveler"], draw=["traveler"] * 4, others={1: {"hand": ["traveler"]}}, players=3)
    for action in (buy("scout"), *pay("traveler"), END):
        state.apply(state.from_dict(action))
    assert "scout" in on_sale(state)
    for action in (END, DONE, END):
        state.apply(state.from_dict(action))
    assert state.actor == 0
    assert "scout" in on_sale(state)


@pytest.mark.rule("ED-BUY-02")
def test_given_no_move_this_turn_when_a_purchase_is_paid_then_it_succeeds() -> None:
    state = after_payment(["traveler"], "scout")
    assert me(state)["discard"] == ["scout"]


@pytest.mark.rule("ED-BUY-02", "ED-TURN-06")
def test_given_a_move_this_turn_when_a_purchase_is_paid_then_it_succeeds_too() -> None:
    state = at((0, 0), ["explorer", "traveler"])
    for action in (play("explorer", "machete"), step(0, 1), buy("scout"), *pay("traveler")):
        state.apply(state.from_dict(action))
    assert me(state)["discard"] == ["scout"]
    assert me(state)["pawns"][0]["at"] == [0, 1]


@pytest.mark.rule("ED-BUY-03", "ED-CARD-07", "ED-CARD-12", "ED-CARD-13", "ED-CARD-03")
@pytest.mark.parametrize(
    ("card", "coins"),
    [("traveler", 1), ("photographer", 2), ("journalist", 3), ("millionaire", 4), ("treasure_chest", 4)],
)
def test_given_a_card_with_the_coin_symbol_as_payment_then_it_counts_its_power(card: str, coins: int) -> None:
    assert worth(card) == coins


@pytest.mark.rule("ED-BUY-04", "EC-ED-08")
@pytest.mark.parametrize(("card", "coins"), [("jack_of_all_trades", 1), ("adventurer", 2), ("prop_plane", 4)])
def test_given_a_joker_as_payment_then_it_counts_its_power_and_not_one_half(card: str, coins: int) -> None:
    assert worth(card) == coins


@pytest.mark.rule("ED-BUY-05", "ED-CARD-08")
@pytest.mark.parametrize(
    "card",
    [
        *("explorer", "sailor", "scout", "trailblazer", "pioneer", "giant_machete", "captain"),
        *("transmitter", "cartographer", "compass", "scientist", "travel_log", "native"),
    ],
)
def test_given_any_other_card_as_payment_then_it_counts_half_a_coin(card: str) -> None:
    assert worth(card) == 0.5


@pytest.mark.rule("ED-BUY-05")
def test_given_an_explorer_and_a_sailor_as_payment_then_the_total_is_one() -> None:
    assert worth("explorer", "sailor") == 1


@pytest.mark.rule("ED-BUY-06")
def test_given_traveler_photographer_explorer_and_sailor_when_all_are_offered_then_the_total_is_four() -> None:
    assert worth("traveler", "photographer", "explorer", "sailor") == 4


@pytest.mark.rule("ED-BUY-07")
def test_given_a_total_of_three_and_a_half_and_a_price_of_four_then_the_purchase_is_refused() -> None:
    state = at(hand=["traveler", "photographer", "explorer"])
    assert "transmitter" not in on_sale(state)
    refused(state, buy("transmitter"))
    assert "trailblazer" in on_sale(state)


@pytest.mark.rule("ED-BUY-07")
@pytest.mark.parametrize("price", [1, 2, 3, 4, 5])
def test_given_a_total_then_exactly_the_cards_up_to_that_price_are_on_sale(price: int) -> None:
    prices = {
        "scout": 1,
        "trailblazer": 3,
        "photographer": 2,
        "treasure_chest": 3,
        "jack_of_all_trades": 2,
        "transmitter": 4,
        "pioneer": 5,
        "giant_machete": 3,
        "captain": 2,
        "journalist": 3,
        "millionaire": 5,
        "adventurer": 4,
        "prop_plane": 4,
        "cartographer": 4,
        "compass": 2,
        "scientist": 4,
        "travel_log": 3,
        "native": 5,
    }
    state = at(hand=["traveler"] * price, market=market_without(["photographer"] * 3))
    assert set(on_sale(state)) == {card for card, cost in prices.items() if cost <= price} - {"photographer"}


@pytest.mark.rule("ED-BUY-08", "EC-ED-12")
def test_given_a_payment_of_three_for_a_price_of_two_then_no_coin_is_left_to_use_this_turn() -> None:
    state = at((1, 0), ["journalist"])  # villages beside the pawn
    for action in (buy("photographer"), *pay("journalist")):
        state.apply(state.from_dict(action))
    assert turn(state)["pending"] is None
    assert turn(state)["active"] is None
    assert legal(state) == [END]


@pytest.mark.rule("ED-BUY-09")
def test_given_a_purchase_then_the_bought_card_is_the_top_of_the_own_discard_pile() -> None:
    state = after_payment(["photographer"], discard=["sailor"])
    assert me(state)["discard"] == ["sailor", "photographer"]
    assert left_of(state, "photographer") == 1  # one in hand from the start, one bought
    assert {"card": "photographer", "count": 1} in board_of(state)


@pytest.mark.rule("ED-BUY-10")
def test_given_a_purchase_when_the_rest_of_the_turn_is_played_then_the_bought_card_cannot_be_played() -> None:
    state = at((1, 0), ["traveler", "compass"])
    for action in (buy("scout"), *pay("traveler")):
        state.apply(state.from_dict(action))
    assert "scout" not in me(state)["hand"]
    state.apply(state.from_dict(use("compass")))  # reshuffles and draws the Scout
    assert me(state)["hand"] == ["scout"]
    assert legal(state) == [END]


@pytest.mark.rule("ED-BUY-11")
def test_given_a_bought_card_in_the_discard_pile_when_the_draw_pile_runs_out_then_it_is_shuffled_in() -> None:
    state = after_payment(["traveler"], "scout", draw=["sailor"])
    state.apply(state.from_dict(END))
    mine = me(state)
    assert sorted(mine["hand"]) == ["sailor", "scout", "traveler"]
    assert (mine["draw"], mine["discard"]) == ([], [])


@pytest.mark.rule("ED-BUY-12")
def test_given_two_travelers_used_to_pay_when_phase_two_is_done_then_both_are_in_the_discard_pile() -> None:
    state = after_payment(["traveler"] * 2, draw=["sailor"] * 4)
    assert me(state)["played"] == ["traveler", "traveler"]
    state.apply(state.from_dict(END))
    assert me(state)["discard"] == ["photographer", "traveler", "traveler"]


@pytest.mark.rule("EC-ED-10")
def test_given_no_payment_then_nothing_can_be_bought() -> None:
    assert on_sale(at(hand=[])) == []
    state = at(hand=["traveler"])
    state.apply(state.from_dict(buy("scout")))
    assert legal(state) == pay("traveler")
    refused(state, DONE)
    refused(state, END)
    assert me(state)["discard"] == []


@pytest.mark.rule("EC-ED-10", "ED-TOK-02")
def test_given_a_coin_token_of_two_alone_when_a_card_of_price_two_is_bought_then_it_succeeds() -> None:
    state = at(hand=[], tokens=["coin_2"])
    for action in (buy("photographer"), pay_token("coin_2")):
        state.apply(state.from_dict(action))
    assert me(state)["discard"] == ["photographer"]
    assert me(state)["tokens"] == []
    assert state.snapshot()["spent"] == ["coin_2"]


@pytest.mark.rule("EC-ED-11")
def test_given_three_half_coins_when_a_card_of_price_two_is_chosen_then_it_is_refused_and_with_a_fourth_accepted() -> (
    None
):
    assert on_sale(at(hand=["explorer"] * 3)) == ["scout"]
    assert on_sale(at(hand=["explorer"] * 3 + ["sailor"])) == ["scout", "photographer", "jack_of_all_trades"]
    state = after_payment(["explorer"] * 3 + ["sailor"])
    assert me(state)["discard"] == ["photographer"]


@pytest.mark.rule("EC-ED-12")
def test_given_a_price_of_two_when_three_is_paid_then_all_paying_cards_lie_in_the_play_area() -> None:
    state = at(hand=["traveler", "photographer", "explorer"])
    for action in (buy("photographer"), *pay("traveler", "photographer")):
        state.apply(state.from_dict(action))
    assert me(state)["played"] == ["traveler", "photographer"]
    assert me(state)["hand"] == ["explorer"]


@pytest.mark.rule("EC-ED-12")
def test_given_the_price_is_met_then_nothing_can_be_added() -> None:
    state = at(hand=["photographer", "traveler"])
    for action in (buy("photographer"), *pay("photographer")):
        state.apply(state.from_dict(action))
    assert named(state, "pay") == []
    refused(state, pay("traveler")[0])


# -- the fine print ----------------------------------------------------------------------------------------------


def test_given_an_unfinished_payment_then_market_bought_and_discard_pile_have_not_changed() -> None:
    state = at(hand=["traveler"] * 3)
    before = state.snapshot()
    for action in (buy("trailblazer"), *pay("traveler", "traveler")):
        state.apply(state.from_dict(action))
    now = state.snapshot()
    assert now["market"] == before["market"]
    assert now["turn"]["bought"] is False
    assert now["turn"]["gained"] == []
    assert me(state)["discard"] == []
    assert me(state)["played"] == ["traveler", "traveler"]
    assert now["turn"]["pending"] == {"kind": "pay", "card": "trailblazer", "due": 1}


def test_given_half_a_coin_paid_then_the_position_says_what_is_due_to_the_half() -> None:
    state = at(hand=["explorer", "journalist"])
    for action in (buy("trailblazer"), *pay("explorer")):
        state.apply(state.from_dict(action))
    assert turn(state)["pending"] == {"kind": "pay", "card": "trailblazer", "due": 2.5}


def test_given_a_pending_payment_then_only_payments_are_offered_and_two_of_a_kind_once() -> None:
    state = at((1, 0), ["traveler", "traveler", "explorer", "cartographer"], tokens=["coin_1", "draw_1", "machete_1"])
    state.apply(state.from_dict(buy("photographer")))
    assert legal(state) == [*pay("explorer", "traveler", "cartographer"), pay_token("coin_1")]


def test_given_symbol_tokens_when_a_payment_would_waste_what_the_price_needs_then_it_is_not_offered() -> None:
    # two coins in all, and only with the Trailblazer changed: spending it as half a coin would end at 1.5
    state = at(hand=["trailblazer", "explorer"], tokens=["change_symbol"])
    state.apply(state.from_dict(buy("trailblazer")))
    assert legal(state) == [use_token("change_symbol"), *pay("explorer")]
    state.apply(state.from_dict(pay("explorer")[0]))
    assert legal(state) == [use_token("change_symbol")]


def test_given_enough_without_the_symbol_token_then_the_card_may_also_pay_its_half() -> None:
    state = at(hand=["trailblazer", "traveler"], tokens=["change_symbol"])
    state.apply(state.from_dict(buy("scout")))
    assert legal(state) == [use_token("change_symbol"), *pay("traveler", "trailblazer")]


def test_given_a_movement_with_power_left_when_a_card_is_bought_then_the_movement_is_over() -> None:
    state = at((-1, 0), ["trailblazer", "traveler"])
    for action in (play("trailblazer", "machete"), step(0, 0)):
        state.apply(state.from_dict(action))
    assert turn(state)["active"]["left"] == 2
    state.apply(state.from_dict(buy("scout")))
    assert turn(state)["active"] is None


def test_given_a_card_used_to_move_then_it_does_not_pay() -> None:
    state = at((1, 0), ["photographer"])
    for action in (play("photographer", "coin"), step(1, -1)):
        state.apply(state.from_dict(action))
    assert on_sale(state) == []


# -- buying as one gesture ---------------------------------------------------------------------------------------


def purchase(state: State[Any], card: str) -> dict[str, Any]:
    (found,) = [g for g in state.gestures() if g["kind"] == "buy" and g["card"] == card]
    return found


def test_given_exact_change_then_the_gesture_proposes_it_and_says_price_and_total() -> None:
    made = purchase(at(hand=["photographer", "journalist", "explorer", "sailor"]), "photographer")
    assert made == {
        "kind": "buy",
        "card": "photographer",
        "price": 2,
        "payment": [{"card": "photographer"}],
        "values": [2],
        "total": 2,
        "actions": [buy("photographer"), *pay("photographer")],
        "alternatives": [
            {
                "payment": [{"card": "journalist"}],
                "values": [3],
                "total": 3,
                "actions": [buy("photographer"), *pay("journalist")],
            },
        ],
    }


def test_given_halves_then_the_total_of_the_gesture_is_exact() -> None:
    made = purchase(at(hand=["explorer", "photographer", "photographer"]), "trailblazer")
    assert (made["payment"], made["total"]) == ([{"card": "photographer"}] * 2, 4)
    assert made["alternatives"] == []  # two and a half is not enough
    made = purchase(at(hand=["explorer", "sailor", "sailor", "traveler", "traveler"]), "photographer")
    assert {bill(p["payment"]): p["total"] for p in (made, *made["alternatives"])} == {
        (("traveler", False), ("traveler", False)): 2,
        (("explorer", False), ("sailor", False), ("traveler", False)): 2,
        (("sailor", False), ("sailor", False), ("traveler", False)): 2,
    }
    assert made["payment"] == [{"card": "traveler"}] * 2  # fewer cards
    mixed = next(p for p in made["alternatives"] if {"card": "explorer"} in p["payment"])
    assert {p["card"]: value for p, value in zip(mixed["payment"], mixed["values"], strict=True)} == {
        "explorer": 0.5,
        "sailor": 0.5,
        "traveler": 1,
    }


def test_given_an_item_and_ordinary_cards_then_the_item_is_proposed_last() -> None:
    made = purchase(at(hand=["treasure_chest", "journalist"]), "trailblazer")
    assert made["payment"] == [{"card": "journalist"}]
    assert [p["payment"] for p in made["alternatives"]] == [[{"card": "treasure_chest"}]]


def test_given_a_coin_token_and_cards_then_the_cards_are_proposed_first() -> None:
    made = purchase(at(hand=["traveler"], tokens=["coin_1"]), "scout")
    assert made["payment"] == [{"card": "traveler"}]
    assert [p["payment"] for p in made["alternatives"]] == [[{"token": "coin_1"}]]


def test_given_a_symbol_token_then_a_payment_with_it_shows_the_token_and_the_card() -> None:
    made = purchase(at(hand=["trailblazer"], tokens=["change_symbol"]), "trailblazer")
    assert made["payment"] == [{"token": "change_symbol"}, {"card": "trailblazer"}]
    assert (made["values"], made["total"]) == ([0, 3], 3)
    assert made["actions"] == [buy("trailblazer"), use_token("change_symbol"), *pay("trailblazer")]


def test_given_a_joker_and_a_symbol_token_then_no_payment_wastes_the_token() -> None:
    made = purchase(at(hand=["adventurer"], tokens=["change_symbol"]), "photographer")
    assert made["payment"] == [{"card": "adventurer"}]
    assert made["alternatives"] == []


def bill(payment: list[dict[str, str]]) -> tuple[tuple[str, bool], ...]:
    """What pays, each with whether its symbol is changed, in any order."""
    names = [part.get("card") or part["token"] for part in payment]
    changed = [i > 0 and names[i - 1] == "change_symbol" for i in range(len(names))]
    return tuple(sorted((name, by) for name, by in zip(names, changed, strict=True) if name != "change_symbol"))


HANDS = [
    (["explorer", "explorer", "sailor", "traveler", "photographer", "adventurer"], []),
    (["trailblazer", "captain", "giant_machete", "scout", "traveler"], ["change_symbol", "change_symbol"]),
    (["prop_plane", "treasure_chest", "native", "jack_of_all_trades"], ["coin_1", "coin_2", "coin_2", "change_symbol"]),
]


@pytest.mark.parametrize(("hand", "tokens"), HANDS)
def test_given_any_hand_then_every_payment_is_legal_completes_pays_its_total_and_nothing_can_be_left_out(
    hand: list[str], tokens: list[str]
) -> None:
    full = {"journalist": 3, "photographer": 2, "traveler": 1, "adventurer": 2, "jack_of_all_trades": 1}
    full |= {"prop_plane": 4, "treasure_chest": 4, "coin_1": 1, "coin_2": 2}
    power = {"trailblazer": 3, "captain": 3, "giant_machete": 6, "scout": 2, "explorer": 1, "sailor": 1}

    def total(payment: list[dict[str, str]]) -> float:
        worths: list[float] = []
        changed = False
        for part in payment:
            name = part.get("card") or part["token"]
            if name == "change_symbol":
                changed = True
                continue
            worths.append(power[name] if changed and name in power else full.get(name, 0.5))
            changed = False
        return sum(worths)

    state = at(hand=hand, tokens=tokens, market=one_vacant(hand))
    gestures = [g for g in state.gestures() if g["kind"] == "buy"]
    assert [g["card"] for g in gestures] == on_sale(state)
    for made in gestures:
        ways = [made, *made["alternatives"]]
        assert len(ways) == len({bill(way["payment"]) for way in ways})
        for way in ways:
            assert total(way["payment"]) == way["total"] >= made["price"]
            for i, part in enumerate(way["payment"]):
                rest = [p for j, p in enumerate(way["payment"]) if j != i]
                if part.get("token") != "change_symbol" and i and way["payment"][i - 1].get("token") == "change_symbol":
                    rest = [p for j, p in enumerate(way["payment"]) if j not in (i - 1, i)]
                assert total(rest) < made["price"]
            played = state.copy()
            for action in way["actions"]:
                assert action in legal(played)
                played.apply(played.from_dict(action))
            assert turn(played)["bought"] is True
            assert me(played)["discard"] == [made["card"]]


def test_given_a_small_hand_then_the_gesture_lists_exactly_the_minimal_payments_that_brute_force_finds() -> None:
    hand, tokens = ["scout", "captain", "traveler", "traveler", "compass"], ["change_symbol", "coin_2"]
    plain = {"scout": 0.5, "captain": 0.5, "traveler": 1, "compass": 0.5, "coin_2": 2}
    changed = {"scout": 2, "captain": 3}
    means = [(name, False, plain[name]) for name in [*hand, "coin_2"]]
    means += [(name, True, worth) for name, worth in changed.items()]
    price, minimal = 3, set()
    for size in range(1, len(means) + 1):
        for some in combinations(means, size):
            names = [name for name, _, _ in some]
            if any(names.count(name) > [*hand, "coin_2"].count(name) for name in names):
                continue  # a card pays once, changed or not
            if sum(by for _, by, _ in some) > 1:
                continue  # one symbol token
            total = sum(worth for _, _, worth in some)
            if total >= price > total - min(worth for _, _, worth in some):
                minimal.add(tuple(sorted((name, by) for name, by, _ in some)))
    made = purchase(at(hand=hand, tokens=tokens), "trailblazer")
    assert {bill(way["payment"]) for way in (made, *made["alternatives"])} == minimal
    assert len(minimal) == 1 + len(made["alternatives"])


def test_given_a_hand_of_every_half_coin_kind_then_a_payment_is_still_found() -> None:
    hand = ["explorer", "sailor", "scout", "trailblazer", "pioneer", "giant_machete", "captain", "transmitter"]
    hand += ["cartographer", "compass", "scientist", "travel_log", "native"]
    state = at(hand=hand, tokens=["change_symbol"], market=one_vacant(hand))
    made = purchase(state, "millionaire")
    assert made["total"] == 5
    assert offers(state, buy("millionaire")) == [buy("millionaire")]
