"""The rooms in memory: loaded when somebody asks, kept small when nobody touches them, forgotten when empty."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from time import perf_counter

from expedition.core.registry import game_of
from expedition.server import gc_tuning
from expedition.server.metrics import ROOMS
from expedition.server.models import LogRow, Room, Seat
from expedition.server.refusals import Refusal
from expedition.server.rooms.bus import Bus
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.session import RoomSession
from expedition.server.store import Store
from expedition.server.supervisor import Supervisor
from expedition.server.timesource import monotonic

_TURN = 0.005  # seconds
_TOLD = 0.3  # seconds
_QUIET = 5.0  # seconds without an action


class RoomRegistry:
    def __init__(self, store: Store, bus: Bus, supervisor: Supervisor, idle_seconds: float) -> None:
        self._store = store
        self._bus = bus
        self._supervisor = supervisor
        self._idle_seconds = idle_seconds
        self._loading: dict[str, asyncio.Task[RoomSession | None]] = {}
        self._changed_while_loading: set[str] = set()
        self.sessions: dict[str, RoomSession] = {}
        self.last_action = 0.0

    # -- into memory -------------------------------------------------------------------------------------------

    async def find(self, code: str) -> RoomSession:
        session = self.sessions.get(code)
        if session is None:
            task = self._loading.get(code)
            if task is None:
                task = self._loading[code] = self._supervisor.spawn(self._load(code), "load room")
            session = await asyncio.shield(task)
        if session is None:
            raise Refusal.localized("unknown", "refusal.no_room", room=code)
        session.touched = monotonic()
        return session

    async def _load(self, code: str) -> RoomSession | None:
        try:
            while True:
                self._changed_while_loading.discard(code)
                session = await self._read(code)
                if code not in self._changed_while_loading:
                    break
            if session is not None:
                self.sessions[code] = session
                ROOMS.set(len(self.sessions))
        finally:
            del self._loading[code]
        if session is not None:
            await self._bus.publish("who", code)
            if session.room.owner not in (None, self._bus.source):  # who is there: its process tells
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(session.told_who.wait(), _TOLD)
        return session

    async def _read(self, code: str) -> RoomSession | None:
        loaded = await self._store.loading.load(code)
        if loaded is None:
            return None
        session = RoomSession(loaded)
        if session.room.status == "playing":
            await self.table(session)
        return session

    def changed_elsewhere(self, code: str) -> RoomSession | None:
        """Another process wrote to this room: the session that has to follow, if there is one."""
        if code in self._loading:
            self._changed_while_loading.add(code)
        return self.sessions.get(code)

    async def refresh(self, session: RoomSession) -> None:
        """Read the room's own row and seats again."""
        loaded = await self._store.loading.load(session.code)
        if loaded is None:
            raise Refusal.localized("unknown", "refusal.no_room", room=session.code)
        session.set_loaded(loaded)

    async def reload(self, session: RoomSession) -> None:
        """Read everything again, the game with it. The room's lock is held."""
        await self.refresh(session)
        session.table = session.serialized = None
        if session.room.seed and session.room.outcome != "imported":
            await self.table(session)

    async def table(self, session: RoomSession) -> GameTable:
        """The running or finished game of a room whose lock is held."""
        session.touched = monotonic()
        if session.table is not None:
            return session.table
        room = session.room
        if session.serialized is not None:
            session.set_table(
                GameTable.deserialize(session.serialized, game_of(room.game, room.setup, room.rules_version))
            )
        elif room.status not in ("playing", "over") or room.outcome == "imported":
            raise Refusal.localized("not_running", "refusal.not_started")
        else:
            table = new_table(room, session.seats)
            await fold_all(table, await self._store.log.rows(session.code))
            session.set_table(table)
        return await self.table(session)

    # -- out of memory -----------------------------------------------------------------------------------------

    async def evict_idle(self) -> None:
        freed = [await self.evict_if_idle(session) for session in list(self.sessions.values())]
        if any(freed):
            gc_tuning.trim_heap()
        gc_tuning.collect_if_due(quiet=monotonic() - self.last_action > _QUIET)

    async def evict_if_idle(self, session: RoomSession) -> bool:
        """Serialize an untouched game; forget a room nobody is in. Whether memory became free."""
        if session.lock.locked() or session.thinking or monotonic() - session.touched < self._idle_seconds:
            return False
        if not session.connections:
            if _is_deserted(session):
                await self._store.rooms.update(session.code, "waiting", status="closed")
            if self.forget(session.code) and self._bus.is_shared:
                await self._store.rooms.release(session.code, self._bus.source)
            return True
        if session.table is None:
            return False
        session.serialized, session.table = session.table.serialize(), None
        await asyncio.sleep(0)
        return True

    def forget(self, code: str) -> bool:
        """Drop a room from memory; False where somebody is in it or at work on it."""
        session = self.sessions.get(code)
        if session is not None and (session.lock.locked() or session.connections or session.thinking):
            return False
        self.sessions.pop(code, None)
        ROOMS.set(len(self.sessions))
        return True


async def fold_all(table: GameTable, rows: Sequence[LogRow]) -> None:
    """Take stored rows in, letting others have a turn every now and then."""
    began = perf_counter()
    for row in rows:
        table.fold(row)
        if perf_counter() - began > _TURN:
            await asyncio.sleep(0)
            began = perf_counter()


def new_table(room: Room, seats: list[Seat]) -> GameTable:
    """The game of a started room before its first action."""
    if room.seed is None or room.started is None:
        raise Refusal.localized("not_running", "refusal.not_started")
    return GameTable(
        game_of(room.game, room.setup, room.rules_version),
        int(room.seed, 16),
        room.position,
        [seat.number for seat in seats if seat.kind == "person"],
        {seat.number: seat.level for seat in seats if seat.kind == "bot" and seat.level},
        room.clock,
        room.started,
    )


def _is_deserted(session: RoomSession) -> bool:
    """A quick match whose people have left before it began."""
    room = session.room
    quick = room.auto_start and room.public and room.clock["kind"] != "days"
    return bool(room.status == "waiting" and quick and not session.remote)
