"""Guests, accounts, sessions."""

from __future__ import annotations

import asyncio
import dataclasses
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy.exc import IntegrityError

from expedition.server.models import Person
from expedition.server.refusals import Refusal
from expedition.server.store.people import PeopleStore

COOKIE = "expedition"
MAX_AGE = 400 * 86_400

_GUEST_NAMES = ("Otter", "Tapir", "Heron", "Toucan", "Ocelot", "Caiman", "Macaw", "Capybara", "Ibis", "Coati")


def name_key(name: str) -> str:
    """Two account names that look the same to a hurried eye have the same key."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


class Accounts:
    def __init__(self, store: PeopleStore, secret: str) -> None:
        self._store = store
        self._signer = URLSafeTimedSerializer(secret, salt="session")
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        self._hashing = asyncio.Semaphore(2)  # each takes 64 MB and a tenth of a second

    # -- sessions ---------------------------------------------------------------------------------------------

    def cookie(self, person: Person) -> str:
        return str(self._signer.dumps([person.id, person.session]))

    async def of_cookie(self, cookie: str | None) -> Person | None:
        """The person a cookie was given to, if it is ours and still good."""
        if not cookie or len(cookie) > 500:
            return None
        try:
            id, session = self._signer.loads(cookie, max_age=MAX_AGE)
        except (BadSignature, ValueError, TypeError):
            return None
        person = await self._store.get(id)
        return person if person is not None and person.session == session else None

    # -- becoming somebody --------------------------------------------------------------------------------------

    async def guest(self, name: str | None) -> Person:
        return await self._store.add(name or f"{secrets.choice(_GUEST_NAMES)} {secrets.randbelow(900) + 100}")

    async def rename(self, person: Person, name: str) -> Person:
        if not person.is_guest:
            raise Refusal.localized("not_now", "refusal.keeps_name")
        await self._store.update(person.id, name=name)
        return dataclasses.replace(person, name=name)

    async def make_account(self, person: Person | None, name: str, password: str) -> Person:
        """An account: the guest's own self from now on, or a new person."""
        if person is not None and not person.is_guest:
            raise Refusal.localized("not_now", "refusal.signed_in")
        if await self._store.by_key(name_key(name)) is not None:
            raise Refusal.localized("taken", "refusal.name_taken", name=name)
        hashed = await self._hash(password)
        try:
            if person is None:
                return await self._store.add(name, name_key(name), hashed)
            await self._store.update(person.id, name=name, key=name_key(name), password=hashed)
            return dataclasses.replace(person, name=name, key=name_key(name), password=hashed)
        except IntegrityError:
            raise Refusal.localized("taken", "refusal.name_taken", name=name) from None

    async def login(self, name: str, password: str) -> Person:
        person = await self._store.by_key(name_key(name))
        hashed = self._nobody if person is None or person.password is None else person.password
        good = await self._verify(hashed, password)  # also for nobody: the answer's time tells nothing
        if person is None or not good:
            raise Refusal.localized("wrong", "refusal.wrong_password")
        if self._hasher.check_needs_rehash(hashed):
            await self._store.update(person.id, password=await self._hash(password))
        return person

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        """A new password; every other session ends."""
        if person.password is None:
            raise Refusal.localized("not_now", "refusal.guest_password")
        if not await self._verify(person.password, old):
            raise Refusal.localized("wrong", "refusal.old_password")
        hashed, session = await self._hash(new), person.session + 1
        await self._store.update(person.id, password=hashed, session=session)
        return dataclasses.replace(person, password=hashed, session=session)

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
