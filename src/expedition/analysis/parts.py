"""A review in parts, for programs that show how far it is and may stop: measure, then every part, then the whole.

Functions take plain data and answer with data that travels between processes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module

from expedition.analysis import coach, puzzles
from expedition.analysis.compare import Effort
from expedition.analysis.decisions import Decision, decisions_of, finished
from expedition.analysis.evaluator import Evaluator
from expedition.analysis.game_review import TOGETHER, answer_some, assemble
from expedition.analysis.positions import Positions
from expedition.analysis.search import Answer
from expedition.core.errors import ExpeditionError, IllegalAction, RecordError
from expedition.core.game import Json
from expedition.core.record import Record

LONGEST = 1500  # decisions; a long game of four players has a third of them


def judge_named(name: str, game: str) -> Evaluator:
    """The evaluator `module:function` makes for a game."""
    module, _, function = name.partition(":")
    made: Evaluator = getattr(import_module(module), function)(game)
    return made


@lru_cache(maxsize=2)
def _read(text: str) -> tuple[Record, list[Decision]]:
    try:
        record = finished(Record.parse(json.loads(text)))
        return record, decisions_of(record)
    except (TypeError, ValueError, KeyError, OverflowError, RecursionError) as error:
        raise error if isinstance(error, ExpeditionError) else RecordError(f"The record is damaged: {error}") from None


def measure(text: str) -> int:
    """How many decisions there are to think about; RecordError where there can be no review."""
    _, decisions = _read(text)
    if len(decisions) > LONGEST:
        raise RecordError(f"This game has {len(decisions)} decisions; up to {LONGEST} are reviewed.")
    return len(decisions)


def prepare(text: str, judge: str) -> None:
    """Whatever is slow the first time on a machine: the rules are compiled, or brought if they are."""
    record, decisions = _read(text)
    positions = Positions(record.game, judge_named(judge, record.game.name))
    answer_some(positions, decisions[:1], Effort(1, 2, 1, 1, 1, 1, 1))
    states, _ = positions.fresh(1, 0)
    positions.results(states)


def part(text: str, judge: str, first: int) -> list[Answer]:
    """The answers to the decisions from `first` on, TOGETHER of them."""
    record, decisions = _read(text)
    positions = Positions(record.game, judge_named(judge, record.game.name))
    return answer_some(positions, decisions[first : first + TOGETHER], Effort(), first)


def whole(text: str, judge: str, answers: Sequence[Answer]) -> Json:
    record, decisions = _read(text)
    positions = Positions(record.game, judge_named(judge, record.game.name))
    return assemble(record, positions, decisions, list(answers))


def advise(data: Json, judge: str, seat: int, own: Sequence[Json], lang: str) -> Json:
    return coach.advise(data, seat, own, lang, judge_named(judge, data["game"]))


def check(data: Json, judge: str, seat: int, own: Sequence[Json], following: Sequence[Json], lang: str) -> Json:
    return coach.check(data, seat, own, following, lang, judge_named(judge, data["game"]))


def believed(claims: Sequence[tuple[Json, Sequence[Json]]], judge: str, most: int) -> list[str]:
    """Of puzzles and turns said to solve them the ids of those that are solved. Turns that are not those that ship are
    thought about, at most so many of them."""
    solved = [one["id"] for one, actions in claims if puzzles.is_solution(one, actions)]
    others = [(one, actions) for one, actions in claims if one["id"] not in solved][:most]
    return solved + [one["id"] for one, actions in others if _solves(one, judge, actions)]


def _solves(one: Json, judge: str, actions: Sequence[Json]) -> bool:
    try:
        return bool(attempt(one, judge, actions, "en")["solved"])
    except ExpeditionError:
        return False


def attempt(one: Json, judge: str, actions: Sequence[Json], lang: str) -> Json:
    try:
        return puzzles.attempt(one, actions, lang, judge_named(judge, one["game"]))
    except (TypeError, ValueError, KeyError) as error:
        raise error if isinstance(error, ExpeditionError) else IllegalAction("This turn cannot be played.") from None
