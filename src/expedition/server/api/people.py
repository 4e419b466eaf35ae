"""Who you are: guests, accounts, sessions, players' pages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from expedition.core.types import Json
from expedition.server import accounts, ratings
from expedition.server.api.context import (
    CurrentLogin,
    CurrentPerson,
    Limit,
    MaybeLogin,
    MaybePerson,
    Services,
    Use,
    check_game_name,
)
from expedition.server.api.summaries import summaries
from expedition.server.models import Person
from expedition.server.names import name_key
from expedition.server.profile import leaving
from expedition.server.refusals import Refusal
from expedition.server.rooms.views import rating_view
from expedition.server.schemas import people as schemas
from expedition.server.schemas.base import PersonId
from expedition.server.schemas.players import LeaderboardLine, PlayerPage
from expedition.server.schemas.rooms import RoomSummary, Status

router = APIRouter()


@router.get("/me", response_model=schemas.Me)
async def who_am_i(use: Use, person: MaybePerson) -> Json:
    return _me(use, person)


def _me(use: Services, person: Person | None) -> Json:
    return {"person": None if person is None else person.ref(), "mail": use.notifier.mailer is not None}


@router.post("/guest", response_model=schemas.Me)
async def become_guest(
    request: Request, response: Response, use: Use, person: MaybePerson, body: schemas.GuestIn
) -> Json:
    """Play at once. With a session this changes nothing."""
    if person is None:
        await use.check_rate(request, "guest")
        person = await use.accounts.guest(body.name)
        await use.sign_in(request, response, person)
    return _me(use, person)


@router.patch("/me", response_model=schemas.Me)
async def rename_guest(use: Use, person: CurrentPerson, body: schemas.NameIn) -> Json:
    return _me(use, await use.accounts.rename(person, body.name))


@router.post("/account", response_model=schemas.Me)
async def make_account(
    request: Request, response: Response, use: Use, login: MaybeLogin, body: schemas.AccountIn
) -> Json:
    """The guest becomes an account and keeps its games; without a session a new account is made."""
    await use.check_rate(request, "account")
    made = await use.accounts.make_account(login and login.person, body.name, body.password)
    if login is None:
        await use.sign_in(request, response, made)
    return _me(use, made)


@router.put("/account/password", response_model=schemas.Me)
async def change_password(request: Request, use: Use, login: CurrentLogin, body: schemas.PasswordIn) -> Json:
    """All other sessions end, and what they have open is closed."""
    await use.check_rate(request, "login", login.person.id)
    await use.accounts.change_password(login, body.old, body.new)
    await use.hub.persons.changed(login.person.id)
    return _me(use, login.person)


@router.post("/login", response_model=schemas.Me)
async def login(request: Request, response: Response, use: Use, before: MaybeLogin, body: schemas.AccountIn) -> Json:
    """A guest who signs in takes the games played so far along."""
    await use.check_rate(request, "login")
    await use.check_rate_of("account_login", name_key(body.name))
    person = await use.accounts.login(body.name, body.password)
    if before is not None and before.person.is_guest:
        await use.hub.move_to_account(before.person, person)
        await leaving.adopt(use, before.person, person)
    await use.sign_in(request, response, person, before)
    return _me(use, person)


@router.post("/logout", response_model=schemas.Me)
async def logout(response: Response, use: Use, login: MaybeLogin) -> Json:
    """This session ends, and what it has open is closed."""
    if login is not None:
        await use.store.sessions.end(login.person.id, login.id)
        await use.hub.persons.changed(login.person.id)
    response.delete_cookie(accounts.COOKIE)
    return _me(use, None)


@router.get("/me/games", response_model=list[RoomSummary])
async def my_games(use: Use, person: CurrentPerson, status: Status | None = None, limit: Limit = 50) -> list[Json]:
    """My rooms, those that wait for me first."""
    lines = await summaries(use, await use.store.rooms.of_person(person.id, status, limit), person)
    return sorted(lines, key=lambda line: not set(line["owing"]) & set(line["yours"]))


@router.get("/people/{id}", response_model=PlayerPage)
async def player_page(use: Use, viewer: MaybePerson, id: PersonId) -> Json:
    """An account's ratings and finished public or rated games."""
    person = await use.store.people.get(id)
    if person is None or person.is_guest:
        raise Refusal.localized("unknown", "refusal.no_player")
    own = viewer is not None and viewer.id == id
    rooms = await use.store.rooms.of_person(id, "over", 100)
    return {
        "person": person.ref(),
        "since": person.created,
        "ratings": [rating_view(rating) for rating in await use.store.ratings.of_person(id)],
        "changes": [_change_view(change) for change in await use.store.ratings.changes(id, 100)],
        "games": await summaries(use, [room for room in rooms if own or room.public or room.rated], viewer),
    }


@router.get("/leaderboard", response_model=list[LeaderboardLine])
async def leaderboard(
    use: Use,
    game: Annotated[str, Query(max_length=40)],
    players: Annotated[int, Query(ge=1, le=16)],
    limit: Limit = 50,
) -> list[Json]:
    check_game_name(game)
    lines = await use.store.ratings.leaderboard(game, players, limit)
    return [
        {
            "place": place,
            "person": {"id": rating.person, "name": name, "guest": False},
            "rating": rating_view(rating),
        }
        for place, (name, rating) in enumerate(lines, 1)
    ]


def _change_view(change: Json) -> Json:
    return {
        "room": change["room"],
        "game": change["game"],
        "players": change["setup"]["players"],
        "at": change["at"],
        "before": ratings.shown(change["mu_before"]),
        "after": ratings.shown(change["mu"]),
    }
