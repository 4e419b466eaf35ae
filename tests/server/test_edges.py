"""Odd input, slow input, long logs: a sentence or a close code, never a traceback and never a frozen server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.conftest import Running, Start
from tests.server.test_play import play_and_step, two_at
from tests.server.test_table import fresh
from websockets.exceptions import ConnectionClosed

import expedition
from expedition.server import guard, logs
from expedition.server.models import LogRow, LogUnit
from expedition.server.refusals import Refusal
from expedition.server.rooms import archive, game_table
from expedition.server.schemas.base import clean_name

Json = dict[str, Any]


@pytest.mark.server
@pytest.mark.parametrize(
    "path", ["/%00", "/a%00b", "/" + "x" * 5000, "/api/rooms/%00", "/%ff%fe", "/..%00", "/%2e%2e/x"]
)
async def test_given_an_odd_path_then_it_is_answered_without_a_traceback(
    server: Running, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    ana = await server.guest()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode("latin-1"))
    status = int((await reader.readline()).split()[1])
    writer.close()
    assert status in (200, 400, 404, 422)
    assert "Traceback" not in caplog.text
    assert (await ana.http.get("/api/health")).status_code == 200


@pytest.mark.server
async def test_given_an_origin_that_is_no_address_then_it_is_another_site(server: Running) -> None:
    ana = await server.guest()
    for origin in ("http://[", "http://[::1", "//"):
        answer = await ana.http.post("/api/rooms", json={"game": "eldorado"}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")


@pytest.mark.server
async def test_given_half_a_character_anywhere_in_a_body_then_it_is_refused(server: Running) -> None:
    ana = await server.guest()
    half = "\\ud800"
    for path, body in (
        ("/api/rooms", f'{{"game": "eldorado", "setup": {{"{half}": 1}}}}'),
        ("/api/rooms", f'{{"game": "{half}"}}'),
        ("/api/rooms", f'{{"origin": {{"kind": "position", "position": {{"game": "eldorado", "x": "{half}"}}}}}}'),
        ("/api/records", f'{{"record": {{"format": "expedition-record/1", "game": "{half}"}}}}'),
        ("/api/guest", f'{{"name": "{half}"}}'),
        ("/api/login", f'{{"name": "Ana", "password": "{half * 9}"}}'),
    ):
        answer = await ana.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 403, 404, 422, 200), (path, answer.text)
        assert answer.status_code != 200 or path == "/api/guest"


def test_given_a_name_that_grows_when_written_plainly_then_it_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 24 signs"):
        clean_name("ﷺﷺﷺ")
    assert clean_name("Zoë") == "Zoë"


@pytest.mark.server
async def test_given_a_large_record_then_its_import_is_refused_before_it_is_stored(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await server.guest()
    state = expedition.make("eldorado", max_rounds=1).new(3)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    record = state.record().data
    monkeypatch.setattr(archive, "LARGEST_RECORD", 100)
    assert (await ana.post("/api/records", 413, record=record))["code"] == "too_large"


@pytest.mark.server
async def test_given_a_body_that_dribbles_then_it_is_given_up(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_BODY_SECONDS", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
    head = "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
    writer.write(head.encode())
    line = await asyncio.wait_for(reader.readline(), 10)
    writer.close()
    assert int(line.split()[1]) in (400, 408)


def test_given_a_seat_that_takes_back_for_ever_then_it_is_stopped_until_something_new_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_table, "MOST_UNDOS", 3)
    table = fresh("eldorado", {"players": 2})
    action = table.state.to_dict(table.state.legal_actions()[0])
    for _ in range(3):
        table.act(0, [action], 0)
        table.undo(0, "action", 0)
    table.act(0, [action], 0)
    with pytest.raises(Refusal) as refused:
        table.undo(0, "action", 0)
    assert refused.value.key == "refusal.many_undos"
    again = fresh("eldorado", {"players": 2})
    for row in range(3):
        again.fold(LogRow(2 * row, 2 * row, 0, "act", action, 0))
        again.fold(LogRow(2 * row + 1, 2 * row + 1, 0, "undo", {"undone": 1}, 0))
    assert again.undos == {0: 3}


@pytest.mark.server
async def test_given_a_very_long_log_when_it_is_loaded_then_nobody_else_waits(server: Running) -> None:
    code, _, (ana, _) = await two_at(server, "eldorado")
    gesture = play_and_step(ana)
    rows: list[LogRow] = []
    while len(rows) < 20_000:  # from the days before taking back was limited
        first = len(rows)
        rows += [LogRow(first + n, first, 0, "act", action, 1) for n, action in enumerate(gesture)]
        rows.append(LogRow(len(rows), len(rows), 0, "undo", {"undone": len(gesture)}, 1))
    await server.hub.store.log.append([LogUnit(code, rows, 1, None)], "test")
    del server.hub.registry.sessions[code]
    longest, loaded = 0.0, False

    async def watch() -> None:
        """How long others wait for their turn, in this thread's own time: a busy machine does not change it."""
        nonlocal longest
        while not loaded:
            began = time.thread_time()
            await asyncio.sleep(0)
            longest = max(longest, time.thread_time() - began)

    watching = asyncio.create_task(watch())
    session = await server.hub.registry.find(code)
    loaded = True
    await watching
    assert session.table is not None
    assert session.table.rows == len(rows)
    assert longest < 0.02


