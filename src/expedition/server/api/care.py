"""Looking after an account and after each other: sessions, forgotten passwords, mutes, reports."""

from __future__ import annotations

import dataclasses
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from expedition.core.types import Json
from expedition.core.words import say
from expedition.server import accounts
from expedition.server.api.context import CurrentLogin, CurrentPerson, Services, Use
from expedition.server.models import Person
from expedition.server.names import name_key
from expedition.server.notify.outside import Failed, Refused
from expedition.server.refusals import Refusal
from expedition.server.schemas import care as schemas
from expedition.server.schemas.base import PersonId
from expedition.server.schemas.people import Me, PersonRef
from expedition.server.schemas.reach import Done

router = APIRouter()
_LINES = 30  # of talk that come along with a report


# -- sessions ---------------------------------------------------------------------------------------------------


@router.get("/me/sessions", response_model=list[schemas.Session])
async def my_sessions(use: Use, login: CurrentLogin) -> list[Json]:
    """Where I am signed in, the last used first."""
    shown = ("id", "device", "created", "seen")
    rows = await use.store.sessions.of_person(login.person.id)
    return [{**{name: row[name] for name in shown}, "here": row["id"] == login.id} for row in rows]


@router.delete("/me/sessions/{id}", response_model=list[schemas.Session])
async def end_session(use: Use, login: CurrentLogin, id: Annotated[schemas.SessionId, Path()]) -> list[Json]:
    """Sign out there; what it has open is closed."""
    if not await use.store.sessions.end(login.person.id, id):
        raise Refusal.localized("unknown", "refusal.session_gone")
    await use.hub.persons.changed(login.person.id)
    return await my_sessions(use, login)


@router.delete("/me/sessions", response_model=list[schemas.Session])
async def end_other_sessions(use: Use, login: CurrentLogin) -> list[Json]:
    """Sign out everywhere else."""
    await use.store.sessions.end_all(login.person.id, but=login.id)
    await use.hub.persons.changed(login.person.id)
    return await my_sessions(use, login)


# -- a forgotten password ---------------------------------------------------------------------------------------


@router.post("/account/forgotten", response_model=Done)
async def forgot_password(request: Request, use: Use, body: schemas.Forgotten) -> Json:
    """A link by mail, where the house sends mail and the account has a confirmed address. The answer is the same
    whether or not that is so."""
    await use.check_rate(request, "mail", "forgotten")
    await use.check_rate_of("mail", name_key(body.name))
    if use.notifier.mailer is None:
        raise Refusal.localized("not_now", "refusal.no_mail")
    use.supervisor.spawn(_send_link(use, name_key(body.name)), "reset mail")
    return {"done": True}


async def _send_link(use: Services, key: str) -> None:
    person = await use.store.people.by_key(key)
    wish = None if person is None else await use.store.reach.get(person.id)
    mailer = use.notifier.mailer
    if person is None or person.password is None or wish is None or not wish["confirmed"] or mailer is None:
        return
    link = f"{use.notifier.house}#/reset/{use.tokens.reset(person.id, person.password)}"
    text = say("notice.reset.text", wish["lang"], name=person.name)
    try:
        await mailer.send(wish["address"], say("notice.reset.title", wish["lang"]), f"{text}\n\n{link}\n", None)
    except (Refused, Failed) as why:
        accounts.log.warning("reset_mail_failed", reason=str(why))


@router.post("/account/reset", response_model=Me)
async def reset_password(request: Request, response: Response, use: Use, body: schemas.ResetIn) -> Json:
    """The link of that mail, once: a new password. Every session ends, and this browser is signed in."""
    await use.check_rate(request, "login")
    id = use.tokens.reset_person(body.token)
    person = None if id is None else await use.store.people.get(id)
    if person is None or person.password is None or not use.tokens.is_reset(body.token, person.id, person.password):
        raise Refusal.localized("wrong", "refusal.link_old")
    await use.accounts.set_password(person, body.password)
    await use.hub.persons.changed(person.id)
    await use.sign_in(request, response, person)
    return {"person": person.ref(), "mail": True}


# -- others -----------------------------------------------------------------------------------------------------


async def _another(use: Services, person: Person, id: str) -> Person:
    other = await use.store.people.get(id)
    if other is None or other.id == person.id:
        raise Refusal.localized("unknown", "refusal.no_player")
    return other


@router.get("/me/muted", response_model=list[PersonRef])
async def muted(use: Use, person: CurrentPerson) -> list[Json]:
    rows = await use.store.moderation.muted(person.id)
    return [{"id": row["id"], "name": row["name"], "guest": row["password"] is None} for row in rows]


@router.put("/me/muted/{id}", response_model=list[PersonRef])
async def mute(request: Request, use: Use, person: CurrentPerson, id: PersonId) -> list[Json]:
    """What this person says does not reach me any more, in any room."""
    await use.check_rate(request, "find", person.id)
    other = await _another(use, person, id)
    await use.store.moderation.mute(person.id, other.id)
    await use.hub.persons.changed(person.id)
    return await muted(use, person)


@router.delete("/me/muted/{id}", response_model=list[PersonRef])
async def unmute(use: Use, person: CurrentPerson, id: PersonId) -> list[Json]:
    await use.store.moderation.unmute(person.id, id)
    await use.hub.persons.changed(person.id)
    return await muted(use, person)


@router.post("/reports", response_model=Done, status_code=201)
async def report(request: Request, use: Use, person: CurrentPerson, body: schemas.ReportIn) -> Json:
    await use.check_rate(request, "report")
    await use.check_rate_of("report", person.id)
    other = await _another(use, person, body.person)
    talk: list[Json] = []
    if body.room is not None:
        await use.hub.registry.find(body.room)
        talk = [dataclasses.asdict(line) for line in await use.store.chat.lines(body.room, limit=_LINES)]
    told = {"by": person.id, "person": other.id, "name": other.name, "room": body.room}
    id = await use.store.moderation.report(**told, reason=body.reason, words=body.words, talk=talk)
    accounts.log.info("reported", report=id, reason=body.reason)
    return {"done": True}
