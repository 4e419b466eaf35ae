"""Two server processes on one real PostgreSQL: one house with two doors."""

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

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("postgres")]

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
    code, (_, rui, _), (here, _, there) = await two_doors(launch, cluster, "silvergold")
    dice = random.Random(1)
    races = won_here = 0
    while races < 40:
        await here.until(lambda s: s.mine or s.room["status"] == "over")
        await there.until(lambda s: (s.table["ply"], s.table["count"]) == (here.table["ply"], here.table["count"]))
        if here.room["status"] == "over":
            break
        assert here.table is not None
        assert there.table is not None
        legal = here.table["legal"]
        answers = await asyncio.gather(here.act(dice.choice(legal)), there.act(dice.choice(legal)))
        kinds = [answer["type"] for answer in answers]
        assert sorted(kinds) == ["done", "error"], answers
        assert {answer.get("code") for answer in answers} == {None, "stale"}
        races += 1
        won_here += kinds[0] == "done"
        if here.table["actors"] == [1] or 1 in here.table["actors"]:
            await _let_rui_move(rui, code, here)
        await there.until(lambda s: (s.table["ply"], s.table["count"]) == (here.table["ply"], here.table["count"]))
        assert there.table["view"] == here.table["view"]
    assert races >= 20
    assert 0 < won_here < races


async def _let_rui_move(rui: Player, code: str, here: Socket) -> None:
    socket = rui._sockets[0]
    await socket.ask("sync")
    for _ in range(10):
        if not socket.mine:
            break
        assert socket.table is not None
        answer = await socket.act(socket.table["legal"][0])
        assert answer["type"] == "done" or answer["code"] == "stale"
    await here.ask("ping")
    await here.until(lambda s: 1 not in s.table["actors"] or s.table["ply"] > 0)


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
    for seat in (0, 1):
        await sockets[seat].ask("resign", seat=seat)
    await sockets[0].until(lambda s: s.room["status"] == "over")
    board = await one.get("/api/leaderboard", game="silvergold", players=2)
    assert len(board) == 2
