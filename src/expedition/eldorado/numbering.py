"""The one numbering of all actions, for all routes, player counts and variants."""

from __future__ import annotations

from expedition.eldorado.tables import (
    ACTION,
    BLOCKADES,
    CARDS,
    CHANGE_SYMBOL,
    DIRECTIONS,
    DRAW_1,
    ITEM,
    MARKET_CARDS,
    MOVE_TOKENS,
    NATIVE,
    PASS_OCCUPIED,
    PAWNS,
    REMOVE_CARD,
    REPLACE_HAND,
    SYMBOL,
)

# Cards that move, and items whose function can be saved, by their place in the numbering.
MOVE_CARD: tuple[int, ...] = tuple(c for c in range(CARDS) if SYMBOL[c] != ACTION)
MOVE_PLACE: tuple[int, ...] = tuple(MOVE_CARD.index(c) if c in MOVE_CARD else -1 for c in range(CARDS))
USE_CARD: tuple[int, ...] = tuple(c for c in range(CARDS) if SYMBOL[c] == ACTION and c != NATIVE)
ITEM_CARD: tuple[int, ...] = tuple(c for c in range(CARDS) if ITEM[c])
ITEM_PLACE: tuple[int, ...] = tuple(ITEM_CARD.index(c) if c in ITEM_CARD else -1 for c in range(CARDS))
USE_TOKEN: tuple[int, ...] = (DRAW_1, REMOVE_CARD, REPLACE_HAND, PASS_OCCUPIED, CHANGE_SYMBOL)

ENTERS = DIRECTIONS + BLOCKADES
A_STEP = 0  # + direction
A_CLEAR = A_STEP + DIRECTIONS  # + number - 1: a step that clears a blockade
A_STOP = A_CLEAR + BLOCKADES
A_ENTER = A_STOP + 1  # + pawn * ENTERS + direction, or + DIRECTIONS + number - 1
A_PLAY = A_ENTER + PAWNS * ENTERS  # + (place * 3 + symbol) * PAWNS + pawn
A_NATIVE = A_PLAY + len(MOVE_CARD) * 3 * PAWNS  # + pawn
A_TOKEN = A_NATIVE + PAWNS  # + token * PAWNS + pawn
A_NATIVE_TOKEN = A_TOKEN + MOVE_TOKENS * PAWNS  # + pawn
A_USE = A_NATIVE_TOKEN + PAWNS  # + place in USE_CARD
A_USE_TOKEN = A_USE + len(USE_CARD)  # + place in USE_TOKEN
A_CHANGE = A_USE_TOKEN + len(USE_TOKEN) - 1
A_KEEP = A_USE_TOKEN + len(USE_TOKEN)  # + place in ITEM_CARD
A_BUY = A_KEEP + len(ITEM_CARD)  # + card - FIRST_MARKET_CARD
A_PAY = A_BUY + MARKET_CARDS  # + card
A_PAY_TOKEN = A_PAY + CARDS  # + 0: coin_1, 1: coin_2
A_TAKE = A_PAY_TOKEN + 2  # + card - FIRST_MARKET_CARD
A_GIVE = A_TAKE + MARKET_CARDS  # + card
A_REMOVE = A_GIVE + CARDS  # + card
A_PUT = A_REMOVE + CARDS  # + card
A_DISCARD = A_PUT + CARDS  # + card
A_DONE = A_DISCARD + CARDS
A_END = A_DONE + 1
ACTIONS = A_END + 1
