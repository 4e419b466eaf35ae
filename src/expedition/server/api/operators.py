"""For those who run a server: alive, ready, metrics."""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from expedition.server.api.context import Services, Use
from expedition.server.refusals import Refusal
from expedition.server.store.database import OUTAGES

LEAST_DISK = 64 * 2**20  # bytes: less is said before writing fails

router = APIRouter()
metrics_router = APIRouter(include_in_schema=False)


@router.get("/health", response_model=dict[str, bool])
async def health() -> dict[str, bool]:
    """The process runs."""
    return {"ok": True}


@router.get("/ready", response_model=dict[str, bool])
async def ready(use: Use) -> dict[str, bool]:
    """The process can serve: its database answers, has room to write, and no background work is down."""
    try:
        await use.store.db.is_reachable()
    except OUTAGES:
        raise Refusal("not_ready", "The database does not answer.") from None
    if disk_free(use) < LEAST_DISK:
        raise Refusal("not_ready", "The disk of the database is full.")
    if use.supervisor.failing:
        down = ", ".join(f"{name} ({why})" for name, why in sorted(use.supervisor.failing.items()))
        raise Refusal("not_ready", f"Background work is down: {down}.")
    told = {"ok": True}
    if use.hub.bots.elsewhere:  # a host that is missing is no reason to send people away: the house thinks by itself
        told["bot_hosts"] = not use.hub.bots.elsewhere.missing
    return told


def disk_free(use: Services) -> int:
    """Bytes left where SQLite writes; PostgreSQL looks after its own disk."""
    file = use.store.db.url.database
    if use.store.db.is_postgres or not file or file == ":memory:":
        return LEAST_DISK
    return shutil.disk_usage(Path(file).parent).free


@metrics_router.get("/metrics")
async def metrics(request: Request, use: Use) -> Response:
    """For whoever has the token. Nobody else: even sums tell a player whether somebody has just marked in secret."""
    token = use.settings.metrics_token
    given = request.headers.get("authorization", "")
    if not token or not secrets.compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise Refusal("unknown", "There is nothing here.")
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
