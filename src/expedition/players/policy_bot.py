"""A network of one's own at the table: whatever turns observations into numbers for actions is a bot.

bot = PolicyBot(lambda row, mask: network(torch.from_numpy(row)[None])[0].detach())
gymnasium.make("expedition/ElDorado-v0", opponents=[bot])
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from expedition.core.registry import game_of
from expedition.core.types import Json
from expedition.players.bot import Bot, Budget

Policy = Callable[[Any, Any], Any]  # observation (float32) and mask (bool) -> a number for every action, more is better


class PolicyBot(Bot):
    """Plays the legal action its policy gives the highest number, or draws one by softmax at a temperature."""

    def __init__(self, policy: Policy, name: str = "policy", temperature: float = 0.0, seed: int = 0) -> None:
        self.policy = policy
        self.name = name
        self.temperature = temperature
        self._dice = random.Random(seed)

    def choose(self, information: Json, actions: Sequence[int], budget: Budget | float | None = None) -> int:
        game = game_of(information["game"], information["setup"])
        state = game.determinize(information)  # whatever is dealt to the others, the row is the same
        row = state.observation(information["seat"]).astype(np.float32)
        mask = np.zeros(game.num_actions, bool)
        mask[list(actions)] = True
        worth = np.asarray(self.policy(row, mask), np.float64).reshape(-1)
        if worth.shape != mask.shape:
            raise ValueError(f"A policy gives {game.num_actions} numbers, one for every action, not {worth.size}.")
        legal = worth[list(actions)]
        if self.temperature <= 0:
            return int(actions[int(np.argmax(legal))])
        weights = np.exp((legal - legal.max()) / self.temperature)
        return int(self._dice.choices(list(actions), weights.tolist())[0])
