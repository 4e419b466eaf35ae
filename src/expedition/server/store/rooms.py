"""Rooms and their seats.

`rooms.owing` and `rooms.wake` are written with a game's log: who has to act, and when the server itself has to look at
the room again (a clock, a bot, an end).
"""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from expedition.core.types import Json
from expedition.server.models import Room, Seat
from expedition.server.store.database import Conflict, Database
from expedition.server.store.metadata import meta

rooms = sa.Table(
    "rooms",
    meta,
    sa.Column("code", sa.String(6), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("setup", sa.JSON, nullable=False),
    sa.Column("terms", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("clock", sa.JSON, nullable=False),
    sa.Column("on_timeout", sa.String(8), nullable=False),
    sa.Column("auto_start", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("outcome", sa.String(8)),
    sa.Column("host", sa.String(16), sa.ForeignKey("people.id")),
    sa.Column("rules_version", sa.Integer, nullable=False, server_default="1"),
    sa.Column("secret", sa.String(64)),
    sa.Column("seed", sa.String(32)),
    sa.Column("position", sa.JSON),
    sa.Column("origin", sa.JSON),
    sa.Column("record", sa.JSON),
    sa.Column("ranking", sa.JSON),
    sa.Column("previous", sa.String(6)),
    sa.Column("next", sa.String(6)),
    sa.Column("owner", sa.String(8)),
    sa.Column("owing", sa.Integer, nullable=False, default=0),
    sa.Column("wake", sa.BigInteger),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("started", sa.BigInteger),
    sa.Column("ended", sa.BigInteger),
    sa.Column("moved", sa.BigInteger, nullable=False),
    sa.Index("rooms_wake", "status", "wake"),
    sa.Index("rooms_public", "status", "public", "moved"),
    sa.Index("rooms_owner", "owner"),
)

seats = sa.Table(
    "seats",
    meta,
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(32)),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id")),
    sa.Column("level", sa.String(32)),
    sa.Column("ready", sa.Boolean, nullable=False, default=False),
    sa.Column("entropy", sa.String(64)),
    sa.Column("reserved", sa.String(16)),
    sa.Index("seats_person", "person"),
)

# asked most often: put together once
_ROOM = sa.select(rooms).where(rooms.c.code == sa.bindparam("code"))
_DUE = (
    sa.select(rooms.c.code, rooms.c.wake)
    .where(rooms.c.status == "playing", rooms.c.wake <= sa.bindparam("now"))
    .order_by(rooms.c.wake)
    .limit(sa.bindparam("most"))
)
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def new_code() -> str:
    """Six signs without those that look alike: a thousand million rooms."""
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def terms(game: str, setup: Json, clock: Json) -> str:
    """What a quick match compares."""
    text = orjson.dumps([game, setup, clock], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(text).hexdigest()


class RoomStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, room: Room, plan: Sequence[Seat]) -> str:
        """Store a new room under a fresh code."""
        return await self._add(room, plan, None) or ""

    async def add_linked(self, room: Room, plan: Sequence[Seat], link: Callable[[str], sa.Update]) -> str | None:
        """Store a new room together with a row that points to it; None, and nothing stored, if that has one."""
        return await self._add(room, plan, link)

    async def _add(self, room: Room, plan: Sequence[Seat], link: Callable[[str], sa.Update] | None) -> str | None:
        row = _room_row(room)
        while True:
            code = new_code()
            try:
                async with self._db.write() as connection:
                    await connection.execute(sa.insert(rooms), {**row, "code": code})
                    await connection.execute(sa.insert(seats), [_seat_row(code, seat) for seat in plan])
                    if link is not None and (await connection.execute(link(code))).rowcount != 1:
                        raise Conflict
                return code
            except Conflict:
                return None
            except IntegrityError:
                if await self.get(code) is None:
                    raise

    async def get(self, code: str) -> Room | None:
        row = await self._db.fetch_one(_ROOM, {"code": code})
        return None if row is None else Room(**row)

    async def seats(self, code: str) -> list[Seat]:
        return (await self.seats_of_many([code])).get(code, [])

    async def seats_of_many(self, codes: Iterable[str]) -> dict[str, list[Seat]]:
        found: dict[str, list[Seat]] = {}
        query = sa.select(seats).where(seats.c.room.in_(set(codes))).order_by(seats.c.room, seats.c.seat)
        for row in await self._db.fetch_all(query):
            found.setdefault(row["room"], []).append(seat_of(row))
        return found

    async def update(self, code: str, was: str, **values: Any) -> bool:
        """Change a room that still has this status; False if it has not."""
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.status == was).values(**values)
        async with self._db.write() as connection:
            return (await connection.execute(query)).rowcount == 1

    async def replan(self, code: str, plan: Sequence[Seat], **values: Any) -> bool:
        """Change the terms and the seats of a room that has not started."""
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.status == "waiting").values(**values)
        async with self._db.write() as connection:
            if (await connection.execute(query)).rowcount != 1:
                return False
            await connection.execute(sa.delete(seats).where(seats.c.room == code))
            await connection.execute(sa.insert(seats), [_seat_row(code, seat) for seat in plan])
            return True

    async def set_seat(self, code: str, was: str | None, now: Seat) -> bool:
        """Change a seat of a waiting room if `was` (None: nobody) still sits there."""
        waiting = sa.exists().where(rooms.c.code == code, rooms.c.status == "waiting")
        query = sa.update(seats).where(
            seats.c.room == code, seats.c.seat == now.number, seats.c.person.is_not_distinct_from(was), waiting
        )
        async with self._db.write() as connection:
            return (await connection.execute(query.values(**_seat_values(now)))).rowcount == 1

    async def set_ready(self, code: str, person: str, **values: Any) -> bool:
        """Change what a person says about their seats (`ready`, `entropy`) in a waiting room."""
        waiting = sa.exists().where(rooms.c.code == code, rooms.c.status == "waiting")
        query = sa.update(seats).where(seats.c.room == code, seats.c.person == person, waiting)
        async with self._db.write() as connection:
            return (await connection.execute(query.values(**values))).rowcount > 0

    async def link_rematch(self, code: str, was: str | None, room: Room, plan: Sequence[Seat]) -> None:
        """Store the rematch, unless somebody else did so first (`was`: an earlier offer that came to nothing)."""
        link = sa.update(rooms).where(rooms.c.code == code, rooms.c.next.is_not_distinct_from(was))
        await self._add(room, plan, lambda fresh: link.values(next=fresh))

    async def move_to_account(self, guest: str, account: str) -> list[str]:
        """A guest's seats and rooms become an account's; the rooms concerned."""
        mine = sa.or_(rooms.c.host == guest, rooms.c.code.in_(sa.select(seats.c.room).where(seats.c.person == guest)))
        async with self._db.write() as connection:
            found = await connection.execute(sa.select(rooms.c.code).where(mine).distinct())
            codes = [str(code) for code in found.scalars()]
            waiting = sa.select(rooms.c.code).where(rooms.c.public.is_(True), rooms.c.status == "waiting")
            own = sa.select(seats.c.room).where(seats.c.person == account)
            twice = sa.and_(seats.c.person == guest, seats.c.room.in_(waiting), seats.c.room.in_(own))
            await connection.execute(sa.update(seats).where(twice).values(**_seat_values(Seat(0))))
            await connection.execute(sa.update(seats).where(seats.c.person == guest).values(person=account))
            await connection.execute(sa.update(rooms).where(rooms.c.host == guest).values(host=account))
        return codes

    # -- lists --------------------------------------------------------------------------------------------------

    async def public(self, status: str, game: str | None, limit: int) -> list[Room]:
        query = sa.select(rooms).where(rooms.c.status == status, rooms.c.public.is_(True))
        if game is not None:
            query = query.where(rooms.c.game == game)
        return await self._many(query.order_by(rooms.c.moved.desc()).limit(limit))

    async def of_person(self, person: str, status: str | None, limit: int) -> list[Room]:
        mine = sa.select(seats.c.room).where(seats.c.person == person)
        query = sa.select(rooms).where(sa.or_(rooms.c.code.in_(mine), rooms.c.host == person))
        if status is not None:
            query = query.where(rooms.c.status == status)
        return await self._many(query.order_by(rooms.c.moved.desc()).limit(limit))

    async def _many(self, query: sa.Select[Any]) -> list[Room]:
        return [Room(**row) for row in await self._db.fetch_all(query)]

    async def count_open(self, host: str) -> tuple[int, int]:
        """How many rooms of this host wait or run, and in how many of the running ones only the computer plays."""
        own = sa.and_(rooms.c.host == host, rooms.c.status.in_(("waiting", "playing")))
        person = sa.exists().where(seats.c.room == rooms.c.code, seats.c.kind == "person")
        alone = sa.func.sum(sa.case((sa.and_(rooms.c.status == "playing", ~person), 1), else_=0))
        query = sa.select(sa.func.count().label("all"), alone.label("alone")).where(own)
        row = await self._db.fetch_one(query)
        return (0, 0) if row is None else (row["all"], row["alone"] or 0)

    async def matching(self, terms: str, rated: bool) -> list[str]:
        """Public rooms on these terms with a free seat, oldest first."""
        free = sa.exists().where(seats.c.room == rooms.c.code, seats.c.kind == "open")
        query = sa.select(rooms.c.code).where(
            rooms.c.status == "waiting",
            rooms.c.public.is_(True),
            rooms.c.auto_start.is_(True),
            rooms.c.rated.is_(rated),
            rooms.c.terms == terms,
            free,
        )
        return [row["code"] for row in await self._db.fetch_all(query.order_by(rooms.c.created).limit(20))]

    # -- rooms the server has to look at by itself ----------------------------------------------------------------

    async def due(self, now: int, limit: int) -> list[tuple[str, int]]:
        found = await self._db.fetch_all(_DUE, {"now": now, "most": limit})
        return [(row["code"], row["wake"]) for row in found]

    async def claim(self, code: str, wake: int, until: int) -> bool:
        """Take a due room on; False if another process did."""
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.wake == wake, rooms.c.status == "playing")
        async with self._db.write() as connection:
            return (await connection.execute(query.values(wake=until))).rowcount == 1

    # -- in which process a room lives -----------------------------------------------------------------------------

    async def owner(self, code: str) -> tuple[bool, str | None]:
        """Whether there is such a room, and who owns it."""
        row = await self._db.fetch_one(sa.select(rooms.c.owner).where(rooms.c.code == code))
        return row is not None, None if row is None else row["owner"]

    async def take_over(self, code: str, was: str | None, now: str) -> bool:
        """Own a room from now on; False if another was first."""
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.owner.is_not_distinct_from(was))
        async with self._db.write() as connection:
            return (await connection.execute(query.values(owner=now))).rowcount == 1

    async def release(self, code: str, owner: str) -> None:
        async with self._db.write() as connection:
            mine = sa.update(rooms).where(rooms.c.code == code, rooms.c.owner == owner)
            await connection.execute(mine.values(owner=None))

    async def orphan(self, owner: str) -> int:
        """A process is gone: its rooms are nobody's, and where the server has a part in them it is due."""
        mine = sa.update(rooms).where(rooms.c.owner == owner)
        async with self._db.write() as connection:
            due = mine.where(rooms.c.status == "playing", rooms.c.wake.is_not(None))
            await connection.execute(due.values(wake=0))
            return int((await connection.execute(mine.values(owner=None))).rowcount)

    async def wake_all(self) -> list[str]:
        """After a restart of the only process: every room the server has a part in is due. Those with a clock."""
        running = rooms.c.status == "playing"
        async with self._db.write() as connection:
            await connection.execute(sa.update(rooms).where(running, rooms.c.wake.is_not(None)).values(wake=0))
        found = await self._db.fetch_all(sa.select(rooms.c.code, rooms.c.clock).where(running))
        return [row["code"] for row in found if row["clock"]["kind"] == "live"]


def seat_of(row: Json) -> Seat:
    values = {name: value for name, value in row.items() if name not in ("room", "seat")}
    return Seat(row["seat"], **values)


def _room_row(room: Room) -> Json:
    """Columns that are not null."""
    values = {field.name: getattr(room, field.name) for field in dataclasses.fields(room)}
    return {name: value for name, value in values.items() if value is not None}


def _seat_row(code: str, seat: Seat) -> Json:
    return {"room": code, "seat": seat.number, **_seat_values(seat)}


def _seat_values(seat: Seat) -> Json:
    values = {field.name: getattr(seat, field.name) for field in dataclasses.fields(seat)}
    del values["number"]
    return values
