"""A database that fails at any moment: memory says what is stored, and everything goes on afterwards.

Every operation is repeated with its first, second, third … use of the database failing, before it does anything and
after it has committed, when nobody knows whether it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.clients import Player, Socket
from tests.server.conftest import Running, Start

from expedition.server.api import operators
from expedition.server.rooms.registry import RoomRegistry

pytestmark = pytest.mark.server
Json = dict[str, Any]


class Faults:
    """Makes one use of a database fail."""

    def __init__(self, server: Running) -> None:
        self.uses = 0
        self.users: list[str] = []  # the tasks that used it
        self.failing = 0
        self.after = False
        self.always = False
        db = server.hub.store.db
        for name in ("read", "write"):
            setattr(db, name, self._wrapped(getattr(db, name)))

    def _wrapped(self, original: Callable[[], Any]) -> Callable[[], Any]:
        @asynccontextmanager
        async def use() -> AsyncIterator[Any]:
            self.uses += 1
            self.users.append(str(task.get_name() if (task := asyncio.current_task()) else ""))
            fails = self.always or self.uses == self.failing
            if fails and not self.after:
                raise sa.exc.OperationalError("injected", None, Exception("disk I/O error"))
            async with original() as connection:
                yield connection
            if fails:
                raise sa.exc.OperationalError("injected", None, Exception("line lost in commit"))

        return use

    def fail(self, number: int, after: bool) -> None:
        self.uses, self.failing, self.after = 0, number, after


class Table:
    """A room of two with sockets, at some point of its life."""

    def __init__(self, server: Running, ana: Player, rui: Player) -> None:
        self.server, self.ana, self.rui = server, ana, rui
        self.code = ""
        self.sockets: list[Socket] = []

    async def waiting(self) -> Table:
        room = await self.ana.post("/api/rooms", game="eldorado", setup={"players": 2})
        self.code = room["code"]
        self.sockets = [await self.ana.sit_at(self.code), await self.rui.sit_at(self.code)]
        return self

    async def full(self) -> Table:
        await self.waiting()
        await self.rui.call("PUT", f"/api/rooms/{self.code}/seats/1", 200, {"kind": "me"})
        return self

    async def playing(self) -> Table:
        await self.full()
        await self.ana.post(f"/api/rooms/{self.code}/start")
        await self.sockets[0].until(lambda s: s.table is not None)
        return self

    async def nearly_over(self) -> Table:
        await self.playing()
        await self.sockets[0].ask("agree", seat=0, end=True)
        return self

    async def over(self) -> Table:
        await self.nearly_over()
        await self.sockets[1].ask("agree", seat=1, end=True)
        await self.sockets[0].until(lambda s: s.room["status"] == "over")
        return self

    async def offered(self) -> Table:
        await self.over()
        await self.rui.post(f"/api/rooms/{self.code}/rematch")
        return self

    # -- operations: what each answers with, an HTTP status or a message's type ------------------------------------

    async def http(self, player: Player, method: str, path: str, body: Json | None = None) -> object:
        return (await player.http.request(method, f"/api/rooms/{self.code}{path}", json=body)).status_code

    async def act(self) -> object:
        socket = self.sockets[0]
        assert socket.table is not None
        return _outcome(await socket.act(socket.table["legal"][0] if socket.table["legal"] else {"do": "end"}))


def _outcome(message: Json) -> object:
    return message.get("code", message["type"])


Operation = tuple[str, Callable[[Table], Awaitable[Table]], Callable[[Table], Awaitable[object]]]
OPERATIONS: list[Operation] = [
    ("sit", Table.waiting, lambda t: t.http(t.rui, "PUT", "/seats/1", {"kind": "me"})),
    ("stand up", Table.full, lambda t: t.http(t.rui, "DELETE", "/seats/1")),
    ("change", Table.full, lambda t: t.http(t.ana, "PATCH", "", {"clock": {"kind": "days", "days": 2}})),
    ("ready", Table.full, lambda t: t.http(t.rui, "PUT", "/ready", {"ready": False, "entropy": "ab" * 16})),
    ("close", Table.full, lambda t: t.http(t.ana, "DELETE", "")),
    ("start", Table.full, lambda t: t.http(t.ana, "POST", "/start")),
    ("act", Table.playing, Table.act),
    ("resign", Table.playing, lambda t: t.sockets[1].ask("resign", seat=1)),
    ("say", Table.playing, lambda t: t.sockets[1].ask("say", text="Hello")),
    ("finish", Table.nearly_over, lambda t: t.sockets[1].ask("agree", seat=1, end=True)),
    ("offer", Table.over, lambda t: t.http(t.rui, "POST", "/rematch", {})),
    ("accept", Table.offered, lambda t: t.http(t.ana, "POST", "/rematch", {})),
    ("decline", Table.offered, lambda t: t.http(t.ana, "DELETE", "/rematch")),
]


async def stored(server: Running, code: str) -> Any:
    """The room as a process that has just started would see it."""
    hub = server.hub
    registry = RoomRegistry(hub.store, hub.bus, hub.supervisor, 60)
    session = await registry.find(code)
    if session.room.seed:
        await registry.table(session)
    return session


async def check_memory(table: Table) -> None:
    hub = table.server.hub
    while hub.repair.is_pending:
        await asyncio.sleep(0.01)
    codes = [table.code]
    if hub.registry.sessions[table.code].room.next:
        codes.append(hub.registry.sessions[table.code].room.next)
    for code in codes:
        session = await hub.registry.find(code)
        truth = await stored(table.server, code)
        async with session.lock:
            assert session.room == truth.room or _but_for_wake(session.room) == _but_for_wake(truth.room)
            assert session.seats == truth.seats
            assert session.next_seats == truth.next_seats
            assert session.agreed == truth.agreed
            if truth.table is not None:
                kept = await hub.registry.table(session)
                assert (kept.rows, kept.ply, kept.state.s) == (truth.table.rows, truth.table.ply, truth.table.state.s)
    for socket in table.sockets:
        shown = await socket.ask("sync")
        assert shown["room"]["status"] == (await stored(table.server, table.code)).room.status


def _but_for_wake(room: Any) -> Json:
    """Columns that only the database has to know."""
    return {name: getattr(room, name) for name in room.__slots__ if name not in ("wake", "owing", "moved")}


@pytest.mark.parametrize(("name", "prepare", "operate"), OPERATIONS, ids=[name for name, _, _ in OPERATIONS])
async def test_given_a_database_that_fails_at_any_moment_then_memory_says_what_is_stored(
    server: Running, name: str, prepare: Any, operate: Any
) -> None:
    await server.hub.supervisor.end_all()  # the periodic work uses the database too and would be hit instead
    faults = Faults(server)
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    number, most = 1, 1
    refused = 0
    while number <= most:
        for after in (False, True):
            table = await prepare(Table(server, ana, rui))
            faults.fail(number, after)
            told = await operate(table)
            answer = _outcome(told) if isinstance(told, dict) else told
            most = max(most, faults.uses)
            faults.fail(0, False)
            assert answer not in ("internal", 500), (number, after)
            refused += answer in ("unavailable", 503)
            await check_memory(table)
            again = await operate(table)
            assert (_outcome(again) if isinstance(again, dict) else again) not in ("internal", "unavailable", 500, 503)
            await check_memory(table)
            for socket in table.sockets:
                await socket.close()
        number += 1
    assert most >= 1
    assert refused >= 1, "no fault reached the operation"


async def test_given_an_acknowledged_last_action_when_the_end_cannot_be_stored_then_it_follows_by_itself(
    server: Running,
) -> None:
    faults = Faults(server)
    table = await Table(server, await server.guest("Ana"), await server.guest("Rui")).nearly_over()
    await server.hub.supervisor.end_all()
    faults.fail(2, after=False)
    assert (await table.sockets[1].ask("agree", seat=1, end=True))["type"] == "done"
    assert (await stored(server, table.code)).room.status == "playing"
    await server.hub.clocks.sweep()
    await table.sockets[0].until(lambda s: s.room["status"] == "over")


async def test_given_outages_in_a_row_then_requests_get_a_sentence_and_everything_heals(server: Running) -> None:
    faults = Faults(server)
    table = await Table(server, await server.guest("Ana"), await server.guest("Rui")).playing()
    for _ in range(2):
        faults.always = True
        answer = await table.ana.http.get("/api/rooms")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert answer.headers["retry-after"] == "2"
        told = await table.act()
        assert told == "unavailable"
        ready = await table.ana.http.get("/api/ready")
        assert (ready.status_code, ready.json()["code"]) == (503, "not_ready")
        while not server.hub.supervisor.failing:  # the sweep notices by itself
            await asyncio.sleep(0.02)
        faults.always = False
        assert (await table.ana.http.get("/api/rooms")).status_code == 200
        while server.hub.supervisor.failing:
            await asyncio.sleep(0.02)
        assert (await table.ana.http.get("/api/ready")).status_code == 200
        await check_memory(table)
        while not table.sockets[0].mine:
            await table.sockets[1].act({"do": "end"}, {"do": "done"})
            await table.sockets[0].ask("ping")
        assert await table.act() == "done"


async def test_given_work_that_fails_then_it_is_named_until_it_works_again(server: Running) -> None:
    broken = True

    async def work() -> None:
        if broken:
            raise RuntimeError("not today")

    server.hub.supervisor.every("counting stars", 0.01, work)
    ana = await server.guest()
    while "counting stars" not in server.hub.supervisor.failing:
        await asyncio.sleep(0.01)
    told = await ana.get("/api/ready", 503)
    assert told["message"] == "Background work is down: counting stars (RuntimeError)."
    broken = False
    while server.hub.supervisor.failing:
        await asyncio.sleep(0.01)
    assert await ana.get("/api/ready") == {"ok": True}


async def test_given_a_full_disk_then_readiness_says_so(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server = await start()
    ana = await server.guest()
    monkeypatch.setattr(operators, "LEAST_DISK", 2**62)
    assert (await ana.get("/api/ready", 503))["message"] == "The disk of the database is full."
