"""Starting a server."""

from __future__ import annotations

import asyncio
import ctypes
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from urllib.error import URLError
from urllib.request import urlopen

import uvicorn

from expedition.core.errors import SetupError
from expedition.server import logs
from expedition.server.app import create_app
from expedition.server.protocols import SteadyWebSocket, TimedHttp
from expedition.server.rooms.bot_hosts import HostsElsewhere
from expedition.server.rooms.socket import LARGEST_MESSAGE
from expedition.server.settings import Settings
from expedition.server.store.database import async_url, check_database


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    workers: int | None = None,
    open_browser: bool = False,
    bots: str | None = None,
) -> None:
    """Run the server until it is told to stop. What is not given comes from EXPEDITION_… or the defaults."""
    settings = Settings.from_environment(host=host, port=port, database=database, workers=workers, bot_hosts=bots)
    HostsElsewhere(settings.bot_hosts, settings.bots_secret)  # a mistake in an address is told before anything starts
    is_sqlite = async_url(settings.database).get_backend_name() == "sqlite"
    if settings.workers > 1 and is_sqlite:
        raise SetupError("Several server processes need PostgreSQL: --database postgresql://user@host/name.")
    _check_port(settings)
    asyncio.run(check_database(settings.database))
    if open_browser and "EXPEDITION_LOG_LEVEL" not in os.environ:  # somebody who wants to play, not to operate
        settings = settings.model_copy(update={"log_level": "warning"})
    if open_browser or sys.stdout.isatty():  # somebody looks on
        threading.Thread(target=_tell_when_ready, args=(settings, open_browser), daemon=True).start()
    os.environ.update(settings.to_environment())
    uvicorn.run(
        "expedition.server.main:application",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=10,
        limit_concurrency=settings.connections,
        http=TimedHttp,
        ws=SteadyWebSocket,
        timeout_worker_healthcheck=60,  # a slow start on a busy machine is no reason to start over
    )


def application() -> object:
    """What each server process runs."""
    settings = Settings.from_environment()
    logs.configure(settings.log_level)
    if settings.workers > 1:
        _end_with_parent()
    return create_app(settings)


def _end_with_parent() -> None:
    """A server process whose parent is killed ends too, instead of answering at a port nobody watches."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)
        parent = multiprocessing.parent_process()
        if parent and parent.pid != os.getppid():  # it has gone already, and of that nobody is told
            raise SystemExit("The process that started this server has ended.")


def _check_port(settings: Settings) -> None:
    """A taken port is said in a sentence, before anything starts."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            where = f"{settings.host}:{settings.port}"
            raise SetupError(f"Cannot listen at {where} ({error.strerror}); choose another --port or --host.") from None


def _tell_when_ready(settings: Settings, open_browser: bool) -> None:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    address = f"http://{host}:{settings.port}"
    for _ in range(100):
        try:
            with urlopen(f"{address}/api/health", timeout=1):
                break
        except (URLError, OSError):
            time.sleep(0.1)
    print(f"Expedition is at {address} (Ctrl+C ends it)", flush=True)
    if open_browser:
        webbrowser.open(address)
