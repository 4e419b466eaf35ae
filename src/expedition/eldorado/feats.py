"""What an explorer achieved: the round of arrival, blockades kept, cards bought, ground covered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from expedition.core.types import Json
from expedition.eldorado.components import route_ids
from expedition.eldorado.state import Position

if TYPE_CHECKING:
    from expedition.core.game import State


# the earliest round of arrival, then the smaller deck
GOAL = (("rounds", "low"), ("cards", "low"))


def _data(name: str) -> Json:
    text = files("expedition.eldorado").joinpath("data", name).read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


DATA = _data("campaign.json")
UNCHARTED: list[Json] = _data("daily_routes.json")["routes"]  # laid by the workshop's generator (tools/daily_routes.py)


def feats(state: State[Position], seat: int) -> Json:
    terrain = {cell.place: cell.terrain for cell in state.game.board.cells}  # type: ignore[attr-defined]
    bought: list[str] = []
    steps: Counter[str] = Counter()
    rounds: int | None = None
    current = 1
    for entry in state.log:
        for event in entry.events:
            if event.key == "eldorado.turn":
                current = int(event.data["round"])
            if event.seat != seat:
                continue
            if event.key in ("eldorado.bought", "eldorado.taken"):
                bought.append(event.data["card"])
            elif event.key == "eldorado.step":
                steps[terrain.get(tuple(event.data["to"]), "finish")] += 1
            elif event.key == "eldorado.arrive" and event.data["order"]:
                rounds = current
    shown = state.view(seat)["seats"][seat]
    cards = shown["hand_count"] + shown["draw_count"] + len(shown["discard"]) + len(shown["played"])
    return {
        "rounds": rounds,
        "cards": cards,
        "blockades": len(shown["blockades"]),
        "purchases": len(bought),
        "bought": dict(Counter(bought)),
        "steps": dict(steps),
    }


def variant(setup: Mapping[str, Any]) -> str:
    route = setup.get("route", "first")
    return route if isinstance(route, str) else "own"


def day(number: int) -> Json:
    """One of the seven routes or one nobody has laid before, against two Guides, every other one with caves."""
    number, uncharted = divmod(number, 2)
    number, caves = divmod(number, 2)
    routes = UNCHARTED if uncharted else route_ids()[:7]
    return {"players": 3, "route": routes[number % len(routes)], "caves": bool(caves)}
