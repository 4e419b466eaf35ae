"""Who follows whom, and who wants to hear nothing from whom."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from expedition.core.types import Json
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.store.people import people

follows = sa.Table(
    "follows",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("other", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("follows_other", "other"),
)

blocks = sa.Table(
    "blocks",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("other", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("blocks_other", "other"),
)

challenges = sa.Table(
    "challenges",
    meta,
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("other", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("challenges_other", "other", "at"),
)


class FriendStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def follow(self, person: str, other: str, now: int) -> None:
        try:
            async with self._db.write() as connection:
                await connection.execute(sa.insert(follows), {"person": person, "other": other, "at": now})
        except IntegrityError:
            return

    async def unfollow(self, person: str, other: str) -> None:
        async with self._db.write() as connection:
            await connection.execute(sa.delete(follows).where(follows.c.person == person, follows.c.other == other))

    async def block(self, person: str, other: str, now: int) -> None:
        """Neither follows the other from now on, and no challenge passes between them."""
        both = sa.or_(
            sa.and_(follows.c.person == person, follows.c.other == other),
            sa.and_(follows.c.person == other, follows.c.other == person),
        )
        try:
            async with self._db.write() as connection:
                await connection.execute(sa.delete(follows).where(both))
                same = (challenges.c.person == other, challenges.c.other == person)
                await connection.execute(sa.delete(challenges).where(*same))
                await connection.execute(sa.insert(blocks), {"person": person, "other": other, "at": now})
        except IntegrityError:
            return

    async def unblock(self, person: str, other: str) -> None:
        async with self._db.write() as connection:
            await connection.execute(sa.delete(blocks).where(blocks.c.person == person, blocks.c.other == other))

    async def followed(self, person: str) -> list[Json]:
        """Those this person follows, and whether they follow back."""
        mutual = follows.alias("mutual")
        query = (
            sa.select(people, follows.c.at.label("since"), mutual.c.person.label("back"))
            .join(follows, follows.c.other == people.c.id)
            .outerjoin(mutual, sa.and_(mutual.c.person == follows.c.other, mutual.c.other == follows.c.person))
            .where(follows.c.person == person)
        )
        return await self._db.fetch_all(query.order_by(people.c.name))

    async def followers(self, person: str) -> list[Json]:
        query = sa.select(people, follows.c.at.label("since")).join(follows, follows.c.person == people.c.id)
        return await self._db.fetch_all(query.where(follows.c.other == person).order_by(people.c.name))

    async def blocked(self, person: str) -> list[Json]:
        query = sa.select(people).join(blocks, blocks.c.other == people.c.id).where(blocks.c.person == person)
        return await self._db.fetch_all(query.order_by(people.c.name))

    async def is_blocked(self, one: str, two: str) -> bool:
        """Whether either has blocked the other."""
        query = sa.select(blocks).where(
            sa.or_(
                sa.and_(blocks.c.person == one, blocks.c.other == two),
                sa.and_(blocks.c.person == two, blocks.c.other == one),
            )
        )
        return await self._db.fetch_one(query) is not None

    async def follows(self, person: str, other: str) -> bool:
        query = sa.select(follows).where(follows.c.person == person, follows.c.other == other)
        return await self._db.fetch_one(query) is not None

    async def counted(self, person: str) -> int:
        query = sa.select(sa.func.count().label("many")).select_from(follows).where(follows.c.person == person)
        row = await self._db.fetch_one(query)
        return int(row["many"]) if row else 0

    async def challenge(self, room: str, person: str, other: str, now: int) -> bool:
        """Write a challenge down; False if this room has been offered to them already."""
        try:
            async with self._db.write() as connection:
                row = {"room": room, "person": person, "other": other, "at": now}
                await connection.execute(sa.insert(challenges), row)
        except IntegrityError:
            return False
        return True

    async def challenges_of(self, other: str, since: int) -> list[Json]:
        query = sa.select(challenges).where(challenges.c.other == other, challenges.c.at > since)
        return await self._db.fetch_all(query.order_by(challenges.c.at.desc()).limit(50))

    async def challenges_between(self, person: str, other: str, since: int) -> int:
        query = sa.select(sa.func.count().label("many")).select_from(challenges)
        query = query.where(challenges.c.person == person, challenges.c.other == other, challenges.c.at > since)
        row = await self._db.fetch_one(query)
        return int(row["many"]) if row else 0

    async def decline(self, room: str, other: str) -> None:
        async with self._db.write() as connection:
            same = (challenges.c.room == room, challenges.c.other == other)
            await connection.execute(sa.delete(challenges).where(*same))
