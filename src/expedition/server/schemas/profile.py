"""Profiles, campaigns, days away."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from expedition.server.models import SeatKind
from expedition.server.schemas.base import Code, JsonObject, Model, Password, Time
from expedition.server.schemas.people import PersonRef, Rating


class Variant(Model):
    game: str
    variant: str
    games: int
    won: int
    fact: str | None
    best: float | None
    room: Code | None


class SeatWins(Model):
    game: str
    seat: int
    games: int
    won: int


class Favourite(Model):
    game: str
    card: str
    many: int


class Statistics(Model):
    games: int
    won: int
    streak: int
    longest: int
    variants: list[Variant]
    seats: list[SeatWins]
    cards: list[Favourite]
    steps: dict[str, int]


class RatingPoint(Model):
    game: str
    players: int
    at: Time
    shown: int
    doubt: int
    before: int
    room: Code


class NamedSeat(Model):
    """Who sat there: a person's name, or the level of a computer."""

    seat: int
    kind: SeatKind
    name: str | None
    level: str | None


class GameLine(Model):
    room: Code
    game: str
    setup: JsonObject
    variant: str
    players: int
    seat: int
    place: int
    facts: dict[str, Any]
    seats: list[NamedSeat]
    rating: int | None = Field(description="By how much the rating changed.")
    at: Time


class Vacation(Model):
    first: Time
    last: Time


class Profile(Model):
    person: PersonRef
    since: Time
    likeness: str
    public: bool
    seen: bool
    own: bool
    ratings: list[Rating]
    points: list[RatingPoint]
    statistics: Statistics
    games: list[GameLine]
    stars: int
    of_stars: int


class ProfileChange(Model):
    likeness: Annotated[str, Field(pattern=r"^[a-z_]{0,40}$")] | None = None
    public: bool | None = None
    seen: bool | None = None


class Away(Model):
    vacations: list[Vacation]
    left: int = Field(description="Days left of this year's.")


class AwayIn(Model):
    """A vacation from now or later; `days` 0 ends the one that runs."""

    first: Time
    days: Annotated[int, Field(ge=0, le=21)]


class Condition(Model):
    fact: str
    at_most: int | None = None
    at_least: int | None = None


class Star(Model):
    all: list[Condition]
    room: Code | None


class Step(Model):
    id: str
    game: str
    setup: JsonObject
    level: str
    guide: float = Field(description="What the Guide reaches on average, of the fact the step is about.")
    fact: str
    stars: list[Star]
    played: int
    best: float | None
    running: Code | None = Field(description="My game of this step that is not over.")


class DeleteAccount(Model):
    """`password` of an account; a guest leaves it out."""

    password: Password | None = None
