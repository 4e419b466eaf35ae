"""What happened, as data with text keys. Everything here is open once its phase has closed; until then `State`
shows a seat its own events only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from expedition.core.state import LATER, Event
from expedition.silvergold.numbering import ACTIONS
from expedition.silvergold.rules.acting import act
from expedition.silvergold.rules.scoring import place, score
from expedition.silvergold.rules.turn import (
    DECK_FORMED,
    KEPT,
    LAPSED,
    LEFT,
    MARKED,
    NOTHING,
    PUT_ASIDE,
    REVEALED,
    SHOWN,
    TAKEN,
    TROPHIES_AWARDED,
    TURN_ENDED,
    advance,
)
from expedition.silvergold.shapes import cells_of
from expedition.silvergold.state import OVER, Position
from expedition.silvergold.tables import EXPEDITION_IDS, MAP_IDS, N_MAPS, PALMS, PATTERN_IDS, ROWS, SLOTS, Tables

if TYPE_CHECKING:
    from expedition.silvergold import types


def trace(before: Position, b: Tables, seat: int, action: int) -> tuple[list[Event], list[Event]]:
    """Play the action again step by step: the events of the action itself, and of all that followed by itself."""
    s = before.copy()
    act(s, b, seat, action)
    own = [_resigned(seat)] if action >= ACTIONS else _changes(before, s, b)
    common: list[types.Event] = []
    step = NOTHING + 1
    while step != NOTHING:
        last = s.copy()
        step = advance(s, b)
        common += _step(step, last, s, b)
    return [Event.of(told) for told in own], [Event.of(told) for told in common]


def _resigned(seat: int) -> types.Event:
    return {"ply": LATER, "seat": seat, "key": "silvergold.resign"}


def _step(step: int, before: Position, after: Position, b: Tables) -> list[types.Event]:
    match step:
        case _ if step in (KEPT, MARKED, TAKEN, TROPHIES_AWARDED, PUT_ASIDE, DECK_FORMED):
            return _changes(before, after, b)
        case _ if step == REVEALED:
            return [_revealed(after)]
        case _ if step == LEFT:
            return [_over(after, b)]
        case _ if step == TURN_ENDED:
            return _turn_ended(before, after, b)
    assert step in (SHOWN, LAPSED, NOTHING)
    return []


def _revealed(s: Position) -> types.RevealEvent:
    return {
        "ply": LATER,
        "seat": s.start,
        "key": "silvergold.reveal",
        "round": s.round_no,
        "flip": s.flip,
        "expedition": EXPEDITION_IDS[s.pile[s.n_revealed - 1]],
        "pattern": PATTERN_IDS[s.pattern],
    }


def _over(s: Position, b: Tables) -> types.OverEvent:
    places = [place(s, b, seat) for seat in range(s.players)]
    scores = [score(s, b, seat) for seat in range(s.players)]
    return {"ply": LATER, "seat": -1, "key": "silvergold.over", "ranking": places, "scores": scores}


def _round_ended(number: int) -> types.RoundEvent:
    return {"ply": LATER, "seat": -1, "key": "silvergold.round", "round": number}


def _turn_ended(before: Position, after: Position, b: Tables) -> list[types.Event]:
    if after.phase == OVER:
        return [_round_ended(after.round_no), _over(after, b)]
    starts: types.BareEvent = {"ply": LATER, "seat": after.start, "key": "silvergold.start"}
    return [_round_ended(before.round_no), starts] if after.round_no > before.round_no else [starts]


def _changes(before: Position, after: Position, b: Tables) -> list[types.Event]:
    """What one step changed, seat by seat and then on the table."""
    found: list[types.Event] = []
    for seat in range(after.players):
        found += _slots(before, after, seat)
        found += _score_card(before, after, seat)
    gone = before.n_display - sum(
        card in after.display[: after.n_display] for card in before.display[: before.n_display]
    )
    new = [MAP_IDS[card] for card in after.display[before.n_display - gone : after.n_display]]
    if new:
        found.append({"ply": LATER, "seat": -1, "key": "silvergold.refill", "cards": new})
    return found


def _slots(before: Position, after: Position, seat: int) -> list[types.Event]:
    found: list[types.Event] = []
    for slot in range(SLOTS):
        at = seat * SLOTS + slot
        old, card = before.maps[at], after.maps[at]
        if old < 0 <= card:
            found.append(_arrived(before, after, seat, slot, MAP_IDS[card]))
        elif card >= 0 and before.marked[at] != after.marked[at]:
            found.append(_marked(seat, slot, MAP_IDS[card], cells_of(after.marked[at] & ~before.marked[at])))
            if 0 < after.owed_extra[seat] >= before.owed_extra[seat]:
                count = after.owed_extra[seat]
                found.append({"ply": LATER, "seat": seat, "key": "silvergold.extra", "count": count})
    for i in range(before.n_completed[seat], after.n_completed[seat]):
        done = MAP_IDS[after.completed[seat * N_MAPS + i]]
        found.append({"ply": LATER, "seat": seat, "key": "silvergold.complete", "card": done})
    return found


def _marked(seat: int, slot: int, card: str, cells: list[list[int]]) -> types.MarkEvent:
    return {"ply": LATER, "seat": seat, "key": "silvergold.mark", "map": slot, "on": card, "cells": cells}


def _arrived(before: Position, after: Position, seat: int, slot: int, card: str) -> types.Event:
    if before.n_dealt[seat] > after.n_dealt[seat]:
        return {"ply": LATER, "seat": seat, "key": "silvergold.keep", "card": card}
    shown = MAP_IDS.index(card) in before.display[: before.n_display]
    source: Literal["display", "deck"] = "display" if shown else "deck"
    return {"ply": LATER, "seat": seat, "key": "silvergold.take", "map": slot, "card": card, "source": source}


def _score_card(before: Position, after: Position, seat: int) -> list[types.Event]:
    found: list[types.Event] = []
    total = after.coins[seat]
    if total != before.coins[seat]:
        count = total - before.coins[seat]
        found.append({"ply": LATER, "seat": seat, "key": "silvergold.coins", "count": count, "total": total})
    for points in after.palms[seat * PALMS + before.n_palms[seat] : seat * PALMS + after.n_palms[seat]]:
        found.append({"ply": LATER, "seat": seat, "key": "silvergold.palm", "points": points})
    for points in after.trophies[seat * ROWS + before.n_trophies[seat] : seat * ROWS + after.n_trophies[seat]]:
        found.append({"ply": LATER, "seat": seat, "key": "silvergold.trophy", "points": points})
    return found
