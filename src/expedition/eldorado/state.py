"""The whole position of a game as one record, and what its numbers mean."""

from __future__ import annotations

from typing import Annotated

from expedition.core.layout import Array, Byte, Int, Short
from expedition.core.rng import Chance
from expedition.eldorado.tables import CARDS, CAVE_PILE, MAX_CAVES, MAX_SEAMS, PAWNS, PILE, SEATS, SLOTS, TOKENS

# Kinds of `phase`, `active` and `pending`.
PHASE_PLAY, PHASE_DISCARD, PHASE_OVER = 0, 1, 2
ACTIVE_NONE, ACTIVE_CARD, ACTIVE_TOKEN = 0, 1, 2
PENDING_NONE, PENDING_GIVE, PENDING_PAY, PENDING_TAKE, PENDING_REMOVE, PENDING_PUT = 0, 1, 2, 3, 4, 5
ARRIVED, ABSENT = -1, -2  # where a pawn is that is on no space


class Position(Chance):
    """Everything that changes. Per-seat arrays are flat: seat s has hand[s * CARDS : (s + 1) * CARDS]."""

    players: Byte
    pawns: Byte  # per seat (ED-SETUP-11)
    caves: Byte  # whether the variant is on
    max_rounds: Short  # 0: no limit

    ply: Int  # actions applied since the deal or the restored position
    floor: Int  # ply of the last new information
    phase: Byte
    seat: Byte
    round_no: Short
    bought: Byte
    final_round: Byte
    pass_occupied: Byte
    change_symbol: Byte  # a symbol token was played and its card must follow

    active: Byte  # whose power may still be used: nothing, a card or a token
    active_id: Byte
    active_symbol: Byte
    active_pawn: Byte
    power: Byte  # what is left of it
    stepped: Byte

    pending: Byte
    pending_pawn: Byte
    pending_cell: Short  # the space being entered, -1 for a blockade
    pending_blockade: Byte
    pending_card: Byte  # the card being bought
    pending_left: Byte  # cards still to give or to remove; for the replace token cards laid down
    pending_may: Byte  # whether removing is optional
    due: Byte  # half coins still to pay

    n_gained: Byte
    gained: Annotated[list[int], Array("i1", 8)]  # bought or taken this turn (EC-ED-61)
    n_keepable: Byte
    keepable: Annotated[list[int], Array("i1", 4)]  # items just used (ED-TOK-07)

    at: Annotated[list[int], Array("i2", SEATS * PAWNS)]  # cell, ARRIVED or ABSENT
    near: Annotated[list[int], Array("i2", SEATS * PAWNS)]  # caves beside the last stop, one bit each
    arrived: Annotated[list[int], Array("i1", SEATS)]  # order of completion, 0: not yet
    resigned: Byte  # one bit per seat
    plays_on: Byte  # 1: as in rules version 1 the last seat that has not resigned plays on

    hand: Annotated[list[int], Array("i1", SEATS * CARDS)]  # copies of each kind
    known: Annotated[list[int], Array("i1", SEATS * CARDS)]  # of these, what the other seats can tell
    n_hand: Annotated[list[int], Array("i1", SEATS)]
    # One strip per seat: the draw pile from the left, its top at n_draw - 1;
    # the discard pile from the right, its top at PILE - n_discard.
    cards: Annotated[list[int], Array("i1", SEATS * PILE)]
    n_draw: Annotated[list[int], Array("i1", SEATS)]
    n_discard: Annotated[list[int], Array("i1", SEATS)]
    played: Annotated[list[int], Array("i1", PILE)]  # the play area of the seat on turn
    n_played: Byte
    removed: Annotated[list[int], Array("i1", CARDS)]

    slot: Annotated[list[int], Array("i1", SLOTS)]  # card kind on each slot of the market board, -1: vacant
    stock: Annotated[list[int], Array("i1", CARDS)]
    on_board: Annotated[list[int], Array("i1", CARDS)]

    seam: Annotated[list[int], Array("i1", MAX_SEAMS)]  # number of the blockade standing there, 0: none
    owned: Annotated[list[int], Array("i1", SEATS)]  # blockades kept, bit n for number n

    tokens: Annotated[list[int], Array("i1", SEATS * TOKENS)]
    spent: Annotated[list[int], Array("i1", TOKENS)]
    cave_pile: Annotated[list[int], Array("i1", MAX_CAVES * CAVE_PILE)]  # top at n_cave - 1
    n_cave: Annotated[list[int], Array("i1", MAX_CAVES)]
