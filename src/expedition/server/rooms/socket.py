"""One socket: reading requests, telling what happens, and closing on whoever does not behave."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any, Protocol

import orjson
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from expedition.server.limits import Bucket
from expedition.server.logs import get_logger
from expedition.server.metrics import REFUSED
from expedition.server.refusals import Refusal
from expedition.server.rooms.connection import Connection, encode
from expedition.server.rooms.session import RoomSession
from expedition.server.schemas import socket as messages
from expedition.server.schemas.base import MAX_INT
from expedition.server.store.database import OUTAGES
from expedition.server.timesource import now_ms

if TYPE_CHECKING:
    from expedition.server.rooms.hub import RoomHub

log = get_logger("expedition.socket")

LARGEST_MESSAGE = 65_536
_PATIENCE = 50  # refusals for speed before the socket is closed


class SocketLike(Protocol):
    """A WebSocket, or one that another process holds."""

    application_state: WebSocketState

    async def receive(self) -> MutableMapping[str, Any]: ...

    async def send_text(self, data: str) -> None: ...

    async def close(self, code: int = ...) -> None: ...


async def serve_socket(
    hub: RoomHub, socket: SocketLike, session: RoomSession, connection: Connection, since: int | None
) -> None:
    """Talk with an accepted socket until one side ends it."""
    await hub.presence.enter(session, connection, since)
    sender = asyncio.create_task(_send(socket, connection))
    try:
        await _receive(hub, socket, session, connection)
    except WebSocketDisconnect:
        pass
    finally:
        hub.presence.leave(session, connection)
        connection.close(1000)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(sender, 5)


async def _send(socket: SocketLike, connection: Connection) -> None:
    try:
        while (message := await connection.queue.get()) is not None:
            connection.sending = True  # nothing overtakes it
            await socket.send_text(message)
            connection.sending = False
        if socket.application_state == WebSocketState.CONNECTED:
            await socket.close(connection.close_code)
    except (WebSocketDisconnect, RuntimeError, OSError):  # the other side is gone
        connection.close(1000)


async def _receive(hub: RoomHub, socket: SocketLike, session: RoomSession, connection: Connection) -> None:
    bucket = Bucket(20, 60)
    impatience = 0
    while not connection.close_code:
        await _wait_for_reader(connection)
        frame = await socket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        text = frame.get("text")
        if text is None:
            connection.close(4400)
        elif len(text) > LARGEST_MESSAGE:
            connection.close(1009)
        elif hub.settings.rate_limits and bucket.take():
            impatience += 1
            _refuse(connection, id_of(text), Refusal.localized("too_fast", "refusal.messages"))
            if impatience > _PATIENCE:
                connection.close(4429)
        else:
            await _answer(hub, session, connection, text)


async def _wait_for_reader(connection: Connection) -> None:
    """Whoever does not read its answers is not asked for more questions."""
    while connection.queue.qsize() > connection.queue.maxsize // 2 and not connection.close_code:
        await asyncio.sleep(0.002)


async def _answer(hub: RoomHub, session: RoomSession, connection: Connection, text: str) -> None:
    try:
        message = messages.client_message.validate_json(text)
    except ValidationError as error:
        _refuse(connection, id_of(text), Refusal("bad_message", _first_fault(error), "refusal.request"))
        return
    try:
        if await _carry_out(hub, session, connection, message):
            connection.send(encode({"type": "done", "id": message.id}))
    except Refusal as refusal:
        _refuse(connection, message.id, refusal)
    except OUTAGES as error:
        log.error("database_unavailable", request=message.type, reason=type(error).__name__)
        _refuse(connection, message.id, Refusal.localized("unavailable", "refusal.unavailable"))
    except Exception:
        log.exception("socket_request_failed", request=message.type)
        _refuse(connection, message.id, Refusal.localized("internal", "refusal.internal"))


async def _carry_out(
    hub: RoomHub, session: RoomSession, connection: Connection, message: messages.AnyClientMessage
) -> bool:
    """Do what is asked; False where the answer has been given already."""
    match message:
        case messages.Act():
            await hub.play.act(session, connection, message)
        case messages.Undo():
            await hub.play.undo(session, connection, message)
        case messages.Resign():
            await hub.play.resign(session, connection, message.seat)
        case messages.Agree():
            await hub.play.agree(session, connection, message.seat, message.end)
        case messages.Say():
            await hub.presence.say(session, connection, message.text)
        case messages.Look():
            await hub.presence.look(session, connection, message.seat, message.since, message.id)
            return False
        case messages.Sync():
            await hub.presence.sync(session, connection, message.since, message.id)
            return False
        case messages.Ping():
            connection.send(encode({"type": "pong", "id": message.id, "now": now_ms()}))
            return False
    return True


def _refuse(connection: Connection, id: int | None, refusal: Refusal) -> None:
    REFUSED.labels(refusal.code).inc()
    connection.send(encode({"type": "error", "id": id, **refusal.to_dict()}))


def id_of(text: str) -> int | None:
    """The id of a message that cannot be understood otherwise."""
    try:
        id = orjson.loads(text)["id"]
    except (ValueError, KeyError, TypeError, IndexError):
        return None
    return id if type(id) is int and 0 <= id <= MAX_INT else None


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])[:100]
    return f"The message cannot be understood: {where or 'it'}: {fault['msg'][:200]}."
