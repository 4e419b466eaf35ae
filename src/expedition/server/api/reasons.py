"""Why something is not possible: the game itself answers."""

from __future__ import annotations

from fastapi import APIRouter, Request

from expedition.core.errors import ExpeditionError
from expedition.server.api.context import CurrentPerson, CurrentRoom, Use
from expedition.server.refusals import Refusal
from expedition.server.schemas.reasons import Reason, WhyNot

router = APIRouter()


@router.post("/rooms/{code}/why", response_model=Reason)
async def why_not(
    request: Request, use: Use, person: CurrentPerson, session: CurrentRoom, body: WhyNot
) -> dict[str, str | None]:
    """Why what a seat asks for is not possible now; `text` is null where nothing is against it."""
    await use.check_rate(request, "why", person.id)
    if body.seat not in session.seats_of(person.id):
        raise Refusal("not_yours", f"Seat {body.seat} is not yours.", "refusal.not_your_seat")
    async with session.lock:
        table = await use.hub.registry.table(session)
        try:
            return {"text": table.state.why_not(body.seat, body.question, body.lang)}
        except ExpeditionError as error:
            raise Refusal("bad_request", str(error), "refusal.request") from None
