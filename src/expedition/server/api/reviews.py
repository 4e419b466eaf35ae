"""Reviews of finished games, and the coach in games that wrong nobody."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from expedition.analysis import told
from expedition.analysis.export import html
from expedition.server.api.context import CurrentPerson, CurrentRoom, Use, json_response
from expedition.server.refusals import Refusal
from expedition.server.schemas import reviews as schemas
from expedition.server.schemas.base import Code

router = APIRouter()
Lang = Annotated[str, Query(pattern="^(en|pt|it|fr)$")]
SeatQuery = Annotated[int | None, Query(ge=0, le=15)]


@router.get("/rooms/{code}/review", response_model=schemas.ReviewStatus)
async def review(request: Request, use: Use, code: Code, seat: SeatQuery = None, lang: Lang = "en") -> Response:
    """The review of a finished game, told to a seat; asking makes it, asking again, as often as several tabs do, tells
    how far it is."""
    await use.check_rate(request, "look" if use.reviews.is_begun(code) else "replay")
    job = await use.reviews.ask(code, _address(request))
    made = None if job.review is None else await _told(use, code, job.review, seat, lang)
    status = "working" if made is None else "ready"
    how_far = {"preparing": job.preparing, "done": max(0, job.done), "total": job.total}
    return json_response({"room": code, "status": status, **how_far, "review": made})


@router.get("/rooms/{code}/review.html", response_class=Response)
async def review_page(request: Request, use: Use, code: Code, seat: SeatQuery = None, lang: Lang = "en") -> Response:
    """The same as one HTML file to keep, once it is made."""
    await use.check_rate(request, "replay")
    job = await use.reviews.ask(code, _address(request))
    if job.review is None:
        raise Refusal.localized("not_now", "refusal.review_working")
    headers = {"Content-Disposition": f'attachment; filename="{code}-review.html"'}
    return Response(html(await _told(use, code, job.review, seat, lang), lang), media_type="text/html", headers=headers)


def _address(request: Request) -> str:
    return request.client.host if request.client else "-"


async def _told(use: Use, code: str, made: dict[str, Any], seat: int | None, lang: str) -> dict[str, Any]:
    """The review with its sentences; people are called what they are called today."""
    session = await use.hub.registry.find(code)
    seats = [{"name": one.name, "kind": one.kind} for one in session.seats]
    return told({**made, "seats": seats}, lang, seat if seat is not None and seat < len(made["ranking"]) else None)


@router.post("/rooms/{code}/coach", response_model=schemas.Advice)
async def coach(
    request: Request, use: Use, person: CurrentPerson, session: CurrentRoom, body: schemas.CoachIn
) -> dict[str, Any]:
    """What the strongest play is now. Only against the computer or on one device, and never in a rated game."""
    await use.check_rate(request, "thought")
    return await use.reviews.advise(session, person, body.seat, body.lang)


@router.post("/rooms/{code}/coach/check", response_model=schemas.Check)
async def check(
    request: Request, use: Use, person: CurrentPerson, session: CurrentRoom, body: schemas.CheckIn
) -> dict[str, Any]:
    """What the turn costs that these actions would seal; nothing is played."""
    await use.check_rate(request, "thought")
    following = [dict(action) for action in body.actions]
    found = await use.reviews.check(session, person, body.seat, following, body.lang)
    better = {key: value for key, value in found.items() if key not in ("loss", "costly")}
    return {"loss": found["loss"], "costly": found["costly"], "better": better or None}
