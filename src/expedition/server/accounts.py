"""Guests, accounts, sessions."""

from __future__ import annotations

import asyncio
import dataclasses
import secrets
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.exc import IntegrityError

from expedition.server.logs import get_logger
from expedition.server.models import Login, Person
from expedition.server.names import name_key, skeleton
from expedition.server.refusals import Refusal
from expedition.server.store import Store
from expedition.server.store.sessions import LIFE, TOUCH, session_id
from expedition.server.timesource import now_ms

log = get_logger("expedition.accounts")

COOKIE = "expedition"
MAX_AGE = LIFE // 1000

_GUEST_NAMES = ("Otter", "Tapir", "Heron", "Toucan", "Ocelot", "Caiman", "Macaw", "Capybara", "Ibis", "Coati")
_BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


class Accounts:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        self._hashing = asyncio.Semaphore(2)  # each takes 64 MB and a tenth of a second

    # -- sessions ---------------------------------------------------------------------------------------------

    async def open_session(self, person: Person, agent: str) -> str:
        """The secret of a new session, for a cookie."""
        return await self._store.sessions.add(person.id, device_of(agent))

    async def of_cookie(self, cookie: str | None) -> Login | None:
        """Whom a cookie was given to, if it is ours and still good."""
        id = session_of(cookie)
        return None if id is None else await self._store.sessions.find(id)

    async def is_used_again(self, login: Login) -> bool:
        """Each use makes a session last longer. Whether its cookie is to be sent again."""
        if now_ms() - login.seen < TOUCH:
            return False
        await self._store.sessions.touch(login.id)
        return True

    # -- becoming somebody --------------------------------------------------------------------------------------

    async def guest(self, name: str | None) -> Person:
        return await self._store.people.add(name or f"{secrets.choice(_GUEST_NAMES)} {secrets.randbelow(900) + 100}")

    async def rename(self, person: Person, name: str) -> Person:
        if not person.is_guest:
            raise Refusal.localized("not_now", "refusal.keeps_name")
        await self._store.people.update(person.id, name=name)
        return dataclasses.replace(person, name=name)

    async def make_account(self, person: Person | None, name: str, password: str) -> Person:
        """An account: the guest's own self from now on, or a new person."""
        if person is not None and not person.is_guest:
            raise Refusal.localized("not_now", "refusal.signed_in")
        looks = skeleton(name)
        if await self._store.people.by_key(name_key(name)) is not None:
            raise Refusal.localized("taken", "refusal.name_taken", name=name)
        if await self._store.people.looking_like(looks, name_key(looks)) is not None:
            raise Refusal.localized("taken", "refusal.name_alike", name=name)
        values: dict[str, Any] = {"key": name_key(name), "skeleton": looks, "password": await self._hash(password)}
        try:
            if person is None:
                return await self._store.people.add(name, **values)
            await self._store.people.update(person.id, name=name, **values)
            return dataclasses.replace(person, name=name, **values)
        except IntegrityError:
            raise Refusal.localized("taken", "refusal.name_taken", name=name) from None

    async def login(self, name: str, password: str) -> Person:
        person = await self._store.people.by_key(name_key(name))
        hashed = self._nobody if person is None or person.password is None else person.password
        good = await self._verify(hashed, password)  # also for nobody: the answer's time tells nothing
        if person is None or not good:
            raise Refusal.localized("wrong", "refusal.wrong_password")
        if person.is_suspended(now_ms()):
            raise Refusal.localized("wrong", "refusal.suspended")
        if self._hasher.check_needs_rehash(hashed):
            await self._store.people.update(person.id, password=await self._hash(password))
        return person

    async def change_password(self, login: Login, old: str, new: str) -> None:
        """A new password; every other session ends."""
        person = login.person
        if person.password is None:
            raise Refusal.localized("not_now", "refusal.guest_password")
        if not await self._verify(person.password, old):
            raise Refusal.localized("wrong", "refusal.old_password")
        await self._store.people.update(person.id, password=await self._hash(new))
        await self._store.sessions.end_all(person.id, but=login.id)

    async def set_password(self, person: Person, new: str) -> None:
        """A new password for who has lost the old one; every session ends."""
        await self._store.people.update(person.id, password=await self._hash(new))
        await self._store.sessions.end_all(person.id)

    async def verify(self, person: Person, password: str) -> bool:
        """Whether this is the account's password."""
        return person.password is not None and await self._verify(person.password, password)

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False


def session_of(cookie: str | None) -> str | None:
    """The session a cookie speaks of, if it can be one of ours."""
    return session_id(cookie) if cookie and len(cookie) <= 100 and cookie.isascii() else None


def device_of(agent: str) -> str:
    """A browser and a system in two words, as far as it tells them; all that is kept of it."""
    found = [next((name for sign, name in table if sign in agent), "") for table in (_BROWSERS, _SYSTEMS)]
    return ", ".join(part for part in found if part)
