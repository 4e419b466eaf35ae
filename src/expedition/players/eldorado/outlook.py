"""The outlook: how many turns a seat still needs, as a small network learned from self-play.

It looks at the end of a turn, before the new hand is drawn: where the pawns stand and what the way still asks for,
what the deck is made of and what of it comes next, what is for sale, and how far the others are. The planner
proposes whole turns; the outlook tells which one leaves the shortest journey.
Its numbers were learned from self-play; they are plain arrays in `outlook.npz` and stay as they are, because bots that
others are measured by must not change.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import Any

from expedition.core.jit import rule
from expedition.eldorado.numbering import A_END
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.ending import blockades_kept
from expedition.eldorado.rules.market import on_sale, vacant_slot
from expedition.eldorado.state import ABSENT, PENDING_NONE, PENDING_PAY, PHASE_PLAY, Position
from expedition.eldorado.tables import (
    ACTION,
    AHEAD,
    CARDS,
    FIRST_MARKET_CARD,
    MARKET_CARDS,
    PAWNS,
    PILE,
    POWER,
    SYMBOL,
    TOKENS,
    Ground,
)
from expedition.players.eldorado.desk import Desk, Work
from expedition.players.eldorado.policy import plan_payment
from expedition.players.eldorado.turn import write_plan
from expedition.players.eldorado.weights import W_HOLD
from expedition.players.eldorado.worth import card_gain, market_power, prepare, wall_from

PER_PAWN = 3 + AHEAD
RIVALS = 3
X_TABLE = 0  # caves, three players, four players, round
X_PAWN = X_TABLE + 4
X_DECK = X_PAWN + PAWNS * PER_PAWN
X_NEXT = X_DECK + CARDS
X_KEPT = X_NEXT + CARDS
X_STOCK = X_KEPT + CARDS
X_SALE = X_STOCK + MARKET_CARDS
X_SIZE = X_SALE + MARKET_CARDS  # deck, draw pile, buying power, power of each symbol a card, blockades kept
X_TOKEN = X_SIZE + 8
X_RIVAL = X_TOKEN + TOKENS
INPUTS = X_RIVAL + RIVALS
FIRST = 64  # width of the first layer
SECOND = 32
NUMBERS = (INPUTS + 1) * FIRST + (FIRST + 1) * SECOND + SECOND + 1
IMPOSSIBLE = 1e6  # turns to go of a proposal that cannot be carried out
TRIAL = 1  # the spare position turns are tried out in


@rule
def to_turn_end(root: Position, b: Ground, seat: int, place: int, desk: Desk, pool: Any, spare: Any, w: Any) -> bool:
    """Carry a proposed turn out in spare[TRIAL], payment included, up to its end but before the new hand is drawn."""
    n = write_plan(desk.node[place], desk.card[place], seat, desk, pool)
    spare[TRIAL] = root
    s = spare[TRIAL]
    turn = s.round_no
    for i in range(n):
        if desk.plan[i] != A_END and s.seat == seat and s.round_no == turn:
            apply(s, b, seat, desk.plan[i])
    if s.arrived[seat] > 0:
        return True
    if s.pending == PENDING_PAY:
        n = plan_payment(s, b, seat, desk, w)
        for i in range(n):
            if s.pending == PENDING_PAY:
                apply(s, b, seat, desk.plan[i])
    return s.seat == seat and s.phase == PHASE_PLAY and s.pending == PENDING_NONE


@rule
def describe_pawn(s: Position, b: Ground, cell: int, at: int, desk: Desk, x: Any) -> None:
    x[at] = 0.1 * desk.way[cell]
    x[at + 1] = 0.1 * wall_from(s, cell, desk)
    x[at + 2] = 0.1 * b.steps_left[cell]
    for k in range(AHEAD):
        x[at + 3 + k] = 0.1 * b.ahead[cell * AHEAD + k]


@rule
def steps_of(s: Position, b: Ground, seat: int) -> int:
    steps = 0
    for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
        if s.at[pawn] >= 0:
            steps += b.steps_left[s.at[pawn]]
    return steps


@rule
def describe(s: Position, b: Ground, seat: int, desk: Desk, fresh: Desk, x: Any, w: Any) -> None:
    """Write what the outlook looks at into x. `desk` belongs to the start of the turn, `fresh` is charted here."""
    for i in range(INPUTS):
        x[i] = 0.0
    prepare(s, b, seat, fresh, w)
    x[X_TABLE] = s.caves
    x[X_TABLE + 1] = 1.0 if s.players == 3 else 0.0
    x[X_TABLE + 2] = 1.0 if s.players == 4 else 0.0
    x[X_TABLE + 3] = 0.05 * s.round_no
    first = s.at[seat * PAWNS]
    second = s.at[seat * PAWNS + 1] if s.pawns > 1 else ABSENT
    if first < 0 or (second >= 0 and fresh.way[second] > fresh.way[first]):
        first, second = second, first
    if first >= 0:
        describe_pawn(s, b, first, X_PAWN, fresh, x)
    if second >= 0:
        describe_pawn(s, b, second, X_PAWN + PER_PAWN, fresh, x)
    describe_deck(s, b, seat, desk, fresh, x, w)
    describe_market(s, x)
    for token in range(TOKENS):
        x[X_TOKEN + token] = s.tokens[seat * TOKENS + token]
    describe_rivals(s, b, seat, x)


@rule
def describe_deck(s: Position, b: Ground, seat: int, desk: Desk, fresh: Desk, x: Any, w: Any) -> None:
    size = max(1, fresh.size_now[0])
    for card in range(CARDS):
        x[X_DECK + card] = fresh.deck[card]
        if s.hand[seat * CARDS + card] > 0 and card_gain(s, b, seat, card, desk, w) > w[W_HOLD]:
            x[X_KEPT + card] = s.hand[seat * CARDS + card]
        symbol = SYMBOL[card]
        if symbol != ACTION and fresh.deck[card] > 0:
            x[X_SIZE + 3 + symbol] += fresh.deck[card] * POWER[card] / size
    for i in range(seat * PILE, seat * PILE + s.n_draw[seat]):
        x[X_NEXT + s.cards[i]] += 1.0
    x[X_SIZE] = 0.1 * size
    x[X_SIZE + 1] = 0.1 * s.n_draw[seat]
    x[X_SIZE + 2] = market_power(fresh, 0, 0, w)
    x[X_SIZE + 7] = blockades_kept(s, seat)


@rule
def describe_market(s: Position, x: Any) -> None:
    vacancy = vacant_slot(s)
    for card in range(FIRST_MARKET_CARD, CARDS):
        x[X_STOCK + card - FIRST_MARKET_CARD] = s.stock[card]
        if on_sale(s, card, vacancy):
            x[X_SALE + card - FIRST_MARKET_CARD] = 1.0


@rule
def describe_rivals(s: Position, b: Ground, seat: int, x: Any) -> None:
    """The steps the others still have to go, the nearest to the finish first."""
    count = 0
    for other in range(s.players):
        if other == seat or (s.resigned >> other) & 1:
            continue
        steps = 0.05 * steps_of(s, b, other)
        at = count
        while at > 0 and x[X_RIVAL + at - 1] > steps:
            x[X_RIVAL + at] = x[X_RIVAL + at - 1]
            at -= 1
        x[X_RIVAL + at] = steps
        count += 1


@rule
def turns_to_go(x: Any, net: Any, hidden: Any) -> float:
    """The network: two layers of max(0, ·), then one number."""
    at = INPUTS * FIRST
    for j in range(FIRST):
        hidden[j] = net[at + j]
    for i in range(INPUTS):
        value = x[i]
        if value != 0.0:
            for j in range(FIRST):
                hidden[j] += value * net[i * FIRST + j]
    at += FIRST
    after = at + FIRST * SECOND
    for j in range(SECOND):
        hidden[FIRST + j] = net[after + j]
    for i in range(FIRST):
        value = hidden[i]
        if value > 0.0:
            for j in range(SECOND):
                hidden[FIRST + j] += value * net[at + i * SECOND + j]
    at = after + SECOND
    turns = net[at + SECOND]
    for j in range(SECOND):
        if hidden[FIRST + j] > 0.0:
            turns += hidden[FIRST + j] * net[at + j]
    return turns


@rule
def outlook_of(root: Position, b: Ground, seat: int, place: int, work: Work) -> float:
    """The turns the seat still needs after a proposed turn; 0 if it arrives."""
    if not to_turn_end(root, b, seat, place, work.desk, work.pool, work.spare, work.w):
        return IMPOSSIBLE
    if work.spare[TRIAL].arrived[seat] > 0:
        return 0.0
    describe(work.spare[TRIAL], b, seat, work.desk, work.fresh, work.fresh.x, work.w)
    return max(0.2, turns_to_go(work.fresh.x, work.net, work.fresh.hidden))


@cache
def networks() -> tuple[Any, Any]:
    """The numbers for one pawn a seat and for two."""
    import numpy as np

    with as_file(files("expedition.players.eldorado") / "outlook.npz") as path, np.load(path) as kept:
        return kept["one"].astype(np.float64), kept["two"].astype(np.float64)
