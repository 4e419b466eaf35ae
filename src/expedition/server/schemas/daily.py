"""The challenge of the day."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from expedition.server.schemas.base import Code, JsonObject, Model, Time
from expedition.server.schemas.people import PersonRef
from expedition.server.schemas.rooms import Status


class Goal(Model):
    fact: str
    best: Literal["low", "high"]


class DailyLine(Model):
    place: int
    person: PersonRef
    facts: dict[str, Any] = Field(description="The facts of the goal, and the place at the table.")
    took: int = Field(description="Milliseconds from the deal to the end.")
    room: Code | None = Field(description="To replay it; of others only when the day is over.")


class MyLine(DailyLine):
    percentile: int | None = Field(description="Percent of the others left behind; null while there are none.")


class Attempt(Model):
    room: Code
    status: Status


class Daily(Model):
    game: str
    day: str
    ends: Time
    setup: JsonObject
    goal: list[Goal] = Field(description="Facts in order of weight; then the time it took.")
    commitment: str = Field(description="SHA-256 of the seed, known the day before.")
    tomorrow: str | None = Field(description="The commitment of the day after; null for a day that is over.")
    seed: str | None = Field(description="The seed, when the day is over.")
    mine: MyLine | None
    attempt: Attempt | None
    lines: list[DailyLine]
    finished: int
    streak: int = Field(description="Days in a row on which you finished.")
