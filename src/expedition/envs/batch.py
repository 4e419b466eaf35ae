"""Many games at once on the compiled rules, with every array in place.

    env = BatchEnv("eldorado", 4096, players=2, route="first", seed=1)
    while training:
        env.step(policy(env.observations, env.masks))

All arrays are made once and written in place: keep references, copy what has to last. A finished game is dealt
anew at once; `done` and `rewards` tell of the one that ended, `observations`, `masks` and `seats` of the new one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.drivers.batch import choose_randomly, play_games, reset_games, step_games
from expedition.core.drivers.open_rules import rules_of
from expedition.core.game import Game
from expedition.core.jit import compiled
from expedition.core.registry import game_of, make


def described(game: Game[Any]) -> tuple[str, dict[str, Any], int]:
    """What a game can be made of again (`game_of`), for copies that travel."""
    return game.name, game.setup, game.rules_version


def linear_rewards(players: int) -> list[float]:
    """1 for the first place, -1 for the last, evenly spaced in between."""
    return [1 - 2 * i / (players - 1) for i in range(players)]


def check_rewards(players: int, rewards: Sequence[float] | None) -> npt.NDArray[np.float32]:
    """What each place is worth, the first one first."""
    worth = linear_rewards(players) if rewards is None else list(rewards)
    if len(worth) != players:
        raise ValueError(f"rewards needs one number for each of {players} places, not {len(worth)}.")
    return np.array(worth, np.float32)


def records(array: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
    """The same memory as one record for each row, which has the row as its only field."""
    return array.view([(name, array.dtype, array.shape[1:])])[:, 0]


class BatchEnv:
    """`count` games side by side.

    `seats[g]` is the seat to act in game g, `observations[g]` what it may know (fields: `game.observation_fields`),
    `masks[g]` its legal actions, `rewards[g]` what every seat got when `done[g]` is 1.
    """

    def __init__(
        self,
        game: str | Game[Any],
        count: int,
        *,
        seed: int = 0,
        rewards: Sequence[float] | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        if count < 1:
            raise ValueError(f"A batch has at least one game, not {count}.")
        self.game = make(game, **options) if isinstance(game, str) else game
        self.count = count
        self.seed = seed
        self.players = self.game.players
        self.worth = check_rewards(self.players, rewards)
        self.states = self.game.start(0).array(count)
        self.tables = self.game.tables().array(1)
        size = sum(length for _, length, _ in self.game.observation_fields)
        self.observations: npt.NDArray[np.int8] = np.zeros((count, size), np.int8)
        self.masks: npt.NDArray[np.int8] = np.zeros((count, self.game.num_actions), np.int8)
        self.rewards: npt.NDArray[np.float32] = np.zeros((count, self.players), np.float32)
        self.done: npt.NDArray[np.int8] = np.zeros(count, np.int8)
        self.seats: npt.NDArray[np.int8] = np.zeros(count, np.int8)
        self.numbers: npt.NDArray[np.int64] = np.zeros(count, np.int64)
        self.random_actions: npt.NDArray[np.int16] = np.zeros(count, np.int16)
        self._lists = np.zeros(count, [("count", np.int16), ("acts", np.int16, (self.game.num_actions,))])
        self._dice = (np.arange(count, dtype=np.int64) + 1 + seed) * 2654435761 & 0xFFFFFFFF | 1
        self._parts = self._split(threads or os.cpu_count() or 1)
        self._bind()
        self.reset()

    def _bind(self) -> None:
        """Take up the compiled rules, and the arrays as what these want: a record for each game."""
        rules = rules_of(self.game)
        self._reset = compiled(reset_games, **rules)
        self._step = compiled(step_games, **rules)
        self._choose = compiled(choose_randomly)
        self._rows, self._masks = records(self.observations, "row"), records(self.masks, "mask")
        self._die = records(self._dice[:, None], "die")

    def __getstate__(self) -> dict[str, Any]:
        """What a copy goes on from: the arrays, and the game as what it was made of; no machine code, no threads."""
        bound = ("_reset", "_step", "_choose", "_rows", "_masks", "_die", "_pool")
        kept = {name: value for name, value in self.__dict__.items() if name not in bound}
        return {**kept, "game": described(self.game)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = game_of(*state["game"])
        self._bind()

    def _split(self, threads: int) -> list[tuple[int, int]]:
        edges = [self.count * i // threads for i in range(threads + 1)]
        return [(a, b) for a, b in pairwise(edges) if a < b]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(len(self._parts))

    def _everywhere(self, work: Callable[[int, int], None]) -> None:
        """The rules release the interpreter lock, so each part of the batch runs on a core of its own."""
        if len(self._parts) == 1:
            work(*self._parts[0])
        else:
            list(self._pool.map(lambda part: work(*part), self._parts))

    def reset(self, seed: int | None = None) -> None:
        """Deal every game anew; the same seed gives the same games."""
        if seed is not None:
            self.seed = seed
        self.numbers[:] = 0
        self.done[:] = 0
        self.rewards[:] = 0
        self._everywhere(
            lambda first, last: self._reset(
                self.states, self.tables, self.seed, self.numbers, self.seats, self._lists, self._masks, self._rows,
                first, last,
            )
        )  # fmt: skip

    def step(self, actions: npt.ArrayLike) -> None:
        """One action in each game, by the seats in `seats`."""
        chosen = np.ascontiguousarray(actions, np.int16)
        if chosen.shape != (self.count,):
            raise ValueError(f"step takes one action for each of {self.count} games, not an array {chosen.shape}.")
        self._everywhere(
            lambda first, last: self._step(
                self.states, self.tables, self.seed, self.numbers, self.seats, chosen, self.players, self.worth,
                self._lists, self._masks, self._rows, self.rewards, self.done, first, last,
            )
        )  # fmt: skip

    def sample(self) -> npt.NDArray[np.int16]:
        """A uniformly random legal action for every game, in an array that is written anew each time."""
        self._everywhere(lambda first, last: self._choose(self._lists, self._die, self.random_actions, first, last))
        return self.random_actions

    def observation(self, game: int) -> dict[str, npt.NDArray[np.int8]]:
        """One game's row taken apart by field."""
        fields, start = {}, 0
        for name, length, _ in self.game.observation_fields:
            fields[name] = self.observations[game, start : start + length]
            start += length
        return fields


def play_random_games(game: Game[Any], count: int, seed: int = 0, limit: int = 1 << 30) -> tuple[Any, npt.NDArray[Any]]:
    """Final records and steps of `count` whole games of random play, on one core."""
    play = compiled(play_games, **rules_of(game))
    states = game.start(0).array(count)
    steps = np.zeros(count, np.int32)
    acts, dice = np.zeros(game.num_actions, np.int16), np.zeros(1, np.int64)
    play(states, game.tables().array(1), seed, acts, dice, steps, limit, 0, count)
    return states, steps
