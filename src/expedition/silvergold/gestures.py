"""Whole human moves: every placement and every single field, with its symbols and what they bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.silvergold.actions import to_dict
from expedition.silvergold.numbering import MARK_FIRST, TAKE_FIRST
from expedition.silvergold.rules.acting import act
from expedition.silvergold.rules.marking import count_fields, free_fields
from expedition.silvergold.shapes import N_PLACEMENTS
from expedition.silvergold.state import Position
from expedition.silvergold.tables import PALMS, SLOTS, Tables

if TYPE_CHECKING:
    from expedition.silvergold.types import Action, Gesture, MarkGesture


Kind = tuple[int, int, int, int, bool]


def gestures(s: Position, b: Tables, seat: int, actions: list[int]) -> list[Gesture]:
    """The gestures of legal actions, in their order."""
    tried: dict[Kind, Position] = {}
    return [_gesture(s, b, seat, action, tried) for action in actions]


def _gesture(s: Position, b: Tables, seat: int, action: int, tried: dict[Kind, Position]) -> Gesture:
    described = to_dict(s, seat, action)
    if action >= MARK_FIRST:
        return _mark(s, b, seat, action, described, tried)
    return {"kind": "take" if action >= TAKE_FIRST else "keep", "card": described["card"], "actions": [described]}


def _mark(
    s: Position, b: Tables, seat: int, action: int, described: Action, tried: dict[Kind, Position]
) -> MarkGesture:
    """`extra` counts the further fields this mark asks for; they follow one by one, as gestures of their own.

    Marks of one map with the same symbols that both leave something free, or both nothing, bring the same: one of them
    is tried.
    """
    slot, placement = divmod(action - MARK_FIRST, N_PLACEMENTS)
    at, mask = seat * SLOTS + slot, b.place_mask[placement]
    card = s.maps[at]
    cross = count_fields(mask & b.map_cross[card])
    coin = count_fields(mask & b.map_coin[card])
    palm = count_fields(mask & b.map_palm[card])
    kind = (slot, cross, coin, palm, free_fields(s, b, at) & ~mask == 0)
    after = tried.get(kind)
    if after is None:
        after = tried[kind] = s.copy()
        act(after, b, seat, action)
    due = s.owed_extra[seat] - (0 if s.owed_pattern[seat] else 1)
    return {
        "kind": "mark",
        "map": slot,
        "cells": described["cells"],
        "pattern": len(described["cells"]) > 1,
        "symbols": {"cross": cross, "coin": coin, "palm": palm},
        "brings": {
            "extra": max(after.owed_extra[seat] - due, 0),
            "coins": after.coins[seat] - s.coins[seat],
            "palms": after.palms[seat * PALMS + s.n_palms[seat] : seat * PALMS + after.n_palms[seat]],
            "row": after.owed_rows[seat] > s.owed_rows[seat],
            "completes": after.owed_maps[seat] > s.owed_maps[seat],
        },
        "owed": after.owed_extra[seat],
        "actions": [described],
    }
