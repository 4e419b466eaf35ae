"""Buying: what cards pay, which piles are open, and how the purchase changes the market."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.eldorado.rules.movement import begin_play, spend_token, use_item
from expedition.eldorado.rules.piles import leave_hand, playable, to_discard, to_played
from expedition.eldorado.rules.setup import clear_pending
from expedition.eldorado.state import PENDING_PAY, Position
from expedition.eldorado.tables import (
    ACTION,
    BY_UPGRADE,
    CARDS,
    CHANGE_SYMBOL,
    COIN,
    COIN_1,
    COIN_2,
    ITEM,
    JOKER,
    POWER,
    PRICE,
    SLOTS,
    SYMBOL,
    TOKEN_POWER,
    TOKENS,
    UPGRADE,
    WORTH,
    Ground,
)

NO_CARD = -1


@rule
def most_payable(s: Position, seat: int, without: int, symbol_tokens: int) -> int:
    """The most half coins this seat can raise, leaving one copy of `without` aside.

    Playable hand cards, coin tokens (ED-TOK-02), and symbol tokens that let the strongest machete and paddle
    cards pay their power (ED-TOK-14).
    """
    total = 2 * s.tokens[seat * TOKENS + COIN_1] * TOKEN_POWER[COIN_1]
    total += 2 * s.tokens[seat * TOKENS + COIN_2] * TOKEN_POWER[COIN_2]
    for card in range(CARDS):
        if s.hand[seat * CARDS + card] > 0:
            total += playable(s, seat, card) * WORTH[card]
    if without != NO_CARD:
        total -= WORTH[without]
    left = symbol_tokens
    for i in range(len(BY_UPGRADE)):
        if left == 0:
            break
        card = BY_UPGRADE[i]
        copies = playable(s, seat, card)
        if card == without:
            copies -= 1
        raised = min(copies, left)
        total += raised * UPGRADE[card]
        left -= raised
    return total


@rule
def vacant_slot(s: Position) -> int:
    """The leftmost vacant slot of the market board, -1 if all are filled (EC-ED-16)."""
    for slot in range(SLOTS):
        if s.slot[slot] < 0:
            return slot
    return -1


@rule
def on_sale(s: Position, card: int, vacancy: int) -> bool:
    """On the board, or above it while a slot is vacant (ED-MKT-01, ED-MKT-03, EC-ED-13, EC-ED-17)."""
    return s.stock[card] > 0 and (s.on_board[card] == 1 or vacancy >= 0)


@rule
def take_from_pile(s: Position, card: int) -> None:
    """One card onto the own discard pile; a pile on the board that runs out leaves its slot vacant (ED-MKT-02)."""
    s.stock[card] -= 1
    if s.stock[card] == 0 and s.on_board[card]:
        s.on_board[card] = 0
        for slot in range(SLOTS):
            if s.slot[slot] == card:
                s.slot[slot] = -1
    to_discard(s, s.seat, card)
    s.gained[s.n_gained] = card
    s.n_gained += 1


@rule
def buy(s: Position, b: Ground, card: int) -> None:
    """Choose the card; payment follows (ED-BUY-01, ED-BUY-06)."""
    begin_play(s, b)
    s.pending = PENDING_PAY
    s.pending_card = card
    s.due = PRICE[card]


@rule
def card_pays(s: Position, card: int) -> int:
    """Half coins: full power with coin symbol or joker or a changed symbol, else one half (ED-BUY-03 to 05)."""
    if s.change_symbol:
        return 2 * POWER[card]
    return WORTH[card]


@rule
def pay_card(s: Position, card: int) -> None:
    """An item that pays its power has used its function (EC-ED-09); spent as half a coin it stays in the deck
    (ED-ITEM-04, EC-ED-07)."""
    leave_hand(s, s.seat, card)
    worth = card_pays(s, card)
    full = SYMBOL[card] == COIN or SYMBOL[card] == JOKER
    if s.change_symbol:
        s.change_symbol = 0
        full = True
    if ITEM[card] and full:
        use_item(s, card)
    else:
        to_played(s, card)
    receive(s, worth)


@rule
def pay_token(s: Position, token: int) -> None:
    spend_token(s, token)
    receive(s, 2 * TOKEN_POWER[token])


@rule
def receive(s: Position, worth: int) -> None:
    """Once the price is met the card is bought; no change is given (ED-BUY-07, ED-BUY-08)."""
    if s.due > worth:
        s.due -= worth
        return
    card = s.pending_card
    clear_pending(s)
    s.bought = 1
    above = s.on_board[card] == 0
    take_from_pile(s, card)
    if above and s.stock[card] > 0:  # its pile moves into the vacancy (ED-MKT-04, EC-ED-15)
        s.slot[vacant_slot(s)] = card
        s.on_board[card] = 1


@rule
def change_pays(s: Position, seat: int, card: int, symbol_tokens: int) -> bool:
    """Whether the price can be met if this card pays its power by a symbol token, so many tokens being left.

    Any card with power will do; where it pays its power anyway the token is pointless but legal (EC-ED-39).
    """
    if SYMBOL[card] == ACTION or playable(s, seat, card) == 0:
        return False
    return s.due - 2 * POWER[card] <= most_payable(s, seat, card, symbol_tokens)


@rule
def change_helps_pay(s: Position, seat: int) -> bool:
    """Whether a symbol token can be played now in the middle of a payment."""
    held = s.tokens[seat * TOKENS + CHANGE_SYMBOL]
    if held == 0 or s.change_symbol:
        return False
    for card in range(CARDS):
        if s.hand[seat * CARDS + card] > 0 and change_pays(s, seat, card, held - 1):
            return True
    return False
