"""Phases 2 and 3, and whose turn it is."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.eldorado.rules.piles import clear_played, draw, revealed
from expedition.eldorado.rules.setup import clear_turn
from expedition.eldorado.state import PHASE_DISCARD, PHASE_OVER, Position
from expedition.eldorado.tables import FULL_HAND


@rule
def everyone_resigned(s: Position) -> bool:
    return s.resigned == (1 << s.players) - 1


@rule
def is_alone(s: Position) -> bool:
    """Whether at most one seat has not resigned."""
    left = 0
    for seat in range(s.players):
        left += 1 - ((s.resigned >> seat) & 1)
    return left <= 1


@rule
def next_seat(s: Position) -> None:
    """The turn passes to the left (ED-TURN-01, ED-DRAW-04), past seats that have resigned.

    The last seat before the hat ends the round (EC-ED-48, EC-ED-57); the final round ends the game (ED-END-04).
    """
    clear_turn(s)
    revealed(s)
    waiting = True
    while waiting:
        s.seat += 1
        if s.seat == s.players:
            if s.final_round or 0 < s.max_rounds <= s.round_no or everyone_resigned(s):
                s.seat = s.players - 1
                s.phase = PHASE_OVER
                return
            s.seat = 0
            s.round_no += 1
        waiting = (s.resigned >> s.seat) & 1 == 1


@rule
def draw_up(s: Position) -> None:
    """Phase 3: fill the hand to four, never more (ED-DRAW-01, ED-DRAW-02); then the next player."""
    draw(s, s.seat, FULL_HAND - s.n_hand[s.seat])
    next_seat(s)


@rule
def end_phase_one(s: Position) -> None:
    """Phase 2: played cards are discarded; what is left in hand may be kept or discarded (ED-DISC-04)."""
    clear_played(s)
    s.n_keepable = 0
    if s.n_hand[s.seat] == 0:
        draw_up(s)
    else:
        s.phase = PHASE_DISCARD


@rule
def resign(s: Position, seat: int) -> None:
    """The seat gives up: its turn ends at once, now and from now on. With at most one seat left the game is over."""
    s.resigned |= 1 << seat
    revealed(s)  # the seat on turn cannot take this back for another
    if is_alone(s) and s.plays_on == 0:
        clear_played(s)
        clear_turn(s)
        s.phase = PHASE_OVER
    elif seat == s.seat:
        clear_played(s)
        draw_up(s)
