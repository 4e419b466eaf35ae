"""The lowest and highest value of every number of an observation row, for all player counts.

They follow from what is in the box: maps and their fields, expedition cards, the score sheet.
"""

from __future__ import annotations

from collections import Counter

from expedition.silvergold.components import COLOURS, MAPS, SHEET
from expedition.silvergold.observation import FRAME, MOST, N_PATTERNS
from expedition.silvergold.tables import (
    CARD_PATTERN,
    COINS,
    DEALT,
    DISPLAY,
    FLIPS,
    N_MAPS,
    PALMS,
    ROUNDS,
    ROWS,
    SEATS,
    SIGNS,
    SLOTS,
    TROPHIES,
)

Span = tuple[int, int]  # lowest and highest

FLAG: Span = (0, 1)


def up_to(*highest: int) -> list[Span]:
    return [(0, most) for most in highest]


def signs(symbol: str) -> list[int]:
    """How often a sign is printed on each map, the most first."""
    return sorted((sum(row.count(symbol) for row in card["grid"]) for card in MAPS), reverse=True)


SEALS = [card["seal"] for card in MAPS if card["seal"]]
SHOWN_PALMS = sum(signs("P")[:DISPLAY])
HEAD: list[Span] = [
    FLAG,
    (0, max(card["points"] for card in MAPS)),
    *[FLAG] * (2 * len(COLOURS)),
    (0, max(seal["points"] for seal in SEALS)),
]
MAP: list[Span] = [*HEAD, *[FLAG] * (SIGNS * FRAME)]
GLANCE: list[Span] = [*HEAD, *up_to(*(signs(symbol)[0] for symbol in "#XCP")), *[FLAG] * FRAME]
SEAT: list[Span] = [
    *[FLAG] * 2,
    *up_to(COINS, ROWS, sum(sorted(SHEET["trophies"])[-ROWS:]), PALMS, PALMS * (1 + SHOWN_PALMS), MOST),
    *up_to(*(sum(card["colour"] == colour for card in MAPS) for colour in COLOURS)),
    *up_to(*(sum(seal["points"] for seal in SEALS if seal["colour"] == colour) for colour in COLOURS)),
    *[(0, SLOTS)] * len(COLOURS),
]

BY_FIELD: dict[str, list[Span]] = {
    "players": [(SHEET["players"]["min"], SEATS)],
    "phase": [FLAG] * 3,
    "round": [(1, ROUNDS)],
    "flip": [(0, FLIPS)],
    "start": [(0, SEATS - 1)],
    "pattern": [FLAG] * N_PATTERNS,
    "unseen": up_to(*(Counter(CARD_PATTERN)[pattern] for pattern in range(N_PATTERNS))),
    "trophies": [FLAG] * TROPHIES,
    "deck": [(0, N_MAPS)],
    "unseen_maps": [FLAG] * N_MAPS,
    "display_palms": [(0, SHOWN_PALMS)],
    "owed": up_to(1, signs("X")[0], ROWS, SLOTS),
    "seats": SEAT * SEATS,
    "maps": MAP * SLOTS,
    "display": MAP * DISPLAY,
    "dealt": MAP * DEALT,
    "others_maps": GLANCE * ((SEATS - 1) * SLOTS),
}
BOUNDS: list[Span] = [span for spans in BY_FIELD.values() for span in spans]
