"""The lowest and highest value of every number of an observation row, for all routes, player counts and variants.

They follow from what is in the box: copies of a card, tokens of a kind, what printed spaces ask for. A byte is the
only limit where a route could be of any length.
"""

from __future__ import annotations

from expedition.eldorado.components import TERRAINS, tiles
from expedition.eldorado.numbering import ITEM_CARD
from expedition.eldorado.observation import MARKET, MOST, OTHER_PAWNS
from expedition.eldorado.rules.cards import MOST_REPLACED
from expedition.eldorado.tables import (
    AHEAD,
    BEYOND,
    BLOCKADE_POWER,
    BLOCKADE_TERRAIN,
    BLOCKADES,
    CAMP,
    CAVE_PILE,
    COPIES,
    DIRECTIONS,
    FAR,
    FIRST_MARKET_CARD,
    LEEWAY,
    LISTS,
    MAX_CAVES,
    MAX_SEAMS,
    PAWNS,
    PILE,
    POWER,
    PRICE,
    REMOVES,
    SEATS,
    SOON,
    SYMBOLS_ASKED,
    TOKEN_COUNT,
    TOKEN_POWER,
)

Span = tuple[int, int]  # lowest and highest

FLAG: Span = (0, 1)
ASKED = [  # the most a printed space of each terrain asks for
    max(space.power for tile in tiles().values() for space in tile.hexes if space.terrain == terrain)
    for terrain in TERRAINS[: CAMP + 1]
]
HARDEST = [max(ASKED[kind:] if kind == AHEAD - 1 else ASKED[kind : kind + 1]) for kind in range(AHEAD)]


def up_to(*highest: int) -> list[Span]:
    return [(0, most) for most in highest]


def blockade_powers(kind: int) -> list[int]:
    """Of the blockades of a kind of demand; 0 where there is none."""
    return [p for t, p in zip(BLOCKADE_TERRAIN[1:], BLOCKADE_POWER[1:], strict=True) if t == kind] or [0]


SEAT: list[Span] = [
    *[FLAG] * 3,
    *up_to(SEATS, PILE, PILE, PILE),
    *up_to(*COPIES, *COPIES, *COPIES),
    *up_to(*TOKEN_COUNT),
    *[FLAG] * BLOCKADES,
]
PAWN: list[Span] = [
    (0, 2),
    (-1, MOST),
    *up_to(*[MOST] * AHEAD),
    *up_to(*(near * most for near in SOON for most in HARDEST)),
    *up_to(*(max(blockade_powers(kind)) for kind in range(AHEAD))),
    *up_to(*(sum(blockade_powers(kind)) for kind in range(AHEAD))),
]
SIDE: list[Span] = [*up_to(*ASKED), FLAG, (0, BLOCKADES), (0, 3), FLAG, FLAG]
SPACE: list[Span] = [*up_to(*ASKED), (FAR - MOST, MOST)]
LANE: list[Span] = [
    *up_to(*ASKED[:SYMBOLS_ASKED]) * LISTS,
    *up_to(*[MOST] * (AHEAD * (LISTS - 1))),
    *up_to(*[LEEWAY] * (DIRECTIONS * LISTS)),
]

BY_FIELD: dict[str, list[Span]] = {
    "players": [(2, SEATS)],
    "caves_variant": [FLAG],
    "round": [(1, MOST)],
    "final_round": [FLAG],
    "phase": [FLAG] * 2,
    "bought": [FLAG],
    "pass_occupied": [FLAG],
    "change_symbol": [FLAG],
    "active_symbol": [FLAG] * 4,
    "active_power": [(0, max(*POWER, *TOKEN_POWER))],
    "active_stepped": [FLAG],
    "active_pawn": [(0, PAWNS - 1)],
    "pending": [FLAG] * 5,
    "pending_left": [(0, max(*ASKED, *BLOCKADE_POWER, *REMOVES, MOST_REPLACED))],
    "pending_may": [FLAG],
    "due": [(0, max(PRICE))],
    "buying": [FLAG] * MARKET,
    "stock": up_to(*COPIES[FIRST_MARKET_CARD:]),
    "on_board": [FLAG] * MARKET,
    "vacancy": [FLAG],
    "seams": [(0, BLOCKADES)] * MAX_SEAMS,
    "cave_tokens": [(0, CAVE_PILE)] * MAX_CAVES,
    "played": up_to(*COPIES),
    "removed": up_to(*COPIES),
    "spent": up_to(*TOKEN_COUNT),
    "gained": up_to(*COPIES),
    "keepable": up_to(*(COPIES[card] for card in ITEM_CARD)),
    "seats": SEAT * SEATS,
    "pawns": PAWN * (SEATS * PAWNS),
    "around": SIDE * (PAWNS * DIRECTIONS),
    "beyond": SPACE * (PAWNS * BEYOND),
    "lanes": LANE * PAWNS,
    "start": [FLAG] * SEATS,
    "hardest": up_to(*ASKED[:SYMBOLS_ASKED]) * OTHER_PAWNS,
}
BOUNDS: list[Span] = [span for spans in BY_FIELD.values() for span in spans]
