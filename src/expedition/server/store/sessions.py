"""Where people are signed in. A session is a row; the cookie holds a secret whose hash is the row's id."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

import sqlalchemy as sa

from expedition.core.types import Json
from expedition.server.models import Login, Person
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.store.moderation import unheard_by
from expedition.server.store.people import people
from expedition.server.timesource import now_ms

LIFE = 30 * 86_400_000  # milliseconds a session lasts after it was last used
TOUCH = 3_600_000  # its last use is written down no more often

sessions = sa.Table(
    "sessions",
    meta,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    sa.Column("device", sa.String(40), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Index("sessions_person", "person"),
    sa.Index("sessions_seen", "seen"),
)


def session_id(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()[:32]


# asked for every request and every socket: put together once
_FIND = (
    sa.select(people, sessions.c.id.label("login"), sessions.c.seen.label("last_seen"))
    .join(sessions, sessions.c.person == people.c.id)
    .where(sessions.c.id == sa.bindparam("id"), sessions.c.seen > sa.bindparam("since"))
)
_UNHEARD = unheard_by(sa.select(sessions.c.person).where(sessions.c.id == sa.bindparam("id")).scalar_subquery())


class SessionStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, person: str, device: str) -> str:
        """A new session; the secret for its cookie."""
        token, now = secrets.token_hex(24), now_ms()
        row = {"id": session_id(token), "person": person, "device": device, "created": now, "seen": now}
        async with self._db.write() as connection:
            await connection.execute(sa.insert(sessions), row)
        return token

    async def find(self, id: str) -> Login | None:
        """Who comes by this session, if it is still good and the person not suspended."""
        now = now_ms()
        return _login(await self._db.fetch_all(_FIND, {"id": id, "since": now - LIFE}), now)

    async def arrive(self, id: str) -> tuple[Login | None, frozenset[str]]:
        """As above, and whose words do not reach them."""
        now = now_ms()
        found, unheard = await self._db.fetch_each([_FIND, _UNHEARD], {"id": id, "since": now - LIFE})
        return _login(found, now), frozenset(row["id"] for row in unheard)

    async def touch(self, id: str) -> None:
        async with self._db.write() as connection:
            await connection.execute(sa.update(sessions).where(sessions.c.id == id).values(seen=now_ms()))

    async def of_person(self, person: str) -> list[Json]:
        query = sa.select(sessions).where(sessions.c.person == person, sessions.c.seen > now_ms() - LIFE)
        return await self._db.fetch_all(query.order_by(sessions.c.seen.desc()))

    async def good(self, ids: Iterable[str]) -> set[str]:
        """Those of these sessions that still count."""
        now = now_ms()
        free = sa.or_(people.c.suspended.is_(None), people.c.suspended <= now)
        query = sa.select(sessions.c.id).join(people, people.c.id == sessions.c.person)
        query = query.where(sessions.c.id.in_(set(ids)), sessions.c.seen > now - LIFE, free)
        return {row["id"] for row in await self._db.fetch_all(query)}

    async def end(self, person: str, id: str) -> bool:
        """Sign out somewhere."""
        async with self._db.write() as connection:
            own = sa.delete(sessions).where(sessions.c.person == person, sessions.c.id == id)
            return (await connection.execute(own)).rowcount == 1

    async def end_all(self, person: str, but: str | None = None) -> int:
        """Sign out everywhere (else)."""
        query = sa.delete(sessions).where(sessions.c.person == person)
        async with self._db.write() as connection:
            return int((await connection.execute(query if but is None else query.where(sessions.c.id != but))).rowcount)


def _login(found: list[Json], now: int) -> Login | None:
    if not found:
        return None
    row = found[0]
    login, seen = row.pop("login"), row.pop("last_seen")
    person = Person(**row)
    return None if person.is_suspended(now) else Login(person, login, seen)
