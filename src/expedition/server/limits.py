"""How often somebody may ask for something: token buckets, kept in memory and forgotten when full.

What is rare and worth guarding (`SHARED`) is counted in the database where there are several processes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Bucket:
    """`rate` tokens a second, at most `burst`."""

    __slots__ = ("_clock", "_tokens", "_when", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._tokens, self._when = burst, clock()

    def take(self) -> float:
        """0 if a token was there, else the seconds until one will be."""
        now = self._clock()
        self._tokens = min(self.burst, self._tokens + (now - self._when) * self.rate)
        self._when = now
        if self._tokens >= 1:
            self._tokens -= 1
            return 0.0
        return (1 - self._tokens) / self.rate

    @property
    def full(self) -> bool:
        return self._tokens + (self._clock() - self._when) * self.rate >= self.burst


class Limits:
    """Buckets by kind and key (an address, a person)."""

    KINDS = {  # noqa: RUF012 - a table
        "login": (1 / 12, 5.0),
        "account": (1 / 60, 10.0),
        "guest": (1.0, 60.0),
        "room": (0.5, 30.0),
        "import": (0.2, 10.0),
        "join": (1.0, 40.0),
        "account_login": (1 / 30, 10.0),  # to one account, from anywhere
        "replay": (5.0, 40.0),
        "mail": (1 / 120, 3.0),
        "report": (1 / 60, 5.0),
        "find": (0.5, 20.0),
        "look": (20.0, 120.0),
        "trial": (1 / 3, 6.0),
        "why": (5.0, 40.0),
        "thought": (0.5, 30.0),  # what the coach thinks about
        "request": (50.0, 300.0),
    }
    SHARED = frozenset({"login", "account_login", "account", "guest", "room", "join", "import", "mail", "report"})
    _MOST = 50_000

    def __init__(self, enabled: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.enabled = enabled
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def take(self, kind: str, key: str) -> float:
        """0, or the seconds to wait."""
        if not self.enabled:
            return 0.0
        bucket = self._buckets.get((kind, key))
        if bucket is None:
            if len(self._buckets) >= self._MOST:
                self._forget()
            bucket = self._buckets[kind, key] = Bucket(*self.KINDS[kind], clock=self._clock)
        return bucket.take()

    def _forget(self) -> None:
        self._buckets = {k: b for k, b in self._buckets.items() if not b.full}
        if len(self._buckets) >= self._MOST:  # a flood from everywhere: start anew rather than grow
            self._buckets.clear()


class OpenSockets:
    """How many sockets each address has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def counted(self, address: str) -> Iterator[bool]:
        """Whether one more is allowed; it counts until the end."""
        if self._open[address] >= self._most:
            yield False
            return
        self._open[address] += 1
        try:
            yield True
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
