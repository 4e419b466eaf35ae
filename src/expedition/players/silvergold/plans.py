"""How many turns a treasure map still takes: worked out once for every set of free fields of every map.

A seat that fills one map alone takes each expedition card as it comes and makes the best of it; what is left takes the
turns that are known already. Fields with a cross bring further fields.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from expedition.core.jit import compiled, rule
from expedition.silvergold.rules.marking import count_fields
from expedition.silvergold.shapes import KINDS, SIDE
from expedition.silvergold.tables import N_CARDS, N_MAPS, Tables

FRAMES = 1 << SIDE * SIDE  # sets of fields of the frame
MOST_EXTRA = 3  # extra fields one mark can bring
FIELD = 0.3  # turns an extra field saves that has to go to the other map
FAR = 1e9


@rule
def fill_map(b: Tables, card: int, turns: Any, owed: Any, reach: Any) -> None:
    """The turns of every set of free fields of one map, smaller sets first.

    `owed[extra, free]` are the turns when so many extra fields have to be marked at once.
    """
    land = b.map_mask[card]
    base = card * FRAMES
    free = 0
    turns[base] = 0.0
    for extra in range(MOST_EXTRA + 1):
        owed[extra, 0] = -FIELD * extra
    while free != land:
        free = (free - land) & land
        mark_extra(b, card, free, owed)
        for kind in range(1, KINDS):
            reach[kind] = after_pattern(b, card, kind, free, owed)
        mean = 0.0
        for i in range(N_CARDS):
            mean += reach[1 + b.card_pattern[i]] / N_CARDS
        owed[0, free] = turns[base + free] = 1.0 + mean


@rule
def mark_extra(b: Tables, card: int, free: int, owed: Any) -> None:
    """The best single field first; a cross among them brings another."""
    for extra in range(1, MOST_EXTRA + 1):
        best = FAR
        left = free
        while left != 0:
            field = left & -left
            left -= field
            more = 1 if field & b.map_cross[card] != 0 else 0
            best = min(best, owed[extra - 1 + more, free - field])
        owed[extra, free] = best


@rule
def after_pattern(b: Tables, card: int, kind: int, free: int, owed: Any) -> float:
    """Turns left after the best use of a pattern, a single field included."""
    best = owed[1, free]
    group = card * KINDS + kind
    for i in range(b.fit_first[group], b.fit_first[group + 1]):
        mask = b.place_mask[b.fit[i]]
        if mask & free == mask:
            best = min(best, owed[count_fields(mask & b.map_cross[card]), free - mask])
    return best


@rule
def fill_all(b: Tables, turns: Any, owed: Any, reach: Any) -> None:
    for card in range(N_MAPS):
        fill_map(b, card, turns, owed, reach)


@cache
def plans() -> Any:
    """Turns by `card * FRAMES + free fields`; made once and the same for all games."""
    import numpy as np

    from expedition.silvergold.tables import tables

    turns = np.zeros(N_MAPS * FRAMES, np.float32)
    owed = np.zeros((MOST_EXTRA + 1, FRAMES), np.float64)
    compiled(fill_all)(tables().array()[0], turns, owed, np.zeros(KINDS, np.float64))
    return turns
