"""One guest, one address or one crowd cannot take what others need: bots, rooms, places, sockets, logins."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.conftest import Running, Start
from tests.server.processes import Cluster
from tests.server.test_play import two_at

from expedition.server.limits import Limits, OpenSockets
from expedition.server.rooms import lobby, presence
from expedition.server.rooms.bot_queue import BotQueue, Urgency
from expedition.server.store import Store


async def served(queue: BotQueue, order: list[str], name: str, owner: str, urgency: Urgency) -> None:
    async with queue.place(owner, urgency):
        order.append(name)
        await asyncio.sleep(0)


async def test_given_a_guest_with_many_bot_rooms_then_a_persons_opponent_thinks_next() -> None:
    queue, order = BotQueue(1), []  # type: ignore[var-annotated]
    async with queue.place("busy", Urgency.ALONE):
        waiting = [served(queue, order, f"alone {n}", "busy", Urgency.ALONE) for n in range(5)]
        tasks = [asyncio.create_task(one) for one in waiting]
        await asyncio.sleep(0)
        for name, owner, urgency in (
            ("away", "rui", Urgency.PLAYED),
            ("second of ana", "busy", Urgency.WATCHED),
            ("at the table", "ana", Urgency.WATCHED),
        ):
            tasks.append(asyncio.create_task(served(queue, order, name, owner, urgency)))
        await asyncio.sleep(0)
        cancelled = asyncio.create_task(served(queue, order, "gone", "eve", Urgency.WATCHED))
        await asyncio.sleep(0)
        cancelled.cancel()
    await asyncio.gather(*tasks)
    assert order[:3] == ["at the table", "second of ana", "away"]  # whose owner has less comes first
    assert order[3:] == [f"alone {n}" for n in range(5)]
    async with queue.place("last", Urgency.ALONE):
        pass


@pytest.mark.server
async def test_given_bots_that_play_alone_then_a_players_bot_answers_before_them(start: Start) -> None:
    server = await start()
    eve, ana = await server.guest("Eve"), await server.guest("Ana")
    alone = [{"kind": "bot", "level": "First"}, {"kind": "bot", "level": "Last"}]
    for _ in range(lobby.MOST_BOT_ROOMS):
        await eve.post("/api/rooms", game="eldorado", setup={"players": 2}, seats=alone, start=True)
    refused = await eve.post("/api/rooms", 409, game="eldorado", setup={"players": 2}, seats=alone)
    assert refused["key"] == "refusal.most_bot_rooms"
    asked: list[Urgency] = []
    original = server.hub.bots._queue.place

    def place(owner: str, urgency: Urgency):  # type: ignore[no-untyped-def]
        asked.append(urgency)
        return original(owner, urgency)

    server.hub.bots._queue.place = place  # type: ignore[method-assign]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "First"}]
    room = await ana.post("/api/rooms", game="eldorado", setup={"players": 2}, seats=seats)
    socket = await ana.sit_at(room["code"])
    await ana.post(f"/api/rooms/{room['code']}/start")
    await socket.until(lambda s: s.mine)
    assert (await socket.act({"do": "end"}, {"do": "done"}))["type"] == "done"
    await socket.until(lambda s: s.mine)
    assert Urgency.WATCHED in asked
    assert Urgency.ALONE in asked


@pytest.mark.server
async def test_given_a_host_with_many_open_rooms_then_one_more_is_refused(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_ROOMS", 2)
    ana, rui = await server.guest(), await server.guest()
    rooms = [await ana.post("/api/rooms", game="eldorado") for _ in range(2)]
    assert (await ana.post("/api/rooms", 409, game="eldorado"))["key"] == "refusal.most_rooms"
    await rui.post("/api/rooms", game="eldorado")
    await ana.call("DELETE", f"/api/rooms/{rooms[0]['code']}", 200, None)
    await ana.post("/api/rooms", game="eldorado")


@pytest.mark.server
async def test_given_a_crowd_of_spectators_then_players_still_come_in_and_hear_of_the_crowd_in_batches(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "MOST_SPECTATORS", 3)
    monkeypatch.setattr(presence, "MOST_OF_PLAYER", 2)
    code, (ana, _), (first, _) = await two_at(server, "eldorado")
    heard = len(first.received)
    crowd = [await server.guest(f"Fan {n}") for n in range(4)]
    for fan in crowd[:3]:
        await fan.sit_at(code)
    late = await crowd[3].socket(code)
    assert await late.closed() == 1013
    await first.until(lambda s: s.room["spectators"] == 3)
    assert len([m for m in first.received[heard:] if m["type"] == "room"]) <= 2
    second = await ana.sit_at(code)
    third = await ana.sit_at(code)
    assert await first.closed() == 4409  # the oldest tab makes place
    assert (await second.ask("ping"))["type"] == (await third.ask("ping"))["type"] == "pong"


def test_given_an_address_with_many_sockets_then_one_more_is_refused_until_one_closes() -> None:
    sockets = OpenSockets(2)
    with sockets.counted("a") as first, sockets.counted("a") as second, sockets.counted("b") as other:
        assert first
        assert second
        assert other
        with sockets.counted("a") as third:
            assert not third
    with sockets.counted("a") as again:
        assert again


@pytest.mark.server
async def test_given_logins_to_one_account_from_anywhere_then_they_are_limited(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(Limits.KINDS, "account_login", (0.001, 2.0))
    server = await start(rate_limits=True)
    ana = await server.guest()
    answers = [
        (await ana.http.post("/api/login", json={"name": "Nobody", "password": "wrong wrong"})).status_code
        for _ in range(3)
    ]
    assert answers == [403, 403, 429]


@pytest.mark.server
async def test_given_two_processes_then_a_limit_holds_for_both_together(cluster: Cluster) -> None:
    address = cluster.database()
    stores = [Store(address), Store(address)]
    await stores[0].db.open()
    waits = [await stores[n % 2].limits.take("room", "1.2.3.4", 0.5, 4.0) for n in range(6)]
    assert waits[:4] == [0, 0, 0, 0]
    assert all(0 < wait <= 2 for wait in waits[4:])
    assert await stores[1].limits.take("room", "5.6.7.8", 0.5, 4.0) == 0
    await stores[0].limits.forget(2**62)
    assert await stores[1].limits.take("room", "1.2.3.4", 0.5, 4.0) == 0
    for store in stores:
        await store.db.close()
