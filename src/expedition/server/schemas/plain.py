"""The plain table: any game in words, for games that have no table of their own in the browser."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from expedition.server.schemas.base import Model


class PlainChoice(Model):
    text: str
    actions: list[dict[str, Any]] = Field(description="What to send as one `act`.")


class PlainLine(Model):
    ply: int
    seat: int = Field(description="-1 where it is nobody's doing.")
    text: str
    opens: bool = Field(description="Whether a turn begins with this line.")


class PlainPlace(Model):
    seat: int
    place: int
    points: int | None


class PlainResult(Model):
    winners: list[int]
    places: list[PlainPlace] = Field(description="The best first.")
    decided: str = Field(description="What decided, in a sentence.")


class PlainTable(Model):
    title: str
    line: int = Field(description="Length of the line of actions it was made from.")
    text: str = Field(description="The table in plain characters.")
    picture: str | None = Field(description="The table as SVG, where the game draws itself.")
    choices: list[PlainChoice] = Field(description="What the seat may do now.")
    journal: list[PlainLine]
    result: PlainResult | None
