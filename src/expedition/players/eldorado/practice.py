"""Games played to learn from: every turn's end is written down with the turns the seat then still needed.

Seats go on after the first has arrived, so that every journey has an end. Sometimes another proposal than the best is
taken, so that the network sees what it would not choose.
"""

from __future__ import annotations

from typing import Any

from expedition.core.jit import rule
from expedition.eldorado.rules.choices import actor
from expedition.eldorado.rules.turn import next_seat
from expedition.eldorado.state import ABSENT, PHASE_OVER, PHASE_PLAY, Position
from expedition.eldorado.tables import PAWNS, Ground
from expedition.players.eldorado.desk import Desk
from expedition.players.eldorado.outlook import INPUTS, TRIAL, describe, to_turn_end
from expedition.players.eldorado.policy import carry_out, decide
from expedition.players.eldorado.search import best_outlook, propose
from expedition.players.eldorado.turn import write_plan


@rule
def roll(dice: Any) -> float:
    """A number from 0 to 1."""
    x = dice[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    dice[0] = x
    return x / 4294967296.0


@rule
def pick(
    s: Position,
    b: Ground,
    seat: int,
    n: int,
    learned: int,
    stray: float,
    dice: Any,
    desk: Desk,
    pool: Any,
    fresh: Desk,
    spare: Any,
    net: Any,
    w: Any,
) -> int:
    """The proposal with the shortest outlook (before anything is learned: the planner's), or now and then any."""
    if roll(dice) < stray:
        return int(roll(dice) * n)
    if not learned:
        return 0
    best, _ = best_outlook(s, b, seat, n, desk, pool, fresh, spare, net, w)
    return best


@rule
def practise(
    s: Position,
    b: Ground,
    nodes: int,
    most: int,
    learned: int,
    stray: float,
    dice: Any,
    desk: Desk,
    pool: Any,
    fresh: Desk,
    spare: Any,
    net: Any,
    w: Any,
    rows: Any,
    whose: Any,
    when: Any,
    home: Any,
    late: int,
) -> int:
    """Play one game; rows, whose and when get the end of every turn, home the round of every arrival."""
    count = 0
    for seat in range(s.players):
        home[seat] = 0
    while s.phase != PHASE_OVER and s.round_no <= late:
        seat = s.seat
        turn = s.round_no
        described = False
        while s.seat == seat and s.round_no == turn and actor(s) == seat:
            n = propose(s, b, seat, nodes, most, desk, pool, w)
            if n == 0:
                n = decide(s, b, seat, nodes, desk, pool, w)
                carry_out(s, b, seat, n, desk)
                continue
            place = pick(s, b, seat, n, learned, stray, dice, desk, pool, fresh, spare, net, w)
            if to_turn_end(s, b, seat, place, desk, pool, spare, w) and spare[TRIAL].arrived[seat] == 0:
                describe(spare[TRIAL], b, seat, desk, fresh, fresh.x, w)
                described = True
            n = write_plan(desk.node[place], desk.card[place], seat, desk, pool)
            carry_out(s, b, seat, n, desk)
        if s.arrived[seat] > 0:
            home[seat] = turn
            leave(s, seat)
        elif described and count < len(whose):
            for i in range(INPUTS):
                rows[count, i] = fresh.x[i]
            whose[count] = seat
            when[count] = turn
            count += 1
    return count


@rule
def leave(s: Position, seat: int) -> None:
    """The seat has arrived; the others go on as if the race had no end."""
    s.arrived[seat] = 0
    s.final_round = 0
    s.resigned |= 1 << seat
    s.plays_on = 1
    for pawn in range(seat * PAWNS, (seat + 1) * PAWNS):
        s.at[pawn] = ABSENT
    if s.phase == PHASE_OVER and s.resigned != (1 << s.players) - 1:
        s.phase = PHASE_PLAY
        next_seat(s)
