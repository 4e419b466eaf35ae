"""The bots of the house and players of one's own, as a server seats them: `expedition serve --bot mine.py:Mine`.

Which ones there are stands in EXPEDITION_GUESTS, one a line, so that server and worker processes agree.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from expedition import players
from expedition.core.errors import SetupError
from expedition.players.bot import Bot
from expedition.players.guest import Guest, is_guest, short_name

VARIABLE = "EXPEDITION_GUESTS"


def invite(specs: Sequence[str], game: str) -> None:
    """Make guests known to this process and those it starts; each has to say hello first."""
    called: dict[str, str] = {}
    for spec in specs:
        if not is_guest(spec):
            raise SetupError(f"A player of your own is written file.py:Class or as a command, not {spec!r}.")
        name = short_name(spec)
        if name in called:
            raise SetupError(f"Two players are called {name}: {called[name]} and {spec}.")
        called[name] = spec
        guest = Guest(spec, game)
        try:
            guest.start()
        finally:
            guest.close()
    os.environ[VARIABLE] = "\n".join(specs)


def guests() -> dict[str, str]:
    """Names and how they are started."""
    return {short_name(spec): spec for spec in os.environ.get(VARIABLE, "").split("\n") if spec}


def levels(game: str, lang: str = "en") -> list[players.Level]:
    """The levels of a game, weakest first, then the guests."""
    return [*players.levels(game, lang), *(players.Level(name, name, spec) for name, spec in guests().items())]


def make_bot(game: str, name: str, seed: int = 0) -> Bot:
    """The bot of this name; only guests that were invited are ever started."""
    spec = guests().get(name)
    return players.make_bot(game, name, seed) if spec is None else Guest(spec, game, seed=seed)
