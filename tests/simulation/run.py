"""One simulated run: two servers, some games, clients that play, leave and come back, faults for a while, then calm;
and an independent checker of what was promised."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from unittest import mock

import orjson
import sqlalchemy as sa
from tests.simulation.world import Faults, Server, SharedDatabase, VirtualLoop, VirtualTime

import expedition
from expedition.server import timesource
from expedition.server.models import Person
from expedition.server.refusals import Refusal
from expedition.server.rooms.connection import Connection
from expedition.server.schemas.rooms import BotSeat, LiveClock, MySeat, NewRoom, OpenSeat, ReadyIn, RoomChange
from expedition.server.schemas.socket import Act, Undo
from expedition.server.settings import Settings
from expedition.server.store.database import OUTAGES

Json = dict[str, Any]
SETTINGS = Settings(database=":memory:", bots="tests.server.plain_bots", bot_workers=1, bot_seconds=5.0)
SETTLE = 25.0  # seconds of virtual time until all processes agree: each looks at everything again within 20
CALM = 900.0  # seconds of virtual time without faults, at most


@dataclass(frozen=True)
class Size:
    """How long a world lasts: many short ones find more than few long ones, a few long ones find what takes long."""

    rounds: int  # of El Dorado
    flips_left: int  # of Silver & Gold, which has no shorter game: from a position; 0 is from the deal
    trouble: float  # seconds of virtual time with faults
    pause: tuple[float, float]  # between two great faults


LONG = Size(rounds=3, flips_left=0, trouble=240.0, pause=(5, 60))
SHORT = Size(rounds=1, flips_left=2, trouble=40.0, pause=(2, 15))
_HIDDEN = re.compile(rb'"(rng|seed|draw|deck|pile)":')


@dataclass
class Client:
    """Somebody at the table: plays something legal, sometimes takes back, sometimes is slow or away."""

    world: World
    person: Person
    code: str
    dice: random.Random
    acknowledged: list[tuple[int, int, list[Json]]] = field(default_factory=list)  # seat, ply, actions
    table: Json | None = None
    status: str = ""
    last: int = 0

    async def live(self) -> None:
        while self.status != "over":
            server = self.world.some_server()
            if server is not None:
                visit = server.run(self._visit(server))
                await asyncio.wait([visit])
                if not visit.cancelled():  # the server was killed, or the visit ended
                    visit.result()
            await asyncio.sleep(self.dice.uniform(0.1, 3))

    async def _visit(self, server: Server) -> None:
        connection = Connection(self.person, "legal")
        try:
            session = await server.hub.registry.find(self.code)
            await server.hub.presence.enter(session, connection, None)
        except (Refusal, *OUTAGES):
            return
        stay = asyncio.get_running_loop().time() + self.dice.uniform(5, 120)
        try:
            while self.status != "over" and asyncio.get_running_loop().time() < stay:
                if self.world.faults.happens(0.01):
                    await asyncio.sleep(self.dice.uniform(1, 20))  # does not read
                while not connection.queue.empty():
                    message = connection.queue.get_nowait()
                    if message is None:
                        return
                    self._hear(orjson.loads(message))
                await self._play(server, session, connection)
                await asyncio.sleep(self.dice.uniform(0.05, 1.5))
        finally:
            server.hub.presence.leave(session, connection)

    def _hear(self, message: Json) -> None:
        self.status = message["room"]["status"] if message.get("room") else self.status
        table = message.get("table")
        if table:
            self.table = table
            self.world.checker.seen(connection_seat(message, table), table)

    async def _play(self, server: Server, session: Any, connection: Connection) -> None:
        table, seat = self.table, connection.looking
        if table is None or seat is None or not table["legal"] or seat not in table["actors"]:
            return
        numbers = {"id": 1, "seat": seat, "ply": table["ply"], "count": table["count"]}
        try:
            if table["can_undo"] and self.dice.random() < 0.1:
                await server.hub.play.undo(session, connection, Undo(type="undo", scope="action", **numbers))
                return
            actions = [self.dice.choice(table["legal"])]
            await server.hub.play.act(session, connection, Act(type="act", actions=actions, **numbers))
            self.acknowledged.append((seat, table["ply"], actions))
        except (Refusal, *OUTAGES):
            return


def connection_seat(message: Json, table: Json) -> int | None:
    return table["view"].get("seat")  # type: ignore[no-any-return]


class Checker:
    """What must hold, looked at from outside: clients' memory on one side, the rows in the database on the other."""

    def __init__(self) -> None:
        self.tables_seen = 0

    def seen(self, seat: int | None, table: Json) -> None:
        self.tables_seen += 1
        assert not _HIDDEN.search(orjson.dumps(table["view"])), "a hidden thing was sent"
        for number, one in enumerate(table["view"]["seats"]):
            assert number == seat or one.get("hand") is None, "another's hand was sent"

    def check_game(self, game: str, rows: list[Any], clients: list[Client], room: Any) -> None:
        assert [row.ply for row in rows] == list(range(len(rows))), "the log has gaps"
        stored: dict[tuple[int, int], list[list[Json]]] = {}
        ply = 0
        for row in rows:  # in a game where seats act in turn every act and every undo is one ply
            if row.kind == "act":
                stored.setdefault((row.seat, ply), []).append([orjson.loads(row.data)])
            ply += row.kind in ("act", "undo")
        for client in clients:
            for seat, at, actions in client.acknowledged:
                if game == "eldorado":
                    assert stored.get((seat, at)) == [actions], f"acknowledged at ply {at}: {actions}"
            if game != "eldorado":  # simultaneous: each seat's own actions in their order
                own = iter([orjson.loads(row.data) for row in rows if row.kind == "act"])
                for _, _, actions in client.acknowledged:
                    assert any(one == actions[0] for one in own), f"not stored in order: {actions}"
        assert room.status == "over", "a started game does not end"
        made = expedition.make(game, **room.setup)
        seed = int(room.seed, 16)
        state = made.new(seed) if room.position is None else made.restore(room.position, seed)
        kept: list[Any] = []
        for row in rows:
            if row.kind == "act":
                kept.append(row)
            elif row.kind == "undo":
                own = [one for one in kept if one.seat == row.seat][-orjson.loads(row.data)["undone"] :]
                kept = [one for one in kept if one not in own]
        for row in kept:
            state.apply(state.from_dict(orjson.loads(row.data)), row.seat)
        if room.outcome == "finished":
            assert state.is_over
            assert state.ranking() == room.ranking


