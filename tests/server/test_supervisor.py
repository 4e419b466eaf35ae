"""Background work and its end."""

from __future__ import annotations

import asyncio
import gc
import warnings
from unittest import mock

from expedition.server.supervisor import Supervisor


async def test_given_work_that_begins_other_work_as_it_ends_then_nothing_is_left() -> None:
    supervisor = Supervisor()
    told = mock.AsyncMock()

    async def visit() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            supervisor.spawn(told(), "say that somebody left")

    supervisor.spawn(visit(), "visit")
    await asyncio.sleep(0)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        await supervisor.close()
        late = supervisor.spawn(told(), "too late")
        await asyncio.wait([late])
        gc.collect()
    assert late.cancelled()
    assert not told.await_count
    assert [str(one.message) for one in seen if "never awaited" in str(one.message)] == []
    assert asyncio.all_tasks() == {asyncio.current_task()}
