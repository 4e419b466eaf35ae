"""A room with everything that is shown of it, read in one go."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from expedition.server.models import Person, Rating, Room, Seat
from expedition.server.store.database import Database
from expedition.server.store.people import people
from expedition.server.store.ratings import ratings
from expedition.server.store.rooms import rooms, seat_of, seats


class LoadedRoom(NamedTuple):
    room: Room
    seats: list[Seat]
    people: dict[str, Person]  # who sits there, who is expected, and the host
    ratings: dict[str, Rating]  # of those who sit, in this game with so many players
    next_room: Room | None  # the rematch, with its seats
    next_seats: list[Seat]


def _queries() -> list[sa.Executable]:
    code: sa.ColumnElement[str] = sa.bindparam("code")
    following = sa.select(rooms.c.next).where(rooms.c.code == code).scalar_subquery()
    game = sa.select(rooms.c.game).where(rooms.c.code == code).scalar_subquery()
    players = sa.select(sa.func.count()).select_from(seats).where(seats.c.room == code).scalar_subquery()
    sitting = _persons(seats.c.person, code)
    known = sa.union(sitting, _persons(seats.c.reserved, code), sa.select(rooms.c.host).where(rooms.c.code == code))
    own = sa.and_(ratings.c.game == game, ratings.c.players == players)
    return [
        sa.select(rooms).where(sa.or_(rooms.c.code == code, rooms.c.code == following)),
        sa.select(seats).where(sa.or_(seats.c.room == code, seats.c.room == following)).order_by(seats.c.seat),
        sa.select(people).where(people.c.id.in_(known)),
        sa.select(ratings).where(own, ratings.c.person.in_(sitting)),
    ]


def _persons(column: sa.ColumnElement[Any], code: sa.ColumnElement[str]) -> sa.Select[Any]:
    return sa.select(column).where(seats.c.room == code, column.is_not(None))


_QUERIES = _queries()


class LoadingStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def load(self, code: str) -> LoadedRoom | None:
        found_rooms, found_seats, found_people, found_ratings = await self._db.fetch_each(_QUERIES, {"code": code})
        by_code = {row["code"]: Room(**row) for row in found_rooms}
        room = by_code.get(code)
        if room is None:
            return None
        return LoadedRoom(
            room,
            [seat_of(row) for row in found_seats if row["room"] == code],
            {row["id"]: Person(**row) for row in found_people},
            {row["person"]: Rating(**row) for row in found_ratings},
            by_code.get(room.next or ""),
            [seat_of(row) for row in found_seats if row["room"] != code],
        )
