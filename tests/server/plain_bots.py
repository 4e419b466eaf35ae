"""Computer opponents for tests: one plays the first legal action, one dies, one sleeps, one raises, one is wrong."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Any


@dataclass
class Level:
    id: str
    name: str
    about: str


LEVELS = [Level(name.lower(), name, f"{name}.") for name in ("First", "Last", "Dies", "Sleeps", "Raises", "Wrong")]


def levels(game: str) -> list[Level]:
    return LEVELS


@dataclass
class Bot:
    level: str

    def choose(self, information: dict[str, Any], actions: list[int], budget: float) -> int:
        match self.level:
            case "Dies":
                os._exit(1)
            case "Sleeps":
                time.sleep(1000)
            case "Raises":
                raise RuntimeError("no idea")
            case "Wrong":
                return -1
            case "Last":
                return actions[-1]
        return actions[0]


def make_bot(game: str, level: str) -> Bot:
    return Bot(level)
