"""Action 3: trophies for full coin rows, completed maps and their replacement (SG-TROPHY, SG-DONE, SG-REFILL)."""

from __future__ import annotations

from collections.abc import MutableSequence

from expedition.core.jit import rule
from expedition.silvergold.numbering import TAKE_DECK, TAKE_FIRST
from expedition.silvergold.rules.piles import draw, pick, refill
from expedition.silvergold.state import Position
from expedition.silvergold.tables import N_MAPS, ROWS, SLOTS, TROPHIES, Tables


@rule
def clockwise(s: Position, first: int, places: int) -> int:
    """The seat so many places after the first; a division, which this avoids, takes as long as all the rest."""
    seat = first + places
    return seat - s.players if seat >= s.players else seat


@rule
def settling_seat(s: Position) -> int:
    """Whose claims are next, clockwise from the starting player (SG-TROPHY-02, EC-SG-01); -1 when all are settled."""
    for i in range(s.players):
        seat = clockwise(s, s.start, i)
        if s.owed_rows[seat] > 0 or s.owed_maps[seat] > 0:
            return seat
    return -1


@rule
def award_trophies(s: Position, seat: int) -> None:
    """For each full row the highest trophy still open, without asking (SG-TROPHY-04, EC-SG-02, EC-SG-32)."""
    while s.owed_rows[seat] > 0:
        s.owed_rows[seat] -= 1
        points = TROPHIES
        while points > 0 and s.open_trophies >> points & 1 == 0:
            points -= 1
        if points > 0:  # SG-TROPHY-06: no trophy is left after the sixth
            s.open_trophies -= 1 << points
            s.trophies[seat * ROWS + s.n_trophies[seat]] = points
            s.n_trophies[seat] += 1


@rule
def put_aside(s: Position, b: Tables, seat: int) -> int:
    """Completed maps leave their slots; returns how many (SG-DONE-01)."""
    n = 0
    for at in range(seat * SLOTS, seat * SLOTS + SLOTS):
        card = s.maps[at]
        if card >= 0 and s.marked[at] == b.map_mask[card]:
            s.completed[seat * N_MAPS + s.n_completed[seat]] = card
            s.n_completed[seat] += 1
            s.maps[at] = -1
            s.marked[at] = 0
            s.shown_marked[at] = 0
            n += 1
    return n


@rule
def add_takes(s: Position, acts: MutableSequence[int]) -> int:
    """Every open map and the unknown top of the deck (SG-DONE-03, EC-SG-18)."""
    n = 0
    for i in range(s.n_display):
        acts[n] = TAKE_FIRST + i
        n += 1
    if s.n_deck > 0:
        acts[n] = TAKE_DECK
        n += 1
    return n


@rule
def take(s: Position, seat: int, action: int) -> None:
    """A replacement into the first free slot; after the last one the display is refilled (SG-REFILL-01, EC-SG-17)."""
    at = seat * SLOTS
    while s.maps[at] >= 0:
        at += 1
    if action == TAKE_DECK:
        s.maps[at] = draw(s)
    else:
        s.maps[at] = pick(s, action - TAKE_FIRST)
    s.owed_maps[seat] -= 1
    if s.owed_maps[seat] == 0:
        refill(s)
