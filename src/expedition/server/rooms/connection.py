"""One socket as the room sees it: who it is, through which seat it looks, and a bounded queue of outgoing messages."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, Literal

import orjson

from expedition.server.metrics import SLOW
from expedition.server.models import Person

Offer = Literal["both", "gestures", "legal", "none"]
SIGNED_OUT = 4401
TOO_SLOW = 4408
RESTARTING = 1012
TRY_AGAIN = 1013
_QUEUE = 64
_NUMBERS = itertools.count()


def encode(message: dict[str, Any]) -> str:
    return orjson.dumps(message).decode()


def later(_message: str) -> bool:
    return False


class Connection:
    def __init__(self, person: Person | None, offer: Offer, login: str | None = None) -> None:
        self.number = next(_NUMBERS)  # the older, the lower
        self.person = person
        self.login = login  # the session it came by
        self.unheard: frozenset[str] = frozenset()  # people whose words do not come through
        self.as_of: int | None = None  # the state of `Persons` that this knows; None where nothing was asked yet
        self.offer = offer
        self.looking: int | None = None
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(_QUEUE)
        self.close_code = 0
        self.write: Callable[[str], bool] = later  # sends at once; False where the queue has to
        self.sending = False  # the queue's own sender has taken a message and not yet sent it

    @property
    def person_id(self) -> str | None:
        return None if self.person is None else self.person.id

    def send(self, message: str) -> None:
        if self.close_code or (self.queue.empty() and not self.sending and self.write(message)):
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            SLOW.inc()
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """Nothing more is sent; the sender closes the socket."""
        if not self.close_code:
            self.close_code = code
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)
