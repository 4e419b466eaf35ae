"""Every refusal as an HTTP answer of one shape."""

from __future__ import annotations

from typing import Any, cast

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from expedition.server.logs import get_logger
from expedition.server.refusals import Refusal, TooFast
from expedition.server.store.database import OUTAGES

log = get_logger("expedition.problems")

_STATUS = {
    "no_session": 401,
    "wrong": 403,
    "not_yours": 403,
    "unknown": 404,
    "not_now": 409,
    "not_running": 409,
    "taken": 409,
    "too_fast": 429,
    "too_large": 413,
    "not_ready": 503,
    "unavailable": 503,
}


def install(app: FastAPI) -> None:
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _http)
    for odd in (UnicodeEncodeError, orjson.JSONEncodeError):
        app.add_exception_handler(odd, _not_text)
    for outage in OUTAGES:
        app.add_exception_handler(outage, _unavailable)


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    refusal = cast(Refusal, error)
    headers = {"Retry-After": str(int(refusal.wait) + 1)} if isinstance(refusal, TooFast) else None
    return JSONResponse(refusal.to_dict(), status_code=_STATUS.get(refusal.code, 422), headers=headers)


async def _unavailable(request: Request, error: Exception) -> JSONResponse:
    log.error("database_unavailable", method=request.method, exc_info=error)
    refusal = Refusal.localized("unavailable", "refusal.unavailable")
    return JSONResponse(refusal.to_dict(), status_code=503, headers={"Retry-After": "2"})


async def _not_understood(_request: Request, error: Exception) -> JSONResponse:
    fault: dict[str, Any] = dict(cast(RequestValidationError, error).errors()[0])
    where = ".".join(str(part) for part in fault["loc"])[:100]
    message = f"{where}: {str(fault['msg'])[:300]}."
    return JSONResponse(Refusal("bad_request", message, "refusal.request").to_dict(), status_code=422)


async def _not_text(_request: Request, _error: Exception) -> JSONResponse:
    """Half a character (a lone surrogate) somewhere in a body: it can be read but neither stored nor sent."""
    refusal = Refusal("bad_request", "The text holds something that is no character.", "refusal.request")
    return JSONResponse(refusal.to_dict(), status_code=422)


async def _http(_request: Request, error: Exception) -> JSONResponse:
    fault = cast(HTTPException, error)
    refusal = Refusal("bad_request" if fault.status_code < 404 else "unknown", str(fault.detail), "refusal.request")
    return JSONResponse(refusal.to_dict(), status_code=fault.status_code, headers=fault.headers)
