"""Guests and accounts."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from expedition.server.models import Person
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.timesource import now_ms

people = sa.Table(
    "people",
    meta,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("key", sa.String(96), unique=True),  # the account's name without case; null for guests
    sa.Column("password", sa.String(200)),
    sa.Column("session", sa.Integer, nullable=False, default=0),  # raised when all sessions are to end
    sa.Column("created", sa.BigInteger, nullable=False),
)


class PeopleStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, id: str) -> Person | None:
        return await self._one(people.c.id == id)

    async def by_key(self, key: str) -> Person | None:
        return await self._one(people.c.key == key)

    async def _one(self, condition: sa.ColumnElement[bool]) -> Person | None:
        row = await self._db.fetch_one(sa.select(people).where(condition))
        return None if row is None else Person(**row)

    async def get_many(self, ids: Iterable[str]) -> dict[str, Person]:
        rows = await self._db.fetch_all(sa.select(people).where(people.c.id.in_(set(ids))))
        return {row["id"]: Person(**row) for row in rows}

    async def add(self, name: str, key: str | None = None, password: str | None = None) -> Person:
        row = {"id": secrets.token_hex(8), "name": name, "key": key, "password": password, "session": 0}
        row["created"] = now_ms()
        async with self._db.write() as connection:
            await connection.execute(sa.insert(people), row)
        return Person(**row)  # type: ignore[arg-type]

    async def update(self, id: str, **values: Any) -> None:
        async with self._db.write() as connection:
            await connection.execute(sa.update(people).where(people.c.id == id).values(**values))
