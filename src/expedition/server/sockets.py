"""One socket: reading requests, telling what happens, and closing on whoever does not behave."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Literal

import orjson
from fastapi import WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from expedition.server import schemas
from expedition.server.house import House, Live, Visitor, dump
from expedition.server.limits import Bucket
from expedition.server.metrics import REFUSED
from expedition.server.storage import now_ms
from expedition.server.table import Refusal

log = logging.getLogger("expedition.sockets")

LARGEST = 65_536
_PATIENCE = 50  # refusals for speed before the door closes
Offer = Literal["both", "gestures", "legal", "none"]


async def serve_socket(house: House, socket: WebSocket, live: Live, visitor: Visitor, since: int | None) -> None:
    """Talk with an accepted socket until one side ends it."""
    await house.enter(live, visitor, since)
    sender = asyncio.create_task(_send(socket, visitor))
    try:
        await _receive(house, socket, live, visitor)
    except WebSocketDisconnect:
        pass
    finally:
        house.leave(live, visitor)
        visitor.close(1000)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(sender, 5)


async def _send(socket: WebSocket, visitor: Visitor) -> None:
    try:
        while (message := await visitor.queue.get()) is not None:
            await socket.send_text(message)
        if socket.application_state == WebSocketState.CONNECTED:
            await socket.close(visitor.closing)
    except (WebSocketDisconnect, RuntimeError, OSError):  # the other side is gone
        visitor.close(1000)


async def _receive(house: House, socket: WebSocket, live: Live, visitor: Visitor) -> None:
    bucket = Bucket(20, 60)
    impatience = 0
    while not visitor.closing:
        await _let_it_read(visitor)
        frame = await socket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        text = frame.get("text")
        if text is None:
            visitor.close(4400)
        elif len(text) > LARGEST:
            visitor.close(1009)
        elif house.settings.rate_limits and bucket.take():
            impatience += 1
            _refuse(visitor, None, Refusal("too_fast", "Too many messages; at most 20 a second are read."))
            if impatience > _PATIENCE:
                visitor.close(4429)
        else:
            await _answer(house, live, visitor, text)


async def _let_it_read(visitor: Visitor) -> None:
    """Whoever does not read its answers is not asked for more questions."""
    while visitor.queue.qsize() > visitor.queue.maxsize // 2 and not visitor.closing:
        await asyncio.sleep(0.002)


async def _answer(house: House, live: Live, visitor: Visitor, text: str) -> None:
    try:
        message = schemas.client_message.validate_json(text)
    except ValidationError as error:
        _refuse(visitor, _id_of(text), Refusal("bad_message", _first_fault(error)))
        return
    try:
        if await _carry_out(house, live, visitor, message):
            visitor.tell(dump({"type": "done", "id": message.id}))
    except Refusal as refusal:
        _refuse(visitor, message.id, refusal)
    except Exception:
        log.exception("a request failed", extra={"request": message.type, "room": live.code})
        _refuse(visitor, message.id, Refusal.said("internal", "refusal.internal"))


async def _carry_out(house: House, live: Live, visitor: Visitor, message: schemas.AnyClientMessage) -> bool:
    """Do what is asked; False where the answer has been given already."""
    match message:
        case schemas.Act():
            await house.act(live, visitor, message)
        case schemas.Undo():
            await house.undo(live, visitor, message)
        case schemas.Resign():
            await house.resign(live, visitor, message.seat)
        case schemas.Agree():
            await house.agree(live, visitor, message.seat, message.end)
        case schemas.Say():
            await house.say(live, visitor, message.text)
        case schemas.Look():
            await house.look(live, visitor, message.seat, message.since, message.id)
            return False
        case schemas.Sync():
            await house.sync(live, visitor, message.since, message.id)
            return False
        case schemas.Ping():
            visitor.tell(dump({"type": "pong", "id": message.id, "now": now_ms()}))
            return False
    return True


def _refuse(visitor: Visitor, id: int | None, refusal: Refusal) -> None:
    REFUSED.labels(refusal.code).inc()
    visitor.tell(dump({"type": "error", "id": id, **refusal.told}))


def _id_of(text: str) -> int | None:
    """The id of a message that cannot be understood otherwise."""
    try:
        id = orjson.loads(text)["id"]
    except (ValueError, KeyError, TypeError, IndexError):
        return None
    return id if type(id) is int and 0 <= id <= schemas.MAX_INT else None


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])[:100]
    return f"The message cannot be understood: {where or 'it'}: {fault['msg'][:200]}."
