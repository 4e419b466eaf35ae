"""Dealing anew, kind by kind: it depends on the key and on what is known, and gives only what can be so (EC-ED-56)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from tests.eldorado.positions import JSON, at, buy, do, me, use, use_token

from expedition.core.game import State
from expedition.eldorado import components
from expedition.eldorado.tables import TOKENS

pytestmark = pytest.mark.rule("EC-ED-56")

SEEDS = range(12)


def hands(state: State[Any], viewer: int, seat: int) -> set[tuple[str, ...]]:
    """The hands of a seat over some deals for another one's eyes."""
    return {tuple(me(state.game.redeal(state, viewer, seed), seat)["hand"]) for seed in SEEDS}


def all_but(*left: str) -> list[str]:
    """Every token of the box less these."""
    rest = Counter({token.id: token.count for token in components.tokens()}) - Counter(left)
    return list(rest.elements())


@pytest.mark.parametrize("seat", [0, 1])
def test_given_a_pile_in_any_order_when_it_is_dealt_anew_then_the_key_alone_decides(seat: int) -> None:
    others: dict[int, JSON] = {0: {"discard": ["native", "native"]}} if seat else {}
    dealt = set()
    for pile in permutations(["explorer", "traveler", "sailor", "scout"]):
        state = at(hand=["captain"], draw=pile, seat=seat, others=others)
        after = state.game.redeal(state, seat, 5)
        dealt.add(tuple(me(after, seat)["draw"]))
        assert sorted(me(after, seat)["draw"]) == sorted(pile)
        assert me(after, 0)["discard"] == me(state, 0)["discard"]
    assert len(dealt) == 1


def test_given_a_payment_in_coins_when_it_is_dealt_anew_then_no_hand_needs_a_symbol_token() -> None:
    # half coins would do only if a token changed the Explorer or the Sailor, and there is none
    state = do(at(hand=["traveler"], draw=["explorer", "sailor"]), buy("scout"))
    assert hands(state, viewer=1, seat=0) == {("traveler",)}


def test_given_a_symbol_token_of_the_second_seat_when_its_payment_is_dealt_anew_then_its_own_token_counts() -> None:
    state = at(hand=["captain"], draw=["sailor"] * 3, tokens=["change_symbol"], seat=1)
    do(state, buy("trailblazer"))
    assert hands(state, viewer=0, seat=1) == {("captain",)}
    do(state, use_token("change_symbol"))
    assert hands(state, viewer=0, seat=1) == {("captain",)}


def test_given_nothing_begun_when_a_hand_is_dealt_anew_then_it_need_not_move() -> None:
    state = at(hand=["cartographer"], draw=["scientist"])
    assert hands(state, viewer=1, seat=0) == {("cartographer",), ("scientist",)}


@pytest.mark.parametrize(
    ("where", "held", "useless"),
    [
        pytest.param({"pawn": (5, -1), "route": "swamplands"}, "sailor", "traveler", id="villages-around"),
        pytest.param({"pawn": (1, -7), "route": "home_stretch"}, "explorer", "sailor", id="rivers-around"),
        pytest.param({"pawn": (21, 2), "route": "first"}, "sailor", "explorer", id="jungle-around"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_given_a_symbol_token_played_when_it_is_dealt_anew_then_the_card_changes_into_what_is_around(
    where: JSON, held: str, useless: str, seat: int
) -> None:
    # the other seat's pawn stands where every card would do; it is not the one that moves
    other = {1 - seat: {"pawn": (2, -1) if where["route"] == "first" else None}}
    state = at(hand=[held], draw=[useless], tokens=["change_symbol"], seat=seat, others=other, **where)
    do(state, use_token("change_symbol"))
    assert hands(state, viewer=1 - seat, seat=seat) == {(held,)}


def test_given_a_pawn_on_the_first_space_of_the_map_when_it_is_dealt_anew_then_it_can_move_like_any_other() -> None:
    state = at((0, -3), hand=["explorer"], draw=["cartographer"], tokens=["change_symbol"], route="home_stretch")
    assert state.s.at[0] == 0
    do(state, use_token("change_symbol"))
    assert hands(state, viewer=1, seat=0) == {("explorer",)}


def test_given_the_last_tokens_nobody_has_seen_when_caves_are_dealt_anew_then_exactly_these_lie_there() -> None:
    piles = {(0, 2): ["machete_1", "coin_2", "native"], (7, -3): ["draw_1", "change_symbol"]}
    lying = [token for pile in piles.values() for token in pile]
    state = at(hand=["sailor"], caves=piles, spent=all_but(*lying))
    tops, bottoms = set(), set()
    for seed in range(40):
        dealt = state.game.redeal(state, 0, seed)
        found = [cave["pile"] for cave in dealt.snapshot()["caves"]]
        assert [len(pile) for pile in found] == [3, 2, 0]
        assert Counter(token for pile in found for token in pile) == Counter(lying)
        assert all(0 <= token < TOKENS for token in dealt.s.cave_pile)
        tops.add(found[0][0])
        bottoms.add(found[0][-1])
    assert tops == bottoms == set(lying)  # each of them comes up first and last


def test_given_two_of_a_kind_unseen_when_caves_are_dealt_anew_then_both_may_lie_there_and_no_third() -> None:
    state = at(hand=["sailor"], caves={(0, 2): ["coin_1", "coin_1"], (7, -3): ["draw_1"]}, spent=all_but(
        "coin_1", "coin_1", "draw_1", "native"
    ))  # fmt: skip
    seen = Counter()
    for seed in range(40):
        found = [cave["pile"] for cave in state.game.redeal(state, 0, seed).snapshot()["caves"]]
        seen[Counter(token for pile in found for token in pile)["coin_1"]] += 1
    assert set(seen) == {1, 2}


def test_given_an_action_card_begun_when_a_hand_is_dealt_anew_then_any_hand_can_go_on() -> None:
    state = do(at(hand=["scientist", "explorer"], draw=["cartographer", "sailor"]), use("scientist"))
    assert len(hands(state, viewer=1, seat=0)) > 1