class World:
    def __init__(self, seed: int, level: float = 1.0, size: Size = LONG) -> None:
        self.size = size
        self.dice = random.Random(seed)
        self.faults = Faults(self.dice, 0.0)
        self.level = level
        both = ("eldorado", "silvergold")
        self.games = both[seed % 2 : seed % 2 + 1] if size is SHORT else both[seed % 3 : seed % 3 + 1] or both
        self.checker = Checker()
        self.shared = SharedDatabase(self.faults)
        self.clients: list[Client] = []
        self.kills = 0
        self.jumps = 0

    def some_server(self) -> Server | None:
        return self.dice.choice(self.shared.servers) if self.shared.servers else None

    def start_server(self) -> Server:
        return Server(self.shared, SETTINGS, self.dice)

    async def run(self) -> None:
        for _ in range(2):
            self.start_server()
        people = [await self.shared.servers[0].hub.store.people.add(name) for name in ("Ana", "Rui")]
        self.faults.level = self.level
        tables = [asyncio.create_task(self._table(game, *people)) for game in self.games]
        await self._trouble()
        self.faults.level = 0.0
        async with asyncio.timeout(CALM):
            await asyncio.gather(*tables)
        await self._check()
        for server in list(self.shared.servers):
            await server.kill()

    async def _table(self, game: str, host: Person, guest: Person) -> None:
        """A room from its opening to its end: filled and started step by step, at any server, then played."""
        code = await self._open(game, host)
        seat = MySeat(kind="me", name="Rui")
        await self._step(code, lambda lobby, room: lobby.sit(room, guest, 1, seat), lambda: self._sits(code, guest))
        if self.dice.random() < 0.5:  # somebody gets up and comes back
            await self._step(code, lambda lobby, room: lobby.stand_up(room, guest, 1), lambda: self._sits(code, None))
            await self._step(code, lambda lobby, room: lobby.sit(room, guest, 1, seat), lambda: self._sits(code, guest))
        if self.dice.random() < 0.5:  # other terms: who had agreed has to agree again
            wish = RoomChange(clock=LiveClock(kind="live", seconds=90, increment=2))
            await self._step(code, lambda lobby, room: lobby.change(room, host, wish), lambda: self._clock(code) == 90)
            assert not self._ready(code, guest), "nobody has agreed to the new terms"
            ready = ReadyIn(ready=True)
            await self._step(
                code, lambda lobby, room: lobby.set_ready(room, guest, ready), lambda: self._ready(code, guest)
            )
        await self._step(code, lambda lobby, room: lobby.start(room, host), lambda: self._status(code) != "waiting")
        players = [Client(self, person, code, random.Random(self.dice.random())) for person in (host, guest)]
        self.clients += players
        await asyncio.gather(*(player.live() for player in players))

    async def _open(self, game: str, host: Person) -> str:
        setup: Json = {"players": 3} | ({"max_rounds": self.size.rounds} if game == "eldorado" else {})
        begin: Json = {"game": game, "setup": setup}
        if game == "silvergold" and self.size.flips_left:
            begin = {"origin": {"kind": "position", "position": near_the_end(self.size.flips_left)}}
        clock = LiveClock(kind="live", seconds=120, increment=1)
        seats = [MySeat(kind="me"), OpenSeat(kind="open"), BotSeat(kind="bot", level="First")]
        wish = NewRoom(clock=clock, seats=seats, on_timeout=self.dice.choice(("resign", "bot")), **begin)
        while True:
            made = await self._ask(lambda server: server.hub.lobby.new_room(host, wish))
            if made is not None:
                assert self._status(made.code) == "waiting", "acknowledged and not stored"
                return str(made.code)

    async def _step(self, code: str, work: Callable[[Any, Any], Awaitable[Any]], goal: Callable[[], bool]) -> None:
        """Ask for something again and again, until it is so; what was acknowledged is stored at that moment."""

        async def ask(server: Server) -> bool:
            await work(server.hub.lobby, await server.hub.registry.find(code))
            assert goal(), "acknowledged and not stored"
            return True

        while not goal():
            await self._ask(ask)

    async def _ask(self, work: Callable[[Server], Awaitable[Any]]) -> Any:
        """One try at some server; None where it failed or nobody knows."""
        await asyncio.sleep(self.dice.uniform(0.05, 2))
        server = self.some_server()
        if server is None:
            return None
        task = server.run(_awaited(work(server)))
        await asyncio.wait([task])
        if task.cancelled():
            return None
        try:
            return task.result()
        except (Refusal, *OUTAGES):
            return None

    def _row(self, query: str, **values: Any) -> Any:
        return self.shared.connection.execute(sa.text(query), values).one()

    def _status(self, code: str) -> str:
        return str(self._row("SELECT status FROM rooms WHERE code = :code", code=code).status)

    def _clock(self, code: str) -> int:
        return int(orjson.loads(self._row("SELECT clock FROM rooms WHERE code = :code", code=code).clock)["seconds"])

    def _sits(self, code: str, person: Person | None) -> bool:
        row = self._row("SELECT person FROM seats WHERE room = :code AND seat = 1", code=code)
        return bool(row.person == (None if person is None else person.id))

    def _ready(self, code: str, person: Person) -> bool:
        row = self._row("SELECT person, ready FROM seats WHERE room = :code AND seat = 1", code=code)
        return bool(row.person == person.id and row.ready)

    async def _trouble(self) -> None:
        """Servers are killed and come back, clocks jump; now and then the database is away altogether."""
        end = asyncio.get_running_loop().time() + self.size.trouble
        while asyncio.get_running_loop().time() < end:
            await asyncio.sleep(self.dice.uniform(*self.size.pause))
            if self.shared.servers and self.dice.random() < 0.7 * self.level:
                self.kills += 1
                await self.dice.choice(self.shared.servers).kill()
                await asyncio.sleep(self.dice.uniform(0.1, 10))
                self.start_server()
            elif self.shared.servers and self.dice.random() < 0.3 * self.level:
                self.dice.choice(self.shared.servers).skew.ms += self.dice.choice((-30_000, -2_000, 5_000, 40_000))
                self.jumps += 1
            elif self.dice.random() < 0.5 * self.level:
                self.faults.level = 100.0
                await asyncio.sleep(self.dice.uniform(0.5, 10))
                self.faults.level = self.level

    async def _check(self) -> None:
        await asyncio.sleep(SETTLE)
        server = self.shared.servers[0]
        for code in {client.code for client in self.clients}:
            room = await server.hub.store.rooms.get(code)
            assert room is not None
            query = sa.text("SELECT ply, seat, kind, data FROM actions WHERE room = :room ORDER BY ply")
            rows = self.shared.connection.execute(query, {"room": code}).all()
            here = [client for client in self.clients if client.code == code]
            self.checker.check_game(room.game, list(rows), here, room)
            for one in self.shared.servers:  # all processes agree
                session = one.hub.registry.sessions.get(code)
                if session is not None:
                    assert session.room.status == "over"
                    table = await one.hub.registry.table(session)
                    assert table.rows == len(rows)


