"""Lanterns: six islands in hidden order, one a round; all light a lantern at once, the brightest that is alone wins.

Each seat has lanterns 1 to 7, one of which stays at home unseen by the others. An island is worth its number.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from tests.lanterns.numbering import ACTIONS
from tests.lanterns.state import CHOOSE, NONE, OVER, Position
from tests.lanterns.tables import ISLANDS, LANTERNS, SEATS, Tables

from expedition.core.jit import rule
from expedition.core.rng import below, seed_chance, shuffle


@rule
def start(s: Position, b: Tables, players: int, k0: int, k1: int, k2: int, k3: int) -> None:
    seed_chance(s, k0, k1, k2, k3)
    s.players = players
    s.phase = CHOOSE
    s.round_no = 1
    s.ply = 0
    s.floor = 0
    for i in range(ISLANDS):
        s.pile[i] = i
    shuffle(s, s.pile, 0, ISLANDS)
    for seat in range(SEATS):
        s.home[seat] = below(s, LANTERNS) if seat < players else NONE
        s.held[seat] = ((1 << LANTERNS) - 1) & ~(1 << s.home[seat]) if seat < players else 0
        s.lit[seat] = 0
        s.chosen[seat] = NONE
        s.acts[seat] = 0
        s.won[seat] = 0
        s.resigned[seat] = 0


@rule
def deal(s: Position, b: Tables, k0: int, k1: int, k2: int, k3: int) -> None:
    start(s, b, s.players, k0, k1, k2, k3)


@rule
def owes(s: Position, seat: int) -> bool:
    return s.phase == CHOOSE and s.chosen[seat] == NONE and s.resigned[seat] == 0


@rule
def actor(s: Position) -> int:
    for seat in range(s.players):
        if owes(s, seat):
            return seat
    return -1


@rule
def legal(s: Position, b: Tables, seat: int, acts: MutableSequence[int]) -> int:
    n = 0
    if owes(s, seat):
        for lantern in range(LANTERNS):
            if (s.held[seat] >> lantern) & 1:
                acts[n] = lantern
                n += 1
    return n


@rule
def open_phase(s: Position) -> int:
    return s.round_no if s.phase == CHOOSE else -1


@rule
def is_alone(s: Position) -> bool:
    left = 0
    for seat in range(s.players):
        left += 1 - s.resigned[seat]
    return left <= 1


@rule
def apply(s: Position, b: Tables, seat: int, action: int) -> None:
    s.acts[seat] += 1
    if action >= ACTIONS:
        s.resigned[seat] = 1
        if is_alone(s):
            show(s)
            s.phase = OVER
            return
    else:
        choose(s, seat, action)
    if actor(s) < 0:
        close_round(s)


@rule
def choose(s: Position, seat: int, lantern: int) -> None:
    s.chosen[seat] = lantern
    s.held[seat] &= ~(1 << lantern)


@rule
def winner(s: Position) -> int:
    """The seat whose lantern is the brightest of those that nobody else has lit."""
    best = -1
    for seat in range(s.players):
        alone = True
        for other in range(s.players):
            if other != seat and s.chosen[other] == s.chosen[seat]:
                alone = False
        if alone and (best < 0 or s.chosen[seat] > s.chosen[best]):
            best = seat
    return best


@rule
def show(s: Position) -> None:
    for seat in range(s.players):
        s.ply += s.acts[seat]
        s.acts[seat] = 0
        if s.chosen[seat] != NONE:
            s.lit[seat] |= 1 << s.chosen[seat]
        s.chosen[seat] = NONE
    s.floor = s.ply


@rule
def close_round(s: Position) -> None:
    """Seats that resigned light their weakest lantern; the island goes to the brightest; the next one comes."""
    for seat in range(s.players):
        if s.chosen[seat] == NONE:
            for lantern in range(LANTERNS - 1, -1, -1):
                if (s.held[seat] >> lantern) & 1:
                    s.chosen[seat] = lantern
            s.held[seat] &= ~(1 << s.chosen[seat])
    best = winner(s)
    if best >= 0:
        s.won[best] |= 1 << s.pile[s.round_no - 1]
    show(s)
    if s.round_no == ISLANDS:
        s.phase = OVER
    else:
        s.round_no += 1


@rule
def score(s: Position, b: Tables, seat: int) -> int:
    points = 0
    for island in range(ISLANDS):
        if (s.won[seat] >> island) & 1:
            points += b.points[island]
    return points


@rule
def place(s: Position, b: Tables, seat: int) -> int:
    better = 0
    for other in range(s.players):
        if s.resigned[other] != s.resigned[seat]:
            better += s.resigned[seat]
        elif score(s, b, other) > score(s, b, seat):
            better += 1
    return better + 1


@rule
def redeal(s: Position, b: Tables, seat: int, k0: int, k1: int, k2: int, k3: int) -> None:
    """What the seat cannot know: islands to come, the others' lanterns at home, and what they have just chosen."""
    seed_chance(s, k0, k1, k2, k3)
    shuffle(s, s.pile, s.round_no, ISLANDS - s.round_no)
    for other in range(s.players):
        if other != seat:
            s.chosen[other] = NONE
            s.acts[other] = s.resigned[other] if s.acts[other] > 0 else 0
            count = 0
            for lantern in range(LANTERNS):
                count += 1 - ((s.lit[other] >> lantern) & 1)
            skip = below(s, count)
            for lantern in range(LANTERNS):
                if (s.lit[other] >> lantern) & 1 == 0:
                    if skip == 0:
                        s.home[other] = lantern
                    skip -= 1
            s.held[other] = ((1 << LANTERNS) - 1) & ~s.lit[other] & ~(1 << s.home[other])
