"""The components as numbers: tables the rules index, and the one numbering of all actions.

Cards, tokens and symbols are numbered by their place in the data files. Tables are tuples of ints:
interpreted code indexes them as they are, compiled code sees arrays.
"""

from __future__ import annotations

from expedition.eldorado.components import SYMBOLS, blockades, cards, tokens

_CARDS = cards()
_TOKENS = tokens()

CARD_IDS: list[str] = [c.id for c in _CARDS]
CARD_NUMBER: dict[str, int] = {c: i for i, c in enumerate(CARD_IDS)}
TOKEN_IDS: list[str] = [t.id for t in _TOKENS]
TOKEN_NUMBER: dict[str, int] = {t: i for i, t in enumerate(TOKEN_IDS)}
SYMBOL_NUMBER: dict[str, int] = {s: i for i, s in enumerate(SYMBOLS)}

CARDS = len(_CARDS)  # 21 kinds
TOKENS = len(_TOKENS)  # 14 kinds
FIRST_MARKET_CARD = 3  # the three kinds before it make the starting decks
MARKET_CARDS = CARDS - FIRST_MARKET_CARD
SLOTS = 6

# Sizes of fields. A pile takes every card of the box: no position, however odd, can overflow it.
SEATS = 4
PAWNS = 2
PILE = sum(c.copies for c in _CARDS)  # 86
MAX_CELLS = 300
MAX_SEAMS = 8
MAX_CAVES = 12
CAVE_PILE = 4
FULL_HAND = 4
FULL_CAVES = 9  # 36 tokens make nine piles (EC-ED-37)

# Symbols and terrain share their first three numbers (ED-MOVE-13).
MACHETE, PADDLE, COIN, JOKER, ACTION = 0, 1, 2, 3, 4
JUNGLE, RIVER, VILLAGE, RUBBLE, CAMP, MOUNTAIN, START = 0, 1, 2, 3, 4, 5, 6
NO_SYMBOL = -1  # the Native's step asks for nothing

SYMBOL: tuple[int, ...] = tuple(
    ACTION if c.power is None else JOKER if c.is_joker else SYMBOL_NUMBER[c.symbols[0]] for c in _CARDS
)
POWER: tuple[int, ...] = tuple(c.power or 0 for c in _CARDS)
PRICE: tuple[int, ...] = tuple(2 * (c.cost or 0) for c in _CARDS)  # in half coins (EC-ED-11)
ITEM: tuple[int, ...] = tuple(int(c.single_use) for c in _CARDS)
DRAWS: tuple[int, ...] = tuple(c.draw for c in _CARDS)
REMOVES: tuple[int, ...] = tuple(c.remove_up_to for c in _CARDS)
COPIES: tuple[int, ...] = tuple(c.copies for c in _CARDS)
STARTING: tuple[int, ...] = tuple(c.per_player for c in _CARDS)
ON_BOARD: tuple[int, ...] = tuple(int(c.market == "board") for c in _CARDS)
# What a card pays in half coins: coin cards and jokers their power, all others one half (ED-BUY-03 to 05).
WORTH: tuple[int, ...] = tuple(2 * p if s in (COIN, JOKER) else 1 for p, s in zip(POWER, SYMBOL, strict=True))
# What paying with the symbol changed to coin adds; 0 where it changes nothing (ED-TOK-14).
UPGRADE: tuple[int, ...] = tuple(2 * p - 1 if s in (MACHETE, PADDLE) else 0 for p, s in zip(POWER, SYMBOL, strict=True))
BY_UPGRADE: tuple[int, ...] = tuple(sorted((c for c in range(CARDS) if UPGRADE[c]), key=lambda c: -UPGRADE[c]))

TRANSMITTER = CARD_NUMBER["transmitter"]
NATIVE = CARD_NUMBER["native"]

TOKEN_SYMBOL: tuple[int, ...] = tuple(SYMBOL_NUMBER[t.symbol] if t.symbol else ACTION for t in _TOKENS)
TOKEN_POWER: tuple[int, ...] = tuple((t.value or 0) if t.symbol else 0 for t in _TOKENS)
TOKEN_COUNT: tuple[int, ...] = tuple(t.count for t in _TOKENS)
MOVE_TOKENS = sum(1 for t in _TOKENS if t.symbol)  # they come first in the list
COIN_1 = TOKEN_NUMBER["coin_1"]
COIN_2 = TOKEN_NUMBER["coin_2"]
DRAW_1 = TOKEN_NUMBER["draw_1"]
REMOVE_CARD = TOKEN_NUMBER["remove_card"]
REPLACE_HAND = TOKEN_NUMBER["replace_hand"]
KEEP_ITEM = TOKEN_NUMBER["keep_item"]
PASS_OCCUPIED = TOKEN_NUMBER["pass_occupied"]
NATIVE_TOKEN = TOKEN_NUMBER["native"]
CHANGE_SYMBOL = TOKEN_NUMBER["change_symbol"]

# Blockades by number; place 0 is unused.
_TERRAIN_OF = {"jungle": JUNGLE, "river": RIVER, "village": VILLAGE, "rubble": RUBBLE}
BLOCKADES = len(blockades())
BLOCKADE_TERRAIN: tuple[int, ...] = (0, *(_TERRAIN_OF[k.terrain] for k in blockades()))
BLOCKADE_POWER: tuple[int, ...] = (0, *(k.power for k in blockades()))

# Kinds of `phase`, `active` and `pending` in the record.
PHASE_PLAY, PHASE_DISCARD, PHASE_OVER = 0, 1, 2
ACTIVE_NONE, ACTIVE_CARD, ACTIVE_TOKEN = 0, 1, 2
PENDING_NONE, PENDING_GIVE, PENDING_PAY, PENDING_TAKE, PENDING_REMOVE, PENDING_PUT = 0, 1, 2, 3, 4, 5
ARRIVED, ABSENT = -1, -2  # where a pawn is that is on no space

# Cards that move, and items whose function can be saved, by their place in the action numbering.
MOVE_CARD: tuple[int, ...] = tuple(c for c in range(CARDS) if SYMBOL[c] != ACTION)
MOVE_PLACE: tuple[int, ...] = tuple(MOVE_CARD.index(c) if c in MOVE_CARD else -1 for c in range(CARDS))
USE_CARD: tuple[int, ...] = tuple(c for c in range(CARDS) if SYMBOL[c] == ACTION and c != NATIVE)
ITEM_CARD: tuple[int, ...] = tuple(c for c in range(CARDS) if ITEM[c])
ITEM_PLACE: tuple[int, ...] = tuple(ITEM_CARD.index(c) if c in ITEM_CARD else -1 for c in range(CARDS))
USE_TOKEN: tuple[int, ...] = (DRAW_1, REMOVE_CARD, REPLACE_HAND, PASS_OCCUPIED, CHANGE_SYMBOL)

# The action space: one numbering for all routes, player counts and variants.
DIRECTIONS = 6
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
