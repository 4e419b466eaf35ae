"""What a seat may know: the only place that decides it (EC-ED-56)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from expedition.eldorado.board import Board
from expedition.eldorado.position import (
    discard_pile,
    draw_pile,
    hand,
    held_tokens,
    kept,
    listed,
    market,
    pawns,
    play_area,
    standing,
    turn,
)
from expedition.eldorado.rules.hidden import unseen
from expedition.eldorado.rules.market import NO_CARD, most_payable
from expedition.eldorado.state import Position
from expedition.eldorado.tables import (
    CARD_IDS,
    CARDS,
    CHANGE_SYMBOL,
    TOKEN_IDS,
    TOKENS,
)

if TYPE_CHECKING:
    from expedition.core.game import State
    from expedition.eldorado.types import Deck, Information, SeatView, Setup, View

FORMAT = "expedition-view/1"


def views(state: State[Position], board: Board, setup: Setup, seats: Iterable[int | None]) -> dict[int | None, View]:
    """What the table shows each of these seats now. What all see is the same object in all of them."""
    public = _public(state, board, setup)
    return {seat: public if seat is None else _through(public, state.s, seat) for seat in seats}


def view(state: State[Position], board: Board, setup: Setup, seat: int | None) -> View:
    """What the table shows this seat now: open things for all, the own hand, and how many of the rest."""
    return views(state, board, setup, (seat,))[seat]


def _through(public: View, s: Position, seat: int) -> View:
    """The public view with what this seat alone sees."""
    seats = public["seats"][:]
    seats[seat] = {**seats[seat], "hand": hand(s, seat), "purse": _purse(s, seat)}
    return {**public, "seat": seat, "seats": seats}


def _public(state: State[Position], board: Board, setup: Setup) -> View:
    s = state.s
    actor = state.actor
    return {
        "format": FORMAT,
        "game": "eldorado",
        "setup": setup,
        "seat": None,
        "ply": state.ply,
        "floor": state.floor,
        "actor": actor,
        "actors": [] if actor < 0 else [actor],
        "over": actor < 0,
        "ranking": state.ranking() if actor < 0 else None,
        "turn": turn(s, board),
        "seats": [_seat(s, board, seat) for seat in range(s.players)],
        "market": market(s),
        "blockades": standing(s, board),
        "caves": [
            {"at": list(board.cells[cell].place), "count": s.n_cave[n]}
            for n, cell in enumerate(board.caves if s.caves else ())
        ],
        "removed": listed(s.removed, CARD_IDS),
        "spent": listed(s.spent, TOKEN_IDS),
    }


def _seat(s: Position, board: Board, seat: int) -> SeatView:
    return {
        "pawns": pawns(s, board, seat),
        "hand": None,
        "hand_count": s.n_hand[seat],
        "draw_count": s.n_draw[seat],
        "discard": discard_pile(s, seat),
        "played": play_area(s, seat),
        "blockades": kept(s, seat),
        "tokens": held_tokens(s, seat),
        "purse": None,
        "arrived": s.arrived[seat] or None,
        "resigned": bool((s.resigned >> seat) & 1),
    }


def _purse(s: Position, seat: int) -> float:
    """The most coins this seat could pay for one card now, so that a table can say what is missing."""
    half = most_payable(s, seat, NO_CARD, s.tokens[seat * TOKENS + CHANGE_SYMBOL])
    return half // 2 if half % 2 == 0 else half / 2


def information(state: State[Position], board: Board, setup: Setup, seat: int) -> Information:
    """The view and what follows from all that was shown before.

    `decks[k]` lists what is in seat k's hand and draw pile together without telling which is where (`unseen`),
    less what is certain to be in its hand (`hand`): whoever reshuffles does so with open discards and an empty
    draw pile, so the rest of the hand is no secret at that moment. For the own seat `unseen` is the draw pile.
    """
    s = state.s
    return {
        **view(state, board, setup, seat),
        "format": "expedition-information/1",
        "decks": [_deck(s, other, other == seat) for other in range(s.players)],
        "unseen_tokens": listed([unseen(s, t) for t in range(TOKENS)], TOKEN_IDS) if s.caves else [],
    }


def _deck(s: Position, seat: int, own: bool) -> Deck:
    known = s.hand if own else s.known
    certain = known[seat * CARDS : (seat + 1) * CARDS]
    rest = Counter(draw_pile(s, seat) + hand(s, seat))
    rest.subtract(listed(certain, CARD_IDS))
    return {
        "hand": listed(certain, CARD_IDS),
        "unseen": sorted(rest.elements(), key=CARD_IDS.index),
    }
