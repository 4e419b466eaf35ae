"""Choosing on Silver & Gold maps: greedy, and the evaluation of fill plans.

The evaluation counts in points: what a choice brings at once, what the two maps promise and how likely they are
completed in the turns that are left, and what the turns beyond will bring. A second look asks how well the cards still
to come this round fit; a seat remembers what was revealed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from expedition.core.jit import rule
from expedition.players.silvergold.plans import FIELD, FRAMES
from expedition.players.silvergold.weights import (
    W_COIN,
    W_CROSS,
    W_DONE,
    W_EARLY,
    W_FIT,
    W_PALM,
    W_ROW,
    W_SEAL,
    W_SLOT,
    W_SOFT,
    W_STEEP,
    W_TURN,
)
from expedition.silvergold.numbering import KEEP_FIRST, MARK_FIRST, TAKE_DECK, TAKE_FIRST
from expedition.silvergold.rules.choices import legal
from expedition.silvergold.rules.marking import count_fields, free_fields, palm_value
from expedition.silvergold.rules.scoring import maps_of_colour
from expedition.silvergold.shapes import KINDS, N_PLACEMENTS
from expedition.silvergold.state import Position
from expedition.silvergold.tables import (
    COIN_ROW,
    COINS,
    DEALT,
    FLIPS,
    N_CARDS,
    N_MAPS,
    PALMS,
    ROUNDS,
    SLOTS,
    TROPHIES,
    Tables,
)


class Work(NamedTuple):
    """What the evaluation writes down and looks up, handed on as one."""

    acts: Any  # legal actions
    value: Any  # what each is worth
    gain: Any  # turns each pattern saves on either map, and how likely it is to come
    w: Any  # weights
    turns: Any  # a map still takes, by what is free of it


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
def greedy_choice(s: Position, b: Tables, seat: int, acts: Any) -> int:
    n = legal(s, b, seat, acts)
    best = acts[0]
    for i in range(1, n):
        if greedy_value(s, b, seat, acts[i]) > greedy_value(s, b, seat, best):
            best = acts[i]
    return best


@rule
def map_named(s: Position, seat: int, a: int) -> int:
    """The map a keep or take is about."""
    if a >= TAKE_FIRST:
        return s.display[a - TAKE_FIRST]
    return s.dealt[seat * DEALT + a - KEEP_FIRST]


@rule
def seal_worth(s: Position, b: Tables, seat: int, card: int) -> float:
    """Seal points a completed map brings: its own seal, and those that count its colour."""
    points = 0.0
    if b.seal_colour[card] >= 0:
        own = 1 if b.seal_colour[card] == b.map_colour[card] else 0
        points += b.seal_points[card] * (own + maps_of_colour(s, b, seat, b.seal_colour[card]))
    for i in range(seat * N_MAPS, seat * N_MAPS + s.n_completed[seat]):
        held = s.completed[i]
        if b.seal_colour[held] == b.map_colour[card]:
            points += b.seal_points[held]
    return points


@rule
def next_trophy(s: Position) -> int:
    points = TROPHIES
    while points > 0 and s.open_trophies >> points & 1 == 0:
        points -= 1
    return points


@rule
def coin_worth(s: Position, before: int, coins: int, w: Any) -> float:
    """Coins to be crossed off now: their points and what they add to the row."""
    coins = min(coins, COINS - before)
    trophy = next_trophy(s)
    value = coins + w[W_ROW] * trophy * coins / COIN_ROW
    if before % COIN_ROW + coins >= COIN_ROW:
        value += (1.0 - w[W_ROW]) * trophy
    return value


@rule
def turns_left(s: Position) -> int:
    """Turns after the one being played."""
    return (ROUNDS - s.round_no) * FLIPS + FLIPS - s.flip


@rule
def promised(s: Position, b: Tables, seat: int, card: int, free: int, seals: float, w: Any) -> float:
    """What a map brings once it is completed, its free symbols included; nothing if it is complete already."""
    if free == 0:
        return 0.0
    value = b.map_points[card] + w[W_SEAL] * seals
    if s.coins[seat] < COINS:
        value += w[W_COIN] * count_fields(free & b.map_coin[card])
    if s.n_palms[seat] < PALMS:
        value += w[W_PALM] * count_fields(free & b.map_palm[card])
    return value


@rule
def chance(spare: float, w: Any) -> float:
    """How likely a map is completed that leaves so many turns over."""
    return min(1.0, max(0.0, 0.5 + w[W_STEEP] * (spare + w[W_EARLY])))


@rule
def beyond(spare: float, w: Any) -> float:
    """Turns left when both maps are completed; what the maps need is uncertain."""
    soft = w[W_SOFT]
    if spare >= soft:
        return spare
    return (spare + soft) * (spare + soft) / (4.0 * soft) if spare > -soft else 0.0


@rule
def outlook(one: float, one_turns: float, other: float, other_turns: float, left: int, w: Any) -> float:
    """What two maps and the turns after them will bring; the shorter map goes first."""
    both = left - one_turns - other_turns
    late = chance(both, w)
    soon = chance(left - min(one_turns, other_turns), w)
    if one_turns <= other_turns:
        return one * soon + other * late + w[W_TURN] * beyond(both, w)
    return one * late + other * soon + w[W_TURN] * beyond(both, w)


@rule
def mark_value(
    s: Position, b: Tables, seat: int, at: int, mask: int, seals: float, other: float, need: float, work: Work
) -> float:
    """Points this mark is worth, the other map promising `other` in `need` turns."""
    w, turns = work.w, work.turns
    card = s.maps[at]
    rest = free_fields(s, b, at) & ~mask
    value = 0.0
    coins = count_fields(mask & b.map_coin[card])
    if coins > 0:
        value += coin_worth(s, s.coins[seat], coins, w)
    if mask & b.map_palm[card] != 0 and s.n_palms[seat] < PALMS:
        value += palm_value(s, b) - w[W_SLOT]
    if rest != 0 or need > 0.0:
        value += w[W_CROSS] * count_fields(mask & b.map_cross[card])
    if rest == 0:
        value += b.map_points[card] + w[W_SEAL] * seals + w[W_DONE]
    here = promised(s, b, seat, card, rest, seals, w)
    return value + outlook(here, turns[card * FRAMES + rest], other, need, turns_left(s), w)


@rule
def map_value(s: Position, b: Tables, seat: int, card: int, other: float, need: float, work: Work) -> float:
    """Points a new map is worth beside the one there is."""
    w, turns = work.w, work.turns
    land = b.map_mask[card]
    here = promised(s, b, seat, card, land, seal_worth(s, b, seat, card), w)
    return outlook(here, turns[card * FRAMES + land], other, need, turns_left(s), w)


@rule
def deck_value(s: Position, b: Tables, seat: int, other: float, need: float, work: Work) -> float:
    """The mean of all maps that may come from the deck."""
    total = 0.0
    for i in range(s.n_deck):
        total += map_value(s, b, seat, s.deck[i], other, need, work)
    return total / s.n_deck


# The second look: how well the cards still to come this round fit.


@rule
def best_gain(b: Tables, card: int, kind: int, free: int, turns: Any) -> float:
    """Turns the best use of a pattern saves on a map; a single field always saves something."""
    if free == 0:
        return 0.0
    now = turns[card * FRAMES + free]
    best = FIELD
    group = card * KINDS + kind
    for i in range(b.fit_first[group], b.fit_first[group + 1]):
        mask = b.place_mask[b.fit[i]]
        if mask & free == mask:
            extra = FIELD * count_fields(mask & b.map_cross[card])
            best = max(best, now - turns[card * FRAMES + (free & ~mask)] + extra)
    return best


@rule
def look_ahead(s: Position, b: Tables, seat: int, work: Work) -> None:
    """Note what each pattern saves on either map as it is, and how many cards of it may come next.

    Before a new round all cards are still to come.
    """
    gain, turns = work.gain, work.turns
    for slot in range(SLOTS):
        at = seat * SLOTS + slot
        for kind in range(1, KINDS):
            gain[slot * KINDS + kind] = best_gain(b, s.maps[at], kind, free_fields(s, b, at), turns)
    for kind in range(KINDS):
        gain[SLOTS * KINDS + kind] = 0.0
    first = s.n_revealed if s.n_revealed < min(FLIPS, N_CARDS) else 0
    for card in range(N_CARDS):
        if not revealed_before(s, first, card):
            gain[SLOTS * KINDS + 1 + b.card_pattern[card]] += 1.0 / (N_CARDS - first)


@rule
def revealed_before(s: Position, first: int, card: int) -> bool:
    """Whether this expedition card was turned up this round."""
    for i in range(first):
        if s.pile[i] == card:
            return True
    return False


@rule
def saved_next(s: Position, b: Tables, seat: int, slot: int, rest: int, work: Work) -> float:
    """Turns the next card saves on average, one map having `rest` free."""
    gain, turns = work.gain, work.turns
    total = 0.0
    for kind in range(1, KINDS):
        likely = gain[SLOTS * KINDS + kind]
        if likely > 0.0:
            here = best_gain(b, s.maps[seat * SLOTS + slot], kind, rest, turns)
            total += likely * max(here, gain[(1 - slot) * KINDS + kind])
    return total


@rule
def weigh(s: Position, b: Tables, seat: int, work: Work) -> int:
    """The legal actions and what each is worth; returns how many there are."""
    acts, value, w, turns = work.acts, work.value, work.w, work.turns
    n = legal(s, b, seat, acts)
    if n < 2:
        value[0] = 0.0
        return n
    one, other = seat * SLOTS, seat * SLOTS + 1
    one_seals = seal_worth(s, b, seat, s.maps[one]) if s.maps[one] >= 0 else 0.0
    other_seals = seal_worth(s, b, seat, s.maps[other]) if s.maps[other] >= 0 else 0.0
    one_free, other_free = free_fields(s, b, one), free_fields(s, b, other)
    one_value = promised(s, b, seat, s.maps[one], one_free, one_seals, w)
    other_value = promised(s, b, seat, s.maps[other], other_free, other_seals, w)
    one_turns = turns[s.maps[one] * FRAMES + one_free] if one_free != 0 else 0.0
    other_turns = turns[s.maps[other] * FRAMES + other_free] if other_free != 0 else 0.0
    if acts[0] < MARK_FIRST:
        beside, need = one_value + other_value, one_turns + other_turns
        for i in range(n):
            if acts[i] == TAKE_DECK:
                value[i] = deck_value(s, b, seat, beside, need, work)
            else:
                value[i] = map_value(s, b, seat, map_named(s, seat, acts[i]), beside, need, work)
        return n
    look_ahead(s, b, seat, work)
    for i in range(n):
        place = acts[i] - MARK_FIRST
        mask = b.place_mask[place % N_PLACEMENTS]
        if place < N_PLACEMENTS:
            value[i] = mark_value(s, b, seat, one, mask, one_seals, other_value, other_turns, work)
            value[i] += w[W_FIT] * saved_next(s, b, seat, 0, one_free & ~mask, work)
        else:
            value[i] = mark_value(s, b, seat, other, mask, other_seals, one_value, one_turns, work)
            value[i] += w[W_FIT] * saved_next(s, b, seat, 1, other_free & ~mask, work)
    return n


@rule
def best_choice(s: Position, b: Tables, seat: int, work: Work) -> int:
    """The choice the evaluation likes best."""
    n = weigh(s, b, seat, work)
    best = 0
    for i in range(1, n):
        if work.value[i] > work.value[best]:
            best = i
    return work.acts[best]
