"""Attempts at the challenge of a day: the first counts, so there is one."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from expedition.core.types import Json
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.store.people import people
from expedition.server.store.results import results
from expedition.server.store.rooms import rooms

tries = sa.Table(
    "daily_tries",
    meta,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False, unique=True),
    sa.Column("begun", sa.BigInteger, nullable=False),
    sa.Index("daily_tries_person", "person", "day"),
)


class DailyStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def begin(self, game: str, day: str, person: str, room: str, now: int) -> bool:
        """This room is this person's attempt; False if there is one already."""
        row = {"game": game, "day": day, "person": person, "room": room, "begun": now}
        try:
            async with self._db.write() as connection:
                await connection.execute(sa.insert(tries), row)
        except IntegrityError:
            return False
        return True

    async def of_person(self, game: str, day: str, person: str) -> Json | None:
        same = (tries.c.game == game, tries.c.day == day, tries.c.person == person)
        query = sa.select(tries, rooms.c.status).join(rooms, rooms.c.code == tries.c.room).where(*same)
        return await self._db.fetch_one(query)

    async def of_room(self, room: str) -> Json | None:
        return await self._db.fetch_one(sa.select(tries).where(tries.c.room == room))

    async def days_of(self, game: str, person: str, limit: int = 400) -> list[str]:
        """The days on which this person finished, the newest first."""
        query = (
            sa.select(tries.c.day)
            .join(results, sa.and_(results.c.room == tries.c.room, results.c.person == tries.c.person))
            .where(tries.c.game == game, tries.c.person == person)
        )
        return [row["day"] for row in await self._db.fetch_all(query.order_by(tries.c.day.desc()).limit(limit))]

    async def results(self, game: str, day: str) -> list[Json]:
        """What was finished of a day's attempts, with the names of who did."""
        columns: list[Any] = [tries.c.person, tries.c.room, tries.c.begun, people.c.name, people.c.password]
        columns += [results.c.facts, results.c.took, results.c.at]
        query = (
            sa.select(*columns)
            .join(results, sa.and_(results.c.room == tries.c.room, results.c.person == tries.c.person))
            .join(people, people.c.id == tries.c.person)
            .where(tries.c.game == game, tries.c.day == day)
        )
        return await self._db.fetch_all(query)
