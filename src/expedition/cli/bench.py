"""How fast the rules run on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from expedition.core.game import Game
from expedition.core.jit import compiled, interpreted
from expedition.core.play import random_game, seed_dice
from expedition.core.registry import make

ENDLESS = 1 << 40
DEALS = 64  # different games that are played again and again

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "eldorado": [
        {"players": 4, "route": "first", "max_rounds": 100},
        {"players": 2, "route": "swamplands", "caves": True, "max_rounds": 100},
    ],
    "silvergold": [{"players": 4}, {"players": 2}],
}


@dataclass(frozen=True)
class Figures:
    """Uniformly random legal play, the legal list built at every step, one core."""

    setup: dict[str, Any]
    target: str
    steps_per_second: float
    games_per_second: float
    steps_per_game: float
    state_bytes: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def measure(game: str, seconds: float, on_progress: Callable[[float], None] = lambda done: None) -> Iterator[Figures]:
    """Each variant compiled and interpreted, `seconds` each."""
    for setup in VARIANTS[game]:
        made = make(game, **setup)
        yield _figures(made, setup, "compiled", _compiled_games(made), seconds, on_progress)
        yield _figures(made, setup, "interpreted", _interpreted_games(made), seconds, on_progress)


def _rules(game: Game[Any]) -> dict[str, Any]:
    return {"actor": game.rule_actor, "legal": game.rule_legal, "apply": game.rule_apply}


def _compiled_games(game: Game[Any]) -> Callable[[int], int]:
    import numpy as np

    play = compiled(random_game, **_rules(game))
    tables = game.tables().array(1)
    acts: Any = np.zeros(game.num_actions, np.int16)
    dice: Any = np.zeros(1, np.int64)
    deals = [game.start(seed).array(1) for seed in range(DEALS)]
    place = deals[0].copy()

    def one(seed: int) -> int:
        place[:] = deals[seed % DEALS]
        seed_dice(dice, seed)
        return play(place[0], tables[0], acts, dice, ENDLESS)

    one(0)  # compiles
    return one


def _interpreted_games(game: Game[Any]) -> Callable[[int], int]:
    play = interpreted(random_game, **_rules(game))
    acts, tables = [0] * game.num_actions, game.tables()
    deals = [game.start(seed) for seed in range(DEALS)]

    def one(seed: int) -> int:
        dice = [0]
        seed_dice(dice, seed)
        return play(deals[seed % DEALS].copy(), tables, acts, dice, ENDLESS)

    return one


def _figures(
    game: Game[Any],
    setup: dict[str, Any],
    target: str,
    one: Callable[[int], int],
    seconds: float,
    on_progress: Callable[[float], None],
) -> Figures:
    games = steps = 0
    start = now = last = time.perf_counter()
    while now - start < seconds or not games:
        steps += one(games)
        games += 1
        now = time.perf_counter()
        if now - last > 0.1:
            on_progress(now - last)
            last = now
    on_progress(now - last)
    took = now - start
    size = game.position_type.dtype().itemsize
    return Figures(setup, target, round(steps / took), round(games / took, 2), round(steps / games, 1), size)
