"""The rooms that are in memory: who is there, what they may see, and everything that is done in them.

Every change of a room happens under its lock and reaches the database before anybody is told. Other processes hear of
it over the bus and read it from the database; whoever writes to the same place of a log second is refused there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Any

import orjson

from expedition.core.record import commitment
from expedition.server import memory, ratings, schemas
from expedition.server import people as persons
from expedition.server.bots import Bots
from expedition.server.bus import Bus
from expedition.server.metrics import ACTIONS, FINISHED, LIVE, SLOW, SOCKETS
from expedition.server.settings import Settings
from expedition.server.storage import Row, Store, Taken, Unit, now_ms
from expedition.server.table import Refusal, Table, game_of
from expedition.server.writer import Writer

log = logging.getLogger("expedition.house")
Json = dict[str, Any]

_SWEEP = 0.5
_KEEP_HOUSE = 5.0
_ALIVE = 15.0  # a process not heard of for so long is gone
_QUIET = 5.0  # seconds without an action
_QUEUE = 64
_MOST_VISITORS = 500  # in one room


class Visitor:
    """One socket: who it is, whose eyes it has, and a bounded queue of what it is still to be told."""

    def __init__(self, person: Json | None, offer: str) -> None:
        self.person = person
        self.offer = offer
        self.looking: int | None = None
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(_QUEUE)
        self.closing = 0

    @property
    def id(self) -> str | None:
        return None if self.person is None else str(self.person["id"])

    def tell(self, message: str) -> None:
        if self.closing:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            SLOW.inc()
            self.close(4408)

    def close(self, code: int) -> None:
        """Nothing more is sent; the sender closes the socket."""
        if not self.closing:
            self.closing = code
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)


class Live:
    """A room in memory."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.lock = asyncio.Lock()
        self.room: Json | None = None
        self.seats: list[Json] = []
        self.people: dict[str, Json] = {}
        self.ratings: dict[str, Json] = {}
        self.table: Table | None = None
        self.asleep: bytes | None = None
        self.agreed: list[int] = []
        self.bots: dict[int, str] = {}
        self.visitors: set[Visitor] = set()
        self.elsewhere: dict[str, tuple[list[str], int]] = {}  # present at other processes: people, spectators
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.behind = False
        self.touched = time.monotonic()

    def seat(self, table: Table) -> None:
        """This is the table from now on."""
        self.table = table
        self.agreed, self.bots = sorted(table.agreed), table.bots

    def seats_of(self, person: str | None) -> list[int]:
        return [] if person is None else [seat["seat"] for seat in self.seats if seat["person"] == person]

    def present(self) -> set[str]:
        here = {visitor.id for visitor in self.visitors if visitor.id is not None}
        return here.union(*(people for people, _ in self.elsewhere.values()))

    def spectators(self) -> int:
        here = sum(not self.seats_of(visitor.id) for visitor in self.visitors)
        return here + sum(count for _, count in self.elsewhere.values())


def dump(message: Json) -> str:
    return orjson.dumps(message).decode()


