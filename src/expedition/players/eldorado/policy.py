"""The planner's decisions: what to do now, as a list of actions that holds until something new comes to light."""

from __future__ import annotations

from typing import Any

from expedition.core.jit import rule
from expedition.eldorado.numbering import (
    A_DISCARD,
    A_DONE,
    A_PAY,
    A_PAY_TOKEN,
    A_PUT,
    A_REMOVE,
    A_TAKE,
    A_USE,
    A_USE_TOKEN,
    USE_CARD,
)
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.choices import actor, legal
from expedition.eldorado.rules.hidden import redeal
from expedition.eldorado.rules.piles import playable
from expedition.eldorado.state import (
    ACTIVE_NONE,
    PENDING_NONE,
    PENDING_PAY,
    PENDING_PUT,
    PENDING_REMOVE,
    PENDING_TAKE,
    PHASE_DISCARD,
    Position,
)
from expedition.eldorado.tables import (
    CARDS,
    CHANGE_SYMBOL,
    COIN_1,
    DRAW_1,
    FIRST_MARKET_CARD,
    REMOVE_CARD,
    REPLACE_HAND,
    TOKENS,
    TRANSMITTER,
    WORTH,
    Ground,
)
from expedition.players.eldorado.desk import Desk
from expedition.players.eldorado.turn import best_node, explore_turn, write_plan
from expedition.players.eldorado.weights import W_HOLD, W_KEEP, W_TOKEN_USE
from expedition.players.eldorado.worth import (
    HOME,
    bought_worth,
    card_gain,
    pay_loss,
    prepare,
    removed_worth,
    way_left,
)

MOST_COINS = 12  # cards and tokens a payment is put together from
POOR_HAND = 0.6


@rule
def decide(s: Position, b: Ground, seat: int, nodes: int, desk: Desk, pool: Any, w: Any) -> int:
    """Write what to do now into desk.plan; returns how many actions it is."""
    prepare(s, b, seat, desk, w)
    if s.phase == PHASE_DISCARD:
        return plan_discards(s, b, seat, desk, w)
    if s.pending == PENDING_PAY:
        return plan_payment(s, b, seat, desk, w)
    if s.pending == PENDING_TAKE:
        return plan_take(s, b, seat, desk, w)
    if s.pending == PENDING_REMOVE:
        return plan_removal(s, b, seat, desk, w)
    if s.pending == PENDING_PUT:
        return plan_exchange(s, b, seat, desk, w)
    if s.pending == PENDING_NONE and s.active == ACTIVE_NONE and s.change_symbol == 0:
        first = opener(s, b, seat, desk, w)
        if first >= 0:
            desk.plan[0] = first
            return 1
    count = explore_turn(s, b, seat, nodes, desk, pool, w)
    node = best_node(count, desk)
    return write_plan(node, desk.buys[node], seat, desk, pool)


