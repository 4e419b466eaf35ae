"""The example in examples/ plays whole games against itself over the public interface."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Running

pytestmark = pytest.mark.server

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_client.py"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("bot_client", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def test_given_two_example_bots_when_matched_then_they_finish_a_game(server: Running) -> None:
    play = example().play
    games = [play(server.address, f"Bot {n}", "silvergold") for n in (1, 2)]
    rankings = await asyncio.wait_for(asyncio.gather(*games), 60)
    assert rankings[0] == rankings[1]
    assert sorted(rankings[0]) in ([1, 2], [1, 1])


async def test_given_a_room_when_the_example_takes_a_seat_then_it_plays_a_person(server: Running) -> None:
    ana = await server.guest("Ana")
    room = await ana.post("/api/rooms", game="eldorado", setup={"players": 2, "max_rounds": 3}, auto_start=True)
    me = await ana.sit_at(room["code"])
    other = asyncio.create_task(example().play(server.address, "Bot", "eldorado", room["code"]))
    await me.until(lambda s: s.table is not None)
    for _ in range(300):
        await me.until(lambda s: s.mine or s.room["status"] == "over")
        if me.room["status"] == "over":
            break
        assert me.table is not None
        await me.act(me.table["legal"][-1])
    assert await asyncio.wait_for(other, 30) == me.room["ranking"]


def test_given_the_example_then_it_stays_short() -> None:
    code = [line for line in EXAMPLE.read_text().splitlines() if line.strip()]
    assert len(code) <= 65
