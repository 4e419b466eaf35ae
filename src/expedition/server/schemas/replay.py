"""Finished games, looked at again."""

from __future__ import annotations

from pydantic import Field

from expedition.server.schemas.base import Code, JsonObject, Model


class Frame(Model):
    """The table before action number `ply`; `action`, `text` and `events` are of the action that led here."""

    ply: int
    seat: int | None
    action: JsonObject | None
    text: str | None
    view: JsonObject
    since: int = Field(description="Forget the events whose `ply` is at least this, then add `events`.")
    events: list[JsonObject]
    position: JsonObject | None = Field(description="Everything, hidden cards included; only where `open` was asked.")


class Replay(Model):
    room: Code
    plies: int = Field(description="The last frame's number.")
    frames: list[Frame]


class OutlineStep(Model):
    """What the action that led to `ply` did, without the table."""

    ply: int
    seat: int
    text: str | None
    since: int = Field(description="Forget the events whose `ply` is at least this, then add `events`.")
    events: list[JsonObject]


class Outline(Model):
    room: Code
    plies: int = Field(description="How many actions the game has.")
    steps: list[OutlineStep]


class RecordIn(Model):
    record: JsonObject
