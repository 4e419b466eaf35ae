"""The games there are. A new game is one more line."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from expedition.core.errors import SetupError

if TYPE_CHECKING:
    from expedition.core.game import Game

_GAMES = {
    "eldorado": "expedition.eldorado.game:ElDorado",
    "silvergold": "expedition.silvergold.game:SilverGold",
}


def games() -> list[str]:
    """The names `make` knows."""
    return list(_GAMES)


def game_class(name: str) -> type[Game[Any]]:
    if not isinstance(name, str) or name not in _GAMES:
        raise SetupError(f"There is no game {name!r}; there are {', '.join(_GAMES)}.")
    module, attribute = _GAMES[name].split(":")
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]


def make(name: str, **options: Any) -> Game[Any]:
    """A checked setup of a game; SetupError says in a sentence what cannot be."""
    known = game_class(name).schema()["properties"]
    for option in options:
        if option not in known:
            raise SetupError(f"{name} has no option {option!r}; there are {', '.join(known)}.")
    return game_class(name)(**options)
