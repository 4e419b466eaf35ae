from __future__ import annotations

import random
from typing import Any

import expedition
import pytest

from tests.server.clients import Socket
from tests.server.conftest import Running

pytestmark = pytest.mark.server

GAMES = ["eldorado", "silvergold"]
SHORT = {"eldorado": {"max_rounds": 6}, "silvergold": {}}


async def play_out(sockets: list[Socket], dice: random.Random, most: int = 2000) -> int:
    """Everybody plays something legal until the game is over; how many actions that took."""
    for number in range(most):
        for socket in sockets:
            if socket.mine:
                break
        else:
            await sockets[0].until(lambda s: s.room["status"] == "over")
            return number
        assert socket.table is not None
        answer = await socket.act(dice.choice(socket.table["legal"]))
        assert answer["type"] == "done", answer
        ply, line = socket.table["ply"], socket.table["line"]
        for other in sockets:
            if other is not socket:
                await other.until(lambda s: s.table["ply"] >= ply and s.table["line"] >= line)
                await other.ask("ping")
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", GAMES)
async def test_given_two_guests_when_they_play_to_the_end_then_the_record_verifies(server: Running, game: str) -> None:
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    code = await server.table_for(ana, rui, game=game, setup=SHORT[game])
    sockets = [await ana.sit_at(code), await rui.sit_at(code)]
    commitment = sockets[0].room["commitment"]
    assert sockets[0].room["seed"] is None

    await play_out(sockets, random.Random(1))

    record = expedition.load((await ana.http.get(f"/api/rooms/{code}/record")).text)
    assert record.data["commitment"] == commitment
    assert [seat["name"] for seat in record.seats] == ["Ana", "Rui"]
    room = await rui.get(f"/api/rooms/{code}")
    assert room["status"] == "over"
    assert room["outcome"] == "finished"
    assert room["ranking"] == record.state.ranking()
    assert room["seed"] == record.data["seed"]


def legal_not_ending(socket: Socket) -> dict[str, Any]:
    assert socket.table is not None
    return next(a for a in socket.table["legal"] if a["do"] == "play")
