"""Wrong types, huge numbers, old plies, other people's seats, binary frames: refused in a sentence, nothing changed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.conftest import Running, Start
from tests.server.test_play import GAMES, two_at

from expedition.server.rooms.registry import new_table
from expedition.server.schemas.socket import client_message

pytestmark = pytest.mark.server

KINDS = ["act", "undo", "resign", "agree", "look", "sync", "say", "ping", "", "state", None, 5]
ODD = [None, True, -1, 0, 1, 2, 15, 16, 2**31, 2**63, 10**400, 1.5, 1e308, "", "0", "\u0000", "x" * 3000, [], {}, [[]]]
ODD += [
    {"do": "end"},
    [{"do": "end"}],
    [{"do": None}],
    [{"do": "step", "to": [10**30, 0]}],
    [{"do": "step", "to": "a"}],
]
FIELDS = ["id", "seat", "ply", "count", "actions", "scope", "end", "since", "text", "extra"]


def nonsense(dice: random.Random, table: dict[str, Any]) -> str:
    """A message that starts from a good one and goes wrong."""
    good: dict[str, Any] = {"type": dice.choice(KINDS), "id": dice.randrange(1000), "seat": dice.randrange(3)}
    good |= {"ply": table["ply"] + dice.choice([0, 0, 0, -1, 1, 99]), "count": table["count"], "actions": []}
    legal = table["legal"] or [{"do": "end"}]
    good["actions"] = [mangled(dice, dice.choice(legal)) for _ in range(dice.randrange(1, 4))]
    if good["type"] != "act":
        good = {key: good[key] for key in dice.sample(list(good), dice.randrange(1, len(good)))} | {
            "type": good["type"]
        }
    for _ in range(dice.randrange(3)):
        good[dice.choice(FIELDS)] = dice.choice(ODD)
    text = json.dumps(good)
    if dice.random() < 0.1:
        cut = dice.randrange(len(text))
        text = (
            text[:cut]
            + dice.choice(["", "\x00", "{", '"', "\ud800".encode("utf-16", "surrogatepass").hex()])
            + text[cut:]
        )
    return text


def mangled(dice: random.Random, action: dict[str, Any]) -> Any:
    changed: dict[str, Any] = dict(action)
    for _ in range(dice.randrange(3)):
        key = dice.choice([*changed, "do", "card", "to", "cells", "map", "seat", "pawn"])
        changed[key] = dice.choice([*ODD, "native", "resign", [0, 0], [[0, 0], [0, 1]], [[10**20, 1]], 3])
    return changed


@pytest.mark.parametrize("game", GAMES)
async def test_given_a_storm_of_nonsense_then_every_answer_is_a_sentence_and_the_game_stays_whole(
    server: Running, game: str
) -> None:
    code, _, (ana, rui) = await two_at(server, game)
    dice = random.Random(7)
    for number in range(600):
        socket = dice.choice((ana, rui))
        assert socket.table is not None
        await socket.send_raw(nonsense(dice, socket.table))
        if number % 20 == 0:
            await ana.ask("ping")
            await rui.ask("ping")
    await ana.ask("ping")
    errors = [m for s in (ana, rui) for m in s.received if m["type"] == "error"]
    assert len(errors) > 300
    assert not [m for m in errors if m["code"] == "internal"]
    for error in errors:
        assert "Traceback" not in error["message"]
        assert len(error["message"]) < 2_000
    table = server.truth(code)
    rows = await server.hub.store.log.rows(code)
    assert [row.ply for row in rows] == list(range(table.rows))
    fresh = new_table(server.hub.registry.sessions[code].room, server.hub.registry.sessions[code].seats)
    for row in rows:
        fresh.fold(row)
    assert fresh.state.snapshot() == table.state.snapshot()


async def test_given_binary_or_huge_frames_then_the_socket_is_closed_with_a_reason(server: Running) -> None:
    code, (player, _), (ana, _) = await two_at(server, "eldorado")
    await ana.send_raw(b"\x00\x01")
    assert await ana.closed() == 4400
    again = await player.sit_at(code)
    await again.send_raw("x" * 200_000)
    assert await again.closed() == 1009
    last = await player.sit_at(code)
    assert (await last.ask("ping"))["type"] == "pong"


async def test_given_far_too_many_messages_then_they_are_refused_and_at_last_the_door_closes(start: Start) -> None:
    server = await start(rate_limits=True)
    _, _, (ana, _) = await two_at(server, "eldorado")
    for number in range(200):
        await ana.send({"type": "ping", "id": number})
    assert await ana.closed() == 4429
    kinds = [m["type"] for m in ana.received]
    assert kinds.count("pong") >= 60


async def test_given_a_room_that_is_not_there_then_the_socket_says_so(server: Running) -> None:
    ana = await server.guest()
    for code in ("ZZZZZZ", "no-such-room-at-all-" * 10, "%00"):
        socket = await ana.socket(code)
        assert await socket.closed() == 4404


JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(JSONISH)
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
def test_given_any_json_then_parsing_accepts_or_refuses_it_and_never_breaks(value: object) -> None:
    try:
        message = client_message.validate_json(json.dumps(value))
    except ValueError:
        return
    assert message.type
