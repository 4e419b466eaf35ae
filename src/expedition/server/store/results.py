"""What each seat of a finished game achieved, found once by replaying it. Histories, records, challenges and
campaigns read here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from expedition.core.types import Json
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.store.rooms import rooms

results = sa.Table(
    "results",
    meta,
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id")),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("variant", sa.String(40), nullable=False),  # what records are kept apart by, such as the route
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("setup", sa.JSON, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("opponents", sa.String(32)),  # the level of all the others, where they are bots of one level
    sa.Column("facts", sa.JSON, nullable=False),
    sa.Column("took", sa.BigInteger, nullable=False),  # milliseconds from the deal to the end
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("results_person", "person", "at"),
)
sa.Index("rooms_ended", rooms.c.ended)


class ResultStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def missing(self, since: int, limit: int) -> list[tuple[str, int]]:
        """Finished games without results that ended after a moment, the oldest first."""
        known = sa.exists().where(results.c.room == rooms.c.code)
        query = sa.select(rooms.c.code, rooms.c.ended).where(
            rooms.c.ended > since, rooms.c.status == "over", rooms.c.outcome == "finished", ~known
        )
        found = await self._db.fetch_all(query.order_by(rooms.c.ended).limit(limit))
        return [(row["code"], row["ended"]) for row in found]

    async def add(self, rows: Sequence[Json]) -> bool:
        """Keep a game's results; False if they are kept already."""
        try:
            async with self._db.write() as connection:
                await connection.execute(sa.insert(results), list(rows))
        except IntegrityError:
            return False
        return True

    async def of_person(self, person: str, limit: int = 1000, **same: Any) -> list[Json]:
        """The newest first; `same` compares columns."""
        query = sa.select(results).where(results.c.person == person)
        for name, value in same.items():
            query = query.where(results.c[name] == value)
        return await self._db.fetch_all(query.order_by(results.c.at.desc()).limit(limit))

    async def of_rooms(self, codes: Iterable[str]) -> list[Json]:
        query = sa.select(results).where(results.c.room.in_(set(codes)))
        return await self._db.fetch_all(query.order_by(results.c.room, results.c.seat))

    async def against_bots(self, person: str) -> list[Json]:
        """Games alone against bots of one level: what a campaign counts."""
        query = sa.select(results).where(results.c.person == person, results.c.opponents.is_not(None))
        return await self._db.fetch_all(query.order_by(results.c.at))
