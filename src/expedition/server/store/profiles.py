"""What people show of themselves, and when they are away."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from expedition.core.types import Json
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta

profiles = sa.Table(
    "profiles",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("likeness", sa.String(40), nullable=False),  # one of our posters
    sa.Column("public", sa.Boolean, nullable=False),  # whether others see the history
    sa.Column("seen", sa.Boolean, nullable=False),  # whether friends see that this person is here
)

vacations = sa.Table(
    "vacations",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("first", sa.BigInteger, primary_key=True, autoincrement=False),  # the beginning
    sa.Column("last", sa.BigInteger, nullable=False),  # the end
)

DEFAULTS: Json = {"likeness": "", "public": True, "seen": False}


class ProfileStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, person: str) -> Json:
        found = await self._db.fetch_one(sa.select(profiles).where(profiles.c.person == person))
        return found or {"person": person, **DEFAULTS}

    async def get_many(self, people: list[str]) -> dict[str, Json]:
        rows = await self._db.fetch_all(sa.select(profiles).where(profiles.c.person.in_(people)))
        found = {row["person"]: row for row in rows}
        return {person: found.get(person, {"person": person, **DEFAULTS}) for person in people}

    async def put(self, person: str, **values: Any) -> None:
        async with self._db.write() as connection:
            changed = await connection.execute(sa.update(profiles).where(profiles.c.person == person).values(**values))
            if changed.rowcount == 0:
                await connection.execute(sa.insert(profiles), {**DEFAULTS, **values, "person": person})

    async def vacations(self, person: str) -> list[Json]:
        query = sa.select(vacations).where(vacations.c.person == person).order_by(vacations.c.first)
        return await self._db.fetch_all(query)

    async def set_vacation(self, person: str, first: int, last: int, instead_of: int | None) -> None:
        """Write a vacation down, in place of the one that began at `instead_of`."""
        async with self._db.write() as connection:
            if instead_of is not None:
                same = (vacations.c.person == person, vacations.c.first == instead_of)
                await connection.execute(sa.delete(vacations).where(*same))
            if last > first:
                await connection.execute(sa.insert(vacations), {"person": person, "first": first, "last": last})

    async def away(self, people: list[str], now: int) -> dict[str, int]:
        """Who of these is away now, and until when."""
        query = sa.select(vacations).where(
            vacations.c.person.in_(people), vacations.c.first <= now, vacations.c.last > now
        )
        return {row["person"]: row["last"] for row in await self._db.fetch_all(query)}
