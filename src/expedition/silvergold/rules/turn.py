"""The course of the game: what happens by itself (SG-FLOW to SG-REV, SG-START to SG-END)."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.silvergold.numbering import TAKE_DECK, TAKE_FIRST
from expedition.silvergold.rules.choices import first_to_decide
from expedition.silvergold.rules.marking import can_mark, mark_first_field
from expedition.silvergold.rules.piles import show_everything
from expedition.silvergold.rules.settling import award_trophies, clockwise, put_aside, settling_seat, take
from expedition.silvergold.rules.setup import form_deck, keep, shuffle_expedition
from expedition.silvergold.state import FLIP, KEEP, MARK, OVER, REPLACE, Position
from expedition.silvergold.tables import FLIPS, ROUNDS, Tables

# what `advance` did
NOTHING, KEPT, DECK_FORMED, REVEALED, MARKED, SHOWN = range(6)
TROPHIES_AWARDED, PUT_ASIDE, LAPSED, TAKEN, TURN_ENDED, LEFT = range(6, 12)


@rule
def advance(s: Position, b: Tables) -> int:
    """The next thing that happens by itself; NOTHING while somebody has to decide, and when the game is over."""
    if s.phase != OVER and s.plays_on == 0 and is_alone(s):
        return leave_alone(s)
    if s.phase == KEEP:
        return finish_choosing(s)
    if s.phase == FLIP:
        return reveal(s, b)
    if s.phase == MARK:
        return finish_marking(s, b)
    if s.phase == REPLACE:
        return settle(s, b)
    return NOTHING


@rule
def is_alone(s: Position) -> bool:
    """Whether at most one seat has not resigned."""
    left = 0
    for seat in range(s.players):
        left += 1 - s.resigned[seat]
    return left <= 1


@rule
def leave_alone(s: Position) -> int:
    """The game is over as soon as at most one seat has not resigned; what is owed lapses."""
    show_everything(s)
    for seat in range(s.players):
        s.owed_pattern[seat] = 0
        s.owed_extra[seat] = 0
        s.owed_rows[seat] = 0
        s.owed_maps[seat] = 0
    s.phase = OVER
    return LEFT


@rule
def finish_choosing(s: Position) -> int:
    """Once all have chosen, the engine chooses for seats that resigned and forms the deck."""
    if first_to_decide(s, 0) >= 0:
        return NOTHING
    seat = first_to_decide(s, 1)
    if seat >= 0:
        keep(s, seat, 0)
        return KEPT
    form_deck(s)
    return DECK_FORMED


@rule
def reveal(s: Position, b: Tables) -> int:
    """Action 1: the next expedition card, the same for all (SG-REV-01, SG-FLOW-02)."""
    s.pattern = b.card_pattern[s.pile[s.n_revealed]]
    s.n_revealed += 1
    s.flip += 1
    s.floor = s.ply
    s.phase = MARK
    for seat in range(s.players):
        if can_mark(s, b, seat):  # EC-SG-20
            s.owed_pattern[seat] = 1
    return REVEALED


@rule
def finish_marking(s: Position, b: Tables) -> int:
    """Once all have marked, the engine marks for seats that resigned; then all is shown and claims are settled."""
    if first_to_decide(s, 0) >= 0:
        return NOTHING
    seat = first_to_decide(s, 1)
    if seat >= 0:
        mark_first_field(s, b, seat)
        return MARKED
    show_everything(s)
    s.phase = REPLACE
    return SHOWN


@rule
def settle(s: Position, b: Tables) -> int:
    """Action 3, one player after the other: trophies first (EC-SG-33), then maps."""
    seat = settling_seat(s)
    if seat < 0:
        return end_turn(s)
    if s.owed_rows[seat] > 0:
        award_trophies(s, seat)
        return TROPHIES_AWARDED
    if put_aside(s, b, seat) > 0:
        return PUT_ASIDE
    if s.n_display + s.n_deck == 0 or is_last_turn(s):
        s.owed_maps[seat] = 0  # EC-SG-19, EC-SG-29
        return LAPSED
    if s.resigned[seat] != 0:
        take(s, seat, TAKE_DECK if s.n_deck > 0 else TAKE_FIRST)
        return TAKEN
    return NOTHING


@rule
def is_round_over(s: Position) -> bool:
    """Seven of the eight cards were revealed (SG-ROUND-01)."""
    return s.flip >= FLIPS or s.n_revealed == s.n_pile


@rule
def is_last_turn(s: Position) -> bool:
    return s.round_no == ROUNDS and is_round_over(s)


@rule
def end_turn(s: Position) -> int:
    """The role of starting player moves on, across rounds too (SG-START-01, EC-SG-25)."""
    s.start = clockwise(s, s.start, 1)
    if is_last_turn(s):
        s.phase = OVER  # SG-END-01
    elif is_round_over(s):
        s.round_no += 1
        shuffle_expedition(s)
        s.phase = FLIP
    else:
        s.phase = FLIP
    return TURN_ENDED
