"""A computer opponent that plays better once its machine was prepared; it writes down who did what."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.plain_bots import Level


def levels(game: str) -> list[Level]:
    return [Level("slow", "Slow", "Slow.")]


@dataclass
class Slow:
    folder: Path

    def warm(self, game: Any) -> None:
        self._write("warm", game)

    def is_prepared(self, game: Any) -> bool:
        return any(self.folder.glob(f"prepare-{game.name}-*"))

    def prepare(self, game: Any) -> None:
        self._write("prepare", game)

    def _write(self, what: str, game: Any) -> None:
        (self.folder / f"{what}-{game.name}-{os.getpid()}").touch()


def make_bot(game: str, level: str) -> Slow:
    return Slow(Path(os.environ["PREPARED_HERE"]))
