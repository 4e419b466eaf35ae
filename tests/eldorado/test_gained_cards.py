"""Cards bought or taken this turn can be drawn but not played before the next one (EC-ED-61)."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import (
    DONE,
    END,
    at,
    buy,
    discard,
    do,
    enter,
    give,
    legal,
    me,
    named,
    native,
    offers,
    on_sale,
    pay,
    play,
    put,
    refused,
    remove,
    step,
    take,
    turn,
    use,
    use_token,
)

# first: the pawn at (-1, 0) has jungle on three sides
JUNGLE = (-1, 0)


@pytest.mark.rule("EC-ED-61", "ED-BUY-10")
def test_given_a_card_taken_by_transmitter_when_a_compass_draws_it_then_it_is_in_hand_and_unplayable() -> None:
    state = at(JUNGLE, ["transmitter", "compass"])
    do(state, use("transmitter"), take("pioneer"), use("compass"))
    assert me(state)["hand"] == ["pioneer"]
    assert turn(state)["gained"] == ["pioneer"]
    assert legal(state) == [END]
    refused(state, play("pioneer", "machete"))
    do(state, END, DONE, END, END)
    assert state.actor == 0
    assert offers(state, {"do": "play"}) == [play("pioneer", "machete")]


@pytest.mark.rule("EC-ED-61")
def test_given_an_older_copy_in_hand_then_exactly_one_of_the_two_may_be_played() -> None:
    state = at(JUNGLE, ["transmitter", "compass", "scout"])
    do(state, use("transmitter"), take("scout"), use("compass"))
    assert me(state)["hand"] == ["scout", "scout"]
    do(state, play("scout", "machete"), step(0, 0), step(1, 0))
    assert me(state)["hand"] == ["scout"]
    assert named(state, "play") == []


@pytest.mark.rule("EC-ED-61")
@pytest.mark.parametrize("where", ["draw", "discard"])
def test_given_an_older_copy_still_in_a_pile_then_the_one_in_hand_may_be_played(where: str) -> None:
    state = at(JUNGLE, ["scout"], gained=["scout"], **{where: ["sailor", "scout"]})
    assert named(state, "play") == ["scout"]
    state = at(JUNGLE, ["scout"], gained=["scout"], **{where: ["sailor", "traveler"]})
    assert named(state, "play") == []


@pytest.mark.rule("EC-ED-61")
def test_given_the_older_copy_was_played_before_then_the_gained_one_may_not_be_played() -> None:
    state = at(JUNGLE, ["scout"], gained=["scout"], played=["scout"])
    assert named(state, "play") == []


@pytest.mark.rule("EC-ED-61")
def test_given_two_gained_copies_and_one_older_then_one_of_three_may_be_played() -> None:
    state = at((5, -4), ["scout", "scout", "scout"], gained=["scout", "scout"])
    assert named(state, "play") == ["scout"]
    do(state, enter(6, -4), give("scout"))
    assert named(state, "play") == []
    assert offers(state, {"do": "enter"}) == []


@pytest.mark.rule("EC-ED-61")
def test_given_only_gained_cards_in_hand_then_none_is_given_up_paid_or_used() -> None:
    hand = ["photographer", "cartographer", "native"]
    state = at((5, -4), hand, gained=hand)
    assert legal(state) == [END]
    for action in (enter(6, -4), buy("scout"), use("cartographer"), native(), play("photographer", "coin")):
        refused(state, action)


@pytest.mark.rule("EC-ED-61")
def test_given_gained_and_older_cards_then_only_the_older_are_counted_and_offered_for_rubble() -> None:
    state = at((5, -4), ["explorer", "pioneer"], gained=["pioneer"])
    do(state, enter(6, -4))
    assert legal(state) == [give("explorer")]
    # swamplands: rubble 2 at (10, 5) takes two cards
    assert offers(at((9, 6), ["explorer", "pioneer"], route="swamplands"), {"do": "enter"}) == [enter(10, 5)]
    gained = at((9, 6), ["explorer", "pioneer"], route="swamplands", gained=["pioneer"])
    assert offers(gained, {"do": "enter"}) == []


@pytest.mark.rule("EC-ED-61")
def test_given_gained_and_older_cards_then_only_the_older_pay() -> None:
    state = at(hand=["photographer", "millionaire"], gained=["millionaire"])
    assert set(on_sale(state)) == {"scout", "photographer", "jack_of_all_trades"}
    do(state, buy("photographer"))
    assert legal(state) == pay("photographer")


@pytest.mark.rule("EC-ED-61")
def test_given_a_gained_card_and_a_symbol_token_then_the_token_has_nothing_to_change() -> None:
    state = at(JUNGLE, ["captain"], gained=["captain"], tokens=["change_symbol"])
    assert legal(state) == [END]
    older = at(JUNGLE, ["captain"], tokens=["change_symbol"])
    assert use_token("change_symbol") in legal(older)


@pytest.mark.rule("EC-ED-61")
def test_given_a_gained_card_in_hand_then_it_may_be_removed_laid_down_discarded_or_kept() -> None:
    given = {"hand": ["pioneer"], "gained": ["pioneer"]}
    removed = at(**given, tokens=["remove_card"])
    do(removed, use_token("remove_card"), remove("pioneer"))
    assert removed.snapshot()["removed"] == ["pioneer"]
    laid = at(**given, tokens=["replace_hand"])
    do(laid, use_token("replace_hand"), put("pioneer"))
    assert me(laid)["played"] == ["pioneer"]
    thrown = at(**given, draw=["sailor"] * 4)
    do(thrown, END, discard("pioneer"))
    assert me(thrown)["discard"] == ["pioneer"]
    kept = at(**given)
    do(kept, END, DONE)
    assert me(kept)["hand"] == ["pioneer"]


@pytest.mark.rule("EC-ED-61")
def test_given_a_bought_joker_drawn_again_then_it_neither_moves_nor_pays() -> None:
    state = at((3, -1), ["compass", "photographer"])
    do(state, buy("jack_of_all_trades"), *pay("photographer"), use("compass"))
    assert me(state)["hand"] == ["jack_of_all_trades"]
    assert legal(state) == [END]
    taken = at((3, -1), ["jack_of_all_trades"], gained=["jack_of_all_trades"])
    assert legal(taken) == [END]


@pytest.mark.rule("EC-ED-61")
def test_given_the_next_players_turn_then_nothing_is_marked_as_gained() -> None:
    state = at(hand=["traveler"], players=3)
    do(state, buy("scout"), *pay("traveler"))
    assert turn(state)["gained"] == ["scout"]
    do(state, END)
    assert turn(state)["gained"] == []
