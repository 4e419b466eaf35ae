"""The whole position of a game as one record, and what its numbers mean."""

from __future__ import annotations

from typing import Annotated

from expedition.core.layout import Array, Byte, Short
from expedition.core.rng import Chance
from expedition.silvergold.tables import DEALT, DISPLAY, N_CARDS, N_MAPS, PALMS, ROWS, SEATS, SLOTS

# phases; FLIP lasts only until the card is turned up
KEEP, FLIP, MARK, REPLACE, OVER = 0, 1, 2, 3, 4


class Position(Chance):
    """Everything that changes. Per-seat arrays are flat: seat s has maps[s * SLOTS : (s + 1) * SLOTS].

    Unused places of a list hold 0, of the map slots -1, so that equal positions are equal bit for bit.
    """

    players: Byte
    phase: Byte
    round_no: Byte  # from 1
    flip: Byte  # expedition cards revealed this round
    start: Byte  # the starting player
    pattern: Byte  # the one in force, -1 before the first flip

    ply: Short  # actions of closed phases
    floor: Short  # ply of the last new information
    acts: Annotated[list[int], Array("i1", SEATS)]  # each seat's actions in the open simultaneous phase

    # expedition cards: n_revealed turned up, the rest up to n_pile face down, next one first
    pile: Annotated[list[int], Array("i1", N_CARDS)]
    n_revealed: Byte
    n_pile: Byte

    deck: Annotated[list[int], Array("i1", N_MAPS)]  # the last one is drawn next
    n_deck: Byte
    display: Annotated[list[int], Array("i1", DISPLAY)]
    n_display: Byte
    open_trophies: Byte  # bit n: the trophy worth n is still on the round card

    dealt: Annotated[list[int], Array("i1", SEATS * DEALT)]
    n_dealt: Annotated[list[int], Array("i1", SEATS)]
    maps: Annotated[list[int], Array("i1", SEATS * SLOTS)]
    marked: Annotated[list[int], Array("i4", SEATS * SLOTS)]
    completed: Annotated[list[int], Array("i1", SEATS * N_MAPS)]
    n_completed: Annotated[list[int], Array("i1", SEATS)]
    coins: Annotated[list[int], Array("i1", SEATS)]
    trophies: Annotated[list[int], Array("i1", SEATS * ROWS)]
    n_trophies: Annotated[list[int], Array("i1", SEATS)]
    palms: Annotated[list[int], Array("i1", SEATS * PALMS)]
    n_palms: Annotated[list[int], Array("i1", SEATS)]
    resigned: Annotated[list[int], Array("i1", SEATS)]
    plays_on: Byte  # 1: as in rules version 1 the last seat that has not resigned plays on

    owed_pattern: Annotated[list[int], Array("i1", SEATS)]
    owed_extra: Annotated[list[int], Array("i1", SEATS)]
    owed_rows: Annotated[list[int], Array("i1", SEATS)]
    owed_maps: Annotated[list[int], Array("i1", SEATS)]

    # what the other seats have been shown: marks stay covered until all have marked (EC-SG-27)
    shown_marked: Annotated[list[int], Array("i4", SEATS * SLOTS)]
    shown_coins: Annotated[list[int], Array("i1", SEATS)]
    shown_palms: Annotated[list[int], Array("i1", SEATS)]
