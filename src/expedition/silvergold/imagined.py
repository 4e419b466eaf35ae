"""From what a seat knows to a whole position it could be.

Maps nobody has seen make the deck, expedition cards not yet revealed this round the pile.
"""

from __future__ import annotations

from collections import Counter

from expedition.core.reading import position_from
from expedition.core.types import Json
from expedition.silvergold.tables import EXPEDITION_IDS, MAP_IDS


def imagined(information: Json) -> Json:
    unseen = Counter(MAP_IDS)
    unseen.subtract(information["display"])
    for shown in information["seats"]:
        unseen.subtract(shown["completed"])
        unseen.subtract(shown["dealt"] or [])
        unseen.subtract(m["card"] for m in shown["maps"] if m)
    rest = sorted(unseen.elements())
    seats = []
    for shown in information["seats"]:
        dealt = shown["dealt"]
        if dealt is None:
            dealt, rest = rest[: shown["dealt_count"]], rest[shown["dealt_count"] :]
        kept = ("maps", "completed", "coins", "trophies", "palms", "owed", "resigned")
        seats.append({**{key: shown[key] for key in kept}, "dealt": dealt})
    revealed = information["revealed"]
    turn = {key: value for key, value in information["turn"].items() if key != "left_count"}
    turn["revealed"] = revealed
    turn["left"] = [card for card in EXPEDITION_IDS if card not in revealed]
    return position_from(
        {**information, "turn": turn},
        seats=seats,
        display=information["display"],
        deck=rest,
        trophies=information["trophies"],
    )
