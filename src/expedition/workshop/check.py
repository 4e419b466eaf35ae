"""Is this a route? If not, what is wrong with it, in a sentence of any language that names the tiles at fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from expedition.core.words import say
from expedition.eldorado.board import Board, load_route
from expedition.eldorado.components import tiles
from expedition.eldorado.pieces import Place, RouteError
from expedition.workshop import difficulty, measures, ways
from expedition.workshop.measures import Hint


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a route can be played. `text` is one sentence in either case."""

    ok: bool
    text: str
    reason: str | None = None
    pieces: tuple[int, ...] = ()
    places: tuple[Place, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "text": self.text,
            "reason": self.reason,
            "pieces": list(self.pieces),
            "places": [list(place) for place in self.places],
        }


def check(route: str | Mapping[str, Any], lang: str = "en") -> Verdict:
    """The verdict of the engine's own check."""
    try:
        load_route(route)
    except RouteError as error:
        return refused(error, route, lang)
    return Verdict(True, say("workshop.valid", lang))


def refused(error: RouteError, route: object, lang: str = "en") -> Verdict:
    """What the engine says against a route, in a language of the house."""
    letters = [_letter(route, piece) for piece in error.pieces] + ["", ""]
    words = {"a": letters[0], "b": letters[1], "count": len(error.places), "sentence": str(error)}
    text = say(f"workshop.problem.{error.reason}", lang, **words)
    return Verdict(False, text, error.reason, error.pieces, error.places)


def _letter(route: object, number: int) -> str:
    """What people call a piece: its letter, or El Dorado."""
    entries = route.get("tiles", ()) if isinstance(route, Mapping) else ()
    return str(entries[number]["tile"]) if number < len(entries) else "El Dorado"


def report(board: Board, lang: str = "en") -> dict[str, Any]:
    """Everything the workshop knows about a valid route without playing on it, as JSON."""
    score = difficulty.estimate(board)
    found = ways.lanes(board)
    return {
        "steps": board.shortest_steps,
        "tiles": len(board.tiles),
        "blockades": len(board.seams),
        "caves": len(board.caves),
        "grade": difficulty.grade(score),
        "score": score,
        "advice": [hint_to_json(hint, board, lang) for hint in measures.advice(board)],
        "lanes": {name: [list(board.cells[cell].place) for cell in way] for name, way in found.items()},
    }


def hint_to_json(hint: Hint, board: Board, lang: str = "en") -> dict[str, Any]:
    measure = hint.measure
    return {
        "rule": measure.rule,
        "name": measure.name,
        "fine": hint.fine,
        "value": measure.value,
        "bound": hint.bound,
        "official": hint.official,
        "text": hint_text(hint, board, lang),
        "places": [list(board.cells[cell].place) for cell in measure.cells],
    }


def hint_text(hint: Hint, board: Board, lang: str = "en") -> str:
    """A piece of advice in words."""
    measure = hint.measure
    name = measure.name.split(".")[0]
    data = dict(measure.data)
    key = f"workshop.hint.{name}" + (".fine" if hint.fine else "")
    if measure.value is None or (name == "shortcuts" and measure.value == 0):
        key = f"workshop.hint.{name}.none"
    elif name == "bends" and not hint.fine and (turns := better_turn(board, data["tile"])):
        key, data["count"] = "workshop.hint.bends.turn", turns
    if "colour" in data:
        data["colour"] = say(f"eldorado.terrain.{data['colour']}", lang)
    shown = round(100 * (measure.value or 0)) if name == "lanes" else measure.value
    return say(key, lang, value=decimal(shown, lang), bound=decimal(hint.bound, lang), **data)


def decimal(value: float | None, lang: str) -> str:
    """A number with the decimal sign of a language."""
    text = "–" if value is None else f"{value:g}"
    return text if lang.startswith("en") else text.replace(".", ",")


def better_turn(board: Board, tile: str) -> int | None:
    """How often to turn a tile on its place so that the inside lane of its bend is hard; None if that never helps."""
    number = next(n for n, piece in enumerate(board.tiles) if piece.tile == tile)
    if tiles()[tile].kind == "strip":
        return None
    limit = measures.bound("bends") or 0.0
    for turns in range(1, 6):
        route = board.route()
        route["tiles"][number]["rotation"] = (board.tiles[number].rotation + turns) % 6
        try:
            value = measures.bends(load_route(route)).value
        except RouteError:
            continue
        if value is None or value >= limit:
            return turns
    return None
