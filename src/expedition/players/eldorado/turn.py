"""The whole-turn planner: every order of cards, jokers, rubble, camps, tokens and both pawns, then the purchase.

The search walks over positions of one turn with the rules themselves, best first, each position once. What is
hidden never enters: a token found in a cave is put aside at once and counts what a token counts on average.
"""

from __future__ import annotations

from typing import Any

from expedition.core.jit import rule
from expedition.eldorado.numbering import A_BUY, A_CHANGE, A_END, A_GIVE, A_KEEP, A_REMOVE, A_USE, A_USE_TOKEN
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.choices import legal
from expedition.eldorado.rules.movement import occupied
from expedition.eldorado.state import ACTIVE_NONE, PENDING_NONE, PHASE_PLAY, Position
from expedition.eldorado.tables import (
    CAMP,
    CARDS,
    CAVE_PILE,
    DIRECTIONS,
    FIRST_MARKET_CARD,
    MAX_SEAMS,
    PAWNS,
    TOKENS,
    Ground,
)
from expedition.players.eldorado.desk import SLOTS_OF_TABLE, Desk
from expedition.players.eldorado.weights import W_LOSS, W_TOKEN
from expedition.players.eldorado.worth import NOTHING, end_worth, removed_worth, standing_worth

DETOUR = 2.5  # cards a step may lead away from the finish
A_PASS = A_USE_TOKEN + 3
UNSEEN = -1e18


@rule
def mix(h: int, x: int) -> int:
    h = (h ^ (x + 0x9E3779B9)) * 0x2545F4914F6CDD1D & 0x7FFFFFFFFFFFFFFF
    return h ^ (h >> 29)


@rule
def key_of(s: Position, seat: int) -> int:
    """A number for everything of a position that matters within the turn."""
    packed = s.at[seat * PAWNS] + 8 + (s.at[seat * PAWNS + 1] + 8) * 512
    h = mix(seat + 1, packed)
    packed = 0
    for card in range(CARDS):
        packed = packed * 5 + s.hand[seat * CARDS + card]
    h = mix(h, packed)
    h = mix(h, s.power + 16 * s.active + 64 * s.active_pawn + 128 * s.stepped + 256 * s.pending + 2048 * s.pending_left)
    h = mix(h, s.active_symbol + 2 + 8 * (s.pending_cell + 1) + 4096 * s.pending_pawn + 8192 * s.pass_occupied)
    h = mix(h, s.change_symbol + 2 * s.pending_blockade + 16 * s.n_keepable + 64 * s.bought)
    packed = 0
    for token in range(TOKENS):
        packed = packed * 4 + s.tokens[seat * TOKENS + token]
    h = mix(h, packed)
    packed = 0
    for seam in range(MAX_SEAMS):
        packed = packed * 7 + s.seam[seam]
    h = mix(h, packed)
    return mix(h, s.near[seat * PAWNS] + 4096 * s.near[seat * PAWNS + 1])


@rule
def seen(desk: Desk, key: int) -> bool:
    """Whether this position was met already; it is now."""
    place = (key ^ (key >> 32)) & (SLOTS_OF_TABLE - 1)
    key = key if key != 0 else 1
    while desk.table[place] != 0:
        if desk.table[place] == key:
            return True
        place = (place + 1) & (SLOTS_OF_TABLE - 1)
    desk.table[place] = key
    return False


