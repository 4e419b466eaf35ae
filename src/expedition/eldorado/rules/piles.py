"""Hands and piles: drawing, shuffling, playing, discarding, removing."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.core.rng import shuffle
from expedition.eldorado.state import Position
from expedition.eldorado.tables import CARDS, PILE


@rule
def revealed(s: Position) -> None:
    """New information came to light with this action: undo goes back to here, never past it (EC-ED-78)."""
    s.floor = s.ply + 1


@rule
def reshuffle(s: Position, seat: int) -> None:
    """The discard pile becomes the draw pile; cards in the play area stay out (ED-DRAW-03, EC-ED-21).

    The discards were open and the draw pile is used up, so at this moment everyone can tell the hand.
    """
    base = seat * PILE
    count = s.n_discard[seat]
    for i in range(count):
        s.cards[base + i] = s.cards[base + PILE - count + i]
    s.n_draw[seat] = count
    s.n_discard[seat] = 0
    shuffle(s, s.cards, base, count)
    for i in range(seat * CARDS, (seat + 1) * CARDS):
        s.known[i] = s.hand[i]


@rule
def draw(s: Position, seat: int, count: int) -> None:
    """Draw up to `count` cards; what cannot be drawn is not (EC-ED-20, EC-ED-22, EC-ED-73)."""
    for _ in range(count):
        if s.n_draw[seat] == 0:
            if s.n_discard[seat] == 0:
                return
            reshuffle(s, seat)
        top = s.n_draw[seat] - 1
        card = s.cards[seat * PILE + top]
        s.n_draw[seat] = top
        s.hand[seat * CARDS + card] += 1
        s.n_hand[seat] += 1
        revealed(s)


@rule
def leave_hand(s: Position, seat: int, card: int) -> None:
    i = seat * CARDS + card
    s.hand[i] -= 1
    s.n_hand[seat] -= 1
    if s.known[i] > 0:
        s.known[i] -= 1


@rule
def to_played(s: Position, card: int) -> None:
    """Into the play area above the expedition board (ED-MOVE-03)."""
    s.played[s.n_played] = card
    s.n_played += 1


@rule
def to_discard(s: Position, seat: int, card: int) -> None:
    """Face up onto the discard pile."""
    s.n_discard[seat] += 1
    s.cards[seat * PILE + PILE - s.n_discard[seat]] = card


@rule
def clear_played(s: Position) -> None:
    """Phase 2: everything in the play area goes to the discard pile (ED-DISC-01)."""
    for i in range(s.n_played):
        to_discard(s, s.seat, s.played[i])
    s.n_played = 0


@rule
def playable(s: Position, seat: int, card: int) -> int:
    """How many copies in hand may be played: not those bought or taken this turn (EC-ED-61)."""
    held = s.hand[seat * CARDS + card]
    if held == 0 or s.n_gained == 0:
        return held
    return held_before(s, seat, card, held)


@rule
def held_before(s: Position, seat: int, card: int, held: int) -> int:
    """How many of the copies in hand were not gained this turn: a gained one is in hand unless a pile holds it."""
    older = held
    for i in range(s.n_gained):
        if s.gained[i] == card:
            older -= 1
    if older == held:
        return held
    base = seat * PILE
    for i in range(s.n_draw[seat]):
        if s.cards[base + i] == card:
            older += 1
    for i in range(PILE - s.n_discard[seat], PILE):
        if s.cards[base + i] == card:
            older += 1
    return max(min(held, older), 0)


@rule
def playable_cards(s: Position, seat: int) -> int:
    """How many cards in hand may be given up."""
    if s.n_gained == 0:
        return s.n_hand[seat]
    count = 0
    for card in range(CARDS):
        count += playable(s, seat, card)
    return count
