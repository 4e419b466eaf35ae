"""Reviews of finished games, and the coach."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from expedition.server.schemas.base import Code, JsonObject, Model, SeatNumber


class ReviewStatus(Model):
    """A review, or how far it is: ask again until it is ready. Nobody asking for a while gives it up."""

    room: Code
    status: Literal["working", "ready"]
    preparing: bool = Field(description="The rules are being compiled: the first review on a machine waits for it.")
    done: int = Field(description="Decisions thought about.")
    total: int = Field(description="Decisions there are; 0 until they are counted.")
    review: JsonObject | None = Field(description="docs/review.md tells its fields.")


class Advice(Model):
    """The strongest play from here on, for the eyes of the seat."""

    hint: str = Field(description="Half an answer: which card, or where to look.")
    text: str
    why: str
    reason: JsonObject | None
    facts: JsonObject
    actions: list[JsonObject]
    chance: float
    turns: int = Field(description="How many different turns there are, as far as they were followed.")


class CheckIn(Model):
    seat: SeatNumber
    actions: Annotated[list[JsonObject], Field(min_length=1, max_length=60)]
    lang: Annotated[str, Field(pattern="^[a-z]{2}$")] = "en"


class CoachIn(Model):
    seat: SeatNumber
    lang: Annotated[str, Field(pattern="^[a-z]{2}$")] = "en"


class Check(Model):
    """What a turn costs that these actions would seal; `better` where it is worth asking about."""

    loss: float
    costly: bool
    better: Advice | None
