"""A whole route in a few letters, for links, and back.

Five bits name a side, three its turn, ten where it lies from the piece before it; the finishing tile comes last.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from expedition.eldorado.board import load_route
from expedition.eldorado.pieces import Piece, RouteError
from expedition.workshop.kit import FINISHES, SIDES

VERSION = 1
NAMES = [*SIDES, *FINISHES]
REACH = 16  # a piece lies less than this from the one before it
PIECE_BITS = 5 + 3 + 5 + 5
LONGEST = 64


def code_of(route: str | Mapping[str, Any]) -> str:
    """The code of a valid route."""
    board = load_route(route)
    bits, count = VERSION, 0
    q = r = 0
    for piece in board.pieces:
        dq, dr = piece.q - q, piece.r - r
        if count == 0:
            dq = dr = 0  # a route may lie anywhere on the table
        if not (-REACH <= dq < REACH and -REACH <= dr < REACH):
            raise RouteError(f"{piece.tile} lies too far from the piece before it for a code.")
        for value, size in ((NAMES.index(piece.tile), 5), (piece.rotation, 3), (dq + REACH, 5), (dr + REACH, 5)):
            bits = bits << size | value
        q, r = piece.q, piece.r
        count += 1
    size = -(-(count * PIECE_BITS + 4) // 8)
    return base64.urlsafe_b64encode(bits.to_bytes(size, "big")).decode().rstrip("=")


def route_of(code: str) -> dict[str, Any]:
    """The route of a code; RouteError with a sentence if there is none."""
    wrong = RouteError(f"The code {str(code)[:40]!r} is not a route.")
    try:
        if len(code) > LONGEST or not code.isascii():
            raise wrong
        bits = int.from_bytes(base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True), "big")
    except (binascii.Error, ValueError) as error:
        raise wrong from error
    count, left = divmod(bits.bit_length() - 1, PIECE_BITS)
    if count < 2 or left != 0:
        raise wrong
    pieces: list[Piece] = []
    q = r = 0
    for number in range(count):
        word = bits >> (count - 1 - number) * PIECE_BITS
        side, turn = word >> 13 & 31, word >> 10 & 7
        if side >= len(NAMES) or turn > 5:
            raise wrong
        q, r = q + (word >> 5 & 31) - REACH, r + (word & 31) - REACH
        pieces.append(Piece(NAMES[side], turn, q, r))
    *tiles, finish = (piece.to_json() for piece in pieces)
    route = {"tiles": tiles, "finish": finish}
    load_route(route)
    return route
