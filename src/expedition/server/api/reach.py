"""How people want to be told that a game waits, and the links that end it."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request

from expedition.core.types import Json
from expedition.core.words import say
from expedition.server.api.context import CurrentPerson, Use
from expedition.server.models import Person
from expedition.server.notify import push
from expedition.server.notify.mail import is_address
from expedition.server.notify.outside import Failed, Refused, check_address
from expedition.server.notify.quiet import check_zone
from expedition.server.refusals import Refusal
from expedition.server.schemas import reach as schemas
from expedition.server.timesource import now_ms

router = APIRouter()

DEFAULTS: Json = {
    "lang": "en",
    "zone": "UTC",
    "quiet_from": 22 * 60,
    "quiet_to": 8 * 60,
    "push": False,
    "mail": False,
    "hook": False,
    "address": None,
    "confirmed": False,
    "hook_url": None,
    "hook_key": None,
    "sent": 0,
}


async def _shown(use: Use, person: Person) -> Json:
    row = await use.store.reach.get(person.id) or DEFAULTS
    browsers = await use.store.reach.browsers(person.id)
    kept = {name: row[name] for name in schemas.Reach.model_fields if name in row}
    here = {"push_key": use.notifier.pusher.public_key, "mail_here": use.notifier.mailer is not None}
    return {**kept, **here, "browsers": len(browsers)}


@router.get("/me/reach", response_model=schemas.Reach)
async def how_to_reach_me(use: Use, person: CurrentPerson) -> Json:
    return await _shown(use, person)


@router.patch("/me/reach", response_model=schemas.Reach)
async def change_reach(use: Use, person: CurrentPerson, body: schemas.ReachChange) -> Json:
    values = body.model_dump(exclude_none=True)
    try:
        if "zone" in values:
            check_zone(values["zone"])
        if values.get("hook_url"):
            check_address(values["hook_url"], use.settings.private_addresses)
            values["hook_key"] = secrets.token_hex(16)
        elif "hook_url" in values:
            values |= {"hook_url": None, "hook_key": None, "hook": False}
    except ValueError as error:
        raise Refusal("bad_request", str(error), "refusal.reach_address") from None
    if values:
        await use.store.reach.put(person.id, DEFAULTS, **values)
    return await _shown(use, person)


@router.put("/me/push", response_model=schemas.Reach)
async def subscribe(request: Request, use: Use, person: CurrentPerson, body: schemas.Subscription) -> Json:
    """Messages to this browser."""
    await use.check_rate(request, "room")
    try:
        check_address(body.endpoint, use.settings.private_addresses)
        push.check_subscription(body.keys.p256dh, body.keys.auth)
    except ValueError as error:
        raise Refusal("bad_request", str(error), "refusal.reach_push") from None
    await use.store.reach.put(person.id, DEFAULTS, push=True)
    await use.store.reach.subscribe(person.id, body.endpoint, body.keys.p256dh, body.keys.auth, now_ms())
    return await _shown(use, person)


@router.post("/me/push/end", response_model=schemas.Reach)
async def end_subscription(use: Use, person: CurrentPerson, body: schemas.Endpoint) -> Json:
    """No more messages to this browser."""
    await use.store.reach.unsubscribe(body.endpoint, person.id)
    if not await use.store.reach.browsers(person.id):
        await use.store.reach.put(person.id, DEFAULTS, push=False)
    return await _shown(use, person)


@router.put("/me/mail", response_model=schemas.Reach)
async def set_mail(request: Request, use: Use, person: CurrentPerson, body: schemas.MailAddress) -> Json:
    """An address for messages; a mail to it asks whether it is yours. Nothing else is sent before that."""
    await use.check_rate(request, "mail", person.id)
    await use.check_rate(request, "mail", body.address.casefold())
    if use.notifier.mailer is None:
        raise Refusal.localized("not_now", "refusal.no_mail")
    if not is_address(body.address):
        raise Refusal.localized("bad_request", "refusal.mail_address")
    row = await use.store.reach.get(person.id) or DEFAULTS
    token = use.tokens.confirm(person.id, body.address)
    link = f"{use.notifier.house}#/confirm/{token}"
    text = say("notice.confirm.text", row["lang"], name=person.name)
    try:
        await use.notifier.mailer.send(
            body.address, say("notice.confirm.title", row["lang"]), f"{text}\n\n{link}\n", None
        )
    except (Refused, Failed):
        raise Refusal.localized("not_now", "refusal.mail_failed") from None
    await use.store.reach.put(person.id, DEFAULTS, address=body.address, confirmed=False)
    return await _shown(use, person)


@router.delete("/me/mail", response_model=schemas.Reach)
async def forget_mail(use: Use, person: CurrentPerson) -> Json:
    await use.store.reach.put(person.id, DEFAULTS, address=None, confirmed=False, mail=False)
    return await _shown(use, person)


@router.post("/mail/confirm", response_model=schemas.Done)
async def confirm_mail(request: Request, use: Use, body: schemas.TokenIn) -> Json:
    """The link of the mail that asked."""
    await use.check_rate(request, "replay")
    found = use.tokens.read_confirm(body.token)
    row = None if found is None else await use.store.reach.get(found[0])
    if found is None or row is None or row["address"] != found[1]:
        raise Refusal.localized("wrong", "refusal.link_old")
    await use.store.reach.put(found[0], DEFAULTS, confirmed=True, mail=True)
    return {"done": True}


@router.post("/stop", response_model=schemas.Done)
async def stop_messages(request: Request, use: Use, body: schemas.TokenIn) -> Json:
    """The link at the end of every mail: no messages any more, by no way."""
    await use.check_rate(request, "replay")
    person = use.tokens.read_stop(body.token)
    if person is None or await use.store.reach.get(person) is None:
        raise Refusal.localized("wrong", "refusal.link_old")
    await use.store.reach.put(person, DEFAULTS, push=False, mail=False, hook=False)
    return {"done": True}
