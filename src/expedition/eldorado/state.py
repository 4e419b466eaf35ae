"""The whole position of a game as one record, and the board as another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import Annotated

from expedition.core.layout import Array, Byte, Fields, Int, Short
from expedition.core.rng import Chance
from expedition.eldorado.board import DIRECTIONS as DIRECTION_STEPS
from expedition.eldorado.board import Board
from expedition.eldorado.components import TERRAINS
from expedition.eldorado.tables import (
    CARDS,
    CAVE_PILE,
    DIRECTIONS,
    MAX_CAVES,
    MAX_CELLS,
    MAX_SEAMS,
    PAWNS,
    PILE,
    SEATS,
    SLOTS,
    TOKENS,
)

AHEAD = 4  # kinds of demand in Ground.ahead
SOON = (4, 8)  # how many spaces of the cheapest way Ground.soon sums up
RINGS = (2, 3)  # how far Ground.beyond looks, in steps
BEYOND = sum(6 * ring for ring in RINGS)


class Position(Chance):
    """Everything that changes. Per-seat arrays are flat: seat s has hand[s * CARDS : (s + 1) * CARDS]."""

    players: Byte
    pawns: Byte  # per seat (ED-SETUP-11)
    caves: Byte  # whether the variant is on
    max_rounds: Short  # 0: no limit

    ply: Int  # actions applied since the deal or the restored position
    floor: Int  # ply of the last new information
    phase: Byte
    seat: Byte
    round_no: Short
    bought: Byte
    final_round: Byte
    pass_occupied: Byte
    change_symbol: Byte  # a symbol token was played and its card must follow

    active: Byte  # whose power may still be used: nothing, a card or a token
    active_id: Byte
    active_symbol: Byte
    active_pawn: Byte
    power: Byte  # what is left of it
    stepped: Byte

    pending: Byte
    pending_pawn: Byte
    pending_cell: Short  # the space being entered, -1 for a blockade
    pending_blockade: Byte
    pending_card: Byte  # the card being bought
    pending_left: Byte  # cards still to give or to remove; for the replace token cards laid down
    pending_may: Byte  # whether removing is optional
    due: Byte  # half coins still to pay

    n_gained: Byte
    gained: Annotated[list[int], Array("i1", 8)]  # bought or taken this turn (EC-ED-61)
    n_keepable: Byte
    keepable: Annotated[list[int], Array("i1", 4)]  # items just used (ED-TOK-07)

    at: Annotated[list[int], Array("i2", SEATS * PAWNS)]  # cell, ARRIVED or ABSENT
    near: Annotated[list[int], Array("i2", SEATS * PAWNS)]  # caves beside the last stop, one bit each
    arrived: Annotated[list[int], Array("i1", SEATS)]  # order of completion, 0: not yet
    resigned: Byte  # one bit per seat
    plays_on: Byte  # 1: as in rules version 1 the last seat that has not resigned plays on

    hand: Annotated[list[int], Array("i1", SEATS * CARDS)]  # copies of each kind
    known: Annotated[list[int], Array("i1", SEATS * CARDS)]  # of these, what the other seats can tell
    n_hand: Annotated[list[int], Array("i1", SEATS)]
    # One strip per seat: the draw pile from the left, its top at n_draw - 1;
    # the discard pile from the right, its top at PILE - n_discard.
    cards: Annotated[list[int], Array("i1", SEATS * PILE)]
    n_draw: Annotated[list[int], Array("i1", SEATS)]
    n_discard: Annotated[list[int], Array("i1", SEATS)]
    played: Annotated[list[int], Array("i1", PILE)]  # the play area of the seat on turn
    n_played: Byte
    removed: Annotated[list[int], Array("i1", CARDS)]

    slot: Annotated[list[int], Array("i1", SLOTS)]  # card kind on each slot of the market board, -1: vacant
    stock: Annotated[list[int], Array("i1", CARDS)]
    on_board: Annotated[list[int], Array("i1", CARDS)]

    seam: Annotated[list[int], Array("i1", MAX_SEAMS)]  # number of the blockade standing there, 0: none
    owned: Annotated[list[int], Array("i1", SEATS)]  # blockades kept, bit n for number n

    tokens: Annotated[list[int], Array("i1", SEATS * TOKENS)]
    spent: Annotated[list[int], Array("i1", TOKENS)]
    cave_pile: Annotated[list[int], Array("i1", MAX_CAVES * CAVE_PILE)]  # top at n_cave - 1
    n_cave: Annotated[list[int], Array("i1", MAX_CAVES)]


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
    beyond: Annotated[list[int], Array("i2", MAX_CELLS * BEYOND)]  # the spaces of the rings around, from E on, or -1


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
    g.beyond = [-1] * (MAX_CELLS * BEYOND)
    g.beyond[: g.n_cells * BEYOND] = sight.beyond
    return g


@dataclass(frozen=True)
class Sight:
    """What can be said of every space of a board once and for all."""

    steps: list[int]
    demands: list[int]
    soon: list[int]
    seams: list[int]
    beyond: list[int]


@lru_cache(maxsize=64)
def _look_ahead(board: Board) -> Sight:
    """Steps to the finish, and the demands of the cheapest way, from every space (0 on a finishing space)."""
    costs = [0] * len(board.cells)
    onward = [-1] * len(board.cells)  # the next space of the cheapest way
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
            further = cost + board.cells[cell].power
            if costs[other] == 0 or further < costs[other]:
                costs[other] = further
                onward[other] = cell
            heappush(queue, (further, other))
    ways = [_way(board, cell, onward) for cell in range(len(board.cells))]
    return Sight(
        list(board.steps_left),
        [amount for way in ways for amount in _demands(way)],
        [amount for way in ways for near in SOON for amount in _demands(way[:near])],
        [len({seam for _, _, seam in way if seam >= 0}) for way in ways],
        [board.index.get((cell.q + q, cell.r + r), -1) for cell in board.cells for q, r in _ring_places()],
    )


def _way(board: Board, cell: int, onward: list[int]) -> list[tuple[int, int, int]]:
    """Kind of demand, power and seam crossed for each space of the cheapest way."""
    way = []
    while onward[cell] >= 0:
        following = onward[cell]
        space = board.cells[following]
        seam = board.seam_of[cell][board.neighbours[cell].index(following)]
        way.append((min(TERRAINS.index(space.terrain), AHEAD - 1), space.power, seam))
        cell = following
    return way


def _demands(way: list[tuple[int, int, int]]) -> list[int]:
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
