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
SHARE = 0.25  # nor is one that explains less than this of what the turn played gave away
CLOSE = 0.7  # of two lacks that cost about the same, the one a game names first is told


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
    """The reason for the best turn of an answer, against the one played where there is one; None where nothing it did
    stands out."""
    turns = answer.turns
    courses = [course_of(game, position, seat, turn.actions) for turn in turns]
    facts = [insight.facts(course) for course in courses]
    chances = [float(turn.chances[seat]) for turn in turns]
    played = next((i for i, turn in enumerate(turns) if turn is answer.played), 0)
    lacking = {name: _lacking(facts, name) for name in insight.reasons if name in facts[0]}
    gaps = {
        name: chances[0] - max(chances[i] for i in some)
        for name, some in lacking.items()
        if some and (played == 0 or played in some)
    }
    most = max(gaps.values(), default=0.0)
    if most < ENOUGH or most < SHARE * (chances[0] - chances[played]):
        return None
    name = next(name for name, gap in gaps.items() if gap >= CLOSE * most)
    next_best = max(lacking[name], key=lambda i: chances[i])
    support = insight.support(name, courses[0], courses[next_best])
    return Reason(name, facts[0][name], chances[0], chances[next_best], support)


def _lacking(facts: list[Json], name: str) -> list[int]:
    """The turns that do not do what the best one does."""
    return [i for i in range(1, len(facts)) if facts[i].get(name) != facts[0][name]]


def tell_reason(insight: Insight, reason: Json, lang: str) -> str:
    """A reason in a sentence or two."""
    what = insight.tell_reason(reason["name"], reason["value"], lang)
    told = say("review.reason", lang, what=what, without=percent(reason["without"]), best=percent(reason["best"]))
    if reason["support"] is not None:
        told += " " + insight.tell_support(reason["support"], lang)
    return told


def percent(chance: float) -> str:
    return f"{round(100 * chance)}"
