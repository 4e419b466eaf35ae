"""The database: what is kept, and every question asked of it. SQLite and PostgreSQL alike.

A game is its append-only list of rows in `actions`, unique on (room, ply). `rooms.owing` and `rooms.wake` are written
with them: who has to act, and when the server itself has to look at the room again (a clock, a bot, an end).
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from expedition.core.errors import SetupError
from expedition.server.ratings import rated

HEAD = "0001"  # the newest migration

Json = dict[str, Any]

meta = sa.MetaData()

settings = sa.Table(
    "settings", meta, sa.Column("name", sa.String(40), primary_key=True), sa.Column("value", sa.Text, nullable=False)
)

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

rooms = sa.Table(
    "rooms",
    meta,
    sa.Column("code", sa.String(6), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("setup", sa.JSON, nullable=False),
    sa.Column("terms", sa.Text, nullable=False),  # game, setup and clock as one text: what a quick match compares
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("clock", sa.JSON, nullable=False),
    sa.Column("on_timeout", sa.String(8), nullable=False),
    sa.Column("auto_start", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("outcome", sa.String(8)),
    sa.Column("host", sa.String(16), sa.ForeignKey("people.id")),
    sa.Column("seed", sa.String(32)),
    sa.Column("position", sa.JSON),
    sa.Column("origin", sa.JSON),
    sa.Column("record", sa.JSON),  # of an imported game
    sa.Column("ranking", sa.JSON),
    sa.Column("previous", sa.String(6)),
    sa.Column("next", sa.String(6)),
    sa.Column("owing", sa.Integer, nullable=False, default=0),  # a bit per seat
    sa.Column("wake", sa.BigInteger),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("started", sa.BigInteger),
    sa.Column("ended", sa.BigInteger),
    sa.Column("moved", sa.BigInteger, nullable=False),
    sa.Index("rooms_wake", "status", "wake"),
    sa.Index("rooms_public", "status", "public", "moved"),
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
    sa.Index("seats_person", "person"),
)

actions = sa.Table(
    "actions",
    meta,
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("unit", sa.Integer, nullable=False),  # the ply of the first action sent together with this one
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

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

ratings = sa.Table(
    "ratings",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

rating_changes = sa.Table(
    "rating_changes",
    meta,
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code"), primary_key=True),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("mu_before", sa.Float, nullable=False),
    sa.Column("sigma_before", sa.Float, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("rating_changes_person", "person", "at"),
)

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def new_code() -> str:
    """Six signs without those that look alike: a thousand million rooms."""
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def terms(game: str, setup: Json, clock: Json) -> str:
    """What a quick match compares."""
    text = orjson.dumps([game, setup, clock], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(text).hexdigest()


class Row(NamedTuple):
    """One line of a game's log."""

    ply: int
    unit: int
    seat: int
    kind: str
    data: Json
    at: int


@dataclass(slots=True)
class Unit:
    """Rows that are stored together or not at all, with what the room's own row then says."""

    room: str
    rows: Sequence[Row]
    owing: int
    wake: int | None


class Taken(Exception):  # noqa: N818 - not an error: somebody else was first
    """The place in the log is filled: somebody else was first."""


def async_url(text: str) -> sa.URL:
    """The database's address with the driver we use; a bare path is a SQLite file."""
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = sa.make_url(text)
    except sa.exc.ArgumentError:
        raise SetupError("The database address cannot be read; write a path or postgresql://user@host/name.") from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        return url.set(drivername="sqlite+aiosqlite")
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+asyncpg")
    raise SetupError(f"The database is SQLite or PostgreSQL, not {kind}.")


