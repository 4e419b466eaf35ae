"""People at the table, for tests: a guest with a browser's cookie, and a socket that remembers what it received."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from expedition.server.schemas.socket import server_message

Json = dict[str, Any]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Socket:
    """A connection to one room. Every message is checked against its schema and kept."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._arrived: asyncio.Queue[Json | None] = asyncio.Queue()
        self._reader = asyncio.create_task(self._read())
        self._ids = 0
        self.received: list[Json] = []
        self.table: Json | None = None
        self.room: Json = {}
        self.you: Json = {}

    async def _read(self) -> None:
        try:
            async for text in self._connection:
                message = json.loads(text)
                server_message.validate_python(message, strict=True)
                self.received.append(message)
                self.table = message.get("table") or self.table
                self.room = message.get("room") or self.room
                self.you = message.get("you") or self.you
                self._arrived.put_nowait(message)
        except ConnectionClosed:
            pass
        finally:
            self._arrived.put_nowait(None)

    async def next(self, kind: str | None = None, seconds: float = 30) -> Json:
        """The next message (of a kind)."""
        while True:
            message = await asyncio.wait_for(self._arrived.get(), seconds)
            if message is None:
                raise ConnectionError(f"closed: {self.close_code}")
            if kind is None or message["type"] == kind:
                return message

    async def until(self, true: Any, seconds: float = 60) -> None:
        """Read until what this socket knows makes `true(self)` so."""
        async with asyncio.timeout(seconds):
            while not true(self):
                if await self._arrived.get() is None:
                    raise ConnectionError(f"closed: {self.close_code}")

    async def ask(self, kind: str, **content: Any) -> Json:
        """Send a request and wait for its own answer."""
        self._ids += 1
        await self.send({"type": kind, "id": self._ids, **content})
        while True:
            message = await self.next()
            if message.get("id") == self._ids:
                return message

    async def act(self, *actions: Json, seat: int | None = None) -> Json:
        assert self.table is not None
        who = self.you["looking"] if seat is None else seat
        answer = {"ply": self.table["ply"], "count": self.table["count"]}
        return await self.ask("act", seat=who, actions=list(actions), **answer)

    async def send(self, message: object) -> None:
        await self._connection.send(json.dumps(message))

    async def send_raw(self, data: str | bytes) -> None:
        await self._connection.send(data)

    async def closed(self) -> int | None:
        await asyncio.wait_for(self._reader, 30)
        return self.close_code

    @property
    def close_code(self) -> int | None:
        return self._connection.close_code

    @property
    def mine(self) -> bool:
        return self.table is not None and self.you["looking"] in self.table["actors"]

    async def close(self) -> None:
        await self._connection.close()
        await self._reader


class Player:
    """Somebody with a session."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=30, verify=False)
        self.person: Json = {}
        self._sockets: list[Socket] = []

    async def arrive(self, name: str | None = None) -> Player:
        self.person = (await self.post("/api/guest", name=name))["person"]
        return self

    async def post(self, path: str, status: int | tuple[int, ...] = (200, 201), **body: Any) -> Any:
        return await self.call("POST", path, status, body)

    async def get(self, path: str, expect: int = 200, **query: Any) -> Any:
        answer = await self.http.get(path, params=query)
        assert answer.status_code == expect, answer.text
        return answer.json()

    async def call(self, method: str, path: str, status: int | tuple[int, ...], body: Json | None) -> Any:
        answer = await self.http.request(method, path, json=body)
        expected = status if isinstance(status, tuple) else (status,)
        assert answer.status_code in expected, answer.text
        return answer.json()

    async def socket(self, code: str, query: str = "", **headers: str) -> Socket:
        address = self.address.replace("http", "ws", 1) + f"/api/rooms/{code}/socket{query}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        sent = {"Cookie": cookie, **headers} if cookie else headers
        made = Socket(await connect(address, additional_headers=sent, compression=None, max_size=None))
        self._sockets.append(made)
        return made

    async def sit_at(self, code: str, query: str = "") -> Socket:
        made = await self.socket(code, query)
        await made.next("state")
        return made

    async def leave(self) -> None:
        for made in self._sockets:
            await made.close()
        await self.http.aclose()
