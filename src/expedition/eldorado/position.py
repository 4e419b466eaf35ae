"""Positions as JSON (format `expedition-position/1`); `reading` takes them back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from expedition.core.game import Json
from expedition.core.reading import POSITION
from expedition.core.rng import chance_to_dict
from expedition.eldorado.board import Board
from expedition.eldorado.components import SYMBOLS
from expedition.eldorado.state import (
    ACTIVE_CARD,
    ACTIVE_NONE,
    ARRIVED,
    PENDING_GIVE,
    PENDING_PAY,
    PENDING_PUT,
    PENDING_REMOVE,
    PENDING_TAKE,
    PHASE_DISCARD,
    PHASE_OVER,
    PHASE_PLAY,
    Position,
)
from expedition.eldorado.tables import (
    BLOCKADES,
    CARD_IDS,
    CARDS,
    CAVE_PILE,
    FIRST_MARKET_CARD,
    NO_SYMBOL,
    PAWNS,
    PILE,
    TOKEN_IDS,
    TOKENS,
)

if TYPE_CHECKING:
    from expedition.eldorado.types import Active, Market, Pawn, Pending, Standing, Turn

PHASES: dict[int, Literal["play", "discard", "over"]] = {
    PHASE_PLAY: "play",
    PHASE_DISCARD: "discard",
    PHASE_OVER: "over",
}


def listed(counts: Iterable[int], names: list[str]) -> list[str]:
    """Counts per kind as a list of names."""
    return [name for name, count in zip(names, counts, strict=False) if count for _ in range(count)]


# -- writing ------------------------------------------------------------------------------------------------


def snapshot(s: Position, board: Board, setup: Json) -> Json:
    return {
        "format": POSITION,
        "game": "eldorado",
        "setup": setup,
        "turn": turn(s, board),
        "seats": [_seat(s, board, seat) for seat in range(s.players)],
        "market": market(s),
        "blockades": standing(s, board),
        "caves": [
            {
                "at": list(board.cells[cell].place),
                "pile": [TOKEN_IDS[s.cave_pile[n * CAVE_PILE + i]] for i in reversed(range(s.n_cave[n]))],
            }
            for n, cell in enumerate(board.caves if s.caves else ())
        ],
        "removed": listed(s.removed, CARD_IDS),
        "spent": listed(s.spent, TOKEN_IDS),
        "rng": chance_to_dict(s),
    }


def turn(s: Position, board: Board) -> Turn:
    return {
        "seat": s.seat,
        "round": s.round_no,
        "phase": PHASES[s.phase],
        "bought": bool(s.bought),
        "active": _active(s),
        "gained": [CARD_IDS[c] for c in s.gained[: s.n_gained]],
        "pending": _pending(s, board),
        "pass_occupied": bool(s.pass_occupied),
        "change_symbol": bool(s.change_symbol),
        "keepable": [CARD_IDS[c] for c in s.keepable[: s.n_keepable]],
        "final_round": bool(s.final_round),
    }


def _active(s: Position) -> Active | None:
    if s.active == ACTIVE_NONE:
        return None
    native = s.active_symbol == NO_SYMBOL
    power: Active = {
        "as": None if native else SYMBOLS[s.active_symbol],
        "pawn": s.active_pawn,
        "left": None if native else s.power,
        "stepped": bool(s.stepped),
    }
    if s.active == ACTIVE_CARD:
        return {"card": CARD_IDS[s.active_id], **power}
    return {"token": TOKEN_IDS[s.active_id], **power}


def _pending(s: Position, board: Board) -> Pending | None:
    if s.pending == PENDING_GIVE:
        pawn, left = s.pending_pawn, s.pending_left
        if s.pending_cell < 0:
            return {"kind": "give", "pawn": pawn, "blockade": s.pending_blockade, "left": left}
        return {"kind": "give", "pawn": pawn, "to": list(board.cells[s.pending_cell].place), "left": left}
    if s.pending == PENDING_PAY:
        due = s.due // 2 if s.due % 2 == 0 else s.due / 2
        return {"kind": "pay", "card": CARD_IDS[s.pending_card], "due": due}
    if s.pending == PENDING_TAKE:
        return {"kind": "take"}
    if s.pending == PENDING_REMOVE:
        return {"kind": "remove", "left": s.pending_left, "may": bool(s.pending_may)}
    if s.pending == PENDING_PUT:
        return {"kind": "put", "count": s.pending_left}
    return None


def pawns(s: Position, board: Board, seat: int) -> list[Pawn]:
    made: list[Pawn] = []
    for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
        near = [list(board.cells[c].place) for n, c in enumerate(board.caves) if (s.near[pawn] >> n) & 1]
        if s.at[pawn] == ARRIVED:
            made.append({"at": "arrived", "near": near})
        else:
            made.append({"at": list(board.cells[s.at[pawn]].place), "near": near})
    return made


def discard_pile(s: Position, seat: int) -> list[str]:
    """Bottom first: the last one is the top."""
    end = (seat + 1) * PILE
    return [CARD_IDS[c] for c in reversed(s.cards[end - s.n_discard[seat] : end])]


def draw_pile(s: Position, seat: int) -> list[str]:
    """Top first."""
    start = seat * PILE
    return [CARD_IDS[c] for c in reversed(s.cards[start : start + s.n_draw[seat]])]


def play_area(s: Position, seat: int) -> list[str]:
    return [CARD_IDS[c] for c in s.played[: s.n_played]] if seat == s.seat else []


def kept(s: Position, seat: int) -> list[int]:
    return [n for n in range(1, BLOCKADES + 1) if (s.owned[seat] >> n) & 1]


def hand(s: Position, seat: int) -> list[str]:
    return listed(s.hand[seat * CARDS : (seat + 1) * CARDS], CARD_IDS)


def held_tokens(s: Position, seat: int) -> list[str]:
    return listed(s.tokens[seat * TOKENS : (seat + 1) * TOKENS], TOKEN_IDS)


def _seat(s: Position, board: Board, seat: int) -> Json:
    return {
        "pawns": pawns(s, board, seat),
        "hand": hand(s, seat),
        "draw": draw_pile(s, seat),
        "discard": discard_pile(s, seat),
        "played": play_area(s, seat),
        "blockades": kept(s, seat),
        "tokens": held_tokens(s, seat),
        "arrived": s.arrived[seat] or None,
        "resigned": bool((s.resigned >> seat) & 1),
        "known": listed(s.known[seat * CARDS : (seat + 1) * CARDS], CARD_IDS),
    }


def market(s: Position) -> Market:
    return {
        "board": [None if c < 0 else {"card": CARD_IDS[c], "count": s.stock[c]} for c in s.slot],
        "above": [
            {"card": CARD_IDS[c], "count": s.stock[c]}
            for c in range(FIRST_MARKET_CARD, CARDS)
            if s.stock[c] > 0 and not s.on_board[c]
        ],
    }


def standing(s: Position, board: Board) -> list[Standing]:
    return [{"number": s.seam[i], "between": list(seam.between)} for i, seam in enumerate(board.seams) if s.seam[i] > 0]


# -- reading --------------------------------------------------------------------------------------------------
