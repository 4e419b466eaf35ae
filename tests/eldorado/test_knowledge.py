"""What a seat sees, what it can know, and positions dealt anew that it cannot tell apart."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from tests.eldorado.positions import DONE, END, JSON, at, do, enter, give, me, play, refused, step

import expedition
from expedition.core.game import State
from expedition.eldorado import components

# A deck of cards nobody else has, so that a name in a view can only come from there.
HAND = ["pioneer", "native", "compass"]
DRAW = ["millionaire", "captain", "journalist"]


def secret_deck(**more: Any) -> State[Any]:
    market: JSON = {"board": [], "above": []}
    return at(hand=["sailor"], seat=1, market=market, others={0: {"hand": HAND, "draw": DRAW}}, **more)


def names_in(value: object) -> set[str]:
    text = json.dumps(value)
    return {card for card in HAND + DRAW if f'"{card}"' in text}


@pytest.mark.rule("EC-ED-56")
@pytest.mark.parametrize("viewer", [1, 2, None])
def test_given_the_view_of_another_seat_or_a_spectator_when_it_is_searched_then_no_hidden_card_is_in_it(
    viewer: int | None,
) -> None:
    shown = secret_deck().view(viewer)
    assert names_in(shown) == set()
    assert (shown["seats"][0]["hand"], shown["seats"][0]["hand_count"], shown["seats"][0]["draw_count"]) == (None, 3, 3)
    assert "draw" not in shown["seats"][0]


@pytest.mark.rule("EC-ED-56")
def test_given_the_own_view_when_it_is_searched_then_the_hand_is_in_it_and_the_draw_pile_is_not() -> None:
    shown = secret_deck().view(0)
    assert (shown["seat"], shown["actor"], shown["actors"]) == (0, 1, [1])
    assert names_in(shown) == set(HAND)
    assert sorted(shown["seats"][0]["hand"]) == sorted(HAND)


@pytest.mark.rule("ED-BUY-07")
def test_given_a_hand_when_its_owner_looks_then_the_most_it_could_pay_is_told_and_to_nobody_else() -> None:
    state = secret_deck()
    assert [state.view(viewer)["seats"][0]["purse"] is None for viewer in (0, 1, None)] == [False, True, True]
    assert state.view(0)["seats"][0]["purse"] > 0


@pytest.mark.rule("EC-ED-56", "ED-DISC-03")
def test_given_open_things_when_any_seat_looks_then_it_sees_them_all() -> None:
    state = at(
        (0, 0),
        hand=["explorer"],
        discard=["traveler", "scout"],
        played=["sailor"],
        tokens=["coin_1"],
        kept=[4],
        blockades={(0, 1): 5},
        caves={(0, 2): ["draw_1", "native"], (7, -3): ["coin_2"]},
        near=[(0, 2)],
        removed=["traveler"],
        spent=["machete_1"],
    )
    for viewer in (0, 1, 2, None):
        shown = state.view(viewer)
        seat = shown["seats"][0]
        assert seat["pawns"] == [{"at": [0, 0], "near": [[0, 2]]}]
        assert (seat["discard"], seat["played"]) == (["traveler", "scout"], ["sailor"])
        assert (seat["tokens"], seat["blockades"]) == (["coin_1"], [4])
        assert shown["blockades"] == [{"number": 5, "between": [0, 1]}]
        assert shown["caves"] == [
            {"at": [0, 2], "count": 2},
            {"at": [7, -3], "count": 1},
            {"at": [11, 7], "count": 0},
        ]
        assert (shown["removed"], shown["spent"]) == (["traveler"], ["machete_1"])
        assert shown["market"] == state.snapshot()["market"]
        assert shown["turn"] == state.snapshot()["turn"]
        assert "rng" not in shown
        assert '"draw_1"' not in json.dumps(shown)  # what lies in a cave


@pytest.mark.rule("EC-ED-56")
def test_given_cards_drawn_when_events_are_read_then_the_owner_sees_which_and_all_others_how_many() -> None:
    state = do(at(hand=["cartographer"], draw=["pioneer", "captain"]), {"do": "use", "card": "cartographer"})
    assert state.events(seat=0)[-1] == {
        "ply": 0,
        "seat": 0,
        "key": "eldorado.draw",
        "count": 2,
        "cards": ["pioneer", "captain"],
    }
    for viewer in (1, 2, None):
        assert state.events(seat=viewer)[-1] == {"ply": 0, "seat": 0, "key": "eldorado.draw", "count": 2}


def test_given_a_reshuffle_when_events_are_read_then_all_are_told_of_it_before_the_cards() -> None:
    state = do(at(hand=["cartographer"], draw=["pioneer"], discard=["sailor"]), {"do": "use", "card": "cartographer"})
    assert [event["key"] for event in state.events(seat=2)] == ["eldorado.use", "eldorado.shuffle", "eldorado.draw"]


def test_given_events_when_they_are_asked_for_from_a_ply_on_then_earlier_ones_are_left_out() -> None:
    state = do(at((0, 0), hand=["explorer"]), play("explorer", "machete"), step(1, 0), END)
    keys = [(event["ply"], event["key"].removeprefix("eldorado.")) for event in state.events()]
    assert keys == [(0, "play"), (1, "step"), (2, "end"), (2, "shuffle"), (2, "draw"), (2, "turn")]
    assert state.events(2) == state.events()[2:]


# What can be known.


@pytest.mark.rule("EC-ED-56")
def test_given_a_deck_when_another_seat_counts_it_then_it_knows_the_cards_but_not_which_are_in_the_hand() -> None:
    state = secret_deck()
    known = state.information(2)["decks"]
    assert (known[0]["hand"], sorted(known[0]["unseen"])) == ([], sorted(HAND + DRAW))
    assert state.information(2)["format"] == "expedition-information/1"
    own = state.information(0)["decks"][0]
    assert (sorted(own["hand"]), sorted(own["unseen"])) == (sorted(HAND), sorted(DRAW))


def test_given_a_reshuffle_in_the_middle_of_a_hand_when_others_think_then_the_cards_held_are_known() -> None:
    state = at(hand=["cartographer", "sailor"], draw=["traveler"], discard=["explorer", "explorer"])
    do(state, {"do": "use", "card": "cartographer"})
    # with the last card drawn the Sailor and the Traveler were all that was left outside the open discard pile
    assert me(state)["known"] == ["traveler", "sailor"]
    assert state.information(1)["decks"][0] == {"hand": ["traveler", "sailor"], "unseen": ["explorer", "explorer"]}
    assert state.view(1)["seats"][0]["hand"] is None


def test_given_a_known_card_when_one_like_it_leaves_the_hand_then_it_is_known_no_more() -> None:
    others = {1: {"pawn": (1, 1), "hand": ["traveler", "traveler", "sailor"], "known": ["traveler", "sailor"]}}
    state = do(at(others=others), END)
    assert state.information(0)["decks"][1] == {"hand": ["traveler", "sailor"], "unseen": ["traveler"]}
    do(state, enter(1, 2), give("traveler"))
    # it may have been the known one
    assert state.information(0)["decks"][1] == {"hand": ["sailor"], "unseen": ["traveler"]}
    do(state, END, {"do": "discard", "card": "traveler"}, DONE)
    assert me(state, 1)["known"] == ["sailor"]


def test_given_a_first_deal_when_others_think_then_nothing_of_a_hand_is_certain() -> None:
    state = expedition.make("eldorado", players=3).new(4)
    for seat in (1, 2):
        assert state.information(0)["decks"][seat]["hand"] == []
        assert Counter(state.information(0)["decks"][seat]["unseen"]) == Counter(sailor=1, explorer=3, traveler=4)


@pytest.mark.rule("EC-ED-56")
def test_given_tokens_seen_when_the_rest_is_counted_then_those_in_caves_and_box_are_told_together() -> None:
    supply = Counter({token.id: token.count for token in components.tokens()})
    state = at(caves={(0, 2): ["native", "coin_1"]}, tokens=["draw_1"], spent=["coin_2", "coin_2"])
    assert Counter(state.information(1)["unseen_tokens"]) == supply - Counter(draw_1=1, coin_2=2)


# Dealing anew.


def test_given_a_position_when_it_is_dealt_anew_for_a_seat_then_the_seat_cannot_tell_the_difference() -> None:
    state = secret_deck(tokens=["draw_1"], caves={(0, 2): ["native", "coin_1"], (7, -3): ["coin_2"]})
    before = state.snapshot()
    for viewer in range(3):
        shown = state.information(viewer)
        for seed in range(10):
            dealt = state.game.redeal(state, viewer, seed)
            assert dealt.information(viewer) == shown
            assert dealt.legal_actions(viewer) == state.legal_actions(viewer)
    assert state.snapshot() == before


def test_given_another_seats_deck_when_it_is_dealt_anew_then_every_division_of_hand_and_pile_comes_up() -> None:
    state = at(hand=["sailor"], others={1: {"hand": ["explorer"], "draw": ["traveler", "sailor"]}})
    seen = Counter()
    for seed in range(300):
        other = me(state.game.redeal(state, 0, seed), 1)
        seen[other["hand"][0], *other["draw"]] += 1
    assert len(seen) == 6
    assert min(seen.values()) > 25  # 50 expected


def test_given_a_card_known_to_be_in_the_hand_when_it_is_dealt_anew_then_it_stays_there() -> None:
    others = {1: {"hand": ["explorer", "native"], "draw": ["traveler", "sailor"], "known": ["native"]}}
    state = at(hand=["sailor"], others=others)
    hands = {tuple(me(state.game.redeal(state, 0, seed), 1)["hand"]) for seed in range(40)}
    assert hands == {("explorer", "native"), ("traveler", "native"), ("sailor", "native")}


def test_given_the_own_deck_when_it_is_dealt_anew_then_only_the_order_of_the_pile_changes() -> None:
    state = at(hand=["sailor"], draw=["explorer", "traveler", "native"], discard=["scout", "explorer"])
    piles = set()
    for seed in range(60):
        seat = me(state.game.redeal(state, 0, seed))
        assert (seat["hand"], seat["discard"]) == (["sailor"], ["scout", "explorer"])
        piles.add(tuple(seat["draw"]))
    assert len(piles) == 6


def test_given_caves_when_they_are_dealt_anew_then_tokens_left_in_the_box_may_lie_in_them_but_no_seen_one() -> None:
    state = at(
        hand=["sailor"],
        caves={(0, 2): ["native", "coin_1", "coin_1"], (11, 7): ["draw_1"]},
        tokens=["native", "keep_item"],
        spent=["keep_item"],
    )
    supply = Counter({token.id: token.count for token in components.tokens()}) - Counter(native=1, keep_item=2)
    seen = set()
    for seed in range(150):
        piles = [cave["pile"] for cave in state.game.redeal(state, 0, seed).snapshot()["caves"]]
        assert [len(pile) for pile in piles] == [3, 0, 1]
        lying = Counter(token for pile in piles for token in pile)
        assert lying <= supply
        seen |= set(lying)
    assert seen == set(supply)  # everything unseen comes up sooner or later


def test_given_a_payment_of_another_seat_when_it_is_dealt_anew_then_that_seat_can_still_pay() -> None:
    # the buyer has shown that the price can be met, so its one card in hand is the Journalist
    state = at(hand=["journalist"], draw=["explorer", "explorer", "explorer", "explorer", "explorer"])
    do(state, {"do": "buy", "card": "trailblazer"})
    for seed in range(20):
        dealt = state.game.redeal(state, 1, seed)
        assert me(dealt)["hand"] == ["journalist"]
        do(dealt, {"do": "pay", "card": "journalist"})


def test_given_a_symbol_token_in_the_payment_of_another_seat_when_it_is_dealt_anew_then_its_card_is_there() -> None:
    state = at(hand=["captain"], draw=["sailor"] * 3, tokens=["change_symbol"])
    do(state, {"do": "buy", "card": "trailblazer"})
    assert {tuple(me(state.game.redeal(state, 1, seed))["hand"]) for seed in range(20)} == {("captain",)}
    do(state, {"do": "use", "token": "change_symbol"})
    assert {tuple(me(state.game.redeal(state, 1, seed))["hand"]) for seed in range(20)} == {("captain",)}


def test_given_cards_to_give_up_by_another_seat_when_it_is_dealt_anew_then_enough_of_them_may_be_given() -> None:
    # the Scout gained this turn may not be given up, so it is not all there is in the hand
    state = at((1, 1), hand=["traveler"], draw=["scout"], gained=["scout"])
    do(state, enter(1, 2))
    assert {tuple(me(state.game.redeal(state, 1, seed))["hand"]) for seed in range(20)} == {("traveler",)}


def test_given_a_symbol_token_played_by_another_seat_when_it_is_dealt_anew_then_that_seat_has_a_card_for_it() -> None:
    # around (21, 2) there is jungle 1 only, so the Explorer would have to change into itself
    state = at(
        ["arrived", (21, 2)], hand=["sailor"], draw=["explorer", "cartographer"], tokens=["change_symbol"], players=2
    )
    do(state, {"do": "use", "token": "change_symbol"})
    assert {tuple(me(state.game.redeal(state, 1, seed))["hand"]) for seed in range(20)} == {("sailor",)}
    state = at((21, 2), hand=["sailor"], draw=["jack_of_all_trades"], tokens=["change_symbol"])
    do(state, {"do": "use", "token": "change_symbol"})
    hands = {tuple(me(state.game.redeal(state, 1, seed))["hand"]) for seed in range(20)}
    assert hands == {("sailor",), ("jack_of_all_trades",)}


def test_given_a_redeal_when_the_game_goes_on_then_chance_is_new_as_well() -> None:
    state = at(hand=["cartographer"], discard=["explorer", "traveler", "native", "scout", "sailor", "captain"])
    drawn = set()
    for seed in range(30):
        dealt = do(state.game.redeal(state, 0, seed), {"do": "use", "card": "cartographer"})
        drawn.add(tuple(me(dealt)["hand"]))
    assert len(drawn) > 8


def test_given_no_such_seat_when_anything_is_asked_for_it_then_it_is_refused() -> None:
    state = at()
    for ask in (state.view, state.information, state.legal_actions, lambda seat: state.game.redeal(state, seat, 1)):
        with pytest.raises(expedition.IllegalAction, match="There is no seat 3; seats are 0 to 2"):
            ask(3)
    assert "no seat" in refused(state, {"do": "resign", "seat": -1})
