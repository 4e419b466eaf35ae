"""The application: every part put together."""

from __future__ import annotations

import functools
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.middleware.trustedhost import TrustedHostMiddleware

import expedition
from expedition.core.registry import games
from expedition.core.schemas import json_schemas
from expedition.server import api, pages, problems
from expedition.server.accounts import Accounts
from expedition.server.api.context import Services
from expedition.server.api.operators import metrics_router
from expedition.server.guard import Guard
from expedition.server.jobs import JOBS
from expedition.server.limits import Limits
from expedition.server.logs import get_logger
from expedition.server.notify import push
from expedition.server.notify.courier import Notifier
from expedition.server.rooms.hub import RoomHub
from expedition.server.settings import Settings
from expedition.server.store import Store
from expedition.server.supervisor import Supervisor

log = get_logger("expedition.app")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole server; its database is opened when it starts."""
    chosen = settings or Settings.from_environment()
    limits = Limits(chosen.rate_limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(chosen.database)
        with store.db.claimed():
            async with running(app, store):
                yield

    @asynccontextmanager
    async def running(app: FastAPI, store: Store) -> AsyncIterator[None]:
        await store.db.open()
        secret = chosen.secret or await store.db.setting("secret", secrets.token_hex(32))
        supervisor = Supervisor()
        hub = RoomHub(chosen, store, supervisor)
        notifier = Notifier(chosen, await store.db.setting("push_key", push.new_key()))
        accounts = Accounts(store)
        services = Services(chosen, store, supervisor, hub, accounts, limits, notifier, secret)
        app.state.services = services
        hub.events.started.append(services.workshop.count_play)
        await hub.open(secret)
        for job in JOBS:
            supervisor.every(job.name, job.seconds, functools.partial(job.run, services))
        log.info("server_ready", database=store.db.url.get_backend_name(), source=hub.source)
        try:
            yield
        finally:
            await hub.close()
            await notifier.close()
            await services.reviews.close()
            await services.workshop.close()
            await store.db.close()

    app = FastAPI(
        title="Expedition",
        version=expedition.__version__,
        description="Rooms, people and games. The socket is described in docs/protocol.md.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(api.api_router())
    app.include_router(metrics_router)
    app.mount("/", pages.WebClient())
    if chosen.hosts:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=chosen.hosts.split(), www_redirect=False)
    app.add_middleware(Guard, limits=limits, origins=frozenset(chosen.origins.split()))
    problems.install(app)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


def _described(app: FastAPI) -> dict[str, Any]:
    """The description of the interface, with the types of what every game says in it."""
    described = FastAPI.openapi(app)
    for game in games():
        described["components"]["schemas"].update(json_schemas(game))
    return described