@cache
def near_the_end(flips: int) -> Json:
    """A position of Silver & Gold with so many cards to come, played there by chance."""
    dice = random.Random(flips)
    state = expedition.make("silvergold", players=3).new(1)
    while state.view()["turn"]["round"] < 4 or state.view()["turn"]["left_count"] > flips:
        seat = dice.choice(state.actors)
        state.apply(dice.choice(state.legal_actions(seat)), seat)
    return state.snapshot()


async def _awaited(work: Awaitable[Any]) -> Any:
    return await work


def _end_all(loop: VirtualLoop) -> None:
    """Nothing of a world is left to be ended by the garbage collector, at any moment of another test."""
    while tasks := asyncio.all_tasks(loop):
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.wait(tasks))


def simulate(seed: int, level: float = 1.0, size: Size = LONG) -> World:
    """A whole run; AssertionError if something promised was not kept."""
    loop = VirtualLoop()
    chance = random.Random(seed)
    known = {
        "token_hex": lambda size=32: chance.randbytes(size).hex(),
        "choice": chance.choice,
        "randbits": chance.getrandbits,
        "randbelow": chance.randrange,
    }
    before = timesource._source
    timesource.use_time(VirtualTime(loop))
    try:

        async def main() -> World:
            world = World(seed, level, size)
            await world.run()
            return world

        with mock.patch.multiple("secrets", **known):
            try:
                return loop.run_until_complete(main())
            finally:
                _end_all(loop)
    finally:
        timesource.use_time(before)
        loop.close()
