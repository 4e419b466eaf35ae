"""Work that would hold up the sockets runs in processes of its own; one that dies or takes too long is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from expedition.core.errors import ExpeditionError


class CallersMistake(ExpeditionError):  # noqa: N818
    """What the work found wrong with what it was given; `ply` where it was a record with a first action at fault."""

    def __init__(self, sentence: str, ply: int | None) -> None:
        super().__init__(sentence)
        self.ply = ply


class WorkerDied(Exception):  # noqa: N818
    """The process ended in the middle of its work, or did not answer in time and was ended."""


class WorkFailed(Exception):  # noqa: N818
    """The work raised something that is not the caller's mistake."""


def _work(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to end
    while True:
        try:
            function, arguments = connection.recv()
        except EOFError:
            return
        try:
            answer: Any = (True, function(*arguments))
        except ExpeditionError as error:
            sentence = error.args[0] if error.args else str(error)
            answer = (False, (sentence, getattr(error, "ply", None)))
        except Exception as error:
            answer = (None, f"{type(error).__name__}: {error}")
        connection.send(answer)


def _set(answered: asyncio.Future[None]) -> None:
    if not answered.done():
        answered.set_result(None)


class _Worker:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    async def call(self, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> Any:
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[None] = loop.create_future()
        number = self._connection.fileno()
        try:
            await asyncio.to_thread(self._connection.send, (function, arguments))
            loop.add_reader(number, _set, answered)
            try:
                await asyncio.wait_for(answered, seconds)
            finally:
                loop.remove_reader(number)
                os.set_blocking(number, True)  # uvloop leaves it non-blocking: a long answer would come in half
            return await asyncio.to_thread(self._connection.recv)
        except TimeoutError:
            raise WorkerDied(f"no answer in {seconds:g} s") from None
        except (EOFError, OSError) as error:
            raise WorkerDied("the process ended") from error

    def end(self) -> None:
        self.process.kill()
        self.process.join(timeout=5)
        self._connection.close()


class Pool:
    """At most `size` processes, started when they are first needed."""

    def __init__(self, size: int) -> None:
        self._free: asyncio.LifoQueue[_Worker | None] = asyncio.LifoQueue()
        self._all: set[_Worker] = set()
        for _ in range(size):
            self._free.put_nowait(None)

    async def call(self, function: Callable[..., Any], *arguments: Any, seconds: float) -> Any:
        """The function's answer. CallersMistake if the caller was wrong, WorkerDied or WorkFailed otherwise."""
        worker = await self._free.get()
        try:
            if worker is None:
                worker = await asyncio.to_thread(_Worker)
                self._all.add(worker)
            good, answer = await worker.call(function, arguments, seconds)
        except BaseException:  # cancelled in the middle: its answer would be taken for the next one's
            if worker is not None:
                self._all.discard(worker)
                await asyncio.shield(asyncio.to_thread(worker.end))
                worker = None
            raise
        finally:
            self._free.put_nowait(worker)
        if good:
            return answer
        if good is False:
            raise CallersMistake(*answer)
        raise WorkFailed(answer)

    def pids(self) -> list[int]:
        return [worker.process.pid or 0 for worker in self._all]

    async def close(self) -> None:
        for worker in list(self._all):
            with contextlib.suppress(ValueError):
                await asyncio.to_thread(worker.end)
        self._all.clear()
