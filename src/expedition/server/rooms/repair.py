"""After the database failed: memory is brought to what is stored, and everybody in the room is told the whole state.

A change is stored first. What follows, reading it again and telling everybody, may fail too; then the change still
counts, and this goes on trying until the room in memory says so.
"""

from __future__ import annotations

import asyncio

from expedition.server.logs import get_logger
from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.bus import Bus
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.store.database import OUTAGES
from expedition.server.supervisor import Supervisor

log = get_logger("expedition.repair")

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 5.0


class Repair:
    def __init__(self, registry: RoomRegistry, broadcaster: Broadcaster, bus: Bus, supervisor: Supervisor) -> None:
        self._registry = registry
        self._broadcaster = broadcaster
        self._bus = bus
        self._supervisor = supervisor
        self._pending: set[str] = set()

    async def reload_and_send(self, session: RoomSession) -> None:
        """The room's own row or seats were changed: read them, tell everybody here and elsewhere, now or later."""
        try:
            await self._registry.refresh(session)
            self._broadcaster.send_room(session)
            await self._bus.publish("room", session.code)
        except OUTAGES:
            self.schedule(session)

    @property
    def is_pending(self) -> bool:
        return bool(self._pending)

    def schedule(self, session: RoomSession) -> None:
        """What is in memory may not be what is stored."""
        if session.code not in self._pending:
            self._pending.add(session.code)
            self._supervisor.spawn(self._repair(session), "repair room")

    async def _repair(self, session: RoomSession) -> None:
        pause = _FIRST_PAUSE
        try:
            while not await self._try(session):
                await asyncio.sleep(pause)
                pause = min(_LONGEST_PAUSE, 2 * pause)
        finally:
            self._pending.discard(session.code)

    async def _try(self, session: RoomSession) -> bool:
        try:
            async with session.lock:
                await self._registry.reload(session)
                await self._broadcaster.send_state(session)
            await self._bus.publish("room", session.code)
        except OUTAGES as error:
            log.warning("room_repair_postponed", reason=type(error).__name__)
            return False
        return True
