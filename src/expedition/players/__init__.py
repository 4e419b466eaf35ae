"""Bots, weakest to strongest. A bot sees only what its seat may see.

`make_bot("eldorado", "guide")` makes one; `names(game)` lists them all, `levels(game)` those made for people. A game
names the module of its bots (`Game.players_module`); one that brings none is played by those of `players.anybody`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from expedition.core.errors import SetupError, suggestion
from expedition.core.game import Game, State
from expedition.core.registry import game_class
from expedition.core.types import Json
from expedition.core.words import knows, say
from expedition.players.bot import Bot, Budget, EngineBot

__all__ = ["Bot", "Budget", "EngineBot", "Level", "determinize", "levels", "make_bot", "names"]


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent for people: its id, its name, and its character in one sentence."""

    id: str
    name: str
    about: str


def bots_of(game: str) -> Any:
    """The module of a game's bots; SetupError if the game is not registered or its bots cannot be loaded."""
    place = game_class(game).players_module
    try:
        return import_module(place)
    except ImportError as error:
        raise SetupError(f"The bots of {game} are registered as {place}, which cannot be loaded: {error}.") from error


def levels(game: str, lang: str = "en") -> list[Level]:
    """The levels of a game, weakest first."""
    return [_level(name, lang) for name in bots_of(game).LEVELS]


def _level(name: str, lang: str) -> Level:
    key = f"level.{name}"
    if not knows(key):
        return Level(name, name.capitalize(), "")
    return Level(name, say(key, lang), say(f"{key}.help", lang))


def names(game: str) -> list[str]:
    """Everyone `make_bot` knows for a game: the plain algorithms, then the levels for people."""
    return list(bots_of(game).makers())


def make_bot(game: str, name: str, seed: int = 0) -> EngineBot:
    """The bot of this name; SetupError lists those there are. The seed is its own and never the game's."""
    makers = bots_of(game).makers()
    maker = makers.get(name.strip().lower()) if isinstance(name, str) else None
    if maker is None:
        raise SetupError(
            f"There is no bot {name!r} for {game}; there are {', '.join(makers)}.{suggestion(name, makers)}"
        )
    made: EngineBot = maker(seed)
    return made


def determinize(game: Game[Any], information: Json) -> State[Any]:
    """A state consistent with an information; what is unknown lies in some order, to be dealt anew."""
    return game.determinize(information)
