"""What judges positions: for the seat to act how likely each action is, and every seat's chance to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from expedition.core.game import Game

Floats = npt.NDArray[np.float32]


class Evaluator(Protocol):
    """A judge of many positions at once. It sees rows of `Game.rule_observe`: what the seat to act may know."""

    name: str  # changes when its judgements do: a review tells whose it is

    def judge(self, game: Game[Any], rows: npt.NDArray[np.int8], masks: npt.NDArray[np.int8]) -> tuple[Floats, Floats]:
        """How likely each action is (0 where the mask is 0, each row summing to 1), and the chance to win of every
        seat told from the row's own seat on (as many columns as players, each row summing to 1)."""
