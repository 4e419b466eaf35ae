"""Lanterns in a room of the server: sockets, secrets, undo, bots, the plain table, the record."""

from __future__ import annotations

import pytest
from tests.server.conftest import Running, Start

import expedition

pytestmark = pytest.mark.server


async def test_given_two_people_then_they_play_it_and_nobody_sees_what_the_other_has_chosen(server: Running) -> None:
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    code = await server.table_for(ana, rui, game="lanterns")
    first, second = await ana.sit_at(code), await rui.sit_at(code)
    assert first.table is not None
    assert first.table["view"]["seats"][1]["lanterns"] is None
    await first.act(first.table["gestures"][0]["actions"][0])
    assert second.table is not None
    assert second.table["view"]["actors"] == [0, 1]
    plain = await ana.get(f"/api/rooms/{code}/plain", seat=0)
    assert (plain["choices"], plain["picture"], plain["result"]) == ([], None, None)
    assert "lit lantern" in plain["journal"][-1]["text"]
    assert not (await rui.get(f"/api/rooms/{code}/plain", seat=1))["journal"]
    assert await rui.call("GET", f"/api/rooms/{code}/plain?seat=0", 403, None)
    taken_back = await first.ask("undo", seat=0, ply=first.table["ply"], count=first.table["count"])
    assert taken_back["type"] == "done", taken_back
    for _ in range(6):
        for socket in (first, second):
            await socket.until(lambda s: s.mine)
            assert socket.table is not None
            await socket.act(socket.table["gestures"][-1]["actions"][0])
    await first.until(lambda s: s.room["status"] == "over")
    result = (await rui.get(f"/api/rooms/{code}/plain", seat=0, lang="pt"))["result"]
    assert [place["place"] for place in result["places"]] in ([1, 2], [1, 1])
    assert result["decided"]
    record = expedition.load((await ana.http.get(f"/api/rooms/{code}/record")).text)
    assert record.state.is_over
    assert (await ana.get(f"/api/rooms/{code}/plain", ply=2))["journal"][-1]["opens"]


async def test_given_a_computer_opponent_then_it_plays_in_a_process_of_its_own(start: Start) -> None:
    server = await start(bots="expedition.players", bot_seconds=60.0)
    ana = await server.guest("Ana")
    (info,) = [game for game in await ana.get("/api/games") if game["name"] == "lanterns"]
    assert (info["titles"]["pt"], info["levels"][0]["id"]) == ("Lanternas", "rookie")
    seats = [{"kind": "me"}, {"kind": "bot", "level": info["levels"][0]["name"]}]
    room = await ana.post("/api/rooms", game="lanterns", setup={"players": 2}, seats=seats, start=True)
    socket = await ana.sit_at(room["code"])
    for _ in range(6):
        await socket.until(lambda s: s.mine or s.room["status"] == "over", seconds=120)
        assert socket.table is not None
        await socket.act(socket.table["gestures"][0]["actions"][0])
    await socket.until(lambda s: s.room["status"] == "over", seconds=60)
    assert sorted(socket.room["ranking"]) in ([1, 2], [1, 1])
