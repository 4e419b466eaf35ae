"""Whom somebody does not want to hear, and what was reported to those who run the house."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from expedition.core.types import Json
from expedition.server.store.database import Database
from expedition.server.store.friends import blocks
from expedition.server.store.metadata import meta
from expedition.server.store.people import people
from expedition.server.timesource import now_ms

mutes = sa.Table(
    "mutes",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("other", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)

reports = sa.Table(
    "reports",
    meta,
    sa.Column("id", sa.String(8), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by", sa.String(16), sa.ForeignKey("people.id", ondelete="SET NULL")),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.String(24), nullable=False),  # as it was then
    sa.Column("room", sa.String(6)),
    sa.Column("reason", sa.String(8), nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("talk", sa.JSON, nullable=False),  # the last lines said in the room
    sa.Column("closed", sa.BigInteger),
    sa.Column("answer", sa.Text),
    sa.Index("reports_open", "closed", "at"),
    sa.Index("reports_person", "person"),
)


def unheard_by(person: sa.ColumnElement[str]) -> sa.CompoundSelect[Any]:
    """Whose words do not reach this person."""
    return sa.union(
        sa.select(mutes.c.other.label("id")).where(mutes.c.person == person),
        sa.select(blocks.c.other.label("id")).where(blocks.c.person == person),
        sa.select(blocks.c.person.label("id")).where(blocks.c.other == person),
    )


_UNHEARD = unheard_by(sa.bindparam("person"))


class ModerationStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    # -- not hearing ------------------------------------------------------------------------------------------

    async def mute(self, person: str, other: str) -> None:
        try:
            async with self._db.write() as connection:
                await connection.execute(sa.insert(mutes), {"person": person, "other": other, "at": now_ms()})
        except IntegrityError:
            return

    async def unmute(self, person: str, other: str) -> None:
        async with self._db.write() as connection:
            await connection.execute(sa.delete(mutes).where(mutes.c.person == person, mutes.c.other == other))

    async def muted(self, person: str) -> list[Json]:
        query = sa.select(people).join(mutes, mutes.c.other == people.c.id).where(mutes.c.person == person)
        return await self._db.fetch_all(query.order_by(people.c.name))

    async def unheard(self, person: str) -> frozenset[str]:
        """Whose words do not reach this person: muted, or blocked by either."""
        return frozenset(row["id"] for row in await self._db.fetch_all(_UNHEARD, {"person": person}))

    async def is_kept_apart(self, person: str, others: Iterable[str]) -> bool:
        """Whether this person and one of the others have blocked each other."""
        those = set(others) - {person}
        if not those:
            return False
        query = sa.select(blocks.c.person).where(
            sa.or_(
                sa.and_(blocks.c.person == person, blocks.c.other.in_(those)),
                sa.and_(blocks.c.other == person, blocks.c.person.in_(those)),
            )
        )
        return await self._db.fetch_one(query) is not None

    # -- reports ----------------------------------------------------------------------------------------------

    async def report(self, **values: object) -> str:
        id = secrets.token_hex(4)
        async with self._db.write() as connection:
            await connection.execute(sa.insert(reports), {"id": id, "at": now_ms(), **values})
        return id

    async def reports(self, everything: bool = False, limit: int = 100) -> list[Json]:
        """The open ones, the oldest first; or all, the newest first."""
        query = sa.select(reports)
        if everything:
            return await self._db.fetch_all(query.order_by(reports.c.at.desc()).limit(limit))
        return await self._db.fetch_all(query.where(reports.c.closed.is_(None)).order_by(reports.c.at).limit(limit))

    async def close_report(self, id: str, answer: str) -> bool:
        still = sa.update(reports).where(reports.c.id == id, reports.c.closed.is_(None))
        async with self._db.write() as connection:
            return (await connection.execute(still.values(closed=now_ms(), answer=answer))).rowcount == 1
