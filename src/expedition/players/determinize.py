"""From what a seat knows to a whole position it could be: `information` in, a state out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from expedition.core.game import Game, Json, State


def determinize(game: Game[Any], information: Json) -> State[Any]:
    """A state consistent with an information; what is unknown lies in some order, to be dealt anew."""
    build = {"eldorado": _eldorado, "silvergold": _silvergold}[game.name]
    return game.restore(build(information))


def _position(information: Json, **fields: Any) -> Json:
    kept = {key: information[key] for key in ("game", "setup", "turn")}
    return {"format": "expedition-position/1", **kept, **fields}


# El Dorado: hands and draw piles of the others are one heap but for what is known, and unseen tokens fill the caves.


def _eldorado(information: Json) -> Json:
    tokens = list(information["unseen_tokens"])
    caves = []
    for cave in information["caves"]:
        pile, tokens = tokens[: cave["count"]], tokens[cave["count"] :]
        caves.append({"at": cave["at"], "pile": pile})
    return _position(
        information,
        seats=[
            _eldorado_seat(shown, deck, seat == information["seat"])
            for seat, (shown, deck) in enumerate(zip(information["seats"], information["decks"], strict=True))
        ],
        market=information["market"],
        blockades=information["blockades"],
        caves=caves,
        removed=information["removed"],
        spent=information["spent"],
    )


def _eldorado_seat(shown: Json, deck: Json, own: bool) -> Json:
    missing = 0 if own else shown["hand_count"] - len(deck["hand"])
    kept = ("pawns", "discard", "played", "blockades", "tokens", "arrived", "resigned")
    return {
        **{key: shown[key] for key in kept},
        "hand": shown["hand"] if own else deck["hand"] + deck["unseen"][:missing],
        "draw": deck["unseen"][missing:],
        "known": [] if own else deck["hand"],
    }


# Silver & Gold: maps nobody has seen make the deck, expedition cards not yet revealed this round the pile.


def _silvergold(information: Json) -> Json:
    from expedition.silvergold.components import EXPEDITION_IDS, MAP_IDS

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
    return _position(
        {**information, "turn": turn},
        seats=seats,
        display=information["display"],
        deck=rest,
        trophies=information["trophies"],
    )
