"""The application: every part put together."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import expedition
from expedition.server import api, pages
from expedition.server.guard import Guard
from expedition.server.house import House
from expedition.server.limits import Limits
from expedition.server.people import People
from expedition.server.settings import Settings
from expedition.server.storage import Store
from expedition.server.table import Refusal

log = logging.getLogger("expedition.app")

_STATUS = {
    "no_session": 401,
    "wrong": 403,
    "not_yours": 403,
    "unknown": 404,
    "not_now": 409,
    "not_running": 409,
    "taken": 409,
    "too_fast": 429,
    "not_ready": 503,
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole server; its database is opened when it starts."""
    chosen = settings or Settings.from_environment()
    limits = Limits(chosen.rate_limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(chosen.database)
        await store.open()
        secret = chosen.secret or await store.setting("secret", secrets.token_hex(32))
        house = House(chosen, store)
        services = api.Services(chosen, store, house, People(store, secret), limits)
        app.state.services = services
        await house.open()
        log.info("ready", extra={"database": store.url.get_backend_name(), "source": house.source})
        try:
            yield
        finally:
            await house.close()
            await services.archive.close()
            await store.close()

    app = FastAPI(
        title="Expedition",
        version=expedition.__version__,
        description="Rooms, people and games. The socket is described in docs/protocol.md.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(api.api)
    app.include_router(api.for_operators)
    app.include_router(pages.router())
    app.add_middleware(Guard, limits=limits, origins=frozenset(chosen.origins.split()))
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _http)
    return app


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)
    headers = {"Retry-After": str(int(error.wait) + 1)} if isinstance(error, api.TooFast) else None
    return JSONResponse(error.told, status_code=_STATUS.get(error.code, 422), headers=headers)


async def _not_understood(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    fault: dict[str, Any] = dict(error.errors()[0])
    where = ".".join(str(part) for part in fault["loc"])[:100]
    message = f"{where}: {str(fault['msg'])[:300]}."
    return JSONResponse(Refusal("bad_request", message, "refusal.request").told, status_code=422)


async def _http(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    refusal = Refusal("bad_request" if error.status_code < 404 else "unknown", str(error.detail))
    return JSONResponse(refusal.told, status_code=error.status_code, headers=error.headers)
