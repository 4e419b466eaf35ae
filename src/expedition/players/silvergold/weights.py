"""What the evaluation of a Silver & Gold choice depends on, tuned by `python -m expedition.players.tune silvergold`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

W_FIELD = 0  # a field marked
W_COIN = 1
W_ROW = 2  # a coin row completed, for each point of the trophy it brings
W_PALM = 3  # a point of a palm
W_CROSS = 4
W_DONE = 5  # a map completed
W_SEAL = 6  # a point of a seal or towards one
W_LONE = 7  # a field left without a free neighbour
W_FIT = 8  # a field of a pattern that still fits on one of the maps
W_NEAR = 9  # a field of the map already marked: finish what is begun
W_SIZE = 10  # a field of a map that may not be filled before the end
W_TAKE_CROSS = 11
W_TAKE_COIN = 12
W_TAKE_PALM = 13

NAMES = [
    "field", "coin", "row", "palm", "cross", "done", "seal", "lone", "fit", "near", "size", "take_cross", "take_coin",
    "take_palm",
]  # fmt: skip


@cache
def load_weights() -> dict[str, float]:
    text = (files("expedition.players.silvergold") / "weights.json").read_text(encoding="utf-8")
    data: dict[str, float] = json.loads(text)["weights"]
    return data


def weights() -> Any:
    """The tuned weights as an array."""
    import numpy as np

    return np.array([load_weights()[name] for name in NAMES], np.float64)
