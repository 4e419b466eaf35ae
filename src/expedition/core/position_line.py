"""A whole position in one line of text, as FEN is for chess: `state.to_line()` and `expedition.from_line(line)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from expedition.core.errors import PositionError
from expedition.core.game import Json, State
from expedition.core.notation import NotationError, read_fields, write_fields
from expedition.core.registry import games, make

FORMAT = "expedition-position/1"
LONGEST = 1_000_000  # characters; real positions have a few thousand


def write_line(snapshot: Mapping[str, Any]) -> str:
    """The line of a snapshot: the name of the game, then its fields."""
    if snapshot.get("format") != FORMAT:
        raise PositionError(f"A position has the format {FORMAT!r}, not {snapshot.get('format')!r}.")
    rest = {key: value for key, value in snapshot.items() if key not in ("format", "game")}
    return f"{snapshot['game']} {write_fields(rest)}"


def read_line(line: str) -> Json:
    """The snapshot a line was written from."""
    text = line.strip()
    if len(text) > LONGEST or "\n" in text:
        raise PositionError("A position is one line of text.")
    name, _, rest = text.partition(" ")
    if name not in games():
        raise PositionError(f"A position begins with its game, {' or '.join(games())}, not with {name[:40]!r}.")
    try:
        fields = read_fields(rest)
    except NotationError as error:
        raise PositionError(f"After the name of the game, {str(error)[0].lower()}{str(error)[1:]}") from None
    return {"format": FORMAT, "game": name, **fields}


def from_line(line: str, seed: int = 0) -> State[Any]:
    """A state of the position in a line; PositionError says what is wrong with it."""
    snapshot = read_line(line)
    setup = snapshot.get("setup")
    if not isinstance(setup, dict):
        raise PositionError("is missing or is no object.", "setup")
    return make(snapshot["game"], **setup).restore(snapshot, seed)
