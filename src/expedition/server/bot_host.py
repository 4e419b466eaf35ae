"""`expedition bots`: a process that thinks for the computer's seats of houses elsewhere. It has the same fair queue and
the same pool of processes as a house, behind an address, and knows nothing but what it is asked."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import Any

from expedition.core.errors import ExpeditionError, SetupError
from expedition.core.types import Json
from expedition.server import logs
from expedition.server.framing import Line, Refused, read_address
from expedition.server.logs import get_logger
from expedition.server.rooms.bot_queue import Urgency
from expedition.server.rooms.bots import Bots
from expedition.server.settings import Settings

log = get_logger("expedition.bots")

_SILENCE = 30.0  # seconds without a word from a house, which says something every five: it is gone


class BotHost:
    def __init__(self, settings: Settings) -> None:
        self._secret = settings.bots_secret
        self._places = settings.bot_workers
        self._bots = Bots(settings.bots, settings.bot_workers, settings.bot_seconds)
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Listen; the port, which the system chooses for 0."""
        self._server = await asyncio.start_server(self._serve, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def warm_up(self) -> None:
        await self._bots.warm_up()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        await self._bots.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One house, until it leaves; what it still waited for is not thought to the end."""
        line = Line(reader, writer)
        asked: set[asyncio.Task[None]] = set()
        try:
            await line.greet(self._secret, self._places)
            log.info("house_came")
            while True:
                async with asyncio.timeout(_SILENCE):
                    message = await line.receive()
                task = asyncio.create_task(self._answer(line, message))
                asked.add(task)
                task.add_done_callback(asked.discard)
        except Refused as error:
            log.warning("house_refused", reason=str(error))
        except (EOFError, OSError, TimeoutError):
            log.info("house_left")
        finally:
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            await line.close()

    async def _answer(self, line: Line, message: Json) -> None:
        id = message.get("id")
        if message.get("do") != "choose":
            line.send({"id": id, "pong": True})
            return
        try:
            line.send({"id": id, "choice": await self._choose(message)})
        except (KeyError, TypeError, ValueError, ExpeditionError) as error:  # a house that asks for what there is not
            log.error("question_not_understood", reason=f"{type(error).__name__}: {error}"[:200])
            line.send({"id": id, "choice": None})

    async def _choose(self, message: Json) -> int | Json:
        actions = [int(action) for action in message["actions"]]
        game, level = str(message["game"]), str(message["level"])
        known = {one[key] for one in self._bots.levels(game) for key in ("id", "name")}
        if not actions or level not in known:
            raise ValueError(f"{game}, {level}, {len(actions)} actions")
        return await self._bots.choose(
            game,
            level,
            dict(message["information"]),
            actions,
            int(message["dice"]),
            str(message["owner"]),
            Urgency(message["urgency"]),
        )


def run(listen: str, workers: int | None = None) -> None:
    """Listen until told to stop."""
    settings = Settings.from_environment(bot_workers=workers)
    host, port = read_address(listen)
    if not settings.bots_secret:
        raise SetupError("EXPEDITION_BOTS_SECRET is empty; give house and host the same long secret.")
    logs.configure(settings.log_level)
    asyncio.run(_run(settings, host, port))


async def _run(settings: Settings, host: str, port: int) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for ending in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(ending, stop.set)
    there = BotHost(settings)
    try:
        port = await there.open(host, port)
    except OSError as error:
        raise SetupError(
            f"Cannot listen at {host}:{port} ({error.strerror or error}); choose another --listen."
        ) from None
    log.info("bots_ready", host=host, port=port, places=settings.bot_workers)
    print(f"Thinking for others at {host}:{port} (Ctrl+C ends it)", flush=True)
    warming: asyncio.Task[Any] | None = asyncio.create_task(there.warm_up()) if settings.warm_bots else None
    await stop.wait()
    if warming is not None:
        warming.cancel()
    await there.close()
