"""Work in processes of its own: the one pool of the house. Its processes never outlive the one that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from expedition.core.errors import ExpeditionError

T = TypeVar("T")

RETRIES = 4  # processes that may die over one call
# what matrices are multiplied by reads these when it is loaded; threads that wait for a busy core only heat it
ONE_CORE = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pool_of(count: int) -> ProcessPool:
    """A pool of new processes, each for one core. One that dies is replaced; if this one is killed, they end instead of
    working on."""
    for name in ONE_CORE:
        os.environ.setdefault(name, "1")
    return ProcessPool(max_workers=count, context=multiprocessing.get_context("spawn"), initializer=_follow)


def end_now(pool: ProcessPool) -> None:
    """End a pool without waiting for what its processes are doing."""
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()


def done_here(function: Callable[..., T], calls: Iterable[tuple[Any, ...]], count: int) -> Iterator[T]:
    """The results of all calls as they come in, by so many processes; a call whose process dies is made again."""
    remaining = iter(calls)
    pool = pool_of(count)
    running: dict[Future[T], tuple[tuple[Any, ...], int]] = {}

    def ask(call: tuple[Any, ...], died: int) -> None:
        nonlocal pool
        if not pool.active:  # a process was killed while it waited for work: the others cannot be reached either
            end_now(pool)
            pool = pool_of(count)
        running[pool.schedule(function, args=call)] = (call, died)

    try:
        for call in islice(remaining, 2 * count):
            ask(call, 0)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                call, died = running.pop(future)
                try:
                    result = future.result()
                except (ProcessExpired, BrokenProcessPool):
                    if died + 1 == RETRIES:
                        raise ExpeditionError(
                            "Processes were killed again and again: is there enough memory? Fewer workers need less."
                        ) from None
                    ask(call, died + 1)
                    continue
                for following in islice(remaining, 1):
                    ask(following, 0)
                yield result
    finally:
        end_now(pool)


def _follow() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches everybody at a terminal; the parent decides
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
