"""The Gymnasium spaces of observations and masks, with the bounds a game gives for every number of a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from expedition.core.extras import needs
from expedition.core.game import Game

with needs("envs"):
    from gymnasium import spaces

ANY_BYTE = (-128, 127)


def row_box(game: Game[Any], start: int, length: int) -> spaces.Box:
    """The space of a part of a row."""
    bounds = list(game.observation_bounds[start : start + length]) or [ANY_BYTE] * length
    low, high = np.array(bounds, np.int8).T
    return spaces.Box(low, high, dtype=np.int8)


def row_space(game: Game[Any], structured: bool) -> spaces.Space[Any]:
    """The space of an observation: one flat row, or a dictionary of its fields."""
    parts: dict[str, spaces.Space[Any]] = {}
    start = 0
    for name, length, _ in game.observation_fields:
        parts[name] = row_box(game, start, length)
        start += length
    return spaces.Dict(parts) if structured else row_box(game, 0, start)


def masked_space(game: Game[Any], structured: bool, actions: int) -> spaces.Dict:
    """The space of PettingZoo's observations: a row and the mask of legal actions."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": row_space(game, structured), "action_mask": mask})