@rule
def push(desk: Desk, count: int, node: int, rank: float) -> None:
    """Put a node into the heap of `count` nodes."""
    desk.rank[node] = rank
    i = count
    while i > 0 and desk.rank[desk.heap[(i - 1) // 2]] < rank:
        desk.heap[i] = desk.heap[(i - 1) // 2]
        i = (i - 1) // 2
    desk.heap[i] = node


@rule
def pop(desk: Desk, count: int) -> int:
    """Take the best node out of the heap of `count` nodes."""
    top = desk.heap[0]
    last = desk.heap[count - 1]
    rank = desk.rank[last]
    i = 0
    child = 1
    while child < count - 1:
        if child + 1 < count - 1 and desk.rank[desk.heap[child + 1]] > desk.rank[desk.heap[child]]:
            child += 1
        if desk.rank[desk.heap[child]] <= rank:
            break
        desk.heap[i] = desk.heap[child]
        i = child
        child = 2 * i + 1
    desk.heap[i] = last
    return top


@rule
def can_end(s: Position) -> bool:
    """Whether the turn may be ended in this position."""
    if s.phase != PHASE_PLAY or s.pending != PENDING_NONE or s.change_symbol:
        return False
    return s.active == ACTIVE_NONE or s.stepped == 1


@rule
def pass_helps(s: Position, b: Ground, seat: int) -> bool:
    for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
        cell = s.at[pawn]
        if cell >= 0:
            for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
                if b.neighbour[edge] >= 0 and occupied(s, b.neighbour[edge]):
                    return True
    return False


@rule
def worth_trying(s: Position, b: Ground, seat: int, a: int) -> bool:
    """Actions the search walks over: movement and what serves it. Drawing, buying and ending come elsewhere."""
    if a < A_USE:
        return True
    if a == A_PASS:
        return s.pass_occupied == 0 and pass_helps(s, b, seat)
    if a == A_CHANGE:
        return s.pending == PENDING_NONE
    if A_KEEP <= a < A_BUY:
        return True
    return A_GIVE <= a < A_REMOVE


@rule
def set_found_aside(s: Position, before: Position, b: Ground, seat: int) -> int:
    """Take tokens found in caves away again, which one was on top being hidden; returns how many there were."""
    found = 0
    for cave in range(b.n_caves):
        if s.n_cave[cave] < before.n_cave[cave]:
            s.tokens[seat * TOKENS + s.cave_pile[cave * CAVE_PILE + s.n_cave[cave]]] -= 1
            found += 1
    return found


@rule
def gained_by(s: Position, b: Ground, seat: int, a: int, desk: Desk, w: Any) -> float:
    """What an action brings beside the position it leads to: a camp thins the deck, a kept item stays."""
    if A_GIVE <= a < A_REMOVE and s.pending_cell >= 0 and b.terrain[s.pending_cell] == CAMP:
        return removed_worth(s, b, seat, a - A_GIVE, desk, w)
    if A_KEEP <= a < A_BUY:
        return w[W_LOSS]
    return 0.0


@rule
def too_far_back(s: Position, seat: int, desk: Desk) -> bool:
    for pawn in range(PAWNS):
        cell = s.at[seat * PAWNS + pawn]
        if cell >= 0 and desk.way[cell] > desk.root[pawn] + DETOUR:
            return True
    return False


@rule
def explore_turn(s: Position, b: Ground, seat: int, nodes: int, desk: Desk, pool: Any, w: Any) -> int:
    """Search the rest of the turn from s; returns how many positions were met. Node 0 is s."""
    for i in range(SLOTS_OF_TABLE):
        desk.table[i] = 0
    pool[0] = s
    desk.parent[0] = -1
    desk.bonus[0] = 0.0
    seen(desk, key_of(s, seat))
    rate_node(s, 0, b, seat, desk, w)
    push(desk, 0, 0, 0.0)
    waiting = 1
    count = 1
    while waiting > 0 and count < nodes:
        node = pop(desk, waiting)
        waiting -= 1
        here = pool[node]
        n = legal(here, b, seat, desk.acts)
        for i in range(n):
            a = desk.acts[i]
            if not worth_trying(here, b, seat, a) or count == nodes:
                continue
            gained = gained_by(here, b, seat, a, desk, w)
            pool[count] = here
            made = pool[count]
            apply(made, b, seat, a)
            if made.caves:
                gained += w[W_TOKEN] * set_found_aside(made, here, b, seat)
            if too_far_back(made, seat, desk) or seen(desk, key_of(made, seat)):
                continue
            desk.parent[count] = node
            desk.action[count] = a
            desk.bonus[count] = desk.bonus[node] + gained
            rate_node(made, count, b, seat, desk, w)
            if made.seat == seat and made.phase == PHASE_PLAY and made.arrived[seat] == 0:
                rank = standing_worth(made, seat, desk, w)
                push(desk, waiting, count, rank)
                waiting += 1
            count += 1
    return count


@rule
def rate_node(s: Position, node: int, b: Ground, seat: int, desk: Desk, w: Any) -> None:
    """The value of ending the turn at this node."""
    if s.arrived[seat] == 0 and not can_end(s):
        desk.value[node] = UNSEEN
        desk.buys[node] = NOTHING
        return
    value, card = end_worth(s, b, seat, desk, w)
    desk.value[node] = value + desk.bonus[node]
    desk.buys[node] = card


@rule
def best_node(count: int, desk: Desk) -> int:
    best = 0
    for node in range(1, count):
        if desk.value[node] > desk.value[best]:
            best = node
    return best


@rule
def write_plan(node: int, card: int, seat: int, desk: Desk, pool: Any) -> int:
    """The actions that lead to a node and the purchase there, or the end of the turn; returns how many."""
    depth = 0
    at = node
    while desk.parent[at] >= 0:
        depth += 1
        at = desk.parent[at]
    depth = min(depth, len(desk.plan) - 1)
    at = node
    for i in range(depth - 1, -1, -1):
        desk.plan[i] = desk.action[at]
        at = desk.parent[at]
    if pool[node].arrived[seat] > 0:
        return depth
    desk.plan[depth] = A_BUY + card - FIRST_MARKET_CARD if card != NOTHING else A_END
    return depth + 1
