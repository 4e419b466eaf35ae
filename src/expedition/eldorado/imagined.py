"""From what a seat knows to a whole position it could be.

Hands and draw piles of the others are one heap but for what is known, and unseen tokens fill the caves.
"""

from __future__ import annotations

from expedition.core.reading import position_from
from expedition.core.types import Json


def imagined(information: Json) -> Json:
    tokens = list(information["unseen_tokens"])
    caves = []
    for cave in information["caves"]:
        pile, tokens = tokens[: cave["count"]], tokens[cave["count"] :]
        caves.append({"at": cave["at"], "pile": pile})
    return position_from(
        information,
        seats=[
            _seat(shown, deck, seat == information["seat"])
            for seat, (shown, deck) in enumerate(zip(information["seats"], information["decks"], strict=True))
        ],
        market=information["market"],
        blockades=information["blockades"],
        caves=caves,
        removed=information["removed"],
        spent=information["spent"],
    )


def _seat(shown: Json, deck: Json, own: bool) -> Json:
    missing = 0 if own else shown["hand_count"] - len(deck["hand"])
    kept = ("pawns", "discard", "played", "blockades", "tokens", "arrived", "resigned")
    return {
        **{key: shown[key] for key in kept},
        "hand": shown["hand"] if own else deck["hand"] + deck["unseen"][:missing],
        "draw": deck["unseen"][missing:],
        "known": [] if own else deck["hand"],
    }
