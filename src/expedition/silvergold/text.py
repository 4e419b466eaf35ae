"""Silver & Gold in words: actions, events and setup options in every language of the catalogues.

Takes plain objects of the open vocabulary, so it knows nothing of positions and rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from expedition.core.errors import IllegalAction
from expedition.core.types import Json
from expedition.core.words import knows, say

DECK = "deck"


def map_name(card: str, lang: str = "en") -> str:
    """A treasure map: "purple map no. 4"."""
    colour, number = card.split("-")
    return say("silvergold.words.map", lang, colour=say(f"silvergold.colour.{colour}", lang), number=int(number))


def pattern(name: str, lang: str = "en") -> str:
    return say(f"silvergold.pattern.{name}", lang)


def cell(at: Sequence[int]) -> str:
    """A field as on a chess board, counted from the top: row 1, column 0 is A2."""
    return f"{'ABCD'[at[1]]}{at[0] + 1}"


def cells(fields: Iterable[Sequence[int]]) -> str:
    return " ".join(cell(at) for at in fields)


def player(seat: int, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """What a seat is called: by name, or by its number at the table."""
    return names[seat] if names else say("game.seat", lang, number=seat + 1)


def describe(action: Mapping[str, Any], lang: str = "en") -> str:
    """An action in words: "Mark 3 fields (A1 A2 B2) on map 1"."""
    key = f"silvergold.action.{action.get('do')}"
    if action.get("do") == "take":
        key += ".deck" if action.get("card") == DECK else ".map"
    if not knows(key):
        raise IllegalAction(f"{dict(action)} is no action of Silver & Gold.")
    return say(key, lang, **_shown(action, lang))


_SIGNS = {"C": "coin", "P": "palm", "X": "cross"}


def caption(action: Mapping[str, Any], on: Mapping[str, Any] | None, lang: str = "en") -> str:
    """An action for somebody who sees the table: "Mark 3 fields on the green map no. 7: 1 coin". `on` is the map."""
    if on is None:
        return describe(action, lang)
    signs = [on["grid"][row][column] for row, column in action["cells"]]
    mark = say("silvergold.caption.mark", lang, count=len(signs), map=map_name(on["id"], lang))
    found = ", ".join(
        say(f"silvergold.count.{name}", lang, count=signs.count(sign)) for sign, name in _SIGNS.items() if sign in signs
    )
    return say("silvergold.caption.found", lang, mark=mark, found=found) if found else mark


# What a journal can leave out, because the next line says it again.
DETAILS = frozenset({"silvergold.extra", "silvergold.start"})


def journal_events(events: Iterable[Json]) -> Iterator[Json]:
    """What a journal tells."""
    return (event for event in events if event["key"] not in DETAILS)


def tell(event: Mapping[str, Any], lang: str = "en", names: Sequence[str] | None = None, you: int | None = None) -> str:
    """What happened, in a sentence. `names` are the players', `you` is the seat of the reader."""
    seat = event["seat"]
    shown = _shown(event, lang)
    shown["who"] = player(seat, lang, names) if seat >= 0 else ""
    shown["you"] = "yes" if seat == you else "no"
    if event["key"] == "silvergold.over":
        return _tell_over(event["ranking"], lang, names)
    return say(_event_key(event), lang, **shown)


def _event_key(event: Mapping[str, Any]) -> str:
    name = event["key"].removeprefix("silvergold.")
    key = f"silvergold.event.{name}"
    if name == "take":
        return key + (".deck" if event.get("source") == DECK else ".map")
    return key


def _shown(data: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """The values of an action or event as people read them."""
    shown = dict(data)
    if data.get("card") and data["card"] != DECK:
        shown["map"] = map_name(data["card"], lang)
    elif isinstance(data.get("map"), int):
        shown["number"] = data["map"] + 1
    if "cells" in data:
        shown["cells"] = cells(data["cells"])
        shown["count"] = len(data["cells"])
    if "cards" in data:
        shown["maps"] = ", ".join(map_name(card, lang) for card in data["cards"])
    if data.get("pattern"):
        shown["pattern"] = pattern(data["pattern"], lang)
    return shown


def _tell_over(ranking: Sequence[int], lang: str, names: Sequence[str] | None) -> str:
    """Players equal in everything share the victory (EC-SG-34)."""
    first = [player(seat, lang, names) for seat, place in enumerate(ranking) if place == 1]
    winners = first[0]
    for name in first[1:]:
        winners = say("game.and", lang, first=winners, second=name)
    return say("silvergold.event.over", lang, count=len(first), winners=winners)
