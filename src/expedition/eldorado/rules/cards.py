"""Action cards and action tokens."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.eldorado.rules.caves import end_movement
from expedition.eldorado.rules.market import take_from_pile
from expedition.eldorado.rules.movement import begin_play, lay_down, spend_token
from expedition.eldorado.rules.piles import draw, leave_hand, to_played
from expedition.eldorado.rules.setup import clear_pending
from expedition.eldorado.state import PENDING_NONE, PENDING_PUT, PENDING_REMOVE, PENDING_TAKE, Position
from expedition.eldorado.tables import (
    DRAW_1,
    DRAWS,
    KEEP_ITEM,
    PASS_OCCUPIED,
    REMOVE_CARD,
    REMOVES,
    REPLACE_HAND,
    TRANSMITTER,
    Ground,
)

MOST_REPLACED = 4


@rule
def use_card(s: Position, b: Ground, card: int) -> None:
    """Carry out a purple card, then play on (ED-ACT-01).

    Cartographer and Compass draw (ED-ACT-10, ED-ACT-15); Scientist and Travel Log draw and then let cards be
    removed (ED-ACT-08, ED-ACT-12); the Transmitter takes a card (ED-ACT-03). Items leave the game (ED-ACT-02).
    """
    begin_play(s, b)
    lay_down(s, card)
    if card == TRANSMITTER:
        s.pending = PENDING_TAKE
        return
    draw(s, s.seat, DRAWS[card])
    if REMOVES[card] > 0:
        ask_removal(s, REMOVES[card], 1)


@rule
def ask_removal(s: Position, count: int, may: int) -> None:
    """Decided at once and from the hand (EC-ED-67); with an empty hand nothing is asked."""
    if s.n_hand[s.seat] > 0:
        s.pending = PENDING_REMOVE
        s.pending_left = count
        s.pending_may = may


@rule
def take(s: Position, card: int) -> None:
    """The Transmitter's card: any pile, not a purchase, and piles above the board stay there
    (ED-ACT-04 to 06, EC-ED-14)."""
    clear_pending(s)
    take_from_pile(s, card)


@rule
def remove(s: Position, card: int) -> None:
    """A card in hand leaves the game (ED-ACT-09, ED-ACT-13, ED-TOK-04)."""
    leave_hand(s, s.seat, card)
    s.removed[card] += 1
    s.pending_left -= 1
    if s.pending_left == 0 or s.n_hand[s.seat] == 0:
        clear_pending(s)


@rule
def use_token(s: Position, b: Ground, token: int) -> None:
    """An action token (ED-CAVE-09)."""
    if s.pending == PENDING_NONE:
        begin_play(s, b)
    spend_token(s, token)
    if token == DRAW_1:  # ED-TOK-03
        draw(s, s.seat, 1)
    elif token == REMOVE_CARD:  # ED-TOK-04
        ask_removal(s, 1, 0)
    elif token == REPLACE_HAND:  # ED-TOK-05
        s.pending = PENDING_PUT
    elif token == PASS_OCCUPIED:  # ED-TOK-09
        s.pass_occupied = 1
    else:  # the symbol token (ED-TOK-13)
        s.change_symbol = 1


@rule
def keep_item(s: Position, b: Ground, card: int) -> None:
    """The item just used goes to the play area instead of out of the game (ED-TOK-07, ED-TOK-08, EC-ED-40)."""
    end_movement(s, b)
    spend_token(s, KEEP_ITEM)
    s.removed[card] -= 1
    to_played(s, card)
    found = 0
    for i in range(s.n_keepable):
        if found == 0 and s.keepable[i] == card:
            found = 1
        elif found == 1:
            s.keepable[i - 1] = s.keepable[i]
    s.n_keepable -= 1


@rule
def put(s: Position, card: int) -> None:
    """Lay a card down without effect; up to four are exchanged (ED-TOK-05, EC-ED-43)."""
    leave_hand(s, s.seat, card)
    to_played(s, card)
    s.pending_left += 1
    if s.pending_left == MOST_REPLACED or s.n_hand[s.seat] == 0:
        replace(s)


@rule
def replace(s: Position) -> None:
    """Draw as many as were laid down; those are in the play area and stay out of a reshuffle (ED-TOK-06)."""
    count = s.pending_left
    clear_pending(s)
    draw(s, s.seat, count)
