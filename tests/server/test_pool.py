"""Worker processes: long answers and long questions come through whole, on either event loop."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable

import pytest
import uvloop

from expedition.server.pool import NotWanted, Pool, WorkerDied

pytestmark = pytest.mark.server


def doubled(text: str) -> str:
    return text * 2


def stuck() -> None:
    threading.Event().wait()


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_given_a_worker_when_questions_and_answers_are_larger_than_a_pipe_then_they_arrive_whole(
    loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def ask() -> None:
        pool = Pool(1)
        try:
            for size in (10, 1_000_000, 10, 3_000_000):
                assert len(await pool.call(doubled, "x" * size, seconds=30)) == 2 * size
            assert len(pool.pids()) == 1, "one process did all of it"
        finally:
            await pool.close()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(ask())


async def test_given_a_worker_that_does_not_answer_when_its_time_is_up_then_it_is_said_and_the_next_call_works() -> (
    None
):
    pool = Pool(1)
    try:
        await pool.call(doubled, "x", seconds=30)
        with pytest.raises(WorkerDied, match=r"no answer in 0\.2 s"):
            await pool.call(stuck, seconds=0.2)
        assert await pool.call(doubled, "ab", seconds=30) == "abab"
        with pytest.raises(WorkerDied, match="the process ended"):
            await pool.call(os._exit, 3, seconds=30)
    finally:
        await pool.close()


async def test_given_nobody_wants_an_answer_any_more_when_its_turn_comes_then_nothing_is_worked_out() -> None:
    pool = Pool(1)
    try:
        with pytest.raises(NotWanted):
            await pool.call(doubled, "never", seconds=30, wanted=lambda: False)
        assert pool.pids() == []
        assert await pool.call(doubled, "yes", seconds=30, wanted=lambda: True) == "yesyes"
    finally:
        await pool.close()


_seen: list[str] = []  # what this process has been asked


def remembers(word: str) -> list[str]:
    _seen.append(word)
    return _seen


async def test_given_two_workers_when_a_caller_comes_back_then_the_one_that_remembers_it_answers() -> None:
    pool = Pool(2)
    try:
        await asyncio.gather(*(pool.call(remembers, who, seconds=30, caller=who) for who in ("room one", "room two")))
        assert len(pool.pids()) == 2
        for who in ("room one", "room two", "room two", "room one"):
            assert set(await pool.call(remembers, who, seconds=30, caller=who)) == {who}
    finally:
        await pool.close()
