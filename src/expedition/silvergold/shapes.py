"""Maps and patterns as bit masks, and every placement of every pattern on every map.

Bit `4 * row + column` stands for a field of the 4 × 4 frame. A placement is a set of fields that one action can
mark: the 16 single fields first, then each pattern in every orientation and place. Their numbering is part of the
action space.
"""

from __future__ import annotations

from functools import cache

from expedition.silvergold.components import MAPS, PATTERNS

SIDE = 4
KINDS = 1 + len(PATTERNS)  # a single field, or one of the patterns

Cell = tuple[int, int]


def mask_of(cells: list[Cell]) -> int:
    return sum(1 << (SIDE * row + column) for row, column in cells)


def cells_of(mask: int) -> list[list[int]]:
    """The fields of a mask as [row, column], sorted."""
    return [list(cell) for cell in _fields(mask)]


@cache
def _fields(mask: int) -> tuple[Cell, ...]:
    return tuple(divmod(i, SIDE) for i in range(SIDE * SIDE) if mask >> i & 1)


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
