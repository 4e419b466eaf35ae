"""`expedition convert`: games and positions from one written form into another."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from expedition.core.errors import ExpeditionError, PositionError, RecordError, SetupError
from expedition.core.game_text import FORMAT as TEXT_FORMAT
from expedition.core.game_text import GameText
from expedition.core.position_line import FORMAT as POSITION_FORMAT
from expedition.core.position_line import from_line
from expedition.core.record import Record, load, read_text
from expedition.core.registry import games, make

FORMS = ("text", "json", "line")


def convert(path: Path, form: str | None, ply: int | None) -> str:
    """The other form of a game (or the one asked for); with `ply` the position after so many actions, as a line."""
    if form is not None and form not in FORMS:
        raise SetupError(f"A form is {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {form!r}.")
    text = (sys.stdin.read() if str(path) == "-" else read_text(path)).strip()
    if text.split(" ", 1)[0] in games() or f'"{POSITION_FORMAT}"' in text[:200]:
        return _position(text, form, ply)
    if not text.startswith(("{", TEXT_FORMAT)):
        raise RecordError(f"{path} holds neither a game nor a position.")
    game = GameText.parse(text) if text.startswith(TEXT_FORMAT) else GameText(load(text))
    record = load(game.record.to_json())
    if form == "line" or ply is not None:
        state = record.state if ply is None else record.at(ply)
        return state.to_line() if form != "json" else json.dumps(state.snapshot(), ensure_ascii=False)
    if form == "text" or (form is None and text.startswith("{")):
        return game.to_text().rstrip("\n")
    return _without_notes(game, record)


def _position(text: str, form: str | None, ply: int | None) -> str:
    if ply is not None or form == "text":
        raise PositionError("This is a position, not a game: it can be written as line or json.")
    try:
        snapshot = json.loads(text) if text.startswith("{") else None
        state = make(snapshot["game"], **snapshot["setup"]).restore(snapshot) if snapshot else from_line(text)
    except ExpeditionError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise PositionError(f"The position is damaged: {error}") from None
    if form == "line" or (form is None and snapshot):
        return state.to_line()
    return json.dumps(state.snapshot(), ensure_ascii=False)


def _without_notes(game: GameText, record: Record) -> str:
    if game.notes:
        print(f"A record has no room for notes: {len(game.notes)} left out.", file=sys.stderr)
    return record.to_json().rstrip("\n")
