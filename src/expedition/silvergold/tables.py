"""What never changes, as the rules see it: the components as numbers, and the tables of maps and placements.

Maps, patterns and cards are numbered by their place in the data files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from expedition.core.layout import Array, Fields
from expedition.silvergold.components import COLOURS, EXPEDITION, MAPS, PATTERNS, SHEET
from expedition.silvergold.shapes import (
    KINDS,
    MAP_MASKS,
    N_PLACEMENTS,
    PLACEMENT_KIND,
    PLACEMENTS,
    SIDE,
    marked_cells,
    mask_of,
)

if TYPE_CHECKING:
    from expedition.silvergold.types import MapInfo

MAP_IDS: list[str] = [m["id"] for m in MAPS]
PATTERN_IDS: list[str] = [p["id"] for p in PATTERNS]
EXPEDITION_IDS: list[str] = [c["id"] for c in EXPEDITION]

MAP_NUMBER: dict[str, int] = {name: i for i, name in enumerate(MAP_IDS)}
PATTERN_NUMBER: dict[str, int] = {name: i for i, name in enumerate(PATTERN_IDS)}
EXPEDITION_NUMBER: dict[str, int] = {name: i for i, name in enumerate(EXPEDITION_IDS)}
CARD_PATTERN: list[int] = [PATTERN_NUMBER[c["pattern"]] for c in EXPEDITION]

SEATS: int = SHEET["players"]["max"]
N_MAPS = len(MAPS)
N_CARDS = len(EXPEDITION)
DEALT: int = SHEET["dealt"]
SLOTS: int = SHEET["kept"]
DISPLAY: int = SHEET["display"]
COIN_ROW: int = SHEET["coins_per_row"]
COINS: int = SHEET["coin_rows"] * COIN_ROW
ROWS: int = SHEET["coin_rows"]
PALMS: int = SHEET["palms"]
ROUNDS: int = SHEET["rounds"]
FLIPS: int = SHEET["flips_per_round"]
TROPHIES: int = len(SHEET["trophies"])


def _fits() -> tuple[list[int], list[int]]:
    """For each map and kind the placements that lie on its fields, and where each list begins."""
    fit: list[int] = []
    first = [0]
    for land in MAP_MASKS:
        for kind in range(KINDS):
            fit += [i for i, mask in enumerate(PLACEMENTS) if PLACEMENT_KIND[i] == kind and mask & land == mask]
            first.append(len(fit))
    return fit, first


_FIT, _FIT_FIRST = _fits()


SIGNS = 4  # plain, cross, coin, palm
HEAD = 2 + 2 * len(COLOURS) + 1  # of a map in an observation row
MAP_ROW = HEAD + SIGNS * SIDE * SIDE
GLANCE_ROW = HEAD + SIGNS + SIDE * SIDE


class Tables(Fields):
    """The components as the rules see them; passed to every rule as `b`."""

    place_mask: Annotated[list[int], Array("i4", N_PLACEMENTS)]
    map_mask: Annotated[list[int], Array("i4", len(MAPS))]
    map_cross: Annotated[list[int], Array("i4", len(MAPS))]
    map_coin: Annotated[list[int], Array("i4", len(MAPS))]
    map_palm: Annotated[list[int], Array("i4", len(MAPS))]
    map_row: Annotated[list[int], Array("i1", len(MAPS) * MAP_ROW)]  # a map without marks in an observation row
    map_glance: Annotated[list[int], Array("i1", len(MAPS) * GLANCE_ROW)]  # the same of another seat's map
    # four numbers in one, 16 bits each: the fields with a cross, a coin, nothing, a palm (never at the last field)
    map_signs: Annotated[list[int], Array("i8", len(MAPS))]
    # eight numbers in one, 8 bits each: a one for its colour, and its seal's points for the colour it counts
    map_tally: Annotated[list[int], Array("i8", len(MAPS))]
    map_colour: Annotated[list[int], Array("i1", len(MAPS))]
    map_points: Annotated[list[int], Array("i1", len(MAPS))]
    seal_colour: Annotated[list[int], Array("i1", len(MAPS))]
    seal_points: Annotated[list[int], Array("i1", len(MAPS))]
    card_pattern: Annotated[list[int], Array("i1", len(CARD_PATTERN))]
    fit: Annotated[list[int], Array("i2", len(_FIT))]
    fit_first: Annotated[list[int], Array("i2", len(_FIT_FIRST))]


_SYMBOLS = "#XCP"


def _symbol(grid: list[str], field: int) -> str:
    """What is printed at a field of the frame; "." for sea and for rows that a smaller map does not have."""
    row, column = divmod(field, SIDE)
    return grid[row][column] if row < len(grid) else "."


def _row(card: MapInfo) -> list[int]:
    """A map as learning programs see it; `observation.FIELDS` says what is what."""
    seal = card["seal"]
    head = [1, card["points"], *(int(card["colour"] == colour) for colour in COLOURS)]
    head += [int(seal is not None and seal["colour"] == colour) for colour in COLOURS]
    head.append(seal["points"] if seal else 0)
    symbols = [_symbol(card["grid"], field) for field in range(SIDE * SIDE)]
    return head + [int(symbol == sign) for sign in _SYMBOLS for symbol in symbols]


def _glance(card: MapInfo) -> list[int]:
    """A map of somebody else: how many fields of each sign, and where there are fields."""
    row = _row(card)
    fields = [row[HEAD + sign * SIDE * SIDE :][: SIDE * SIDE] for sign in range(SIGNS)]
    return row[:HEAD] + [sum(one) for one in fields] + [sum(signs) for signs in zip(*fields, strict=True)]


def _tally(card: MapInfo) -> int:
    seal = card["seal"]
    own = 1 << 8 * COLOURS.index(card["colour"])
    return own + (seal["points"] << 8 * (len(COLOURS) + COLOURS.index(seal["colour"])) if seal else 0)


def tables() -> Tables:
    """A new copy of the tables of the printed game."""
    b = Tables()
    b.place_mask = PLACEMENTS[:]
    b.map_mask = MAP_MASKS[:]
    b.map_cross = [mask_of(marked_cells(m["grid"], "X")) for m in MAPS]
    b.map_coin = [mask_of(marked_cells(m["grid"], "C")) for m in MAPS]
    b.map_palm = [mask_of(marked_cells(m["grid"], "P")) for m in MAPS]
    b.map_row = [number for card in MAPS for number in _row(card)]
    b.map_glance = [number for card in MAPS for number in _glance(card)]
    signs = zip(b.map_cross, b.map_coin, b.map_palm, b.map_mask, strict=True)
    b.map_signs = [x | c << 16 | (land & ~(x | c | p)) << 32 | p << 48 for x, c, p, land in signs]
    b.map_tally = [_tally(m) for m in MAPS]
    b.map_colour = [COLOURS.index(m["colour"]) for m in MAPS]
    b.map_points = [m["points"] for m in MAPS]
    b.seal_colour = [COLOURS.index(m["seal"]["colour"]) if m["seal"] else -1 for m in MAPS]
    b.seal_points = [m["seal"]["points"] if m["seal"] else 0 for m in MAPS]
    b.card_pattern = CARD_PATTERN[:]
    b.fit = _FIT[:]
    b.fit_first = _FIT_FIRST[:]
    return b
