"""Nothing that leaves the server betrays what its receiver may not know.

Whole games of both games are played over real sockets. Every table that was sent is compared with the true state of
that moment: it must be the same if everything hidden from its receiver were dealt anew, and it must hold none of the
words that only hidden cards bear.
"""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client import generate_latest
from tests.server.clients import Socket
from tests.server.conftest import Running

import expedition
from expedition.server import logs
from expedition.server.rooms import broadcast
from expedition.server.rooms.connection import Connection
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.session import RoomSession
from expedition.server.rooms.views import table_view

pytestmark = pytest.mark.server

Json = dict[str, Any]
Sent = tuple[GameTable, Connection, Json]

SECRET = ["native", "compass", "travel_log", "cartographer"]
NAMES = r"\b(" + "|".join(SECRET) + r")\b"
FORBIDDEN_KEYS = {"rng", "rng_key", "seed", "deck", "draw", "pile", "revealed", "known", "position", "commit"}


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Sent]:
    """Every table that is sent, with the truth it was made of."""
    found: list[Sent] = []

    def watched(
        session: RoomSession, table: GameTable, connection: Connection, since: int, now: int, *view: Json
    ) -> Json:
        shown = table_view(session, table, connection, since, now, *view)
        found.append((table, connection, shown))
        check_dealt_anew(session, table, connection, since, now, shown)
        return shown

    monkeypatch.setattr(broadcast, "table_view", watched)
    return found


def check_dealt_anew(
    session: RoomSession, table: GameTable, connection: Connection, since: int, now: int, shown: Json
) -> None:
    """The same table would have been sent had everything its receiver cannot know been dealt otherwise."""
    if connection.looking is None or table.over:
        return
    for seed in (1, 2):
        twin = table.fork()
        twin.state = table.game.redeal(table.state, connection.looking, seed)
        other = table_view(session, twin, connection, since, now)
        # who still has to act is for all to see; a redealt state may be one where others have done less so far
        assert plain({**other, "actors": None}) == plain({**shown, "actors": None})


async def walk(sockets: list[Socket], spectator: Socket, dice: random.Random, most: int) -> None:
    """Random play with undos, wrong requests and chat in between."""
    for _ in range(most):
        movers = [socket for socket in sockets if socket.mine]
        if not movers:
            break
        socket = dice.choice(movers)
        table = socket.table
        assert table is not None
        seat = socket.you["looking"]
        if table["can_undo"] and dice.random() < 0.15:
            answer = await socket.ask("undo", seat=seat, ply=table["ply"], count=table["count"], scope="action")
        elif dice.random() < 0.05:
            answer = await socket.ask("act", seat=seat, ply=table["ply"] + 1, actions=[{"do": "end"}])
            assert answer["code"] == "stale"
            continue
        elif dice.random() < 0.05:
            wrong = dice.choice(sockets).table["legal"] or [{"do": "discard", "card": "native"}]  # type: ignore[index]
            await dice.choice(sockets).act(dice.choice(wrong))
            continue
        else:
            answer = await socket.act(dice.choice(table["legal"]))
        assert answer["type"] == "done", answer
        for other in (*sockets, spectator):
            await other.ask("ping")


async def play(server: Running, game: str, players: int, **wish: Any) -> tuple[str, list[Socket], Socket]:
    people = [await server.guest(f"Player {n}") for n in range(players)]
    code = await server.table_for(*people, game=game, **wish)
    sockets = [await person.sit_at(code) for person in people]
    spectator = await (await server.guest("Eve")).sit_at(code)
    return code, sockets, spectator


@pytest.mark.parametrize(("seed", "caves"), [(1, True), (2, False)])
async def test_given_a_game_of_el_dorado_then_no_socket_learns_a_hidden_card(
    server: Running, sent: list[Sent], seed: int, caves: bool
) -> None:
    setup = {"caves": caves, "max_rounds": 8}
    code, sockets, spectator = await play(server, "eldorado", 3, setup=setup)
    await walk(sockets, spectator, random.Random(seed), 250)
    assert len(sent) > 300
    for table, connection, shown in sent:
        assert not FORBIDDEN_KEYS & set(keys(shown))
        for number, seat in enumerate(shown["view"]["seats"]):
            if number != connection.looking:
                assert seat["hand"] is None
        for event in shown["events"]:
            if "cards" in event and "count" in event:
                assert event["seat"] == connection.looking
        for cave in shown["view"]["caves"]:
            assert set(cave) == {"at", "count"}
        assert shown["legal"] == [] or connection.looking in table.actors
    for message in (m for socket in (*sockets, spectator) for m in socket.received if "room" in m):
        if message["room"]["status"] == "playing":
            assert message["room"]["seed"] is None
    assert code


