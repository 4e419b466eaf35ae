"""Rooms: opened, listed, changed, filled, started, matched, played again."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request

from expedition.core.types import Json
from expedition.server.api.context import CurrentPerson, CurrentRoom, Limit, MaybePerson, SeatPath, Use
from expedition.server.api.summaries import summaries
from expedition.server.rooms.views import room_view
from expedition.server.schemas import rooms as schemas

router = APIRouter()


@router.post("/rooms", response_model=schemas.Room, status_code=201)
async def open_room(request: Request, use: Use, person: CurrentPerson, body: schemas.NewRoom) -> Json:
    await use.check_rate(request, "room")
    await use.check_rate_of("room", person.id)
    return room_view(await use.hub.lobby.new_room(person, body))


@router.post("/match", response_model=schemas.Room)
async def quick_match(request: Request, use: Use, person: CurrentPerson, body: schemas.MatchIn) -> Json:
    await use.check_rate(request, "room")
    await use.check_rate_of("room", person.id)
    return room_view(await use.hub.matching.quick_match(person, body))


@router.get("/rooms", response_model=list[schemas.RoomSummary])
async def public_rooms(
    use: Use,
    person: MaybePerson,
    status: Literal["waiting", "playing", "over"] = "waiting",
    game: Annotated[str | None, Query(max_length=40)] = None,
    limit: Limit = 50,
) -> list[Json]:
    return await summaries(use, await use.store.rooms.public(status, game, limit), person)


@router.get("/rooms/{code}", response_model=schemas.Room)
async def one_room(session: CurrentRoom) -> Json:
    return room_view(session)


@router.patch("/rooms/{code}", response_model=schemas.Room)
async def change_room(use: Use, person: CurrentPerson, session: CurrentRoom, body: schemas.RoomChange) -> Json:
    await use.hub.lobby.change(session, person, body)
    return room_view(session)


@router.delete("/rooms/{code}", response_model=schemas.Room)
async def close_room(use: Use, person: CurrentPerson, session: CurrentRoom) -> Json:
    await use.hub.lobby.close_room(session, person)
    return room_view(session)


@router.put("/rooms/{code}/seats/{seat}", response_model=schemas.Room)
async def take_seat(
    request: Request, use: Use, person: CurrentPerson, session: CurrentRoom, seat: SeatPath, body: schemas.SeatPlan
) -> Json:
    """Take a free seat; the host also seats the computer and opens seats."""
    await use.check_rate(request, "join")
    await use.hub.lobby.sit(session, person, seat, body)
    return room_view(session)


@router.delete("/rooms/{code}/seats/{seat}", response_model=schemas.Room)
async def leave_seat(use: Use, person: CurrentPerson, session: CurrentRoom, seat: SeatPath) -> Json:
    await use.hub.lobby.stand_up(session, person, seat)
    return room_view(session)


@router.post("/rooms/{code}/start", response_model=schemas.Room)
async def start_game(use: Use, person: CurrentPerson, session: CurrentRoom) -> Json:
    await use.hub.lobby.start(session, person)
    return room_view(session)


@router.put("/rooms/{code}/ready", response_model=schemas.Room)
async def set_ready(use: Use, person: CurrentPerson, session: CurrentRoom, body: schemas.ReadyIn) -> Json:
    """Agree to the terms as they are now, and add one's own random digits to the seed."""
    await use.hub.lobby.set_ready(session, person, body)
    return room_view(session)


@router.post("/rooms/{code}/rematch", response_model=schemas.Room)
async def rematch(
    request: Request, use: Use, person: CurrentPerson, session: CurrentRoom, body: schemas.RematchIn | None = None
) -> Json:
    """Offer a rematch, or accept the offer; the answer is its room. It starts when all have accepted."""
    await use.check_rate(request, "room")
    await use.check_rate_of("room", person.id)
    return room_view(await use.hub.matching.rematch(session, person, body or schemas.RematchIn()))


@router.delete("/rooms/{code}/rematch", response_model=schemas.Room)
async def decline_rematch(use: Use, person: CurrentPerson, session: CurrentRoom) -> Json:
    """Turn the offer down; whoever made it takes it back."""
    await use.hub.matching.decline(session, person)
    return room_view(session)
