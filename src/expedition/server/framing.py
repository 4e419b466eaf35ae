"""Messages between a house and its thinking hosts: four bytes of length, then JSON. Both sides prove to know the same
secret before anything else is read; nothing that comes over the line is ever run."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
import struct

import orjson

import expedition
from expedition.core.errors import SetupError
from expedition.core.types import Json

LARGEST = 4 * 2**20  # bytes; what a seat knows of a game has a few thousand
_LARGEST_HELLO = 4096
_PATIENCE = 5.0  # seconds for a whole greeting
_HEAD = struct.Struct("!I")


class Refused(Exception):  # noqa: N818
    """The other side is not who it should be, or speaks another language; the sentence says which."""


class Line:
    """One connection, after the greeting."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def receive(self, largest: int = LARGEST) -> Json:
        """The next message; EOFError or OSError when the line is broken, Refused when it is none."""
        (length,) = _HEAD.unpack(await self._reader.readexactly(_HEAD.size))
        if length > largest:
            raise Refused("a message is too large")
        try:
            message = orjson.loads(await self._reader.readexactly(length))
        except orjson.JSONDecodeError:
            raise Refused("a message is not JSON") from None
        if not isinstance(message, dict):
            raise Refused("a message is not an object")
        return message

    def send(self, message: Json) -> None:
        body = orjson.dumps(message)
        self._writer.write(_HEAD.pack(len(body)) + body)

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    # -- the greeting ------------------------------------------------------------------------------------------

    async def greet(self, secret: str, places: int) -> None:
        """The host's part: who calls has to know the secret, and learns that we do."""
        async with asyncio.timeout(_PATIENCE):
            own = secrets.token_hex(16)
            self.send({"version": expedition.__version__, "challenge": own})
            answer = await self.receive(_LARGEST_HELLO)
            theirs = str(answer.get("challenge"))
            _check(str(answer.get("proof")), _proof(secret, "house", own, theirs))
            self.send({"proof": _proof(secret, "host", theirs, own), "places": places})

    async def introduce(self, secret: str) -> int:
        """The house's part; how many the host thinks for at the same time."""
        async with asyncio.timeout(_PATIENCE):
            hello = await self.receive(_LARGEST_HELLO)
            if hello.get("version") != expedition.__version__:
                raise Refused(f"it runs version {str(hello.get('version'))[:20]}, this is {expedition.__version__}")
            theirs, own = str(hello.get("challenge")), secrets.token_hex(16)
            self.send({"challenge": own, "proof": _proof(secret, "house", theirs, own)})
            answer = await self.receive(_LARGEST_HELLO)
            _check(str(answer.get("proof")), _proof(secret, "host", own, theirs))
            return int(answer.get("places", 1))


def _proof(secret: str, who: str, theirs: str, own: str) -> str:
    return hmac.new(secret.encode(), f"{who} {theirs} {own}".encode(), hashlib.sha256).hexdigest()


def _check(given: str, expected: str) -> None:
    if not hmac.compare_digest(given.encode(), expected.encode()):
        raise Refused("it does not know the secret")


def read_address(text: str) -> tuple[str, int]:
    """A host and a port from host:port; SetupError if it is none."""
    host, colon, port = text.strip().rpartition(":")
    if not colon or not host or not port.isdigit() or int(port) > 65535:
        raise SetupError(f"{text.strip()!r} is no address; write HOST:PORT, such as 10.0.0.2:8010.")
    return host.strip("[]"), int(port)
