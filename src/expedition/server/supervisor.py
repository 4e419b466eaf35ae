"""Background work: every task is watched. One that fails is logged and started again, later each time it fails."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from expedition.server.logs import get_logger
from expedition.server.metrics import TASK_FAILURES

log = get_logger("expedition.supervisor")

_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 15.0

Work = Callable[[], Awaitable[Any]]


class Supervisor:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False
        self.failing: dict[str, str] = {}  # by name: the kind of the last failure of work that is down now

    def spawn(self, work: Coroutine[Any, Any, Any], name: str = "task") -> asyncio.Task[Any]:
        """Do something once, besides; a failure is logged. After the end nothing is begun any more."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        if self._is_closed:
            task.cancel()
        return task

    def every(self, name: str, seconds: float, work: Work) -> None:
        """Do something again and again, with a pause of so many seconds in between."""
        self.spawn(self._repeat(name, seconds, work), name)

    def keep_running(self, name: str, work: Work) -> None:
        """Work that is not meant to end."""
        self.spawn(self._repeat(name, 0, work), name)

    async def _repeat(self, name: str, seconds: float, work: Work) -> None:
        failures = 0
        while True:
            pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(failures - 1, 10)) if failures else 0.0
            await asyncio.sleep(max(seconds, pause))
            try:
                await work()
            except Exception as error:
                failures += 1
                self.failing[name] = type(error).__name__
                TASK_FAILURES.labels(name).inc()
                log.exception("background_task_failed", task=name, failures=failures)
            else:
                failures = 0
                self.failing.pop(name, None)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            TASK_FAILURES.labels("once").inc()
            log.error("task_failed", task=task.get_name(), exc_info=task.exception())

    async def close(self) -> None:
        """End everything that still runs, for good: what that begins while it ends does not begin."""
        self._is_closed = True
        await self.end_all()

    async def end_all(self) -> None:
        """End everything that runs now."""
        while tasks := list(self._tasks):
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
