"""A glance shows what a spectator sees; a visitor who is alone finds two Legends at play."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.conftest import Running, Start

pytestmark = pytest.mark.server


async def test_a_glance_shows_no_more_than_a_spectator_sees(server: Running) -> None:
    ana, tom = await server.guest("Ana"), await server.guest("Tom")
    code = await server.table_for(ana, tom, game="eldorado", clock={"kind": "days", "days": 2})
    told = await ana.get(f"/api/rooms/{code}/glance")
    assert told["view"]["seat"] is None
    assert all(seat["hand"] is None for seat in told["view"]["seats"])
    assert told["view"] == server.truth(code).state.view(None)
    assert len(told["left"]) == 2
    assert told["running"] == server.truth(code).actors
    waiting = (await ana.post("/api/rooms", game="eldorado"))["code"]
    assert (await ana.get(f"/api/rooms/{waiting}/glance"))["view"] is None


async def test_two_legends_play_for_whoever_is_alone(start: Start) -> None:
    server = await start(bots="tests.browser.quick_bots")
    visitor = await server.guest()
    answers = await asyncio.gather(*(visitor.get("/api/watch", game="eldorado") for _ in range(3)))
    rooms = {room["code"] for answer in answers for room in answer}
    assert len(rooms) == 1
    room = answers[0][0]
    assert [seat["kind"] for seat in room["seats"]] == ["bot", "bot"]
    assert room["public"] is True