class House:
    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.source = secrets.token_hex(4)
        self.rooms: dict[str, Live] = {}
        self.bots = Bots(settings.bots, settings.bot_workers, settings.bot_seconds)
        self.writer = Writer(store, self.source)
        self.bus = Bus(store, self.source, self._heard, self._catch_up_all)
        self.grace = int((10 + settings.bot_seconds / 2) * 1000)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._processes: dict[str, float] = {}
        self._acted = 0.0

    # -- opening and closing the house -----------------------------------------------------------------------

    async def open(self) -> None:
        memory.settle()
        self.writer.start()
        await self.bus.start()
        if not self.store.is_postgres:
            for code in await self.store.wake_all():
                self._soon(self._resume(code))
        if self.settings.warm_bots:
            self._soon(self.bots.warm_up())
        self._soon(self._sweep_forever())
        self._soon(self._keep_house_forever())

    async def close(self) -> None:
        """No new work, what is promised gets written, everybody is asked to come back."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self.rooms.values():
            for visitor in live.visitors:
                visitor.close(1012)
        await self.writer.stop()
        await self.bus.stop()
        await self.bots.close()

    def _soon(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task failed", exc_info=task.exception())

    # -- rooms in and out of memory --------------------------------------------------------------------------

    async def find(self, code: str) -> Live:
        live = self.rooms.get(code)
        if live is None:
            live = self.rooms[code] = Live(code)
            LIVE.set(len(self.rooms))
        if live.room is None:
            async with live.lock:
                if live.room is None:
                    await self._first_load(live)
        if live.room is None:
            self.rooms.pop(code, None)
            raise Refusal.said("unknown", "refusal.no_room", room=code)
        live.touched = time.monotonic()
        return live

    async def _first_load(self, live: Live) -> None:
        await self.load(live)
        if live.room is not None:
            if live.room["status"] == "playing":
                await self.table(live)
            await self.bus.tell("who", live.code)

    async def load(self, live: Live) -> None:
        live.room = await self.store.room(live.code)
        if live.room is None:
            return
        live.seats = await self.store.seats(live.code)
        ids = {seat["person"] for seat in live.seats if seat["person"]}
        live.people = await self.store.names(ids | ({live.room["host"]} if live.room["host"] else set()))
        live.ratings = await self.store.ratings(ids, live.room["game"], len(live.seats)) if ids else {}

    async def table(self, live: Live) -> Table:
        """The running or finished game of a room whose lock is held."""
        assert live.room is not None
        live.touched = time.monotonic()
        if live.table is not None:
            return live.table
        game = game_of(live.room["game"], live.room["setup"])
        if live.asleep is not None:
            live.table, live.asleep = Table.awake(live.asleep, game), None
            return live.table
        if live.room["status"] not in ("playing", "over") or live.room["outcome"] == "imported":
            raise Refusal.said("not_running", "refusal.not_started")
        table = self.fresh_table(live)
        for row in await self.store.rows(live.code):
            table.fold(row)
        live.seat(table)
        return table

    def fresh_table(self, live: Live) -> Table:
        room = live.room
        assert room is not None
        return Table(
            game_of(room["game"], room["setup"]),
            int(room["seed"], 16),
            room["position"],
            [seat["seat"] for seat in live.seats if seat["kind"] == "person"],
            {seat["seat"]: seat["level"] for seat in live.seats if seat["kind"] == "bot"},
            room["clock"],
            room["started"],
        )

    async def _keep_house_forever(self) -> None:
        while True:
            await asyncio.sleep(min(_KEEP_HOUSE, max(0.1, self.settings.idle_seconds / 4)))
            await self.bus.tell("alive", "-")
            self._forget_dead_processes()
            slept = [await self._keep(live) for live in list(self.rooms.values())]
            if any(slept):
                memory.give_back()
            memory.tidy(quiet=time.monotonic() - self._acted > _QUIET)

    async def _keep(self, live: Live) -> bool:
        """Put an untouched game to sleep; forget a room nobody is in. Whether memory became free."""
        if live.lock.locked() or live.thinking or time.monotonic() - live.touched < self.settings.idle_seconds:
            return False
        if not live.visitors:
            if live.room is not None and self._is_deserted(live):
                await self.store.change_room(live.code, "waiting", status="closed")
            if not live.lock.locked() and not live.visitors:
                self.rooms.pop(live.code, None)
                LIVE.set(len(self.rooms))
            return True
        if live.table is None:
            return False
        live.asleep, live.table = live.table.asleep(), None
        await asyncio.sleep(0)
        return True

    def _is_deserted(self, live: Live) -> bool:
        """A quick match whose people have left before it began."""
        assert live.room is not None
        quick = live.room["auto_start"] and live.room["public"] and live.room["clock"]["kind"] != "days"
        return bool(live.room["status"] == "waiting" and quick and not live.elsewhere)

    # -- what is said about a room ---------------------------------------------------------------------------

    def shown(self, live: Live) -> Json:
        room = live.room
        assert room is not None
        over = room["status"] == "over"
        return {
            "code": room["code"],
            "game": room["game"],
            "setup": room["setup"],
            "public": room["public"],
            "rated": room["rated"],
            "clock": room["clock"],
            "on_timeout": room["on_timeout"],
            "auto_start": room["auto_start"],
            "status": room["status"],
            "outcome": room["outcome"],
            "host": _ref(live.people.get(room["host"])),
            "seats": [self._seat(live, seat) for seat in live.seats],
            "spectators": live.spectators(),
            "agreed": live.agreed,
            "origin": room["origin"],
            "commitment": commitment(int(room["seed"], 16)) if room["seed"] else None,
            "seed": room["seed"] if over else None,
            "ranking": room["ranking"],
            "previous": room["previous"],
            "next": room["next"],
            "created": room["created"],
            "started": room["started"],
            "ended": room["ended"],
        }

    def _seat(self, live: Live, seat: Json) -> Json:
        person = live.people.get(seat["person"] or "")
        rating = live.ratings.get(seat["person"] or "")
        return {
            "seat": seat["seat"],
            "kind": seat["kind"],
            "name": seat["name"],
            "person": seat["person"],
            "guest": person is not None and person["password"] is None,
            "level": live.bots.get(seat["seat"], seat["level"]),
            "connected": seat["person"] in live.present() if seat["person"] else seat["kind"] == "bot",
            "rating": None if rating is None else rating_shown(rating),
        }

    def _you(self, live: Live, visitor: Visitor) -> Json:
        return {"person": visitor.id, "seats": live.seats_of(visitor.id), "looking": visitor.looking}

    def _table_shown(self, live: Live, table: Table, visitor: Visitor, since: int, now: int) -> Json:
        seat, state = visitor.looking, table.state
        legal: list[Json] = []
        gestures: list[Json] = []
        if seat is not None and seat in table.actors and seat not in table.bots:
            if visitor.offer in ("both", "legal"):
                legal = [state.to_dict(action, seat) for action in state.legal_actions(seat)]
            if visitor.offer in ("both", "gestures"):
                gestures = state.gestures(seat)
        return {
            "ply": table.ply,
            "count": table.count(seat),
            "line": state.ply,
            "since": since,
            "events": state.events(since, seat),
            "view": state.view(seat),
            "actors": table.actors,
            "legal": legal,
            "gestures": gestures,
            "can_undo": seat is not None and seat not in table.bots and table.undoable(seat) > 0,
            "thinking": sorted(live.thinking),
            "clocks": None if table.clock is None else table.clock.shown(now),
        }

    async def state_message(self, live: Live, visitor: Visitor, since: int | None, id: int | None) -> str:
        """Everything this visitor may know. The room's lock is held."""
        now = now_ms()
        shown = None
        if live.room is not None and live.room["seed"] and live.room["outcome"] != "imported":
            table = await self.table(live)
            shown = self._table_shown(live, table, visitor, table.since(since), now)
        return dump(
            {
                "type": "state",
                "id": id,
                "now": now,
                "you": self._you(live, visitor),
                "room": self.shown(live),
                "chat": await self.store.said(live.code),
                "table": shown,
            }
        )

    def tell_room(self, live: Live) -> None:
        shown = self.shown(live)
        for visitor in list(live.visitors):
            if shown["status"] == "waiting":
                visitor.looking = eyes(live, visitor)
            visitor.tell(dump({"type": "room", "you": self._you(live, visitor), "room": shown}))

    async def tell_start(self, live: Live) -> None:
        for visitor in list(live.visitors):
            visitor.looking = eyes(live, visitor)
            visitor.tell(await self.state_message(live, visitor, None, None))

    def _tell_update(self, live: Live, before: Table, after: Table) -> None:
        """Everybody gets their own view; in an open simultaneous phase only those for whom something is new."""
        now = now_ms()
        since = after.since(before.ply)
        same = before.ply == after.ply and before.actors == after.actors
        messages: dict[tuple[int | None, str], str] = {}
        for visitor in list(live.visitors):
            seat = visitor.looking
            if same and before.count(seat) == after.count(seat):
                continue
            key = (seat, visitor.offer)
            if key not in messages:
                table = self._table_shown(live, after, visitor, since, now)
                messages[key] = dump({"type": "update", "table": table})
            visitor.tell(messages[key])

    def _tell_thinking(self, live: Live) -> None:
        message = dump({"type": "thinking", "seats": sorted(live.thinking)})
        for visitor in list(live.visitors):
            visitor.tell(message)

    # -- coming and going ------------------------------------------------------------------------------------

    async def enter(self, live: Live, visitor: Visitor, since: int | None) -> None:
        async with live.lock:
            if len(live.visitors) >= _MOST_VISITORS:
                visitor.close(1013)
                return
            visitor.looking = eyes(live, visitor)
            live.visitors.add(visitor)
            SOCKETS.inc()
            visitor.tell(await self.state_message(live, visitor, since, None))
            self._presence_changed(live, besides=visitor)

    def leave(self, live: Live, visitor: Visitor) -> None:
        if visitor in live.visitors:
            live.visitors.discard(visitor)
            live.touched = time.monotonic()
            SOCKETS.dec()
            self._presence_changed(live)

    def _presence_changed(self, live: Live, besides: Visitor | None = None) -> None:
        others = [v for v in live.visitors if v is not besides]
        if others and live.room is not None:
            shown = self.shown(live)
            for visitor in others:
                visitor.tell(dump({"type": "room", "you": self._you(live, visitor), "room": shown}))
        self._tell_presence(live)

    def _tell_presence(self, live: Live) -> None:
        """Let the other processes know who is here."""
        if self.store.is_postgres:
            people = ",".join(sorted({v.id for v in live.visitors if v.id is not None}))
            watching = sum(not live.seats_of(v.id) for v in live.visitors)
            self._soon(self.bus.tell("here", f"{live.code} {watching} {people}"))

    async def look(self, live: Live, visitor: Visitor, seat: int | None, since: int | None, id: int) -> None:
        async with live.lock:
            if seat is not None and seat not in live.seats_of(visitor.id):
                raise Refusal("not_yours", f"Seat {seat} is not yours to look through.")
            visitor.looking = seat
            visitor.tell(await self.state_message(live, visitor, since, id))

    async def sync(self, live: Live, visitor: Visitor, since: int | None, id: int) -> None:
        async with live.lock:
            visitor.tell(await self.state_message(live, visitor, since, id))

    async def say(self, live: Live, visitor: Visitor, text: str) -> None:
        if visitor.person is None:
            raise Refusal.said("not_yours", "refusal.speak")
        line = await self.store.say(live.code, visitor.person["id"], visitor.person["name"], text)
        self._tell_chat(live, [line])
        await self.bus.tell("said", f"{live.code} {line['number']}")

    def _tell_chat(self, live: Live, lines: Sequence[Json]) -> None:
        for line in lines:
            message = dump({"type": "chat", "line": line})
            for visitor in list(live.visitors):
                visitor.tell(message)

    # -- playing ---------------------------------------------------------------------------------------------

    async def _running(self, live: Live, visitor: Visitor, seat: int) -> Table:
        """The table, if this visitor may do something for this seat now. The room's lock is held."""
        assert live.room is not None
        if live.room["status"] != "playing":
            raise Refusal.said("not_running", "refusal.not_running")
        if seat not in live.seats_of(visitor.id):
            raise Refusal("not_yours", f"Seat {seat} is not yours.")
        table = await self.table(live)
        if seat in table.bots:
            raise Refusal.said("not_yours", "refusal.taken_over")
        if table.over:
            raise Refusal.said("not_running", "refusal.over")
        return table

    async def act(self, live: Live, visitor: Visitor, message: schemas.Act) -> None:
        async with live.lock:
            table = await self._running(live, visitor, message.seat)
            table.check_answer(message.seat, message.ply, message.count)
            now = now_ms()
            if message.seat in table.out_of_time(now):
                raise Refusal.said("not_running", "refusal.time_up")
            fork = table.fork()
            await self._commit(live, table, fork, fork.act(message.seat, message.actions, now), "person")

    async def undo(self, live: Live, visitor: Visitor, message: schemas.Undo) -> None:
        async with live.lock:
            table = await self._running(live, visitor, message.seat)
            table.check_answer(message.seat, message.ply, message.count)
            fork = table.fork()
            await self._commit(live, table, fork, fork.undo(message.seat, message.scope, now_ms()), "person")

    async def resign(self, live: Live, visitor: Visitor, seat: int) -> None:
        async with live.lock:
            table = await self._running(live, visitor, seat)
            fork = table.fork()
            await self._commit(live, table, fork, fork.resign(seat, now_ms()), "person")

    async def agree(self, live: Live, visitor: Visitor, seat: int, end: bool) -> None:
        async with live.lock:
            table = await self._running(live, visitor, seat)
            fork = table.fork()
            await self._commit(live, table, fork, fork.agree(seat, end, now_ms()), "person")

    async def _commit(self, live: Live, before: Table, after: Table, rows: Sequence[Row], by: str) -> None:
        """Store the rows, then let the new table take the old one's place and tell everybody."""
        unit = Unit(live.code, rows, after.owing(), after.wake(now_ms(), self.grace))
        try:
            await self.writer.append(unit)
        except Taken:
            await self._catch_up(live)
            raise Refusal.said("stale", "refusal.stale") from None
        assert live.room is not None
        ACTIONS.labels(live.room["game"], by).inc(len(rows))
        self._acted = time.monotonic()
        self._replace(live, before, after)
        if after.over:
            await self._finish(live, after)
        else:
            self.attend(live, after)

    def _replace(self, live: Live, before: Table, after: Table) -> None:
        live.seat(after)
        self._tell_update(live, before, after)
        if before.agreed != after.agreed or before.bots != after.bots:
            self.tell_room(live)

    async def _finish(self, live: Live, table: Table) -> None:
        """The game is over: close the room, rate it, tell everybody."""
        room = live.room
        assert room is not None
        ranking = table.state.ranking() if table.state.is_over else None
        ranked: list[tuple[str, int]] = []
        if room["rated"] and ranking is not None and not table.bots:
            ranked = [(seat["person"], ranking[seat["seat"]]) for seat in live.seats]
        outcome = "agreed" if ranking is None else "finished"
        ladder = (room["game"], len(live.seats))
        if await self.store.finish(live.code, ranked, ladder, ended=now_ms(), outcome=outcome, ranking=ranking):
            FINISHED.labels(room["game"]).inc()
        await self.changed(live)

    async def adopt(self, guest: Json, account: Json) -> None:
        """Who played as a guest and then signs in takes the games along."""
        for code in await self.store.adopt(guest["id"], account["id"]):
            live = self.rooms.get(code)
            if live is not None and live.room is not None:
                async with live.lock:
                    await self.changed(live)
            else:
                await self.bus.tell("room", code)

    async def changed(self, live: Live) -> None:
        """The room's own row or seats changed: read them, tell everybody here and elsewhere."""
        await self.load(live)
        self.tell_room(live)
        await self.bus.tell("room", live.code)

    # -- the computer's seats --------------------------------------------------------------------------------

    def attend(self, live: Live, table: Table) -> None:
        """Set the computer thinking wherever it has to act."""
        fresh = [seat for seat in table.actors if seat in table.bots and seat not in live.thinking]
        for seat in fresh:
            live.thinking[seat] = self._soon(self._think(live, seat))
        if fresh:
            self._tell_thinking(live)

    async def _think(self, live: Live, seat: int) -> None:
        try:
            while await self._think_once(live, seat):
                pass
        finally:
            live.thinking.pop(seat, None)
            self._tell_thinking(live)

    async def _think_once(self, live: Live, seat: int) -> bool:
        """One choice of the computer; False when it has nothing (more) to do."""
        async with live.lock:
            table = await self.table(live)
            if seat not in table.actors or seat not in table.bots:
                return False
            where = (table.ply, table.count(seat))
            legal = table.state.legal_actions(seat)
            information = table.state.information(seat) if len(legal) > 1 else {}
        choice = await self.bots.choose(table.game.name, table.bots[seat], information, legal)
        async with live.lock:
            table = await self.table(live)
            if (table.ply, table.count(seat)) != where or seat not in table.actors:
                return True
            fork = table.fork()
            action = choice if isinstance(choice, dict) else table.state.to_dict(choice, seat)
            try:
                rows = fork.act(seat, [action], now_ms())
            except Refusal:  # an action nobody offered: luck decides
                fork = table.fork()
                rows = fork.act(seat, [table.state.to_dict(secrets.choice(legal), seat)], now_ms())
            with contextlib.suppress(Refusal):  # another process was first
                await self._commit(live, table, fork, rows, "bot")
        return True

    # -- what the server does by itself: clocks, bots after a crash, ends ------------------------------------

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            try:
                now = now_ms()
                for code, wake in await self.store.due(now, 50):
                    if await self.store.claim(code, wake, now + self.grace):
                        await self.look_after(code)
            except Exception:  # the database may be away for a moment
                log.exception("looking after the rooms failed")

    async def look_after(self, code: str) -> None:
        """Do what is due in a room: end it, take a seat from somebody out of time, let the computer move."""
        live = await self.find(code)
        async with live.lock:
            if self.store.is_postgres:
                await self.load(live)
            if live.room is None or live.room["status"] != "playing":
                return
            await self.table(live)
            await self._catch_up(live)
            table = await self.table(live)
            if table.over:
                await self._finish(live, table)
                return
            for seat in table.out_of_time(now_ms()):
                table = await self._time_out(live, seat)
                if table.over:
                    return
            self.attend(live, table)
            wake = table.wake(now_ms(), self.grace)
            await self.store.change_room(code, "playing", wake=wake)

    async def _time_out(self, live: Live, seat: int) -> Table:
        assert live.room is not None
        table = await self.table(live)
        if seat not in table.out_of_time(now_ms()):
            return table
        fork = table.fork()
        if live.room["on_timeout"] == "bot":
            levels = self.bots.levels(table.game.name)
            rows = fork.give_to_bot(seat, levels[len(levels) // 2 - 1]["name"], now_ms())
        else:
            rows = fork.resign(seat, now_ms())
        with contextlib.suppress(Refusal):
            await self._commit(live, table, fork, rows, "clock")
        return await self.table(live)

    async def _resume(self, code: str) -> None:
        """After a restart: nobody pays for the time the server was away."""
        live = await self.find(code)
        async with live.lock:
            table = await self.table(live)
            if not table.over:
                fork = table.fork()
                await self._commit(live, table, fork, fork.resume(now_ms()), "clock")

    # -- other processes -------------------------------------------------------------------------------------

    def _heard(self, source: str, topic: str, rest: str) -> None:
        self._processes[source] = time.monotonic()
        if topic == "alive":
            return
        code, _, more = rest.partition(" ")
        live = self.rooms.get(code)
        if live is None or live.room is None:
            return
        if topic == "rows":
            if not live.behind:
                live.behind = True
                self._soon(self._follow(live))
        elif topic == "room":
            self._soon(self._reload(live))
        elif topic == "said":
            self._soon(self._repeat(live, int(more)))
        elif topic == "who" and live.visitors:
            self._tell_presence(live)
        elif topic == "here":
            self._remember(live, source, more)

    def _remember(self, live: Live, source: str, more: str) -> None:
        watching, _, people = more.partition(" ")
        found = [person for person in people.split(",") if person]
        live.elsewhere[source] = (found, int(watching))
        if not found and not int(watching):
            del live.elsewhere[source]
        self.tell_room(live)

    def _forget_dead_processes(self) -> None:
        late = time.monotonic() - _ALIVE
        for source in [source for source, heard in self._processes.items() if heard < late]:
            del self._processes[source]
            for live in self.rooms.values():
                if live.elsewhere.pop(source, None) is not None:
                    self.tell_room(live)

    async def _follow(self, live: Live) -> None:
        async with live.lock:
            live.behind = False
            if live.table is not None or live.asleep is not None:
                await self._catch_up(live)

    async def _catch_up(self, live: Live) -> None:
        """Fold in what others have stored. The room's lock is held."""
        before = await self.table(live)
        rows = await self.store.rows(live.code, before.rows)
        if rows:
            after = before.fork()
            for row in rows:
                after.fold(row)
            self._replace(live, before, after)

    async def _reload(self, live: Live) -> None:
        async with live.lock:
            before = live.room
            await self.load(live)
            started = before is not None and before["status"] == "waiting" and live.room is not None
            if started and live.room is not None and live.room["status"] == "playing":
                await self.tell_start(live)
            else:
                self.tell_room(live)

    async def _repeat(self, live: Live, number: int) -> None:
        self._tell_chat(
            live, [line for line in await self.store.said(live.code, number - 1) if line["number"] == number]
        )

    async def _catch_up_all(self) -> None:
        for live in list(self.rooms.values()):
            await self._reload(live)
            await self._follow(live)


def rating_shown(rating: Json) -> Json:
    kept = {name: rating[name] for name in ("game", "players", "mu", "sigma", "games")}
    return {**kept, "shown": ratings.shown(rating["mu"], rating["sigma"])}


def _ref(person: Json | None) -> Json | None:
    return None if person is None else persons.shown(person)


def eyes(live: Live, visitor: Visitor) -> int | None:
    """Who holds one seat looks through it; a device that is handed around starts with the public view."""
    own = live.seats_of(visitor.id)
    return own[0] if len(own) == 1 else None
