"""What one server process tells the others: PostgreSQL's LISTEN and NOTIFY. With SQLite there are no others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from expedition.server.storage import Store

log = logging.getLogger("expedition.bus")
Heard = Callable[[str, str, str], None]


class Bus:
    """Payloads are `source topic rest`; what comes from ourselves is not heard."""

    def __init__(self, store: Store, source: str, heard: Heard, missed: Callable[[], Awaitable[None]]) -> None:
        self._store = store
        self.source = source
        self._heard = heard
        self._missed = missed
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        if self._store.is_postgres:
            await self._connect()
            self._task = asyncio.create_task(self._keep(), name="bus")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close(timeout=2)

    async def tell(self, topic: str, rest: str) -> None:
        if self._store.is_postgres:
            async with self._store.engine.begin() as connection:
                await self._store.notify(connection, f"{self.source} {topic} {rest}")

    async def _connect(self) -> None:
        url = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection = await asyncpg.connect(url)
        await self._connection.add_listener("expedition", self._receive)

    def _receive(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        source, topic, rest = payload.split(" ", 2)
        if source != self.source:
            self._heard(source, topic, rest)

    async def _keep(self) -> None:
        """Listen again after a loss, then catch up with what was said meanwhile."""
        while True:
            await asyncio.sleep(1)
            if not self._connection.is_closed():
                continue
            try:
                await self._connect()
            except (OSError, asyncpg.PostgresError) as error:
                log.warning("the database does not answer", extra={"reason": str(error)[:200]})
            else:
                await self._missed()
