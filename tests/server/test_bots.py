"""Computer opponents: they play, are seen thinking, and cannot stop a game however badly they behave."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from tests.server.conftest import Running, Start

import expedition
from expedition.core.registry import games
from expedition.server.rooms.bots import Bots

pytestmark = pytest.mark.server


async def room_with(server: Running, *levels: str, game: str = "silvergold", people: int = 1) -> tuple[object, str]:
    ana = await server.guest("Ana")
    seats = [{"kind": "me"}] * people + [{"kind": "bot", "level": level} for level in levels]
    setup = {"players": len(seats)} | ({"max_rounds": 4} if game == "eldorado" else {})
    room = await ana.post("/api/rooms", game=game, setup=setup, seats=seats, start=True)
    return ana, room["code"]


@pytest.mark.parametrize("game", ["eldorado", "silvergold"])
async def test_given_bots_only_when_started_then_they_play_to_the_end(server: Running, game: str) -> None:
    ana, code = await room_with(server, "First", "Last", game=game, people=0)
    watching = await ana.sit_at(code)  # type: ignore[attr-defined]
    await watching.until(lambda s: s.room["status"] == "over", 60)
    record = expedition.load((await ana.http.get(f"/api/rooms/{code}/record")).text)  # type: ignore[attr-defined]
    assert [seat["kind"] for seat in record.seats] == ["bot", "bot"]
    assert any(message["type"] == "thinking" and message["seats"] for message in watching.received)
    assert watching.room["seats"][0]["name"] == "First"


@pytest.mark.parametrize("level", ["Dies", "Raises", "Wrong"])
async def test_given_a_bot_that_fails_then_the_game_goes_on(server: Running, level: str) -> None:
    ana, code = await room_with(server, level)
    socket = await ana.sit_at(code)  # type: ignore[attr-defined]
    while socket.mine:
        await socket.act(socket.table["legal"][0])
    await socket.until(lambda s: s.table["ply"] > 0, 30)


async def test_given_a_bot_that_takes_too_long_then_it_is_replaced_and_the_game_goes_on(start: Start) -> None:
    server = await start(bot_seconds=0.5)
    server.hub.bots._known.add(("silvergold", "Sleeps"))  # the first thought of all may take longer
    ana, code = await room_with(server, "Sleeps")
    socket = await ana.sit_at(code)  # type: ignore[attr-defined]
    while socket.mine:
        await socket.act(socket.table["legal"][0])
    await socket.until(lambda s: s.table["ply"] > 0, 30)


async def test_given_a_worker_killed_between_choices_then_another_takes_its_place(server: Running) -> None:
    pool = server.hub.bots.pool
    assert await server.hub.bots.choose("silvergold", "First", {}, [3, 4]) == 3
    (pid,) = pool.pids()
    os.kill(pid, signal.SIGKILL)
    assert await server.hub.bots.choose("silvergold", "Last", {}, [3, 4]) == 4
    assert pool.pids() != [pid]


async def test_given_a_machine_not_prepared_for_a_bot_then_that_is_done_apart_from_the_workers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PREPARED_HERE", str(tmp_path))
    bots = Bots("tests.server.unprepared_bots", 1, 5.0)
    try:
        await bots.warm_up()
        (worker,) = bots.pool.pids()
        done = {
            name: {int(file.name.split("-")[2]) for file in tmp_path.glob(f"{name}-*")} for name in ("warm", "prepare")
        }
        assert done["warm"] == {worker}
        assert len(list(tmp_path.glob("prepare-*"))) == len(games())
        assert worker not in done["prepare"]
        before = set(tmp_path.iterdir())
        await bots.warm_up()  # a machine that is prepared
        assert set(tmp_path.iterdir()) == before
    finally:
        await bots.pool.close()


async def check_level(server: Running, game: str, level: str) -> None:
    ana = await server.guest("Ana")
    seats = [{"kind": "bot", "level": level}, {"kind": "me"}]
    room = await ana.post("/api/rooms", game=game, setup={"players": 2}, seats=seats, start=True)
    socket = await ana.sit_at(room["code"])
    await socket.until(lambda s: s.table["actors"] == [1], 280)
    assert socket.room["seats"][0]["name"] == level
    assert next(row.seat for row in await server.hub.store.log.rows(room["code"])) == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["eldorado", "silvergold"])
async def test_given_the_guide_of_our_own_players_then_it_takes_a_seat_and_moves(start: Start, game: str) -> None:
    server = await start(bots="expedition.players", bot_seconds=20.0)
    ana = await server.guest()
    for told in await ana.get("/api/games"):
        assert [level["id"] for level in told["levels"]] == ["rookie", "guide", "veteran", "legend"]
    await check_level(server, game, "Guide")


@pytest.mark.soak
@pytest.mark.parametrize("level", ["Rookie", "Veteran", "Legend"])
@pytest.mark.parametrize("game", ["eldorado", "silvergold"])
async def test_given_any_other_level_of_our_own_players_then_it_takes_a_seat_and_moves(
    start: Start, game: str, level: str
) -> None:
    await check_level(await start(bots="expedition.players", bot_seconds=20.0), game, level)
