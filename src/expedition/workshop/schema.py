"""The JSON Schema of a route file. It says what a file must look like; `check` says whether the pieces fit together."""

from __future__ import annotations

from typing import Any

from expedition.eldorado.components import tiles
from expedition.eldorado.pieces import MAX_PIECES
from expedition.eldorado.route_file import DIFFICULTIES, FAR, LONGEST_TEXT, MOST_NAMES


def schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of an own route."""

    def piece(kinds: tuple[str, ...]) -> dict[str, Any]:
        sides = [name for name, tile in tiles().items() if tile.kind in kinds]
        coordinate = {"type": "integer", "minimum": -FAR, "maximum": FAR}
        return {
            "type": "object",
            "required": ["tile", "rotation", "q", "r"],
            "properties": {
                "tile": {"enum": sides, "description": "the side that is up"},
                "rotation": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 5,
                    "description": "turns of 60 degrees clockwise",
                },
                "q": {**coordinate, "description": "axial column of the origin of the piece"},
                "r": {**coordinate, "description": "axial row of the origin of the piece"},
            },
        }

    line = {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A route for The Quest for El Dorado",
        "type": "object",
        "required": ["tiles", "finish"],
        "properties": {
            "id": {"anyOf": [line, {"type": "null"}]},
            "names": {
                "description": "by language",
                "anyOf": [
                    {
                        "type": "object",
                        "maxProperties": MOST_NAMES,
                        "additionalProperties": {"anyOf": [line, {"type": "null"}]},
                    },
                    {"type": "null"},
                ],
            },
            "difficulty": {"enum": [*DIFFICULTIES, None]},
            "tiles": {
                "type": "array",
                "minItems": 1,
                "maxItems": MAX_PIECES,
                "items": piece(("start", "terrain", "strip")),
                "description": "in travel order, the start tile first",
            },
            "finish": piece(("finish",)),
        },
    }
