"""Friends: follow, see who is here, challenge, block."""

from __future__ import annotations

from fastapi import APIRouter, Request

from expedition.core.types import Json
from expedition.server.api.context import CurrentPerson, Use
from expedition.server.friends import circle
from expedition.server.names import name_key
from expedition.server.refusals import Refusal
from expedition.server.rooms.views import room_view
from expedition.server.schemas import friends as schemas
from expedition.server.schemas import rooms
from expedition.server.schemas.base import Code, PersonId
from expedition.server.schemas.people import PersonRef
from expedition.server.timesource import now_ms

router = APIRouter()


@router.get("/me/friends", response_model=schemas.Friends)
async def my_friends(use: Use, person: CurrentPerson) -> Json:
    return await circle.friends(use, person)


@router.post("/me/friends/find", response_model=PersonRef)
async def find_person(request: Request, use: Use, person: CurrentPerson, body: schemas.FindPerson) -> Json:
    """An account by its exact name."""
    await use.check_rate(request, "find", person.id)
    found = await use.store.people.by_key(name_key(body.name))
    if found is None or await use.store.friends.is_blocked(person.id, found.id):
        raise Refusal.localized("unknown", "refusal.no_player")
    return found.ref()


@router.put("/me/friends/{id}", response_model=schemas.Friends)
async def follow(request: Request, use: Use, person: CurrentPerson, id: PersonId) -> Json:
    await use.check_rate(request, "find", person.id)
    await circle.follow(use, person, id)
    return await circle.friends(use, person)


@router.delete("/me/friends/{id}", response_model=schemas.Friends)
async def unfollow(use: Use, person: CurrentPerson, id: PersonId) -> Json:
    await use.store.friends.unfollow(person.id, id)
    return await circle.friends(use, person)


@router.put("/me/blocked/{id}", response_model=schemas.Friends)
async def block(use: Use, person: CurrentPerson, id: PersonId) -> Json:
    await circle.known(use, person, id)
    await use.store.friends.block(person.id, id, now_ms())
    await use.hub.persons.changed(person.id, id)
    return await circle.friends(use, person)


@router.delete("/me/blocked/{id}", response_model=schemas.Friends)
async def unblock(use: Use, person: CurrentPerson, id: PersonId) -> Json:
    await use.store.friends.unblock(person.id, id)
    await use.hub.persons.changed(person.id, id)
    return await circle.friends(use, person)


@router.post("/me/challenges", response_model=rooms.Room, status_code=201)
async def challenge(request: Request, use: Use, person: CurrentPerson, body: schemas.ChallengeIn) -> Json:
    """A room with this set-up, offered to somebody who follows you."""
    await use.check_rate(request, "room")
    return room_view(await circle.challenge(use, person, body))


@router.delete("/me/challenges/{code}", response_model=schemas.Friends)
async def decline(use: Use, person: CurrentPerson, code: Code) -> Json:
    await use.store.friends.decline(code, person.id)
    return await circle.friends(use, person)
