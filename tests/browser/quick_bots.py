"""Opponents that choose at once and without a thought: the page is tested here, not their play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from expedition.players import make_bot as make_player


class Level(NamedTuple):
    id: str
    name: str
    about: str


class Wanderer:
    def choose(self, information: Any, actions: Sequence[int], budget: Any = None) -> int:
        return max(actions) if random.random() < 0.7 else random.choice(actions)  # mostly they end their turn


def levels(game: str) -> list[Level]:
    return [Level(name.lower(), name, "Wanders.") for name in ("Rookie", "Guide", "Veteran", "Legend")]


def make_bot(game: str, level: str) -> Any:
    """The Legend really plays, so that a game comes to its end."""
    return make_player(game, "Rookie") if level == "Legend" else Wanderer()
