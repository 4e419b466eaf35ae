"""The REST interface and the sockets, a module a topic. A new topic is a module with a `router`, added to `ROUTERS`."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from expedition.server.api import (
    care,
    daily,
    friends,
    games,
    operators,
    people,
    profile,
    puzzles,
    reach,
    reasons,
    records,
    reviews,
    rooms,
    socket,
    tournaments,
    watch,
    workshop,
)
from expedition.server.schemas.base import Problem

ROUTERS = (
    socket.router,  # first: paths are compared one after another
    care.router,
    daily.router,
    friends.router,
    games.router,
    operators.router,
    people.router,
    profile.router,
    puzzles.router,
    reach.router,
    reasons.router,
    records.router,
    reviews.router,
    rooms.router,
    tournaments.router,
    watch.router,
    workshop.router,
)

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words}
    for status, words in {
        400: "The body cannot be read.",
        401: "No session: POST /api/guest first.",
        403: "Not allowed.",
        404: "Unknown.",
        409: "Not now.",
        413: "Too large.",
        415: "The body is not JSON.",
        422: "Understood, but not possible.",
        429: "Too fast; see Retry-After.",
        503: "The database does not answer; see Retry-After.",
    }.items()
}


def api_router() -> APIRouter:
    api = APIRouter(prefix="/api", responses=_PROBLEMS)
    for router in ROUTERS:
        api.include_router(router)
    return api
