"""A room lives in one process. The process where its first socket arrives owns it, by a mark in the database; others
pass their sockets' messages on to it. When the owner dies, whoever holds a socket of the room takes it over.

Nothing rests on it but speed: two processes that both think they own a room follow each other by the log, as ever.
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson
from starlette.websockets import WebSocketDisconnect, WebSocketState

from expedition.server.logs import get_logger
from expedition.server.protocols import WRITE
from expedition.server.refusals import Refusal
from expedition.server.rooms.connection import SIGNED_OUT, TOO_SLOW, TRY_AGAIN, Connection, encode, later
from expedition.server.rooms.peers import Kind, Line
from expedition.server.rooms.socket import LARGEST_MESSAGE, SocketLike, id_of, serve_socket
from expedition.server.store.database import OUTAGES

if TYPE_CHECKING:
    from expedition.server.rooms.hub import RoomHub

log = get_logger("expedition.forwarding")

UNKNOWN_ROOM = 4404
_WAITING = 128  # messages on their way to a slow reader, or from a hasty writer
_TRIES = 20
_PAUSE = 0.05
_ANSWERED = re.compile(r'^\{"type":"(?:done|error|pong|state)","id":(\d+)')


@dataclass
class Edge:
    """A socket of ours whose room lives elsewhere."""

    line: Line
    arrived: asyncio.Queue[tuple[Kind, str] | None] = field(default_factory=lambda: asyncio.Queue(_WAITING))
    open_ids: set[int] = field(default_factory=set)  # requests without an answer


class RemoteSocket:
    """A socket of another process whose room lives here."""

    def __init__(self, line: Line, number: int) -> None:
        self._line = line
        self._number = number
        self._arrived: asyncio.Queue[str | None] = asyncio.Queue()
        self.application_state = WebSocketState.CONNECTED

    def feed(self, text: str | None) -> None:
        """A message; None when the other side is gone."""
        if text is not None and self._arrived.qsize() >= _WAITING:
            text = None
        self._arrived.put_nowait(text)

    async def receive(self) -> dict[str, Any]:
        text = await self._arrived.get()
        if text is None:
            self.application_state = WebSocketState.DISCONNECTED
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": text}

    async def send_text(self, data: str) -> None:
        self.write(data)

    def write(self, text: str) -> bool:
        self._line.send(self._number, Kind.TEXT, text)
        return True

    async def close(self, code: int = 1000) -> None:
        self.application_state = WebSocketState.DISCONNECTED
        self._line.send(self._number, Kind.CLOSE, str(code))


class Forwarding:
    def __init__(self, hub: RoomHub) -> None:
        self._hub = hub
        self._peers = hub.peers
        self._numbers = itertools.count(1)
        self._edges: dict[int, Edge] = {}
        self._remotes: dict[tuple[Line, int], RemoteSocket] = {}
        hub.peers.on_request = self._on_request
        hub.peers.on_answer = self._on_answer
        hub.peers.on_line_end = self._on_line_end
        hub.peers.on_lost = self._on_lost

    # -- where a room lives ------------------------------------------------------------------------------------

    async def owner_of(self, code: str) -> str | None:
        """The process a room lives in, which is this one if nobody else has it; None if there is no such room."""
        me, rooms = self._hub.source, self._hub.store.rooms
        known = self._hub.registry.sessions.get(code)
        if known is not None and known.is_owned:
            return me
        for _ in range(_TRIES):
            found, owner = await rooms.owner(code)
            if not found:
                return None
            if owner == me or (owner is not None and self._peers.line_to(owner) is not None):
                return owner
            if owner is not None and self._hub.cluster.is_alive(owner):  # it lives; the line is being laid
                await asyncio.sleep(_PAUSE)
            elif await rooms.take_over(code, owner, me):
                return me
        return me

    def _on_lost(self, source: str) -> None:
        for session in self._hub.registry.sessions.values():
            session.is_owned = False  # who has lost us too may have taken rooms over: ask again
        if self._peers.line_to(source) is None:  # else it is only slow to say that it lives
            self._hub.cluster.forget(source)
            self._hub.supervisor.spawn(self.forget_process(source), "rooms of a lost process")

    async def forget_process(self, source: str) -> None:
        """Its rooms belong to nobody, and what the server does by itself in them is due."""
        if await self._hub.store.rooms.orphan(source):
            log.warning("process_lost", source=source)

    # -- a socket here -----------------------------------------------------------------------------------------

    async def serve(self, socket: SocketLike, code: str, connection: Connection, since: int | None) -> None:
        """Talk with an accepted socket, wherever its room lives, until one side ends it."""
        while True:
            owner = await self.owner_of(code) if self._hub.bus.is_shared else self._hub.source
            line = self._peers.line_to(owner) if owner and owner != self._hub.source else None
            if line is None:
                await self._serve_here(socket, code, connection, since, is_owner=owner == self._hub.source)
                return
            if await self._forward(socket, line, code, connection, since):
                return
            since = None

    async def _serve_here(
        self, socket: SocketLike, code: str, connection: Connection, since: int | None, is_owner: bool = False
    ) -> None:
        try:
            session = await self._hub.registry.find(code)
        except Refusal:
            await socket.close(UNKNOWN_ROOM)
            return
        session.is_owned |= is_owner
        connection.write = writer_of(socket)
        await serve_socket(self._hub, socket, session, connection, since)

    async def _forward(
        self, socket: SocketLike, line: Line, code: str, connection: Connection, since: int | None
    ) -> bool:
        """False when the owner is gone and the socket is not."""
        number = next(self._numbers)
        edge = self._edges[number] = Edge(line)
        opening = {"code": code, "offer": connection.offer, "since": since, "login": connection.login}
        line.send(number, Kind.OPEN, encode(opening))
        reading = asyncio.create_task(self._read(socket, number, edge), name="forwarded socket")
        try:
            return await self._write(socket, edge)
        except (WebSocketDisconnect, RuntimeError, OSError):  # the other side is gone
            return True
        finally:
            del self._edges[number]
            reading.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await reading
            line.send(number, Kind.CLOSE, "1000")

    async def _read(self, socket: SocketLike, number: int, edge: Edge) -> None:
        while True:
            frame = await socket.receive()
            text = frame.get("text")
            if frame["type"] == "websocket.disconnect":
                _put(edge, None)
                return
            if text is None or len(text) > LARGEST_MESSAGE:
                _put(edge, (Kind.CLOSE, "4400" if text is None else "1009"))
                return
            id = id_of(text)
            if id is not None:
                edge.open_ids.add(id)
            edge.line.send(number, Kind.TEXT, text)

    async def _write(self, socket: SocketLike, edge: Edge) -> bool:
        while (item := await edge.arrived.get()) is not None:
            kind, text = item
            if kind is Kind.TEXT:
                answered = _ANSWERED.match(text)
                if answered:
                    edge.open_ids.discard(int(answered[1]))
                await socket.send_text(text)
            elif kind is Kind.CLOSE:
                await socket.close(int(text))
                return True
            else:  # the owner is gone: whether it stored what was asked, the state that follows tells
                for id in sorted(edge.open_ids):
                    refusal = Refusal.localized("unavailable", "refusal.unavailable")
                    await socket.send_text(encode({"type": "error", "id": id, **refusal.to_dict()}))
                return False
        return True

    def _on_answer(self, line: Line, number: int, kind: Kind, text: str) -> None:
        edge = self._edges.get(number)
        if edge is not None and edge.line is line:
            _put(edge, (kind, text))

    # -- a room here -------------------------------------------------------------------------------------------

    def _on_request(self, line: Line, number: int, kind: Kind, text: str) -> None:
        if kind is Kind.OPEN:
            remote = self._remotes[line, number] = RemoteSocket(line, number)
            self._hub.supervisor.spawn(self._serve_remote(remote, line, number, text), "socket of another process")
            return
        known = self._remotes.get((line, number))
        if known is not None:
            known.feed(text if kind is Kind.TEXT else None)

    async def _serve_remote(self, remote: RemoteSocket, line: Line, number: int, text: str) -> None:
        try:
            opening = orjson.loads(text)
            connection = await self._hub.persons.connect(opening["login"], opening["offer"])
            if opening["login"] and connection.login is None:  # it has ended on the way here
                await remote.close(SIGNED_OUT)
                return
            await self._serve_here(remote, opening["code"], connection, opening["since"])
        except OUTAGES as error:
            log.error("database_unavailable", request="socket", reason=type(error).__name__)
            await remote.close(TRY_AGAIN)
        finally:
            self._remotes.pop((line, number), None)

    def _on_line_end(self, line: Line) -> None:
        for edge in self._edges.values():
            if edge.line is line:
                _put(edge, (Kind.HELLO, ""))
        for (other, _), remote in list(self._remotes.items()):
            if other is line:
                remote.feed(None)


def writer_of(socket: Any) -> Callable[[str], bool]:
    """The way to send at once, where a socket has one."""
    if isinstance(socket, RemoteSocket):
        return socket.write
    extensions: dict[str, Any] = socket.scope.get("extensions", {})
    write: Callable[[str], bool] = extensions.get(WRITE, {}).get("send", later)
    return write


def _put(edge: Edge, item: tuple[Kind, str] | None) -> None:
    """Pass something to the socket; one that does not read is closed."""
    try:
        edge.arrived.put_nowait(item)
    except asyncio.QueueFull:
        while not edge.arrived.empty():
            edge.arrived.get_nowait()
        edge.arrived.put_nowait((Kind.CLOSE, str(TOO_SLOW)))
