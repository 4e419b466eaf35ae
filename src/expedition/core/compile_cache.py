"""Where machine code is kept, and what is said while it is made.

numba files what it has compiled under the path of the source file and its time stamp, so every new environment would
compile again. Our folders are already named by all that the machine code depends on (`jit.reach_hash`, the versions of
Python, numba and NumPy), so one cache serves every environment of a machine.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, TextIO

from numba.core import config, event
from numba.core.caching import UserProvidedCacheLocator

LOCATOR = f"{__name__}.SharedLocator"
WIDTH = 24  # characters of the bar


class SharedLocator(UserProvidedCacheLocator):
    """By the name of the module, wherever it is installed; what the folder is named by says whether it is fresh."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        settings: Any = config
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = str(Path(settings.CACHE_DIR) / py_func.__module__)

    def get_cache_path(self) -> str:
        return self._cache_path

    def get_source_stamp(self) -> str:
        return "by the folder"

    def get_disambiguator(self) -> str:
        return str(self._lineno)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> SharedLocator:
        return cls(py_func, py_file)


def saved_one_at_a_time(dispatcher: Any, folder: Path) -> Any:
    """numba numbers its files by what its index held a moment ago: two processes that compile the same function for
    different types would give both the same number."""
    try:
        import fcntl
    except ImportError:  # not on this system
        return dispatcher
    cache = dispatcher._cache
    save = cache.save_overload

    def save_locked(signature: Any, data: Any) -> None:
        with (folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            save(signature, data)

    cache.save_overload = save_locked
    return dispatcher


class Progress(event.Listener):
    """Says that rules are being compiled: a bar on a terminal, one line elsewhere."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out
        self.expected = 0  # functions that may have to be compiled
        self.done = 0
        self._depth = 0
        self._since = 0.0

    @property
    def out(self) -> TextIO:
        return self._out or sys.stderr

    def on_start(self, event: Any) -> None:
        if self.done == 0 and self._depth == 0:
            self._since = time.monotonic()
            if not self.out.isatty():
                self.out.write("Preparing the rules for this machine; they are kept for the next time …\n")
                self.out.flush()
        self._depth += 1
        self._draw()

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        self.done += 1
        self._draw()
        if self._depth == 0 and self.out.isatty():
            self.out.write("\r\x1b[K")
            self.out.flush()

    def _draw(self) -> None:
        if not self.out.isatty():
            return
        total = max(self.expected, self.done + self._depth)
        full = WIDTH * self.done // max(total, 1)
        bar = "█" * full + "░" * (WIDTH - full)
        seconds = time.monotonic() - self._since
        self.out.write(f"\rPreparing the rules for this machine {bar} {self.done} of {total}, {seconds:.0f} s")
        self.out.flush()


def watch() -> Progress:
    """Tell of everything that is compiled from now on."""
    made = Progress()
    register: Any = event.register
    register("numba:compile", made)
    return made
