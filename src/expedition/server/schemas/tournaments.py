"""Tournaments by link."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from expedition.server.schemas.base import Code, JsonObject, Level, Model, PersonId, Time, Title
from expedition.server.schemas.people import PersonRef
from expedition.server.schemas.rooms import DaysClock, LiveClock

TournamentClock = Annotated[LiveClock | DaysClock, Field(discriminator="kind")]
Form = Literal["swiss", "everyone"]


class NewTournament(Model):
    name: Title
    game: str = Field(max_length=40)
    setup: JsonObject = Field(default_factory=dict)
    size: Annotated[int, Field(ge=2, le=4)] = Field(default=2, description="Players at every table.")
    form: Form = Field(default="swiss", description="Swiss rounds, or everyone meets everyone.")
    rounds: Annotated[int, Field(ge=1, le=12)] = Field(default=4, description="Of Swiss rounds.")
    clock: TournamentClock
    play: bool = Field(default=True, description="Whether the host takes part.")


class BotsIn(Model):
    level: Level
    many: Annotated[int, Field(ge=1, le=31)] = 1


class BeginTournament(Model):
    fill: Level | None = Field(default=None, description="Computer players of this level fill the tables.")


class TournamentEntrant(Model):
    number: int
    name: str
    person: PersonId | None
    guest: bool
    level: str | None = Field(description="Of a computer player.")
    out: Literal["left", "removed", "missing"] | None


class TournamentSeats(Model):
    number: int
    entrants: list[int] = Field(description="In seat order.")
    room: Code | None
    status: Literal["coming", "playing", "over", "walkover"]
    places: list[int] | None
    missed: list[int] = Field(description="Seats whose people did not come.")
    due: Time | None = Field(description="Until when they may come.")


class TournamentRound(Model):
    number: int
    tables: list[TournamentSeats]
    off: list[int]


class TournamentPlace(Model):
    """A line of the standing; docs/tournaments.md says how the tie-breaks count."""

    entrant: int
    place: int
    points: float
    field: float = Field(description="Points of all opponents together.")
    beaten: float = Field(description="Points of the opponents left behind, half of those level.")
    won: int = Field(description="Tables won.")
    played: int
    off: int


class TournamentLine(Model):
    """A line of a list."""

    code: Code
    name: str
    game: str
    setup: JsonObject
    size: int
    form: Form
    rounds: int = Field(description="0 while it depends on who comes.")
    clock: TournamentClock
    status: Literal["open", "playing", "over", "closed"]
    round: int = Field(description="The last round begun.")
    entrants: int
    created: Time


class Tournament(Model):
    code: Code
    name: str
    game: str
    setup: JsonObject
    size: int
    form: Form
    rounds: int = Field(description="0 while it depends on who comes.")
    clock: TournamentClock
    status: Literal["open", "playing", "over", "closed"]
    round: int = Field(description="The last round begun.")
    next_at: Time | None = Field(description="When the next round begins.")
    patience: int | None = Field(description="Milliseconds for coming to a table; null where the days of a turn count.")
    host: PersonRef | None
    hosting: bool = Field(description="Whether you are the host.")
    you: int | None = Field(description="Your number among the entrants, while you take part.")
    table: Code | None = Field(description="The room where you play now.")
    may_join: bool
    entrants: list[TournamentEntrant]
    history: list[TournamentRound]
    standing: list[TournamentPlace]
    created: Time
    begun: Time | None
    ended: Time | None