@pytest.mark.server
async def test_given_a_run_full_of_errors_then_the_logs_hold_no_parameter_chat_seed_or_hash(
    start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    kept = root.handlers[:], root.level
    logs.configure("debug")
    try:
        server = await start()
        ana = await server.account("Ana")
        room = await ana.post("/api/rooms", game="eldorado", setup={"players": 2})
        socket_ = await ana.sit_at(room["code"])
        secret = server.hub.registry.sessions[room["code"]].room.secret
        async with server.hub.store.db.write() as connection:
            await connection.execute(sa.text("DROP TABLE chat"))
            await connection.execute(sa.text("ALTER TABLE seats RENAME TO gone"))
        await socket_.ask("say", text="a very private remark")
        await ana.http.post("/api/login", json={"name": "Ana", "password": "correct horse battery"})
        await ana.http.post(f"/api/rooms/{room['code']}/start")
        await ana.http.post("/api/rooms", json={"game": "eldorado"})
        person = await server.hub.store.people.by_key("ana")
    finally:
        root.handlers[:], root.level = kept
        logging.getLogger("expedition").setLevel(logging.NOTSET)
    told = capsys.readouterr().err
    assert "OperationalError" in told
    assert person is not None
    assert person.password is not None
    for hidden in ("private remark", "correct horse", secret, person.password, person.id):
        assert hidden not in told
    for line in told.splitlines():
        assert {"event", "level", "logger", "time"} <= set(json.loads(line)), line


@pytest.mark.server
async def test_given_a_database_file_then_only_its_owner_reads_it(start: Start, tmp_path: Path) -> None:
    server = await start(database=str(tmp_path / "own.db"))
    await server.guest()
    files = list(tmp_path.glob("own.db*"))
    assert len(files) > 1, "the file, and those beside it while it is open"
    for file in files:
        assert stat.S_IMODE(os.stat(file).st_mode) == 0o600, file


@pytest.mark.server
async def test_given_names_of_the_server_then_another_host_is_refused(start: Start) -> None:
    server = await start(hosts="play.example.org 127.0.0.1")
    ana = await server.guest()
    assert (await ana.http.get("/api/me", headers={"Host": "play.example.org"})).status_code == 200
    assert (await ana.http.get("/api/me", headers={"Host": "evil.example"})).status_code == 400


@pytest.mark.server
async def test_given_too_many_messages_then_each_refusal_names_the_message(start: Start) -> None:
    server = await start(rate_limits=True)
    ana = await server.guest()
    room = await ana.post("/api/rooms", game="eldorado")
    socket_ = await ana.sit_at(room["code"])
    for number in range(100, 175):
        await socket_.send({"type": "ping", "id": number})
    await socket_.until(lambda s: len([m for m in s.received if m.get("id", 0) and m["id"] >= 100]) == 75)
    answered = [m["id"] for m in socket_.received if m["type"] in ("pong", "error")]
    assert answered == list(range(100, 175))
    assert any(m["type"] == "error" and m["code"] == "too_fast" for m in socket_.received)


@pytest.mark.server
async def test_given_a_flood_of_pings_then_the_socket_is_closed_and_others_play_on(server: Running) -> None:
    """Pings are answered beneath the protocol of the room, where nothing else would count them."""
    ana, eve = await server.guest("Ana"), await server.guest("Eve")
    code = await server.table_for(ana, eve, game="eldorado")
    calm, flood = await ana.sit_at(code), await eve.sit_at(code)
    for _ in range(10):
        await (await calm._connection.ping())
    with contextlib.suppress(ConnectionClosed):
        for _ in range(500):
            await flood._connection.ping()
    assert await flood.closed() in (1006, 1008)
    assert (await calm.ask("ping"))["type"] == "pong"
    assert (await calm.act(calm.table["legal"][0]))["type"] == "done"  # type: ignore[index]
