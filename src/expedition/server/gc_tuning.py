"""When to look for garbage.

Games are hundreds of thousands of small objects that refer to each other without circles. Looking through all of them
takes a fifth of a second, in which nobody is answered; so the thorough search waits for a quiet moment.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import time

_WHEN_QUIET = 300.0
_ANYHOW = 1800.0
_last = 0.0


def freeze_startup_objects() -> None:
    """After the start: what is loaded now stays."""
    global _last
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 1_000_000)
    _last = time.monotonic()


def collect_if_due(quiet: bool) -> None:
    """A thorough search, in a quiet moment if there is one."""
    global _last
    waited = time.monotonic() - _last
    if waited > (_WHEN_QUIET if quiet else _ANYHOW):
        gc.collect()
        _last = time.monotonic()


def trim_heap() -> None:
    """After games were serialized: let the system have the pages they leave."""
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
