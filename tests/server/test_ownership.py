"""A room lives in one process; others pass on to it, and take it over when it dies."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
import uvloop
from tests.server.clients import Player, Socket
from tests.server.conftest import Running, Start
from tests.server.processes import Cluster
from tests.server.test_play import play_and_step
from tests.server.test_postgres import Launch

from expedition.server.rooms.peers import Kind, Line, Peers
from expedition.server.store import Store
from expedition.server.supervisor import Supervisor

pytestmark = pytest.mark.server


def at(server: Running, player: Player) -> Player:
    """The same person at another server's door."""
    other = Player(server.address)
    other.person = player.person
    for name, value in player.http.cookies.items():
        other.http.cookies.set(name, value)
    server.players.append(other)
    return other


async def two_servers(start: Start, cluster: Cluster) -> tuple[Running, Running]:
    database = cluster.database()
    first, second = await start(database=database), await start(database=database)
    async with asyncio.timeout(30):
        while not (first.hub.peers.line_to(second.hub.source) and second.hub.peers.line_to(first.hub.source)):
            await asyncio.sleep(0.01)
    return first, second


async def test_given_a_socket_at_another_process_then_the_room_lives_in_one_and_both_play_and_talk(
    start: Start, cluster: Cluster
) -> None:
    first, second = await two_servers(start, cluster)
    ana, rui = await first.guest("Ana"), await second.guest("Rui")
    code = (await ana.post("/api/rooms", game="eldorado", setup={"players": 2}))["code"]
    here = await ana.sit_at(code)
    await rui.call("PUT", f"/api/rooms/{code}/seats/1", 200, {"kind": "me"})
    there = await rui.sit_at(code)
    await ana.post(f"/api/rooms/{code}/start")
    await there.until(lambda s: s.table is not None)
    assert len(first.hub.registry.sessions[code].connections) == 2
    assert (await here.act(*play_and_step(here)))["type"] == "done"
    assert here.table is not None
    ply = here.table["ply"]
    await there.until(lambda s: s.table["ply"] == ply)
    async with asyncio.timeout(30):  # nobody computes it twice
        while code in second.hub.registry.sessions:
            await asyncio.sleep(0.01)
    await there.ask("say", text="Hello over there")
    assert (await here.next("chat"))["line"]["text"] == "Hello over there"
    refused = await there.act(here.table["legal"][0], seat=0)
    assert refused["code"] == "not_yours"
    await there.send_raw(b"binary")
    assert await there.closed() == 4400
    await here.until(lambda s: not s.room["seats"][1]["connected"])
    nobody = await rui.socket("AAAAAA")
    assert await nobody.closed() == 4404


async def test_given_the_owner_ends_then_the_other_takes_its_sockets_rooms_and_bots_over(
    start: Start, cluster: Cluster
) -> None:
    first, second = await two_servers(start, cluster)
    ana = await first.guest("Ana")
    seats: list[Any] = [{"kind": "me"}, {"kind": "bot", "level": "First"}]
    code = (await ana.post("/api/rooms", game="eldorado", setup={"players": 2}, seats=seats, start=True))["code"]
    mine = await ana.sit_at(code)
    there = await at(second, ana).sit_at(code)
    assert len(first.hub.registry.sessions[code].connections) == 2
    assert (await mine.act(*play_and_step(mine)))["type"] == "done"
    assert mine.table is not None
    ply = mine.table["ply"]
    await there.until(lambda s: s.table["ply"] == ply)
    await first.stop()
    state = await there.next("state")
    assert state["table"]["ply"] == ply
    assert state["you"]["seats"] == [0]
    assert second.hub.registry.sessions[code].connections
    assert (await there.act(there.table["legal"][-1]))["type"] == "done"  # type: ignore[index]
    assert await second.hub.store.rooms.owner(code) == (True, second.hub.source)


async def test_given_the_owner_is_killed_then_another_goes_on_within_two_seconds_and_nothing_is_lost(
    launch: Launch, cluster: Cluster
) -> None:
    database = cluster.database()
    first, second = await asyncio.gather(launch(database), launch(database))
    ana = await first.guest("Ana")
    room = await ana.post("/api/rooms", game="silvergold", setup={"players": 2}, seats=[{"kind": "me"}] * 2, start=True)
    await ana.sit_at(room["code"])
    there = await second.same_person(ana).sit_at(room["code"])
    acknowledged: list[Any] = []
    died, after, slowest = 0.0, 0, 0.0
    async with asyncio.timeout(120):
        while after < 10:
            if len(acknowledged) == 10 and not died:
                first.kill()
                died = time.monotonic()
            seat = _ready(there)
            if seat is None:
                await there.next()
                continue
            if there.you["looking"] != seat:
                await there.ask("look", seat=seat)
            assert there.table is not None
            if not there.table["legal"]:
                await there.ask("sync")
                continue
            action = there.table["legal"][0]
            asked = time.monotonic()
            answer = await there.act(action)
            if not died:
                slowest = max(slowest, time.monotonic() - asked)
            if answer["type"] == "done":
                acknowledged.append(action)
                if died and not after:
                    # on a machine that takes a while for every answer, taking over takes as many of them
                    assert time.monotonic() - died < 2 + 10 * slowest, "another process has taken over"
                after += bool(died)
    store = Store(database)
    try:
        rows = [row.data for row in await store.log.rows(room["code"]) if row.kind == "act"]
    finally:
        await store.db.close()
    left = iter(rows)
    assert all(any(row == action for row in left) for action in acknowledged), "acknowledged, in order, none lost"
    assert len(acknowledged) == 20


def _ready(socket: Socket) -> int | None:
    actors = (socket.table or {}).get("actors", [])
    own = [seat for seat in actors if seat in socket.you["seats"]]
    return own[0] if own else None


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_given_a_stranger_at_the_line_then_nothing_is_opened_for_it_and_for_a_friend_it_is(
    loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    """On either event loop: the server's own is uvloop's."""
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(_strangers_and_friends())


async def _strangers_and_friends() -> None:
    supervisor = Supervisor()
    peers = Peers("aaaaaaaa", "127.0.0.1", supervisor)
    asked: list[str] = []
    peers.on_request = lambda line, number, kind, text: asked.append(text)
    await peers.open("the secret")
    try:
        ended = asyncio.Event()
        host, _, port = peers.address.rpartition(":")
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(
            lambda: Line(lambda *frame: None, lambda line: ended.set()), host, int(port)
        )
        line.send(0, Kind.HELLO, "bbbbbbbb 0000")
        line.send(1, Kind.OPEN, '{"code": "AAAAAA"}')
        await asyncio.wait_for(ended.wait(), 30)
        assert not asked
        friend = Peers("cccccccc", "127.0.0.1", supervisor)
        await friend.open("the secret")
        friend.heard("aaaaaaaa", peers.address)
        async with asyncio.timeout(30):
            while friend.line_to("aaaaaaaa") is None:
                await asyncio.sleep(0.01)
            known = friend.line_to("aaaaaaaa")
            assert known is not None
            known.send(1, Kind.OPEN, "x" * 100_000)
            while not asked:
                await asyncio.sleep(0.01)
        assert asked == ["x" * 100_000]
        await friend.close()
    finally:
        await peers.close()
        await supervisor.close()
