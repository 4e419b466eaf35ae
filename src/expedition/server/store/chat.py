"""What people say to each other in a room."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from expedition.server.models import ChatLine, Person
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.timesource import now_ms

chat = sa.Table(
    "chat",
    meta,
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(16), nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

MOST_LINES = 100  # the last ones said in a room, for somebody who comes

_LINES = (
    sa.select(chat)
    .where(chat.c.room == sa.bindparam("code"), chat.c.number > sa.bindparam("after"))
    .order_by(chat.c.number.desc())
    .limit(sa.bindparam("most"))
)


class ChatStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, code: str, person: Person, text: str) -> ChatLine:
        last = sa.select(sa.func.coalesce(sa.func.max(chat.c.number), 0)).where(chat.c.room == code)
        while True:
            try:
                async with self._db.write() as connection:
                    number = int(await connection.scalar(last) or 0) + 1
                    line = ChatLine(number, person.id, person.name, text, now_ms())
                    await connection.execute(sa.insert(chat), {**dataclasses.asdict(line), "room": code})
                return line
            except IntegrityError:  # another process said something at the same moment
                continue

    async def lines(self, code: str, after: int = 0, limit: int = MOST_LINES) -> list[ChatLine]:
        rows = await self._db.fetch_all(_LINES, {"code": code, "after": after, "most": limit})
        return [ChatLine(r["number"], r["person"], r["name"], r["text"], r["at"]) for r in reversed(rows)]
