"""A database of the first tables, with people and a finished game in it, is brought up to date; its game is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from tests.server.coming_back.playing import recorded
from tests.server.conftest import Start
from tests.server.processes import Cluster

from expedition.core.registry import make
from expedition.server.store import Store, migrate

pytestmark = pytest.mark.server


def old_tables(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate.MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")


def finished_game() -> tuple[int, list[dict[str, Any]], list[int]]:
    """A game of Silver & Gold by first legal actions, as the log keeps it."""
    state = make("silvergold").new(9)
    rows = []
    while not state.is_over:
        seat = state.actor
        action = state.legal_actions(seat)[0]
        rows.append({"seat": seat, "data": state.to_dict(action, seat)})
        state.apply(action, seat)
    return 9, rows, state.ranking()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_old_data_stays_and_old_games_are_counted(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, start: Start
) -> None:
    cluster: Cluster | None = request.getfixturevalue("cluster") if kind == "postgres" else None
    address = cluster.database() if cluster else str(tmp_path / "old.db")
    seed, rows, ranking = finished_game()
    store = Store(address)
    async with store.db.write() as connection:
        await connection.run_sync(old_tables)
        old = sa.MetaData()
        await connection.run_sync(old.reflect)
        person = {"id": "5f0c1d2e3a4b5c6d", "name": "Ana", "key": "ana", "password": "x", "session": 0, "created": 1}
        await connection.execute(sa.insert(old.tables["people"]), person)
        room = {"code": "K7QMPA", "game": "silvergold", "setup": {"players": 2}, "terms": "", "public": True}
        room |= {"rated": False, "clock": {"kind": "none"}, "on_timeout": "resign", "auto_start": False, "owing": 0}
        room |= {"status": "over", "outcome": "finished", "host": person["id"], "seed": f"{seed:032x}"}
        room |= {"ranking": ranking, "created": 1, "started": 2, "ended": 500, "moved": 500}
        await connection.execute(sa.insert(old.tables["rooms"]), room)
        seats = [
            {"room": "K7QMPA", "seat": 0, "kind": "person", "name": "Ana", "person": person["id"], "level": None},
            {"room": "K7QMPA", "seat": 1, "kind": "bot", "name": "First", "person": None, "level": "First"},
        ]
        await connection.execute(sa.insert(old.tables["seats"]), seats)
        log = [
            {"room": "K7QMPA", "ply": ply, "unit": ply, "seat": row["seat"], "kind": "act", "at": 3}
            | {"data": orjson.dumps(row["data"]).decode()}
            for ply, row in enumerate(rows)
        ]
        await connection.execute(sa.insert(old.tables["actions"]), log)
    await store.db.close()
    server = await start(database=address)
    found = await recorded(server, "K7QMPA")
    assert [row["person"] for row in found] == [person["id"], None]
    assert [row["place"] for row in found] == ranking
    assert found[0]["opponents"] == "First"
    guest = await server.guest()
    told = await guest.get(f"/api/profiles/{person['id']}")
    assert told["statistics"]["games"] == 1
