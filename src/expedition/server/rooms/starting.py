"""Starting a game: the deal is stored before anybody, this process included, takes it for real."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Sequence

from expedition.core.registry import game_of
from expedition.core.types import Json
from expedition.server.models import Room, Seat
from expedition.server.refusals import Refusal
from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.bus import Bus
from expedition.server.rooms.events import RoomEvents
from expedition.server.rooms.fairness import contributions, new_secret, seed_from
from expedition.server.rooms.positions import deal_position
from expedition.server.rooms.registry import RoomRegistry, new_table
from expedition.server.rooms.repair import Repair
from expedition.server.rooms.session import RoomSession
from expedition.server.store import Store
from expedition.server.store.database import OUTAGES
from expedition.server.timesource import now_ms


class GameStarter:
    def __init__(
        self,
        store: Store,
        registry: RoomRegistry,
        broadcaster: Broadcaster,
        repair: Repair,
        bus: Bus,
        events: RoomEvents,
        bot_grace_ms: int,
    ) -> None:
        self._store = store
        self._registry = registry
        self._broadcaster = broadcaster
        self._repair = repair
        self._bus = bus
        self._events = events
        self._bot_grace_ms = bot_grace_ms

    async def start(self, session: RoomSession, seed: int | None = None) -> None:
        """Start a waiting room without open seats; a day's challenge brings its seed."""
        async with session.lock:
            room = waiting(session.room)
            if not is_full(session.seats):
                raise Refusal.localized("not_now", "refusal.seat_open")
            now = now_ms()
            _check_consent(session)
            values: Json = {"status": "playing", "started": now, "moved": now, "secret": None}
            if seed is None:
                values["secret"] = room.secret or new_secret()
                seed = seed_from(room.code, values["secret"], contributions(session.seats))
            values["seed"] = f"{seed:032x}"
            if room.position is not None and not _as_written(session):
                people = [seat.number for seat in session.seats if seat.kind == "person"]
                values["position"] = deal_position(game_of(room.game, room.setup), room.position, people, seed)
            table = new_table(dataclasses.replace(room, **values), session.seats)
            values |= {"owing": table.owing(), "wake": table.wake(now, self._bot_grace_ms)}
            try:
                if not await self._store.rooms.update(session.code, "waiting", **values):
                    await self._registry.refresh(session)
                    raise Refusal.localized("not_now", "refusal.started_already")
            except OUTAGES:
                self._repair.schedule(session)
                raise
            session.room = dataclasses.replace(room, **values)
            session.set_table(table)
            self._events.emit(self._events.started, session, table)
            try:
                await self._broadcaster.send_start(session)
                await self._bus.publish("room", session.code)
            except OUTAGES:
                self._repair.schedule(session)

    async def start_if_due(self, session: RoomSession) -> None:
        """A room that starts by itself does so as soon as nothing is missing."""
        room = session.room
        if room.auto_start and room.status == "waiting" and is_full(session.seats):
            with contextlib.suppress(Refusal):
                await self.start(session)


def _as_written(session: RoomSession) -> bool:
    """One person sits on every seat of a position it brought itself, as in a lesson: there is nobody to be fair to."""
    brought = (session.room.origin or {}).get("kind") == "position"
    return brought and {(seat.kind, seat.person) for seat in session.seats} == {("person", session.seats[0].person)}


def _check_consent(session: RoomSession) -> None:
    """Everybody agrees to the terms as they are; for a rated game everybody is there."""
    people = [seat for seat in session.seats if seat.kind == "person"]
    if not all(seat.ready for seat in people):
        raise Refusal.localized("not_now", "refusal.not_all_ready")
    if session.room.rated and not {seat.person for seat in people} <= session.present():
        raise Refusal.localized("not_now", "refusal.not_all_there")


def waiting(room: Room) -> Room:
    """The room, if it has not started."""
    if room.status != "waiting":
        raise Refusal.localized("not_now", "refusal.has_started")
    return room


def is_full(seats: Sequence[Seat]) -> bool:
    return not any(seat.is_open for seat in seats)
