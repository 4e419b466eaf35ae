"""A network that taught itself, run with NumPy alone: preferences over legal actions and win chances of all seats.

    judgement = load("eldorado").evaluate(state)
    judgement.best, judgement.policy, judgement.chances

What it sees is the seat's row (`Game.rule_observe`): what the seat may know, and nothing else. The arrays are made by
`expedition.learning` and lie in the package, `weights/<game>.npz` with how they came about in `weights/<game>.json`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.errors import SetupError
from expedition.core.game import Game, State
from expedition.core.rng import seed_words
from expedition.players.sides import Sides, is_known, sides_of

FOLDER = Path(__file__).parent / "weights"
SEATS = 4
NEVER = np.float32(-1e9)
MANY = 32  # rows that are looked at for what they have in common
DEALS = 8  # re-deals that a seat which is not to act averages over

Floats = npt.NDArray[np.float32]
NOTHING: Floats = np.zeros(0, np.float32)


@dataclass(frozen=True)
class Judgement:
    """What the network thinks of a position."""

    actions: list[int]  # legal ones of the seat that looks; none where another is to act
    policy: Floats  # how much it likes each of them
    chances: list[float]  # of each seat to win

    @property
    def best(self) -> int:
        return self.actions[int(self.policy.argmax())]


class Network:
    """The arrays of one network, ready to multiply."""

    def __init__(self, game: str, arrays: dict[str, Any], factors: dict[int, float] | None = None) -> None:
        wide = {name: np.asarray(array, np.float32) for name, array in arrays.items()}
        self.game = game
        self.factors = factors or {}  # of the logits of winning, by number of players: calibration
        first = wide["first"] * wide["scale"]
        self.first = np.ascontiguousarray(first.T)
        self.first_bias = wide["first_bias"] - first @ wide["mean"]
        self.mean = wide["mean"]
        self.blocks = [
            (np.ascontiguousarray(matrix.T), bias)
            for matrix, bias in zip(wide["blocks"], wide["block_biases"], strict=True)
        ]
        self.last, self.last_bias = np.ascontiguousarray(wide["last"].T), wide["last_bias"]
        self.inputs = self.first.shape[0]
        self.version = _version(arrays, self.factors)
        self.actions = self.last.shape[1] - 3 * SEATS

    def forward(self, rows: npt.ArrayLike, masks: npt.ArrayLike, known: bool = True) -> tuple[Floats, Floats]:
        """Policy (positions × actions, 0 where masked) and win chances (positions × SEATS, from the seat to act on).

        Rows and masks are those of `BatchEnv`, of any player counts (the first number of every row).
        """
        rows, masks = np.asarray(rows), np.asarray(masks)
        logits, heads = self.outputs(rows)
        policy = softmax(np.where(masks != 0, logits, NEVER)).astype(np.float32)
        chances = np.zeros((len(rows), SEATS), np.float32)
        for players in np.unique(rows[:, 0]):
            mine = rows[:, 0] == players
            chances[mine, : int(players)] = self.win_chances(heads[mine, 1], int(players), known)
        return policy, chances

    def outputs(self, rows: npt.ArrayLike) -> tuple[Floats, Floats]:
        """Preferences (positions × actions) and estimates (positions × 3 × seats, from the seat to act on) of rows."""
        x = self._first_layer(np.asarray(rows))
        np.maximum(x, 0, out=x)
        for matrix, bias in self.blocks:
            more = x @ matrix
            more += bias
            x += np.maximum(more, 0, out=more)
        out = x @ self.last + self.last_bias
        return out[:, : self.actions], out[:, self.actions :].reshape(-1, 3, SEATS)

    def from_all_sides(self, rows: npt.NDArray[Any], sides: Sides | None) -> tuple[Floats, Floats]:
        """`outputs`, as the mean of what is thought from every side."""
        if sides is None:
            return self.outputs(rows)
        logits, heads = self.outputs(sides.turned(rows))
        return sides.turned_back(logits).mean(1), heads.reshape(len(rows), sides.count, *heads.shape[1:]).mean(1)

    def _first_layer(self, rows: npt.NDArray[Any]) -> Floats:
        """Most numbers of a row say the same in all positions of one game, and count once for them all."""
        made: Floats
        if len(rows) < MANY:
            made = rows.astype(np.float32) @ self.first
            made += self.first_bias
            return made
        alike = rows[0].astype(np.float32)
        differ = np.flatnonzero((rows != rows[0]).any(0))
        alike[differ] = 0
        made = rows[:, differ].astype(np.float32) @ self.first[differ]
        made += alike @ self.first + self.first_bias
        return made

    def win_chances(self, logits: Floats, players: int, known: bool = True) -> Floats:
        """Of the seats from the one to act on: calibrated logits to chances (positions × players). On boards it does
        not know the network is less sure, and as sure as it should be."""
        return softmax(logits[:, :players] * (self.factors.get(players, 1.0) if known else 1.0))

    def judge(
        self, game: Game[Any], positions: Sequence[tuple[Any, int]], blind: Sequence[slice] = ()
    ) -> list[Judgement]:
        """Positions of plain Python through the eyes of the seat to act, which comes with each.

        What the parts `blind` of a row say is not looked at: they are taken to be as they usually are.
        """
        b = game.tables()
        rows = np.zeros((len(positions), self.inputs), np.float32)
        for i, (s, seat) in enumerate(positions):
            row = [0] * self.inputs
            game.rule_observe(s, b, seat, row)
            rows[i] = row
        for part in blind:
            rows[:, part] = self.mean[part]
        logits, heads = self.from_all_sides(rows, sides_of(game))
        chances = self.win_chances(heads[:, 1], game.players, is_known(game))
        made = []
        for i, (s, seat) in enumerate(positions):
            actions = game.legal(s, seat)
            policy = softmax(logits[i : i + 1, actions])[0] if actions else logits[i, :0]
            own = [(k - seat) % game.players for k in range(game.players)]
            made.append(Judgement(actions, policy, chances[i, own].tolist()))
        return made

    def evaluate(self, state: State[Any], seat: int | None = None, deals: int = DEALS) -> Judgement:
        """Through the eyes of the seat to act, or of `seat`: what it cannot know is dealt anew `deals` times."""
        seat = state.actor if seat is None else seat
        if state.is_over:
            places = state.ranking()
            return Judgement([], NOTHING, [float(place == 1) / places.count(1) for place in places])
        if state.game.owes(state.s, seat):
            return self.judge(state.game, [(state.s, seat)])[0]
        dealt = [self.redealt(state, seat, k) for k in range(deals)]
        judged = self.judge(state.game, [(s, state.game.actor(s)) for s in dealt])  # who acts first may be hidden too
        return Judgement([], NOTHING, np.mean([one.chances for one in judged], 0).tolist())

    def redealt(self, state: State[Any], seat: int, key: int) -> Any:
        """A position this seat cannot tell from the state's."""
        made = state.s.copy()
        state.game.rule_redeal(made, state.game.tables(), seat, *seed_words(key + 1))
        return made


def _version(arrays: dict[str, Any], factors: dict[int, float]) -> str:
    """A word that is another one where anything of the network is."""
    made = zlib.crc32(repr(sorted(factors.items())).encode())
    for name in sorted(arrays):
        made = zlib.crc32(np.ascontiguousarray(arrays[name]).tobytes(), made)
    return f"{made:08x}"


def softmax(logits: Floats) -> Floats:
    raised: Floats = np.exp(logits - logits.max(-1, keepdims=True))
    raised /= raised.sum(-1, keepdims=True)
    return raised


def read(game: str, path: Path, calibrated: bool = True) -> Network:
    """A network from a file of `expedition.learning`."""
    with np.load(path) as arrays:
        told = path.with_suffix(".json")
        facts = json.loads(told.read_text(encoding="utf-8")) if told.exists() else {}
        factors = {int(k): float(v) for k, v in facts.get("calibration", {}).items()} if calibrated else {}
        return Network(game, {name: arrays[name] for name in arrays.files}, factors)


@cache
def load(game: str) -> Network:
    """The network of a game that ships with the package."""
    path = FOLDER / f"{game}.npz"
    if not path.exists():
        raise SetupError(f"There is no network for {game} yet: python -m expedition.learning train {game}")
    return read(game, path)
