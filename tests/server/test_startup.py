"""Mistakes made when starting a server get a sentence, and no process outlives its parent."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.server.clients import free_port
from tests.server.conftest import Start
from tests.server.processes import Cluster

from expedition.core.errors import SetupError
from expedition.server.main import serve
from expedition.server.settings import Settings
from expedition.server.store.database import check_database

pytestmark = pytest.mark.server


def refused(tmp_path: Path, *arguments: str, **environment: str) -> str:
    """The last line of a server that does not start."""
    command = [sys.executable, "-m", "expedition.server", "--port", str(free_port()), *arguments]
    if "--database" not in arguments:
        command += ["--database", str(tmp_path / "x.db")]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


def test_given_wrong_settings_then_the_command_says_which(tmp_path: Path) -> None:
    assert "--workers is 0" in refused(tmp_path, "--workers", "0")
    assert "EXPEDITION_LOG_LEVEL is 'loud'" in refused(tmp_path, EXPEDITION_LOG_LEVEL="loud")


async def test_given_a_database_that_cannot_be_used_then_a_sentence_says_why(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be used: "):
        await check_database(f"postgresql://nobody:secret@127.0.0.1:{free_port()}/none")
    with pytest.raises(SetupError) as told:
        await check_database(f"postgresql://nobody:secret@127.0.0.1:{free_port()}/none")
    assert "secret" not in str(told.value)
    text = tmp_path / "letter.db"
    text.write_text("Dear friend, this is no database at all." * 50)
    with pytest.raises(SetupError, match="file is not a database"):
        await check_database(str(text))
    folder = tmp_path / "folder.db"
    folder.mkdir()
    with pytest.raises(SetupError, match="unable to open"):
        await check_database(str(folder))


async def test_given_a_database_of_a_newer_program_then_it_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    await check_database(str(path))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(SetupError, match="used by a newer Expedition"):
        await check_database(str(path))


async def test_given_a_running_server_when_a_second_takes_its_file_then_it_is_refused(start: Start) -> None:
    server = await start()
    with pytest.raises(SetupError, match="Another server uses"):
        await check_database(server.settings.database)
    with pytest.raises(SetupError, match="Another server uses"):
        await asyncio.to_thread(serve, port=free_port(), database=server.settings.database)
    await server.stop()
    await check_database(server.settings.database)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/status").read_text()
    return "State:\tZ" not in status


@pytest.mark.skipif(sys.platform != "linux", reason="the system tells children only there")
async def test_given_several_workers_when_their_parent_is_killed_then_they_end(cluster: Cluster) -> None:
    port = free_port()
    environment = {**os.environ, "EXPEDITION_WARM_BOTS": "0", "EXPEDITION_LOG_LEVEL": "error"}
    command = [sys.executable, "-m", "expedition.server", "--port", str(port), "--workers", "2"]
    parent = subprocess.Popen([*command, "--database", cluster.database()], env=environment)
    try:
        async with httpx.AsyncClient() as client:
            async with asyncio.timeout(60):
                while True:
                    try:
                        if (await client.get(f"http://127.0.0.1:{port}/api/ready")).status_code == 200:
                            break
                    except httpx.TransportError:
                        await asyncio.sleep(0.1)
        found = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
        children = [int(pid) for pid in found]
        assert len(children) >= 2
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    async with asyncio.timeout(60):  # the second may still be importing
        while any(alive(pid) for pid in children):
            await asyncio.sleep(0.1)


def test_given_the_defaults_then_they_are_valid() -> None:
    assert Settings().workers == 1
