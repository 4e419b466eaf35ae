"""Dealing anew what a seat cannot know, for search and analysis."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.core.rng import below, seed_chance, shuffle
from expedition.eldorado.numbering import MOVE_CARD
from expedition.eldorado.rules.market import NO_CARD, change_pays, most_payable
from expedition.eldorado.rules.movement import survey
from expedition.eldorado.rules.piles import playable, playable_cards
from expedition.eldorado.state import PENDING_GIVE, PENDING_NONE, PENDING_PAY, Position
from expedition.eldorado.tables import (
    CARDS,
    CAVE_PILE,
    CHANGE_SYMBOL,
    JOKER,
    PAWNS,
    PILE,
    POWER,
    SYMBOL,
    TOKEN_COUNT,
    TOKENS,
    Ground,
)


@rule
def redeal(s: Position, b: Ground, seat: int, k0: int, k1: int, k2: int, k3: int) -> None:
    """Everything hidden from `seat` is dealt anew (EC-ED-56), everything it knows stays."""
    seed_chance(s, k0, k1, k2, k3)
    for other in range(s.players):
        if other == seat:
            shuffle_sorted(s, seat)
        else:
            redeal_hand(s, other)
            while other == s.seat and not can_finish(s, b, other):
                redeal_hand(s, other)
    if s.caves:
        redeal_caves(s, b)


@rule
def shuffle_sorted(s: Position, seat: int) -> None:
    """Shuffle a draw pile, in order first: what is dealt depends on the key and on what is known alone."""
    base = seat * PILE
    for i in range(base + 1, base + s.n_draw[seat]):
        card = s.cards[i]
        j = i
        while j > base and s.cards[j - 1] > card:
            s.cards[j] = s.cards[j - 1]
            j -= 1
        s.cards[j] = card
    shuffle(s, s.cards, base, s.n_draw[seat])


@rule
def redeal_hand(s: Position, seat: int) -> None:
    """Draw pile and hand of another seat are one heap, but for cards known to be in the hand."""
    base = seat * PILE
    hidden = 0
    for card in range(CARDS):
        i = seat * CARDS + card
        while s.hand[i] > s.known[i]:
            s.hand[i] -= 1
            s.cards[base + s.n_draw[seat]] = card
            s.n_draw[seat] += 1
            hidden += 1
    shuffle_sorted(s, seat)
    for _ in range(hidden):
        s.n_draw[seat] -= 1
        s.hand[seat * CARDS + s.cards[base + s.n_draw[seat]]] += 1


@rule
def can_finish(s: Position, b: Ground, seat: int) -> bool:
    """Whether this hand can complete what its seat has begun: only what can be completed is ever begun."""
    if s.pending == PENDING_GIVE:
        return playable_cards(s, seat) >= s.pending_left
    held = s.tokens[seat * TOKENS + CHANGE_SYMBOL]
    if s.pending == PENDING_PAY and s.change_symbol == 0:
        return s.due <= most_payable(s, seat, NO_CARD, held)
    if s.pending == PENDING_PAY:
        for card in range(CARDS):
            if change_pays(s, seat, card, held):
                return True
        return False
    if s.pending == PENDING_NONE and s.change_symbol:
        for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
            if s.at[pawn] >= 0 and moves_with_changed_symbol(s, b, seat, pawn):
                return True
        return False
    return True


@rule
def moves_with_changed_symbol(s: Position, b: Ground, seat: int, pawn: int) -> bool:
    machete, paddle, coin, _, _ = survey(s, b, pawn, 0)
    for place in range(len(MOVE_CARD)):
        card = MOVE_CARD[place]
        if playable(s, seat, card) > 0:
            for symbol in range(3):
                least = machete if symbol == 0 else paddle if symbol == 1 else coin
                if least <= POWER[card] and (SYMBOL[card] == JOKER or SYMBOL[card] != symbol):
                    return True
    return False


@rule
def unseen(s: Position, token: int) -> int:
    """How many tokens of a kind nobody has seen: in the caves or left in the box."""
    count = TOKEN_COUNT[token] - s.spent[token]
    for seat in range(s.players):
        count -= s.tokens[seat * TOKENS + token]
    return count


@rule
def redeal_caves(s: Position, b: Ground) -> None:
    """Piles are filled from all unseen tokens, those in the box included."""
    left = 0
    for token in range(TOKENS):
        left += unseen(s, token)
    for cave in range(b.n_caves):
        for i in range(s.n_cave[cave]):
            pick = below(s, left)
            left -= 1
            token = 0
            while token < TOKENS - 1:
                free = unseen(s, token) - dealt_before(s, cave, i, token)
                if pick < free:
                    break
                pick -= free
                token += 1
            s.cave_pile[cave * CAVE_PILE + i] = token


@rule
def dealt_before(s: Position, cave: int, place: int, token: int) -> int:
    """Tokens of a kind already dealt to the piles before this place."""
    count = 0
    for c in range(cave + 1):
        for i in range(place if c == cave else s.n_cave[c]):
            if s.cave_pile[c * CAVE_PILE + i] == token:
                count += 1
    return count
