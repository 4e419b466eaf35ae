"""Who has to act, and what is legal (SG-FLOW)."""

from __future__ import annotations

from collections.abc import MutableSequence

from expedition.core.jit import rule
from expedition.silvergold.numbering import KEEP_FIRST
from expedition.silvergold.rules.marking import add_marks
from expedition.silvergold.rules.settling import add_takes, clockwise, settling_seat
from expedition.silvergold.rules.setup import keeps
from expedition.silvergold.state import KEEP, MARK, REPLACE, Position
from expedition.silvergold.tables import FLIPS, Tables


@rule
def has_to_decide(s: Position, seat: int) -> bool:
    """Whether the seat, or the engine for it, still owes a choice in the open simultaneous phase."""
    if s.phase == KEEP:
        return keeps(s, seat) > 0
    return s.phase == MARK and (s.owed_pattern[seat] != 0 or s.owed_extra[seat] > 0)


@rule
def owes(s: Position, seat: int) -> bool:
    """Whether the seat may act now."""
    if s.phase == REPLACE:
        return seat == settling_seat(s)
    return s.resigned[seat] == 0 and has_to_decide(s, seat)


@rule
def first_to_decide(s: Position, resigned: int) -> int:
    """The first seat clockwise from the starting player that owes a choice, among those that resigned or did not."""
    for i in range(s.players):
        seat = clockwise(s, s.start, i)
        if s.resigned[seat] == resigned and has_to_decide(s, seat):
            return seat
    return -1


@rule
def actor(s: Position) -> int:
    """The seat to act, the first that still owes in a simultaneous phase; -1 when the game is over."""
    if s.phase == REPLACE:
        return settling_seat(s)
    return first_to_decide(s, 0)


@rule
def open_phase(s: Position) -> int:
    """An id of the phase in which all choose unseen by the others, -1 where they act one after another (EC-SG-27)."""
    if s.phase == KEEP:
        return 0
    return s.round_no * (FLIPS + 1) + s.flip if s.phase == MARK else -1


@rule
def legal(s: Position, b: Tables, seat: int, acts: MutableSequence[int]) -> int:
    """Fill the ascending list of the seat's legal actions; returns how many."""
    if not owes(s, seat):
        return 0
    if s.phase == MARK:
        return add_marks(s, b, seat, acts)
    if s.phase == REPLACE:
        return add_takes(s, acts)
    n = s.n_dealt[seat]
    for i in range(n):
        acts[i] = KEEP_FIRST + i
    return n
