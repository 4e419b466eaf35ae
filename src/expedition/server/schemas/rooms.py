"""Rooms, seats, clocks, and lists of rooms."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from expedition.server.schemas.base import Code, Entropy, JsonObject, Level, Model, Name, PersonId, Ply, Time
from expedition.server.schemas.people import PersonRef, Rating


class NoClock(Model):
    kind: Literal["none"] = "none"


class LiveClock(Model):
    """A time bank per seat for the whole game; `increment` seconds are added after each of its turns."""

    kind: Literal["live"]
    seconds: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class DaysClock(Model):
    """So many days for each turn."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


Clock = Annotated[NoClock | LiveClock | DaysClock, Field(discriminator="kind")]


class MySeat(Model):
    """I sit here; `name` where several people share this device."""

    kind: Literal["me"]
    name: Name | None = None
    entropy: Entropy | None = None


class BotSeat(Model):
    kind: Literal["bot"]
    level: Level


class OpenSeat(Model):
    kind: Literal["open"]


SeatPlan = Annotated[MySeat | BotSeat | OpenSeat, Field(discriminator="kind")]


class FromPosition(Model):
    kind: Literal["position"]
    position: JsonObject


class FromRecord(Model):
    kind: Literal["record"]
    record: JsonObject
    ply: Ply


class FromRoom(Model):
    """Any ply of a finished game kept here."""

    kind: Literal["room"]
    room: Code
    ply: Ply


Origin = Annotated[FromPosition | FromRecord | FromRoom, Field(discriminator="kind")]


class NewRoom(Model):
    """`game` and `setup` are left out where `origin` is given: the position brings its own."""

    game: Annotated[str, Field(max_length=40)] | None = None
    setup: JsonObject = Field(default_factory=dict)
    origin: Origin | None = None
    public: bool = False
    rated: bool = False
    clock: Clock = NoClock()
    on_timeout: Literal["resign", "bot"] = "resign"
    seats: Annotated[list[SeatPlan], Field(max_length=16)] | None = Field(
        default=None, description="One plan per seat; left out: I take the first seat, the others are open."
    )
    auto_start: bool = Field(default=False, description="Start by itself as soon as no seat is open.")
    start: bool = Field(default=False, description="Start at once; no seat may be open then.")


class RoomChange(Model):
    """What the host may change before the start; what is left out stays."""

    setup: JsonObject | None = None
    public: bool | None = None
    rated: bool | None = None
    clock: Clock | None = None
    on_timeout: Literal["resign", "bot"] | None = None
    auto_start: bool | None = None


class MatchIn(Model):
    """Quick match: a public room with exactly these terms and a free seat, or a new one."""

    game: Annotated[str, Field(max_length=40)]
    setup: JsonObject = Field(default_factory=dict)
    rated: bool = False
    clock: Clock = NoClock()
    entropy: Entropy | None = Field(default=None, description="Counts where a room is found, not where one is made.")


class ReadyIn(Model):
    """What the asker says about their own seats; what is left out stays."""

    ready: bool | None = Field(default=None, description="Whether they agree to start on the terms as they are.")
    entropy: Entropy | None = None


class RematchIn(Model):
    hold: bool = Field(default=False, description="Leave it waiting even if nobody else has to be asked.")
    entropy: Entropy | None = Field(default=None, description="Counts where an offer is accepted, not made.")


class Seat(Model):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    person: PersonId | None
    guest: bool
    level: str | None = Field(description="The computer opponent that plays here, also for a player out of time.")
    connected: bool
    ready: bool = Field(description="Agrees to the terms as they are now.")
    reserved: PersonRef | None = Field(description="An open seat that is kept for this person.")
    rating: Rating | None


class OriginInfo(Model):
    """Where the game began if not with a fresh deal. The position itself is shown after the end, in the record."""

    kind: Literal["position", "record", "room", "daily", "tournament"]
    room: Code | None
    ply: int | None
    tournament: Code | None = Field(default=None, description="Of a tournament's table: the tournament.")
    day: str | None = Field(default=None, description="Of a day's challenge: its date. The deal stays closed that day.")


class Contribution(Model):
    seat: int
    entropy: str


class Fairness(Model):
    """How the seed comes about; docs/fair-shuffles.md says how to check it."""

    commitment: str = Field(description="SHA-256 of the server's secret, known before anybody contributes.")
    secret: str | None = Field(description="The server's secret, once the game is over.")
    contributions: list[Contribution]


class RematchOffer(Model):
    """An offer to play again. Nobody is seated without accepting; the game starts when all have."""

    code: Code
    by: PersonRef | None
    accepted: list[PersonId]
    declined: list[PersonId]
    started: bool


Status = Literal["waiting", "playing", "over", "closed"]
Outcome = Literal["finished", "agreed", "imported"]


class Room(Model):
    code: Code
    game: str
    setup: JsonObject
    public: bool
    rated: bool
    clock: Clock
    on_timeout: Literal["resign", "bot"]
    auto_start: bool
    status: Status
    outcome: Outcome | None
    host: PersonRef | None
    seats: list[Seat]
    spectators: int
    agreed: list[int] = Field(description="Seats that want to end the game by agreement.")
    origin: OriginInfo | None
    commitment: str | None = Field(description="SHA-256 of the seed's 32 hex digits, known from the start.")
    fairness: Fairness | None = Field(
        description="Null for imported games and those from before there was such a thing."
    )
    seed: str | None = Field(description="The seed, once the game is over.")
    ranking: list[int] | None
    previous: Code | None
    next: Code | None = Field(description="The room of the rematch, once somebody offered one.")
    rematch: RematchOffer | None
    created: Time
    started: Time | None
    ended: Time | None


class RoomSummary(Model):
    """A line of a list of rooms."""

    code: Code
    game: str
    setup: JsonObject
    public: bool
    rated: bool
    clock: Clock
    status: Status
    outcome: Outcome | None
    origin: OriginInfo | None
    seats: list[Seat]
    owing: list[int] = Field(description="Seats that have to act now.")
    yours: list[int] = Field(description="Your own seats.")
    ranking: list[int] | None
    created: Time
    moved: Time = Field(description="When something last happened.")
