"""What is not kept for ever: guests who do not come back, old talk, rooms that never began, ended sessions.

Games that were played stay, for those who played them; a guest who is forgotten leaves a dash for a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from expedition.server.logs import get_logger
from expedition.server.profile.leaving import forget_person
from expedition.server.settings import Settings
from expedition.server.store import Store
from expedition.server.store.chat import chat
from expedition.server.store.moderation import reports
from expedition.server.store.people import people
from expedition.server.store.rooms import rooms, seats
from expedition.server.store.sessions import LIFE, sessions
from expedition.server.timesource import now_ms

if TYPE_CHECKING:
    from expedition.server.api.context import Services

log = get_logger("expedition.retention")
_DAY = 86_400_000
_AT_ONCE = 200


async def job(use: Services) -> None:
    """Once in a while, by one process at a time."""
    async with use.store.db.exclusive("retention"):
        done = await apply(use.store, use.settings)
    for session in use.hub.registry.sessions.values():
        session.talk.forget()
    if any(done.values()):
        log.info("retention", **done)


async def apply(store: Store, settings: Settings, really: bool = True) -> dict[str, int]:
    """Do what the settings say (0 days: keep for ever); how many of what. `really=False` only counts."""
    now = now_ms()
    done = {"sessions": await _delete(store, sessions, [sessions.c.seen <= now - LIFE], really)}
    if settings.keep_guests_days:
        done["guests"] = await _forget_guests(store, now - settings.keep_guests_days * _DAY, really)
    if settings.keep_chat_days:
        ended = sa.select(rooms.c.code).where(rooms.c.status.in_(("over", "closed")))
        old = [chat.c.at < now - settings.keep_chat_days * _DAY, chat.c.room.in_(ended)]
        done["lines of talk"] = await _delete(store, chat, old, really)
        closed = [reports.c.closed < now - settings.keep_chat_days * _DAY]
        done["closed reports"] = await _delete(store, reports, closed, really)
    if settings.keep_rooms_days:
        before = now - settings.keep_rooms_days * _DAY
        gone = [rooms.c.status == "closed", rooms.c.moved < before]
        done["closed rooms"] = await _delete(store, rooms, gone, really)
        done["rooms nobody came to"] = await _close_rooms(store, before, now, really)
    return done


async def _delete(store: Store, table: sa.Table, where: list[sa.ColumnElement[bool]], really: bool) -> int:
    if not really:
        return await _count(store, sa.select(sa.func.count()).select_from(table).where(*where))
    async with store.db.write() as connection:
        return int((await connection.execute(sa.delete(table).where(*where))).rowcount)


async def _count(store: Store, query: sa.Select[Any]) -> int:
    async with store.db.read() as connection:
        return int(await connection.scalar(query) or 0)


async def _close_rooms(store: Store, before: int, now: int, really: bool) -> int:
    stale = [rooms.c.status == "waiting", rooms.c.moved < before]
    if not really:
        return await _count(store, sa.select(sa.func.count()).select_from(rooms).where(*stale))
    codes = [row["code"] for row in await store.db.fetch_all(sa.select(rooms.c.code).where(*stale).limit(_AT_ONCE))]
    for code in codes:
        if await store.rooms.update(code, "waiting", status="closed", moved=now):
            await store.db.tell(f"admin room {code}")
    return len(codes)


async def _forget_guests(store: Store, before: int, really: bool) -> int:
    """Guests without a session since, who sit in no game that waits or runs."""
    seen = sa.exists().where(sessions.c.person == people.c.id, sessions.c.seen >= before)
    mine = sa.exists().where(
        seats.c.person == people.c.id, rooms.c.code == seats.c.room, rooms.c.status.in_(("waiting", "playing"))
    )
    stale = [people.c.password.is_(None), people.c.created < before, ~seen, ~mine]
    if not really:
        return await _count(store, sa.select(sa.func.count()).select_from(people).where(*stale))
    found = await store.db.fetch_all(sa.select(people.c.id).where(*stale).limit(_AT_ONCE))
    for row in found:
        async with store.db.write() as connection:
            await forget_person(connection, row["id"])
    return len(found)