@rule
def opener(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> int:
    """What is better known before the turn is planned: drawing, removing, taking. -1: nothing of the kind."""
    for i in range(len(USE_CARD)):
        card = USE_CARD[i]
        if s.hand[seat * CARDS + card] > 0 and playable(s, seat, card) > 0:
            if card != TRANSMITTER or best_taken(s, b, seat, desk, w) >= 0:
                return A_USE + i
    base = seat * TOKENS
    if s.tokens[base + DRAW_1] > 0:
        return A_USE_TOKEN
    if s.n_hand[seat] > 0 and s.tokens[base + REMOVE_CARD] > 0 and best_removed(s, b, seat, 0.0, desk, w) >= 0:
        return A_USE_TOKEN + 1
    if s.n_hand[seat] > 0 and s.tokens[base + REPLACE_HAND] > 0 and s.n_played == 0:
        total = 0.0
        for card in range(CARDS):
            total += s.hand[seat * CARDS + card] * card_gain(s, b, seat, card, desk, w)
        if total < POOR_HAND * s.n_hand[seat]:
            return A_USE_TOKEN + 2
    return -1


@rule
def best_taken(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> int:
    """The market card worth most to this deck, whatever it costs; -1 if none is worth having."""
    best = -1
    most = 0.0
    way = way_left(s, seat, desk, w)
    for card in range(FIRST_MARKET_CARD, CARDS):
        if s.stock[card] > 0:
            value = bought_worth(s, b, card, way, desk, w)
            if value > most:
                best = card
                most = value
    return best


@rule
def plan_take(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> int:
    card = best_taken(s, b, seat, desk, w)
    if card < 0:
        legal(s, b, seat, desk.acts)
        desk.plan[0] = desk.acts[0]
    else:
        desk.plan[0] = A_TAKE + card - FIRST_MARKET_CARD
    return 1


@rule
def best_removed(s: Position, b: Ground, seat: int, least: float, desk: Desk, w: Any) -> int:
    """The card in hand the deck is best without, if that is worth more than `least`; else -1."""
    best = -1
    most = least
    for card in range(CARDS):
        if s.hand[seat * CARDS + card] > 0:
            value = removed_worth(s, b, seat, card, desk, w)
            if value > most:
                best = card
                most = value
    return best


@rule
def plan_removal(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> int:
    card = best_removed(s, b, seat, 0.0 if s.pending_may else -2.0 * HOME, desk, w)
    desk.plan[0] = A_REMOVE + card if card >= 0 else A_DONE
    return 1


@rule
def plan_exchange(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> int:
    """Lay down what moves less than a random card of the deck, the least first."""
    worst = -1
    least = 0.0
    for card in range(CARDS):
        if s.hand[seat * CARDS + card] > 0:
            gain = card_gain(s, b, seat, card, desk, w)
            if worst < 0 or gain < least:
                worst = card
                least = gain
    if s.pending_left > 0 and least > 1.0:
        desk.plan[0] = A_DONE
    else:
        desk.plan[0] = A_PUT + worst
    return 1


@rule
def plan_discards(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> int:
    """Keep what moves better next turn than what would be drawn instead."""
    n = 0
    kept = 0
    for card in range(CARDS):
        for _ in range(s.hand[seat * CARDS + card]):
            if card_gain(s, b, seat, card, desk, w) > w[W_HOLD]:
                kept += 1
            else:
                desk.plan[n] = A_DISCARD + card
                n += 1
    if kept > 0:
        desk.plan[n] = A_DONE
        n += 1
    return n


@rule
def plan_payment(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> int:
    """The payment that loses least: cards worth keeping and items are spared, no coin is wasted that need not be."""
    if s.tokens[seat * TOKENS + CHANGE_SYMBOL] > 0 or s.change_symbol:
        legal(s, b, seat, desk.acts)
        desk.plan[0] = desk.acts[0]
        return 1
    n = 0  # desk.acts: actions that pay; desk.queue: half coins each pays; desk.rank: what each loses
    for card in range(CARDS):
        for _ in range(playable(s, seat, card)):
            if n < MOST_COINS:
                desk.acts[n] = A_PAY + card
                desk.queue[n] = WORTH[card]
                spared = w[W_KEEP] * max(0.0, card_gain(s, b, seat, card, desk, w) - w[W_HOLD])
                desk.rank[n] = spared + pay_loss(card, w) + 0.001 * WORTH[card]
                n += 1
    for token in range(2):
        for _ in range(s.tokens[seat * TOKENS + COIN_1 + token]):
            if n < MOST_COINS:
                desk.acts[n] = A_PAY_TOKEN + token
                desk.queue[n] = 2 * (token + 1)
                desk.rank[n] = 0.5 * w[W_TOKEN_USE] * (token + 2)
                n += 1
    best = (1 << n) - 1
    least = 2.0 * HOME
    for chosen in range(1, 1 << n):
        paid = 0
        loss = 0.0
        for i in range(n):
            if (chosen >> i) & 1:
                paid += desk.queue[i]
                loss += desk.rank[i]
        if paid >= s.due and loss < least:
            best = chosen
            least = loss
    count = 0
    for i in range(n):
        if (best >> i) & 1:
            desk.plan[count] = desk.acts[i]
            count += 1
    return count


@rule
def play_blind(s: Position, b: Ground, seat: int, nodes: int, desk: Desk, pool: Any, spare: Any, w: Any) -> int:
    """Play the seat's whole turn, every decision made on a re-deal of what the seat cannot know."""
    actions = 0
    turn = s.round_no
    while actor(s) == seat and s.round_no == turn:
        spare[0] = s
        redeal(spare[0], b, seat, 0, 0, 0, 0)
        n = decide(spare[0], b, seat, nodes, desk, pool, w)
        actions += carry_out(s, b, seat, n, desk)
    return actions


@rule
def carry_out(s: Position, b: Ground, seat: int, n: int, desk: Desk) -> int:
    """Apply the plan until it ends, something new comes to light, or another seat is on turn."""
    floor = s.floor
    turn = s.round_no
    done = 0
    while done < n and s.floor == floor and actor(s) == seat and s.round_no == turn:
        apply(s, b, seat, desk.plan[done])
        done += 1
    return done
