"""Scenes of Silver & Gold to sit down at, as positions."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
NOTHING = {"pattern": False, "extra": 0, "rows": 0, "maps": 0}
TO_MARK = NOTHING | {"pattern": True}
COLOURS = {"purple": 12, "orange": 12, "green": 12, "grey": 11}


def seat(*maps: tuple[str, list[list[int]]], **more: Any) -> Json:
    base: Json = {
        "maps": [{"card": card, "marked": sorted(marked)} for card, marked in maps],
        "dealt": [],
        "completed": [],
        "coins": 0,
        "trophies": [],
        "palms": [],
        "owed": TO_MARK,
    }
    return base | more


def crossing(players: int = 3, **changed: Any) -> Json:
    """The middle of the game, an L of four to mark, as on the drawing of the table."""
    seats = [
        seat(
            ("purple-04", [[2, 0], [3, 0], [3, 1], [0, 1], [1, 1], [2, 1]]),
            ("orange-05", [[0, 0], [0, 1], [1, 0], [2, 0], [2, 1]]),
            coins=4,
            trophies=[5],
            palms=[3],
            completed=["grey-03", "green-04"],
        ),
        seat(
            ("grey-02", [[0, 0], [1, 0], [2, 0], [1, 1]]),
            ("purple-12", [[0, 0], [1, 0], [2, 0], [2, 1], [3, 1], [3, 0], [2, 2]]),
            coins=4,
            trophies=[6],
            completed=["grey-07", "orange-11"],
        ),
        seat(
            ("green-10", [[0, 0], [1, 0], [1, 1], [0, 2]]),
            ("orange-09", [[1, 0], [2, 0], [1, 1], [2, 1], [3, 1]]),
            coins=3,
            palms=[2, 3],
            completed=["green-01"],
        ),
        seat(("green-03", []), ("grey-05", []), coins=2, palms=[1], completed=["purple-06"]),
    ][:players]
    return position(seats, ["purple-09", "green-06", "grey-06", "orange-02"], changed)


def position(seats: list[Json], display: list[str], changed: Json) -> Json:
    used = (
        {m["card"] for one in seats for m in one["maps"] if m}
        | {card for one in seats for card in one["completed"]}
        | set(display)
    )
    deck = [card for colour, n in COLOURS.items() for i in range(1, n + 1) if (card := f"{colour}-{i:02d}") not in used]
    turn = {
        "round": 2,
        "flip": 5,
        "start": 1,
        "phase": "mark",
        "pattern": "L4",
        "revealed": ["E1", "E2", "E4", "E6", "E7"],
        "left": ["E3", "E5", "E8"],
    }
    made: Json = {
        "format": "expedition-position/1",
        "game": "silvergold",
        "setup": {"players": len(seats)},
        "turn": turn,
        "seats": seats,
        "display": display,
        "deck": deck,
        "trophies": [4, 3, 2, 1],
    }
    return made | changed


def last_field() -> Json:
    """One field is missing on the first map, and it bears a coin that fills the row: a trophy and a new map follow."""
    made = crossing(2)
    made["seats"][0]["maps"][0] = {
        "card": "grey-08",
        "marked": [[0, 1], [0, 2], [1, 1], [1, 2], [1, 3], [2, 0], [2, 3]],
    }
    made["seats"][0] |= {"coins": 3, "trophies": []}
    made["deck"].remove("grey-08")
    made["deck"].append("purple-04")
    return made


def last_card_of_all(players: int = 2, **first: Any) -> Json:
    """The seventh card of the fourth round: after this mark the points are counted."""
    made = crossing(players)
    made["turn"] |= {
        "round": 4,
        "flip": 7,
        "pattern": "I2",
        "revealed": ["E2", "E4", "E6", "E7", "E3", "E5", "E1"],
        "left": ["E8"],
    }
    made["seats"][0] |= first
    return made


def long_scores() -> Json:
    """Four players at the very end with as much to count as the paper has room for."""
    made = last_card_of_all(4)
    completed = [
        ["grey-03", "green-04", "purple-03", "orange-02", "grey-01"],
        ["grey-07", "orange-11", "green-06", "purple-08", "orange-03"],
        ["green-01", "grey-04", "orange-01", "green-09", "purple-10"],
        ["purple-06", "green-12", "grey-10", "orange-12", "green-07"],
    ]
    scored = [(8, [6, 2], [1, 2, 3, 4]), (8, [5, 1], [2, 2, 3]), (5, [4], [1, 3, 3, 2]), (4, [3], [4])]
    for one, maps, (coins, trophies, palms) in zip(made["seats"], completed, scored, strict=True):
        one |= {"completed": maps, "coins": coins, "trophies": trophies, "palms": palms}
    return position(
        made["seats"], ["purple-09", "green-08", "grey-06", "orange-04"], {"turn": made["turn"], "trophies": []}
    )
