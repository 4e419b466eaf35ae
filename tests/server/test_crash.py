"""kill -9 under load: what was acknowledged is there, and every game goes on."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.clients import Socket
from tests.server.processes import Cluster, ServerProcess
from websockets.exceptions import ConnectionClosed

from expedition.server.store import Store

pytestmark = pytest.mark.server

Launch = Callable[[str], Awaitable[ServerProcess]]
ROOMS = 6


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_given_a_server_killed_under_load_when_it_restarts_then_nothing_acknowledged_is_lost(
    launch: Launch, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    cluster: Cluster | None = request.getfixturevalue("cluster") if kind == "postgres" else None
    database = cluster.database() if cluster else str(tmp_path / "crash.db")
    server = await launch(database)
    rooms = [await _hotseat(server, game) for game in ("eldorado", "silvergold") * (ROOMS // 2)]
    acknowledged: dict[str, list[Any]] = {code: [] for code, _ in rooms}
    players = [asyncio.create_task(_play(socket, acknowledged[code], n)) for n, (code, socket) in enumerate(rooms)]
    while sum(map(len, acknowledged.values())) < 100:
        await asyncio.sleep(0.01)
        assert not any(task.done() for task in players), [t.exception() for t in players if t.done()]
    server.kill()
    await asyncio.gather(*players)

    store = Store(database)
    for code, actions in acknowledged.items():
        rows = await store.log.rows(code)
        assert [row.ply for row in rows] == list(range(len(rows)))
        stored = [{"seat": row.seat, **row.data} for row in rows]
        assert stored[: len(actions)] == actions
        assert len(stored) <= len(actions) + 1  # what was in flight may or may not have arrived
    await store.db.close()

    again = await launch(database)
    for player, (code, _) in zip(server.players, rooms):
        back = again.same_person(player)
        socket = await back.sit_at(code)
        assert socket.room["status"] == "playing"
        seat = socket.table["actors"][0]  # type: ignore[index]
        await socket.ask("look", seat=seat)
        assert (await socket.act(socket.table["legal"][0]))["type"] == "done"  # type: ignore[index]
    assert "traceback" not in again.log()


async def test_given_a_polite_end_then_sockets_are_told_to_come_back_and_the_process_ends(
    launch: Launch, tmp_path: Path
) -> None:
    server = await launch(str(tmp_path / "polite.db"))
    _, socket = await _hotseat(server, "eldorado")
    assert await asyncio.to_thread(server.terminate) in (0, -signal.SIGTERM)  # all done, then the signal itself
    assert await socket.closed() == 1012
    assert "traceback" not in server.log()


async def _hotseat(server: ServerProcess, game: str) -> tuple[str, Socket]:
    player = await server.guest()
    seats = [{"kind": "me", "name": "One"}, {"kind": "me", "name": "Two"}]
    room = await player.post("/api/rooms", game=game, setup={"players": 2}, seats=seats, start=True)
    return room["code"], await player.sit_at(room["code"])


async def _play(socket: Socket, acknowledged: list[Any], seed: int) -> None:
    """Both seats in turn until the connection breaks, remembering what the server has promised to keep."""
    dice = random.Random(seed)
    with contextlib.suppress(ConnectionError, ConnectionClosed):
        while True:
            assert socket.table is not None
            if not socket.mine:
                if not socket.table["actors"]:
                    await asyncio.sleep(3600)  # over: this room waits for the end
                await socket.ask("look", seat=socket.table["actors"][0])
            action = dice.choice(socket.table["legal"])
            seat = socket.you["looking"]
            if (await socket.act(action))["type"] == "done":
                acknowledged.append({"seat": seat, **action})
