"""How long "Play now" takes on a machine that has never played: from the request to the opponent's first answer.

    python benchmarks/play_now.py                 both games against Guide, nothing compiled
    python benchmarks/play_now.py --level Legend --after 5

A server is started with an empty folder for machine code; once it is ready (or some seconds later) a guest asks for
a room against the computer, as the home page does, and acts until the opponent has.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import orjson
from websockets.asyncio.client import connect


@contextmanager
def fresh_server(folder: Path) -> Iterator[str]:
    """A server that finds nothing compiled."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = {**os.environ, "EXPEDITION_CACHE": str(folder / "cache"), "EXPEDITION_LOG_LEVEL": "warning"}
    command = [sys.executable, "-m", "expedition.server", "--port", str(port), "--database", str(folder / "house.db")]
    process = subprocess.Popen(command, env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(6000):
            try:
                if httpx.get(f"{address}/api/ready", timeout=1).status_code == 200:
                    break
            except httpx.TransportError:
                time.sleep(0.02)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=60)


async def first_answer(address: str, game: str, level: str) -> float:
    """Seconds from asking for a room until the opponent has acted."""
    began = time.perf_counter()
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        (await client.post("/api/guest", json={})).raise_for_status()
        seats = [{"kind": "bot", "level": level}, {"kind": "me"}]
        asked = {"game": game, "setup": {"players": 2}, "start": True, "seats": seats}
        code = (await client.post("/api/rooms", json=asked)).raise_for_status().json()["code"]
        cookie = client.cookies["expedition"]
    where = address.replace("http", "ws", 1) + f"/api/rooms/{code}/socket?offer=legal"
    own = 0
    async with connect(where, additional_headers={"Cookie": f"expedition={cookie}"}) as link:
        async for text in link:
            table = orjson.loads(text).get("table")
            if table is None:
                continue
            if table["ply"] > own:
                return time.perf_counter() - began
            if table["legal"]:  # several choose at the same time, some of it in more than one act
                own += 1
                act = {"type": "act", "id": own, "seat": 1, "ply": table["ply"], "count": table["count"]}
                await link.send(orjson.dumps({**act, "actions": [table["legal"][0]]}).decode())
    raise SystemExit("The server closed the room.")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", nargs="+", default=["eldorado", "silvergold"])
    reader.add_argument("--level", default="Guide")
    reader.add_argument("--after", type=float, default=0.0, help="seconds the server has been ready")
    given = reader.parse_args()
    for game in given.games:
        with tempfile.TemporaryDirectory() as folder, fresh_server(Path(folder)) as address:
            time.sleep(given.after)
            seconds = [asyncio.run(first_answer(address, game, given.level)) for _ in range(3)]
            told = ", ".join(f"{one:.2f}" for one in seconds)
            print(f"{game}, {given.level}: {told} s (the first one, and two more), {os.cpu_count()} cores", flush=True)


if __name__ == "__main__":
    main()
