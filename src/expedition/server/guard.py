"""What stands before every request: origin, size, speed, headers, and no traceback outside."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from expedition.server.limits import Limits
from expedition.server.logs import get_logger
from expedition.server.metrics import REQUESTS
from expedition.server.refusals import Refusal

log = get_logger("expedition.requests")

_BODY_SECONDS = 20.0
LARGEST_BODY = 4_000_000  # a long record to import; everything else is far smaller
_UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}
_KNOWN = {"GET", "HEAD", "OPTIONS", *_UNSAFE}

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


def header(scope: Scope, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def same_origin(scope: Scope, allowed: frozenset[str]) -> bool:
    """Whether the request comes from our own page, or from a program that is no browser and sends no origin."""
    origin = header(scope, b"origin")
    if origin is None:
        return header(scope, b"sec-fetch-site") in (None, "same-origin", "none")
    try:
        return origin in allowed or urlsplit(origin).netloc == (header(scope, b"host") or "-")
    except ValueError:  # no address at all
        return False


class Guard:
    def __init__(self, app: ASGIApp, limits: Limits, origins: frozenset[str]) -> None:
        self.app = app
        self.limits = limits
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_HEADERS, *_no_store(scope)]
            await send(message)

        fault = self._fault(scope)
        try:
            if fault is not None:
                await _answer(sending, *fault)
            else:
                await self.app(scope, _limited(receive), sending)
        except _TooLarge:
            await _answer(sending, 413, _too_large())
        except _TooSlow:
            await _answer(
                sending, 408, Refusal("too_slow", f"The body took longer than {_BODY_SECONDS:g} s.", "refusal.request")
            )
        except Exception:
            log.exception("request_failed", method=scope["method"], path=scope["path"][:200])
            if not status:
                await _answer(sending, 500, Refusal.localized("internal", "refusal.internal"))
        finally:
            method = scope["method"] if scope["method"] in _KNOWN else "OTHER"
            REQUESTS.labels(method, str(status)).inc()
            took = round((time.perf_counter() - began) * 1000, 1)
            log.info("request", method=method, path=scope["path"][:200], status=status, ms=took)

    def _fault(self, scope: Scope) -> tuple[int, Refusal, float] | None:
        client = scope.get("client")
        wait = self.limits.take("request", client[0] if client else "-")
        if wait:
            return 429, Refusal.localized("too_fast", "refusal.too_many"), wait
        if scope["method"] not in _UNSAFE:
            return None
        if not same_origin(scope, self.origins):
            return 403, Refusal("wrong_origin", "This request comes from another site's page.", "refusal.request"), 0
        length = header(scope, b"content-length") or "0"
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return 413, _too_large(), 0
        has_body = length != "0" or header(scope, b"transfer-encoding") is not None
        kind = (header(scope, b"content-type") or "").split(";")[0].strip().lower()
        if has_body and kind != "application/json":  # a form of another site's page can send anything but this
            return (
                415,
                Refusal("not_json", "The body has to be JSON (Content-Type: application/json).", "refusal.request"),
                0,
            )
        return None


def _too_large() -> Refusal:
    return Refusal("too_large", f"The body is larger than {LARGEST_BODY} bytes.", "refusal.too_large")


class _TooLarge(Exception):  # noqa: N818
    pass


class _TooSlow(Exception):  # noqa: N818
    pass


def _limited(receive: Receive) -> Receive:
    seen = 0
    whole = False
    deadline = asyncio.get_running_loop().time() + _BODY_SECONDS

    async def limited() -> Message:
        nonlocal seen, whole
        if whole:  # afterwards it only waits for the other side to leave
            return await receive()
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise _TooSlow from None
        seen += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if seen > LARGEST_BODY:
            raise _TooLarge
        return message

    return limited


def _no_store(scope: Scope) -> list[tuple[bytes, bytes]]:
    return [(b"cache-control", b"no-store")] if scope["path"].startswith("/api/") else []


async def _answer(send: Send, status: int, refusal: Refusal, wait: float = 0) -> None:
    body = orjson.dumps(refusal.to_dict())
    headers: list[tuple[bytes, bytes]] = [(b"content-type", b"application/json")]
    headers.append((b"content-length", str(len(body)).encode()))
    if wait:
        headers.append((b"retry-after", str(int(wait) + 1).encode()))
    start: dict[str, Any] = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
