"""The learned network as the judge of reviews, hints and puzzles."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis.evaluator import Evaluator, Floats
from expedition.core.game import Game
from expedition.players.sides import is_known


class NetworkEvaluator:
    """The weights that ship with the package, judging rows in batches."""

    def __init__(self, game: str) -> None:
        self.net: Any = import_module("expedition.players.network").load(game)
        self.name = f"network {self.net.version}"

    def judge(self, game: Game[Any], rows: npt.NDArray[np.int8], masks: npt.NDArray[np.int8]) -> tuple[Floats, Floats]:
        policy, chances = self.net.forward(rows, masks, is_known(game))
        return policy, chances[:, : game.players]


@cache
def network_evaluator(game: str) -> Evaluator:
    """The judge of a game; SetupError where it has no weights."""
    return NetworkEvaluator(game)
