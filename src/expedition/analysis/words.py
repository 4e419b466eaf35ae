"""The sentences of a review in a language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from expedition.analysis.grades import whole_percent
from expedition.analysis.headline import headline
from expedition.analysis.reasons import percent, tell_reason
from expedition.core.game import Json
from expedition.core.insight import Insight, insight_of
from expedition.core.registry import make
from expedition.core.words import knows, say


def told(review: Json, lang: str = "en", seat: int | None = None) -> Json:
    """A review with its sentences written in, addressed to a seat, or to nobody: then it begins with the winner."""
    insight = insight_of(make(review["game"], **review["setup"]))
    head = headline(review, seat)
    return {
        **review,
        "judge": review["judge"].removeprefix("network "),  # its sentence says what it is
        "reader": head["seat"],
        "headline": {**head, "text": tell_headline(head, names(review, lang), lang)},
        "turns": [_turn(insight, turn, lang) for turn in review["turns"]],
    }


def _turn(insight: Insight, turn: Json, lang: str) -> Json:
    made = {
        **turn,
        "text": say("review.resigned", lang) if turn["grade"] == "resigned" else insight.tell(turn["played"], lang),
    }
    better = turn["better"]
    if better is not None:
        reason = better["reason"]
        best, instead = _figures(better, turn["loss"])
        played = (better["instead"], instead)
        why = tell_reason(insight, reason, lang, played) if reason is not None else _whole(best, instead, lang)
        part = _part(best - instead, turn["loss"], lang)
        text, told_played = (
            advised(insight, insight.joined(better["before"], better[name]), better["open"], lang)
            for name in ("facts", "played")
        )
        made["better"] = {
            **better,
            "percent": {"chance": best, "instead": instead},
            "text": say("review.another_way", lang, turn=text) if text == told_played else text,
            "why": f"{why} {part}" if part else why,
        }
    return made


def advised(insight: Insight, facts: Json, is_open: bool, lang: str) -> str:
    """A turn as something to do; one that brings something to light is told up to there."""
    text = insight.tell(facts, lang, advice=True)
    return say("review.open", lang, turn=text) if is_open else text


def _figures(better: Json, loss: float) -> tuple[int, int]:
    """The better turn's chance and that of the one played, in whole percent as far apart as the loss is told to be."""
    best, instead = int(percent(better["chance"])), int(percent(better["instead"]))
    is_whole = abs(better["chance"] - better["instead"] - loss) < 0.001
    return best, max(0, best - whole_percent(loss)) if is_whole else instead


def _whole(best: int, instead: int, lang: str) -> str:
    """Where no single thing decides: what the whole turn comes to, against the one played."""
    if best == instead:
        return say("review.reason.hardly", lang)
    return say("review.reason.none", lang, best=best, instead=instead)


def _part(here: int, loss: float, lang: str) -> str:
    """Where a turn was decided in parts and others of them cost something too: what this part cost of the whole."""
    whole = whole_percent(loss)
    return say("review.reason.part", lang, here=here, whole=whole) if whole - here >= 2 else ""


def names(review: Json, lang: str) -> list[str]:
    """What the seats are called: people by their names, computers by their level in this language."""
    called: list[str] = []
    for number in range(len(review["ranking"])):
        seat = review["seats"][number] if number < len(review["seats"]) else {}
        name = str(seat.get("name") or say("game.seat", lang, number=number + 1))
        level = f"level.{name.lower()}"
        called.append(say(level, lang) if seat.get("kind") == "bot" and knows(level) else name)
    return called


def tell_headline(head: Json, who: Sequence[str], lang: str) -> str:
    data: dict[str, Any] = {key: value for key, value in head.items() if key not in ("key", "seat", "winner")}
    if "rounds" in data:
        numbers = data.pop("rounds")
        data["count"] = len(numbers)
        data["rounds"] = say("review.and", lang, one=numbers[0], other=numbers[-1]) if len(numbers) > 1 else numbers[0]
    return say(head["key"], lang, **data, winner=who[head["winner"]], you=who[head["seat"]])
