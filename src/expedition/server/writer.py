"""One task writes all games: it takes what has gathered, commits it in one transaction and then says so.

A commit each reaches a few hundred actions a second, a batch many thousands; every action still waits for its commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy.exc import IntegrityError

from expedition.server.metrics import BATCH, COMMIT
from expedition.server.storage import Store, Taken, Unit

log = logging.getLogger("expedition.writer")
_LARGEST = 256


class Writer:
    def __init__(self, store: Store, source: str) -> None:
        self._store = store
        self._source = source
        self._queue: asyncio.Queue[tuple[Unit, asyncio.Future[None]]] = asyncio.Queue(maxsize=10_000)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        await self._queue.join()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def append(self, unit: Unit) -> None:
        """Returns when the unit is stored for good; Taken if somebody else was first."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put((unit, done))
        await done

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < _LARGEST:
                batch.append(self._queue.get_nowait())
            try:
                await self._write(batch)
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _write(self, batch: list[tuple[Unit, asyncio.Future[None]]]) -> None:
        BATCH.observe(len(batch))
        try:
            with COMMIT.time():
                await self._store.append([unit for unit, _ in batch], self._source)
        except IntegrityError:
            if len(batch) == 1:
                _answer(batch[0][1], Taken())
                return
            for one in batch:  # only the one at fault is to fail
                await self._write([one])
        except Exception as error:
            log.exception("the database refused a batch", extra={"units": len(batch)})
            for _, done in batch:
                _answer(done, error)
        else:
            for _, done in batch:
                _answer(done, None)


def _answer(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
