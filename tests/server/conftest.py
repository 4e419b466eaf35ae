"""A real server on a real port in the test's own event loop, so that a test sees both sides: the wire and the truth."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import uvicorn
from argon2 import PasswordHasher
from tests.server.clients import Player, free_port
from tests.server.processes import Cluster, ServerProcess

from expedition.server.app import create_app
from expedition.server.protocols import SteadyWebSocket
from expedition.server.rooms.hub import RoomHub
from expedition.server.rooms.socket import LARGEST_MESSAGE
from expedition.server.settings import Settings
from expedition.server.store import migrate

Json = dict[str, Any]


class Running:
    """A server, and whoever came to it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        self.address = f"http://127.0.0.1:{settings.port}"
        config = uvicorn.Config(
            self.app,
            port=settings.port,
            log_config=None,
            access_log=False,
            ws=SteadyWebSocket,
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            server_header=False,
            lifespan="on",
        )
        self._server = uvicorn.Server(config)
        self._server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        self._task: asyncio.Task[None] | None = None
        self.players: list[Player] = []

    @property
    def hub(self) -> RoomHub:
        return self.app.state.services.hub  # type: ignore[no-any-return]

    async def _serve(self) -> None:
        """uvicorn leaves by SystemExit when it cannot start, which would end the tests' loop; here it is an error."""
        try:
            await self._server._serve()
        except SystemExit as error:
            message = f"the server did not start (exit code {error.code}); its log says why"
            raise RuntimeError(message) from None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._serve())
        while not self._server.started:
            if self._task.done():
                await self._task
            await asyncio.sleep(0.005)

    async def stop(self) -> None:
        for player in self.players:
            await player.leave()
        self.players.clear()
        self._server.should_exit = True
        if self._task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def guest(self, name: str | None = None) -> Player:
        player = await Player(self.address).arrive(name)
        self.players.append(player)
        return player

    async def account(self, name: str) -> Player:
        player = await self.guest()
        player.person = (await player.post("/api/account", name=name, password="correct horse"))["person"]
        return player

    async def table_for(self, *players: Player, **wish: Any) -> str:
        """A room where these sit, started."""
        first = players[0]
        setup = {"players": len(players), **wish.pop("setup", {})}
        room = await first.post("/api/rooms", setup=setup, **wish)
        for number, player in enumerate(players[1:], 1):
            await player.call("PUT", f"/api/rooms/{room['code']}/seats/{number}", 200, {"kind": "me"})
        if wish.get("rated"):
            for player in players:
                await player.sit_at(room["code"])
                await player.call("PUT", f"/api/rooms/{room['code']}/ready", 200, {"ready": True})
        await first.post(f"/api/rooms/{room['code']}/start")
        return str(room["code"])

    async def until_left(self, code: str) -> None:
        """Wait until nobody is in the room any more."""
        session = self.hub.registry.sessions[code]
        async with asyncio.timeout(10):
            while session.connections:
                await asyncio.sleep(0.005)

    def truth(self, code: str) -> Any:
        """The true table, hidden cards and all."""
        table = self.hub.registry.sessions[code].table
        assert table is not None
        return table


Start = Callable[..., Awaitable[Running]]


@pytest.fixture(autouse=True)
def _same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game of every test is dealt from the same seed."""
    monkeypatch.setattr("expedition.server.rooms.starting.seed_from", lambda *parts: 7)


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every server hashes one password as it starts and one per account, which is meant to take long; not here."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr("expedition.server.accounts.PasswordHasher", quick)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables: going through every migration again for each test takes longer than most tests."""
    file = tmp_path_factory.mktemp("tables") / "empty.db"
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        migrate.upgrade(connection)
    engine.dispose()
    return file


@pytest.fixture
async def start(tmp_path: Path, empty_database: Path) -> AsyncIterator[Start]:
    """Start servers; all are stopped after the test."""
    running: list[Running] = []

    async def begin(**changes: Any) -> Running:
        if not (tmp_path / "test.db").exists():
            shutil.copyfile(empty_database, tmp_path / "test.db")
        values: Json = {"database": str(tmp_path / "test.db"), "port": free_port(), "rate_limits": False}
        values |= {"bots": "tests.server.plain_bots", "bot_workers": 1, "bot_seconds": 5.0, "warm_bots": False}
        server = Running(Settings(**{**values, **changes}))
        await server.start()
        running.append(server)
        return server

    yield begin
    async with contextlib.AsyncExitStack() as stack:  # each is stopped, whatever another's end brings
        for server in reversed(running):
            stack.push_async_callback(server.stop)


@pytest.fixture
async def server(start: Start) -> Running:
    return await start()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Outside of pytest's own folders, which only the present user can enter."""
    with tempfile.TemporaryDirectory(prefix="expedition-", ignore_cleanup_errors=True) as folder:
        found = Cluster(Path(folder))
        yield found
        found.close()


@pytest.fixture
async def launch() -> AsyncIterator[Callable[[str], Awaitable[ServerProcess]]]:
    """Start server processes; all are stopped after the test."""
    running: list[ServerProcess] = []

    async def begin(database: str) -> ServerProcess:
        running.append(ServerProcess(database))
        return await running[-1].start()

    yield begin
    for process in running:
        await process.stop()
