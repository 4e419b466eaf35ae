"""The way into a room's socket."""

from __future__ import annotations

import contextlib
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket

from expedition.server import accounts
from expedition.server.api.context import Services
from expedition.server.guard import same_origin
from expedition.server.logs import get_logger
from expedition.server.rooms.connection import TRY_AGAIN, Offer
from expedition.server.schemas.base import MAX_INT
from expedition.server.store.database import OUTAGES

log = get_logger("expedition.socket")

router = APIRouter()


@router.websocket("/rooms/{code}/socket")
async def room_socket(
    socket: WebSocket,
    code: str,
    since: Annotated[int | None, Query(ge=0, le=MAX_INT)] = None,
    offer: Offer = "both",
) -> None:
    use: Services = socket.app.state.services
    if not same_origin(socket.scope, use.origins):
        await socket.close(4403)
        return
    await socket.accept()
    if use.limits.take("request", socket.client.host if socket.client else "-"):
        await socket.close(4429)
        return
    with use.sockets.counted(socket.client.host if socket.client else "-") as counted:
        if not counted:
            await socket.close(4429)
            return
        try:
            login = accounts.session_of(socket.cookies.get(accounts.COOKIE))
            connection = await use.hub.persons.connect(login, offer)
            await use.hub.forwarding.serve(socket, code.upper()[:20], connection, since)
        except OUTAGES as error:
            log.error("database_unavailable", request="socket", reason=type(error).__name__)
            with contextlib.suppress(RuntimeError):  # closed already
                await socket.close(TRY_AGAIN)
