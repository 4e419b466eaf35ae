"""What time it is. Every module asks here, so that a simulation can move the time of the whole server."""

from __future__ import annotations

import time


class SystemTime:
    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        return time.monotonic()


_source = SystemTime()


def use_time(source: SystemTime) -> None:
    """Ask another clock from now on."""
    global _source
    _source = source


def now_ms() -> int:
    """Milliseconds since 1970."""
    return _source.now_ms()


def monotonic() -> float:
    """Seconds that never go back."""
    return _source.monotonic()
