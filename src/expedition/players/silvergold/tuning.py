"""What tuning Silver & Gold's weights makes smaller: minus the points of a seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.core.rng import seed_words
from expedition.players.bot import Loss
from expedition.players.silvergold import policy
from expedition.players.silvergold.plans import plans
from expedition.players.silvergold.weights import NAMES, weights
from expedition.silvergold.numbering import ACTIONS
from expedition.silvergold.rules.setup import deal
from expedition.silvergold.shapes import KINDS
from expedition.silvergold.tables import SLOTS


def solitaires() -> Loss:
    """Minus the points of a Silver & Gold seat, with a second look at the cards to come and without by turns."""
    game = make("silvergold")
    b = game.tables().array()[0]
    s = game.start(0).array()[0]
    acts, value = np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS)
    gain, turns = np.zeros((SLOTS + 1) * KINDS), plans()
    deal_again: Any = compiled(deal)
    alone: Any = compiled(policy.play_on)

    def points(w: Any, seed: int) -> float:
        deal_again(s, b, *seed_words(seed))
        return -float(alone(s, b, 0, acts, value, seed % 2 == 0, gain, w, turns))

    return points


def measure() -> tuple[Loss, Any, list[str]]:
    """What tuning makes smaller, the weights it begins with and their names."""
    return solitaires(), weights(), NAMES
