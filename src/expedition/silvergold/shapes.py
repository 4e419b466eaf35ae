"""Maps and patterns as bit masks, and every placement of every pattern on every map.

Bit `4 * row + column` stands for a field of the 4 × 4 frame. A placement is a set of fields that one action can
mark: the 16 single fields first, then each pattern in every orientation and place. Their numbering is part of the
action space.
"""

from __future__ import annotations

from typing import Annotated

from expedition.core.layout import Array, Fields
from expedition.silvergold.components import CARD_PATTERN, COLOURS, MAPS, PATTERNS

SIDE = 4
KINDS = 1 + len(PATTERNS)  # a single field, or one of the patterns

Cell = tuple[int, int]


def mask_of(cells: list[Cell]) -> int:
    return sum(1 << (SIDE * row + column) for row, column in cells)


def cells_of(mask: int) -> list[list[int]]:
    """The fields of a mask as [row, column], sorted."""
    return [[i // SIDE, i % SIDE] for i in range(SIDE * SIDE) if mask >> i & 1]


def marked_cells(grid: list[str], symbols: str) -> list[Cell]:
    return [(r, c) for r, row in enumerate(grid) for c, symbol in enumerate(row) if symbol in symbols]


def orientations(cells: list[Cell]) -> list[list[Cell]]:
    """The shape turned and mirrored in every way (SG-MARK-02, EC-SG-36), each once, at the top left."""
    found: list[list[Cell]] = []
    for _ in range(2):
        cells = [(r, -c) for r, c in cells]
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            placed = sorted((r - top, c - left) for r, c in cells)
            if placed not in found:
                found.append(placed)
    return found


def placements(cells: list[Cell]) -> list[int]:
    """The masks of a shape at every place of the frame, ordered by their fields."""
    masks = set()
    for shape in orientations(cells):
        for top in range(SIDE - max(r for r, _ in shape)):
            for left in range(SIDE - max(c for _, c in shape)):
                masks.add(mask_of([(r + top, c + left) for r, c in shape]))
    return sorted(masks, key=cells_of)


_SHAPES: list[list[Cell]] = [[(0, 0)], *(marked_cells(p["grid"], "#") for p in PATTERNS)]
_BY_KIND = [placements(shape) for shape in _SHAPES]

PLACEMENTS: list[int] = [mask for masks in _BY_KIND for mask in masks]
PLACEMENT_KIND: list[int] = [kind for kind, masks in enumerate(_BY_KIND) for _ in masks]
PLACEMENT_NUMBER: dict[int, int] = {mask: i for i, mask in enumerate(PLACEMENTS)}
N_PLACEMENTS = len(PLACEMENTS)

MAP_MASKS: list[int] = [mask_of(marked_cells(m["grid"], "#XCP")) for m in MAPS]


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


class Tables(Fields):
    """The components as the rules see them; passed to every rule as `b`."""

    place_mask: Annotated[list[int], Array("i4", N_PLACEMENTS)]
    map_mask: Annotated[list[int], Array("i4", len(MAPS))]
    map_cross: Annotated[list[int], Array("i4", len(MAPS))]
    map_coin: Annotated[list[int], Array("i4", len(MAPS))]
    map_palm: Annotated[list[int], Array("i4", len(MAPS))]
    map_field: Annotated[list[int], Array("i1", len(MAPS) * SIDE * SIDE)]  # 0 none, 1 plain, 2 cross, 3 coin, 4 palm
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


def tables() -> Tables:
    """A new copy of the tables of the printed game."""
    b = Tables()
    b.place_mask = PLACEMENTS[:]
    b.map_mask = MAP_MASKS[:]
    b.map_cross = [mask_of(marked_cells(m["grid"], "X")) for m in MAPS]
    b.map_coin = [mask_of(marked_cells(m["grid"], "C")) for m in MAPS]
    b.map_palm = [mask_of(marked_cells(m["grid"], "P")) for m in MAPS]
    b.map_field = [_SYMBOLS.find(_symbol(m["grid"], i)) + 1 for m in MAPS for i in range(SIDE * SIDE)]
    b.map_colour = [COLOURS.index(m["colour"]) for m in MAPS]
    b.map_points = [m["points"] for m in MAPS]
    b.seal_colour = [COLOURS.index(m["seal"]["colour"]) if m["seal"] else -1 for m in MAPS]
    b.seal_points = [m["seal"]["points"] if m["seal"] else 0 for m in MAPS]
    b.card_pattern = CARD_PATTERN[:]
    b.fit = _FIT[:]
    b.fit_first = _FIT_FIRST[:]
    return b
