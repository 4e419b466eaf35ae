"""A glance at a table."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from expedition.server.schemas.base import Code, Model
from expedition.server.schemas.rooms import Status


class Glance(Model):
    code: Code
    status: Status
    view: dict[str, Any] | None = Field(description="What a spectator sees; null before the start.")
    left: list[int] | None = Field(description="Milliseconds each seat has left, where a clock runs.")
    running: list[int]
