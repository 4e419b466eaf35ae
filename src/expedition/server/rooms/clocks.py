"""What the server does by itself: clocks that run out, bots after a crash, ends that were not stored."""

from __future__ import annotations

import contextlib

from expedition.server.profile import vacation
from expedition.server.refusals import Refusal
from expedition.server.rooms.bot_turns import BotTurns
from expedition.server.rooms.bots import Bots
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.play import Play
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.store import Store
from expedition.server.timesource import now_ms

_AT_ONCE = 50  # rooms


class Clocks:
    def __init__(self, store: Store, registry: RoomRegistry, play: Play, bot_turns: BotTurns, bots: Bots) -> None:
        self._store = store
        self._registry = registry
        self._play = play
        self._bot_turns = bot_turns
        self._bots = bots

    async def sweep(self) -> None:
        """Look at the rooms whose time has come."""
        now = now_ms()
        for code, wake in await self._store.rooms.due(now, _AT_ONCE):
            if await self._store.rooms.claim(code, wake, now + self._play.bot_grace_ms):
                await self.process_due_room(code)

    async def process_due_room(self, code: str) -> None:
        """Do what is due in a room: end it, take a seat from somebody out of time, let the computer move."""
        session = await self._registry.find(code)
        async with session.lock:
            if self._store.db.is_postgres:
                await self._registry.refresh(session)
            if session.room.status != "playing":
                return
            table = await self._play.catch_up(session)
            if table.over:
                await self._play.finish(session, table)
                return
            for seat in table.out_of_time(now_ms()):
                table = await self._time_out(session, seat)
                if table.over:
                    return
            self._bot_turns.schedule_bots(session, table)
            wake = table.wake(now_ms(), self._play.bot_grace_ms)
            await self._store.rooms.update(code, "playing", wake=wake)

    async def _time_out(self, session: RoomSession, seat: int) -> GameTable:
        table = await self._registry.table(session)
        if seat not in table.out_of_time(now_ms()):
            return table
        fork = table.fork()
        more = await self._away(session, table, seat)
        if more > 0:
            rows = fork.give_time(seat, more, now_ms())
        elif session.room.on_timeout == "bot":
            levels = self._bots.levels(table.game.name)
            rows = fork.give_to_bot(seat, levels[len(levels) // 2 - 1]["name"], now_ms())
        else:
            rows = fork.resign(seat, now_ms())
        with contextlib.suppress(Refusal):
            await self._play.commit(session, table, fork, rows, "clock")
        return await self._registry.table(session)

    async def _away(self, session: RoomSession, table: GameTable, seat: int) -> int:
        """Milliseconds of vacation within this turn for which its person has not had time yet."""
        clock, person = table.clock, session.seats[seat].person
        if clock is None or clock.live or person is None:
            return 0
        since = clock.since[seat]
        if since is None:
            return 0
        away = await self._store.profiles.vacations(person)
        return vacation.overlap(away, since, since + clock.left[seat]) - clock.given[seat]

    async def resume(self, code: str) -> None:
        """After a restart: nobody pays for the time the server was away."""
        session = await self._registry.find(code)
        async with session.lock:
            table = await self._registry.table(session)
            if not table.over:
                fork = table.fork()
                await self._play.commit(session, table, fork, fork.resume(now_ms()), "clock")
