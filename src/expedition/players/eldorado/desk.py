"""The workspace of an El Dorado bot: one record for all its compiled code writes down, made once and used again."""

from __future__ import annotations

from functools import cache
from typing import Any

from expedition.eldorado.numbering import ACTIONS
from expedition.eldorado.state import Position
from expedition.eldorado.tables import CARDS, MAX_CELLS, MAX_SEAMS, PAWNS

NODES = 3000  # positions one turn's search may hold
SLOTS_OF_TABLE = 8192  # a power of two, well above the nodes
POWERS = 7  # a card's power is at most six
PLAN = 64

Desk = Any  # a NumPy record of `desk_dtype`


@cache
def desk_dtype() -> Any:
    import numpy as np

    columns = [
        # the turn's search
        ("parent", "i8", (NODES,)),  # the node a node came from
        ("action", "i8", (NODES,)),  # and by which action
        ("bonus", "f8", (NODES,)),  # what a node has gained that its position does not show
        ("value", "f8", (NODES,)),  # of ending the turn at a node
        ("buys", "i8", (NODES,)),  # what would be bought there
        ("heap", "i8", (NODES,)),  # nodes still to be expanded, best first
        ("rank", "f8", (NODES,)),  # their priorities
        ("table", "i8", (SLOTS_OF_TABLE,)),  # keys of the positions met
        ("acts", "i8", (ACTIONS,)),  # legal actions
        ("plan", "i8", (max(PLAN, ACTIONS),)),  # the actions of the chosen turn
        # the way to the finish
        ("order", "i8", (MAX_CELLS,)),  # cells by their steps to the finish
        ("n_order", "i8", (1,)),
        ("ahead", "i8", (MAX_CELLS,)),  # seams still to be crossed from a cell, one bit each
        ("way", "f8", (MAX_CELLS,)),  # draws to go from every cell
        ("best", "f8", (3 * POWERS * MAX_CELLS,)),  # the same after one more card of a symbol and power
        ("wall", "f8", (MAX_SEAMS,)),  # draws the blockade on each seam costs
        ("stand", "i8", (PAWNS,)),  # where the pawns stood before the turn
        ("root", "f8", (PAWNS,)),  # draws to go of the pawns before the turn
        ("gain", "f8", (MAX_CELLS * 3 * POWERS,)),  # what one card alone brings from a cell, -1: not computed
        ("left", "i8", (MAX_CELLS,)),  # power left on reaching a cell
        ("queue", "i8", (MAX_CELLS,)),  # cells to be looked at
        ("deck", "i8", (CARDS,)),  # copies of each kind the seat owns
        ("owned", "i8", (CARDS,)),  # and what of them is left at some point of the turn
        ("kind", "i8", (CARDS,)),  # the kinds among them that move
        ("weight", "f8", (CARDS,)),  # and what each counts
        ("n_kinds", "i8", (1,)),
        ("draw_cost", "f8", (1,)),  # all cards of the deck, those that draw counting less
        ("reach", "i8", (3,)),  # the highest power of each symbol
        ("to", "f8", (CARDS,)),  # where each kind leads from the cell looked at
        ("size_now", "i8", (2,)),  # how many they are, and up to how many any card is welcome
        ("lag", "f8", (1,)),  # cards drawn before one bought now comes to hand
        ("kept", "f8", (MAX_CELLS,)),  # the way put aside while another deck is tried
        ("shorter", "f8", (2 * CARDS,)),  # share of the way saved by one card more or less of each kind
        ("further", "f8", (2 * CARDS,)),  # and what that is worth beside the way
        ("charted", "i8", (CARDS + MAX_SEAMS + 1,)),  # the deck and blockades `way` was made for
    ]
    return np.dtype((np.record, np.dtype(columns, align=True)))


def make_desk() -> Desk:
    import numpy as np

    return np.zeros(1, desk_dtype())[0]


def make_pool(count: int = NODES) -> Any:
    """Positions for the turn's search, or to try things out in."""
    import numpy as np

    return np.zeros(count, Position.dtype())
