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
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("skeleton", sa.String(96)),  # what the account's name looks like
    sa.Column("suspended", sa.BigInteger),  # until when this person may not come in
    sa.Index("people_skeleton", "skeleton", unique=True),
)


class PeopleStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, id: str) -> Person | None:
        return await self._one(people.c.id == id)

    async def by_key(self, key: str) -> Person | None:
        return await self._one(people.c.key == key)

    async def looking_like(self, skeleton: str, key: str) -> Person | None:
        """An account whose name could be taken for one with this skeleton."""
        return await self._one(sa.or_(people.c.skeleton == skeleton, people.c.key == key))

    async def _one(self, condition: sa.ColumnElement[bool]) -> Person | None:
        row = await self._db.fetch_one(sa.select(people).where(condition))
        return None if row is None else Person(**row)

    async def get_many(self, ids: Iterable[str]) -> dict[str, Person]:
        rows = await self._db.fetch_all(sa.select(people).where(people.c.id.in_(set(ids))))
        return {row["id"]: Person(**row) for row in rows}

    async def add(self, name: str, **values: Any) -> Person:
        row: dict[str, Any] = {"id": secrets.token_hex(8), "name": name, "created": now_ms()}
        row |= {"key": None, "password": None, **values}
        async with self._db.write() as connection:
            await connection.execute(sa.insert(people), row)
        return Person(**row)

    async def update(self, id: str, **values: Any) -> None:
        async with self._db.write() as connection:
            await connection.execute(sa.update(people).where(people.c.id == id).values(**values))
