"""The challenge of the day."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from expedition.core import feats
from expedition.core.types import Json
from expedition.server.api.context import CurrentPerson, MaybePerson, Use
from expedition.server.daily import challenge, days
from expedition.server.rooms.views import room_view
from expedition.server.schemas import rooms
from expedition.server.schemas.daily import Daily
from expedition.server.timesource import now_ms

router = APIRouter()
GamePath = Annotated[str, Path(max_length=40)]
DayPath = Annotated[str, Path(max_length=10, examples=["2026-11-15"])]


@router.get("/daily", response_model=list[Daily])
async def today(use: Use, person: MaybePerson) -> list[Json]:
    """Today's challenge of every game that has one."""
    day = days.day_of(now_ms())
    return [await challenge.shown(use, game, day, person) for game in feats.challenges()]


@router.get("/daily/{game}/{day}", response_model=Daily)
async def one_day(request: Request, use: Use, person: MaybePerson, game: GamePath, day: DayPath) -> Json:
    """Any day up to today; of those that are over with the seed and everybody's games."""
    await use.check_rate(request, "replay")
    challenge.check_game(game)
    return await challenge.shown(use, game, challenge.read_day(day, now_ms()), person)


@router.post("/daily/{game}", response_model=rooms.Room)
async def attempt(request: Request, use: Use, person: CurrentPerson, game: GamePath) -> Json:
    """Your attempt of today: begun now, or the one you have begun. There is no second."""
    await use.check_rate(request, "room")
    return room_view(await challenge.begin(use, person, game))
