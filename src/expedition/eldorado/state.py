"""The whole position of a game as one record, and the board as another."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import Annotated

from expedition.core.layout import Array, Byte, Fields, Int, Short
from expedition.core.rng import Chance
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
    g.steps_left[: g.n_cells], g.ahead[: g.n_cells * AHEAD] = _look_ahead(board)
    return g


@lru_cache(maxsize=64)
def _look_ahead(board: Board) -> tuple[list[int], list[int]]:
    """Steps to the finish, and the demands of the cheapest way, from every space (0 on a finishing space)."""
    steps = [-1] * len(board.cells)
    demands = [[0] * AHEAD for _ in board.cells]
    costs = [0] * len(board.cells)
    for weighted in (False, True):
        best: dict[int, int] = {}
        queue: list[tuple[int, int]] = [(0, cell) for cell in board.finishes]
        while queue:
            cost, cell = heappop(queue)
            if cell in best:
                continue
            best[cell] = cost
            space = board.cells[cell]
            for other in board.neighbours[cell]:
                if other < 0 or other in best or not board.cells[other].passable or board.cells[other].finish:
                    continue
                further = cost + (space.power if weighted else 1)
                if weighted and (costs[other] == 0 or further < costs[other]):
                    costs[other] = further
                    demands[other] = list(demands[cell])
                    demands[other][min(TERRAINS.index(space.terrain), AHEAD - 1)] += space.power
                heappush(queue, (further, other))
            if not weighted:
                steps[cell] = cost
    return steps, [min(amount, 127) for demand in demands for amount in demand]
