"""Carrying out an action: its number says which rule applies."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.eldorado.numbering import (
    A_BUY,
    A_CLEAR,
    A_DISCARD,
    A_DONE,
    A_END,
    A_ENTER,
    A_GIVE,
    A_KEEP,
    A_NATIVE,
    A_NATIVE_TOKEN,
    A_PAY,
    A_PAY_TOKEN,
    A_PLAY,
    A_PUT,
    A_REMOVE,
    A_STOP,
    A_TAKE,
    A_TOKEN,
    A_USE,
    A_USE_TOKEN,
    ENTERS,
    ITEM_CARD,
    MOVE_CARD,
    USE_CARD,
    USE_TOKEN,
)
from expedition.eldorado.rules.cards import keep_item, put, remove, replace, take, use_card, use_token
from expedition.eldorado.rules.caves import end_movement
from expedition.eldorado.rules.market import buy, pay_card, pay_token
from expedition.eldorado.rules.movement import (
    clear,
    enter,
    give,
    play_card,
    play_native,
    play_token,
    step,
    stop,
)
from expedition.eldorado.rules.piles import leave_hand, to_discard
from expedition.eldorado.rules.setup import clear_pending
from expedition.eldorado.rules.turn import draw_up, end_phase_one
from expedition.eldorado.rules.turn import resign as give_up
from expedition.eldorado.state import PENDING_PUT, PENDING_REMOVE, Position
from expedition.eldorado.tables import COIN_1, FIRST_MARKET_CARD, NATIVE, NATIVE_TOKEN, PAWNS, Ground


@rule
def apply(s: Position, b: Ground, seat: int, action: int) -> None:
    """Carry out a legal action of the seat on turn."""
    if action < A_PLAY:
        move_on(s, b, action)
    elif action < A_USE:
        play(s, b, action)
    elif action < A_BUY:
        use(s, b, action)
    elif action < A_GIVE:
        trade(s, b, action)
    elif action < A_DISCARD:
        answer(s, b, action)
    else:
        finish(s, b, action)
    s.ply += 1


@rule
def resign(s: Position, b: Ground, seat: int) -> None:
    """A seat gives up; this may stand anywhere in a game."""
    give_up(s, seat)
    s.ply += 1


@rule
def move_on(s: Position, b: Ground, action: int) -> None:
    if action < A_CLEAR:
        step(s, b, action)
    elif action < A_STOP:
        clear(s, b, action - A_CLEAR + 1)
    elif action == A_STOP:
        stop(s, b)
    else:
        place = action - A_ENTER
        enter(s, b, place // ENTERS, place % ENTERS)


@rule
def play(s: Position, b: Ground, action: int) -> None:
    if action < A_NATIVE:
        place = action - A_PLAY
        play_card(s, b, MOVE_CARD[place // (3 * PAWNS)], place // PAWNS % 3, place % PAWNS)
    elif action < A_TOKEN:
        play_native(s, b, NATIVE, action - A_NATIVE)
    elif action < A_NATIVE_TOKEN:
        play_token(s, b, (action - A_TOKEN) // PAWNS, (action - A_TOKEN) % PAWNS)
    else:
        play_token(s, b, NATIVE_TOKEN, action - A_NATIVE_TOKEN)


@rule
def use(s: Position, b: Ground, action: int) -> None:
    if action < A_USE_TOKEN:
        use_card(s, b, USE_CARD[action - A_USE])
    elif action < A_KEEP:
        use_token(s, b, USE_TOKEN[action - A_USE_TOKEN])
    else:
        keep_item(s, b, ITEM_CARD[action - A_KEEP])


@rule
def trade(s: Position, b: Ground, action: int) -> None:
    if action < A_PAY:
        buy(s, b, action - A_BUY + FIRST_MARKET_CARD)
    elif action < A_PAY_TOKEN:
        pay_card(s, action - A_PAY)
    elif action < A_TAKE:
        pay_token(s, action - A_PAY_TOKEN + COIN_1)
    else:
        take(s, action - A_TAKE + FIRST_MARKET_CARD)


@rule
def answer(s: Position, b: Ground, action: int) -> None:
    if action < A_REMOVE:
        give(s, b, action - A_GIVE)
    elif action < A_PUT:
        remove(s, action - A_REMOVE)
    else:
        put(s, action - A_PUT)


@rule
def finish(s: Position, b: Ground, action: int) -> None:
    if action < A_DONE:  # each leftover is decided on its own (ED-DISC-04)
        leave_hand(s, s.seat, action - A_DISCARD)
        to_discard(s, s.seat, action - A_DISCARD)
        if s.n_hand[s.seat] == 0:
            draw_up(s)
    elif action == A_END:
        end_movement(s, b)
        end_phase_one(s)
    elif s.pending == PENDING_REMOVE:
        clear_pending(s)
    elif s.pending == PENDING_PUT:
        replace(s)
    else:
        draw_up(s)
