"""Set-up: dealing, choosing two of four maps, the deck and the open display (SG-SETUP)."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.core.rng import below, seed_chance, shuffle
from expedition.silvergold.rules.piles import refill, show_everything
from expedition.silvergold.state import FLIP, KEEP, Position
from expedition.silvergold.tables import DEALT, DISPLAY, N_CARDS, N_MAPS, PALMS, ROWS, SEATS, SLOTS, TROPHIES, Tables


@rule
def start(s: Position, b: Tables, players: int) -> None:
    """A fresh deal into a blank record whose generator is seeded."""
    s.players = players
    s.phase = KEEP
    s.round_no = 1
    s.pattern = -1
    s.open_trophies = (2 << TROPHIES) - 2
    for i in range(SEATS * SLOTS):
        s.maps[i] = -1
    shuffle_maps(s)
    for seat in range(players):
        deal_maps(s, seat)
    shuffle_expedition(s)
    s.start = below(s, players)  # SG-SETUP-10, EC-SG-26


@rule
def clear_position(s: Position) -> None:
    """Wipe of a record that held another game what the deal does not write."""
    s.ply = 0
    s.floor = 0
    s.plays_on = 0
    s.n_display = 0
    for i in range(DISPLAY):
        s.display[i] = 0
    for i in range(SEATS * DEALT):
        s.dealt[i] = 0
    for i in range(SEATS * SLOTS):
        s.marked[i] = 0
        s.shown_marked[i] = 0
    for i in range(SEATS * N_MAPS):
        s.completed[i] = 0
    for i in range(SEATS * ROWS):
        s.trophies[i] = 0
    for i in range(SEATS * PALMS):
        s.palms[i] = 0
    for seat in range(SEATS):
        s.acts[seat] = 0
        s.n_dealt[seat] = 0
        s.n_completed[seat] = 0
        s.coins[seat] = 0
        s.n_trophies[seat] = 0
        s.n_palms[seat] = 0
        s.resigned[seat] = 0
        s.owed_pattern[seat] = 0
        s.owed_extra[seat] = 0
        s.owed_rows[seat] = 0
        s.owed_maps[seat] = 0
        s.shown_coins[seat] = 0
        s.shown_palms[seat] = 0


@rule
def deal(s: Position, b: Tables, k0: int, k1: int, k2: int, k3: int) -> None:
    """Another game for as many players as this record holds."""
    clear_position(s)
    seed_chance(s, k0, k1, k2, k3)
    start(s, b, s.players)


@rule
def shuffle_maps(s: Position) -> None:
    for card in range(N_MAPS):
        s.deck[card] = card
    s.n_deck = N_MAPS
    shuffle(s, s.deck, 0, N_MAPS)


@rule
def deal_maps(s: Position, seat: int) -> None:
    """Four maps for a seat (SG-SETUP-02)."""
    for i in range(DEALT):
        s.n_deck -= 1
        s.dealt[seat * DEALT + i] = s.deck[s.n_deck]
        s.deck[s.n_deck] = 0
    s.n_dealt[seat] = DEALT


@rule
def shuffle_expedition(s: Position) -> None:
    """All eight expedition cards make a new face-down pile (SG-SETUP-09, SG-ROUND-04)."""
    for card in range(N_CARDS):
        s.pile[card] = card
    s.n_pile = N_CARDS
    s.n_revealed = 0
    s.flip = 0
    shuffle(s, s.pile, 0, N_CARDS)


@rule
def keeps(s: Position, seat: int) -> int:
    """How many maps the seat still has to choose (SG-SETUP-03)."""
    left = 0
    for slot in range(SLOTS):
        if s.maps[seat * SLOTS + slot] < 0:
            left += 1
    return min(left, s.n_dealt[seat])


@rule
def keep(s: Position, seat: int, place: int) -> None:
    """Lay the map at this place of the hand face up in the first free slot."""
    slot = seat * SLOTS
    while s.maps[slot] >= 0:
        slot += 1
    s.maps[slot] = s.dealt[seat * DEALT + place]
    s.n_dealt[seat] -= 1
    for i in range(place, s.n_dealt[seat]):
        s.dealt[seat * DEALT + i] = s.dealt[seat * DEALT + i + 1]
    s.dealt[seat * DEALT + s.n_dealt[seat]] = 0


@rule
def form_deck(s: Position) -> None:
    """Maps not chosen go back, all are shuffled again, four are turned up (SG-SETUP-04 to SG-SETUP-06)."""
    for seat in range(s.players):
        for i in range(s.n_dealt[seat]):
            s.deck[s.n_deck] = s.dealt[seat * DEALT + i]
            s.n_deck += 1
            s.dealt[seat * DEALT + i] = 0
        s.n_dealt[seat] = 0
    shuffle(s, s.deck, 0, s.n_deck)
    refill(s)
    show_everything(s)
    s.phase = FLIP
