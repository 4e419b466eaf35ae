"""The computer's seats thought for elsewhere: the same answers, and a house that goes on when the host is gone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.conftest import Running, Start
from tests.server.test_bots import room_with

import expedition
from expedition.cli.app import run as run_command
from expedition.core.errors import SetupError
from expedition.server import bot_host, framing
from expedition.server.bot_host import BotHost
from expedition.server.rooms.bot_hosts import HostsElsewhere
from expedition.server.rooms.bots import Bots, think
from expedition.server.settings import Settings
from expedition.server.supervisor import Supervisor

pytestmark = pytest.mark.server

SECRET = "long enough"
RUN = "import sys; from expedition.server.bot_host import run; run(sys.argv[1])"


@contextlib.asynccontextmanager
async def host_here(module: str = "tests.server.plain_bots", port: int = 0) -> AsyncIterator[str]:
    """A host in this process, behind a real port; its address."""
    there = BotHost(Settings(bots=module, bot_workers=1, bots_secret=SECRET))
    try:
        yield f"127.0.0.1:{await there.open('127.0.0.1', port)}"
    finally:
        await there.close()


@contextlib.asynccontextmanager
async def house(address: str, secret: str = SECRET) -> AsyncIterator[Bots]:
    """The part of a house that asks, with a pool of its own that would answer otherwise."""
    supervisor = Supervisor()
    bots = Bots("tests.server.plain_bots", 1, 20, HostsElsewhere(address, secret))
    bots.elsewhere.open(supervisor)
    try:
        yield bots
    finally:
        await supervisor.close()
        await bots.close()


async def until_there(bots: Bots) -> None:
    async with asyncio.timeout(120):
        while bots.elsewhere.missing:
            await asyncio.sleep(0.01)


class HostProcess:
    """`expedition bots` as a process of its own."""

    def __init__(self, **environment: str) -> None:
        root = Path(__file__).parents[2]
        given = {**os.environ, "EXPEDITION_BOTS_SECRET": SECRET, "EXPEDITION_BOT_WORKERS": "1", **environment}
        given |= {"EXPEDITION_BOTS": "tests.server.sleepy_bots", "EXPEDITION_WARM_BOTS": "0"}
        given["PYTHONPATH"] = os.pathsep.join([str(root), given.get("PYTHONPATH", "")])
        command = [sys.executable, "-c", RUN, "127.0.0.1:0"]
        self.process = subprocess.Popen(command, env=given, cwd=root, stdout=subprocess.PIPE, text=True)

    async def port(self) -> int:
        """Where it listens, as it says itself."""
        assert self.process.stdout is not None
        said = await asyncio.to_thread(self.process.stdout.readline)
        return int(said.split(" (")[0].rpartition(":")[2])

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=20)


async def ready(server: Running, bot_hosts: bool) -> None:
    """Wait until the house says so."""
    guest = await server.guest()
    async with asyncio.timeout(120):
        while await guest.get("/api/ready") != {"ok": True, "bot_hosts": bot_hosts}:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("game", ["eldorado", "silvergold"])
async def test_given_the_same_dice_then_a_host_answers_as_the_house_would(game: str) -> None:
    module = "expedition.players"
    level = Bots(module, 1, 20).levels(game)[0]["name"]
    state = expedition.make(game, players=2).new(3)
    async with host_here(module) as address, house(address) as bots:
        await until_there(bots)
        for _ in range(3):
            seat = state.actors[0]
            known, legal = state.information(seat), state.legal_actions(seat)
            own = think(module, game, level, known, legal, 5)
            assert await bots.choose(game, level, known, legal, 5) == own
            state.apply(state.from_dict(own) if isinstance(own, dict) else own, seat)
        assert bots.pool.pids() == [], "the house has thought by itself"


async def test_given_a_host_killed_in_the_middle_of_a_turn_then_the_house_goes_on_and_finds_it_again(
    start: Start, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    host = HostProcess(SLEEPY=str(begun))
    try:
        port = await host.port()
        changes = {"bots": "tests.server.sleepy_bots", "bots_secret": SECRET}
        server = await start(bot_hosts=f"127.0.0.1:{port}", **changes)
        await ready(server, True)
        ana, code = await room_with(server, "Sleepy")
        socket = await ana.sit_at(code)  # type: ignore[attr-defined]
        while socket.mine:
            await socket.act(socket.table["legal"][0])
        async with asyncio.timeout(120):
            while not begun.exists():
                await asyncio.sleep(0.02)
        assert socket.table["ply"] == 0, "the bot thinks, elsewhere"
        host.kill()
        await socket.until(lambda s: s.table["ply"] > 0, 120)
        await ready(server, False)
        async with host_here(port=port):
            await ready(server, True)
    finally:
        host.kill()


async def test_given_a_host_with_another_secret_then_the_house_thinks_by_itself() -> None:
    async with host_here() as address, house(address, "another") as bots:
        assert await bots.choose("silvergold", "Last", {}, [3, 4]) == 4
        assert bots.elsewhere.missing == [address]
        assert bots.pool.pids()


async def test_given_a_level_a_host_does_not_know_then_the_house_thinks_by_itself() -> None:
    async with host_here("tests.server.sleepy_bots") as address, house(address) as bots:
        await until_there(bots)
        assert await bots.choose("silvergold", "Last", {}, [3, 4]) == 4
        assert bots.elsewhere.missing == []


async def test_given_a_host_of_another_version_then_it_is_not_used() -> None:
    reader = asyncio.StreamReader()
    hello = b'{"version": "0.0.1", "challenge": "x"}'
    reader.feed_data(len(hello).to_bytes(4, "big") + hello)
    line = framing.Line(reader, None)  # type: ignore[arg-type]
    with pytest.raises(framing.Refused, match=r"it runs version 0\.0\.1, this is"):
        await line.introduce(SECRET)


@pytest.mark.parametrize(
    "noise", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 100, b"\x00\x00\x00\x02[]", b"\x00\x00\x00\x01{"]
)
async def test_given_noise_at_its_port_then_a_host_hangs_up_and_serves_others(noise: bytes) -> None:
    async with host_here() as address:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
        writer.write(noise)
        writer.write_eof()
        async with asyncio.timeout(20):
            said = await reader.read()
        assert b"proof" not in said
        writer.close()
        async with house(address) as bots:
            await until_there(bots)


@pytest.mark.parametrize("address", ["nowhere", "host:", ":80", "host:http", "host:99999"])
def test_given_a_wrong_address_then_a_sentence_says_so(address: str) -> None:
    with pytest.raises(SetupError, match=r"is no address; write HOST:PORT"):
        HostsElsewhere(address, SECRET)


def test_given_no_secret_then_house_and_host_ask_for_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("EXPEDITION_BOTS_SECRET", raising=False)
    with pytest.raises(SetupError, match="EXPEDITION_BOTS_SECRET"):
        HostsElsewhere("127.0.0.1:8010", "")
    assert run_command(["bots", "--listen", "127.0.0.1:0"]) == 2
    assert "EXPEDITION_BOTS_SECRET is empty" in capsys.readouterr().err


async def test_given_a_taken_port_then_a_sentence_says_so() -> None:
    async with host_here() as address:
        with pytest.raises(SetupError, match="Cannot listen at"):
            await bot_host._run(Settings(bots_secret=SECRET), "127.0.0.1", int(address.rpartition(":")[2]))
