"""A room in memory."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from expedition.server.models import Person, Rating, Room, Seat
from expedition.server.rooms.connection import Connection
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.talk import Talk
from expedition.server.store.loading import LoadedRoom
from expedition.server.timesource import monotonic


class RemotePresence(NamedTuple):
    """Who is in the room at another process."""

    people: frozenset[str]
    spectators: int


class RoomSession:
    """Every change happens under the lock and reaches the database before memory, and before anybody is told."""

    room: Room
    seats: list[Seat]
    people: dict[str, Person]
    ratings: dict[str, Rating]
    next_room: Room | None  # the rematch, with its seats
    next_seats: list[Seat]

    def __init__(self, loaded: LoadedRoom) -> None:
        self.code = loaded.room.code
        self.set_loaded(loaded)
        self.talk = Talk()
        self.lock = asyncio.Lock()
        self.table: GameTable | None = None
        self.serialized: bytes | None = None  # the table while nobody touches the game
        self.agreed: list[int] = []
        self.bots: dict[int, str] = {}
        self.connections: set[Connection] = set()
        self.remote: dict[str, RemotePresence] = {}  # by process
        self.told_who = asyncio.Event()  # another process has said who is there
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.recount = False  # spectators have come or gone and everybody will be told soon
        self.is_owned = False  # it lives in this process, as far as that knows
        self.behind = False  # another process has stored rows that are still to be read
        self.touched = monotonic()

    def set_loaded(self, loaded: LoadedRoom) -> None:
        """The room's own row, its seats and people as they are stored now."""
        self.room, self.seats, self.people, self.ratings, self.next_room, self.next_seats = loaded

    def set_table(self, table: GameTable) -> None:
        """This is the table from now on."""
        self.table = table
        self.serialized = None
        self.agreed, self.bots = sorted(table.agreed), table.bots

    def seats_of(self, person: str | None) -> list[int]:
        return [] if person is None else [seat.number for seat in self.seats if seat.person == person]

    def present(self) -> set[str]:
        here = {connection.person_id for connection in self.connections if connection.person_id is not None}
        return here.union(*(remote.people for remote in self.remote.values()))

    def local_spectators(self) -> int:
        return sum(not self.seats_of(connection.person_id) for connection in self.connections)

    def spectators(self) -> int:
        return self.local_spectators() + sum(remote.spectators for remote in self.remote.values())

    def default_seat(self, connection: Connection) -> int | None:
        """Who holds one seat looks through it; a device that is handed around starts with the public view."""
        own = self.seats_of(connection.person_id)
        return own[0] if len(own) == 1 else None
