"""Actions as numbers and as the objects of the open vocabulary.

0 … 3      keep the n-th of the maps dealt
4 … 7      take the n-th map of the display
8          take the top map of the deck
9 … 354    mark a placement (shapes.py) on the first or the second map
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from expedition.core.checks import whole
from expedition.core.errors import IllegalAction
from expedition.silvergold.numbering import KEEP_FIRST, MARK_FIRST, TAKE_DECK, TAKE_FIRST
from expedition.silvergold.shapes import N_PLACEMENTS, PLACEMENT_NUMBER, PLACEMENTS, SIDE, cells_of, mask_of
from expedition.silvergold.state import Position
from expedition.silvergold.tables import DEALT, MAP_IDS, SLOTS

if TYPE_CHECKING:
    from expedition.silvergold.types import Action

DECK = "deck"
_FIELDS = {"keep": {"do", "card", "seat"}, "take": {"do", "card", "seat"}, "mark": {"do", "map", "cells", "seat"}}


def to_dict(s: Position, seat: int, action: int) -> Action:
    """The action as an object; IllegalAction if it names a map that is not there."""
    if action >= MARK_FIRST:
        slot, placement = divmod(action - MARK_FIRST, N_PLACEMENTS)
        return {"do": "mark", "seat": seat, "map": slot, "cells": cells_of(PLACEMENTS[placement])}
    if action == TAKE_DECK:
        return {"do": "take", "card": DECK}
    if action >= TAKE_FIRST:
        place = action - TAKE_FIRST
        if place >= s.n_display:
            raise IllegalAction(f"The display has {s.n_display} maps; there is none at place {place}.")
        return {"do": "take", "card": MAP_IDS[s.display[place]]}
    place = action - KEEP_FIRST
    if place >= s.n_dealt[seat]:
        raise IllegalAction(f"Seat {seat} has {s.n_dealt[seat]} maps to choose from; there is none at place {place}.")
    return {"do": "keep", "seat": seat, "card": MAP_IDS[s.dealt[seat * DEALT + place]]}


def from_dict(s: Position, seat: int, action: Mapping[str, Any]) -> int:
    """The number of an action of this seat; IllegalAction says what it names that is not there."""
    do = action.get("do")
    if not isinstance(do, str) or do not in _FIELDS:
        raise IllegalAction(f"There is no action {do!r}; there are keep, mark, take and resign.")
    unknown = sorted(map(str, set(action) - _FIELDS[do]))
    if unknown:
        raise IllegalAction(f"The action {do!r} has no field {unknown[0]!r}.")
    if do == "mark":
        return _mark_number(action)
    if do == "take":
        return _take_number(s, action.get("card"))
    return _keep_number(s, seat, action.get("card"))


def _keep_number(s: Position, seat: int, card: object) -> int:
    hand = [MAP_IDS[c] for c in s.dealt[seat * DEALT : seat * DEALT + s.n_dealt[seat]]]
    if card not in hand:
        raise IllegalAction(f"The map {card!r} is not among those seat {seat} may choose from.")
    return KEEP_FIRST + hand.index(card)


def _take_number(s: Position, card: object) -> int:
    if card == DECK:
        return TAKE_DECK
    display = [MAP_IDS[c] for c in s.display[: s.n_display]]
    if card not in display:
        raise IllegalAction(f"The map {card!r} is not in the display; there are {', '.join(display) or 'none'}.")
    return TAKE_FIRST + display.index(card)


def _mark_number(action: Mapping[str, Any]) -> int:
    slot = whole(action.get("map"))
    if slot is None or not 0 <= slot < SLOTS:
        raise IllegalAction(f"'map' is 0 for the first or 1 for the second map, not {action.get('map')!r}.")
    cells = action.get("cells")
    if not isinstance(cells, (list, tuple)) or not cells:
        raise IllegalAction(f"'cells' is a list of fields such as [[0, 1], [0, 2]], not {cells!r}.")
    fields = [_field(cell) for cell in cells]
    placement = PLACEMENT_NUMBER.get(mask_of(sorted(set(fields))))
    if placement is None or len(set(fields)) != len(fields):
        raise IllegalAction(f"The fields {cells!r} are neither one field nor a pattern of an expedition card.")
    return MARK_FIRST + slot * N_PLACEMENTS + placement


def _field(cell: object) -> tuple[int, int]:
    if isinstance(cell, (list, tuple)) and len(cell) == 2:
        row, column = whole(cell[0]), whole(cell[1])
        if row is not None and column is not None and 0 <= row < SIDE and 0 <= column < SIDE:
            return row, column
    raise IllegalAction(f"A field is [row, column] with numbers from 0 to {SIDE - 1}, not {cell!r}.")
