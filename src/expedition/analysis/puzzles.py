"""Puzzles: positions with one clearly best turn. They ship in one file, a puzzle a line; `mine.py` makes it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from expedition.analysis.coach import ask
from expedition.analysis.evaluator import Evaluator
from expedition.analysis.reasons import percent, tell_reason
from expedition.analysis.words import advised
from expedition.core.errors import ExpeditionError, IllegalAction, SetupError
from expedition.core.game import Game, Json, State
from expedition.core.insight import Insight, course_of, insight_of
from expedition.core.registry import game_of
from expedition.core.words import say

FORMAT = "expedition-puzzles/1"
GRADES = ("easy", "medium", "hard")
FILE = "puzzles.jsonl"
SLACK = 0.3  # of the margin: a turn that comes so close to the solution solves the puzzle too


@cache
def all_puzzles() -> dict[str, Json]:
    """By id, in the order of the file."""
    found = files("expedition.analysis") / "data" / FILE
    if not found.is_file():
        return {}
    lines = found.read_text(encoding="utf-8").splitlines()
    return {puzzle["id"]: puzzle for puzzle in map(json.loads, lines[1:])}


def puzzle(name: str) -> Json:
    if name not in all_puzzles():
        raise SetupError(f"There is no puzzle {name!r}.")
    return all_puzzles()[name]


def listed(game: str) -> list[Json]:
    """The puzzles of a game, easy ones first, without their solutions."""
    some = [one for one in all_puzzles().values() if one["game"] == game]
    return [{"id": one["id"], "grade": one["grade"], "players": one["position"]["setup"]["players"]} for one in some]


def of_the_day(game: str, day: date) -> str | None:
    """The same for everybody: all puzzles of a game in an order of their own, one a day, then from the front."""
    some = sorted(
        (one["id"] for one in all_puzzles().values() if one["game"] == game), key=lambda name: _mixed(name, 2026)
    )
    return some[day.toordinal() % len(some)] if some else None


def _mixed(name: str, salt: int) -> int:
    """A number that looks random and is the same everywhere."""
    mixed = salt
    for letter in name:
        mixed = (mixed * 1_000_003 ^ ord(letter)) & 0xFFFFFFFF
    return (mixed * 2_654_435_761) & 0xFFFFFFFF


def beginning(one: Json) -> State[Any]:
    game: Game[Any] = game_of(one["game"], one["position"]["setup"])
    return game.restore(one["position"])


def after(one: Json, actions: Sequence[Json]) -> tuple[State[Any], list[int], bool]:
    """The state after some actions of the puzzle's seat, their numbers, and whether its turn is over: whatever would
    be drawn or revealed then is nobody's business."""
    state, seat = beginning(one), one["seat"]
    start = state.game.floor(state.s)
    numbers: list[int] = []
    for action in actions:
        if numbers and (seat not in state.actors or state.game.floor(state.s) != start):
            raise IllegalAction("The turn of this puzzle is over.")
        number = state.from_dict(action)
        if number >= state.game.num_actions:
            raise IllegalAction("Giving up is no turn of a puzzle.")
        state.apply(number, seat)
        numbers.append(number)
    over = seat not in state.actors or state.game.floor(state.s) != start
    return state, numbers, over


def look(one: Json, actions: Sequence[Json]) -> Json:
    """The table as the puzzle's seat sees it after some actions, with what it may do. Where the last action of the
    turn brought something to light, the table is the one before it; where it did not, it lies on the table too."""
    state, numbers, over = after(one, actions)
    seat = one["seat"]
    start = beginning(one)
    told = state.game.floor(state.s) != start.game.floor(start.s)
    shown = after(one, actions[:-1])[0] if over and told else state
    return {
        "view": shown.view(seat),
        "gestures": [] if over else shown.gestures(seat),
        "events": shown.events(0, seat),
        "over": over,
        "done": len(numbers),
    }


def is_solution(one: Json, actions: Sequence[Json]) -> bool:
    """Whether these actions, played from the puzzle's position, are its solution or come to the same table."""
    if list(actions) == one["solution"]:
        return True
    try:
        tried, _, over = after(one, actions)
    except (ExpeditionError, KeyError, TypeError, ValueError):
        return False
    return over and tried.view(one["seat"]) == after(one, one["solution"])[0].view(one["seat"])


def attempt(one: Json, actions: Sequence[Json], lang: str = "en", evaluator: Evaluator | None = None) -> Json:
    """Whether a whole turn solves the puzzle, and why not where it does not."""
    state = beginning(one)
    _, numbers, over = after(one, actions)
    if not over:
        raise IllegalAction("The turn is not over yet.")
    insight = insight_of(state.game)
    tried = insight.facts(course_of(state.game, state.s, one["seat"], numbers))
    if list(actions) == one["solution"]:
        chance, solved = one["chance"], True
    else:
        found = ask(state, one["seat"], tuple(numbers), evaluator)
        assert found.played is not None
        loss = float(found.best.chances[one["seat"]] - found.played.chances[one["seat"]])
        chance = max(0.0, one["chance"] - max(0.0, loss))
        solved = loss <= SLACK * one["margin"]
    text = insight.tell(tried, lang)
    why = say(
        "puzzle.solved" if solved else "puzzle.why_not", lang, chance=percent(chance), best=percent(one["chance"])
    )
    return {"solved": solved, "text": text, "why": why, "chance": round(chance, 4)}


def _why(insight: Insight, one: Json, lang: str) -> str:
    """The reason where it is something the solution does; else how far ahead it is."""
    reason = one["reason"]
    if any((reason["name"], reason["value"]) in claims for claims in insight.claims(one["facts"])):
        return tell_reason(insight, reason, lang)
    lead = {"best": percent(one["chance"]), "next": percent(one["chance"] - one["margin"])}
    return say("review.reason.close", lang, turns=one["turns"], **lead)


def _hint(insight: Insight, one: Json, lang: str) -> str:
    """Of the first thing the solution does: facts do not say whether a card or a token comes first."""
    state, numbers, _ = after(one, one["solution"])
    s = beginning(one).s
    hints = [
        insight.hint(insight.facts(course_of(state.game, s, one["seat"], numbers[:count])), lang)
        for count in range(len(numbers))
    ]
    return next((hint for hint in hints if hint != hints[0]), insight.hint(one["facts"], lang))


def answer_of(one: Json, lang: str = "en") -> Json:
    """The solution: its actions, in words, and why."""
    state = beginning(one)
    insight = insight_of(state.game)
    course = course_of(state.game, state.s, one["seat"], after(one, one["solution"])[1])
    return {
        "actions": one["solution"],
        "text": advised(insight, one["facts"], insight.is_open(course), lang),
        "why": _why(insight, one, lang),
        "hint": _hint(insight, one, lang),
        "facts": one["facts"],
        "reason": one["reason"],
        "chance": one["chance"],
        "margin": one["margin"],
    }
