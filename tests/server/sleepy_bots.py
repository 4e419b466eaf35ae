"""A computer opponent that never finishes its thought where SLEEPY names a file, and says there that it has begun."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from tests.server.plain_bots import Level


def levels(game: str) -> list[Level]:
    return [Level("sleepy", "Sleepy", "Sleepy.")]


class Bot:
    def choose(self, information: dict[str, Any], actions: list[int], budget: float) -> int:
        if begun := os.environ.get("SLEEPY"):
            Path(begun).touch()
            time.sleep(60)
        return actions[0]


def make_bot(game: str, level: str) -> Bot:
    return Bot()
