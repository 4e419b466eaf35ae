"""Finished games: records, replays, imports."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from expedition.server.api.context import CurrentPerson, Use, json_response
from expedition.server.rooms.replay import MOST_FRAMES
from expedition.server.rooms.views import room_view
from expedition.server.schemas import replay as schemas
from expedition.server.schemas.base import MAX_INT, Code
from expedition.server.schemas.rooms import Room

router = APIRouter()
Lang = Annotated[str, Query(pattern="^[a-z]{2}$")]
SeatQuery = Annotated[int | None, Query(ge=0, le=15)]


@router.get("/rooms/{code}/record", response_model=dict[str, Any])
async def record(use: Use, code: Code) -> Response:
    answer = json_response(await use.hub.archive.record(code))
    answer.headers["Content-Disposition"] = f'attachment; filename="{code}.json"'
    return answer


@router.get("/rooms/{code}/replay", response_model=schemas.Replay)
async def replay(
    request: Request,
    use: Use,
    code: Code,
    first: Annotated[int, Query(ge=0, le=MAX_INT)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_FRAMES)] = 50,
    seat: SeatQuery = None,
    open: bool = False,
    lang: Lang = "en",
) -> Response:
    """Frames of a finished game: through one seat's eyes, as a spectator, or (`open`) with all cards open."""
    await use.check_rate(request, "replay")
    return json_response(await use.hub.archive.replay(code, first, count, seat, open, lang))


@router.get("/rooms/{code}/outline", response_model=schemas.Outline)
async def outline(
    request: Request, use: Use, code: Code, seat: SeatQuery = None, open: bool = False, lang: Lang = "en"
) -> Response:
    """A finished game in words and events, from the first to the last action: a journal and where turns begin."""
    await use.check_rate(request, "replay")
    return json_response(await use.hub.archive.outline(code, seat, open, lang))


@router.post("/records", response_model=Room, status_code=201)
async def import_record(request: Request, use: Use, person: CurrentPerson, body: schemas.RecordIn) -> dict[str, Any]:
    await use.check_rate(request, "import")
    return room_view(await use.hub.archive.import_record(person, dict(body.record)))
