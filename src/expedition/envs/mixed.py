"""Games of many set-ups side by side, each from one real choice to the next: what self-play learns from.

    games = MixedGames([Part(make("eldorado", players=2), 512), Part(make("eldorado", players=4), 512, boards)], seed=1)
    now = games.slot(); games.reset(now)
    while training:
        following = games.slot(); games.step(policy(now.rows, now.masks), now, following); now = following

Unlike `BatchEnv` there is one batch for all player counts, routes and variants, positions with a single legal action
are played on at once, and all arrays have the number first and the game last, padded to a multiple of `PAD`, the way
matrices are multiplied. The caller owns the arrays: a rollout is filled in place, nothing is copied. `CudaMixedGames`
(envs/cuda.py) does the same on a GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.drivers.batch import next_choices
from expedition.core.drivers.open_rules import rules_of
from expedition.core.game import Game
from expedition.core.jit import compiled

SEATS = 4
PAD = 64


def padded(size: int) -> int:
    return -(-size // PAD) * PAD


@dataclass(frozen=True)
class Part:
    """Some games of one set-up, on its own board or, deal after deal, on one after the other of `boards` (records)."""

    game: Game[Any]
    count: int
    boards: npt.NDArray[Any] | None = None


@dataclass
class Slot:
    """What all games show before a choice, and what the choice before it brought."""

    rows: Any  # int8, row × games: what the seat to act may know
    masks: Any  # int8, actions × games
    seats: Any  # int8: who is to act
    standing: Any  # int16, seats × games: how far along each seat is
    rewards: Any  # float32, seats × games: what each seat got where a game has just ended, else 0
    final: Any  # int16, seats × games: how far along each seat came where a game has just ended
    done: Any  # int8: 1 where a game has just ended


def win_alone(players: int) -> list[float]:
    """1 for the first place, shared loss for all others: a zero-sum game about winning."""
    return [1.0] + [-1.0 / (players - 1)] * (players - 1)


class Mix:
    """The records of the games of all parts, and where each finds its board."""

    def __init__(self, parts: Sequence[Part], seed: int) -> None:
        if not parts or any(part.count < 1 for part in parts):
            raise ValueError("A mix has at least one part, and each part at least one game.")
        self.game = parts[0].game
        if any(part.game.name != self.game.name for part in parts):
            raise ValueError("All parts of a mix are set-ups of one game.")
        self.parts = list(parts)
        self.seed = seed
        self.count = sum(part.count for part in parts)
        self.inputs = sum(length for _, length, _ in self.game.observation_fields)
        self.actions = self.game.num_actions
        boards = [part.game.tables().array(1) if part.boards is None else part.boards for part in parts]
        spans = [len(b) for b in boards]
        firsts = np.cumsum([0, *spans])[:-1]
        counts = [part.count for part in parts]
        self.boards = np.concatenate(boards)
        self.states = np.concatenate([part.game.start(0).array(part.count) for part in parts])
        self.firsts = np.repeat(firsts, counts).astype(np.int32)
        self.spans = np.repeat(spans, counts).astype(np.int32)
        self.players = np.repeat([part.game.players for part in parts], counts).astype(np.int8)
        self.worth = np.zeros((SEATS + 1, SEATS), np.float32)
        for players in range(2, SEATS + 1):
            self.worth[players, :players] = win_alone(players)

    def shapes(self) -> dict[str, tuple[tuple[int, ...], str]]:
        """Shape and type of each array of a slot."""
        n = self.count
        return {
            "rows": ((padded(self.inputs), n), "int8"),
            "masks": ((self.actions, n), "int8"),
            "seats": ((n,), "int8"),
            "standing": ((SEATS, n), "int16"),
            "rewards": ((SEATS, n), "float32"),
            "final": ((SEATS, n), "int16"),
            "done": ((n,), "int8"),
        }


class MixedGames(Mix):
    """A mix on the processor's cores; slots hold NumPy arrays."""

    def __init__(self, parts: Sequence[Part], seed: int = 0) -> None:
        super().__init__(parts, seed)
        self.numbers = np.zeros(self.count, np.int64)
        self.moves = np.zeros(self.count, np.int64)
        self._acts = np.zeros(self.actions, np.int16)
        self._bind()

    def _bind(self) -> None:
        """Take up the compiled rules."""
        self._next = compiled(next_choices, **rules_of(self.game))

    def __getstate__(self) -> dict[str, Any]:
        """What a copy goes on from: everything but machine code."""
        return {name: value for name, value in self.__dict__.items() if name != "_next"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def slot(self) -> Slot:
        return Slot(**{name: np.zeros(shape, kind) for name, (shape, kind) in self.shapes().items()})

    def reset(self, into: Slot) -> None:
        """Deal every game anew."""
        self.numbers[:] = 0
        self.step(np.full(self.count, -1, np.int16), into, into)

    def step(self, actions: npt.NDArray[np.int16], now: Slot, into: Slot) -> None:
        """One legal action in each game, by the seats of `now`; what comes of it is written into the other slot."""
        self._next(
            self.states, self.boards, self.firsts, self.spans, self.seed, self.numbers, self.players, now.seats,
            actions, self.worth, self._acts, into.masks, into.rows, into.rewards, into.done, into.standing,
            into.final, into.seats, self.moves, 0, self.count,
        )  # fmt: skip
