"""Reading a SQLite file. A read is one trip to a thread and back: the driver for writing makes half a dozen of each,
and every trip wakes the whole pile of handlers that wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa

T = TypeVar("T")
_THREADS = 2


class Reader:
    """The part of a connection that readers use."""

    def __init__(self, url: sa.URL, **options: Any) -> None:
        self._engine = sa.create_engine(url.set(drivername="sqlite"), pool_size=_THREADS, **options)
        self._threads = ThreadPoolExecutor(_THREADS, "database reader")
        sa.event.listen(self._engine, "connect", _prepare)

    async def run_sync(self, work: Callable[..., T], *arguments: Any) -> T:
        """Let a function use a connection."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, work, arguments)

    def _run(self, work: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        with self._engine.connect() as connection:
            return work(connection, *arguments)

    async def execute(self, query: sa.Executable, values: dict[str, Any] | None = None) -> Any:
        return await self.run_sync(lambda connection: connection.execute(query, values).freeze()())

    async def scalar(self, query: sa.Executable) -> Any:
        return await self.run_sync(lambda connection: connection.scalar(query))

    def close(self) -> None:
        self._threads.shutdown(wait=True)
        self._engine.dispose()


def _prepare(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA busy_timeout=5000")
    connection.execute("PRAGMA query_only=ON")
