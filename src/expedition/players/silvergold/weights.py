"""What the evaluation of a Silver & Gold choice depends on, tuned by self-play.

The numbers stay as they are, because bots that others are measured by must not change.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

W_TURN = 0  # points a turn brings that neither map needs
W_CROSS = 1  # an extra field to be marked at once
W_SEAL = 2  # a point of a seal on a map to be completed
W_COIN = 3  # a coin still to be marked
W_PALM = 4  # a palm still to be marked
W_ROW = 5  # a point of the next trophy, by how full the row is
W_SLOT = 6  # one of the few palms that may be written down
W_DONE = 7  # a map completed, and a new one in its place
W_FIT = 8  # a turn that the cards still to come this round save
W_EARLY = 9  # turns a map may need more than there are and still be completed every other time
W_STEEP = 10  # how fast that chance falls
W_SOFT = 11  # turns by which what the maps need is uncertain

NAMES = ["turn", "cross", "seal", "coin", "palm", "row", "slot", "done", "fit", "early", "steep", "soft"]


@cache
def load_weights() -> dict[str, float]:
    text = (files("expedition.players.silvergold") / "weights.json").read_text(encoding="utf-8")
    data: dict[str, float] = json.loads(text)["weights"]
    return data


def weights() -> Any:
    """The tuned weights as an array."""
    import numpy as np

    return np.array([load_weights()[name] for name in NAMES], np.float64)
