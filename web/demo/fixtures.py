"""Writes the scenes of the demo page from the engine: `python web/demo/fixtures.py`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import expedition

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))
from tests.browser.positions import race, seat, turn  # noqa: E402  one source for the demo page and the browser tests


def crowd() -> dict[str, Any]:
    """Four players, eight cards in hand, five tokens, on the longest route."""
    position = race()
    position["setup"] = {"players": 4, "route": "swamplands", "caves": True}
    game = expedition.make("eldorado", players=4, route="swamplands", caves=True)
    fresh = game.new(seed=5).snapshot()
    for i, own in enumerate(position["seats"] + [seat([0, 0])]):
        own["pawns"] = fresh["seats"][i]["pawns"]
        own["blockades"], own["discard"] = [], []
        if i == 0:
            own |= {
                "hand": [
                    "jack_of_all_trades",
                    "prop_plane",
                    "travel_log",
                    "scientist",
                    "captain",
                    "traveler",
                    "traveler",
                    "explorer",
                ],
                "draw": [],
                "discard": [],
                "tokens": ["machete_2", "coin_1", "replace_hand", "change_symbol", "pass_occupied"],
            }
        fresh["seats"][i] = own
    fresh["turn"] = turn(round=4)
    fresh["market"]["board"][0] = None
    taken = {"jack_of_all_trades", "prop_plane", "travel_log", "scientist", "captain"}
    for pile in fresh["market"]["board"][1:] + fresh["market"]["above"]:
        pile["count"] -= pile["card"] in taken
    for cave in fresh["caves"]:
        cave["pile"] = ["keep_item"] if cave is fresh["caves"][0] else []
    return fresh


def pair() -> dict[str, Any]:
    """Two players with two pawns each; the turn is ending and leftovers are chosen."""
    fresh = expedition.make("eldorado", players=2, route="hills_of_gold", caves=False).new(seed=3).snapshot()
    fresh["turn"] = turn(round=3, phase="discard")
    fresh["seats"][0]["hand"] = ["sailor", "traveler", "explorer"]
    return fresh


def over() -> dict[str, Any]:
    position = race()
    for i, own in enumerate(position["seats"]):
        own["hand"], own["draw"], own["discard"] = [], own["draw"] + own["hand"], own["discard"]
        if i < 2:
            own["pawns"], own["arrived"] = [{"at": "arrived", "near": []}], i + 1
    position["turn"] = turn(round=14, phase="over", final_round=True)
    return position


JOURNAL = [
    (1, "enter", {"pawn": 0, "to": [6, -1]}),
    (1, "give", {"card": "traveler", "removed": False}),
    (1, "step", {"pawn": 0, "from": [5, -1], "to": [6, -1]}),
    (2, "bought", {"card": "photographer", "left": 1}),
    (0, "blockade", {"pawn": 0, "number": 2}),
    (1, "explore", {"at": [7, -3], "token": "draw_1", "left": 2}),
    (2, "play", {"card": "explorer", "as": "machete", "pawn": 0}),
    (2, "step", {"pawn": 0, "from": [9, -1], "to": [10, -2]}),
]


def scene(position: dict[str, Any], viewer: int | None = 0) -> dict[str, Any]:
    setup = position["setup"]
    game = expedition.make(position["game"], **setup)
    state = game.restore(position, seed=1)
    events = [{"ply": i, "seat": s, "key": f"eldorado.{k}", **data} for i, (s, k, data) in enumerate(JOURNAL)]
    return {
        "components": game.components(),
        "view": state.view(viewer),
        "gestures": [] if viewer is None else state.gestures(viewer),
        "events": events,
    }


def files() -> dict[str, str]:
    """What lies beside this program, by name."""
    scenes = {"race": scene(race()), "crowd": scene(crowd()), "pair": scene(pair()), "over": scene(over())}
    routes = ["first", "hills_of_gold", "home_stretch", "winding_paths", "serpentine", "witchs_cauldron", "swamplands"]
    boards = {r: expedition.make("eldorado", route=r).components() for r in routes}
    return {
        "scenes.json": json.dumps(scenes, ensure_ascii=False) + "\n",
        "routes.json": json.dumps(boards, ensure_ascii=False) + "\n",
    }


def main() -> None:
    for name, text in files().items():
        (HERE / name).write_text(text)


if __name__ == "__main__":
    main()
