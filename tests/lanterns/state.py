"""The whole position of a game as one record."""

from __future__ import annotations

from typing import Annotated

from tests.lanterns.tables import ISLANDS, SEATS

from expedition.core.layout import Array, Byte, Short
from expedition.core.rng import Chance

NONE = -1
CHOOSE, OVER = 0, 1


class Position(Chance):
    players: Byte
    phase: Byte
    round_no: Byte
    ply: Short
    floor: Short
    pile: Annotated[list[int], Array("i1", ISLANDS)]  # islands in the order they come; pile[round_no - 1] is open
    held: Annotated[list[int], Array("i2", SEATS)]  # lanterns not yet lit, one bit each
    home: Annotated[list[int], Array("i1", SEATS)]
    lit: Annotated[list[int], Array("i2", SEATS)]  # lanterns shown so far, one bit each
    chosen: Annotated[list[int], Array("i1", SEATS)]
    acts: Annotated[list[int], Array("i1", SEATS)]
    won: Annotated[list[int], Array("i2", SEATS)]  # islands, one bit each
    resigned: Annotated[list[int], Array("i1", SEATS)]
