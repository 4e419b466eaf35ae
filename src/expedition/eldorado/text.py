"""El Dorado in words: actions, events and setup options in every language of the catalogues.

Takes plain objects of the open vocabulary, so it knows nothing of positions and rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from expedition.core.errors import IllegalAction
from expedition.core.types import Json
from expedition.core.words import knows, say
from expedition.eldorado.board import Hex
from expedition.eldorado.components import SYMBOL_OF

SECOND_PAWN = 1


def card(name: str, lang: str = "en") -> str:
    return say(f"eldorado.card.{name}", lang)


def token(name: str, lang: str = "en") -> str:
    return say(f"eldorado.token.{name}", lang)


def symbol(name: str, lang: str = "en") -> str:
    return say(f"eldorado.symbol.{name}", lang)


def terrain(name: str, lang: str = "en") -> str:
    return say(f"eldorado.terrain.{name}", lang)


def route(name: object, lang: str = "en") -> str:
    """The name of a route, given as its id or as a route object."""
    if isinstance(name, Mapping):
        own = name.get("names") or {}
        return str(own.get(lang) or own.get("en") or name.get("name") or say("eldorado.route.own", lang))
    key = f"eldorado.route.{name}"
    return say(key, lang) if knows(key) else str(name)


def place(at: Any) -> str:
    """Where a space is: its axial coordinates, as in records."""
    return f"({at[0]}, {at[1]})"


def player(seat: int, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """What a seat is called: by name, or by its number at the table."""
    return names[seat] if names else say("game.seat", lang, number=seat + 1)


# Actions.


def describe(action: Mapping[str, Any], lang: str = "en") -> str:
    """An action in words: "Scout as machete"."""
    key = f"eldorado.action.{action.get('do')}{_variant(action)}"
    if not knows(key):
        raise IllegalAction(f"{dict(action)} is no action of El Dorado.")
    return _of_second_pawn(say(key, lang, **_shown(action, lang)), "action", action, lang)


def caption(action: Mapping[str, Any], lang: str = "en", at: Hex | None = None, by_symbol: bool = True) -> str:
    """An action for somebody who sees the table: "Step into the jungle, 2 machetes". `at` is the space it leads to."""
    if at is None:
        return describe(action, lang)
    if action["do"] == "enter":
        cards = say("eldorado.count.card", lang, count=at.power)
        text = say(f"eldorado.caption.enter.{at.terrain}", lang, cards=cards)
    else:
        text = say(f"eldorado.caption.{'finish' if at.finish else at.terrain}", lang)
        if by_symbol:
            asks = say(f"eldorado.count.{SYMBOL_OF[at.terrain]}", lang, count=at.power)
            text = say("eldorado.caption.asks", lang, step=text, asks=asks)
    return _of_second_pawn(text, "action", action, lang)


def _variant(action: Mapping[str, Any]) -> str:
    """Which of the sentences of this action, or of the event it causes, fits."""
    match action.get("do"):
        case "play":
            if "as" in action and "card" in action:
                return ".card"
            return ".native" if action.get("card") == "native" else ".token"
        case "step" | "enter":
            return ".blockade" if "blockade" in action else ".to"
        case "pay":
            return ".token" if "token" in action else ".card"
        case "use" if "token" in action:
            return ".keep" if "card" in action else ".token"
        case "use":
            return ".card"
    return ""


def _of_second_pawn(text: str, what: str, data: Mapping[str, Any], lang: str) -> str:
    """Only with two players has anybody a second pawn (ED-P2-02), so it is told only where it moves."""
    return say(f"eldorado.{what}.second", lang, **{what: text}) if data.get("pawn") == SECOND_PAWN else text


def _shown(data: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """The values of an action or event as people read them."""
    shown = dict(data)
    for name in ("to", "from", "at"):
        if isinstance(data.get(name), (list, tuple)):
            shown[name] = place(data[name])
    if "to" in shown:
        shown["place"] = shown["to"]
    if "blockade" in data:
        shown["number"] = data["blockade"]
    if data.get("card"):
        shown["card"] = card(data["card"], lang)
    if data.get("token"):
        shown["token"] = token(data["token"], lang)
    if data.get("as"):
        shown["symbol"] = symbol(data["as"], lang)
    if isinstance(data.get("cards"), (list, tuple)):
        shown["cards"] = ", ".join(card(name, lang) for name in data["cards"])
    return shown


# Events.

# What a journal can leave out, because the next line says it again.
DETAILS = frozenset(f"eldorado.{name}" for name in ("buy", "end", "enter", "pay", "stop", "taken"))


STEP, TURN = "eldorado.step", "eldorado.turn"


def journal_events(events: Iterable[Json]) -> Iterator[Json]:
    """What a journal tells: the first turn too, though nobody has done anything for it, and a walk as one line."""
    for event in _joined(_from_the_first_turn(iter(events))):
        if event["key"] not in DETAILS:
            yield event


def _from_the_first_turn(events: Iterator[Json]) -> Iterator[Json]:
    for event in events:
        if event["ply"] == 0:
            yield {"ply": 0, "seat": 0, "key": TURN, "round": 1}
        yield event
        break
    yield from events


def _joined(events: Iterable[Json]) -> Iterator[Json]:
    """Steps of one pawn that follow each other told as one walk."""
    walk: Json | None = None
    for event in events:
        if event["key"] == STEP and walk and (walk["seat"], walk["pawn"]) == (event["seat"], event["pawn"]):
            walk = {**walk, "to": event["to"]}
            continue
        if walk:
            yield walk
        walk = event if event["key"] == STEP else None
        if walk is None:
            yield event
    if walk:
        yield walk


def tell(event: Mapping[str, Any], lang: str = "en", names: Sequence[str] | None = None, you: int | None = None) -> str:
    """What happened, in a sentence. `names` are the players', `you` is the seat of the reader."""
    seat = event["seat"]
    shown = _shown(event, lang)
    shown["who"] = player(seat, lang, names) if seat >= 0 else ""
    shown["you"] = "yes" if seat == you else "no"
    if event["key"] == "eldorado.over":
        return _tell_over(event["ranking"], lang, names)
    text = say(_event_key(event), lang, **shown)
    if event["key"] == "eldorado.arrive":  # says itself whether it is one piece or the last one
        return text
    return _of_second_pawn(text, "event", event, lang)


def _event_key(event: Mapping[str, Any]) -> str:
    name = event["key"].removeprefix("eldorado.")
    key = f"eldorado.event.{name}"
    match name:
        case "play" | "enter" | "pay" | "use":
            kind = _variant({**event, "do": name})
            return key + (".token" if kind == ".keep" else kind)
        case "give":
            return key + (".removed" if event.get("removed") else ".played")
        case "draw" if event.get("cards"):
            return key + ".cards"
        case "bought" if "slot" in event:
            return key + ".above"
        case "arrive" if event.get("order"):
            return key + ".order"
    return key


def _tell_over(ranking: Sequence[int], lang: str, names: Sequence[str] | None) -> str:
    """Who arrived has a place alone; a shared first place means that nobody did."""
    first = [seat for seat, place_ in enumerate(ranking) if place_ == 1]
    if len(first) > 1:
        return say("eldorado.event.over.nobody", lang)
    return say("eldorado.event.over", lang, winner=player(first[0], lang, names))
