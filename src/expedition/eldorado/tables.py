"""What never changes, as the rules see it: the components as numbers, and the board as a record.

Cards, tokens and symbols are numbered by their place in the data files. Tables are tuples of ints:
interpreted code indexes them as they are, compiled code sees arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import Annotated

from expedition.core.layout import Array, Byte, Fields, Short
from expedition.eldorado.board import DIRECTIONS as DIRECTION_STEPS
from expedition.eldorado.board import Board, Hex
from expedition.eldorado.components import SYMBOLS, TERRAINS, blockades, cards, tokens

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
DIRECTIONS = 6
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

AHEAD = 4  # kinds of demand in Ground.ahead
SOON = (4, 8)  # how many spaces of the cheapest way Ground.soon sums up
RINGS = (2, 3)  # how far Ground.beyond looks, in steps
BEYOND = sum(6 * ring for ring in RINGS)
SPACE_ROW = 6  # numbers Ground.beyond has for a space
FAR = 4  # added to the steps gained by a space further away
# Four price lists that ways are compared by: power as it is, and with everything but machetes, paddles or coins dear.
LISTS = 4
DEAR = 3
LEEWAY = 9  # how much dearer a way may be and still be told from closed
SYMBOLS_ASKED = 3  # kinds of demand that a card's power has to reach in one space
LANE_ROW = LISTS * SYMBOLS_ASKED + (LISTS - 1) * AHEAD + LISTS * DIRECTIONS  # numbers Ground.lanes has for a space


class Ground(Fields):
    """The board as the rules see it: data, so that a new route never recompiles anything."""

    n_cells: Short
    n_seams: Byte
    n_caves: Byte
    neighbour: Annotated[list[int], Array("i2", MAX_CELLS * DIRECTIONS)]  # cell or -1
    seam_at: Annotated[list[int], Array("i1", MAX_CELLS * DIRECTIONS)]  # seam that this edge crosses or -1
    terrain: Annotated[list[int], Array("i1", MAX_CELLS)]
    need: Annotated[list[int], Array("i1", MAX_CELLS)]  # power of the space
    finish: Annotated[list[int], Array("i1", MAX_CELLS)]
    cave: Annotated[list[int], Array("i1", MAX_CELLS)]  # number of the cave here or -1
    start: Annotated[list[int], Array("i2", SEATS)]
    laid: Annotated[list[int], Array("i1", MAX_SEAMS)]  # blockades the setup names, in seam order; 0: at random
    # Not for the rules but for those who look ahead: the shortest way to the finish in steps, and what the
    # cheapest way asks for: machetes, paddles, coins, cards to give up. Blockades and pawns are left out.
    steps_left: Annotated[list[int], Array("i1", MAX_CELLS)]  # -1: no way, or no space to stand on
    ahead: Annotated[list[int], Array("i1", MAX_CELLS * AHEAD)]
    soon: Annotated[list[int], Array("i1", MAX_CELLS * 2 * AHEAD)]  # the same for the next 4 and the next 8 spaces
    seams_ahead: Annotated[list[int], Array("i1", MAX_CELLS)]  # seams with a blockade from here to the finish
    # Of each space of the rings around, from E on: what it asks for by terrain, and the steps gained by being there
    # plus FAR; all 0 where nobody can stand.
    beyond: Annotated[list[int], Array("i1", MAX_CELLS * BEYOND * SPACE_ROW)]
    # Of the cheapest way by each price list: the hardest jungle, river and village space; by the last three lists, all
    # it asks for; and by each list, for each direction, LEEWAY less what going there makes dearer, 0 where closed.
    lanes: Annotated[list[int], Array("i1", MAX_CELLS * LANE_ROW)]


def ground_of(board: Board, laid: list[int]) -> Ground:
    """The record of a board and the blockades laid on it by the setup."""
    g = Ground()
    g.n_cells, g.n_seams, g.n_caves = len(board.cells), len(board.seams), len(board.caves)
    g.cave = [-1] * MAX_CELLS
    g.neighbour = [-1] * (MAX_CELLS * DIRECTIONS)
    g.seam_at = [-1] * (MAX_CELLS * DIRECTIONS)
    for i, cell in enumerate(board.cells):
        g.terrain[i] = TERRAINS.index(cell.terrain)
        g.need[i] = cell.power
        g.finish[i] = int(cell.finish)
        g.neighbour[i * DIRECTIONS : (i + 1) * DIRECTIONS] = board.neighbours[i]
        g.seam_at[i * DIRECTIONS : (i + 1) * DIRECTIONS] = board.seam_of[i]
    for number, c in enumerate(board.caves):
        g.cave[c] = number
    g.start = list(board.starts)
    g.laid[: len(laid)] = laid
    g.steps_left = [-1] * MAX_CELLS
    sight = _look_ahead(board)
    g.steps_left[: g.n_cells], g.ahead[: g.n_cells * AHEAD] = sight.steps, sight.demands
    g.soon[: g.n_cells * 2 * AHEAD], g.seams_ahead[: g.n_cells] = sight.soon, sight.seams
    g.beyond[: len(sight.beyond)] = sight.beyond
    g.lanes[: len(sight.lanes)] = sight.lanes
    return g


Way = list[tuple[int, int, int]]  # kind of demand, power and seam crossed of each space


@dataclass(frozen=True)
class Sight:
    """What can be said of every space of a board once and for all."""

    steps: list[int]
    demands: list[int]
    soon: list[int]
    seams: list[int]
    beyond: list[int]
    lanes: list[int]


@lru_cache(maxsize=64)
def _look_ahead(board: Board) -> Sight:
    """Steps to the finish, and the demands of the cheapest ways, from every space (0 on a finishing space)."""
    cells = range(len(board.cells))
    found = [_cheapest(board, cheap) for cheap in (None, *range(SYMBOLS_ASKED))]
    ways = [[_way(board, cell, onward) for cell in cells] for _, onward in found]
    return Sight(
        list(board.steps_left),
        [amount for way in ways[0] for amount in _demands(way)],
        [amount for way in ways[0] for near in SOON for amount in _demands(way[:near])],
        [len({seam for _, _, seam in way if seam >= 0}) for way in ways[0]],
        [number for cell in cells for number in _surroundings(board, cell)],
        [number for cell in cells for number in _lanes(board, cell, [costs for costs, _ in found], ways)],
    )


def _price(space: Hex, cheap: int | None) -> int:
    """What entering a space costs where only one kind of demand is cheap (None: all are alike)."""
    return space.power * (1 if cheap is None or cheap == TERRAINS.index(space.terrain) else DEAR)


def _cheapest(board: Board, cheap: int | None) -> tuple[list[int], list[int]]:
    """What the cheapest way from each space costs, and its next space (-1: none)."""
    costs = [0] * len(board.cells)
    onward = [-1] * len(board.cells)
    reached: set[int] = set()
    queue: list[tuple[int, int]] = [(0, cell) for cell in board.finishes]
    while queue:
        cost, cell = heappop(queue)
        if cell in reached:
            continue
        reached.add(cell)
        for other in board.neighbours[cell]:
            if other < 0 or other in reached or not board.cells[other].passable or board.cells[other].finish:
                continue
            further = cost + _price(board.cells[cell], cheap)
            if costs[other] == 0 or further < costs[other]:
                costs[other] = further
                onward[other] = cell
            heappush(queue, (further, other))
    return costs, onward


def _lanes(board: Board, cell: int, costs: list[list[int]], ways: list[list[Way]]) -> list[int]:
    """What the ways from a cell ask for by each price list, and how dear each direction is."""
    row: list[int] = []
    for k in range(LISTS):
        row += [max((p for kind, p, _ in ways[k][cell] if kind == asked), default=0) for asked in range(SYMBOLS_ASKED)]
    for k in range(1, LISTS):
        row += _demands(ways[k][cell])
    for k, cheap in enumerate((None, *range(SYMBOLS_ASKED))):
        for other in board.neighbours[cell]:
            if board.steps_left[cell] <= 0 or other < 0 or board.cells[other].terrain in ("mountain", "start"):
                row.append(0)
            else:
                dearer = _price(board.cells[other], cheap) + costs[k][other] - costs[k][cell]
                row.append(max(0, LEEWAY - dearer))
    return row


def _surroundings(board: Board, cell: int) -> list[int]:
    """A row for each space of the rings around a cell."""
    here, row = board.cells[cell], []
    for q, r in _ring_places():
        other = board.index.get((here.q + q, here.r + r), -1)
        asked = [0] * SPACE_ROW
        if other >= 0 and board.cells[other].terrain not in ("mountain", "start"):
            space = board.cells[other]
            asked[TERRAINS.index(space.terrain)] = space.power
            asked[-1] = board.steps_left[cell] - board.steps_left[other] + FAR
        row += asked
    return row


def _way(board: Board, cell: int, onward: list[int]) -> Way:
    """Kind of demand, power and seam crossed for each space of the cheapest way."""
    way = []
    while onward[cell] >= 0:
        following = onward[cell]
        space = board.cells[following]
        seam = board.seam_of[cell][board.neighbours[cell].index(following)]
        way.append((min(TERRAINS.index(space.terrain), AHEAD - 1), space.power, seam))
        cell = following
    return way


def _demands(way: Way) -> list[int]:
    sums = [0] * AHEAD
    for kind, power, _ in way:
        sums[kind] += power
    return [min(amount, 127) for amount in sums]


def _ring_places() -> list[tuple[int, int]]:
    """Where the spaces of the rings lie, seen from their middle: each from due east on, the way directions turn."""
    places = []
    for ring in RINGS:
        for side, (q, r) in enumerate(DIRECTION_STEPS):
            along_q, along_r = DIRECTION_STEPS[(side + 2) % DIRECTIONS]
            places += [(ring * q + i * along_q, ring * r + i * along_r) for i in range(ring)]
    return places
