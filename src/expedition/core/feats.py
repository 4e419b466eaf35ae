"""What a seat achieved in a finished game: the facts that records, daily challenges and campaigns go by.

A game that has such facts keeps them in a module `feats` of its own package:

    feats(state, seat)    facts of one seat: numbers, and lists or counts of names
    variant(setup)        what records are kept apart by, such as the route
    GOAL                  what a daily challenge is about: facts in order of weight, each "low" or "high"
    day(number)           the setup of a day's challenge, from that day's number
    DATA                  the game's campaign (data/campaign.json)

A game without that module still has places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from expedition.core.registry import game_class, games
from expedition.core.types import Json

if TYPE_CHECKING:
    from expedition.core.game import State

Goal = Sequence[tuple[str, str]]


def _module(game: str) -> ModuleType | None:
    package = game_class(game).__module__.rpartition(".")[0]
    name = f"{package}.feats"
    return import_module(name) if package and find_spec(name) is not None else None


def feats(state: State[Any], seat: int) -> Json:
    """The facts of one seat of a finished game: its place and whatever the game itself counts."""
    module = _module(state.game.name)
    own: Json = {} if module is None else module.feats(state, seat)
    return {"place": state.ranking()[seat], "resigned": state.game.resigned(state.s, seat), **own}


def variant(game: str, setup: Mapping[str, Any]) -> str:
    module = _module(game)
    return "" if module is None else str(module.variant(setup))


def challenges() -> list[str]:
    """The games that have a challenge a day."""
    return [game for game in games() if _module(game) is not None]


def goal(game: str) -> Goal:
    module = _module(game)
    return () if module is None else module.GOAL


def day(game: str, number: int) -> Json:
    """The setup of a day's challenge."""
    module = _module(game)
    assert module is not None
    return module.day(number)  # type: ignore[no-any-return]


def campaign(game: str) -> list[Json]:
    """The steps of a game's campaign, easiest first."""
    module = _module(game)
    return [] if module is None else list(module.DATA["steps"])


def better_first(goal: Goal, facts: Mapping[str, Any]) -> tuple[float, ...]:
    """A key that sorts the better result first; whoever did not get there at all comes last."""
    worst = float("inf")
    return tuple(
        worst if facts.get(name) is None else float(facts[name]) * (1 if best == "low" else -1) for name, best in goal
    )


def reached(star: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    """Whether the facts of a game earn a star: every condition of it holds."""
    for condition in star["all"]:
        value = facts.get(condition["fact"])
        if value is None or value > condition.get("at_most", value) or value < condition.get("at_least", value):
            return False
    return not facts.get("resigned")
