"""What changes about a person while their sockets are open: signed out somewhere, muted or blocked somebody."""

from __future__ import annotations

from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.bus import Bus
from expedition.server.rooms.connection import SIGNED_OUT, Connection, Offer
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.store import Store

Place = tuple[RoomSession, Connection]


class Persons:
    def __init__(self, store: Store, registry: RoomRegistry, broadcaster: Broadcaster, bus: Bus) -> None:
        self._store = store
        self._registry = registry
        self._broadcaster = broadcaster
        self._bus = bus
        self.state = 0  # goes up with every change of anybody

    async def connect(self, login: str | None, offer: Offer) -> Connection:
        """Who comes by this session; nobody, if it is not good."""
        as_of = self.state
        found, unheard = await self._store.sessions.arrive(login) if login else (None, frozenset())
        connection = Connection(found and found.person, offer, found and found.id)
        connection.unheard, connection.as_of = unheard, as_of
        return connection

    async def arrive(self, connection: Connection) -> None:
        """What has to be known of who comes in, unless nothing has changed since it was read."""
        while connection.as_of != self.state and not connection.close_code:
            as_of = self.state
            if connection.login is not None:
                login, connection.unheard = await self._store.sessions.arrive(connection.login)
                if login is None:
                    connection.close(SIGNED_OUT)
            elif connection.person_id is not None:
                connection.unheard = await self._store.moderation.unheard(connection.person_id)
            connection.as_of = as_of

    async def changed(self, *persons: str) -> None:
        """Look at these people's sockets again, in all processes."""
        for person in persons:
            await self.look_at(person)
            await self._bus.publish("person", person)

    async def look_at(self, person: str) -> None:
        """Close what belongs to sessions that have ended, and stop or resume what is heard."""
        self.state += 1
        for session in self._registry.sessions.values():
            session.talk.forget_words_of(person)
        places = self._places(person)
        await self._close_ended(places)
        if places:
            unheard = await self._store.moderation.unheard(person)
            for session, connection in places:
                if connection.unheard != unheard and not connection.close_code:
                    connection.unheard = unheard
                    async with session.lock:
                        connection.send(await self._broadcaster.state_message(session, connection, None, None))

    async def look_at_all(self) -> None:
        """Something may have been missed."""
        self.state += 1
        for session in self._registry.sessions.values():
            session.talk.forget()
        everybody = {c.person_id for s in self._registry.sessions.values() for c in s.connections}
        for person in everybody - {None}:
            await self.look_at(str(person))

    def _places(self, person: str) -> list[Place]:
        sessions = list(self._registry.sessions.values())
        return [(s, c) for s in sessions for c in s.connections if c.person_id == person]

    async def _close_ended(self, places: list[Place]) -> None:
        logins = {connection.login for _, connection in places if connection.login}
        good = await self._store.sessions.good(logins) if logins else set()
        for _, connection in places:
            if connection.login and connection.login not in good:
                connection.close(SIGNED_OUT)
