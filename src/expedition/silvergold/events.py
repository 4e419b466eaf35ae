"""What happened, as data with text keys. Everything here is open once its phase has closed; until then `State`
shows a seat its own events only.
"""

from __future__ import annotations

from typing import Any

from expedition.core.game import Event
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


def trace(before: Position, b: Tables, seat: int, action: int) -> tuple[list[Event], list[Event]]:
    """Play the action again step by step: the events of the action itself, and of all that followed by itself."""
    s = before.copy()
    act(s, b, seat, action)
    own = [_event("resign", seat)] if action >= ACTIONS else _changes(before, s, b)
    common: list[Event] = []
    while True:
        last = s.copy()
        step = advance(s, b)
        if step == NOTHING:
            return own, common
        common += _step(step, last, s, b)


def _event(name: str, seat: int, **data: Any) -> Event:
    return Event(f"silvergold.{name}", seat, data)


def _step(step: int, before: Position, after: Position, b: Tables) -> list[Event]:
    match step:
        case _ if step in (KEPT, MARKED, TAKEN, TROPHIES_AWARDED, PUT_ASIDE, DECK_FORMED):
            return _changes(before, after, b)
        case _ if step == REVEALED:
            return [_revealed(after)]
        case _ if step == LEFT:
            return [_over(after, b)]
        case _ if step == TURN_ENDED:
            return _turn_ended(before, after, b)
    assert step in (SHOWN, LAPSED)
    return []


def _revealed(s: Position) -> Event:
    card = s.pile[s.n_revealed - 1]
    return _event(
        "reveal",
        s.start,
        round=s.round_no,
        flip=s.flip,
        expedition=EXPEDITION_IDS[card],
        pattern=PATTERN_IDS[s.pattern],
    )


def _over(s: Position, b: Tables) -> Event:
    places = [place(s, b, seat) for seat in range(s.players)]
    scores = [score(s, b, seat) for seat in range(s.players)]
    return _event("over", -1, ranking=places, scores=scores)


def _turn_ended(before: Position, after: Position, b: Tables) -> list[Event]:
    if after.phase == OVER:
        return [_event("round", -1, round=after.round_no), _over(after, b)]
    found = [_event("start", after.start)]
    if after.round_no > before.round_no:
        found.insert(0, _event("round", -1, round=before.round_no))
    return found


def _changes(before: Position, after: Position, b: Tables) -> list[Event]:
    """What one step changed, seat by seat and then on the table."""
    found: list[Event] = []
    for seat in range(after.players):
        found += _slots(before, after, seat)
        found += _score_card(before, after, seat)
    gone = before.n_display - sum(
        card in after.display[: after.n_display] for card in before.display[: before.n_display]
    )
    new = after.display[before.n_display - gone : after.n_display]
    if new:
        found.append(_event("refill", -1, cards=[MAP_IDS[card] for card in new]))
    return found


def _slots(before: Position, after: Position, seat: int) -> list[Event]:
    found: list[Event] = []
    for slot in range(SLOTS):
        at = seat * SLOTS + slot
        old, card = before.maps[at], after.maps[at]
        if old < 0 <= card:
            found.append(_arrived(before, after, seat, slot, MAP_IDS[card]))
        elif card >= 0 and before.marked[at] != after.marked[at]:
            cells = cells_of(after.marked[at] & ~before.marked[at])
            found.append(_event("mark", seat, map=slot, on=MAP_IDS[card], cells=cells))
            if 0 < after.owed_extra[seat] >= before.owed_extra[seat]:
                found.append(_event("extra", seat, count=after.owed_extra[seat]))
    for i in range(before.n_completed[seat], after.n_completed[seat]):
        found.append(_event("complete", seat, card=MAP_IDS[after.completed[seat * N_MAPS + i]]))
    return found


def _arrived(before: Position, after: Position, seat: int, slot: int, card: str) -> Event:
    if before.n_dealt[seat] > after.n_dealt[seat]:
        return _event("keep", seat, card=card)
    shown = MAP_IDS.index(card) in before.display[: before.n_display]
    return _event("take", seat, map=slot, card=card, source="display" if shown else "deck")


def _score_card(before: Position, after: Position, seat: int) -> list[Event]:
    found: list[Event] = []
    coins = after.coins[seat] - before.coins[seat]
    if coins:
        found.append(_event("coins", seat, count=coins, total=after.coins[seat]))
    for i in range(before.n_palms[seat], after.n_palms[seat]):
        found.append(_event("palm", seat, points=after.palms[seat * PALMS + i]))
    for i in range(before.n_trophies[seat], after.n_trophies[seat]):
        found.append(_event("trophy", seat, points=after.trophies[seat * ROWS + i]))
    return found
