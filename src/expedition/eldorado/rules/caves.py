"""The caves variant: exploring when a movement ends."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.eldorado.rules.piles import revealed
from expedition.eldorado.state import ACTIVE_NONE, Position
from expedition.eldorado.tables import CAVE_PILE, DIRECTIONS, PAWNS, TOKENS, Ground


@rule
def caves_beside(s: Position, b: Ground, cell: int) -> int:
    """The caves next to a space with no standing blockade between, one bit each (ED-CAVE-11)."""
    beside = 0
    for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
        other = b.neighbour[edge]
        if other >= 0 and b.cave[other] >= 0 and (b.seam_at[edge] < 0 or s.seam[b.seam_at[edge]] == 0):
            beside |= 1 << b.cave[other]
    return beside


@rule
def stopping_explores(s: Position, b: Ground, pawn: int) -> bool:
    """Whether a token would be taken if this pawn stopped here."""
    if s.caves == 0 or s.at[pawn] < 0:
        return False
    fresh = caves_beside(s, b, s.at[pawn]) & ~s.near[pawn]
    for cave in range(b.n_caves):
        if (fresh >> cave) & 1 and s.n_cave[cave] > 0:
            return True
    return False


@rule
def explore(s: Position, b: Ground, pawn: int) -> None:
    """A pawn has stopped: the top token of every cave that is new to it (ED-CAVE-04 to 07, 14 to 16).

    Taking is automatic (ED-CAVE-06, EC-ED-29); each pawn is on its own (EC-ED-36).
    """
    if s.caves == 0 or s.at[pawn] < 0:
        return
    beside = caves_beside(s, b, s.at[pawn])
    fresh = beside & ~s.near[pawn]
    for cave in range(b.n_caves):
        if (fresh >> cave) & 1 and s.n_cave[cave] > 0:
            s.n_cave[cave] -= 1
            token = s.cave_pile[cave * CAVE_PILE + s.n_cave[cave]]
            s.tokens[(pawn // PAWNS) * TOKENS + token] += 1
            revealed(s)
    s.near[pawn] = beside


@rule
def end_movement(s: Position, b: Ground) -> None:
    """The movement of the active card is over: its rest is lost (ED-MOVE-09), caves are explored."""
    if s.active != ACTIVE_NONE:
        s.active = ACTIVE_NONE
        explore(s, b, s.seat * PAWNS + s.active_pawn)


@rule
def seam_opened(s: Position, b: Ground, seam: int, by: int) -> None:
    """A blockade fell: for pawns waiting there the caves behind it count as seen (ED-CAVE-13, EC-ED-46)."""
    if s.caves == 0:
        return
    for pawn in range(s.players * PAWNS):
        cell = s.at[pawn]
        if cell < 0 or pawn == by:
            continue
        for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
            if b.seam_at[edge] == seam and b.cave[b.neighbour[edge]] >= 0:
                s.near[pawn] |= 1 << b.cave[b.neighbour[edge]]
