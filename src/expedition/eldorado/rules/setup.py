"""Set-up: blockades, caves, market, starting decks and pawns (ED-SETUP)."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.core.rng import seed_chance, shuffle
from expedition.eldorado.rules.piles import draw, to_discard
from expedition.eldorado.state import ABSENT, ACTIVE_NONE, PENDING_NONE, PHASE_PLAY, Position
from expedition.eldorado.tables import (
    BLOCKADES,
    CARDS,
    CAVE_PILE,
    COPIES,
    FIRST_MARKET_CARD,
    FULL_CAVES,
    FULL_HAND,
    MAX_CAVES,
    MAX_SEAMS,
    ON_BOARD,
    PAWNS,
    PILE,
    SEATS,
    STARTING,
    TOKEN_COUNT,
    TOKENS,
    Ground,
)


@rule
def clear_position(s: Position) -> None:
    """Wipe of a record that held another game what the deal does not write."""
    s.ply = 0
    s.final_round = 0
    s.resigned = 0
    s.plays_on = 0
    s.n_played = 0
    clear_turn(s)
    for i in range(len(s.gained)):
        s.gained[i] = 0
    for i in range(len(s.keepable)):
        s.keepable[i] = 0
    for i in range(SEATS * PAWNS):
        s.at[i] = ABSENT
        s.near[i] = 0
    for i in range(SEATS):
        s.arrived[i] = 0
        s.owned[i] = 0
        s.n_hand[i] = 0
        s.n_draw[i] = 0
        s.n_discard[i] = 0
    for i in range(SEATS * CARDS):
        s.hand[i] = 0
        s.known[i] = 0
    for i in range(PILE):
        s.played[i] = 0
    for i in range(CARDS):
        s.removed[i] = 0
    for i in range(SEATS * TOKENS):
        s.tokens[i] = 0
    for i in range(TOKENS):
        s.spent[i] = 0
    for i in range(MAX_CAVES * CAVE_PILE):
        s.cave_pile[i] = 0
    for i in range(MAX_CAVES):
        s.n_cave[i] = 0


@rule
def clear_turn(s: Position) -> None:
    """Nothing of a turn lasts into the next one."""
    s.phase = PHASE_PLAY
    s.bought = 0
    s.pass_occupied = 0
    s.change_symbol = 0
    s.active = ACTIVE_NONE
    s.active_id = 0
    s.active_symbol = 0
    s.active_pawn = 0
    s.power = 0
    s.stepped = 0
    clear_pending(s)
    s.n_gained = 0
    s.n_keepable = 0


@rule
def clear_pending(s: Position) -> None:
    s.pending = PENDING_NONE
    s.pending_pawn = 0
    s.pending_cell = -1
    s.pending_blockade = 0
    s.pending_card = 0
    s.pending_left = 0
    s.pending_may = 0
    s.due = 0


@rule
def lay_blockades(s: Position, b: Ground) -> None:
    """The six are shuffled, one goes to each seam, the rest to the box (ED-SETUP-04), unless the setup names them."""
    if b.laid[0] > 0:
        for i in range(MAX_SEAMS):
            s.seam[i] = b.laid[i]
        return
    for i in range(MAX_SEAMS):
        s.seam[i] = i + 1 if i < BLOCKADES else 0
    shuffle(s, s.seam, 0, BLOCKADES)
    for i in range(b.n_seams, MAX_SEAMS):
        s.seam[i] = 0


@rule
def fill_caves(s: Position, b: Ground) -> None:
    """All tokens are shuffled and dealt in fours, in route order (ED-CAVE-03, EC-ED-37)."""
    count = 0
    for token in range(TOKENS):
        for _ in range(TOKEN_COUNT[token]):
            s.cards[count] = token  # the strip is free before the decks are made
            count += 1
    shuffle(s, s.cards, 0, count)
    for cave in range(min(b.n_caves, FULL_CAVES)):
        for i in range(CAVE_PILE):
            s.cave_pile[cave * CAVE_PILE + i] = s.cards[cave * CAVE_PILE + i]
        s.n_cave[cave] = CAVE_PILE


@rule
def fill_market(s: Position) -> None:
    """Six piles on the board, twelve above it (ED-SETUP-06 to 09)."""
    slot = 0
    for card in range(CARDS):
        s.stock[card] = COPIES[card] if card >= FIRST_MARKET_CARD else 0
        s.on_board[card] = ON_BOARD[card]
        if ON_BOARD[card]:
            s.slot[slot] = card
            slot += 1


@rule
def deal_deck(s: Position, seat: int) -> None:
    """The starting deck, shuffled, and a hand of four (ED-COMP-09, ED-SETUP-12, ED-SETUP-13)."""
    for i in range(seat * PILE, (seat + 1) * PILE):
        s.cards[i] = 0
    for card in range(CARDS):
        for _ in range(STARTING[card]):
            to_discard(s, seat, card)
    draw(s, seat, FULL_HAND)


@rule
def place_pawns(s: Position, b: Ground) -> None:
    """Start spaces 1, 2, 3 … in turn order; with two players also 3 and 4 (ED-SETUP-14 to 16)."""
    for pawn in range(s.pawns):
        for seat in range(s.players):
            s.at[seat * PAWNS + pawn] = b.start[pawn * s.players + seat]


@rule
def start(
    s: Position, b: Ground, players: int, caves: int, max_rounds: int, k0: int, k1: int, k2: int, k3: int
) -> None:
    """A new game from the key of a seed."""
    clear_position(s)
    seed_chance(s, k0, k1, k2, k3)
    s.players = players
    s.pawns = 2 if players == 2 else 1
    s.caves = caves
    s.max_rounds = max_rounds
    s.seat = 0
    s.round_no = 1
    lay_blockades(s, b)
    if caves:
        fill_caves(s, b)
    fill_market(s)
    for seat in range(players):
        deal_deck(s, seat)
    for seat in range(players, SEATS):
        for i in range(seat * PILE, (seat + 1) * PILE):
            s.cards[i] = 0
    place_pawns(s, b)
    s.floor = 0


@rule
def deal(s: Position, b: Ground, k0: int, k1: int, k2: int, k3: int) -> None:
    """Another game of the setup this record holds."""
    start(s, b, s.players, s.caves, s.max_rounds, k0, k1, k2, k3)
