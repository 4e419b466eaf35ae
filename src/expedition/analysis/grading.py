"""How hard a puzzle is: how often each level finds its solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from expedition.analysis.puzzles import beginning
from expedition.core.game import Game, Json, State
from expedition.core.insight import course_of, insight_of
from expedition.players import Budget, make_bot

TRIES = {"rookie": 6, "guide": 6, "veteran": 1, "legend": 2}  # with a seed each; Veteran always plays the same
THOUGHT = Budget(playouts=48)  # so much each of them may think
EASY, MEDIUM = 0.6, 0.25  # of the tries, the mean over the levels


def graded(one: Json) -> Json:
    """The puzzle with how often each level finds it, and a grade made of that."""
    state, solution = solved(one)
    found = {
        level: round(
            sum(_finds(state, one["seat"], solution, make_bot(one["game"], level, seed)) for seed in range(tries))
            / tries,
            3,
        )
        for level, tries in TRIES.items()
    }
    share = sum(found.values()) / len(found)
    return {**one, "found": found, "grade": "easy" if share > EASY else "medium" if share > MEDIUM else "hard"}


def solved(one: Json) -> tuple[State[Any], list[int]]:
    """The beginning of a puzzle, and its solution as numbers."""
    state = beginning(one)
    numbers, s = [], state.s.copy()
    for action in one["solution"]:
        numbers.append(state.game.action_from_dict(s, action))
        state.game.play(s, one["seat"], numbers[-1])
    return state, numbers


def _finds(state: State[Any], seat: int, solution: Sequence[int], bot: Any) -> bool:
    """Whether a bot plays the solution or a turn that comes to the same."""
    game = state.game
    s = state.s.copy()
    floor = game.floor(s)
    played: list[int] = []
    while game.owes(s, seat) and game.floor(s) == floor and len(played) < 60:
        action = int(bot.choose_state(State(game, s.copy(), None), seat, THOUGHT))
        game.play(s, seat, action)
        played.append(action)
    return _outcome(game, state.s, seat, played) == _outcome(game, state.s, seat, solution)


def _outcome(game: Game[Any], position: Any, seat: int, actions: Sequence[int]) -> Json:
    facts = insight_of(game).facts(course_of(game, position, seat, actions))
    return {name: value for name, value in facts.items() if name not in ("cards", "moves", "pattern")}