async def test_given_cards_that_are_nowhere_else_then_their_names_reach_only_their_owner(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    position = expedition.make("eldorado").new(5).snapshot()
    secret = SECRET
    for pile in ("board", "above"):
        position["market"][pile] = [p for p in position["market"][pile] if p is None or p["card"] not in secret]
    position["seats"][1] |= {"hand": secret[:2], "draw": secret[2:]}
    room = await ana.post("/api/rooms", origin={"kind": "position", "position": position})
    code = room["code"]
    await rui.call("PUT", f"/api/rooms/{code}/seats/1", 200, {"kind": "me"})
    await ana.post(f"/api/rooms/{code}/start")
    first, second = await ana.sit_at(code), await rui.sit_at(code)
    caplog.clear()
    while first.mine:
        assert first.table is not None
        await first.act(first.table["legal"][0])
    await second.until(lambda s: s.mine)
    for wrong in ({"do": "use", "card": "compass"}, {"do": "play", "card": "native", "pawn": 0}, {"do": "end"}):
        await first.ask("act", seat=1, ply=first.table["ply"], actions=[wrong])
        await first.ask("act", seat=0, ply=first.table["ply"], actions=[wrong])
    for path in (
        f"/api/rooms/{code}",
        "/api/me/games",
        f"/api/rooms/{code}/record",
        f"/api/rooms/{code}/replay",
        f"/api/rooms/{code}/outline",
    ):
        text = (await ana.http.get(path)).text
        assert not re.search(NAMES, text), path
    received = json.dumps([m for m in first.received if not (m["type"] == "error" and "compass" in m["message"])])
    assert not re.search(NAMES, received)
    assert re.search(NAMES, json.dumps(second.received))
    seed = server.hub.registry.sessions[code].room.seed
    logged = " ".join(str(vars(record)) for record in caplog.records if record.name.startswith("expedition"))
    assert "request" in logged
    told = logged + generate_latest().decode() + received + json.dumps(second.received)
    assert seed
    assert seed not in told
    assert not re.search(NAMES, logged)


@pytest.mark.parametrize("seed", [1, 2])
async def test_given_a_game_of_silver_and_gold_then_no_socket_learns_a_hidden_map_or_mark(
    server: Running, sent: list[Sent], seed: int
) -> None:
    _, sockets, spectator = await play(server, "silvergold", 3)
    await walk(sockets, spectator, random.Random(seed), 250)
    assert len(sent) > 300
    for table, connection, shown in sent:
        if table.over:
            continue
        assert not (FORBIDDEN_KEYS | {"left"}) & set(keys(shown["view"]))
        truth = table.state.snapshot()
        choosing = truth["turn"]["phase"] == "keep"
        hidden = set(truth["deck"])
        hidden |= {
            card
            for number, seat in enumerate(truth["seats"])
            if choosing and number != connection.looking
            for card in [*seat["dealt"], *(m["card"] for m in seat["maps"] if m)]
        }
        text = json.dumps(shown)
        assert not [card for card in hidden if f'"{card}"' in text]
        assert not [card for card in truth["turn"]["left"] if f'"{card}"' in text]
        if table.simultaneous:
            before = table.base.view(connection.looking)["seats"]
            for number, seat in enumerate(shown["view"]["seats"]):
                if number != connection.looking:
                    assert plain(seat) == plain(before[number]), (number, connection.looking)


async def test_given_a_phase_where_all_mark_then_what_one_does_changes_no_number_of_anothers(server: Running) -> None:
    _, (first, second), _ = await play(server, "silvergold", 2)
    for _ in range(3):  # choose, take back, choose again
        assert first.table is not None
        await first.act(first.table["legal"][0])
        await first.ask("undo", seat=0, ply=first.table["ply"], count=first.table["count"])
    await second.ask("ping")
    assert [m["type"] for m in second.received if m["type"] not in ("room", "pong")] == ["state"]
    assert second.table is not None
    while first.mine:
        await first.act(first.table["legal"][0])  # type: ignore[index]
    while second.mine:
        await second.act(second.table["legal"][0])
    await first.until(lambda s: s.table["ply"] == second.table["ply"])  # type: ignore[index]
    assert second.table["ply"] == second.table["line"] == 4


async def test_given_a_phase_where_all_mark_then_nothing_others_can_fetch_tells_that_somebody_did(
    server: Running,
) -> None:
    people = [await server.guest(name) for name in ("Ana", "Rui", "Eve")]
    code = await server.table_for(*people[:2], game="silvergold", public=True)
    first = await people[0].sit_at(code)
    paths = (f"/api/rooms/{code}", "/api/rooms?status=playing", "/api/me/games", "/metrics")

    async def fetched() -> list[str]:
        return [(await person.http.get(path)).text for person in people[1:] for path in paths]

    before = await fetched()
    assert first.table is not None
    for _ in range(2):
        assert (await first.act(first.table["legal"][0]))["type"] == "done"
        assert first.mine
        assert await fetched() == before
        await first.ask("undo", seat=0, ply=first.table["ply"], count=first.table["count"])
        assert await fetched() == before
    while first.mine:
        await first.act(first.table["legal"][0])
    assert await fetched() != before  # that somebody is done is for all to see


def test_given_the_most_talkative_log_then_other_peoples_code_still_logs_no_frames() -> None:
    root = logging.getLogger()
    kept = root.handlers[:], root.level
    try:
        logs.configure("debug")
        for name in ("uvicorn.error", "websockets.server", "sqlalchemy.engine"):
            assert not logging.getLogger(name).isEnabledFor(logging.INFO)
        line = logging.makeLogRecord({"name": "expedition.x", "msg": "request", "path": "/", "levelname": "INFO"})
        assert json.loads(root.handlers[0].format(line))["path"] == "/"
    finally:
        root.handlers[:], root.level = kept
        logging.getLogger("expedition").setLevel(logging.NOTSET)
