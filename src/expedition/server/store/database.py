"""The connection to the database: SQLite or PostgreSQL, transactions, locks and notifications."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from expedition.core.errors import SetupError
from expedition.core.types import Json as Json
from expedition.server.store import migrate
from expedition.server.store.metadata import meta
from expedition.server.store.reader import Reader

if sys.platform != "win32":
    import fcntl

OUTAGES = (sa.exc.DBAPIError, sa.exc.TimeoutError, asyncpg.PostgresError, OSError)  # the database is away or full
_PATIENCE = 5.0  # seconds to wait for a connection

letterbox = sa.Table(  # what the admin command tells a server on SQLite, which has no NOTIFY
    "letterbox",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("payload", sa.String(200), nullable=False),
)

settings = sa.Table(
    "settings", meta, sa.Column("name", sa.String(40), primary_key=True), sa.Column("value", sa.Text, nullable=False)
)


class Conflict(Exception):  # noqa: N818 - not an error: somebody else was first
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


OPTIONS: Json = {
    "json_serializer": lambda value: orjson.dumps(value).decode(),
    "json_deserializer": orjson.loads,
    "hide_parameters": True,  # what people do and say never reaches a log
}


def make_engine(url: sa.URL) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        return create_async_engine(
            url,
            pool_size=5,
            max_overflow=5,
            pool_pre_ping=True,
            pool_timeout=_PATIENCE,
            connect_args={"timeout": _PATIENCE, "command_timeout": 4 * _PATIENCE},
            **OPTIONS,
        )
    if is_file(url):
        _make_private(Path(str(url.database)))
    engine = create_async_engine(url, **OPTIONS)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def _pragmas(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def is_file(url: sa.URL) -> bool:
    return url.get_backend_name() == "sqlite" and bool(url.database) and url.database != ":memory:"


def _make_private(path: Path) -> None:
    """What people play and say is for whoever runs the server only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError:  # it is there already, or cannot be made: opening it tells why
        return


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class Database:
    def __init__(self, address: str) -> None:
        self.url = async_url(address)
        self.engine = make_engine(self.url)
        self.is_postgres = self.url.get_backend_name() == "postgresql"
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_postgres else self.engine
        self._reader = Reader(self.url, **OPTIONS) if is_file(self.url) else None
        self._one_writer = asyncio.Lock()
        self._exclusive = asyncio.Lock()

    async def open(self) -> None:
        """Bring the tables up to date."""
        async with self.write() as connection:
            if self.is_postgres:  # several processes may start at once
                await connection.execute(sa.text("SELECT pg_advisory_xact_lock(73190525)"))
            await connection.run_sync(migrate.upgrade)

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
        await self.engine.dispose()

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """One server at a time writes to a SQLite file; the system lets go when the process ends, however it does."""
        if not is_file(self.url):
            yield
            return
        with open(f"{self.url.database}.lock", "a", opener=_private) as lock:
            if sys.platform != "win32":
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    message = f"Another server uses {self.url.database}; stop it, or use PostgreSQL for several."
                    raise SetupError(message) from None
            yield

    async def is_reachable(self) -> bool:
        async with self.read() as connection:
            return bool(await connection.scalar(sa.select(sa.literal(1))))

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection | Reader]:
        if self._reader is not None:
            yield self._reader
            return
        async with self._reading.connect() as connection:  # without a BEGIN and a ROLLBACK around each
            yield connection

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
    async def exclusive(self, name: str) -> AsyncIterator[None]:
        """Nobody else does this at the same time, in no process."""
        async with self._exclusive:
            if self.is_postgres:
                number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:7])
                async with self.engine.begin() as connection:
                    await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})
                    yield
            else:
                yield

    async def fetch_all(self, query: sa.Executable, values: Json | None = None) -> list[Json]:
        return (await self.fetch_each([query], values))[0]

    async def fetch_one(self, query: sa.Executable, values: Json | None = None) -> Json | None:
        rows = await self.fetch_all(query, values)
        return rows[0] if rows else None

    async def fetch_each(self, queries: Sequence[sa.Executable], values: Json | None = None) -> list[list[Json]]:
        """What several queries find, asked one after another in one go, with the same values."""
        async with self.read() as connection:
            return await connection.run_sync(rows_of_each, queries, values)

    async def notify(self, connection: AsyncConnection, *payloads: str) -> None:
        """Tell the other processes, when the transaction is through."""
        every = "SELECT pg_notify('expedition', payload) FROM unnest(CAST(:payloads AS text[])) AS payload"
        await connection.execute(sa.text(every), {"payloads": list(payloads)})

    async def tell(self, payload: str) -> None:
        """Tell every server process something from outside."""
        async with self.write() as connection:
            if self.is_postgres:
                await self.notify(connection, payload)
            else:
                await connection.execute(sa.insert(letterbox), {"payload": payload})

    async def told(self) -> list[str]:
        """What was told a server on SQLite since it last asked."""
        rows = await self.fetch_all(sa.select(letterbox).order_by(letterbox.c.id))
        if rows:
            async with self.write() as connection:
                await connection.execute(sa.delete(letterbox).where(letterbox.c.id <= rows[-1]["id"]))
        return [str(row["payload"]) for row in rows]

    async def setting(self, name: str, proposal: str) -> str:
        """A value all processes share; the first to ask decides."""
        query = sa.select(settings).where(settings.c.name == name)
        while (known := await self.fetch_one(query)) is None:
            try:
                async with self.write() as connection:
                    await connection.execute(sa.insert(settings), {"name": name, "value": proposal})
            except IntegrityError:
                continue
        return str(known["value"])


def rows_of_each(connection: sa.Connection, queries: Sequence[sa.Executable], values: Json | None) -> list[list[Json]]:
    return [_rows(connection.execute(query, values)) for query in queries]


def _rows(found: sa.CursorResult[Any]) -> list[Json]:
    names = [str(name) for name in found.keys()]  # noqa: SIM118 - a result, not a dict
    return [dict(zip(names, row)) for row in found]


async def check_database(address: str) -> None:
    """Open a database before anything starts; what is wrong is told in a sentence."""
    database = Database(address)
    where = database.url.render_as_string(hide_password=True)
    try:
        with database.claimed():
            await database.open()
    except OUTAGES as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0][:200]
        raise SetupError(f"The database {where} cannot be used: {reason}.") from None
    finally:
        await database.close()
