"""The greedy baseline: the step that brings a pawn nearest to the finish, hex by hex, then the dearest card.

Only a pawn that nothing leads on from makes it buy otherwise: then a card that does comes first.
"""

from __future__ import annotations

from typing import Any

from expedition.core.jit import rule
from expedition.eldorado.numbering import (
    A_BUY,
    A_END,
    A_ENTER,
    A_PAY,
    A_STEP,
    A_STOP,
    A_TAKE,
    A_USE,
    A_USE_TOKEN,
    ENTERS,
)
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.choices import actor, legal
from expedition.eldorado.state import PENDING_PUT, PENDING_REMOVE, Position
from expedition.eldorado.tables import (
    BLOCKADE_POWER,
    BLOCKADE_TERRAIN,
    CAMP,
    CARDS,
    DIRECTIONS,
    FIRST_MARKET_CARD,
    JOKER,
    MOUNTAIN,
    NATIVE,
    PAWNS,
    POWER,
    PRICE,
    RUBBLE,
    START,
    SYMBOL,
    Ground,
)
from expedition.players.eldorado.desk import Desk
from expedition.players.eldorado.journey import count_deck

AWAY = 10_000
CLEARED = 0.5  # a blockade out of the way is worth half a step
MISSED = 100.0  # a card without which a pawn stands still comes before the dearest


@rule
def count_steps(b: Ground, desk: Desk) -> None:
    """desk.left: steps from every cell to the finish, whatever the spaces ask for."""
    count = 0
    for cell in range(b.n_cells):
        desk.left[cell] = AWAY
        if b.finish[cell]:
            desk.left[cell] = 0
            desk.queue[count] = cell
            count += 1
    i = 0
    while i < count:
        cell = desk.queue[i]
        i += 1
        if b.terrain[cell] == START:
            continue
        for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
            other = b.neighbour[edge]
            if other >= 0 and b.terrain[other] != MOUNTAIN and desk.left[other] == AWAY:
                desk.left[other] = desk.left[cell] + 1
                desk.queue[count] = other
                count += 1


@rule
def step_gain(s: Position, b: Ground, pawn: int, place: int, desk: Desk) -> float:
    """Steps saved by going in a direction, or by clearing a blockade."""
    if place >= DIRECTIONS:
        return CLEARED
    cell = s.at[pawn]
    return float(desk.left[cell] - desk.left[b.neighbour[cell * DIRECTIONS + place]])


@rule
def action_gain(s: Position, b: Ground, seat: int, a: int, desk: Desk, spare: Any) -> float:
    """Steps saved by an action, for a card by the best step it allows."""
    if a < A_STOP:
        return step_gain(s, b, seat * PAWNS + s.active_pawn, a - A_STEP, desk)
    if a == A_STOP or a >= A_USE:
        return 0.0
    if A_ENTER <= a < A_ENTER + PAWNS * ENTERS:
        place = a - A_ENTER
        return step_gain(s, b, seat * PAWNS + place // ENTERS, place % ENTERS, desk)
    spare[0] = s
    made = spare[0]
    apply(made, b, seat, a)
    best = 0.0
    n = legal(made, b, seat, desk.plan)
    for i in range(n):
        if desk.plan[i] < A_STOP:
            best = max(best, step_gain(made, b, seat * PAWNS + made.active_pawn, desk.plan[i] - A_STEP, desk))
    return best


@rule
def opens(s: Position, b: Ground, cell: int, edge: int, card: int) -> bool:
    """Whether a card of this kind leads over this edge of a cell, or clears the blockade on it."""
    other = b.neighbour[edge]
    terrain = b.terrain[other]
    need = b.need[other]
    seam = b.seam_at[edge]
    if seam >= 0 and s.seam[seam] > 0:
        terrain = BLOCKADE_TERRAIN[s.seam[seam]]
        need = BLOCKADE_POWER[s.seam[seam]]
    if terrain == RUBBLE or terrain == CAMP or card == NATIVE:
        return True
    return POWER[card] >= need and (SYMBOL[card] == terrain or SYMBOL[card] == JOKER)


@rule
def leads_on(s: Position, b: Ground, pawn: int, card: int, desk: Desk) -> bool:
    """Whether a card of this kind brings a pawn nearer."""
    cell = s.at[pawn]
    for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
        other = b.neighbour[edge]
        if other >= 0 and desk.left[other] < desk.left[cell] and opens(s, b, cell, edge, card):
            return True
    return False


@rule
def missed(s: Position, b: Ground, seat: int, card: int, desk: Desk) -> bool:
    """Whether a pawn stands where nothing the seat owns leads on, and this card would."""
    for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
        if s.at[pawn] >= 0 and leads_on(s, b, pawn, card, desk):
            stuck = True
            for own in range(CARDS):
                stuck = stuck and not (desk.deck[own] > 0 and leads_on(s, b, pawn, own, desk))
            if stuck:
                return True
    return False


@rule
def greedy_action(s: Position, b: Ground, seat: int, desk: Desk, spare: Any) -> int:
    """What looks best at once."""
    n = legal(s, b, seat, desk.acts)
    if s.pending == PENDING_REMOVE or s.pending == PENDING_PUT:
        return desk.acts[n - 1]  # `done` where it is offered
    best = -1
    most = 0.0
    for i in range(n):
        gain = action_gain(s, b, seat, desk.acts[i], desk, spare)
        if gain > most:
            best = desk.acts[i]
            most = gain
    if best >= 0:
        return best
    dearest = -1
    count_deck(s, seat, desk.deck)
    for i in range(n):
        a = desk.acts[i]
        if A_USE <= a < A_USE_TOKEN + 1:  # cards that draw or take, and the token that draws
            return a
        first = A_BUY if A_BUY <= a < A_PAY else A_TAKE if A_TAKE <= a < A_TAKE + CARDS - FIRST_MARKET_CARD else -1
        if first >= 0:
            card = a - first + FIRST_MARKET_CARD
            value = PRICE[card] + (MISSED if missed(s, b, seat, card, desk) else 0.0)
            if dearest < 0 or value > most:
                dearest = a
                most = value
    if dearest >= 0:
        return dearest
    if desk.acts[n - 1] == A_END:
        return A_END
    return desk.acts[0]


@rule
def greedy_turn(s: Position, b: Ground, seat: int, desk: Desk, spare: Any) -> int:
    """Play the whole turn; returns how many actions it took."""
    actions = 0
    turn = s.round_no
    count_steps(b, desk)
    while actor(s) == seat and s.round_no == turn:
        apply(s, b, seat, greedy_action(s, b, seat, desk, spare))
        actions += 1
    return actions
