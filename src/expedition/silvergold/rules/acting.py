"""Carrying out an action: its number says which rule applies."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.silvergold.numbering import ACTIONS, KEEP_FIRST, MARK_FIRST, TAKE_FIRST
from expedition.silvergold.rules.marking import mark
from expedition.silvergold.rules.settling import take
from expedition.silvergold.rules.setup import keep
from expedition.silvergold.rules.turn import NOTHING, advance
from expedition.silvergold.shapes import N_PLACEMENTS
from expedition.silvergold.state import KEEP, MARK, Position
from expedition.silvergold.tables import Tables


@rule
def apply(s: Position, b: Tables, seat: int, action: int) -> None:
    """Carry out a legal action, or a resignation, and all that follows by itself."""
    act(s, b, seat, action)
    step = advance(s, b)
    while step != NOTHING:
        step = advance(s, b)


@rule
def act(s: Position, b: Tables, seat: int, action: int) -> None:
    """The action alone."""
    if s.phase == KEEP or s.phase == MARK:
        s.acts[seat] += 1
    else:
        s.ply += 1
    if action >= ACTIONS:
        s.resigned[seat] = 1
    elif action >= MARK_FIRST:
        place = action - MARK_FIRST
        mark(s, b, seat, place // N_PLACEMENTS, place % N_PLACEMENTS)
    elif action >= TAKE_FIRST:
        take(s, seat, action)
    else:
        keep(s, seat, action - KEEP_FIRST)
