"""Judges for tests: cheap, deterministic, and wrong in a way that shows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


class Whimsical:
    """Opinions that depend on what is seen and on nothing sensible: whatever holds with it holds with any judge."""

    name = "whimsical"

    def judge(self, game: Any, rows: npt.NDArray[np.int8], masks: npt.NDArray[np.int8]) -> tuple[Any, Any]:
        seen = (rows.astype(np.int64) * (np.arange(rows.shape[1]) % 97 + 1)).sum(1)
        likes = np.abs(np.sin(seen[:, None] * 0.37 + np.arange(masks.shape[1]) * 1.7)) + 0.01
        policy = likes * masks
        policy /= policy.sum(1, keepdims=True)
        chances = np.abs(np.sin(seen[:, None] * 0.11 + np.arange(game.players) * 2.3)) + 0.05
        return policy.astype(np.float32), (chances / chances.sum(1, keepdims=True)).astype(np.float32)


def whimsical(game: str) -> Whimsical:
    """As a server names it: `tests.analysis.judges:whimsical`."""
    return Whimsical()
