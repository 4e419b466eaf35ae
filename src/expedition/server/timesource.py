"""What time it is. Every module asks here, so that tests and simulations can move the time of the whole server."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def monotonic() -> float:
    """Seconds that never go back."""
    return time.monotonic()
