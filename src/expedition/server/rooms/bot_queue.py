"""Whose bot thinks next. Somebody who waits at the table comes before rooms without people, and nobody's many rooms
come before another's first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum


class Urgency(IntEnum):
    WATCHED = 0  # a player is in the room
    PLAYED = 1  # people play here, none of them is looking
    ALONE = 2  # only the computer plays


class BotQueue:
    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[int, int, int, asyncio.Future[None]]] = []
        self._of_owner: Counter[str] = Counter()  # thinking or waiting
        self._order = itertools.count()

    @asynccontextmanager
    async def place(self, owner: str, urgency: Urgency) -> AsyncIterator[None]:
        """A worker's attention, when it is this one's turn."""
        self._of_owner[owner] += 1
        try:
            await self._turn(owner, urgency)
            try:
                yield
            finally:
                self._next()
        finally:
            self._of_owner[owner] -= 1
            if not self._of_owner[owner]:
                del self._of_owner[owner]

    async def _turn(self, owner: str, urgency: Urgency) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, self._of_owner[owner], next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it came at the very moment it was not wanted any more
                self._next()
            raise

    def _next(self) -> None:
        while self._waiting:
            turn = heapq.heappop(self._waiting)[3]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
