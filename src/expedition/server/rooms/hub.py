"""Every part that makes rooms work, put together for one server process."""

from __future__ import annotations

import contextlib
import secrets

from expedition.server import gc_tuning
from expedition.server.models import Person
from expedition.server.rooms.archive import Archive
from expedition.server.rooms.bot_hosts import HostsElsewhere
from expedition.server.rooms.bot_turns import BotTurns
from expedition.server.rooms.bots import Bots
from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.bus import Bus
from expedition.server.rooms.clocks import Clocks
from expedition.server.rooms.cluster import Cluster
from expedition.server.rooms.connection import RESTARTING
from expedition.server.rooms.events import RoomEvents
from expedition.server.rooms.forwarding import Forwarding
from expedition.server.rooms.lobby import Lobby
from expedition.server.rooms.matching import Matching
from expedition.server.rooms.peers import Peers
from expedition.server.rooms.persons import Persons
from expedition.server.rooms.play import Play
from expedition.server.rooms.presence import Presence
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.repair import Repair
from expedition.server.rooms.starting import GameStarter
from expedition.server.rooms.writer import LogWriter
from expedition.server.settings import Settings
from expedition.server.store import Store
from expedition.server.store.database import OUTAGES
from expedition.server.supervisor import Supervisor

_SWEEP = 0.5
_HEARTBEAT = 1.0
_EVICTION = 5.0


class RoomHub:
    def __init__(self, settings: Settings, store: Store, supervisor: Supervisor) -> None:
        self.settings = settings
        self.store = store
        self.supervisor = supervisor
        self.source = secrets.token_hex(4)  # this process among others
        self.events = RoomEvents()
        elsewhere = HostsElsewhere(settings.bot_hosts, settings.bots_secret)
        self.bots = Bots(settings.bots, settings.bot_workers, settings.bot_seconds, elsewhere)
        self.bus = Bus(store.db, self.source)
        self.writer = LogWriter(store.log, self.source)
        self.registry = RoomRegistry(store, self.bus, supervisor, settings.idle_seconds)
        self.broadcaster = Broadcaster(store, self.registry)
        self.repair = Repair(self.registry, self.broadcaster, self.bus, supervisor)
        self.persons = Persons(store, self.registry, self.broadcaster, self.bus)
        self.presence = Presence(store, self.broadcaster, self.persons, self.repair, self.bus, supervisor, self.events)
        bot_grace_ms = int((10 + settings.bot_seconds / 2) * 1000)
        self.play = Play(store, self.registry, self.broadcaster, self.repair, self.writer, self.events, bot_grace_ms)
        self.bot_turns = BotTurns(self.registry, self.broadcaster, self.play, self.bots, supervisor)
        self.clocks = Clocks(store, self.registry, self.play, self.bot_turns, self.bots)
        self.archive = Archive(store, self.registry)
        self.starter = GameStarter(
            store, self.registry, self.broadcaster, self.repair, self.bus, self.events, bot_grace_ms
        )
        self.peers = Peers(self.source, settings.peer_host, supervisor)
        self.cluster = Cluster(
            store,
            self.registry,
            self.broadcaster,
            self.presence,
            self.persons,
            self.play,
            self.bus,
            self.peers,
            supervisor,
            self.starter.start_if_due,
        )
        self.forwarding = Forwarding(self)
        self.lobby = Lobby(store, self.registry, self.repair, self.starter, self.bots, self.archive)
        self.matching = Matching(store, self.registry, self.repair, self.lobby, self.starter)
        self.events.arrived.append(
            lambda session: supervisor.spawn(self.starter.start_if_due(session), "start") and None
        )
        self.events.started.append(self.bot_turns.schedule_bots)
        self.events.moved.append(self.bot_turns.schedule_bots)

    async def open(self, secret: str) -> None:
        gc_tuning.freeze_startup_objects()
        await self.bus.start(self.supervisor, self.cluster.on_message, self.cluster.on_reconnect)
        if self.bus.is_shared:
            await self.peers.open(secret)
            await self.cluster.heartbeat()
        else:
            for code in await self.store.rooms.wake_all():
                self.supervisor.spawn(self.clocks.resume(code), "resume clocks")
        self.bots.elsewhere.open(self.supervisor)
        if self.settings.warm_bots:
            self.supervisor.spawn(self.bots.warm_up(), "warm up bots")
        self.supervisor.every("room sweep", _SWEEP, self.clocks.sweep)
        self.supervisor.every("heartbeat", _HEARTBEAT, self.cluster.heartbeat)
        idle = min(_EVICTION, max(0.1, self.settings.idle_seconds / 4))
        self.supervisor.every("room eviction", idle, self.registry.evict_idle)

    async def close(self) -> None:
        """No new work, what is promised gets written, everybody is asked to come back. Sockets at other processes
        stay open: those take the rooms over."""
        await self.peers.close()
        await self.supervisor.close()
        await self.writer.drain()
        for session in self.registry.sessions.values():
            for connection in session.connections:
                connection.close(RESTARTING)
        if self.bus.is_shared:
            with contextlib.suppress(*OUTAGES):
                await self.store.rooms.orphan(self.source)
        await self.bus.stop()
        await self.bots.close()
        await self.archive.close()

    async def move_to_account(self, guest: Person, account: Person) -> None:
        """Who played as a guest and then signs in takes the games along."""
        for code in await self.store.rooms.move_to_account(guest.id, account.id):
            session = self.registry.sessions.get(code)
            if session is not None:
                async with session.lock:
                    await self.repair.reload_and_send(session)
            else:
                await self.bus.publish("room", code)
