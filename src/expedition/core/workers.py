"""Work spread over the cores, by processes that never outlive the one that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pool_of(count: int) -> ProcessPoolExecutor:
    """A pool of new processes. If this one is killed, they end at once instead of working on for nobody."""
    return ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"), initializer=_follow)


def end_now(pool: ProcessPoolExecutor) -> None:
    """End a pool without waiting for what its processes are doing."""
    for process in list((pool._processes or {}).values()):  # from Python 3.14 on: pool.kill_workers()
        process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


def _follow() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches everybody at a terminal; the parent decides
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
