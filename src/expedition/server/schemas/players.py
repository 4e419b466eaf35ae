"""A player's page and the leaderboard."""

from __future__ import annotations

from expedition.server.schemas.base import Code, Model, Time
from expedition.server.schemas.people import PersonRef, Rating
from expedition.server.schemas.rooms import RoomSummary


class LeaderboardLine(Model):
    place: int
    person: PersonRef
    rating: Rating


class RatingChange(Model):
    room: Code
    game: str
    players: int
    at: Time
    before: int
    after: int


class PlayerPage(Model):
    person: PersonRef
    since: Time
    ratings: list[Rating]
    changes: list[RatingChange]
    games: list[RoomSummary]
