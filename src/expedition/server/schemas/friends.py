"""Friends, challenges, blocks."""

from __future__ import annotations

from pydantic import Field

from expedition.server.schemas.base import Code, JsonObject, Level, Model, Name, PersonId, Time
from expedition.server.schemas.people import PersonRef
from expedition.server.schemas.rooms import Clock, NoClock


class Friend(Model):
    person: PersonRef
    likeness: str
    since: Time
    back: bool = Field(description="Whether they follow you too.")
    here: bool | None = Field(description="Whether they are here now; null where they do not show it to you.")
    away: Time | None = Field(description="On vacation until then.")


class Invitation(Model):
    room: Code
    game: str
    setup: JsonObject
    clock: Clock
    rated: bool
    person: PersonRef
    at: Time


class Friends(Model):
    following: list[Friend]
    followers: list[PersonRef]
    blocked: list[PersonRef]
    challenges: list[Invitation]


class FindPerson(Model):
    """An account by its exact name: there is no list of strangers."""

    name: Name


class ChallengeIn(Model):
    person: PersonId
    game: str = Field(max_length=40)
    setup: JsonObject = Field(default_factory=dict, description="Two players unless it says otherwise.")
    fill: Level | None = Field(default=None, description="The computer on all further seats; left out: they are open.")
    clock: Clock = NoClock()
    rated: bool = False
