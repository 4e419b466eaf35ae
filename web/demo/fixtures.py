"""Writes the scenes of the demo page from the engine: `python web/demo/fixtures.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import expedition

HERE = Path(__file__).resolve().parent
ABOVE = "pioneer giant_machete captain journalist millionaire adventurer prop_plane compass scientist travel_log native"
BOARD = [
    ("cartographer", 2),
    ("trailblazer", 2),
    ("photographer", 1),
    ("treasure_chest", 3),
    ("jack_of_all_trades", 3),
    ("transmitter", 3),
]


def seat(at: Any, **more: Any) -> dict[str, Any]:
    base = {
        "pawns": [{"at": at, "near": []}],
        "hand": [],
        "draw": [],
        "discard": [],
        "played": [],
        "blockades": [],
        "tokens": [],
        "arrived": None,
    }
    return base | more


def turn(**more: Any) -> dict[str, Any]:
    base = {
        "seat": 0,
        "round": 9,
        "phase": "play",
        "bought": False,
        "active": None,
        "gained": [],
        "pending": None,
        "pass_occupied": False,
        "change_symbol": False,
        "keepable": [],
        "final_round": False,
    }
    return base | more


def market() -> dict[str, Any]:
    return {
        "board": [{"card": c, "count": n} for c, n in BOARD],
        "above": [{"card": c, "count": 3} for c in ABOVE.split()],
    }


def race() -> dict[str, Any]:
    """The scene of the mock-ups: three players in the middle of the first route."""
    return {
        "format": "expedition-position/1",
        "game": "eldorado",
        "setup": {"players": 3, "route": "first", "caves": True},
        "turn": turn(),
        "seats": [
            seat(
                [12, 0],
                hand=["trailblazer", "photographer", "sailor", "cartographer"],
                draw=["explorer", "traveler", "traveler", "explorer"],
                discard=["traveler", "traveler", "explorer"],
                blockades=[2],
                tokens=["paddle_2"],
            ),
            seat(
                [7, 0],
                hand=["explorer", "traveler", "traveler", "sailor"],
                draw=["explorer", "explorer", "traveler", "traveler"],
                discard=["scout", "photographer"],
                blockades=[4],
                tokens=["draw_1"],
            ),
            seat(
                [10, -2],
                hand=["explorer", "traveler", "traveler", "explorer"],
                draw=["explorer", "traveler"],
                discard=["scout", "sailor", "traveler", "explorer"],
                tokens=["coin_1", "native"],
            ),
        ],
        "market": market(),
        "blockades": [{"number": 1, "between": [2, 3]}, {"number": 6, "between": [3, 4]}],
        "caves": [
            {"at": [0, 2], "pile": ["coin_2"] * 3},
            {"at": [7, -3], "pile": ["draw_1", "remove_card"]},
            {"at": [11, 7], "pile": ["paddle_1", "coin_1", "machete_1", "machete_2"]},
        ],
        "removed": [],
        "spent": [],
    }


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
    position = race()
    position["setup"] = {"players": 2, "route": "hills_of_gold", "caves": False}
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


def main() -> None:
    scenes = {"race": scene(race()), "crowd": scene(crowd()), "pair": scene(pair()), "over": scene(over())}
    (HERE / "scenes.json").write_text(json.dumps(scenes, ensure_ascii=False) + "\n")
    routes = ["first", "hills_of_gold", "home_stretch", "winding_paths", "serpentine", "witchs_cauldron", "swamplands"]
    (HERE / "routes.json").write_text(
        json.dumps({r: expedition.make("eldorado", route=r).components() for r in routes}, ensure_ascii=False) + "\n"
    )


if __name__ == "__main__":
    main()
