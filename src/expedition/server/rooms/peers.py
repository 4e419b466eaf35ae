"""Lines between the processes of one house. Each process listens at a port of its own; the bus says where others do.

A line carries frames of many sockets: four bytes of length, four of the socket's number, one of kind, then text. Who
connects proves to know the house's secret. A process that dies is noticed at once, because its lines break.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import struct
from collections.abc import Callable
from enum import IntEnum
from typing import cast

from expedition.server.logs import get_logger
from expedition.server.supervisor import Supervisor

log = get_logger("expedition.peers")

_HEAD = struct.Struct("!IIB")
_LARGEST = 16 * 2**20  # a frame
_MOST_WAITING = 64 * 2**20  # bytes that a line may be behind
_PATIENCE = 2.0


class Kind(IntEnum):
    HELLO = 0  # the first frame: who, and the proof
    OPEN = 1  # a socket's request to enter a room
    TEXT = 2  # a message, in either direction
    CLOSE = 3  # with the closing code


class Line(asyncio.Protocol):
    """One connection between two processes."""

    def __init__(self, on_frame: Callable[[Line, int, Kind, str], None], on_end: Callable[[Line], None]) -> None:
        self._on_frame = on_frame
        self._on_end = on_end
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self.peer = ""  # the process at the other end, once it has proved who it is

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one without being a subclass

    def connection_lost(self, _error: Exception | None) -> None:
        self._on_end(self)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        place = 0
        while len(self._buffer) - place >= _HEAD.size:
            length, number, kind = _HEAD.unpack_from(self._buffer, place)
            if length > _LARGEST or kind > Kind.CLOSE:
                self.end()
                return
            end = place + _HEAD.size + length
            if len(self._buffer) < end:
                break
            text = self._buffer[place + _HEAD.size : end].decode("utf-8", "replace")
            place = end
            self._on_frame(self, number, Kind(kind), text)
        del self._buffer[:place]

    def send(self, number: int, kind: Kind, text: str) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        body = text.encode()
        self._transport.write(_HEAD.pack(len(body), number, kind) + body)
        if self._transport.get_write_buffer_size() > _MOST_WAITING:  # the other process does not read any more
            self.end()

    def end(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class Peers:
    """The other processes of this house."""

    def __init__(self, source: str, host: str, supervisor: Supervisor) -> None:
        self.source = source
        self._host = host
        self._supervisor = supervisor
        self._secret = b""
        self._server: asyncio.Server | None = None
        self._lines: dict[str, Line] = {}  # by process: those we have opened
        self._taken: set[Line] = set()  # those opened by others
        self._connecting: set[str] = set()
        self.address = ""
        self.on_request: Callable[[Line, int, Kind, str], None] = lambda line, number, kind, text: None
        self.on_answer: Callable[[Line, int, Kind, str], None] = lambda line, number, kind, text: None
        self.on_line_end: Callable[[Line], None] = lambda line: None
        self.on_lost: Callable[[str], None] = lambda source: None

    async def open(self, secret: str) -> None:
        self._secret = secret.encode()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Line(self._first, self._taken_ended), self._host, 0)
        port = self._server.sockets[0].getsockname()[1]
        self.address = f"{self._host}:{port}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for line in [*self._lines.values(), *self._taken]:
            line.end()

    def line_to(self, source: str) -> Line | None:
        """The line to a process that lives."""
        line = self._lines.get(source)
        return line if line is not None and line.is_open else None

    def heard(self, source: str, address: str) -> None:
        """A process says that it lives, and where."""
        if self.address and address and source not in self._lines and source not in self._connecting:
            self._connecting.add(source)
            self._supervisor.spawn(self._connect(source, address), "line to another process")

    async def _connect(self, source: str, address: str) -> None:
        host, _, port = address.rpartition(":")
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(_PATIENCE):
                _, line = await loop.create_connection(
                    lambda: Line(lambda *frame: self.on_answer(*frame), self._own_ended), host, int(port)
                )
        except (OSError, ValueError, TimeoutError) as error:
            log.warning("peer_unreachable", peer=source, reason=type(error).__name__)
            return
        finally:
            self._connecting.discard(source)
        line.peer = source
        line.send(0, Kind.HELLO, f"{self.source} {self._proof(self.source, source)}")
        self._lines[source] = line

    def _proof(self, caller: str, called: str) -> str:
        return hmac.new(self._secret, f"{caller} calls {called}".encode(), hashlib.sha256).hexdigest()

    def _first(self, line: Line, number: int, kind: Kind, text: str) -> None:
        """What comes in on a line that another process has opened."""
        if line.peer:
            self.on_request(line, number, kind, text)
            return
        caller, _, proof = text.partition(" ")
        if kind is not Kind.HELLO or not hmac.compare_digest(proof.encode(), self._proof(caller, self.source).encode()):
            log.warning("peer_refused")
            line.end()
            return
        line.peer = caller
        self._taken.add(line)

    def _taken_ended(self, line: Line) -> None:
        self._taken.discard(line)
        self.on_line_end(line)

    def _own_ended(self, line: Line) -> None:
        if self._lines.get(line.peer) is line:
            del self._lines[line.peer]
        self.on_line_end(line)
        if line.peer:
            self.on_lost(line.peer)
