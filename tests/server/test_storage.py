"""Tables, migrations and the writer."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from tests.server.processes import Cluster

from expedition.core.errors import SetupError
from expedition.server.main import serve
from expedition.server.models import LogRow, LogUnit
from expedition.server.rooms.writer import LogWriter
from expedition.server.settings import Settings
from expedition.server.store import Store, migrate
from expedition.server.store.database import Conflict
from expedition.server.store.metadata import meta
from expedition.server.store.rooms import rooms


def test_given_the_migrations_then_the_newest_is_the_one_the_program_expects() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate.MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == migrate.known_versions()[-1:]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.server
async def test_given_an_empty_database_when_opened_then_its_tables_are_those_of_the_program(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    cluster: Cluster | None = request.getfixturevalue("cluster") if kind == "postgres" else None
    address = cluster.database() if cluster else str(tmp_path / "new.db")
    store = Store(address)
    await store.db.open()
    await store.db.open()  # a second time changes nothing

    def differences(connection: sa.Connection) -> list[Any]:
        return compare_metadata(MigrationContext.configure(connection), meta)

    async with store.db.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await store.db.close()


async def opened(tmp_path: Path, *codes: str) -> Store:
    store = Store(str(tmp_path / "test.db"))
    await store.db.open()
    room = {"game": "eldorado", "setup": {}, "terms": "", "public": False, "rated": False, "clock": {"kind": "none"}}
    room |= {"on_timeout": "resign", "auto_start": False, "status": "playing", "owing": 0, "created": 0, "moved": 0}
    async with store.db.write() as connection:
        for code in codes:
            await connection.execute(sa.insert(rooms), {**room, "code": code})
    return store


def unit(room: str, *plies: int) -> LogUnit:
    return LogUnit(room, [LogRow(ply, plies[0], 0, "act", {"do": "end"}, 5) for ply in plies], 1, None)


async def test_given_a_batch_with_one_taken_place_then_only_that_one_fails_and_wholly(tmp_path: Path) -> None:
    store = await opened(tmp_path, "AAAAAA", "BBBBBB")
    writer = LogWriter(store.log, "test")
    await writer.append(unit("AAAAAA", 0))
    wishes = [unit("AAAAAA", 0, 1), unit("BBBBBB", 0, 1), unit("AAAAAA", 1)]
    answers = await asyncio.gather(*(writer.append(wish) for wish in wishes), return_exceptions=True)
    assert [type(answer) for answer in answers] == [Conflict, type(None), type(None)]
    assert [row.ply for row in await store.log.rows("AAAAAA")] == [0, 1]
    assert [row.unit for row in await store.log.rows("BBBBBB")] == [0, 0]
    await writer.drain()
    await store.db.close()


async def test_given_a_setting_when_two_propose_it_then_the_first_decides(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    assert await store.db.setting("colour", "one") == "one"
    assert await store.db.setting("colour", "two") == "one"
    await store.db.close()


def test_given_wrong_addresses_or_variables_then_a_sentence_says_what_was_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(SetupError, match="SQLite or PostgreSQL, not mysql"):
        Store("mysql://localhost/x")
    with pytest.raises(SetupError, match="need PostgreSQL"):
        serve(database="some.db", workers=2)
    monkeypatch.setenv("EXPEDITION_PORT", "many")
    with pytest.raises(SetupError, match="EXPEDITION_PORT is 'many'"):
        Settings.from_environment()
    monkeypatch.setenv("EXPEDITION_PORT", "81")
    assert Settings.from_environment(host="0.0.0.0").port == 81
    assert Settings.from_environment(port=82).port == 82
    monkeypatch.setenv("EXPEDITION_RATE_LIMITS", "0")
    assert Settings.from_environment().rate_limits is False


def test_given_a_taken_port_then_a_sentence_says_so_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SetupError, match="choose another --port"):
            serve(host="127.0.0.1", port=taken.getsockname()[1], database=str(tmp_path / "x.db"))
    assert not (tmp_path / "x.db").exists()
