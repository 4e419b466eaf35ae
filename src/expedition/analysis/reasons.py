"""Why a turn is better: from what the search compared, not from a list of sayings.

A turn does things (it buys the Scout, it clears blockade 1). For each of them the search has compared turns that do it
and turns that do not; the one whose lack costs most is the reason, with a fact of the position that speaks for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from expedition.analysis.search import Answer
from expedition.core.game import Game, Json
from expedition.core.insight import Insight, course_of
from expedition.core.words import say

ENOUGH = 0.004  # a lack that costs less is no reason


@dataclass(frozen=True, slots=True)
class Reason:
    """What the best turn does that counts most; `without` is the best chance of all turns that do not."""

    name: str
    value: Any
    best: float
    without: float
    support: Json | None

    def to_json(self) -> Json:
        return {
            "name": self.name,
            "value": self.value,
            "best": self.best,
            "without": self.without,
            "support": self.support,
        }


def reason_for(game: Game[Any], insight: Insight, position: Any, seat: int, answer: Answer) -> Reason | None:
    """The reason for the best turn of an answer; None where nothing it did stands out."""
    courses = [course_of(game, position, seat, turn.actions) for turn in answer.turns]
    facts = [insight.facts(course) for course in courses]
    chances = [float(turn.chances[seat]) for turn in answer.turns]
    leading: tuple[float, str, int] | None = None
    for name in insight.reasons:
        others = [i for i in range(1, len(facts)) if facts[i].get(name) != facts[0].get(name)]
        if name not in facts[0] or not others:
            continue
        next_best = max(others, key=lambda i: chances[i])
        if leading is None or chances[0] - chances[next_best] > leading[0] + 1e-9:
            leading = (chances[0] - chances[next_best], name, next_best)
    if leading is None or leading[0] < ENOUGH:
        return None
    _, name, next_best = leading
    support = insight.support(name, courses[0], courses[next_best])
    return Reason(name, facts[0][name], chances[0], chances[next_best], support)


def tell_reason(insight: Insight, reason: Json, lang: str) -> str:
    """A reason in a sentence or two."""
    what = insight.tell_reason(reason["name"], reason["value"], lang)
    told = say("review.reason", lang, what=what, without=percent(reason["without"]), best=percent(reason["best"]))
    if reason["support"] is not None:
        told += " " + insight.tell_support(reason["support"], lang)
    return told


def percent(chance: float) -> str:
    return f"{round(100 * chance)}"
