"""JSON Schemas of what a game says to the outside, made from the types it declares (`Game.types_module`).

Every name is the game's class before the type's own: `ElDoradoView`. Programs outside generate their types from them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

from expedition.core.errors import SetupError, suggestion
from expedition.core.extras import needs
from expedition.core.registry import game_class
from expedition.core.types import Json

SHOWN = ("Action", "Components", "Event", "Gesture", "Information", "Setup", "View")
FILES = ("Snapshot", "RouteFile")  # what people write into files; a game may lack either
PLACE = "#/components/schemas/"


@cache
def json_schemas(game: str, files: bool = False) -> dict[str, Json]:
    """Every type of a game by its name, with `files` also those of files; empty for a game that declares none."""
    known = game_class(game)
    if known.types_module is None:
        return {}
    with needs("server"):
        from pydantic import TypeAdapter

    module = import_module(known.types_module)
    wanted = (*SHOWN, *(name for name in FILES if files and hasattr(module, name)))
    adapters = [(name, "validation", TypeAdapter(getattr(module, name))) for name in wanted]
    tops, rest = TypeAdapter.json_schemas(adapters, ref_template=PLACE + "{model}")  # type: ignore[arg-type]
    found: dict[str, Any] = dict(rest.get("$defs", {}))
    for (name, _), schema in tops.items():
        if schema != {"$ref": f"{PLACE}{name}"}:
            found[str(name)] = schema
    return {known.__name__ + name: _named(schema, known.__name__) for name, schema in sorted(found.items())}


def _named(schema: Any, prefix: str) -> Any:
    """The schema with the game's name before those it refers to, its fields complete and without titles."""
    if isinstance(schema, list):
        return [_named(part, prefix) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _named(value, prefix) for key, value in schema.items() if not _is_title(key, value)}
    if "$ref" in made:
        made["$ref"] = re.sub(rf"^{re.escape(PLACE)}", PLACE + prefix, made["$ref"])
    if made.get("type") == "object" and "properties" in made:
        made["additionalProperties"] = False
    return made


def _is_title(key: str, value: object) -> bool:
    return key == "title" and isinstance(value, str)


def whole_schema(game: str, name: str) -> Json:
    """One type of a game with all it refers to, for validators."""
    schemas = json_schemas(game, name in FILES)
    prefix = game_class(game).__name__
    return {"$ref": f"{PLACE}{prefix}{name}", "components": {"schemas": schemas}}


def record_schema(game: str) -> Json:
    """A game record (`expedition-record/1`) with all it refers to."""
    schemas = json_schemas(game, files=True)
    known = game_class(game)

    def of(name: str) -> Json:
        return {"$ref": f"{PLACE}{known.__name__}{name}"}

    hexadecimal = {"type": "string", "pattern": "^[0-9a-f]+$"}
    result = {
        "type": "object",
        "properties": {
            "ranking": {"type": "array", "items": {"type": "integer", "minimum": 1}},
            "rounds": {"type": "integer", "minimum": 0},
        },
        "required": ["ranking", "rounds"],
        "additionalProperties": False,
    }
    fields: Json = {
        "format": {"const": "expedition-record/1"},
        "game": {"const": game},
        "rules_version": {"type": "integer", "minimum": 1},
        "setup": of("Setup"),
        "seed": hexadecimal,
        "commitment": hexadecimal,
        "seats": {"type": "array", "items": {"type": "object"}},
        "actions": {"type": "array", "items": of("Action")},
        "result": result,
        "from": of("Snapshot") if f"{known.__name__}Snapshot" in schemas else {"type": "object"},
    }
    return {
        "type": "object",
        "properties": fields,
        "required": ["format", "game", "rules_version", "setup", "actions"],
        "components": {"schemas": schemas},
    }


NAMES = {
    "action": "Action", "components": "Components", "event": "Event", "gesture": "Gesture",
    "information": "Information", "setup": "Setup", "view": "View", "position": "Snapshot", "route": "RouteFile",
}  # fmt: skip


def schema(game: str, what: str) -> Json:
    """The JSON Schema of one thing a game says or reads; SetupError lists those there are."""
    known = [*NAMES, "record"]
    if what not in known:
        raise SetupError(f"There is no schema {what!r}; there are {', '.join(known)}.{suggestion(what, known)}")
    if not json_schemas(game):
        raise SetupError(f"{game} declares no types.")
    if what != "record" and game_class(game).__name__ + NAMES[what] not in json_schemas(game, files=True):
        raise SetupError(f"{game} has no {what}.")
    found = record_schema(game) if what == "record" else whole_schema(game, NAMES[what])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{game} {what}", **found}
