"""Scenes to sit down at, as positions; the demo page of the web sources shows the same ones."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def seat(at: Any, **more: Any) -> Json:
    base: Json = {
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


def turn(**changed: Any) -> Json:
    base: Json = {
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
    return base | changed


def market() -> Json:
    board = [
        ("cartographer", 2),
        ("trailblazer", 2),
        ("photographer", 1),
        ("treasure_chest", 3),
        ("jack_of_all_trades", 3),
        ("transmitter", 3),
    ]
    above = (
        "pioneer giant_machete captain journalist millionaire adventurer prop_plane compass scientist travel_log native"
    )
    return {
        "board": [{"card": c, "count": n} for c, n in board],
        "above": [{"card": c, "count": 3} for c in above.split()],
    }


def race(**changed: Any) -> Json:
    """The scene of the mock-ups: three players in the middle of the first route; it is the first one's turn."""
    position: Json = {
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
                discard=["scout", "sailor", "traveler", "traveler"],
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
    return position | changed


def last_steps() -> Json:
    """Two paddles before the gate; nobody else is near."""
    position = race()
    position["seats"][0] |= {
        "pawns": [{"at": [24, -3], "near": []}],
        "hand": ["captain", "sailor", "traveler", "explorer"],
        "draw": ["traveler"],
        "tokens": [],
    }
    for pile in position["market"]["above"]:
        pile["count"] -= pile["card"] == "captain"
    position["blockades"] = []
    return position


def beside_a_camp() -> Json:
    """A base camp for one card next to the pawn."""
    position = race()
    position["seats"][0]["pawns"] = [{"at": [1, 1], "near": []}]
    position["seats"][0]["hand"] = ["traveler", "explorer", "sailor"]
    position["seats"][0]["draw"] = ["traveler", "traveler"]
    position["seats"][0]["discard"] = []
    return position


def two_pieces() -> Json:
    """Two players with two pieces each; both of the first player's stand beside the same jungle."""
    position = race(setup={"players": 2, "route": "first", "caves": False}, caves=[])
    position["seats"] = position["seats"][:2]
    for own, places in zip(position["seats"], ([[0, 0], [1, -1]], [[7, 0], [8, 0]]), strict=True):
        own |= {"pawns": [{"at": at, "near": []} for at in places], "tokens": []}
    position["seats"][0]["hand"] = ["explorer", "traveler", "sailor"]
    position["seats"][0]["draw"] = ["traveler", "traveler"]
    return position
