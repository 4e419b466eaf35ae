"""Requests to addresses that people gave us. They never reach this machine's own network.

The check is made where the connection is made, on the very address that is then used: a name that answers twice with
different addresses, or a redirect, leads nowhere new.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpcore

_SECONDS = 15.0


class Refused(Exception):  # noqa: N818 - an answer, not a failure
    """The address may not be used, now or later."""


class Failed(Exception):  # noqa: N818
    """It did not work this time."""


def is_outside(address: str) -> bool:
    """Whether an IP address belongs to the open internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif ip.sixtofour is not None:
            ip = ip.sixtofour
        elif ip.teredo is not None or ip in _NAT64:
            return False
    return ip.is_global and not ip.is_multicast


_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def check_address(text: str, private: bool) -> str:
    """An http(s) address that may be kept; ValueError with a sentence otherwise."""
    if len(text) > 1000 or not text.isascii() or any(sign <= " " for sign in text):
        raise ValueError("An address is at most 1000 plain signs without spaces.")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError("This is not an address.") from None
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise ValueError("The address begins with https://.")
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise ValueError("The address names a host, and no user or password.")
    if port is not None and not private and port not in (443, 8443):
        raise ValueError("The address uses the ordinary port.")
    try:
        literal = ipaddress.ip_address(parts.hostname)
    except ValueError:
        return text
    if not private and not is_outside(str(literal)):
        raise ValueError("The address leads into a private network.")
    return text


class _Backend(httpcore.AsyncNetworkBackend):
    def __init__(self, private: bool) -> None:
        self._private = private
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from None
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if not self._private and not all(is_outside(address) for address in addresses):
            raise Refused("the address leads into a private network")
        fault: Exception = httpcore.ConnectError("the name has no address")
        for address in addresses[:3]:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                fault = error
        raise fault

    async def connect_unix_socket(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        raise Refused("not a network address")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Outside:
    """Sends what is to be sent. `private` lets it reach private networks, for tests and for closed houses."""

    def __init__(self, private: bool = False) -> None:
        self.private = private
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            network_backend=_Backend(private),
            max_connections=20,
            max_keepalive_connections=5,
            keepalive_expiry=30,
        )

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status of the answer. Its body is not read, redirects are not followed."""
        check = check_address_or_refuse(url, self.private)
        limits = {"connect": 5.0, "read": 10.0, "write": 10.0, "pool": 5.0}
        sent = [(name.encode(), value.encode()) for name, value in headers.items()]
        try:
            async with (
                asyncio.timeout(_SECONDS),
                self._pool.stream("POST", check, headers=sent, content=body, extensions={"timeout": limits}) as answer,
            ):
                return int(answer.status)
        except (
            httpcore.NetworkError,
            httpcore.TimeoutException,
            httpcore.ProtocolError,
            OSError,
            TimeoutError,
        ) as error:
            raise Failed(f"{type(error).__name__}: {str(error)[:200]}") from None

    async def close(self) -> None:
        await self._pool.aclose()


def check_address_or_refuse(url: str, private: bool) -> str:
    try:
        return check_address(url, private)
    except ValueError as error:
        raise Refused(str(error)) from None
