"""Following what other processes do in the same rooms. The bus says where to look,
the database what they did."""

from __future__ import annotations

from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.bus import Bus
from expedition.server.rooms.play import Play
from expedition.server.rooms.presence import Presence
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RemotePresence, RoomSession
from expedition.server.store import Store
from expedition.server.supervisor import Supervisor
from expedition.server.timesource import monotonic

_DEAD_AFTER = 15.0  # seconds without a heartbeat


class Cluster:
    def __init__(
        self,
        store: Store,
        registry: RoomRegistry,
        broadcaster: Broadcaster,
        presence: Presence,
        play: Play,
        bus: Bus,
        supervisor: Supervisor,
    ) -> None:
        self._store = store
        self._registry = registry
        self._broadcaster = broadcaster
        self._presence = presence
        self._play = play
        self._bus = bus
        self._supervisor = supervisor
        self._processes: dict[str, float] = {}

    def on_message(self, source: str, topic: str, rest: str) -> None:
        self._processes[source] = monotonic()
        if topic == "alive":
            return
        code, _, more = rest.partition(" ")
        session = self._registry.changed_elsewhere(code)
        if session is None:
            return
        if topic == "rows":
            if not session.behind:
                session.behind = True
                self._supervisor.spawn(self._follow(session), "follow room")
        elif topic == "room":
            self._supervisor.spawn(self._reload(session), "reload room")
        elif topic == "said":
            self._supervisor.spawn(self._repeat_chat(session, int(more)), "repeat chat")
        elif topic == "who" and session.connections:
            self._presence.publish(session)
        elif topic == "here":
            self._remember(session, source, more)

    async def on_reconnect(self) -> None:
        """Notifications may have been missed: look at every room."""
        for session in list(self._registry.sessions.values()):
            await self._reload(session)
            await self._follow(session)

    async def heartbeat(self) -> None:
        await self._bus.publish("alive", "-")
        late = monotonic() - _DEAD_AFTER
        for source in [source for source, heard in self._processes.items() if heard < late]:
            del self._processes[source]
            for session in self._registry.sessions.values():
                if session.remote.pop(source, None) is not None:
                    self._broadcaster.send_room(session)

    def _remember(self, session: RoomSession, source: str, more: str) -> None:
        watching, _, people = more.partition(" ")
        found = frozenset(person for person in people.split(",") if person)
        session.remote[source] = RemotePresence(found, int(watching))
        if not found and not int(watching):
            del session.remote[source]
        self._broadcaster.send_room(session)

    async def _follow(self, session: RoomSession) -> None:
        async with session.lock:
            session.behind = False
            if session.table is not None or session.serialized is not None:
                await self._play.catch_up(session)

    async def _reload(self, session: RoomSession) -> None:
        async with session.lock:
            was = session.room.status
            await self._registry.refresh(session)
            if was == "waiting" and session.room.status == "playing":
                await self._broadcaster.send_start(session)
            else:
                self._broadcaster.send_room(session)

    async def _repeat_chat(self, session: RoomSession, number: int) -> None:
        lines = await self._store.chat.lines(session.code, number - 1)
        self._broadcaster.send_chat(session, [line for line in lines if line.number == number])
