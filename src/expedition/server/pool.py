"""Work that would hold up the sockets runs in processes of its own; one that dies or takes too long is replaced."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from pebble import ProcessExpired, ProcessPool

from expedition.core.errors import ExpeditionError
from expedition.core.workers import end_now, pool_of

REMEMBERED = 1000  # callers whose process is known


class CallersMistake(ExpeditionError):  # noqa: N818
    """What the work found wrong with what it was given; `ply` where it was a record with a first action at fault."""

    def __init__(self, sentence: str, ply: int | None) -> None:
        super().__init__(sentence)
        self.ply = ply


class WorkerDied(Exception):  # noqa: N818
    """The process ended in the middle of its work, or did not answer in time and was ended."""


class WorkFailed(Exception):  # noqa: N818
    """The work raised something that is not the caller's mistake."""


class NotWanted(Exception):  # noqa: N818
    """When its turn came, nobody wanted the answer any more."""


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool | None, Any]:
    try:
        return True, function(*arguments)
    except ExpeditionError as error:
        return False, (error.args[0] if error.args else str(error), getattr(error, "ply", None))
    except (Exception, SystemExit) as error:
        return None, f"{type(error).__name__}: {error}"


def _started() -> ProcessPool:
    """A process of its own, running; starting one takes a while."""
    pool = pool_of(1)
    assert pool.active
    return pool


class Pool:
    """At most `size` processes, started when they are first needed.

    Whoever calls again as the same `caller` is served by the same process if that one is free: it may remember.
    """

    def __init__(self, size: int) -> None:
        self._places = asyncio.Semaphore(size)
        self._free: list[ProcessPool | None] = [None] * size  # the one used last at the end
        self._all: set[ProcessPool] = set()
        self._served: OrderedDict[str, ProcessPool] = OrderedDict()

    async def call(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        seconds: float,
        caller: str = "",
        wanted: Callable[[], bool] = lambda: True,
    ) -> Any:
        """The function's answer. CallersMistake if the caller was wrong, WorkerDied or WorkFailed otherwise; NotWanted
        if by its turn nobody wanted it any more."""
        async with self._places:
            if not wanted():
                raise NotWanted
            worker = self._take(caller)
            try:
                if worker is None:
                    worker = await asyncio.to_thread(_started)
                    self._all.add(worker)
                self._remember(caller, worker)
                future = worker.schedule(_answer, args=(function, arguments), timeout=seconds)
                good, answer = await asyncio.wrap_future(future)  # cancelled in the middle, the process is replaced
            except TimeoutError:
                raise WorkerDied(f"no answer in {seconds:g} s") from None
            except ProcessExpired as error:
                raise WorkerDied("the process ended") from error
            except Exception as error:
                if worker is None or worker.active:  # an answer that cannot travel
                    raise WorkFailed(f"{type(error).__name__}: {error}") from error
                self._all.discard(worker)  # it was killed while it waited for work
                await asyncio.to_thread(end_now, worker)
                worker = None
                raise WorkerDied("the process ended") from error
            finally:
                self._free.append(worker)
        if good:
            return answer
        if good is False:
            raise CallersMistake(*answer)
        raise WorkFailed(answer)

    def _take(self, caller: str) -> ProcessPool | None:
        known = self._served.get(caller) if caller else None
        if known is not None and known in self._free:
            self._free.remove(known)
            return known
        return self._free.pop()

    def _remember(self, caller: str, worker: ProcessPool) -> None:
        if caller:
            self._served[caller] = worker
            self._served.move_to_end(caller)
            if len(self._served) > REMEMBERED:
                self._served.popitem(last=False)

    def pids(self) -> list[int]:
        return [pid for pool in self._all for pid in tuple(pool._pool_manager.worker_manager.workers)]

    async def close(self) -> None:
        for pool in self._all:
            await asyncio.to_thread(end_now, pool)
        self._all.clear()
