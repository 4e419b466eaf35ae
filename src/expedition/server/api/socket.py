"""The way into a room's socket."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, WebSocket

from expedition.server import accounts
from expedition.server.api.context import Services
from expedition.server.guard import same_origin
from expedition.server.rooms.connection import Offer
from expedition.server.schemas.base import MAX_INT

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
    login = await use.accounts.of_cookie(socket.cookies.get(accounts.COOKIE))
    with use.sockets.counted(socket.client.host if socket.client else "-") as counted:
        if counted:
            await use.hub.forwarding.serve(socket, code.upper()[:20], login, offer, since)
        else:
            await socket.close(4429)
