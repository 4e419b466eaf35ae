"""Rows of the database as typed values. They are never changed in place; `dataclasses.replace` makes a new one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from expedition.core.types import Json as Json

Status = Literal["waiting", "playing", "over", "closed"]
Outcome = Literal["finished", "agreed", "imported"]
SeatKind = Literal["open", "person", "bot"]
Out = Literal["left", "removed", "missing"]  # how somebody is no longer in a tournament


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    key: str | None  # the account's name without case; None for guests
    password: str | None
    created: int
    skeleton: str | None = None  # what the account's name looks like
    suspended: int | None = None  # until when this person may not come in

    @property
    def is_guest(self) -> bool:
        return self.password is None

    def is_suspended(self, now: int) -> bool:
        return self.suspended is not None and self.suspended > now

    def ref(self) -> Json:
        """What others see of a person."""
        return {"id": self.id, "name": self.name, "guest": self.is_guest}


class Login(NamedTuple):
    """Somebody, and the session by which they are here."""

    person: Person
    id: str
    seen: int


@dataclass(frozen=True, slots=True)
class Seat:
    number: int
    kind: SeatKind = "open"
    name: str | None = None
    person: str | None = None
    level: str | None = None
    ready: bool = False  # agrees to the room's terms as they are now
    entropy: str | None = None  # what this player's client adds to the seed
    reserved: str | None = None  # an open seat that is kept for this person

    @property
    def is_open(self) -> bool:
        return self.kind == "open"


@dataclass(frozen=True, slots=True)
class Room:
    code: str
    game: str
    setup: Json
    clock: Json
    terms: str  # game, setup and clock as one text: what a quick match compares
    host: str | None
    created: int
    moved: int
    public: bool = False
    rated: bool = False
    on_timeout: Literal["resign", "bot"] = "resign"
    auto_start: bool = False
    status: Status = "waiting"
    outcome: Outcome | None = None
    rules_version: int = 1  # the one the game is played by
    secret: str | None = None  # what the server adds to the seed; opened at the end
    seed: str | None = None
    position: Json | None = None
    origin: Json | None = None
    record: Json | None = None  # of an imported game
    ranking: list[int] | None = None
    previous: str | None = None
    next: str | None = None
    owner: str | None = None  # the process it lives in
    owing: int = 0  # a bit per seat
    wake: int | None = None  # when the server has to look at the room by itself
    started: int | None = None
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class Rating:
    person: str
    game: str
    players: int
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class ChatLine:
    number: int
    person: str
    name: str
    text: str
    at: int


class LogRow(NamedTuple):
    """One line of a game's log."""

    ply: int
    unit: int
    seat: int
    kind: str
    data: Json
    at: int


@dataclass(slots=True)
class LogUnit:
    """Rows that are stored together or not at all, with what the room's own row then says."""

    room: str
    rows: list[LogRow]
    owing: int
    wake: int | None
    public: bool = True  # whether others may know that something happened; what is marked in secret leaves no trace


@dataclass(frozen=True, slots=True)
class Tournament:
    code: str
    name: str
    game: str
    setup: Json
    size: int  # of every table
    form: Literal["swiss", "everyone"]
    rounds: int  # 0 while it depends on who comes
    clock: Json
    host: str | None
    created: int
    status: Literal["open", "playing", "over", "closed"] = "open"
    round: int = 0  # the last one begun
    draw: list[int] | None = None  # the entrants in the order of the lot
    plan: list[list[list[int]]] | None = None  # where everybody meets everybody: the tables of every round
    next_at: int | None = None  # when the next round begins
    begun: int | None = None
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    number: int
    name: str
    joined: int
    person: str | None = None
    level: str | None = None  # of a computer player
    out: Out | None = None


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """Who plays together in a round; the row without places and rooms has those with the round off."""

    round: int
    number: int
    entrants: list[int]  # in seat order
    room: str | None = None
    came: list[int] | None = None  # seats whose people were seen at the table
    missed: list[int] | None = None  # seats whose people were not
    due: int | None = None  # until when they may come
    places: list[int] | None = None  # once it is settled
    status: Status | None = None  # of its room

    @property
    def is_off(self) -> bool:
        return self.places == []
