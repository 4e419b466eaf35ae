"""Monte Carlo search over whole turns: the planner proposes, playouts over re-dealt draws decide.

The outlook (outlook.py) orders the proposals. A playout carries out one of them on a re-deal of everything the seat
cannot know, plays on with the hand that comes, and asks the outlook again. All proposals see the same re-deals, so luck
cancels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from expedition.core.jit import rule
from expedition.core.rng import MASK
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.choices import actor, legal
from expedition.eldorado.rules.hidden import redeal
from expedition.eldorado.rules.market import on_sale, vacant_slot
from expedition.eldorado.state import ACTIVE_NONE, PENDING_GIVE, PENDING_NONE, PHASE_PLAY, Position
from expedition.eldorado.tables import CARDS, FIRST_MARKET_CARD, PAWNS, PRICE, Ground
from expedition.players.eldorado.desk import Desk, Work
from expedition.players.eldorado.outlook import IMPOSSIBLE, outlook_of
from expedition.players.eldorado.policy import carry_out, decide, opener, play_turn
from expedition.players.eldorado.turn import UNSEEN, explore_turn, write_plan
from expedition.players.eldorado.worth import NOTHING, bought_worth, free_coins, prepare, way_left

LEADERS = 4  # proposals whose other purchases are proposed too
CHOICE = 2  # the spare position a choice is tried out in
MARGIN = 8.0  # cards a proposal may seem worse than the best one


class Effort(NamedTuple):
    """How much is looked at inside a playout."""

    turns: int  # that are played on
    nodes: int  # positions of a turn
    proposals: int  # turns compared


@rule
def propose(s: Position, b: Ground, seat: int, nodes: int, most: int, desk: Desk, pool: Any, w: Any) -> int:
    """Up to `most` turns worth comparing, as nodes and purchases in desk; 0 where the planner alone decides."""
    prepare(s, b, seat, desk, w)
    if s.phase != PHASE_PLAY or (s.pending != PENDING_NONE and s.pending != PENDING_GIVE):
        return 0
    if s.pending == PENDING_NONE and s.active == ACTIVE_NONE and s.change_symbol == 0:
        if opener(s, b, seat, desk, w) >= 0:
            return 0
    count = explore_turn(s, b, seat, nodes, desk, pool, w)
    chosen = 0
    while chosen < most:
        best = -1
        for node in range(count):
            if desk.value[node] > UNSEEN and (best < 0 or desk.value[node] > desk.value[best]):
                best = node
        if best < 0 or (chosen > 0 and desk.value[best] < desk.score[0] - MARGIN):
            break
        if is_new(pool, best, seat, chosen, desk):
            enlist(chosen, best, desk.buys[best], desk.value[best], desk)
            chosen += 1
        desk.value[best] = UNSEEN
    for i in range(min(chosen, LEADERS)):
        chosen = other_purchases(pool[desk.node[i]], b, seat, i, chosen, most, desk, w)
    return chosen


@rule
def enlist(place: int, node: int, card: int, score: float, desk: Desk) -> None:
    desk.node[place] = node
    desk.card[place] = card
    desk.score[place] = score


@rule
def is_new(pool: Any, node: int, seat: int, chosen: int, desk: Desk) -> bool:
    """Not the same spaces, purchase and number of cards left as a proposal before."""
    for i in range(chosen):
        other = pool[desk.node[i]]
        same = desk.card[i] == desk.buys[node] and other.n_hand[seat] == pool[node].n_hand[seat]
        for pawn in range(seat * PAWNS, (seat + 1) * PAWNS):
            same = same and other.at[pawn] == pool[node].at[pawn]
        if same:
            return False
    return True


@rule
def other_purchases(s: Position, b: Ground, seat: int, leader: int, chosen: int, most: int, desk: Desk, w: Any) -> int:
    """The same way with another purchase, or with none."""
    if s.bought or s.arrived[seat] > 0:
        return chosen
    way = way_left(s, seat, desk, w)
    stays = desk.score[leader]
    if desk.card[leader] != NOTHING:
        stays -= bought_worth(s, b, desk.card[leader], way, desk, w)
    if desk.card[leader] != NOTHING and chosen < most:
        enlist(chosen, desk.node[leader], NOTHING, stays, desk)
        chosen += 1
    free = free_coins(s, seat)
    vacancy = vacant_slot(s)
    for card in range(FIRST_MARKET_CARD, CARDS):
        if chosen < most and card != desk.card[leader] and on_sale(s, card, vacancy) and PRICE[card] <= free:
            worth = bought_worth(s, b, card, way, desk, w)
            if worth > 0.0:
                enlist(chosen, desk.node[leader], card, stays + worth, desk)
                chosen += 1
    return chosen


@rule
def best_outlook(s: Position, b: Ground, seat: int, n: int, work: Work) -> tuple[int, float]:
    """The proposal after which the seat needs the fewest turns, and how many."""
    weigh(s, b, seat, n, work)
    desk = work.desk
    best = 0
    for place in range(1, n):
        if desk.score[place] < desk.score[best]:
            best = place
    return best, desk.score[best]


@rule
def weigh(s: Position, b: Ground, seat: int, n: int, work: Work) -> None:
    """Write the turns the seat needs after each proposal into desk.score; those with one purchase, which leave the same
    deck, one after the other, because the way is charted anew for every deck."""
    desk = work.desk
    for card in range(NOTHING, CARDS):
        for place in range(n):
            if desk.card[place] == card:
                desk.score[place] = outlook_of(s, b, seat, place, work)


@rule
def playout(
    root: Position, b: Ground, seat: int, place: int, key: int, effort: Effort, work: Work, inner: Work
) -> float:
    """The turns the seat needs if it plays the proposal at this place and the re-deal of this key comes true.

    It goes on for some turns by the outlook, the others standing where they are; then the outlook tells the rest.
    """
    work.spare[0] = root
    s = work.spare[0]
    redeal(s, b, seat, key & MASK, key >> 32, seat, 0)
    n = write_plan(work.desk.node[place], work.desk.card[place], seat, work.desk, work.pool)
    first = s.round_no
    carry_out(s, b, seat, n, work.desk)
    if actor(s) == seat and s.round_no == first and s.arrived[seat] == 0:
        play_turn(s, b, seat, effort.nodes, inner.desk, inner.pool, inner.w)
    played = 0
    while s.arrived[seat] == 0:
        played += 1
        s.seat = seat
        left = guided_turn(s, b, seat, effort, played == effort.turns, inner)
        if played == effort.turns:
            return played + left
    return 1.0 * played


@rule
def guided_turn(s: Position, b: Ground, seat: int, effort: Effort, ask: bool, work: Work) -> float:
    """Play the seat's turn by the outlook; if only asked, stop where the best turn is known. Returns its outlook."""
    desk = work.desk
    turn = s.round_no
    left = 0.0
    while s.seat == seat and s.round_no == turn and actor(s) == seat:
        n = propose(s, b, seat, effort.nodes, effort.proposals, desk, work.pool, work.w)
        if n > 0:
            place, left = best_outlook(s, b, seat, n, work)
            if ask:
                return left
            n = write_plan(desk.node[place], desk.card[place], seat, desk, work.pool)
        else:
            n = decide(s, b, seat, effort.nodes, desk, work.pool, work.w)
        carry_out(s, b, seat, n, desk)
    return left


@rule
def plan_choice(s: Position, b: Ground, seat: int, effort: Effort, work: Work) -> int:
    """Which card to take or to remove: the one after which the rest of the turn leaves the shortest journey."""
    acts, spare = work.fresh.acts, work.spare
    n = legal(s, b, seat, acts)
    best = acts[0]
    least = IMPOSSIBLE
    for i in range(n):
        spare[CHOICE] = s
        apply(spare[CHOICE], b, seat, acts[i])
        left = guided_turn(spare[CHOICE], b, seat, effort, True, work)
        if left < least:
            best = acts[i]
            least = left
    work.desk.plan[0] = best
    return 1


@rule
def plan_of(place: int, seat: int, desk: Desk, pool: Any) -> int:
    """Write the proposal at this place into desk.plan."""
    return write_plan(desk.node[place], desk.card[place], seat, desk, pool)
