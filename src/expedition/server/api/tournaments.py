"""Tournaments: made, joined, begun, looked at."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from expedition.core.types import Json
from expedition.server.api.context import CurrentPerson, MaybePerson, Use
from expedition.server.schemas import tournaments as schemas
from expedition.server.schemas.base import Code
from expedition.server.tournaments import hosting, pages

router = APIRouter()
CodePath = Annotated[Code, Path()]
NumberPath = Annotated[int, Path(ge=0, le=1000)]


@router.post("/tournaments", response_model=schemas.Tournament, status_code=201)
async def make(request: Request, use: Use, person: CurrentPerson, body: schemas.NewTournament) -> Json:
    await use.check_rate(request, "room")
    await use.check_rate_of("room", person.id)
    return await pages.shown(use, await hosting.make(use, person, body), person)


@router.get("/tournaments", response_model=list[schemas.TournamentLine])
async def my_tournaments(use: Use, person: CurrentPerson) -> list[Json]:
    """Those you host or take part in."""
    return await pages.mine(use, person)


@router.get("/tournaments/{code}", response_model=schemas.Tournament)
async def one_tournament(request: Request, use: Use, person: MaybePerson, code: CodePath) -> Json:
    """For anybody who has the link."""
    await use.check_rate(request, "look")
    return await pages.shown(use, code, person)


@router.post("/tournaments/{code}/join", response_model=schemas.Tournament)
async def join(request: Request, use: Use, person: CurrentPerson, code: CodePath) -> Json:
    await use.check_rate(request, "join")
    await hosting.join(use, person, code)
    return await pages.shown(use, code, person)


@router.post("/tournaments/{code}/leave", response_model=schemas.Tournament)
async def leave(use: Use, person: CurrentPerson, code: CodePath) -> Json:
    """Drop out; what you play at the moment is given up."""
    await hosting.leave(use, person, code)
    return await pages.shown(use, code, person)


@router.post("/tournaments/{code}/bots", response_model=schemas.Tournament)
async def add_bots(use: Use, person: CurrentPerson, code: CodePath, body: schemas.BotsIn) -> Json:
    """The host adds computer players."""
    await hosting.add_bots(use, person, code, body.level, body.many)
    return await pages.shown(use, code, person)


@router.delete("/tournaments/{code}/entrants/{number}", response_model=schemas.Tournament)
async def remove(use: Use, person: CurrentPerson, code: CodePath, number: NumberPath) -> Json:
    """The host sends somebody away."""
    await hosting.remove(use, person, code, number)
    return await pages.shown(use, code, person)


@router.post("/tournaments/{code}/begin", response_model=schemas.Tournament)
async def begin(use: Use, person: CurrentPerson, code: CodePath, body: schemas.BeginTournament) -> Json:
    await hosting.begin(use, person, code, body)
    return await pages.shown(use, code, person)


@router.post("/tournaments/{code}/next", response_model=schemas.Tournament)
async def next_round(use: Use, person: CurrentPerson, code: CodePath) -> Json:
    """The host ends the pause between two rounds."""
    await hosting.next_round(use, person, code)
    return await pages.shown(use, code, person)


@router.delete("/tournaments/{code}", response_model=schemas.Tournament)
async def close(use: Use, person: CurrentPerson, code: CodePath) -> Json:
    """The host ends it for good."""
    await hosting.close(use, person, code)
    return await pages.shown(use, code, person)
