"""Action 2: the pattern or a single field, and what crosses, coins and palms bring (SG-MARK to SG-PALM)."""

from __future__ import annotations

from collections.abc import MutableSequence

from expedition.core.jit import rule
from expedition.silvergold.numbering import MARK_FIRST
from expedition.silvergold.shapes import KINDS, N_PLACEMENTS, SIDE
from expedition.silvergold.state import Position
from expedition.silvergold.tables import COIN_ROW, COINS, PALMS, SLOTS, Tables

FIELDS = SIDE * SIDE


@rule
def count_fields(mask: int) -> int:
    """How many of the 16 fields a mask has: counted in pairs, fours, eights and all together."""
    mask -= (mask >> 1) & 0x5555
    mask = (mask & 0x3333) + ((mask >> 2) & 0x3333)
    mask = (mask + (mask >> 4)) & 0x0F0F
    return (mask + (mask >> 8)) & 0x1F


@rule
def free_fields(s: Position, b: Tables, at: int) -> int:
    """The unmarked fields of the map in this slot (SG-MARK-04)."""
    if s.maps[at] < 0:
        return 0
    return b.map_mask[s.maps[at]] & ~s.marked[at]


@rule
def can_mark(s: Position, b: Tables, seat: int) -> bool:
    """Whether any field is left on either map; without one the duty to mark lapses (EC-SG-07, EC-SG-19)."""
    for slot in range(SLOTS):
        if free_fields(s, b, seat * SLOTS + slot) != 0:
            return True
    return False


@rule
def add_fields(s: Position, b: Tables, seat: int, slot: int, acts: MutableSequence[int], n: int) -> int:
    """Add the free fields of one map one by one: the first placements of the numbering are the single fields in order.

    Here and below every candidate is written and counted if it fits, else the next one is written over it: there is no
    branch whose way the processor would have to guess.
    """
    free = free_fields(s, b, seat * SLOTS + slot)
    first = MARK_FIRST + slot * N_PLACEMENTS
    for field in range(FIELDS):
        acts[n] = first + field
        n += (free >> field) & 1
    return n


@rule
def add_pattern(s: Position, b: Tables, seat: int, slot: int, acts: MutableSequence[int], n: int) -> int:
    """Add the placements of the pattern that lie wholly on free fields of one map (SG-MARK-01, EC-SG-08)."""
    at = seat * SLOTS + slot
    free = free_fields(s, b, at)
    if free == 0:
        return n
    group = s.maps[at] * KINDS + 1 + s.pattern
    first = MARK_FIRST + slot * N_PLACEMENTS
    for i in range(b.fit_first[group], b.fit_first[group + 1]):
        mask = b.place_mask[b.fit[i]]
        acts[n] = first + b.fit[i]
        if mask & free == mask:
            n += 1
    return n


@rule
def add_marks(s: Position, b: Tables, seat: int, acts: MutableSequence[int]) -> int:
    """Single fields always (SG-FORCE-01, EC-SG-09); the pattern unless only extra fields are due."""
    n = 0
    for slot in range(SLOTS):
        n = add_fields(s, b, seat, slot, acts, n)
        if s.owed_pattern[seat] != 0:
            n = add_pattern(s, b, seat, slot, acts, n)
    return n


@rule
def mark(s: Position, b: Tables, seat: int, slot: int, placement: int) -> None:
    """Mark the fields; every symbol among them acts (EC-SG-10), coins and palms before extra fields (EC-SG-11)."""
    at = seat * SLOTS + slot
    card = s.maps[at]
    mask = b.place_mask[placement]
    if s.owed_pattern[seat] != 0:
        s.owed_pattern[seat] = 0
    else:
        s.owed_extra[seat] -= 1
    s.marked[at] |= mask
    for _ in range(count_fields(mask & b.map_coin[card])):
        cross_off_coin(s, seat)
    for _ in range(count_fields(mask & b.map_palm[card])):
        write_palm(s, b, seat)
    s.owed_extra[seat] += count_fields(mask & b.map_cross[card])  # SG-CROSS-01, EC-SG-13
    if s.marked[at] == b.map_mask[card]:
        s.owed_maps[seat] += 1
    if not can_mark(s, b, seat):
        s.owed_extra[seat] = 0  # EC-SG-07


@rule
def cross_off_coin(s: Position, seat: int) -> None:
    """The next coin field; a full row is settled in action 3 (SG-COIN)."""
    if s.coins[seat] == COINS:
        return
    s.coins[seat] += 1
    if s.coins[seat] % COIN_ROW == 0:
        s.owed_rows[seat] += 1


@rule
def palm_value(s: Position, b: Tables) -> int:
    """What a palm brings now: one point and one for every palm in the display (SG-PALM-01, SG-PALM-02)."""
    points = 1
    for i in range(s.n_display):
        points += count_fields(b.map_palm[s.display[i]])
    return points


@rule
def write_palm(s: Position, b: Tables, seat: int) -> None:
    """Four times at most (SG-PALM-03)."""
    if s.n_palms[seat] == PALMS:
        return
    s.palms[seat * PALMS + s.n_palms[seat]] = palm_value(s, b)
    s.n_palms[seat] += 1


@rule
def mark_first_field(s: Position, b: Tables, seat: int) -> None:
    """What the engine does for a seat that resigned: the first free field of its first map that has one."""
    slot = 0
    free = free_fields(s, b, seat * SLOTS)
    if free == 0:
        slot = 1
        free = free_fields(s, b, seat * SLOTS + 1)
    placement = 0
    while b.place_mask[placement] & free == 0:
        placement += 1
    mark(s, b, seat, slot, placement)
