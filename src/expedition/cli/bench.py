"""How fast the rules run on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.random_play import random_game, seed_dice
from expedition.core.game import Game
from expedition.core.jit import interpreted
from expedition.core.registry import game_class, make

ENDLESS = 1 << 40
AT_ONCE = 500  # games of one call into machine code


@dataclass(frozen=True)
class Figures:
    """Uniformly random legal play of whole games, deals included, the legal list built at every step.

    One core: seconds are those of the processor, so that other programs do little harm.
    """

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
    for setup in game_class(game).bench_setups:
        made = make(game, **setup)
        yield _figures(made, setup, "compiled", _compiled_games(made), seconds, on_progress)
        yield _figures(made, setup, "interpreted", _interpreted_games(made), seconds, on_progress)


Games = Callable[[int], tuple[int, int]]  # plays some games of a seed: how many, and their steps


def _compiled_games(game: Game[Any]) -> Games:
    from expedition.envs.batch import play_random_games

    def some(seed: int) -> tuple[int, int]:
        return AT_ONCE, int(play_random_games(game, AT_ONCE, seed)[1].sum())

    some(0)  # compiles
    return some


def _interpreted_games(game: Game[Any]) -> Games:
    play = interpreted(random_game, **rules_of(game))
    acts, tables = [0] * game.num_actions, game.tables()

    def one(seed: int) -> tuple[int, int]:
        dice = [0]
        seed_dice(dice, seed)
        return 1, play(game.start(seed), tables, acts, dice, ENDLESS)

    return one


def _figures(
    game: Game[Any],
    setup: dict[str, Any],
    target: str,
    some: Games,
    seconds: float,
    on_progress: Callable[[float], None],
) -> Figures:
    games = steps = 0
    start = now = last = time.process_time()
    while now - start < seconds or not games:
        played, made = some(games)
        games += played
        steps += made
        now = time.process_time()
        if now - last > 0.1:
            on_progress(now - last)
            last = now
    on_progress(now - last)
    took = now - start
    size = game.position_type.dtype().itemsize
    return Figures(setup, target, round(steps / took), round(games / took, 2), round(steps / games, 1), size)
