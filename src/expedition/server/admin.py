"""What those who run a house do to it, by the database: a running server hears of it at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from expedition.core.errors import SetupError
from expedition.core.types import Json
from expedition.server.models import LogRow, LogUnit, Person
from expedition.server.names import name_key
from expedition.server.store import Store, migrate
from expedition.server.store.database import OUTAGES, async_url
from expedition.server.store.log import actions
from expedition.server.store.moderation import reports
from expedition.server.store.people import people
from expedition.server.store.rooms import rooms
from expedition.server.store.sessions import sessions
from expedition.server.timesource import now_ms

FOR_GOOD = 2**53  # milliseconds: longer than anybody waits
_DAY = 86_400_000


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    """The store of a house that exists and is up to date; a sentence otherwise."""
    url = async_url(address)
    where = url.render_as_string(hide_password=True)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise SetupError(f"There is no database {url.database}.")
    store = Store(address)
    try:
        async with store.db.read() as connection:
            if not await connection.run_sync(migrate.is_current):
                raise SetupError(f"The tables of {where} are of another version; start its server once, or upgrade.")
        yield store
    except OUTAGES as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0][:200]
        raise SetupError(f"The database {where} cannot be used: {reason}.") from None
    finally:
        await store.db.close()


async def find_person(store: Store, who: str) -> Person:
    """By id or by an account's name."""
    person = await store.people.get(who) or await store.people.by_key(name_key(who))
    if person is None:
        raise SetupError(f"There is nobody called {who}; give an account's name or an id.")
    return person


async def list_people(store: Store, part: str, limit: int) -> list[Json]:
    """Accounts and guests whose name holds this, the newest first."""
    open_reports = sa.select(sa.func.count()).where(reports.c.person == people.c.id, reports.c.closed.is_(None))
    last = sa.select(sa.func.max(sessions.c.seen)).where(sessions.c.person == people.c.id)
    query = sa.select(
        people.c.id,
        people.c.name,
        people.c.password.is_(None).label("guest"),
        people.c.created,
        people.c.suspended,
        last.scalar_subquery().label("seen"),
        open_reports.scalar_subquery().label("reports"),
    )
    if part:
        query = query.where(sa.or_(people.c.name.icontains(part, autoescape=True), people.c.id == part))
    return await store.db.fetch_all(query.order_by(people.c.created.desc()).limit(limit))


async def suspend(store: Store, who: str, days: int | None) -> Person:
    """Signed out everywhere, and not let in until then."""
    person = await find_person(store, who)
    until = FOR_GOOD if days is None else now_ms() + days * _DAY
    await store.people.update(person.id, suspended=until)
    await sign_out(store, person.id)
    return person


async def restore(store: Store, who: str) -> Person:
    person = await find_person(store, who)
    await store.people.update(person.id, suspended=None)
    return person


async def sign_out(store: Store, who: str) -> tuple[Person, int]:
    person = await find_person(store, who)
    ended = await store.sessions.end_all(person.id)
    await store.db.tell(f"admin person {person.id}")
    return person, ended


async def list_rooms(store: Store, status: str, limit: int) -> list[Json]:
    shown = [rooms.c[name] for name in ("code", "game", "status", "public", "rated", "host", "created", "moved")]
    query = sa.select(*shown).where(rooms.c.status == status).order_by(rooms.c.moved.desc())
    return await store.db.fetch_all(query.limit(limit))


async def close_room(store: Store, code: str) -> str:
    """A waiting room is closed, a running game ends without a result; what it was."""
    while True:
        room = await store.rooms.get(code)
        if room is None:
            raise SetupError(f"There is no room {code}.")
        if room.status not in ("waiting", "playing"):
            raise SetupError(f"The room {code} is {room.status} already.")
        if room.status == "playing":
            if await _end_game(store, code):
                return room.status
        elif await store.rooms.update(code, "waiting", status="closed", moved=now_ms()):
            await store.db.tell(f"admin room {code}")
            return room.status


async def _end_game(store: Store, code: str) -> bool:
    """Write the end into the game's log as its players' agreement would; False if a player was quicker."""
    now = now_ms()
    async with store.db.read() as connection:
        last = await connection.scalar(sa.select(sa.func.max(actions.c.ply)).where(actions.c.room == code))
    ply = 0 if last is None else int(last) + 1
    try:
        unit = LogUnit(code, [LogRow(ply, ply, -1, "end", {}, now)], owing=0, wake=now)
        await store.log.append([unit], "admin")
    except IntegrityError:
        return False
    await store.db.tell(f"admin rows {code}")
    return True
