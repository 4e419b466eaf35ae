"""One game on the compiled rules, for environments that are stepped from Python.

All arrays are made once; a step is one call into machine code that writes the next observation and mask in place.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.single import deal_one, observe_one, show_all, show_one, step_all, step_one
from expedition.core.game import Game, State, check_seed
from expedition.core.jit import compiled
from expedition.core.registry import game_of
from expedition.core.rng import SEED_BITS, seed_words
from expedition.envs.batch import check_rewards, described

Row = npt.NDArray[np.int8]


class SingleGame:
    """A game in progress. `seat` is to act, -1 when it is over; `row` and `mask` are what it sees and may do."""

    def __init__(self, game: Game[Any], rewards: Sequence[float] | None = None) -> None:
        self.game = game
        self.players = game.players
        self.size = sum(length for _, length, _ in game.observation_fields)
        self.seat = -1
        self.seed = 0
        self.row: Row = np.zeros(self.size, np.int8)
        self.mask: Row = np.zeros(game.num_actions, np.int8)
        self.reward: npt.NDArray[np.float32] = np.zeros(self.players, np.float32)
        self._worth = check_rewards(self.players, rewards)
        self._states = game.start(0).array(1)
        self._tables = game.tables().array(1)
        self._acts = np.zeros(game.num_actions, np.int16)
        self._other: Row = np.zeros(self.size, np.int8)
        self._seeds = random.Random(secrets.randbits(SEED_BITS))
        self._bind()

    def _bind(self) -> None:
        """Take up the compiled rules."""
        rules = rules_of(self.game)
        self._deal = compiled(deal_one, **rules)
        self._show = compiled(show_one, **rules)
        self._step = compiled(step_one, **rules)
        self._observe = compiled(observe_one, **rules)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy goes on from: everything but machine code, and the game as what it was made of."""
        kept = {name: value for name, value in self.__dict__.items() if not callable(value)}
        return {**kept, "game": described(self.game)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = game_of(*state["game"])
        self._bind()

    def position(self) -> Any:
        return self.game.position_type.load(self._states[0])

    def final_info(self) -> dict[str, Any]:
        """Of a finished game; see `final_info`."""
        return final_info(self.game, self.position())

    def lead(self, seat: int) -> float:
        """How far a seat is ahead of the best of the others, -1 to 1; 0 when the game is over."""
        s = self.position()
        if self.seat < 0 or self.game.actor(s) < 0:
            return 0.0
        tables = self.game.tables()
        far = [self.game.rule_standing(s, tables, k) for k in range(self.players)]
        ahead = far[seat] - max(far[k] for k in range(self.players) if k != seat)
        return max(-1.0, min(1.0, ahead / self.game.standing_scale))

    def deal(self, seed: int | None = None) -> None:
        """A fresh game: the one of `game.new(seed)`; without a seed the next of a sequence the last one began."""
        if seed is not None:
            self._seeds.seed(seed)
        self.seed = self._seeds.getrandbits(SEED_BITS) if seed is None else check_seed(seed)
        self.seat = self._deal(self._states, self._tables, *seed_words(self.seed))

    def show(self) -> None:
        """Write row and mask of the seat to act."""
        self._show(self._states, self._tables, self.seat, self._acts, self.mask, self.row)

    def step(self, action: int) -> int:
        """One action of the seat to act; returns the next one. An illegal action ends the game (see `rewards`)."""
        self.seat = self._step(
            self._states, self._tables, self.seat, action, self.players, self._worth, self._acts, self.mask, self.row,
            self.reward,
        )  # fmt: skip
        return self.seat

    def observe(self, seat: int) -> Row:
        """What a seat may know now, in an array of its own."""
        self._observe(self._states, self._tables, seat, self._other)
        return self._other.copy()

    def state(self) -> State[Any]:
        """The position as a state of the game's own interface; its log is empty."""
        return State(self.game, self.game.position_type.load(self._states[0]), None)


class Together(SingleGame):
    """A game in which all seats act at once: `rows` and `masks` are by seat, the last place of a mask is to wait."""

    def __init__(self, game: Game[Any], rewards: Sequence[float] | None = None) -> None:
        super().__init__(game, rewards)
        self.rows: Row = np.zeros((self.players, self.size), np.int8)
        self.masks: Row = np.zeros((self.players, game.num_actions + 1), np.int8)
        self._actions = np.zeros(self.players, np.int64)

    def _bind(self) -> None:
        super()._bind()
        rules = rules_of(self.game)
        self._show_all = compiled(show_all, **rules)
        self._step_all = compiled(step_all, **rules)

    def show(self) -> None:
        self._show_all(self._states, self._tables, self.players, self._acts, self.masks, self.rows)

    def step_together(self, actions: Sequence[int]) -> bool:
        """One action of every seat; whether the game goes on."""
        self._actions[:] = actions
        on = self._step_all(
            self._states, self._tables, self._actions, self.players, self._worth, self.masks, self.reward
        )
        self.show()
        return on == 1


def final_info(game: Game[Any], s: Any) -> dict[str, Any]:
    """Of a finished game: places by seat, points by seat where the game has any, and whether the limit of rounds ended
    it. Places are None where an illegal action ended it, not the rules."""
    if game.actor(s) >= 0:
        return {"places": None, "scores": None, "round_limit": False}
    points = game.scores(s)
    return {
        "places": game.ranking(s),
        "scores": None if points is None else [seat["total"] for seat in points],
        "round_limit": not game.winners(s),
    }


def fields_of(game: Game[Any], row: Row) -> dict[str, Row]:
    """A row, or rows one below the other, taken apart by field."""
    parts, start = {}, 0
    for name, length, _ in game.observation_fields:
        parts[name] = row[..., start : start + length]
        start += length
    return parts
