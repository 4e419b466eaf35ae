"""Taking everything along, and leaving for good. Games stay, for those who played them too, without the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from expedition.core.types import Json
from expedition.server.models import Person
from expedition.server.profile import pages
from expedition.server.refusals import Refusal
from expedition.server.store.chat import chat
from expedition.server.store.daily import tries
from expedition.server.store.friends import blocks, challenges, follows
from expedition.server.store.moderation import mutes, reports
from expedition.server.store.people import people
from expedition.server.store.profiles import profiles, vacations
from expedition.server.store.puzzles import puzzle_marks
from expedition.server.store.ratings import rating_changes, ratings
from expedition.server.store.reach import letters, reach, subscriptions, told
from expedition.server.store.results import results
from expedition.server.store.rooms import rooms, seats
from expedition.server.store.sessions import sessions
from expedition.server.store.tournaments import entrants, tournaments

if TYPE_CHECKING:
    from expedition.server.api.context import Services

NOBODY = "—"  # what others read instead of the name
_SECRET = {"password", "session", "key", "p256dh", "auth", "hook_key"}

# what belongs to one person alone, by the column that says whom
_OWN: tuple[tuple[sa.Table, tuple[str, ...]], ...] = (
    (sessions, ("person",)),
    (mutes, ("person",)),
    (told, ("person",)),
    (letters, ("person",)),
    (subscriptions, ("person",)),
    (reach, ("person",)),
    (profiles, ("person",)),
    (vacations, ("person",)),
    (challenges, ("person", "other")),
    (follows, ("person", "other")),
    (blocks, ("person", "other")),
    (tries, ("person",)),
    (puzzle_marks, ("person",)),
    (rating_changes, ("person",)),
    (ratings, ("person",)),
)


async def export(use: Services, person: Person) -> Json:
    """All rows about a person, without what only the server may know, and all finished games as records."""
    shown = await pages.profile(use, person, own=True)
    kept: Json = {"format": "expedition-export/1", "person": person.ref(), "since": person.created}
    kept["profile"] = {name: shown[name] for name in ("likeness", "public", "seen", "ratings", "points", "statistics")}
    for table, columns in _OWN:
        query = sa.select(table).where(sa.or_(*(table.c[name] == person.id for name in columns)))
        kept[str(table.name)] = [_open(row) for row in await use.store.db.fetch_all(query)]
    written = sa.select(*(reports.c[name] for name in ("at", "name", "room", "reason", "words")))
    kept["reports"] = await use.store.db.fetch_all(written.where(reports.c.by == person.id).order_by(reports.c.at))
    said = sa.select(chat.c.room, chat.c.text, chat.c.at).where(chat.c.person == person.id).order_by(chat.c.at)
    kept["chat"] = await use.store.db.fetch_all(said)
    mine = sa.select(seats.c.room).where(seats.c.person == person.id)
    query = sa.select(rooms.c.code, rooms.c.game, rooms.c.setup, rooms.c.status, rooms.c.ranking, rooms.c.created)
    own = sa.or_(rooms.c.code.in_(mine), rooms.c.host == person.id)
    kept["rooms"] = await use.store.db.fetch_all(query.where(own).order_by(rooms.c.created))
    taking_part = sa.select(entrants.c.tournament, entrants.c.name, entrants.c.out, entrants.c.joined)
    kept["tournaments"] = await use.store.db.fetch_all(taking_part.where(entrants.c.person == person.id))
    kept["results"] = await use.store.results.of_person(person.id, limit=100_000)
    over = [row["code"] for row in kept["rooms"] if row["status"] == "over"]
    kept["records"] = {code: record for code in over if (record := await _record(use, code)) is not None}
    return kept


async def _record(use: Services, code: str) -> Json | None:
    """A finished game as a record; None while the day of its challenge lasts."""
    in_use = code in use.hub.registry.sessions
    try:
        return await use.hub.archive.record(code)
    except Refusal:
        return None
    finally:
        if not in_use:  # many games one after another must not fill the memory
            use.hub.registry.forget(code)


def _open(row: Json) -> Json:
    return {name: value for name, value in row.items() if name not in _SECRET}


async def delete(use: Services, person: Person) -> None:
    """Resign what runs, forget the rest."""
    await _give_up(use, person)
    async with use.store.db.write() as connection:
        await forget_person(connection, person.id)
    for session in list(use.hub.registry.sessions.values()):
        if person.id in session.people:
            async with session.lock:
                await use.hub.repair.reload_and_send(session)
    await use.hub.persons.changed(person.id)


async def _give_up(use: Services, person: Person) -> None:
    query = sa.select(seats.c.room, seats.c.seat, rooms.c.status).join(rooms, rooms.c.code == seats.c.room)
    mine = query.where(seats.c.person == person.id, rooms.c.status.in_(("playing", "waiting")))
    for row in await use.store.db.fetch_all(mine):
        if row["status"] == "playing":
            await use.hub.play.leave_for_good(row["room"], row["seat"])
    close = sa.update(rooms).where(rooms.c.host == person.id, rooms.c.status == "waiting").values(status="closed")
    free = sa.update(seats).where(
        seats.c.person == person.id, seats.c.room.in_(sa.select(rooms.c.code).where(rooms.c.status == "waiting"))
    )
    async with use.store.db.write() as connection:
        await connection.execute(close)
        await connection.execute(free.values(kind="open", name=None, person=None, level=None))


async def forget_person(connection: AsyncConnection, id: str) -> None:
    """Nothing of a person is left but a dash in the games others played too."""
    for table, columns in _OWN:
        await connection.execute(sa.delete(table).where(sa.or_(*(table.c[name] == id for name in columns))))
    await connection.execute(sa.delete(mutes).where(mutes.c.other == id))
    await connection.execute(sa.delete(reports).where(reports.c.person == id))
    await connection.execute(sa.update(reports).where(reports.c.by == id).values(by=None))
    await connection.execute(sa.update(results).where(results.c.person == id).values(person=None))
    await connection.execute(sa.update(seats).where(seats.c.person == id).values(person=None, name=NOBODY))
    await connection.execute(sa.update(rooms).where(rooms.c.host == id).values(host=None))
    gone = sa.update(entrants).where(entrants.c.person == id)
    await connection.execute(gone.values(person=None, name=NOBODY, out=sa.func.coalesce(entrants.c.out, "left")))
    mine = sa.update(tournaments).where(tournaments.c.host == id)
    await connection.execute(mine.where(tournaments.c.status == "open").values(status="closed"))
    await connection.execute(mine.values(host=None))
    await connection.execute(sa.delete(chat).where(chat.c.person == id))
    await connection.execute(sa.delete(people).where(people.c.id == id))


async def adopt(use: Services, guest: Person, account: Person) -> None:
    """What a guest had is the account's from now on; where both have something, the account's own stays."""
    async with use.store.db.write() as connection:
        await connection.execute(sa.update(results).where(results.c.person == guest.id).values(person=account.id))
        other = tries.alias("other")
        has = sa.exists().where(other.c.person == account.id, other.c.game == tries.c.game, other.c.day == tries.c.day)
        mine = sa.update(tries).where(tries.c.person == guest.id, ~has)
        await connection.execute(mine.values(person=account.id))
        same = puzzle_marks.alias("same")
        marked = sa.exists().where(
            same.c.person == account.id, same.c.game == puzzle_marks.c.game, same.c.mark == puzzle_marks.c.mark
        )
        solved = sa.update(puzzle_marks).where(puzzle_marks.c.person == guest.id, ~marked)
        await connection.execute(solved.values(person=account.id))
        also = entrants.alias("also")
        twice = sa.exists().where(also.c.person == account.id, also.c.tournament == entrants.c.tournament)
        entered = sa.update(entrants).where(entrants.c.person == guest.id)
        await connection.execute(entered.where(twice, entrants.c.out.is_(None)).values(out="left"))
        await connection.execute(entered.where(~twice).values(person=account.id, name=account.name))
        hosted = sa.update(tournaments).where(tournaments.c.host == guest.id)
        await connection.execute(hosted.values(host=account.id))
        await connection.execute(
            sa.update(subscriptions).where(subscriptions.c.person == guest.id).values(person=account.id)
        )
        for table in (reach, profiles):
            known = await connection.scalar(sa.select(table.c.person).where(table.c.person == account.id))
            if known is None:
                await connection.execute(sa.update(table).where(table.c.person == guest.id).values(person=account.id))
