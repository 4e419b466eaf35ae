"""What uvicorn's connections allow: headers in time, and not more pings than anybody needs."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from expedition.server.limits import Bucket

WRITE = "expedition.write"  # an extension of the scope: sends a text without a task of its own
_HEADER_SECONDS = 15.0
_PINGS = (2.0, 40.0)  # a second, and at once
_SLICE = 2048  # bytes looked at before it is asked whether there were too many


class TimedHttp(HttpToolsProtocol):
    """A connection that does not finish its first request's headers in time is closed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(_HEADER_SECONDS, self._close_if_silent)

    def _close_if_silent(self) -> None:
        silent: Any = self.cycle is None  # no request has come
        if silent and self.transport.get_protocol() is self:
            self.transport.close()


class SteadyWebSocket(WebSocketsSansIOProtocol):
    """Every ping asks for an answer, beneath everything that counts messages: too many close the socket."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._pings = Bucket(*_PINGS)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WRITE] = {"send": self._write_text}

    def _write_text(self, text: str) -> bool:
        """Send at once what can be sent at once; False where it has to wait for its turn."""
        ready = self.handshake_complete and not self.close_sent and not self.disconnected and self.writable.is_set()
        if not ready or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:  # it is being closed
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def data_received(self, data: bytes) -> None:
        for first in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[first : first + _SLICE])

    def handle_ping(self) -> None:
        if self.transport.is_closing():
            return
        if self._pings.take():
            self.conn.fail(1008, "too many pings")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
        else:
            super().handle_ping()
