"""Hosts elsewhere that think for this house. One that dies or cannot be reached is tried again, later each time; until
it is back the house thinks by itself."""

from __future__ import annotations

import asyncio
import hashlib
import itertools

from expedition.core.errors import SetupError
from expedition.core.types import Json
from expedition.server.framing import Line, Refused, read_address
from expedition.server.logs import get_logger
from expedition.server.metrics import BOT_HOSTS
from expedition.server.supervisor import Supervisor

log = get_logger("expedition.bots")

_PATIENCE = 5.0  # seconds to connect
_PING = 5.0
_SILENCE = 15.0  # seconds without a word from a host: it is gone, whatever its connection says
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30.0


class HostLost(Exception):  # noqa: N818
    """The host went away while it thought."""


class HostElsewhere:
    """One host elsewhere."""

    def __init__(self, address: str, secret: str) -> None:
        self.address = address
        self._where = read_address(address)
        self._secret = secret
        self._line: Line | None = None
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[int | Json | None]] = {}
        self._pause = _FIRST_PAUSE
        self._heard = 0.0

    @property
    def is_there(self) -> bool:
        return self._line is not None

    async def choose(self, question: Json) -> int | Json | None:
        """What it would do; HostLost if it does not live to say so."""
        if self._line is None:
            raise HostLost
        number = next(self._numbers)
        answer: asyncio.Future[int | Json | None] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            self._line.send({"id": number, "do": "choose", **question})
            return await answer
        finally:
            self._asked.pop(number, None)

    async def keep(self) -> None:
        """Connect and listen until the line breaks, then wait a while: longer each time it could not be laid."""
        try:
            line = await self._connect()
        except (OSError, EOFError, TimeoutError, Refused) as error:
            reason = str(error) if isinstance(error, Refused) else type(error).__name__
            log.warning("bot_host_unreachable", host=self.address, reason=reason, again_in=self._pause)
            await asyncio.sleep(self._pause)
            self._pause = min(_LONGEST_PAUSE, 2 * self._pause)
            return
        self._line, self._pause, self._heard = line, _FIRST_PAUSE, asyncio.get_running_loop().time()
        BOT_HOSTS.inc()
        log.info("bot_host_there", host=self.address)
        pinging = asyncio.create_task(self._ping(line))
        try:
            while True:
                self._hear(await line.receive())
        except (OSError, EOFError, Refused) as error:
            log.warning("bot_host_lost", host=self.address, reason=type(error).__name__, waiting=len(self._asked))
        finally:
            self._line = None
            BOT_HOSTS.dec()
            pinging.cancel()
            for answer in self._asked.values():
                if not answer.done():
                    answer.set_exception(HostLost())
            await line.close()

    async def _connect(self) -> Line:
        async with asyncio.timeout(_PATIENCE):
            line = Line(*await asyncio.open_connection(*self._where))
        try:
            await line.introduce(self._secret)
        except BaseException:
            await line.close()
            raise
        return line

    def _hear(self, message: Json) -> None:
        self._heard = asyncio.get_running_loop().time()
        answer = self._asked.get(message.get("id") or 0)
        if answer is not None and not answer.done():
            answer.set_result(message.get("choice"))

    async def _ping(self, line: Line) -> None:
        while asyncio.get_running_loop().time() - self._heard < _SILENCE:
            line.send({"id": 0, "do": "ping"})
            await asyncio.sleep(_PING)
        await line.close()  # which ends the listening


class HostsElsewhere:
    """All hosts elsewhere."""

    def __init__(self, addresses: str, secret: str) -> None:
        given = [address for address in addresses.replace(",", " ").split() if address]
        if given and not secret:
            raise SetupError("Hosts for the computer's seats need EXPEDITION_BOTS_SECRET, the same there and here.")
        self._hosts = [HostElsewhere(address, secret) for address in given]

    def open(self, supervisor: Supervisor) -> None:
        for host in self._hosts:
            supervisor.keep_running(f"bots at {host.address}", host.keep)

    @property
    def missing(self) -> list[str]:
        return [host.address for host in self._hosts if not host.is_there]

    def __bool__(self) -> bool:
        return bool(self._hosts)

    def for_caller(self, caller: str) -> list[HostElsewhere]:
        """Those that are there; the same caller finds the same one first, which may remember the rest of its turn."""
        there = [host for host in self._hosts if host.is_there]
        return sorted(there, key=lambda host: hashlib.sha256(f"{host.address} {caller}".encode()).digest())
