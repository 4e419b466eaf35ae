"""The rulebook's worked examples as whole scenarios (ED-EX)."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import (
    END,
    at,
    board_of,
    buy,
    do,
    enter,
    give,
    left_of,
    me,
    native,
    offers,
    one_vacant,
    own_route,
    pay,
    play,
    play_token,
    spot,
    step,
    turn,
    use,
)


@pytest.mark.rule("ED-EX-01")
def test_given_a_lane_of_green_1_1_1_3_when_explorer_scout_and_trailblazer_are_played_then_the_pawn_ends_on_the_3() -> (
    None
):
    # first: jungle 1 at (17, 4), (18, 3) and (19, 2), jungle 3 at (20, 1); the blockade of that seam is gone
    state = at((16, 4), ["explorer", "scout", "trailblazer"])
    do(state, play("explorer", "machete"), step(17, 4))
    assert turn(state)["active"] is None
    do(state, play("scout", "machete"), step(18, 3), step(19, 2))
    do(state, play("trailblazer", "machete"), step(20, 1))
    assert spot(state) == [20, 1]
    assert me(state)["played"] == ["explorer", "scout", "trailblazer"]


@pytest.mark.rule("ED-EX-02")
def test_given_traveler_photographer_explorer_and_sailor_when_they_pay_four_then_a_transmitter_is_bought() -> None:
    hand = ["traveler", "photographer", "explorer", "sailor"]
    state = at(hand=hand)
    assert all(pile for pile in board_of(state))
    do(state, buy("transmitter"))
    for card, due in (("traveler", 3), ("photographer", 1), ("explorer", 0.5)):
        do(state, *pay(card))
        assert turn(state)["pending"] == {"kind": "pay", "card": "transmitter", "due": due}
    do(state, *pay("sailor"))
    assert turn(state)["pending"] is None
    assert me(state)["discard"] == ["transmitter"]
    assert me(state)["played"] == hand
    assert left_of(state, "transmitter") == 2
    (gesture,) = [g for g in at(hand=hand).gestures() if g["kind"] == "buy" and g["card"] == "transmitter"]
    assert (gesture["total"], gesture["alternatives"]) == (4, [])


# Jungle 1 at (10, -6), 2 at (9, -6), 2 at (8, -6), a base camp of one card at (7, -6),
# behind the seam river 2 at (8, -7), river 1 at (8, -8), rubble 3 at (8, -9).
FULL_TURN = own_route(("B", 0, 0, 0), ("K", 0, 7, -3), ("I", 0, 10, -10), ("finish_jungle", 0, 14, -14))


@pytest.mark.rule("ED-EX-03", "ED-ITEM-05", "ED-MKT-04", "ED-BUY-08")
def test_given_the_full_turn_of_the_rulebook_when_it_is_replayed_then_every_card_is_where_the_example_puts_it() -> None:
    hand = ["cartographer", "pioneer", "traveler", "prop_plane"]
    drawn = ["native", "journalist"]
    rest = ["sailor", "explorer", "explorer", "traveler"]
    state = at((10, -5), hand, route=FULL_TURN, draw=drawn + rest, market=one_vacant(hand + drawn, slot=3))

    do(state, use("cartographer"))
    assert sorted(me(state)["hand"]) == ["journalist", "native", "pioneer", "prop_plane", "traveler"]

    do(state, play("pioneer", "machete"), step(10, -6), step(9, -6), step(8, -6))
    assert turn(state)["active"] is None  # 1 + 2 + 2 use it up

    do(state, enter(7, -6), give("traveler"))
    assert state.snapshot()["removed"] == ["traveler"]

    do(state, play("prop_plane", "paddle"), step(8, -7), step(8, -8))
    do(state, native(), step(8, -9))  # the plane's last power is lost
    assert spot(state) == [8, -9]
    assert offers(state, {"do": "step"}) == []

    do(state, buy("compass"), *pay("journalist"))
    assert board_of(state)[3] == {"card": "compass", "count": 2}
    assert turn(state)["pending"] is None

    assert me(state)["hand"] == []
    assert me(state)["played"] == ["cartographer", "pioneer", "native", "journalist"]
    do(state, END)
    assert sorted(me(state)["discard"]) == ["cartographer", "compass", "journalist", "native", "pioneer"]
    assert sorted(state.snapshot()["removed"]) == ["prop_plane", "traveler"]
    assert sorted(me(state)["hand"]) == sorted(rest)
    assert state.actor == 1


@pytest.mark.rule("ED-EX-04", "ED-CAVE-15")
def test_given_a_token_found_beside_a_cave_when_it_is_used_at_once_to_move_on_beside_it_then_no_second_is_taken() -> (
    None
):
    # first: (0, 1) and the village (1, 1) are both beside the cave at (0, 2)
    state = at((0, 0), ["explorer"], caves={(0, 2): ["coin_1", "draw_1", "native", "machete_2"]})
    do(state, play("explorer", "machete"), step(0, 1))
    assert me(state)["tokens"] == ["coin_1"]
    do(state, play_token("coin_1"), step(1, 1))
    assert me(state)["tokens"] == []
    assert state.snapshot()["caves"][0] == {"at": [0, 2], "pile": ["draw_1", "native", "machete_2"]}


@pytest.mark.rule("ED-EX-04")
def test_given_a_token_found_beside_a_cave_then_it_may_also_be_kept_for_a_later_turn_or_a_purchase() -> None:
    state = at((0, 0), ["explorer"], players=3, caves={(0, 2): ["coin_1", "draw_1"]})
    do(state, play("explorer", "machete"), step(0, 1), END, END, END)
    assert me(state)["tokens"] == ["coin_1"]
    do(state, buy("scout"), {"do": "pay", "token": "coin_1"})
    assert me(state)["discard"] == ["scout"]
