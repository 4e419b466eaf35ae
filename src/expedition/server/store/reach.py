"""How people want to be told that a game waits, and what is on its way to them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from expedition.core.types import Json
from expedition.server.store.database import Database
from expedition.server.store.log import actions
from expedition.server.store.metadata import meta
from expedition.server.store.rooms import rooms, seats

reach = sa.Table(
    "reach",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("lang", sa.String(2), nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("quiet_from", sa.Integer, nullable=False),  # minutes of the day; equal ends: no quiet hours
    sa.Column("quiet_to", sa.Integer, nullable=False),
    sa.Column("push", sa.Boolean, nullable=False),
    sa.Column("mail", sa.Boolean, nullable=False),
    sa.Column("hook", sa.Boolean, nullable=False),
    sa.Column("address", sa.String(200)),  # of mail
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("hook_url", sa.String(1000)),
    sa.Column("hook_key", sa.String(64)),
    sa.Column("sent", sa.BigInteger, nullable=False),  # when the last message about turns was written
)

subscriptions = sa.Table(
    "push_subscriptions",
    meta,
    sa.Column("id", sa.String(32), primary_key=True),  # of the endpoint
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("endpoint", sa.String(1000), nullable=False),
    sa.Column("p256dh", sa.String(120), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("push_subscriptions_person", "person"),
)

letters = sa.Table(
    "letters",
    meta,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("channel", sa.String(8), nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("content", sa.JSON, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("letters_due", "due"),
    sa.Index("letters_person", "person"),
)

told = sa.Table(
    "told",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),  # when this person was told of a turn in this room
    sa.Column("reminded", sa.BigInteger, nullable=False),  # and when reminded that time is running out
)

MOST_BROWSERS = 10  # of one person


class ReachStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    # -- what people chose ------------------------------------------------------------------------------------

    async def get(self, person: str) -> Json | None:
        return await self._db.fetch_one(sa.select(reach).where(reach.c.person == person))

    async def put(self, person: str, defaults: Json, **values: Any) -> None:
        async with self._db.write() as connection:
            changed = await connection.execute(sa.update(reach).where(reach.c.person == person).values(**values))
            if changed.rowcount == 0:
                await connection.execute(sa.insert(reach), {**defaults, **values, "person": person})

    async def subscribe(self, person: str, endpoint: str, p256dh: str, auth: str, now: int) -> None:
        """A browser belongs to whoever used it last; of one person's browsers the newest are kept."""
        id = hashlib.sha256(endpoint.encode()).hexdigest()[:32]
        row = {"id": id, "person": person, "endpoint": endpoint, "p256dh": p256dh, "auth": auth, "created": now}
        own = sa.select(subscriptions.c.id).where(subscriptions.c.person == person)
        async with self._db.write() as connection:
            await connection.execute(sa.delete(subscriptions).where(subscriptions.c.id == id))
            await connection.execute(sa.insert(subscriptions), row)
            newest = await connection.execute(own.order_by(subscriptions.c.created.desc()).limit(MOST_BROWSERS))
            kept = list(newest.scalars())
            old = sa.delete(subscriptions).where(subscriptions.c.person == person, subscriptions.c.id.not_in(kept))
            await connection.execute(old)

    async def unsubscribe(self, endpoint: str, person: str | None = None) -> None:
        id = hashlib.sha256(endpoint.encode()).hexdigest()[:32]
        query = sa.delete(subscriptions).where(subscriptions.c.id == id)
        async with self._db.write() as connection:
            await connection.execute(query if person is None else query.where(subscriptions.c.person == person))

    async def browsers(self, person: str) -> list[Json]:
        return await self._db.fetch_all(sa.select(subscriptions).where(subscriptions.c.person == person))

    # -- who waits for whom -----------------------------------------------------------------------------------

    async def waiting(self, person: str | None = None) -> list[Json]:
        """Seats that have to act now, of people who want to be told (or of one person, whatever they chose)."""
        query = sa.select(
            seats.c.person, seats.c.room, seats.c.seat, rooms.c.game, rooms.c.setup, rooms.c.clock, rooms.c.owing,
            rooms.c.moved, rooms.c.wake, rooms.c.started,
        ).join(rooms, rooms.c.code == seats.c.room)  # fmt: skip
        query = query.where(rooms.c.status == "playing", rooms.c.owing != 0, seats.c.kind == "person")
        if person is None:
            query = query.join(reach, reach.c.person == seats.c.person)
            query = query.where(sa.or_(reach.c.push, reach.c.mail, reach.c.hook))
        else:
            query = query.where(seats.c.person == person)
        return [row for row in await self._db.fetch_all(query) if row["owing"] >> row["seat"] & 1]

    async def last_acts(self, codes: Iterable[str]) -> dict[tuple[str, int], int]:
        """When each seat of these rooms last did something."""
        query = sa.select(actions.c.room, actions.c.seat, sa.func.max(actions.c.at).label("at"))
        query = query.where(actions.c.room.in_(set(codes))).group_by(actions.c.room, actions.c.seat)
        return {(row["room"], row["seat"]): row["at"] for row in await self._db.fetch_all(query)}

    async def told(self, people: Iterable[str]) -> dict[tuple[str, str], Json]:
        rows = await self._db.fetch_all(sa.select(told).where(told.c.person.in_(set(people))))
        return {(row["person"], row["room"]): row for row in rows}

    # -- letters ----------------------------------------------------------------------------------------------

    async def write(
        self, person: str, kind: str, channels: Sequence[str], content: Json, rooms_told: Sequence[str], now: int
    ) -> None:
        """Put a message on its way, and remember what it was about."""
        fresh = [
            {"id": secrets.token_hex(8), "person": person, "channel": channel, "kind": kind, "content": content}
            | {"due": now, "tries": 0, "created": now}
            for channel in channels
        ]
        column = {"reminder": "reminded"}.get(kind, "at")
        async with self._db.write() as connection:
            await connection.execute(sa.insert(letters), fresh)
            for room in rooms_told:
                same = sa.and_(told.c.person == person, told.c.room == room)
                changed = await connection.execute(sa.update(told).where(same).values(**{column: now}))
                if changed.rowcount == 0:
                    row = {"person": person, "room": room, "at": 0, "reminded": 0, column: now}
                    await connection.execute(sa.insert(told), row)
            if kind == "turn":
                await connection.execute(sa.update(reach).where(reach.c.person == person).values(sent=now))

    async def due(self, now: int, limit: int) -> list[Json]:
        query = sa.select(letters).where(letters.c.due <= now).order_by(letters.c.due).limit(limit)
        return await self._db.fetch_all(query)

    async def claim(self, letter: Json, until: int) -> bool:
        """Take a letter on; False if another process did."""
        query = sa.update(letters).where(letters.c.id == letter["id"], letters.c.due == letter["due"])
        try:
            async with self._db.write() as connection:
                return (await connection.execute(query.values(due=until, tries=letter["tries"] + 1))).rowcount == 1
        except IntegrityError:
            return False

    async def put_off(self, id: str, due: int) -> None:
        async with self._db.write() as connection:
            await connection.execute(sa.update(letters).where(letters.c.id == id).values(due=due))

    async def done(self, id: str) -> None:
        async with self._db.write() as connection:
            await connection.execute(sa.delete(letters).where(letters.c.id == id))

    async def pending(self, person: str) -> int:
        query = sa.select(sa.func.count()).select_from(letters).where(letters.c.person == person)
        row = await self._db.fetch_one(query)
        return 0 if row is None else int(next(iter(row.values())))
