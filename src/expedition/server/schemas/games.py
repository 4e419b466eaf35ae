"""What there is to play."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from expedition.server.schemas.base import Model


class LevelInfo(Model):
    """A computer opponent; `name` is what a seat's `level` says, `id` what translations go by."""

    id: str
    name: str
    about: str


class GameInfo(Model):
    name: str
    titles: dict[str, str] = Field(description="What the game is called, by language.")
    rules_version: int
    options: dict[str, Any] = Field(description="JSON Schema of the setup options, with defaults and words.")
    levels: list[LevelInfo] = Field(description="Computer opponents, weakest first.")
