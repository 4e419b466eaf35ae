"""Why a turn is better: from what the search compared, not from a list of sayings.

A turn does things (it buys the Scout, it clears blockade 1). For each of them the search has compared turns that do it
and turns that do not; the one whose lack costs most is the reason, with a fact of the position that speaks for it.
Where none of them stands out it may be something the turn played did: every turn that does it is worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from expedition.analysis.search import Answer
from expedition.core.game import Game, Json
from expedition.core.insight import Claim, Insight, course_of
from expedition.core.words import say

ENOUGH = 0.01  # a lack that costs less is no reason: nobody could see it in the figures
SHARE = 0.15  # nor is one that explains less than this of what the turn played gave away
CLOSE = 0.7  # of two lacks that cost about the same, the one a game names first is told
# no cost is told by claims that name one turn, not something that many do, nor by coming closer, which all are out for
NO_COST = ("spaces", "marks", "steps", "least")
NOT = "not"  # the name of a reason whose value is a claim that the best turn does not make


@dataclass(frozen=True, slots=True)
class Reason:
    """What the best turn does that counts most; `without` is the best chance of all turns that do not.

    Named "not" it is what the best turn leaves undone: the value is the claim, `without` the best of all that do it.
    """

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
    least = max(ENOUGH, SHARE * (chances[0] - chances[played]))
    for claims in insight.claims(facts[0]):
        told = _telling(insight, claims, facts, chances, played)
        if told is not None and chances[0] - chances[told[1]] >= least:
            (name, value), without = told
            support = insight.support(name, courses[0], courses[without])
            return Reason(name, value, chances[0], chances[without], support)
    for claims in insight.claims(facts[played]) if played else ():
        found = _costing(insight, claims, facts, chances, played)
        if found is not None and chances[0] - chances[found[1]] >= least:
            return Reason(NOT, list(found[0]), chances[0], chances[found[1]], None)
    return None


def _telling(
    insight: Insight, claims: Sequence[Claim], facts: list[Json], chances: list[float], played: int
) -> tuple[Claim, int] | None:
    """The claim whose lack costs most, or about as much and named first, and the best turn that lacks it."""
    found: list[tuple[Claim, int]] = []
    for name, value in claims:
        lacking = [i for i in range(1, len(facts)) if insight.does(name, value, facts[i]) is False]
        if lacking and (played == 0 or played in lacking):
            found.append(((name, value), max(lacking, key=lambda i: chances[i])))
    return _first_of_the_most(found, chances)


def _costing(
    insight: Insight, claims: Sequence[Claim], facts: list[Json], chances: list[float], played: int
) -> tuple[Claim, int] | None:
    """The claim of the turn played that costs most, and the best turn that makes it; the best of all does not."""
    found: list[tuple[Claim, int]] = []
    for claim in (part for name, value in claims if value and name not in NO_COST for part in _parts(name, value)):
        doing = [i for i, one in enumerate(facts) if insight.does(*claim, one)]
        if played in doing and insight.does(*claim, facts[0]) is False:
            found.append((claim, max(doing, key=lambda i: chances[i])))
    return _first_of_the_most(found, chances)


def _parts(name: str, value: Any) -> list[Claim]:
    """A claim of several things as claims of each, and then of all."""
    several = isinstance(value, list) and len(value) > 1 and all(isinstance(one, str) for one in value)
    return [*((name, [one]) for one in dict.fromkeys(value)), (name, value)] if several else [(name, value)]


def _first_of_the_most(found: list[tuple[Claim, int]], chances: list[float]) -> tuple[Claim, int] | None:
    most = max((chances[0] - chances[i] for _, i in found), default=0.0)
    return next((one for one in found if chances[0] - chances[one[1]] >= CLOSE * most), None)


def tell_reason(insight: Insight, reason: Json, lang: str, played: tuple[float, int] | None = None) -> str:
    """A reason in a sentence or two; `played` is the chance of the turn played, and the figure it is told with."""
    name, value = reason["value"] if reason["name"] == NOT else (reason["name"], reason["value"])
    what = insight.tell_reason(name, value, lang)
    key = "review.reason.not" if reason["name"] == NOT else "review.reason"
    without = int(percent(reason["without"]))
    if played is not None:
        chance, figure = played
        without = figure if reason["without"] < chance + 0.0005 else max(without, figure)
    told = say(key, lang, what=what, without=without, best=percent(reason["best"]))
    if reason["support"] is not None:
        told += " " + insight.tell_support(reason["support"], lang)
    return told


def percent(chance: float) -> str:
    return f"{round(100 * chance)}"
