"""Dealing anew: what a seat cannot know depends on the key alone, and what others have covered is taken back."""

from __future__ import annotations

import pytest

import expedition
from expedition.silvergold.rules.hidden import redeal
from expedition.silvergold.state import KEEP, MARK, REPLACE, Position
from expedition.silvergold.tables import DEALT, PALMS, SLOTS

pytestmark = [pytest.mark.rule("EC-SG-27"), pytest.mark.rule("EC-SG-28")]

GAME = expedition.make("silvergold", players=3)
OTHER = 1


def opening() -> Position:
    """Everybody is choosing two of four maps."""
    s = GAME.new(seed=3).s
    assert s.phase == KEEP
    return s


def marking() -> Position:
    """The first pattern is in force and nobody has marked it."""
    state = GAME.new(seed=3)
    while state.s.phase == KEEP:
        state.apply(state.legal_actions()[0])
    assert state.s.phase == MARK
    return state.s


def anew(s: Position, key: int = 1, seat: int = 0) -> Position:
    dealt = s.copy()
    redeal(dealt, GAME.tables(), seat, key, 0, 0, 0)
    return dealt


def hidden(s: Position) -> tuple[list[int], list[int]]:
    return s.deck[: s.n_deck], s.pile[s.n_revealed : s.n_pile]


def test_given_maps_on_the_table_when_dealt_anew_then_deck_and_pile_are_in_another_order() -> None:
    s = marking()
    for which in (0, 1):
        orders = {tuple(hidden(anew(s, key))[which]) for key in range(6)}
        assert len(orders) == 6
        assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(hidden(s)[which]))}
    assert anew(s).pile[: s.n_revealed] == s.pile[: s.n_revealed]


def test_given_another_true_order_when_dealt_anew_then_the_key_alone_decides() -> None:
    s = marking()
    turned = s.copy()
    turned.deck[: s.n_deck] = reversed(s.deck[: s.n_deck])
    turned.pile[s.n_revealed : s.n_pile] = reversed(s.pile[s.n_revealed : s.n_pile])
    assert hidden(anew(turned)) == hidden(anew(s))


def test_given_a_map_kept_in_secret_when_dealt_anew_then_it_is_in_no_slot_and_nothing_lies_above_the_deck() -> None:
    s = opening()
    at = OTHER * SLOTS
    s.maps[at], s.n_dealt[OTHER], s.acts[OTHER] = s.dealt[OTHER * DEALT + 3], 3, 1
    dealt = anew(s)
    assert dealt.maps[at : at + SLOTS] == [-1, -1]
    assert dealt.n_dealt[OTHER] == DEALT
    assert dealt.acts[OTHER] == 0
    assert dealt.n_deck == s.n_deck
    assert dealt.deck[dealt.n_deck :] == [0] * (len(dealt.deck) - dealt.n_deck)


@pytest.mark.parametrize("other", [1, 2])
def test_given_covered_marks_when_dealt_anew_then_all_of_the_seat_is_as_it_was_shown(other: int) -> None:
    s = marking()
    at, palms = other * SLOTS, other * PALMS
    for slot in range(at, at + SLOTS):
        s.marked[slot] = s.shown_marked[slot] | 3
    s.palms[palms : palms + 3], s.n_palms[other], s.shown_palms[other] = [3, 4, 2], 3, 1
    s.coins[other], s.owed_pattern[other] = 2, 0
    s.owed_extra[other] = s.owed_rows[other] = s.owed_maps[other] = 2
    dealt = anew(s)
    assert dealt.marked[at : at + SLOTS] == s.shown_marked[at : at + SLOTS]
    assert dealt.palms[palms : palms + PALMS] == [3, 0, 0, 0]
    assert dealt.palms[:palms] == s.palms[:palms]
    assert (dealt.n_palms[other], dealt.coins[other]) == (1, s.shown_coins[other])
    assert dealt.owed_pattern[other] == 1
    assert (dealt.owed_extra[other], dealt.owed_rows[other], dealt.owed_maps[other]) == (0, 0, 0)


def test_given_a_seat_without_maps_when_dealt_anew_then_it_owes_no_pattern() -> None:
    s = marking()
    s.maps[OTHER * SLOTS : (OTHER + 1) * SLOTS] = [-1, -1]
    assert anew(s).owed_pattern[OTHER] == 0


@pytest.mark.parametrize(("acts", "resigned", "left"), [(1, 0, 0), (1, 1, 1), (0, 1, 0), (2, 0, 0)])
def test_given_actions_of_the_open_phase_when_dealt_anew_then_only_a_resignation_counts(
    acts: int, resigned: int, left: int
) -> None:
    s = marking()
    s.acts[OTHER], s.resigned[OTHER] = acts, resigned
    assert anew(s).acts[OTHER] == left


def test_given_maps_being_replaced_when_dealt_anew_then_nothing_is_taken_back() -> None:
    s = marking()
    s.phase, s.acts[OTHER], s.coins[OTHER] = REPLACE, 1, 2
    dealt = anew(s)
    assert (dealt.acts[OTHER], dealt.coins[OTHER]) == (1, 2)
