"""All games are stored by one writer: it takes what has gathered, commits it in one transaction and then says so.

A commit each reaches a few hundred actions a second, a batch many thousands; every action still waits for its commit.
"""

from __future__ import annotations

import asyncio
from collections import deque

from sqlalchemy.exc import IntegrityError

from expedition.server.logs import get_logger
from expedition.server.metrics import BATCH, COMMIT
from expedition.server.models import LogUnit
from expedition.server.store.database import Conflict
from expedition.server.store.log import LogStore

log = get_logger("expedition.writer")
_LARGEST = 256

Waiting = tuple[LogUnit, asyncio.Future[None]]


class LogWriter:
    def __init__(self, store: LogStore, source: str) -> None:
        self._store = store
        self._source = source
        self._waiting: deque[Waiting] = deque()
        self._flushing: asyncio.Task[None] | None = None

    async def append(self, unit: LogUnit) -> None:
        """Returns when the unit is stored for good; Conflict if somebody else was first."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, stored))
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.create_task(self._flush(), name="log writer")
        await stored

    async def drain(self) -> None:
        """Wait until nothing is waiting."""
        while self._flushing is not None and not self._flushing.done():
            await asyncio.wait([self._flushing])

    async def _flush(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _LARGEST))]
            await self._write(batch)

    async def _write(self, batch: list[Waiting]) -> None:
        BATCH.observe(len(batch))
        try:
            with COMMIT.time():
                await self._store.append([unit for unit, _ in batch], self._source)
        except IntegrityError:
            if len(batch) == 1:
                _answer(batch[0][1], Conflict())
                return
            for one in batch:  # only the one at fault is to fail
                await self._write([one])
        except Exception as error:
            log.exception("log_batch_failed", units=len(batch))
            for _, stored in batch:
                _answer(stored, error)
        else:
            for _, stored in batch:
                _answer(stored, None)


def _answer(stored: asyncio.Future[None], error: Exception | None) -> None:
    if stored.done():
        return
    if error is None:
        stored.set_result(None)
    else:
        stored.set_exception(error)
