"""Choosing on Silver & Gold maps: greedy, the evaluation of fill plans, and playouts on top of it.

The evaluation looks at one mark: what it brings, what it completes, and what it leaves: fields no pattern reaches,
and which of the patterns still to come this round fit on the two maps. A seat remembers what was revealed.
"""

from __future__ import annotations

from typing import Any

from expedition.core.jit import rule
from expedition.core.rng import MASK, seed_chance, shuffle
from expedition.players.silvergold.weights import (
    W_COIN,
    W_CROSS,
    W_DONE,
    W_FIELD,
    W_FIT,
    W_LONE,
    W_NEAR,
    W_PALM,
    W_ROW,
    W_SEAL,
    W_SIZE,
    W_TAKE_COIN,
    W_TAKE_CROSS,
    W_TAKE_PALM,
)
from expedition.silvergold.rules.marking import count_fields, free_fields
from expedition.silvergold.rules.scoring import maps_of_colour, score
from expedition.silvergold.rules.turn import actor, apply, legal
from expedition.silvergold.shapes import KINDS, N_PLACEMENTS, SIDE, Tables
from expedition.silvergold.state import (
    COIN_ROW,
    COINS,
    DEALT,
    FLIPS,
    KEEP_FIRST,
    MARK_FIRST,
    N_CARDS,
    N_MAPS,
    PALMS,
    ROUNDS,
    SLOTS,
    TAKE_DECK,
    TAKE_FIRST,
    TROPHIES,
    Position,
)

PER_FLIP = 4.0  # fields a turn marks on average, extra fields included
LEFT_EDGE = 0x1111
RIGHT_EDGE = 0x8888
FRAME = 0xFFFF


@rule
def greedy_value(s: Position, b: Tables, seat: int, a: int) -> float:
    """Most fields now, a completed map before all; the largest map."""
    if a >= MARK_FIRST:
        place = a - MARK_FIRST
        at = seat * SLOTS + place // N_PLACEMENTS
        mask = b.place_mask[place % N_PLACEMENTS]
        done = 100.0 if free_fields(s, b, at) == mask else 0.0
        return done + count_fields(mask)
    return float(b.map_points[map_named(s, seat, a)]) if a != TAKE_DECK else 0.0


@rule
def map_named(s: Position, seat: int, a: int) -> int:
    """The map a keep or take is about."""
    if a >= TAKE_FIRST:
        return s.display[a - TAKE_FIRST]
    return s.dealt[seat * DEALT + a - KEEP_FIRST]


@rule
def lone_fields(free: int) -> int:
    """Free fields without a free neighbour: only a single mark reaches them."""
    beside = ((free << SIDE) | (free >> SIDE) | ((free & ~RIGHT_EDGE) << 1) | ((free & ~LEFT_EDGE) >> 1)) & FRAME
    return count_fields(free & ~beside)


@rule
def fits(b: Tables, card: int, kind: int, free: int) -> bool:
    group = card * KINDS + kind
    for i in range(b.fit_first[group], b.fit_first[group + 1]):
        mask = b.place_mask[b.fit[i]]
        if mask & free == mask:
            return True
    return False


@rule
def fitting(s: Position, b: Tables, seat: int, slot: int, rest: int) -> float:
    """Mean fields the expedition cards still to come this round could mark, this map having `rest` free.

    Before a new round all cards are still to come.
    """
    other = seat * SLOTS + 1 - slot
    free = free_fields(s, b, other)
    total = 0.0
    first = s.n_revealed if s.n_revealed < min(FLIPS, N_CARDS) else 0
    found = 0  # one bit for each pattern that fits
    tried = 0
    for i in range(N_CARDS):
        if revealed_before(s, first, i):
            continue
        kind = 1 + b.card_pattern[i]
        if (tried >> kind) & 1 == 0:
            tried |= 1 << kind
            if fits(b, s.maps[seat * SLOTS + slot], kind, rest) or (free != 0 and fits(b, s.maps[other], kind, free)):
                found |= 1 << kind
        if (found >> kind) & 1:
            total += 1.0
    return total / (N_CARDS - first)


@rule
def revealed_before(s: Position, first: int, card: int) -> bool:
    """Whether this expedition card was turned up this round."""
    for i in range(first):
        if s.pile[i] == card:
            return True
    return False


@rule
def seal_worth(s: Position, b: Tables, seat: int, card: int) -> float:
    """Seal points a completed map brings: its own seal, and those that count its colour."""
    points = 0.0
    if b.seal_colour[card] >= 0:
        points += b.seal_points[card] * (1.0 + maps_of_colour(s, b, seat, b.seal_colour[card]))
    for i in range(seat * N_MAPS, seat * N_MAPS + s.n_completed[seat]):
        own = s.completed[i]
        if b.seal_colour[own] == b.map_colour[card]:
            points += b.seal_points[own]
    return points


@rule
def next_trophy(s: Position) -> int:
    points = TROPHIES
    while points > 0 and s.open_trophies >> points & 1 == 0:
        points -= 1
    return points


