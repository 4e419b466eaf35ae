"""What a treasure hunter achieved: points and where they came from, maps completed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from expedition.core.types import Json
from expedition.silvergold.state import Position

if TYPE_CHECKING:
    from expedition.core.game import State


# the most points, then the more completed maps
GOAL = (("points", "high"), ("maps", "high"))
DATA: Json = json.loads(files("expedition.silvergold").joinpath("data/campaign.json").read_text(encoding="utf-8"))


def feats(state: State[Position], seat: int) -> Json:
    shown = state.view(seat)["seats"][seat]
    return {
        "points": shown["score"]["total"],
        "maps": len(shown["completed"]),
        "coins": shown["coins"],
        "trophies": len(shown["trophies"]),
        "palms": shown["score"]["palms"],
    }


def variant(setup: Mapping[str, Any]) -> str:
    return f"{setup.get('players', 2)}"


def day(number: int) -> Json:
    """Two hunters on even days, three on odd ones."""
    return {"players": 2 + number % 2}
