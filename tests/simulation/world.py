"""Servers, database, bus, bots and time, simulated: everything runs in one thread on virtual time, and every run is the
same for the same seed. The rooms' code is the real one, and so are its queries (SQLite in memory, without threads)."""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import random
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa

from expedition.server import timesource
from expedition.server.rooms.hub import RoomHub
from expedition.server.settings import Settings
from expedition.server.store import Store
from expedition.server.store.database import OPTIONS, Database
from expedition.server.store.metadata import meta
from expedition.server.supervisor import Supervisor

BEGIN = 1_800_000_000_000
SWEEP = 6.0  # seconds; the real one sweeps more often, which finds nothing more and costs most of the time


@dataclass
class Skew:
    """How wrong one server's clock is, in milliseconds."""

    ms: int = 0


SKEW: contextvars.ContextVar[Skew] = contextvars.ContextVar("SKEW", default=Skew())  # noqa: B039 - never changed


class VirtualLoop(asyncio.SelectorEventLoop):
    """Nothing to wait for but time: when nobody has anything to do, it is at once the time of what is next."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        if not self._ready:
            self._ready.append(self._next())
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if not handle.cancelled():
                handle._run()

    def _next(self) -> asyncio.Handle:
        while self._scheduled:
            handle = heapq.heappop(self._scheduled)
            handle._scheduled = False  # type: ignore[attr-defined]
            if not handle.cancelled():
                self._now = max(self._now, handle.when())
                return handle
        raise RuntimeError("everybody waits for ever")


class VirtualTime(timesource.SystemTime):
    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def now_ms(self) -> int:
        return BEGIN + round(self._loop.time() * 1000) + SKEW.get().ms

    def monotonic(self) -> float:
        return self._loop.time()


class _Connection:
    """The part of an asynchronous connection that the store uses. A transaction begins with its first query."""

    def __init__(self, connection: sa.Connection, is_reading: bool) -> None:
        self._connection = connection
        self._raw: Any = connection.connection.dbapi_connection
        self._is_open = is_reading
        self.notes: list[str] = []

    def _begin(self) -> sa.Connection:
        if not self._is_open:
            self._is_open = True
            self._raw.execute("BEGIN")
        return self._connection

    def end(self, how: str) -> None:
        if self._raw.in_transaction:
            self._raw.execute(how)

    async def execute(self, *arguments: Any) -> Any:
        return self._begin().execute(*arguments)

    async def scalar(self, *arguments: Any) -> Any:
        return self._begin().scalar(*arguments)

    async def run_sync(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return work(self._begin(), *arguments)


class Faults:
    """How often what goes wrong."""

    def __init__(self, dice: random.Random, level: float) -> None:
        self.dice = dice
        self.level = level

    def happens(self, chance: float) -> bool:
        return self.level > 0 and self.dice.random() < chance * self.level


@cache
def _connection() -> sa.Connection:
    """One for all worlds: queries are compiled once and tables made once."""
    engine = sa.create_engine("sqlite://", isolation_level="AUTOCOMMIT", **OPTIONS)
    meta.create_all(made := engine.connect())
    return made


def _empty_database() -> sa.Connection:
    connection = _connection()
    raw: Any = connection.connection.dbapi_connection
    raw.executescript(";".join(f"DELETE FROM {table.name}" for table in reversed(meta.sorted_tables)))
    return connection


class SharedDatabase:
    """One database for all servers."""

    def __init__(self, faults: Faults) -> None:
        self.connection = _empty_database()
        self.faults = faults
        self.writing = asyncio.Lock()
        self.exclusive = asyncio.Lock()
        self.servers: list[Server] = []

    async def delay(self) -> None:
        slow = self.faults.happens(0.02)
        await asyncio.sleep(self.faults.dice.uniform(0.5, 8) if slow else self.faults.dice.uniform(0.0005, 0.01))

    def deliver(self, sender: Server, payload: str) -> None:
        """Notifications come late, twice or never."""
        for server in self.servers:
            if server is not sender and not self.faults.happens(0.05):
                for _ in range(2 if self.faults.happens(0.05) else 1):
                    asyncio.get_running_loop().call_later(self.faults.dice.uniform(0.001, 0.3), server.hear, payload)


class ServerDatabase:
    """The shared database as one server reaches it."""

    is_postgres = True

    def __init__(self, shared: SharedDatabase, server: Server) -> None:
        self._shared = shared
        self._server = server

    @asynccontextmanager
    async def read(self) -> AsyncIterator[_Connection]:
        await self._shared.delay()
        if self._shared.faults.happens(0.01):
            raise sa.exc.OperationalError("simulated", None, Exception("lost before"))
        yield _Connection(self._shared.connection, is_reading=True)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[_Connection]:
        await self._shared.delay()
        if self._shared.faults.happens(0.02):
            raise sa.exc.OperationalError("simulated", None, Exception("lost before"))
        async with self._shared.writing:
            made = _Connection(self._shared.connection, is_reading=False)
            try:
                yield made
            except BaseException:
                made.end("ROLLBACK")
                raise
            made.end("COMMIT")
        for note in made.notes:
            self._shared.deliver(self._server, note)
        await self._shared.delay()
        if self._shared.faults.happens(0.02):
            raise sa.exc.OperationalError("simulated", None, Exception("lost after the commit"))

    @asynccontextmanager
    async def exclusive(self, name: str) -> AsyncIterator[None]:
        async with self._shared.exclusive:
            yield

    async def notify(self, connection: _Connection, *payloads: str) -> None:
        connection.notes += payloads

    fetch_all = Database.fetch_all
    fetch_one = Database.fetch_one
    fetch_each = Database.fetch_each


class Server:
    """One server process. Killing it stops everything it was doing, wherever it was."""

    def __init__(self, shared: SharedDatabase, settings: Settings, dice: random.Random) -> None:
        self.shared = shared
        self.dice = dice
        self.context = contextvars.copy_context()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.alive = True
        self.skew = Skew()
        database: Any = ServerDatabase(shared, self)
        self.hub = RoomHub(settings, Store(database), Supervisor())
        self.hub.bots.choose = self._choose  # type: ignore[method-assign]
        shared.servers.append(self)
        self.context.run(self._open)

    def _open(self) -> None:
        self.skew = Skew(self.dice.choice((0, 0, 0, -1500, 2500)))
        SKEW.set(self.skew)
        hub = self.hub
        hub.bus._on_message = hub.cluster.on_message
        hub.supervisor.every("room sweep", SWEEP, hub.clocks.sweep)
        hub.supervisor.every("heartbeat", 5.0, hub.cluster.heartbeat)
        hub.supervisor.every("reconnect", 20.0, hub.cluster.on_reconnect)

    async def _choose(self, game: str, level: str, information: Any, actions: list[int], *rest: Any) -> int:
        await asyncio.sleep(self.dice.uniform(0.01, 2))
        return self.dice.choice(actions)

    def hear(self, payload: str) -> None:
        if self.alive:
            self.context.run(self.hub.bus._receive, None, 0, "expedition", payload)

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something somebody asked this server for."""
        task = asyncio.get_running_loop().create_task(work, context=self.context.copy())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def kill(self) -> None:
        self.alive = False
        self.shared.servers.remove(self)
        flush = self.hub.writer._flushing
        doomed = [*self.tasks, *([flush] if flush else [])]
        for task in doomed:
            task.cancel()
        await asyncio.gather(self.hub.supervisor.close(), *doomed, return_exceptions=True)
        for session in self.hub.registry.sessions.values():
            for connection in session.connections:
                connection.close(1006)
