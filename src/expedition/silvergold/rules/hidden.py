"""Dealing anew what a seat cannot know, for search and analysis."""

from __future__ import annotations

from collections.abc import MutableSequence

from expedition.core.jit import rule
from expedition.core.rng import seed_chance, shuffle
from expedition.silvergold.rules.marking import can_mark
from expedition.silvergold.state import KEEP, MARK, Position
from expedition.silvergold.tables import DEALT, PALMS, SLOTS, Tables


@rule
def redeal(s: Position, b: Tables, seat: int, k0: int, k1: int, k2: int, k3: int) -> None:
    """Everything hidden from `seat` is dealt anew, everything it knows stays (EC-SG-27, EC-SG-28)."""
    for other in range(s.players):
        if other != seat:
            take_back(s, b, other)
    seed_chance(s, k0, k1, k2, k3)
    if s.phase == KEEP:
        redeal_hands(s, seat)
    else:
        shuffle_sorted(s, s.deck, 0, s.n_deck)
    shuffle_sorted(s, s.pile, s.n_revealed, s.n_pile - s.n_revealed)


@rule
def take_back(s: Position, b: Tables, seat: int) -> None:
    """What a seat decided in the phase that is open, undone: the others have not been shown it."""
    if s.phase == KEEP:
        for at in range(seat * SLOTS, seat * SLOTS + SLOTS):
            if s.maps[at] >= 0:
                s.dealt[seat * DEALT + s.n_dealt[seat]] = s.maps[at]
                s.n_dealt[seat] += 1
                s.maps[at] = -1
    elif s.phase == MARK:
        for at in range(seat * SLOTS, seat * SLOTS + SLOTS):
            s.marked[at] = s.shown_marked[at]
        s.coins[seat] = s.shown_coins[seat]
        for i in range(s.shown_palms[seat], PALMS):
            s.palms[seat * PALMS + i] = 0
        s.n_palms[seat] = s.shown_palms[seat]
        s.owed_pattern[seat] = 1 if can_mark(s, b, seat) else 0
        s.owed_extra[seat] = 0
        s.owed_rows[seat] = 0
        s.owed_maps[seat] = 0
    else:
        return
    s.acts[seat] = s.resigned[seat] if s.acts[seat] > 0 else 0


@rule
def redeal_hands(s: Position, seat: int) -> None:
    """While maps are chosen the others' hands are as unknown as the deck."""
    for other in range(s.players):
        if other != seat:
            for i in range(other * DEALT, other * DEALT + s.n_dealt[other]):
                s.deck[s.n_deck] = s.dealt[i]
                s.n_deck += 1
    shuffle_sorted(s, s.deck, 0, s.n_deck)
    for other in range(s.players):
        if other != seat:
            for i in range(other * DEALT, other * DEALT + s.n_dealt[other]):
                s.n_deck -= 1
                s.dealt[i] = s.deck[s.n_deck]
                s.deck[s.n_deck] = 0


@rule
def shuffle_sorted(s: Position, pile: MutableSequence[int], start: int, count: int) -> None:
    """In order first, so that nothing of the true order survives."""
    for i in range(start + 1, start + count):
        card = pile[i]
        j = i
        while j > start and pile[j - 1] > card:
            pile[j] = pile[j - 1]
            j -= 1
        pile[j] = card
    shuffle(s, pile, start, count)
