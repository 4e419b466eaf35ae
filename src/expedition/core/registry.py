"""The games there are: two of the house, those that installed packages bring, and those that were registered.

A package brings a game by an entry point of the group `expedition.games`; a program registers one with `register`; and
the variable EXPEDITION_GAMES (`name=module:Class`, with commas between several) tells a process from outside.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from expedition.core.errors import SetupError, suggestion
from expedition.core.words import add_catalogues

if TYPE_CHECKING:
    from expedition.core.game import Game

VARIABLE = "EXPEDITION_GAMES"
GROUP = "expedition.games"

_HOUSE = {
    "eldorado": "expedition.eldorado.game:ElDorado",
    "silvergold": "expedition.silvergold.game:SilverGold",
}


def register(name: str, place: str) -> None:
    """Make a game known by the place of its class, `module:Class`: here, and in processes started from now on."""
    if not name.isidentifier() or name != name.lower() or place.count(":") != 1:
        raise SetupError(f"A game is registered as a small word and its module:Class, not {name!r} and {place!r}.")
    known = {**_named(os.environ.get(VARIABLE, "")), name: place}
    os.environ[VARIABLE] = ",".join(f"{one}={where}" for one, where in known.items())


def _named(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, place = part.partition("=")
        if not equals or place.count(":") != 1:
            raise SetupError(f"{VARIABLE} names games as name=module:Class, not {part!r}.")
        found[name.strip()] = place.strip()
    return found


@cache
def _installed() -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group=GROUP)}


def _places() -> dict[str, str]:
    return {**_HOUSE, **_installed(), **_named(os.environ.get(VARIABLE, ""))}


def games() -> list[str]:
    """The names `make` knows."""
    return list(_places())


def game_class(name: str) -> type[Game[Any]]:
    """The class of a game; SetupError lists those there are."""
    places = _places()
    if not isinstance(name, str) or name not in places:
        raise SetupError(f"There is no game {name!r}; there are {', '.join(places)}.{suggestion(name, places)}")
    found = _loaded(name, places[name])
    if found.catalogues is not None:
        add_catalogues(found.catalogues)
    return found


@cache
def _loaded(name: str, place: str) -> type[Game[Any]]:
    module, attribute = place.split(":")
    try:
        found: type[Game[Any]] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise SetupError(f"The game {name} is registered as {place}, which cannot be loaded: {error}.") from error
    return found


def make(name: str, **options: Any) -> Game[Any]:
    """A checked setup of a game; SetupError says in a sentence what cannot be."""
    known = game_class(name).schema()["properties"]
    for option in options:
        if option not in known:
            raise SetupError(f"{name} has no option {option!r}; there are {', '.join(known)}.")
    return game_class(name)(**options)


def game_of(name: str, setup: Mapping[str, Any], rules_version: int | None = None) -> Game[Any]:
    """The game of a set-up, made once and kept: games never change. Without a version it is the newest one's."""
    return _kept(name, json.dumps(setup, sort_keys=True), rules_version)


@lru_cache(maxsize=256)
def _kept(name: str, setup: str, rules_version: int | None) -> Game[Any]:
    made = make(name, **json.loads(setup))
    return made if rules_version is None else made.of_version(rules_version)
