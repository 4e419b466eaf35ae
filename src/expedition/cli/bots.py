"""Computer opponents for the terminal: those of `expedition.players` by name, and two simple ones of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from expedition.core.errors import SetupError
from expedition.core.game import Game, State
from expedition.players import levels, make_bot

THINKING = 1.0  # seconds a choice may take
GUIDE = "guide"

Opponent = Callable[[State[Any], int], int]  # the action of a seat, from what that seat may see


def names(game: str) -> list[str]:
    """Whom one can play against."""
    return [*_levels(game), "walker", "random"]


def usual(game: str) -> str:
    """Who sits down when nobody is asked for: a fair evening, if there is one."""
    known = names(game)
    return GUIDE if GUIDE in known else known[0]


def opponent(game: Game[Any], name: str, seed: int) -> Opponent:
    """The opponent of this name; SetupError lists those there are."""
    name = name.strip().lower()
    known = _levels(game.name)
    if name in known:
        bot = make_bot(game.name, known[name])
        return lambda state, seat: int(bot.choose(state.information(seat), state.legal_actions(seat), THINKING))
    dice = random.Random(seed)
    if name == "random":
        return lambda state, seat: dice.choice(state.legal_actions(seat))
    if name == "walker":
        return lambda state, seat: _best(state, seat, dice)
    raise SetupError(f"There is no opponent {name!r}; there are {', '.join(names(game.name))}.")


def _levels(game: str) -> dict[str, str]:
    """The opponents `expedition.players` has for a game: as one types them, and as it calls them."""
    return {level.name.lower(): level.id for level in levels(game)}


def _best(state: State[Any], seat: int, dice: random.Random) -> int:
    """The first action of the whole move that looks best; between equals the dice decide."""
    view = state.view(seat)
    best = max(state.gestures(seat), key=lambda move: (state.game.gesture_worth(view, move), dice.random()))
    return state.from_dict(best["actions"][0])
