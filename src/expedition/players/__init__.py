"""Bots, weakest to strongest. A bot sees only what its seat may see.

`make_bot("eldorado", "guide")` makes one; `names(game)` lists them all, `levels(game)` those made for people.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from expedition.core.errors import SetupError
from expedition.core.registry import games
from expedition.core.words import say
from expedition.players.bot import Bot, Budget, EngineBot
from expedition.players.determinize import determinize

__all__ = ["Bot", "Budget", "EngineBot", "Level", "determinize", "levels", "make_bot", "names"]

LEVELS = ("rookie", "guide", "veteran", "legend")
BASELINES = ("random", "greedy", "planner", "search")


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent for people: its id, its name, and its character in one sentence."""

    id: str
    name: str
    about: str


def levels(game: str, lang: str = "en") -> list[Level]:
    """The levels of a game, weakest first."""
    _check(game)
    return [Level(i, say(f"level.{i}", lang), say(f"level.{i}.help", lang)) for i in LEVELS]


def names(game: str) -> list[str]:
    """Everyone `make_bot` knows for a game: the plain algorithms, then the levels for people."""
    _check(game)
    return [*BASELINES, *LEVELS]


def make_bot(game: str, name: str, seed: int = 0) -> EngineBot:
    """The bot of this name; SetupError lists those there are. The seed is its own and never the game's."""
    _check(game)
    makers = _eldorado() if game == "eldorado" else _silvergold()
    maker = makers.get(name.strip().lower()) if isinstance(name, str) else None
    if maker is None:
        raise SetupError(f"There is no bot {name!r} for {game}; there are {', '.join(makers)}.")
    return maker(seed)


def _check(game: str) -> None:
    if game not in games():
        raise SetupError(f"There is no game {game!r}; there are {', '.join(games())}.")


Maker = Callable[[int], EngineBot]


def _eldorado() -> dict[str, Maker]:
    from expedition.players.eldorado.bots import GreedyBot, PlannerBot, RandomBot, SearchBot

    return {
        "random": lambda seed: RandomBot("random", seed=seed),
        "greedy": lambda seed: GreedyBot("greedy", seed=seed),
        "planner": lambda seed: PlannerBot("planner", seed=seed),
        "search": lambda seed: SearchBot("search", Budget(playouts=100), seed=seed),
        "rookie": lambda seed: GreedyBot("rookie", seed=seed),
        "guide": lambda seed: PlannerBot("guide", seed=seed, nodes=60),
        "veteran": lambda seed: SearchBot("veteran", Budget(playouts=0), seed=seed),
        "legend": lambda seed: SearchBot("legend", Budget(seconds=1.5, playouts=300), seed=seed, finalists=12),
    }


def _silvergold() -> dict[str, Maker]:
    from expedition.players.silvergold.bots import GreedyBot, PlannerBot, RandomBot, SearchBot

    return {
        "random": lambda seed: RandomBot("random", seed=seed),
        "greedy": lambda seed: GreedyBot("greedy", seed=seed),
        "planner": lambda seed: PlannerBot("planner", seed=seed),
        "search": lambda seed: SearchBot("search", Budget(playouts=240), seed=seed),
        "rookie": lambda seed: GreedyBot("rookie", seed=seed),
        "guide": lambda seed: PlannerBot("guide", seed=seed, look=False, forgets=("cross", "seal")),
        "veteran": lambda seed: PlannerBot("veteran", seed=seed),
        "legend": lambda seed: SearchBot("legend", Budget(seconds=1.0, playouts=1500), seed=seed, breadth=16),
    }
