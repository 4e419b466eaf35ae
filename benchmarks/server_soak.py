"""Whether the server's memory stays flat: many minutes at a steady rate, new games for those that end.

    python benchmarks/server_soak.py --minutes 60 --rate 300
    python benchmarks/server_soak.py --minutes 10 --json soak.json

Over loopback only. Every sample is the resident memory of the server with all its processes; the slope is that of a
line through the second half, when caches are full and the heap has found its size.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from pathlib import Path
from typing import Any

import httpx
import server_load
from server_load import SETUPS, Load, Room, database, memory, server

Json = dict[str, Any]

ROUNDS = 25  # people reach El Dorado in about as many; chance alone may walk about for thousands of actions


class Soak(Load):
    """Always so many games: one that is over is closed and another opened."""

    def __init__(self, address: str, pid: int, games: list[str], rooms: int) -> None:
        super().__init__(address, 1, pid)
        self._games = games
        self._wanted = rooms
        self.finished = 0

    def is_over(self, room: Room) -> bool:
        return any(seat.over for seat in room.seats)

    async def refill(self) -> None:
        """Close what is over, open what is missing."""
        over = [room for room in self.rooms if not room.sent and self.is_over(room)]
        for room in over:
            self.rooms.remove(room)
            if room in self.idle:
                self.idle.remove(room)
            await asyncio.gather(*(seat.link.close() for seat in room.seats))
        self.finished += len(over)
        known = {id(room) for room in self.rooms}
        missing = range(min(10, self._wanted - len(self.rooms)))
        await asyncio.gather(*(self.open(self.dice.choice(self._games), "both") for _ in missing))
        fresh = [room for room in self.rooms if id(room) not in known]
        async with httpx.AsyncClient(base_url=self.address, timeout=60, verify=False) as client:
            for room in fresh:
                client.cookies.set("expedition", room.cookie)
                (await client.post(f"/api/rooms/{room.code}/start")).raise_for_status()
        self.idle += fresh

    async def keep_full(self) -> None:
        while True:
            await self.refill()
            await asyncio.sleep(0.05)


def slope(samples: list[tuple[float, float]]) -> float:
    """MB a minute over the second half of the samples, by least squares."""
    half = samples[len(samples) // 2 :]
    x = sum(minute for minute, _ in half) / len(half)
    y = sum(size for _, size in half) / len(half)
    spread = sum((minute - x) ** 2 for minute, _ in half)
    return sum((minute - x) * (size - y) for minute, size in half) / spread if spread else 0.0


async def soak(address: str, pid: int, given: argparse.Namespace) -> Json:
    load = Soak(address, pid, given.games, given.rooms)
    while len(load.rooms) < given.rooms:
        await load.refill()
    keeper = asyncio.create_task(load.keep_full())
    began = time.perf_counter()
    samples: list[tuple[float, float]] = []
    while (minutes := (time.perf_counter() - began) / 60) < given.minutes:
        samples.append((round(minutes, 2), round(memory(pid) / 1024, 1)))
        told = await load.run(given.rate, given.every)
        told |= {"minute": samples[-1][0], "mb": samples[-1][1], "finished": load.finished}
        print(json.dumps(told), flush=True)
        keeper.done() and keeper.result()
    samples.append((round(given.minutes, 2), round(memory(pid) / 1024, 1)))
    keeper.cancel()
    await load.close()
    return {
        "rate": given.rate,
        "rooms": given.rooms,
        "actions": load.all_done,
        "games_finished": load.finished,
        "mb": samples,
        "mb_per_minute_second_half": round(slope(samples), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=300.0, help="actions a second")
    parser.add_argument("--rooms", type=int, default=200, help="games at a time")
    parser.add_argument("--every", type=float, default=20.0, help="seconds between two samples")
    parser.add_argument("--games", nargs="+", default=list(SETUPS), choices=list(SETUPS))
    parser.add_argument("--idle", type=float, default=60.0, help="seconds until a game is put to sleep")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--workers", type=int, default=1, help="server processes; several need --postgres")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    server_load.SETUPS["eldorado"]["max_rounds"] = ROUNDS
    with database(given.postgres) as address, server(address, given.idle, given.workers) as (process, url, _):
        told = asyncio.run(soak(url, process.pid, given))
    print(json.dumps(told))
    if given.json:
        given.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
