"""Reading a route object: anything may be in it. Each fault is a sentence that names the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from expedition.eldorado import components
from expedition.eldorado.pieces import MAX_PIECES, Piece, RouteError, shown

FAR: Final = 1000
LONGEST_TEXT: Final = 100
MOST_NAMES: Final = 20
DIFFICULTIES: Final = ("introductory", "easy", "medium", "hard")  # ED-ROUTE-01


def read_pieces(route: Mapping[str, Any]) -> tuple[Piece, ...]:
    entries = route.get("tiles")
    if not isinstance(entries, (list, tuple)) or not entries:
        raise RouteError("A route needs 'tiles': a list of pieces in travel order that begins with the start tile.")
    if len(entries) > MAX_PIECES:
        raise RouteError(
            f"The route has {len(entries)} pieces, but the box holds only {MAX_PIECES}: "
            "the start tile, six terrain tiles and two strips."
        )
    if route.get("finish") is None:
        raise RouteError(
            "The route has no finishing tile: 'finish' must give its tile, rotation, q and r.", "no_finish"
        )
    tiles = (_read_piece(entry, f"tiles[{number}]") for number, entry in enumerate(entries))
    return (*tiles, _read_piece(route["finish"], "finish"))


def _read_piece(entry: object, where: str) -> Piece:
    if not isinstance(entry, Mapping):
        raise RouteError(f"{where} is {shown(entry)}; a piece is an object with tile, rotation, q and r.")
    tile = entry.get("tile")
    if not isinstance(tile, str) or tile not in components.tiles():
        raise RouteError(
            f"{where} names the unknown tile {shown(tile)}; the tiles are A to R, finish_jungle and finish_river."
        )
    rotation = _read_int(entry, "rotation", where)
    if not 0 <= rotation <= 5:
        raise RouteError(
            f"{where}.rotation is {shown(rotation)}; a piece is turned 0 to 5 times by 60 degrees clockwise."
        )
    return Piece(tile, rotation, _read_coordinate(entry, "q", where), _read_coordinate(entry, "r", where))


def _read_int(entry: Mapping[str, Any], key: str, where: str) -> int:
    if key not in entry:
        raise RouteError(f"{where} has no '{key}'; a piece is an object with tile, rotation, q and r.")
    value = entry[key]
    if type(value) is not int:
        raise RouteError(f"{where}.{key} is {shown(value)}; it must be a whole number.")
    return value


def _read_coordinate(entry: Mapping[str, Any], key: str, where: str) -> int:
    value = _read_int(entry, key, where)
    if abs(value) > FAR:
        raise RouteError(f"{where}.{key} is {shown(value)}; coordinates lie between -{FAR} and {FAR}.")
    return value


def read_id(route: Mapping[str, Any]) -> str | None:
    name = route.get("id")
    if name is not None and not _is_short_text(name):
        raise RouteError(
            f"The id of the route is {shown(name)}; it must be a line of text, {LONGEST_TEXT} letters at most."
        )
    return name


def read_names(route: Mapping[str, Any]) -> tuple[tuple[str, str | None], ...]:
    names = route.get("names")
    if names is None:
        return ()
    if not isinstance(names, Mapping):
        raise RouteError(f"The names of the route are {shown(names)}; they must be an object of language and name.")
    if len(names) > MOST_NAMES:
        raise RouteError(f"The route has {len(names)} names; it may have {MOST_NAMES} at most.")
    for language, name in names.items():
        if not _is_short_text(language) or not (name is None or _is_short_text(name)):
            raise RouteError(
                f"The name of the route in {shown(language)} is {shown(name)}; "
                f"it must be null or a line of text, {LONGEST_TEXT} letters at most."
            )
    return tuple(names.items())


def read_difficulty(route: Mapping[str, Any]) -> str | None:
    difficulty: object = route.get("difficulty")
    if difficulty is None:
        return None
    if not isinstance(difficulty, str) or difficulty not in DIFFICULTIES:
        raise RouteError(
            f"The difficulty of the route is {shown(difficulty)}; it must be one of {', '.join(DIFFICULTIES)}."
        )
    return difficulty


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT and value.isprintable()
