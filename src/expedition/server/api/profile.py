"""Profiles, campaigns, days away, and leaving for good."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from expedition.core.types import Json
from expedition.server import accounts
from expedition.server.api.context import CurrentPerson, MaybePerson, Use, json_response
from expedition.server.profile import campaign, leaving, pages, vacation
from expedition.server.refusals import Refusal
from expedition.server.rooms.views import room_view
from expedition.server.schemas import profile as schemas
from expedition.server.schemas import rooms
from expedition.server.schemas.base import PersonId
from expedition.server.schemas.people import Me
from expedition.server.timesource import now_ms

router = APIRouter()


@router.get("/me/profile", response_model=schemas.Profile)
async def my_profile(use: Use, person: CurrentPerson) -> Json:
    return await pages.profile(use, person, own=True)


@router.get("/profiles/{id}", response_model=schemas.Profile)
async def profile_of(request: Request, use: Use, viewer: MaybePerson, id: PersonId) -> Json:
    """Somebody's profile, if it is public and neither has blocked the other."""
    await use.check_rate(request, "replay")
    return await pages.profile_for(use, viewer, id)


@router.patch("/me/profile", response_model=schemas.Profile)
async def change_profile(use: Use, person: CurrentPerson, body: schemas.ProfileChange) -> Json:
    values = body.model_dump(exclude_none=True)
    if values:
        await use.store.profiles.put(person.id, **values)
    return await pages.profile(use, person, own=True)


@router.get("/me/away", response_model=schemas.Away)
async def my_vacations(use: Use, person: CurrentPerson) -> Json:
    return await _away(use, person.id)


@router.put("/me/away", response_model=schemas.Away)
async def go_away(use: Use, person: CurrentPerson, body: schemas.AwayIn) -> Json:
    """A vacation: games by days per turn wait for you. Its length comes off the days of the year."""
    now = now_ms()
    known = await use.store.profiles.vacations(person.id)
    if body.days == 0:
        running = next((v for v in known if v["last"] > now), None)
        if running is not None:
            await use.store.profiles.set_vacation(person.id, running["first"], now, running["first"])
        return await _away(use, person.id)
    first = max(body.first, now)
    last = first + body.days * vacation.DAY
    if first > now + 365 * vacation.DAY or any(v["first"] < last and v["last"] > first for v in known):
        raise Refusal.localized("not_now", "refusal.away_twice")
    left = vacation.PER_YEAR - vacation.used(known, now)
    if body.days > left:
        raise Refusal.localized("not_now", "refusal.away_days", days=max(0, left))
    await use.store.profiles.set_vacation(person.id, first, last, None)
    return await _away(use, person.id)


async def _away(use: Use, person: str) -> Json:
    known = await use.store.profiles.vacations(person)
    now = now_ms()
    left = max(0, vacation.PER_YEAR - vacation.used(known, now))
    shown = [{"first": v["first"], "last": v["last"]} for v in known if v["last"] > now]
    return {"vacations": shown, "left": left}


@router.get("/campaign", response_model=list[schemas.Step])
async def my_campaign(use: Use, person: MaybePerson) -> list[Json]:
    return await campaign.progress(use, person)


@router.post("/campaign/{step}", response_model=rooms.Room)
async def set_out(
    request: Request, use: Use, person: CurrentPerson, step: Annotated[str, Path(max_length=40)], anew: bool = False
) -> Json:
    """My game of a step: the one that runs, or a new one. `anew` gives up the one that runs and begins another."""
    await use.check_rate(request, "room")
    return room_view(await campaign.begin(use, person, step, anew))


@router.get("/me/export", response_model=dict[str, Any])
async def export(request: Request, use: Use, person: CurrentPerson) -> Response:
    """Everything this house knows about you, as JSON."""
    await use.check_rate(request, "import", person.id)
    answer = json_response(await leaving.export(use, person))
    answer.headers["Content-Disposition"] = 'attachment; filename="expedition.json"'
    return answer


@router.post("/me/delete", response_model=Me)
async def delete_account(
    request: Request, response: Response, use: Use, person: CurrentPerson, body: schemas.DeleteAccount
) -> Json:
    """For good: games stay, without your name."""
    await use.check_rate(request, "login", person.id)
    if not person.is_guest and not await use.accounts.verify(person, body.password or ""):
        raise Refusal.localized("wrong", "refusal.wrong_password")
    await leaving.delete(use, person)
    response.delete_cookie(accounts.COOKIE)
    return {"person": None, "mail": use.notifier.mailer is not None}
