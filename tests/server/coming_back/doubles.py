"""Real endpoints on this machine: one that takes requests, as a push service or somebody's webhook would."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Taken:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Endpoint:
    """Answers with the given states one after another, the last one forever."""

    states: list[int]
    taken: list[Taken] = field(default_factory=list)
    url: str = ""
    arrived: asyncio.Queue[Taken] = field(default_factory=asyncio.Queue)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        status = self.states.pop(0) if len(self.states) > 1 else self.states[0]
        there = f"Location: {self.url}/elsewhere\r\n" if 300 <= status < 400 else ""
        writer.write(f"HTTP/1.1 {status} Said\r\n{there}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        found = Taken(head[0].split(" ")[1], headers, body)
        self.taken.append(found)
        self.arrived.put_nowait(found)


@asynccontextmanager
async def endpoint(*states: int) -> AsyncIterator[Endpoint]:
    made = Endpoint(list(states) or [201])
    server = await asyncio.start_server(made._serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        await server.wait_closed()
