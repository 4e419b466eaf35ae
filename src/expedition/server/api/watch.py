"""Looking at games without sitting down: one public glance, and a game of Legends for whoever is alone here."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from expedition.core.types import Json
from expedition.server.api.context import CurrentRoom, MaybePerson, Use, check_game_name
from expedition.server.api.summaries import summaries
from expedition.server.schemas.rooms import RoomSummary
from expedition.server.schemas.watch import Glance
from expedition.server.timesource import now_ms
from expedition.server.watch import legends

router = APIRouter()


@router.get("/rooms/{code}/glance", response_model=Glance)
async def glance(request: Request, use: Use, session: CurrentRoom) -> Json:
    """What a spectator sees of a room now: for small pictures in lists."""
    await use.check_rate(request, "replay")
    async with session.lock:
        view = None
        left: list[int] | None = None
        running: list[int] = []
        if session.room.status in ("playing", "over") and session.room.outcome != "imported":
            table = await use.hub.registry.table(session)
            view = table.state.view(None)
            if table.clock is not None and session.room.status == "playing":
                clocks = table.clock.to_dict(now_ms())
                left, running = clocks["left"], clocks["running"]
        return {"code": session.code, "status": session.room.status, "view": view, "left": left, "running": running}


@router.get("/watch", response_model=list[RoomSummary])
async def watch(
    request: Request, use: Use, person: MaybePerson, game: Annotated[str | None, Query(max_length=40)] = None
) -> list[Json]:
    """Public games that run now; where there is none, two Legends sit down and play one."""
    await use.check_rate(request, "replay")
    if game is not None:
        check_game_name(game)
    rooms = await use.store.rooms.public("playing", game, 24)
    if not rooms:
        await legends.sit_down(use, game)
        rooms = await use.store.rooms.public("playing", game, 24)
    return await summaries(use, rooms, person)