@rule
def palm_value(s: Position, b: Tables) -> int:
    points = 1
    for i in range(s.n_display):
        points += count_fields(b.map_palm[s.display[i]])
    return points


@rule
def mark_value(s: Position, b: Tables, seat: int, a: int, w: Any) -> float:
    place = a - MARK_FIRST
    slot = place // N_PLACEMENTS
    at = seat * SLOTS + slot
    card = s.maps[at]
    mask = b.place_mask[place % N_PLACEMENTS]
    free = free_fields(s, b, at)
    rest = free & ~mask
    value = w[W_FIELD] * count_fields(mask)
    coins = min(count_fields(mask & b.map_coin[card]), COINS - s.coins[seat])
    value += w[W_COIN] * coins
    if s.coins[seat] % COIN_ROW + coins >= COIN_ROW:
        value += w[W_ROW] * next_trophy(s)
    if s.n_palms[seat] < PALMS and mask & b.map_palm[card] != 0:
        value += w[W_PALM] * palm_value(s, b)
    value += w[W_CROSS] * min(count_fields(mask & b.map_cross[card]), count_fields(rest))
    if rest == 0:
        value += w[W_DONE] + w[W_SEAL] * seal_worth(s, b, seat, card)
    else:
        value -= w[W_LONE] * lone_fields(rest)
        value += w[W_NEAR] * count_fields(s.marked[at])
        value += w[W_FIT] * PER_FLIP * fitting(s, b, seat, slot, rest)
    return value


@rule
def turns_left(s: Position) -> int:
    return (ROUNDS - s.round_no) * FLIPS + FLIPS - s.flip


@rule
def map_value(s: Position, b: Tables, seat: int, card: int, w: Any) -> float:
    """What a new map is worth now."""
    waiting = 0
    for slot in range(SLOTS):
        waiting += count_fields(free_fields(s, b, seat * SLOTS + slot))
    over = max(0.0, b.map_points[card] + waiting - PER_FLIP * turns_left(s))
    value = w[W_SEAL] * seal_worth(s, b, seat, card) - w[W_SIZE] * over
    value += w[W_TAKE_CROSS] * count_fields(b.map_cross[card]) + w[W_TAKE_COIN] * count_fields(b.map_coin[card])
    return value + w[W_TAKE_PALM] * count_fields(b.map_palm[card])


@rule
def choice_value(s: Position, b: Tables, seat: int, a: int, w: Any) -> float:
    if a >= MARK_FIRST:
        return mark_value(s, b, seat, a, w)
    if a == TAKE_DECK:
        return w[W_TAKE_CROSS] * 0.5
    return map_value(s, b, seat, map_named(s, seat, a), w)


@rule
def best_choice(s: Position, b: Tables, seat: int, acts: Any, w: Any) -> int:
    """The choice the evaluation likes best."""
    n = legal(s, b, seat, acts)
    best = acts[0]
    most = choice_value(s, b, seat, best, w)
    for i in range(1, n):
        value = choice_value(s, b, seat, acts[i], w)
        if value > most:
            best = acts[i]
            most = value
    return best


@rule
def greedy_choice(s: Position, b: Tables, seat: int, acts: Any) -> int:
    n = legal(s, b, seat, acts)
    best = acts[0]
    for i in range(1, n):
        if greedy_value(s, b, seat, acts[i]) > greedy_value(s, b, seat, best):
            best = acts[i]
    return best


@rule
def rank_choices(s: Position, b: Tables, seat: int, acts: Any, value: Any, w: Any) -> int:
    """Legal actions, best first by the evaluation; returns how many."""
    n = legal(s, b, seat, acts)
    for i in range(n):
        a = acts[i]
        v = choice_value(s, b, seat, a, w)
        j = i
        while j > 0 and value[j - 1] < v:
            value[j] = value[j - 1]
            acts[j] = acts[j - 1]
            j -= 1
        value[j] = v
        acts[j] = a
    return n


@rule
def playout(root: Position, b: Tables, seat: int, a: int, key: int, spare: Any, acts: Any, w: Any) -> float:
    """The seat's final score if it chooses `a`, the flips and the deck fall as this key deals them, and it goes on
    by the evaluation, the others standing aside."""
    spare[0] = root
    s = spare[0]
    seed_chance(s, key & MASK, key >> 32, seat, 1)
    shuffle(s, s.pile, s.n_revealed, s.n_pile - s.n_revealed)
    shuffle(s, s.deck, 0, s.n_deck)
    for other in range(s.players):
        if other != seat:
            s.resigned[other] = 1
    apply(s, b, seat, a)
    while actor(s) == seat:
        apply(s, b, seat, best_choice(s, b, seat, acts, w))
    return float(score(s, b, seat))


@rule
def solitaire(s: Position, b: Tables, seat: int, acts: Any, w: Any) -> float:
    """One seat by the evaluation to the end, the others standing aside: its score."""
    for other in range(s.players):
        if other != seat:
            s.resigned[other] = 1
    while actor(s) == seat:
        apply(s, b, seat, best_choice(s, b, seat, acts, w))
    return float(score(s, b, seat))
