"""For those who run a server: alive, ready, metrics."""

from __future__ import annotations

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from expedition.server.api.context import Use
from expedition.server.refusals import Refusal
from expedition.server.schemas.base import Problem

router = APIRouter()
metrics_router = APIRouter(include_in_schema=False)


@router.get("/health", response_model=dict[str, bool])
async def health() -> dict[str, bool]:
    """The process runs."""
    return {"ok": True}


@router.get("/ready", response_model=dict[str, bool], responses={503: {"model": Problem}})
async def ready(use: Use) -> dict[str, bool]:
    """The process can serve: its database answers."""
    try:
        await use.store.db.is_reachable()
    except Exception:
        raise Refusal("not_ready", "The database does not answer.") from None
    return {"ok": True}


@metrics_router.get("/metrics")
async def metrics() -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