def make_engine(url: sa.URL) -> AsyncEngine:
    options: Json = {"json_serializer": lambda value: orjson.dumps(value).decode(), "json_deserializer": orjson.loads}
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True, **options)
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url, **options)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def _pragmas(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


class Store:
    """Every question asked of the database."""

    def __init__(self, address: str) -> None:
        self.url = async_url(address)
        self.engine = make_engine(self.url)
        self.is_postgres = self.url.get_backend_name() == "postgresql"
        self._one_writer = asyncio.Lock()
        self._alone = asyncio.Lock()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction. SQLite has one writer at a time, so ours queue here instead of at its lock."""
        if self.is_postgres:
            async with self.engine.begin() as connection:
                yield connection
        else:
            async with self._one_writer, self.engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def alone(self, what: str) -> AsyncIterator[None]:
        """Nobody else does this at the same time, in no process."""
        async with self._alone:
            if self.is_postgres:
                number = int.from_bytes(hashlib.sha256(what.encode()).digest()[:7])
                async with self.engine.begin() as connection:
                    await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})
                    yield
            else:
                yield

    async def open(self) -> None:
        """Bring the tables up to date."""
        async with self.write() as connection:
            if self.is_postgres:  # several processes may start at once
                await connection.execute(sa.text("SELECT pg_advisory_xact_lock(73190525)"))
            if await connection.run_sync(_version) != HEAD:
                await connection.run_sync(_migrate)

    async def close(self) -> None:
        await self.engine.dispose()

    async def ready(self) -> bool:
        async with self.engine.connect() as connection:
            return bool(await connection.scalar(sa.select(sa.literal(1))))

    async def _rows(self, query: sa.Select[Any]) -> list[Json]:
        async with self.engine.connect() as connection:
            found = await connection.execute(query)
            names = [str(name) for name in found.keys()]  # noqa: SIM118 - a result, not a dict
            return [dict(zip(names, row)) for row in found]

    async def _row(self, query: sa.Select[Any]) -> Json | None:
        rows = await self._rows(query)
        return rows[0] if rows else None

    async def setting(self, name: str, proposal: str) -> str:
        """A value all processes share; the first to ask decides."""
        known = await self._row(sa.select(settings).where(settings.c.name == name))
        if known is None:
            try:
                async with self.write() as connection:
                    await connection.execute(sa.insert(settings), {"name": name, "value": proposal})
            except IntegrityError:
                pass
            known = await self._row(sa.select(settings).where(settings.c.name == name))
        assert known is not None
        return str(known["value"])

    # -- people -------------------------------------------------------------------------------------------------

    async def person(self, id: str) -> Json | None:
        return await self._row(sa.select(people).where(people.c.id == id))

    async def person_by_key(self, key: str) -> Json | None:
        return await self._row(sa.select(people).where(people.c.key == key))

    async def add_person(self, name: str, key: str | None = None, password: str | None = None) -> Json:
        row = {"id": secrets.token_hex(8), "name": name, "key": key, "password": password, "session": 0}
        row["created"] = now_ms()
        async with self.write() as connection:
            await connection.execute(sa.insert(people), row)
        return row

    async def change_person(self, id: str, **values: Any) -> None:
        async with self.write() as connection:
            await connection.execute(sa.update(people).where(people.c.id == id).values(**values))

    async def names(self, ids: Iterable[str]) -> dict[str, Json]:
        rows = await self._rows(sa.select(people).where(people.c.id.in_(set(ids))))
        return {row["id"]: row for row in rows}

    async def adopt(self, guest: str, account: str) -> list[str]:
        """A guest's seats and rooms become an account's; the rooms concerned."""
        async with self.write() as connection:
            found = await connection.execute(
                sa.select(rooms.c.code)
                .where(
                    sa.or_(
                        rooms.c.host == guest,
                        rooms.c.code.in_(sa.select(seats.c.room).where(seats.c.person == guest)),
                    )
                )
                .distinct()
            )
            codes = [str(code) for code in found.scalars()]
            await connection.execute(sa.update(seats).where(seats.c.person == guest).values(person=account))
            await connection.execute(sa.update(rooms).where(rooms.c.host == guest).values(host=account))
        return codes

    # -- rooms --------------------------------------------------------------------------------------------------

    async def add_room(self, room: Json, plan: list[Json]) -> str:
        """Store a new room under a fresh code."""
        while True:
            code = new_code()
            try:
                async with self.write() as connection:
                    await connection.execute(sa.insert(rooms), {**room, "code": code})
                    await connection.execute(sa.insert(seats), [{**seat, "room": code} for seat in plan])
                return code
            except IntegrityError:
                if await self.room(code) is None:
                    raise

    async def room(self, code: str) -> Json | None:
        return await self._row(sa.select(rooms).where(rooms.c.code == code))

    async def seats(self, code: str) -> list[Json]:
        return await self._rows(sa.select(seats).where(seats.c.room == code).order_by(seats.c.seat))

    async def seats_of(self, codes: Iterable[str]) -> dict[str, list[Json]]:
        found: dict[str, list[Json]] = {}
        query = sa.select(seats).where(seats.c.room.in_(set(codes))).order_by(seats.c.room, seats.c.seat)
        for row in await self._rows(query):
            found.setdefault(row["room"], []).append(row)
        return found

    async def change_room(self, code: str, was: str, **values: Any) -> bool:
        """Change a room that still has this status; False if it has not."""
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.status == was).values(**values)
        async with self.write() as connection:
            return (await connection.execute(query)).rowcount == 1

    async def replan(self, code: str, plan: list[Json] | None, **values: Any) -> bool:
        """Change the terms, and the seats where `plan` is given, of a room that has not started."""
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.status == "waiting").values(**values)
        async with self.write() as connection:
            if (await connection.execute(query)).rowcount != 1:
                return False
            if plan is not None:
                await connection.execute(sa.delete(seats).where(seats.c.room == code))
                await connection.execute(sa.insert(seats), [{**seat, "room": code} for seat in plan])
            return True

    async def set_seat(self, code: str, seat: int, was: str | None, now: Json) -> bool:
        """Change a seat of a waiting room if `was` (None: nobody) still sits there."""
        waiting = sa.exists().where(rooms.c.code == code, rooms.c.status == "waiting")
        query = sa.update(seats).where(
            seats.c.room == code, seats.c.seat == seat, seats.c.person.is_not_distinct_from(was), waiting
        )
        async with self.write() as connection:
            return (await connection.execute(query.values(**now))).rowcount == 1

    async def link_rematch(self, code: str, room: Json, plan: list[Json]) -> str:
        """The code of the rematch: made now, or by whoever asked first."""
        fresh = await self.add_room(room, plan)
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.next.is_(None)).values(next=fresh)
        async with self.write() as connection:
            if (await connection.execute(query)).rowcount == 1:
                return fresh
            await connection.execute(sa.delete(rooms).where(rooms.c.code == fresh))
        first = await self.room(code)
        assert first is not None
        return str(first["next"])

    async def public_rooms(self, status: str, game: str | None, limit: int) -> list[Json]:
        query = sa.select(rooms).where(rooms.c.status == status, rooms.c.public.is_(True))
        if game is not None:
            query = query.where(rooms.c.game == game)
        return await self._rows(query.order_by(rooms.c.moved.desc()).limit(limit))

    async def rooms_of(self, person: str, status: str | None, limit: int) -> list[Json]:
        mine = sa.select(seats.c.room).where(seats.c.person == person)
        query = sa.select(rooms).where(sa.or_(rooms.c.code.in_(mine), rooms.c.host == person))
        if status is not None:
            query = query.where(rooms.c.status == status)
        return await self._rows(query.order_by(rooms.c.moved.desc()).limit(limit))

    async def fitting_rooms(self, terms: str, rated: bool) -> list[str]:
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
        return [row["code"] for row in await self._rows(query.order_by(rooms.c.created).limit(20))]

    async def due(self, now: int, limit: int) -> list[tuple[str, int]]:
        """Running rooms the server has to look at."""
        query = sa.select(rooms.c.code, rooms.c.wake).where(rooms.c.status == "playing", rooms.c.wake <= now)
        return [(row["code"], row["wake"]) for row in await self._rows(query.order_by(rooms.c.wake).limit(limit))]

    async def claim(self, code: str, wake: int, until: int) -> bool:
        """Take a due room on; False if another process did."""
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.wake == wake, rooms.c.status == "playing")
        async with self.write() as connection:
            return (await connection.execute(query.values(wake=until))).rowcount == 1

    async def wake_all(self) -> list[str]:
        """After a restart of the only process: every room the server has a part in is due. Those with a clock."""
        running = rooms.c.status == "playing"
        async with self.write() as connection:
            await connection.execute(sa.update(rooms).where(running, rooms.c.wake.is_not(None)).values(wake=0))
        found = await self._rows(sa.select(rooms.c.code, rooms.c.clock).where(running))
        return [row["code"] for row in found if row["clock"]["kind"] == "live"]

    # -- the log --------------------------------------------------------------------------------------------------

    async def rows(self, code: str, first: int = 0) -> list[Row]:
        query = sa.select(actions).where(actions.c.room == code, actions.c.ply >= first).order_by(actions.c.ply)
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [Row(r.ply, r.unit, r.seat, r.kind, orjson.loads(r.data), r.at) for r in found]

    async def append(self, units: Sequence[Unit], source: str) -> None:
        """Store units in one transaction; IntegrityError, and nothing stored, if any place is taken."""
        async with self.write() as connection:
            await connection.execute(
                sa.insert(actions),
                [
                    {
                        "room": unit.room,
                        "ply": row.ply,
                        "unit": row.unit,
                        "seat": row.seat,
                        "kind": row.kind,
                        "data": orjson.dumps(row.data).decode(),
                        "at": row.at,
                    }
                    for unit in units
                    for row in unit.rows
                ],
            )
            await connection.execute(
                _TOUCH,
                [{"c": u.room, "owing": u.owing, "wake": u.wake, "moved": u.rows[-1].at} for u in units],
            )
            if self.is_postgres:
                rooms_told = {unit.room for unit in units}
                await self.notify(connection, *(f"{source} rows {room}" for room in rooms_told))

    async def notify(self, connection: AsyncConnection, *payloads: str) -> None:
        """Tell the other processes, when the transaction is through."""
        every = "SELECT pg_notify('expedition', payload) FROM unnest(CAST(:payloads AS text[])) AS payload"
        await connection.execute(sa.text(every), {"payloads": list(payloads)})

    async def finish(self, code: str, ranked: list[tuple[str, int]], ladder: tuple[str, int], **values: Any) -> bool:
        """Close a running room and rate the `ranked` people of it; False if that was done already."""
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.status == "playing")
        async with self.write() as connection:
            if (await connection.execute(query.values(status="over", wake=None, owing=0, **values))).rowcount != 1:
                return False
            if ranked:
                await _rate(connection, code, ranked, ladder, values["ended"])
            return True

    # -- chat ------------------------------------------------------------------------------------------------------

    async def say(self, code: str, person: str, name: str, text: str) -> Json:
        last = sa.select(sa.func.coalesce(sa.func.max(chat.c.number), 0)).where(chat.c.room == code)
        while True:
            try:
                async with self.write() as connection:
                    number = int(await connection.scalar(last) or 0) + 1
                    line = {"number": number, "person": person, "name": name, "text": text, "at": now_ms()}
                    await connection.execute(sa.insert(chat), {**line, "room": code})
                return line
            except IntegrityError:  # another process said something at the same moment
                continue

    async def said(self, code: str, after: int = 0, limit: int = 100) -> list[Json]:
        query = sa.select(chat).where(chat.c.room == code, chat.c.number > after).order_by(chat.c.number.desc())
        rows = await self._rows(query.limit(limit))
        return [{k: v for k, v in row.items() if k != "room"} for row in reversed(rows)]

    # -- ratings ---------------------------------------------------------------------------------------------------

    async def ratings(self, ids: Iterable[str], game: str, players: int) -> dict[str, Json]:
        query = sa.select(ratings).where(ratings.c.person.in_(set(ids)))
        query = query.where(ratings.c.game == game, ratings.c.players == players)
        return {row["person"]: row for row in await self._rows(query)}

    async def ratings_of(self, person: str) -> list[Json]:
        query = sa.select(ratings).where(ratings.c.person == person)
        return await self._rows(query.order_by(ratings.c.game, ratings.c.players))

    async def changes_of(self, person: str, limit: int) -> list[Json]:
        query = (
            sa.select(rating_changes, rooms.c.game, rooms.c.setup).join(rooms).where(rating_changes.c.person == person)
        )
        return await self._rows(query.order_by(rating_changes.c.at.desc()).limit(limit))

    async def leaderboard(self, game: str, players: int, limit: int) -> list[Json]:
        shown = (ratings.c.mu - 3 * ratings.c.sigma).desc()
        query = sa.select(ratings, people.c.name).join(people)
        query = query.where(ratings.c.game == game, ratings.c.players == players)
        return await self._rows(query.order_by(shown, people.c.name).limit(limit))


_TOUCH = (
    sa.update(rooms)
    .where(rooms.c.code == sa.bindparam("c"))
    .values(owing=sa.bindparam("owing"), wake=sa.bindparam("wake"), moved=sa.bindparam("moved"))
)


async def _rate(
    connection: AsyncConnection, code: str, ranked: list[tuple[str, int]], ladder: tuple[str, int], at: int
) -> None:
    """Read, rate and write in one transaction, so that two games ending together both count."""
    game, players = ladder
    persons = [person for person, _ in ranked]
    same = sa.and_(ratings.c.game == game, ratings.c.players == players)
    found = await connection.execute(
        sa.select(ratings).where(same, ratings.c.person.in_(persons)).order_by(ratings.c.person).with_for_update()
    )
    known = {row["person"]: dict(row) for row in found.mappings()}
    for line in rated(known, persons, [place for _, place in ranked]):
        person = line["person"]
        now = {"mu": line["mu"], "sigma": line["sigma"]}
        if person in known:
            change = sa.update(ratings).where(same, ratings.c.person == person)
            await connection.execute(change.values(games=ratings.c.games + 1, **now))
        else:
            key = {"person": person, "game": game, "players": players, "games": 1}
            await connection.execute(sa.insert(ratings), {**key, **now})
        await connection.execute(sa.insert(rating_changes), {"room": code, "at": at, **line})


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return version


def _migrate(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
