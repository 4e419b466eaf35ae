"""Coming and going, looking and talking."""

from __future__ import annotations

import asyncio

from expedition.server.metrics import SOCKETS
from expedition.server.refusals import Refusal
from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.bus import Bus
from expedition.server.rooms.connection import TRY_AGAIN, Connection
from expedition.server.rooms.events import RoomEvents
from expedition.server.rooms.persons import Persons
from expedition.server.rooms.repair import Repair
from expedition.server.rooms.session import RoomSession
from expedition.server.store import Store
from expedition.server.supervisor import Supervisor
from expedition.server.timesource import monotonic

MOST_SPECTATORS = 500  # in one room at one process
MOST_OF_PLAYER = 8  # sockets of one person in one room
_RECOUNT = 0.5  # seconds
_REPLACED = 4409


class Presence:
    def __init__(
        self,
        store: Store,
        broadcaster: Broadcaster,
        persons: Persons,
        repair: Repair,
        bus: Bus,
        supervisor: Supervisor,
        events: RoomEvents,
    ) -> None:
        self._store = store
        self._events = events
        self._broadcaster = broadcaster
        self._persons = persons
        self._repair = repair
        self._bus = bus
        self._supervisor = supervisor

    async def enter(self, session: RoomSession, connection: Connection, since: int | None) -> None:
        async with session.lock:
            own = [c for c in session.connections if c.person_id is not None and c.person_id == connection.person_id]
            if session.seats_of(connection.person_id):  # a player always has a place, the newest of many tabs
                for oldest in sorted(own, key=lambda c: c.number)[: max(0, len(own) + 1 - MOST_OF_PLAYER)]:
                    oldest.close(_REPLACED)
            elif len(own) >= MOST_OF_PLAYER or session.local_spectators() >= MOST_SPECTATORS:
                connection.close(TRY_AGAIN)
                return
            connection.looking = session.default_seat(connection)
            first = ""
            while not first or connection.as_of != self._persons.state:  # else something changed while it was made
                await self._persons.arrive(connection)
                if connection.close_code:  # the session has ended meanwhile
                    return
                first = await self._broadcaster.state_message(session, connection, since, None)
            session.connections.add(connection)  # nothing is sent before the first message
            SOCKETS.inc()
            connection.send(first)
            self._changed(session, connection)
        for listener in self._events.arrived:
            listener(session)

    def leave(self, session: RoomSession, connection: Connection) -> None:
        if connection in session.connections:
            session.connections.discard(connection)
            session.touched = monotonic()
            SOCKETS.dec()
            self._changed(session, connection)
            person = connection.person_id
            if person is not None and person not in session.present():
                self._supervisor.spawn(self._not_ready(session, person), "seat not ready")

    async def _not_ready(self, session: RoomSession, person: str) -> None:
        """Who has left is not ready for a rated game any more: nobody wins against an empty chair."""
        async with session.lock:
            if session.room.status != "waiting" or not session.room.rated or person in session.present():
                return
            if any(seat.ready for seat in session.seats if seat.person == person):
                await self._store.rooms.set_ready(session.code, person, ready=False)
                await self._repair.reload_and_send(session)

    def _changed(self, session: RoomSession, who: Connection) -> None:
        """Players are seen coming and going at once, spectators are counted now and then."""
        if session.seats_of(who.person_id):
            self._broadcaster.send_room(session, but=who)
            self.publish(session)
        elif not session.recount:
            session.recount = True
            self._supervisor.spawn(self._recount(session), "count spectators")

    async def _recount(self, session: RoomSession) -> None:
        await asyncio.sleep(_RECOUNT)
        session.recount = False
        self._broadcaster.send_room(session)
        self.publish(session)

    def publish(self, session: RoomSession) -> None:
        """Let the other processes know who is here."""
        if self._bus.is_shared:
            seated = {seat.person for seat in session.seats if seat.person}  # few, so that the message stays short
            people = ",".join(sorted(seated & {c.person_id for c in session.connections}))
            text = f"{session.code} {session.local_spectators()} {people}"
            self._supervisor.spawn(self._bus.publish("here", text), "publish presence")

    async def look(
        self, session: RoomSession, connection: Connection, seat: int | None, since: int | None, id: int
    ) -> None:
        async with session.lock:
            if seat is not None and seat not in session.seats_of(connection.person_id):
                raise Refusal("not_yours", f"Seat {seat} is not yours to look through.", "refusal.not_your_seat")
            connection.looking = seat
            connection.send(await self._broadcaster.state_message(session, connection, since, id))

    async def sync(self, session: RoomSession, connection: Connection, since: int | None, id: int) -> None:
        async with session.lock:
            connection.send(await self._broadcaster.state_message(session, connection, since, id))

    async def say(self, session: RoomSession, connection: Connection, text: str) -> None:
        if connection.person is None:
            raise Refusal.localized("not_yours", "refusal.speak")
        line = await self._store.chat.add(session.code, connection.person, text)
        self._broadcaster.send_chat(session, [line])
        self._supervisor.spawn(self._bus.publish("said", f"{session.code} {line.number}"), "publish chat")
