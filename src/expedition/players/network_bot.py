"""Bots that play what the network likes best, or, at a temperature, nearly so."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import numpy as np

from expedition.core.game import Game, State
from expedition.players.bot import Budget, EngineBot, budget_of
from expedition.players.network import Judgement, Network, load, read

NOTHING_TO_SPEND = Budget(playouts=1)
LONG = 28  # rounds: whoever locks another's pawn in would stay for ever; from here on everybody looks at its own way


class NetworkBot(EngineBot):
    """One forward pass a choice; plain Python and NumPy, nothing to compile."""

    def __init__(
        self, game: str, name: str, budget: Budget = NOTHING_TO_SPEND, seed: int = 0, temperature: float = 0.0,
        floor: float = 0.01, blind: tuple[str, ...] = (), weights: Path | None = None,
    ) -> None:  # fmt: skip
        super().__init__(game, name, budget, seed)
        self.blind = blind
        self.temperature = temperature
        self.floor = floor  # actions liked less than so much of the best one are never chosen
        self.weights = weights

    @property
    def network(self) -> Network:
        return load(self.game) if self.weights is None else _read(self.game, self.weights)

    def warm(self, game: Game[Any]) -> None:
        state = game.new(seed=1)
        self.choose_state(state, state.actor)

    def choose_state(self, state: State[Any], seat: int, budget: Budget | float | None = None) -> int:
        return self.think(state.game, state.s, seat, budget_of(budget, self.budget))

    def decide(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        return self.think(game, game.position_type.load(s), seat, budget)

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        position = game.position_type.load(s)
        made = 0
        while game.actor(position) == seat:
            game.play(position, seat, self.think(game, position, seat, budget))
            made += 1
        position.store(s)
        return made

    def think(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        """The next action on a position of plain Python."""
        return self.pick(game, s, seat)

    def pick(self, game: Game[Any], s: Any, seat: int) -> int:
        """What the network likes best, or nearly so."""
        actions = game.legal(s, seat)
        if len(actions) == 1:
            return actions[0]
        return self.choice(self.network.judge(game, [(s, seat)], self.overlooked(game, game.rounds(s)))[0])

    def overlooked(self, game: Game[Any], rounds: int) -> list[slice]:
        """The parts of a row this bot does not look at in a round."""
        return [*map(game.field, self.blind), *([game.rivals] if rounds > LONG else [])]

    def choice(self, judged: Judgement) -> int:
        if self.temperature == 0:
            return judged.best
        weights = np.asarray(judged.policy, np.float64) ** (1 / self.temperature)
        weights[judged.policy < judged.policy.max() * self.floor] = 0
        dice = zlib.crc32(judged.policy.tobytes(), self.seed) / 2**32
        return judged.actions[int(np.searchsorted(np.cumsum(weights) / weights.sum(), dice))]


_files: dict[tuple[str, Path], Network] = {}


def _read(game: str, path: Path) -> Network:
    if (game, path) not in _files:
        _files[game, path] = read(game, path)
    return _files[game, path]
