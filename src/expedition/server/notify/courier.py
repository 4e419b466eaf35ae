"""Carries messages out: to the browser's push service, by mail, to a webhook. What fails is tried again later, and
given up with a line in the log."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

import orjson

from expedition.core.errors import SetupError
from expedition.core.types import Json
from expedition.server.logs import get_logger
from expedition.server.metrics import NOTICES
from expedition.server.notify import push, words
from expedition.server.notify.mail import Account, Mailer
from expedition.server.notify.outside import Failed, Outside, Refused
from expedition.server.settings import Settings
from expedition.server.timesource import now_ms

if TYPE_CHECKING:
    from expedition.server.api.context import Services
    from expedition.server.models import Person

log = get_logger("expedition.notices")

PAUSES = (30_000, 120_000, 600_000, 3_600_000)  # milliseconds before the second, third… try
_CLAIM = 60_000
_AT_ONCE = 20
_KEPT = {"turn": 86_400, "reminder": 43_200}  # seconds a push service keeps a message


class Notifier:
    """The ways out of the house."""

    def __init__(self, settings: Settings, key: str) -> None:
        self.outside = Outside(settings.private_addresses)
        account = Account.read(settings.mail, settings.mail_from)
        self.mailer = None if account is None else Mailer(account)
        self.house = settings.address.rstrip("/") + "/" if settings.address else ""
        if self.mailer is not None and not self.house:
            raise SetupError("Mail needs the address of this house: set EXPEDITION_ADDRESS to https://….")
        contact = f"mailto:{settings.mail_from}" if settings.mail_from else (self.house or "mailto:nobody@localhost")
        self.pusher = push.Pusher(self.outside, key, contact)

    async def close(self) -> None:
        await self.outside.close()


async def carry(use: Services) -> None:
    """The job: send what is due."""
    now = now_ms()
    for letter in await use.store.reach.due(now, _AT_ONCE):
        if await use.store.reach.claim(letter, now + _CLAIM):
            await _carry_one(use, {**letter, "tries": letter["tries"] + 1})


async def _carry_one(use: Services, letter: Json) -> None:
    person = await use.store.people.get(letter["person"])
    wish = await use.store.reach.get(letter["person"])
    content = await _still_true(use, letter)
    if person is None or wish is None or not wish[letter["channel"]] or content is None:
        await use.store.reach.done(letter["id"])
        return
    try:
        await _send(use, person, wish, letter, content)
    except Refused as why:
        log.warning("notice_refused", channel=letter["channel"], kind=letter["kind"], reason=str(why))
        NOTICES.labels(letter["channel"], "refused").inc()
        await use.store.reach.done(letter["id"])
    except Failed as why:
        tries = letter["tries"]
        if tries > len(PAUSES):
            log.warning("notice_given_up", channel=letter["channel"], kind=letter["kind"], tries=tries, reason=str(why))
            NOTICES.labels(letter["channel"], "given_up").inc()
            await use.store.reach.done(letter["id"])
        else:
            log.info("notice_failed", channel=letter["channel"], kind=letter["kind"], tries=tries, reason=str(why))
            await use.store.reach.put_off(letter["id"], now_ms() + PAUSES[tries - 1])
    else:
        NOTICES.labels(letter["channel"], "sent").inc()
        await use.store.reach.done(letter["id"])


async def _still_true(use: Services, letter: Json) -> Json | None:
    """A message about turns says only what still waits when it is sent, and nothing of a game being looked at."""
    content: Json = letter["content"]
    if letter["kind"] not in ("turn", "reminder"):
        return content
    waiting = {row["room"] for row in await use.store.reach.waiting(letter["person"])}
    for code in list(waiting):
        session = use.hub.registry.sessions.get(code)
        if session is not None and letter["person"] in session.present():
            waiting.discard(code)
    games = [game for game in content["games"] if game["room"] in waiting]
    return {**content, "games": games} if games else None


async def _send(use: Services, person: Person, wish: Json, letter: Json, content: Json) -> None:
    told = words.message(letter["kind"], content, now_ms(), wish["lang"], use.notifier.house)
    if letter["channel"] == "push":
        await _push(use, wish, letter["kind"], told)
    elif letter["channel"] == "mail":
        assert use.notifier.mailer is not None
        stop = f"{use.notifier.house}#/stop/{use.tokens.stop(person.id)}"
        text = words.mail_text(told, person.name, stop, wish["lang"])
        await use.notifier.mailer.send(wish["address"], told["title"], text, stop)
    else:
        await _hook(use, person, wish, letter["kind"], told, content)


async def _push(use: Services, wish: Json, kind: str, told: Json) -> None:
    text = orjson.dumps({"kind": kind, "title": told["title"], "text": told["text"][:600], "link": told["link"]})
    browsers = await use.store.reach.browsers(wish["person"])
    fault: Failed | None = None
    reached = not browsers
    for browser in browsers:
        try:
            keys = (browser["endpoint"], browser["p256dh"], browser["auth"])
            await use.notifier.pusher.send(*keys, text, "turn", _KEPT.get(kind, 86_400))
            reached = True
        except (push.Gone, Refused):
            await use.store.reach.unsubscribe(browser["endpoint"])
        except Failed as error:
            fault = error
    if not reached and fault is not None:
        raise fault


async def _hook(use: Services, person: Person, wish: Json, kind: str, told: Json, content: Json) -> None:
    """The payload is documented in docs/notifications.md; it may gain fields, never lose them."""
    body = orjson.dumps(
        {
            "format": "expedition-notice/1",
            "kind": kind,
            "person": {"id": person.id, "name": person.name},
            "title": told["title"],
            "text": told["text"],
            "link": told["link"],
            "games": content["games"],
        }
    )
    signature = hmac.new((wish["hook_key"] or "").encode(), body, hashlib.sha256).hexdigest()
    headers = {"Content-Type": "application/json", "X-Expedition-Signature": f"sha256={signature}"}
    headers["User-Agent"] = "Expedition"
    status = await use.notifier.outside.post(wish["hook_url"], body, headers)
    if status in (401, 403, 404, 410):
        raise Refused(f"the webhook answers {status}")
    if not 200 <= status < 300:
        raise Failed(f"the webhook answers {status}")
