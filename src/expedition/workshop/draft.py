"""A route in the making: where the piece in hand may lie, where El Dorado goes, and what is still wrong.

The page holds no rules. It sends what lies on the table and what is in hand, and is told everything it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from expedition.core.words import say
from expedition.eldorado.board import DIRECTIONS, Board, assemble, load_route
from expedition.eldorado.components import tiles
from expedition.eldorado.pieces import Piece, Place, RouteError, tile_of
from expedition.eldorado.route_file import read_pieces
from expedition.workshop import kit
from expedition.workshop.check import Verdict, refused, report

FINISH = "finish_jungle"
LEAST_EDGES = 2  # open ones, between pieces that follow each other


def spaces(piece: Piece) -> dict[Place, bool]:
    """The places of a piece, each with whether it can be entered."""
    return {piece.place(space.q, space.r): space.terrain != "mountain" for space in tile_of(piece).hexes}


def look(route: Mapping[str, Any], hand: Mapping[str, Any] | None = None, lang: str = "en") -> dict[str, Any]:
    """What the page shows of a draft. A draft is a route object that may still be empty or lack its finish.

    `hand` is a piece that is being laid (`tile`, `rotation`, and `q` and `r` where it hovers), at place `index` of the
    route or at its end. RouteError only where a draft cannot be read at all.
    """
    pieces, finish = read_draft(route)
    finish = settle_finish(pieces, finish) if pieces else None
    held = None if hand is None else _read_hand(hand, len(pieces))
    shown: dict[str, Any] = {
        "route": _object(route, pieces, finish),
        "verdict": None,
        "board": None,
        "report": None,
        "finishes": [piece.to_json() for piece in finish_places(pieces)] if pieces else [],
        "hand": None,
    }
    verdict, board = _judge(shown["route"], pieces, finish, lang)
    shown["verdict"] = verdict.to_json()
    if board is not None:
        shown["board"] = board.to_json()
        shown["report"] = report(board, lang) if verdict.ok else None
    elif pieces and (drawn := _drawable(pieces, finish)):
        shown["board"] = drawn.to_json()
    if held is not None:
        shown["hand"] = _hand(pieces, *held, board.shortest_steps if board and verdict.ok else None, lang)
    return shown


def read_draft(route: Mapping[str, Any]) -> tuple[list[Piece], Piece | None]:
    entries = route.get("tiles") or []
    stand_in = {"tile": FINISH, "rotation": 0, "q": 0, "r": 0}
    if not entries:
        return [], None
    *pieces, finish = read_pieces({"tiles": entries, "finish": route.get("finish") or stand_in})
    return list(pieces), finish if route.get("finish") else None


def _read_hand(hand: Mapping[str, Any], end: int) -> tuple[Piece, int, bool]:
    """The piece in hand, where in the route it would come, and whether it hovers over a place."""
    hovers = hand.get("q") is not None and hand.get("r") is not None
    entry = {**hand, "q": hand.get("q") or 0, "r": hand.get("r") or 0}
    piece = read_pieces({"tiles": [entry], "finish": {"tile": FINISH, "rotation": 0, "q": 0, "r": 0}})[0]
    index = hand.get("index")
    return piece, index if type(index) is int and 0 <= index <= end else end, hovers


def _object(route: Mapping[str, Any], pieces: Sequence[Piece], finish: Piece | None) -> dict[str, Any]:
    made = {key: route[key] for key in ("id", "names", "difficulty") if route.get(key) is not None}
    made["tiles"] = [piece.to_json() for piece in pieces]
    made["finish"] = finish.to_json() if finish else None
    return made


def _judge(
    route: dict[str, Any], pieces: Sequence[Piece], finish: Piece | None, lang: str
) -> tuple[Verdict, Board | None]:
    if not pieces:
        return Verdict(False, say("workshop.problem.no_start", lang), "no_start"), None
    if finish is None:
        last = pieces[-1].tile
        text = say("workshop.problem.no_corner", lang, a=last, b="", count=0, sentence="")
        return Verdict(False, text, "no_corner", (len(pieces) - 1,)), None
    try:
        board = load_route(route)
    except RouteError as error:
        return refused(error, route, lang), None
    return Verdict(True, say("workshop.valid", lang)), board


def _drawable(pieces: Sequence[Piece], finish: Piece | None) -> Board | None:
    """The draft laid out for drawing; None while pieces lie on each other."""
    try:
        return assemble([*pieces, finish or _far(pieces)])
    except RouteError:
        return None


def _far(pieces: Sequence[Piece]) -> Piece:
    return Piece(FINISH, 0, max(piece.q for piece in pieces) + 40, pieces[0].r)


# El Dorado.


def finish_places(pieces: Sequence[Piece], name: str = FINISH) -> list[Piece]:
    """Where the finishing tile may lie: around a free corner of the last piece, with room for the golden city."""
    taken = {place: number for number, piece in enumerate(pieces) for place in spaces(piece)}
    last = len(pieces) - 1
    found = []
    for q, r in spaces(pieces[-1]):
        for turn in range(6):
            dq, dr = Piece(name, turn, 0, 0).place(*(tiles()[name].attach_corner or (0, 0)))
            piece = Piece(name, turn, q - dq, r - dr)
            city = (piece.place(*at) for at in tiles()[name].city)
            if all(place not in taken for place in (*spaces(piece), *city)) and all(
                taken.get(other, last) == last for place in spaces(piece) for other in _around(place)
            ):
                found.append(piece)
    return found


def settle_finish(pieces: Sequence[Piece], finish: Piece | None) -> Piece | None:
    """The finishing tile where it lies if it may stay there, else at the corner that is the farthest to walk."""
    free = finish_places(pieces, finish.tile if finish else FINISH)
    if finish in free:
        return finish
    return max(free, key=lambda piece: _steps([*pieces, piece]), default=None)


def _steps(pieces: Sequence[Piece]) -> int:
    try:
        return assemble(pieces).shortest_steps
    except RouteError:
        return -1


def _around(place: Place) -> list[Place]:
    return [(place[0] + dq, place[1] + dr) for dq, dr in DIRECTIONS]


# The piece in hand.


@lru_cache(maxsize=128)
def _shifts(one: str, one_turn: int, other: str, other_turn: int) -> tuple[tuple[Place, int], ...]:
    """All ways two pieces can lie side by side: how far the second is from the first, and the edges they share."""
    edges = kit.edges(kit.turned(one, one_turn), kit.turned(other, other_turn))
    return tuple((kit.place_of(shift), count) for shift, count in edges.items())


def places(pieces: Sequence[Piece], hand: Piece, index: int) -> list[dict[str, Any]]:
    """Every place where the piece in hand may lie as number `index` of the route, full joins first."""
    if not pieces:
        return [{"q": 0, "r": 0, "edges": 0}] if tile_of(hand).kind == "start" else []
    beside = pieces[index - 1] if index > 0 else pieces[0]
    found = []
    for (dq, dr), edges in _shifts(_form(beside), beside.rotation, _form(hand), hand.rotation):
        piece = Piece(hand.tile, hand.rotation, beside.q + dq, beside.r + dr)
        if fault(pieces, piece, index) is None:
            found.append({"q": piece.q, "r": piece.r, "edges": edges})
    return sorted(found, key=lambda place: (-place["edges"], place["q"], place["r"]))


def _form(piece: Piece) -> str:
    """A piece of the same shape: where pieces can lie depends on nothing else."""
    return "O" if tile_of(piece).kind == "strip" else "A"


def fault(pieces: Sequence[Piece], piece: Piece, index: int) -> tuple[str, list[int], list[Place]] | None:
    """Why a piece may not lie here: the reason, the pieces in its way, the places; None if it may."""
    own = spaces(piece)
    lying = [spaces(other) for other in pieces]
    under = {number: [place for place in other if place in own] for number, other in enumerate(lying)}
    if any(under.values()):
        hit = [number for number, shared in under.items() if shared]
        return "overlap", hit, [place for number in hit for place in under[number]]
    for number, other in enumerate(lying):
        contacts = [(a, b) for a in own for b in _around(a) if b in other]
        if number in (index - 1, index):  # the pieces before and after it
            if sum(own[a] and other[b] for a, b in contacts) < LEAST_EDGES:
                return "join", [number], [b for _, b in contacts]
        elif contacts:
            return "touch", [number], sorted({b for _, b in contacts})
    return None


def _hand(
    pieces: Sequence[Piece], piece: Piece, index: int, hovers: bool, steps: int | None, lang: str
) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "index": index,
        "places": places(pieces, piece, index),
        "back": tiles()[piece.tile].back,
        "kind": tiles()[piece.tile].kind,
        "why": None,
        "longer": None,
    }
    if not hovers or not pieces:
        return shown
    wrong = fault(pieces, piece, index)
    if wrong is None:
        laid = [*pieces[:index], piece, *pieces[index:]]
        finish = settle_finish(laid, None)
        after = _steps([*laid, finish]) if finish else -1
        shown["longer"] = after - steps if steps is not None and after >= 0 else None
        shown["why"] = Verdict(True, "").to_json()
        return shown
    reason, hit, at = wrong
    letters = ", ".join(pieces[number].tile for number in hit)
    words = {"a": letters, "b": piece.tile, "count": len(at), "sentence": ""}
    shown["why"] = Verdict(
        False, say(f"workshop.problem.{reason}", lang, **words), reason, tuple(hit), tuple(at)
    ).to_json()
    return shown
