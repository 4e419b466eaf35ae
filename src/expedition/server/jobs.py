"""Work the server does again and again besides rooms. A new job is a line here; every server process runs every job, so
one that only one process may do takes `services.store.db.exclusive(name)`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from expedition.server import retention
from expedition.server.api.context import Services
from expedition.server.notify import courier, herald
from expedition.server.results.recorder import record_results
from expedition.server.timesource import now_ms
from expedition.server.tournaments import referee


class Job(NamedTuple):
    name: str
    seconds: float  # pause between two runs
    run: Callable[[Services], Awaitable[None]]


async def forget_limits(services: Services) -> None:
    await services.store.limits.forget(now_ms() - 86_400_000)


JOBS: tuple[Job, ...] = (
    Job("forget limits", 3600.0, forget_limits),
    Job("retention", 3600.0, retention.job),
    Job("results", 1.0, record_results),
    Job("herald", 5.0, herald.look_around),
    Job("courier", 2.0, courier.carry),
    Job("tournaments", 1.0, referee.look_after),
)
