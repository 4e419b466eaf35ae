"""What one server process tells the others: PostgreSQL's LISTEN and NOTIFY. With SQLite there are no others, but the
admin command leaves word in the database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import asyncpg

from expedition.server.logs import get_logger
from expedition.server.store.database import Database
from expedition.server.supervisor import Supervisor

log = get_logger("expedition.bus")

OnMessage = Callable[[str, str, str], None]
OnReconnect = Callable[[], Awaitable[None]]
_CHECK = 1.0
_PATIENCE = 5.0


@dataclass
class _Batch:
    payloads: list[str] = field(default_factory=list)
    is_sent: bool = False


class Bus:
    """Payloads are `source topic rest`; messages of our own are not delivered."""

    def __init__(self, database: Database, source: str) -> None:
        self._db = database
        self.source = source
        self._on_message: OnMessage = lambda source, topic, rest: None
        self._connection: Any = None
        self._missed = False  # messages, while the line was down
        self._batch = _Batch()
        self._sending = asyncio.Lock()

    @property
    def is_shared(self) -> bool:
        """Whether there may be other processes."""
        return self._db.is_postgres

    async def start(self, supervisor: Supervisor, on_message: OnMessage, on_reconnect: OnReconnect) -> None:
        self._on_message = on_message
        if self.is_shared:
            await self._connect()

            async def check() -> None:
                if self._connection.is_closed():
                    self._missed = True
                    await self._connect()
                if self._missed:
                    await on_reconnect()
                    self._missed = False

            supervisor.every("bus", _CHECK, check)
        else:
            supervisor.every("bus", _CHECK, self._collect)

    async def _collect(self) -> None:
        for payload in await self._db.told():
            self._receive(None, 0, "", payload)

    async def stop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close(timeout=2)

    async def publish(self, topic: str, rest: str) -> None:
        """Returns when it is said. One transaction at a time takes along all that has gathered meanwhile."""
        if not self.is_shared:
            return
        payload, is_sent = f"{self.source} {topic} {rest}", False
        while not is_sent:
            batch = self._batch
            batch.payloads.append(payload)
            async with self._sending:
                if batch is self._batch:  # the first whose turn it is speaks for all
                    self._batch = _Batch()
                    async with self._db.write() as connection:
                        await self._db.notify(connection, *batch.payloads)
                    batch.is_sent = True
            is_sent = batch.is_sent  # else who spoke for all has failed: everybody tries alone

    async def _connect(self) -> None:
        url = self._db.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(url, timeout=_PATIENCE)
        await connection.add_listener("expedition", self._receive)
        self._connection = connection

    def _receive(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        source, topic, rest = payload.split(" ", 2)
        if source != self.source:
            try:
                self._on_message(source, topic, rest)
            except Exception:
                log.exception("bus_message_failed", topic=topic)
