"""Computer opponents for the terminal: those of `expedition.players` by name, one's own, and a simple walker."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from expedition import players
from expedition.core.errors import SetupError, suggestion
from expedition.core.game import Game, State
from expedition.players import levels, make_bot
from expedition.players.guest import Guest, is_guest

THINKING = 1.0  # seconds a choice may take
GUIDE = "guide"
WALKER = "walker"  # the whole move that looks best at once

Opponent = Callable[[State[Any], int], int]  # the action of a seat, from what that seat may see


def names(game: str) -> list[str]:
    """Whom one can play against: the levels for people first."""
    known = [level.id for level in levels(game)]
    return [*known, *(name for name in players.names(game) if name not in known), WALKER]


def usual(game: str) -> str:
    """Who sits down when nobody is asked for: a fair evening, if there is one."""
    known = names(game)
    return GUIDE if GUIDE in known else known[0]


def called(name: str) -> str:
    """A name as it is kept: those of the house in small letters, a player of one's own as it was written."""
    return name.strip() if is_guest(name) else name.strip().lower()


def opponent(game: Game[Any], name: str, seed: int) -> Opponent:
    """The opponent of this name; SetupError lists those there are."""
    name = called(name)
    if is_guest(name):
        return GuestOpponent(game, name, seed)
    known = {level.name.lower(): level.id for level in levels(game.name)}
    dice = random.Random(seed)
    if name == "random":
        return lambda state, seat: dice.choice(state.legal_actions(seat))
    if name == WALKER:
        return lambda state, seat: _best(state, seat, dice)
    if name in known or name in players.names(game.name):
        bot = make_bot(game.name, known.get(name, name))
        return lambda state, seat: int(bot.choose(state.information(seat), state.legal_actions(seat), THINKING))
    others = names(game.name)
    raise SetupError(
        f"There is no opponent {name!r}; there are {', '.join(others)}, and your own as file.py:Class."
        f"{suggestion(name, others)}"
    )


class GuestOpponent:
    """A player of one's own at the table."""

    def __init__(self, game: Game[Any], spec: str, seed: int) -> None:
        self.guest = Guest(spec, game.name)
        self.guest.start()
        self._seed = seed

    def __call__(self, state: State[Any], seat: int) -> int:
        if not self.guest.is_playing:
            self.guest.begin(state.game.setup, seat, self._seed)
        return self.guest.act(state, seat)

    @property
    def complaint(self) -> str:
        """What went wrong with it, or nothing."""
        found = [f"{count} {kind}" for kind, count in self.guest.faults.to_dict().items() if count]
        return (
            f"{self.guest.name}: {', '.join(found)}; any legal action was played instead (last: {self.guest.trouble})."
            if found
            else ""
        )


def _best(state: State[Any], seat: int, dice: random.Random) -> int:
    """The first action of the whole move that looks best; between equals the dice decide."""
    view = state.view(seat)
    best = max(state.gestures(seat), key=lambda move: (state.game.gesture_worth(view, move), dice.random()))
    return state.from_dict(best["actions"][0])
