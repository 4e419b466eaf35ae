"""The pieces of the box as tables of whole numbers, for the compiled search for routes.

Places lie on a square grid of WIDTH × WIDTH, its middle the origin of the route: a place (q, r) is the number
`at(q, r)`, and moving a piece means adding numbers. Everything here follows from the data of the box.
"""

from __future__ import annotations

from itertools import product

from expedition.eldorado.board import DIRECTIONS, MAX_SEAMS
from expedition.eldorado.components import COLOURS, SYMBOLS, TERRAINS, cards, tiles
from expedition.eldorado.pieces import Piece
from expedition.eldorado.tables import FULL_HAND

WIDTH = 160  # nine pieces in a row, and a rim that nothing touches
MIDDLE = (WIDTH // 2) * WIDTH + WIDTH // 2
LARGEST = 37  # spaces of a tile
STRIP = 16
TURNS = 6
BLOCKADES = MAX_SEAMS

TILES = tiles()
SIDES = [name for name, tile in TILES.items() if tile.kind != "finish"]  # A to R
FINISHES = [name for name, tile in TILES.items() if tile.kind == "finish"]


def at(q: int, r: int) -> int:
    """The number of a place, or of a shift."""
    return r * WIDTH + q


def place_of(number: int) -> tuple[int, int]:
    """The place of a number counted from the middle of the grid."""
    r, q = divmod(number + MIDDLE, WIDTH)
    return q - WIDTH // 2, r - WIDTH // 2


def turned(name: str, rotation: int) -> list[tuple[int, int]]:
    """Where the spaces of a side lie around its origin."""
    piece = Piece(name, rotation, 0, 0)
    return [piece.place(space.q, space.r) for space in TILES[name].hexes]


NEAR: tuple[int, ...] = tuple(at(q, r) for q, r in DIRECTIONS)

# One row of LARGEST entries for every side, or side and turn.
COUNT: tuple[int, ...] = tuple(len(TILES[name].hexes) for name in SIDES)
SHIFT: tuple[int, ...] = tuple(
    value
    for name, turn in product(SIDES, range(TURNS))
    for value in ([at(q, r) for q, r in turned(name, turn)] + [0] * LARGEST)[:LARGEST]
)
TERRAIN: tuple[int, ...] = tuple(
    value
    for name in SIDES
    for value in ([TERRAINS.index(space.terrain) for space in TILES[name].hexes] + [0] * LARGEST)[:LARGEST]
)
POWER: tuple[int, ...] = tuple(
    value for name in SIDES for value in ([space.power for space in TILES[name].hexes] + [0] * LARGEST)[:LARGEST]
)
IS_STRIP: tuple[int, ...] = tuple(int(TILES[name].kind == "strip") for name in SIDES)
STARTS: tuple[int, ...] = tuple(i for i, name in enumerate(SIDES) if TILES[name].kind == "start")
# Front and back of the other tiles and of the strips: 2 entries for each piece.
TILE_SIDES: tuple[int, ...] = tuple(i for i, name in enumerate(SIDES) if TILES[name].kind == "terrain")
STRIP_SIDES: tuple[int, ...] = tuple(i for i, name in enumerate(SIDES) if TILES[name].kind == "strip")

# The finishing tile: its three spaces, where the corner of the last tile sits, and the golden city, for each turn.
_FINISH = TILES[FINISHES[0]]
FINISH_SHIFT: tuple[int, ...] = tuple(at(q, r) for turn in range(TURNS) for q, r in turned(FINISHES[0], turn))
FINISH_CORNER: tuple[int, ...] = tuple(
    at(*Piece(FINISHES[0], turn, 0, 0).place(*(_FINISH.attach_corner or (0, 0)))) for turn in range(TURNS)
)
FINISH_CITY: tuple[int, ...] = tuple(
    at(*Piece(FINISHES[0], turn, 0, 0).place(q, r)) for turn in range(TURNS) for q, r in _FINISH.city
)
FINISH_TERRAIN: tuple[int, ...] = tuple(TERRAINS.index(TILES[name].hexes[0].terrain) for name in FINISHES)
CITY = len(_FINISH.city)


def _sound(terrain: int, power: int) -> int:
    """Whether every one of four players can count on entering such a space.

    The box holds a card for each of them that can enter it and comes back into the deck; rubble takes no more cards
    than a hand has; a base camp is never counted on, as it takes cards away for good.
    """
    name = TERRAINS[terrain]
    if name == "rubble":
        return int(power <= FULL_HAND)
    if terrain >= len(SYMBOLS):
        return 0
    fit = (
        card.copies
        for card in cards()
        if not card.single_use
        and ((SYMBOLS[terrain] in card.symbols and (card.power or 0) >= power) or card.effect == _ANY_SPACE)
    )
    return int(sum(fit) >= COLOURS)


_ANY_SPACE = "move_one_ignoring_requirement"
POWERS = 8
SOUND: tuple[int, ...] = tuple(_sound(terrain, power) for terrain in range(len(TERRAINS)) for power in range(POWERS))


def edges(a: list[tuple[int, int]], b: list[tuple[int, int]]) -> dict[int, int]:
    """For every shift of b at which it touches a without lying on it: the number of edges they share."""
    lying = set(a)
    found: dict[int, int] = {}
    shifts = {(q + dq - x, r + dr - y) for (q, r), (x, y), (dq, dr) in product(a, b, DIRECTIONS)}
    for q, r in shifts:
        moved = [(x + q, y + r) for x, y in b]
        if lying.isdisjoint(moved):
            found[at(q, r)] = sum((x + dq, y + dr) in lying for (x, y), (dq, dr) in product(moved, DIRECTIONS))
    return found


def _joins(a: list[tuple[int, int]], b: list[tuple[int, int]]) -> list[int]:
    """The shifts of a full join, side to side as in the book's pictures: those that share the most edges."""
    shared = edges(a, b)
    most = max(shared.values())
    return sorted(shift for shift, count in shared.items() if count == most)


# Full joins: tile to tile, tile to strip in each turn, strip in each turn to tile. First entry and number of each.
_TILE = turned("A", 0)
_LISTS = (
    [_joins(_TILE, _TILE)]
    + [_joins(_TILE, turned("O", turn)) for turn in range(TURNS)]
    + [_joins(turned("O", turn), _TILE) for turn in range(TURNS)]
)
JOIN: tuple[int, ...] = tuple(shift for shifts in _LISTS for shift in shifts)
JOIN_COUNT: tuple[int, ...] = tuple(len(shifts) for shifts in _LISTS)
JOIN_FIRST: tuple[int, ...] = tuple(sum(JOIN_COUNT[:i]) for i in range(len(JOIN_COUNT)))
