"""JSON Schemas of what a game says to the outside, made from the types it declares (`Game.types_module`).

Every name is the game's class before the type's own: `ElDoradoView`. Programs outside generate their types from them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

from expedition.core.extras import needs
from expedition.core.registry import game_class
from expedition.core.types import Json

SHOWN = ("Action", "Components", "Event", "Gesture", "Information", "Setup", "View")
PLACE = "#/components/schemas/"


@cache
def json_schemas(game: str) -> dict[str, Json]:
    """Every type of a game by its name; empty for a game that declares none."""
    known = game_class(game)
    if known.types_module is None:
        return {}
    with needs("server"):
        from pydantic import TypeAdapter

    module = import_module(known.types_module)
    adapters = [(name, "validation", TypeAdapter(getattr(module, name))) for name in SHOWN]
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
    schemas = json_schemas(game)
    prefix = game_class(game).__name__
    return {"$ref": f"{PLACE}{prefix}{name}", "components": {"schemas": schemas}}
