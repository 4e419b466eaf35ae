"""Playing: each request forks the table, stores the rows, and only then changes memory and tells everybody."""

from __future__ import annotations

from expedition.server.logs import get_logger
from expedition.server.metrics import ACTIONS, FINISHED
from expedition.server.models import LogRow, LogUnit, Outcome
from expedition.server.refusals import Refusal
from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.connection import Connection
from expedition.server.rooms.events import RoomEvents
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.registry import RoomRegistry, fold_all
from expedition.server.rooms.repair import Repair
from expedition.server.rooms.session import RoomSession
from expedition.server.rooms.writer import LogWriter
from expedition.server.schemas import socket as messages
from expedition.server.store import Store
from expedition.server.store.database import OUTAGES, Conflict
from expedition.server.timesource import monotonic, now_ms

log = get_logger("expedition.play")


class Play:
    def __init__(
        self,
        store: Store,
        registry: RoomRegistry,
        broadcaster: Broadcaster,
        repair: Repair,
        writer: LogWriter,
        events: RoomEvents,
        bot_grace_ms: int,
    ) -> None:
        self._store = store
        self._registry = registry
        self._broadcaster = broadcaster
        self._repair = repair
        self._writer = writer
        self._events = events
        self.bot_grace_ms = bot_grace_ms  # after so long another process looks whether a bot still thinks

    # -- requests ----------------------------------------------------------------------------------------------

    async def _running(self, session: RoomSession, connection: Connection, seat: int) -> GameTable:
        """The table, if this connection may do something for this seat now. The room's lock is held."""
        if session.room.status != "playing":
            raise Refusal.localized("not_running", "refusal.not_running")
        if seat not in session.seats_of(connection.person_id):
            raise Refusal("not_yours", f"Seat {seat} is not yours.", "refusal.not_your_seat")
        table = await self._registry.table(session)
        if seat in table.bots:
            raise Refusal.localized("not_yours", "refusal.taken_over")
        if table.over:
            raise Refusal.localized("not_running", "refusal.over")
        return table

    async def act(self, session: RoomSession, connection: Connection, message: messages.Act) -> None:
        async with session.lock:
            table = await self._running(session, connection, message.seat)
            table.check_answer(message.seat, message.ply, message.count)
            now = now_ms()
            if message.seat in table.out_of_time(now):
                raise Refusal.localized("not_running", "refusal.time_up")
            fork = table.fork()
            await self.commit(session, table, fork, fork.act(message.seat, message.actions, now), "person")

    async def undo(self, session: RoomSession, connection: Connection, message: messages.Undo) -> None:
        async with session.lock:
            table = await self._running(session, connection, message.seat)
            table.check_answer(message.seat, message.ply, message.count)
            fork = table.fork()
            await self.commit(session, table, fork, fork.undo(message.seat, message.scope, now_ms()), "person")

    async def resign(self, session: RoomSession, connection: Connection, seat: int) -> None:
        async with session.lock:
            table = await self._running(session, connection, seat)
            fork = table.fork()
            await self.commit(session, table, fork, fork.resign(seat, now_ms()), "person")

    async def leave_for_good(self, code: str, seat: int, level: str | None = None) -> None:
        """Resign for somebody who is gone, or let a bot of this level play on for them."""
        session = await self._registry.find(code)
        async with session.lock:
            table = await self.catch_up(session)
            if session.room.status != "playing" or table.over or seat in table.bots or table.resigned(seat):
                return
            fork = table.fork()
            rows = fork.resign(seat, now_ms()) if level is None else fork.give_to_bot(seat, level, now_ms())
            await self.commit(session, table, fork, rows, "person" if level is None else "clock")

    async def agree(self, session: RoomSession, connection: Connection, seat: int, end: bool) -> None:
        async with session.lock:
            table = await self._running(session, connection, seat)
            fork = table.fork()
            await self.commit(session, table, fork, fork.agree(seat, end, now_ms()), "person")

    # -- storing -------------------------------------------------------------------------------------------------

    async def commit(
        self, session: RoomSession, before: GameTable, after: GameTable, rows: list[LogRow], by: str
    ) -> None:
        """Store the rows, then let the new table take the old one's place. The room's lock is held."""
        wake = after.wake(now_ms(), self.bot_grace_ms)
        unit = LogUnit(session.code, rows, after.owing(), wake, is_public(before, after))
        try:
            await self._writer.append(unit)
        except Conflict:
            await self.catch_up(session)
            raise Refusal.localized("stale", "refusal.stale") from None
        except OUTAGES:
            self._repair.schedule(session)  # it may be stored all the same: nobody knows what a broken line delivered
            raise
        ACTIONS.labels(session.room.game, by).inc(len(rows))
        self._registry.last_action = monotonic()
        self._broadcaster.replace_table(session, before, after)
        if after.over:
            try:
                await self.finish(session, after)
            except OUTAGES:  # the last action is stored; the end follows by the sweep
                log.exception("finish_postponed")
                self._repair.schedule(session)
        else:
            self._events.emit(self._events.moved, session, after)

    async def catch_up(self, session: RoomSession) -> GameTable:
        """Fold in what others have stored. The room's lock is held."""
        before = await self._registry.table(session)
        rows = await self._store.log.rows(session.code, before.rows)
        if not rows:
            return before
        after = before.fork()
        await fold_all(after, rows)
        self._broadcaster.replace_table(session, before, after)
        return after

    async def finish(self, session: RoomSession, table: GameTable) -> None:
        """The game is over: close the room, rate it, tell everybody."""
        room = session.room
        ranking = table.state.ranking() if table.state.is_over else None
        ranked: list[tuple[str, int]] = []
        if room.rated and ranking is not None and not table.bots:
            ranked = [(seat.person, ranking[seat.number]) for seat in session.seats if seat.person]
        outcome: Outcome = "agreed" if ranking is None else "finished"
        ladder = (room.game, len(session.seats))
        first = await self._store.log.finish(
            session.code, ranked, ladder, ended=now_ms(), outcome=outcome, ranking=ranking
        )
        await self._repair.reload_and_send(session)
        if first:
            FINISHED.labels(room.game).inc()
            self._events.emit(self._events.finished, session, table)


def is_public(before: GameTable, after: GameTable) -> bool:
    """Whether everybody may know that something happened: not what one seat marks while others do the same."""
    same = (before.ply, before.actors, before.agreed, before.bots) == (
        after.ply,
        after.actors,
        after.agreed,
        after.bots,
    )
    return not same
