"""Following what other processes do in the same rooms. The bus says where to look,
the database what they did."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.bus import Bus
from expedition.server.rooms.peers import Peers
from expedition.server.rooms.persons import Persons
from expedition.server.rooms.play import Play
from expedition.server.rooms.presence import Presence
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RemotePresence, RoomSession
from expedition.server.store import Store
from expedition.server.supervisor import Supervisor
from expedition.server.timesource import monotonic

_DEAD_AFTER = 5.0  # seconds without a heartbeat; a process that dies is noticed sooner, by its line


class Cluster:
    def __init__(
        self,
        store: Store,
        registry: RoomRegistry,
        broadcaster: Broadcaster,
        presence: Presence,
        persons: Persons,
        play: Play,
        bus: Bus,
        peers: Peers,
        supervisor: Supervisor,
        on_reloaded: Callable[[RoomSession], Awaitable[None]],
    ) -> None:
        self._store = store
        self._registry = registry
        self._broadcaster = broadcaster
        self._presence = presence
        self._persons = persons
        self._play = play
        self._bus = bus
        self._peers = peers
        self.on_reloaded = on_reloaded
        self._supervisor = supervisor
        self._processes: dict[str, float] = {}

    def on_message(self, source: str, topic: str, rest: str) -> None:
        is_new = source not in self._processes
        self._processes[source] = monotonic()
        if topic == "alive":
            self._peers.heard(source, rest)
            if is_new:
                self._supervisor.spawn(self.say_alive(), "answer a new process")
            return
        if topic == "person":
            self._supervisor.spawn(self._persons.look_at(rest), "look at person")
            return
        if topic == "rows":
            for code in rest.split(","):
                self._rows_elsewhere(code)
            return
        code, _, more = rest.partition(" ")
        session = self._registry.changed_elsewhere(code)
        if session is None:
            return
        if topic == "room" and self._registry.forget(session.code):
            return
        if topic == "room":
            self._supervisor.spawn(self._reload(session), "reload room")
        elif topic == "said":
            self._supervisor.spawn(self._repeat_chat(session, int(more)), "repeat chat")
        elif topic == "who" and session.connections:
            self._presence.publish(session)
        elif topic == "here":
            self._remember(session, source, more)

    def _rows_elsewhere(self, code: str) -> None:
        """A room where nobody is here lives elsewhere; where somebody is, this process follows."""
        session = self._registry.changed_elsewhere(code)
        if session is not None and not session.behind and not self._registry.forget(code):
            session.behind = True
            self._supervisor.spawn(self._follow(session), "follow room")

    def is_alive(self, source: str) -> bool:
        return self._processes.get(source, 0.0) > monotonic() - _DEAD_AFTER

    def forget(self, source: str) -> None:
        """A process is gone, and whoever was in rooms there."""
        self._processes.pop(source, None)
        for session in self._registry.sessions.values():
            if session.remote.pop(source, None) is not None:
                self._broadcaster.send_room(session)

    async def say_alive(self) -> None:
        await self._bus.publish("alive", self._peers.address or "-")

    async def on_reconnect(self) -> None:
        """Notifications may have been missed: look at every room."""
        for session in list(self._registry.sessions.values()):
            await self._reload(session)
            await self._follow(session)
        await self._persons.look_at_all()

    async def heartbeat(self) -> None:
        await self.say_alive()
        late = monotonic() - _DEAD_AFTER
        for source in [source for source, heard in self._processes.items() if heard < late]:
            self.forget(source)
            self._peers.on_lost(source)

    def _remember(self, session: RoomSession, source: str, more: str) -> None:
        watching, _, people = more.partition(" ")
        session.told_who.set()
        found = frozenset(person for person in people.split(",") if person)
        session.remote[source] = RemotePresence(found, int(watching))
        if not found and not int(watching):
            del session.remote[source]
        self._broadcaster.send_room(session)

    async def _follow(self, session: RoomSession) -> None:
        async with session.lock:
            session.behind = False
            is_needed = session.connections or session.thinking
            if is_needed and (session.table is not None or session.serialized is not None):
                await self._play.catch_up(session)
        if not is_needed:
            self._registry.forget(session.code)

    async def _reload(self, session: RoomSession) -> None:
        async with session.lock:
            was = session.room.status
            await self._registry.refresh(session)
            if was == "waiting" and session.room.status == "playing":
                await self._broadcaster.send_start(session)
            else:
                self._broadcaster.send_room(session)
        if session.connections:
            await self.on_reloaded(session)

    async def _repeat_chat(self, session: RoomSession, number: int) -> None:
        lines = await self._store.chat.lines(session.code, number - 1)
        self._broadcaster.send_chat(session, [line for line in lines if line.number == number])
