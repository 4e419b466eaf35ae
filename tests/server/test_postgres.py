"""Two server processes on one real PostgreSQL: one server with two doors."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest
from tests.server.clients import Player, Socket
from tests.server.conftest import Start
from tests.server.processes import Cluster, ServerProcess
from tests.server.test_play import play_and_step, two_at

import expedition

pytestmark = pytest.mark.server

Launch = Callable[[str], Awaitable[ServerProcess]]


async def two_doors(launch: Launch, cluster: Cluster, game: str) -> tuple[str, list[Player], list[Socket]]:
    """Ana at the first process, Rui at the second, in one room."""
    database = cluster.database()
    first, second = await asyncio.gather(launch(database), launch(database))
    ana, rui = await first.guest("Ana"), await second.guest("Rui")
    room = await ana.post("/api/rooms", game=game, setup={"players": 2})
    code = room["code"]
    at_first = await ana.sit_at(code)
    await rui.call("PUT", f"/api/rooms/{code}/seats/1", 200, {"kind": "me"})
    await at_first.until(lambda s: s.room["seats"][1]["name"] == "Rui")
    at_second = await rui.sit_at(code)
    await at_first.until(lambda s: s.room["seats"][1]["connected"])
    await ana.post(f"/api/rooms/{code}/start")
    await at_first.until(lambda s: s.table is not None)
    await at_second.until(lambda s: s.table is not None)
    third = second.same_person(ana)  # Ana's other tab, at the other door
    return code, [ana, rui, third], [at_first, at_second, await third.sit_at(code)]


async def test_given_two_processes_when_actions_race_for_one_ply_then_exactly_one_wins_and_all_see_it(
    launch: Launch, cluster: Cluster
) -> None:
    _, _, (here, rui, there) = await two_doors(launch, cluster, "eldorado")
    dice = random.Random(1)
    for _ in range(40):
        assert here.table is not None
        assert there.table is not None
        ply, legal = here.table["ply"], here.table["legal"]
        assert there.table["ply"] == ply
        answers = await asyncio.gather(here.act(dice.choice(legal)), there.act(dice.choice(legal)))
        assert sorted(answer["type"] for answer in answers) == ["done", "error"], answers
        assert {answer.get("code") for answer in answers} == {None, "stale"}
        await _everybody_at(ply + 1, here, there, rui)
        while rui.mine:
            assert rui.table is not None
            assert (await rui.act(rui.table["legal"][-1]))["type"] == "done"
            await _everybody_at(rui.table["ply"], here, there)
        assert here.table["view"] == there.table["view"]
        assert here.table["events"] == there.table["events"]


async def _everybody_at(ply: int, *sockets: Socket) -> None:
    for socket in sockets:
        await socket.until(lambda s: s.table["ply"] == ply)


async def test_given_players_at_different_processes_then_they_play_a_whole_game_and_talk(
    launch: Launch, cluster: Cluster
) -> None:
    code, (ana, _, _), (first, second, _) = await two_doors(launch, cluster, "silvergold")
    await first.ask("say", text="Hello over there")
    assert (await second.next("chat"))["line"]["text"] == "Hello over there"
    dice = random.Random(2)
    for _ in range(400):
        tasks = [asyncio.create_task(s.until(lambda s: s.mine or s.room["status"] == "over")) for s in (first, second)]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED, timeout=20)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if "over" in (first.room["status"], second.room["status"]):
            break
        mover = next(s for s in (first, second) if s.mine)
        assert mover.table is not None
        answer = await mover.act(dice.choice(mover.table["legal"]))
        assert answer["type"] == "done" or answer["code"] == "stale"
    await first.until(lambda s: s.room["status"] == "over")
    await second.until(lambda s: s.room["status"] == "over")
    assert first.room["ranking"] == second.room["ranking"]
    expedition.load((await ana.http.get(f"/api/rooms/{code}/record")).text)


async def test_given_postgresql_then_undo_restart_and_ratings_work_as_with_sqlite(
    start: Start, cluster: Cluster
) -> None:
    server = await start(database=cluster.database())
    code, _, (ana, _) = await two_at(server, "eldorado")
    snapshot = server.truth(code).state.snapshot()
    await ana.act(*play_and_step(ana))
    assert ana.table is not None
    await ana.ask("undo", seat=0, ply=ana.table["ply"])
    assert server.truth(code).state.snapshot() == snapshot
    one, two = await server.account("Ana"), await server.account("Rui")
    rated = await server.table_for(one, two, game="silvergold", rated=True)
    sockets = [await one.sit_at(rated), await two.sit_at(rated)]
    await sockets[1].ask("resign", seat=1)
    await sockets[0].until(lambda s: s.room["status"] == "over")
    board = await one.get("/api/leaderboard", game="silvergold", players=2)
    assert len(board) == 2


async def test_given_a_lost_line_to_the_database_then_the_process_listens_again_and_catches_up(
    start: Start, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = cluster.database()
    first, second = await start(database=database), await start(database=database)
    code, (ana, _), (here, _) = await two_at(first, "eldorado")
    other = Player(second.address)
    second.players.append(other)
    for name, value in ana.http.cookies.items():
        other.http.cookies.set(name, value)
    # no line between them: both have the room, and follow each other by the log
    monkeypatch.setattr(second.hub.peers, "line_to", lambda source: None)
    there = await other.sit_at(code)
    assert second.hub.registry.sessions[code].connections
    await second.hub.bus._connection.execute("select 1")
    second.hub.bus._connection.terminate()
    assert (await here.act(*play_and_step(here)))["type"] == "done"
    assert here.table is not None
    await there.until(lambda s: s.table["ply"] == here.table["ply"])
    assert there.table == here.table | {"clocks": None}
