"""The route workshop: drafts, trials, surprises, print sheets and the gallery of the house."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from expedition.core.types import Json
from expedition.server.api.context import CurrentPerson, Limit, MaybePerson, Use, json_response
from expedition.server.schemas import workshop as schemas

router = APIRouter(prefix="/workshop")
RouteIdPath = Annotated[schemas.RouteId, Path()]
RouteCodePath = Annotated[schemas.RouteCode, Path()]
LangQuery = Annotated[str, Query(pattern="^(en|pt|it|fr)$")]
_LINES: dict[int | str, dict[str, Any]] = {200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}}
_FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"image/svg+xml": {"schema": {"type": "string"}}, "application/pdf": {"schema": {"type": "string"}}}
    }
}


@router.get("/box", response_model=schemas.Answer)
async def box(use: Use) -> Response:
    """Every side of every piece in the box, and the length and grade of the official routes."""
    return json_response(await use.workshop.box())


@router.post("/look", response_model=schemas.Answer)
async def look(request: Request, use: Use, body: schemas.LookIn) -> Response:
    """Everything about a draft: valid or what is missing, length, advice, and where the piece in hand may lie."""
    await use.check_rate(request, "look")
    return json_response(await use.workshop.look(dict(body.route), body.hand, body.lang))


@router.post("/trials", response_class=StreamingResponse, responses=_LINES)
async def trial(request: Request, use: Use, body: schemas.TrialIn) -> StreamingResponse:
    """Games by bots on a route: the outcome so far, one JSON object a line. Who hangs up stops the games."""
    await use.check_rate(request, "trial")
    lines = await use.workshop.trial({**body.model_dump(), "level": body.level.lower() if body.level else None})
    return StreamingResponse(lines, media_type="application/x-ndjson")


@router.post("/surprise", response_model=list[schemas.Suggestion])
async def surprise(request: Request, use: Use, body: schemas.WishIn) -> Response:
    """Three new routes for a wish; the same for the same seed."""
    await use.check_rate(request, "trial")
    return json_response(await use.workshop.surprise(body.model_dump(exclude={"lang"}), body.lang))


@router.get("/code/{code}", response_model=schemas.Opened)
async def open_code(use: Use, code: RouteCodePath) -> Json:
    """The route that a link holds."""
    return {"route": use.workshop.open_code(code), "code": code}


@router.get("/sheet/{code}", response_class=Response, responses=_FILE)
async def sheet(
    request: Request,
    use: Use,
    code: RouteCodePath,
    name: Annotated[str, Query(max_length=60)] = "",
    form: Literal["svg", "pdf"] = "svg",
    lang: LangQuery = "en",
) -> Response:
    """One page that tells people with the box how to lay the route."""
    await use.check_rate(request, "replay")
    made = await use.workshop.sheet(code, name, form, lang)
    answer = Response(made, media_type="application/pdf" if form == "pdf" else "image/svg+xml")
    answer.headers["Content-Disposition"] = f'inline; filename="route-{code}.{form}"'
    return answer


@router.get("/routes", response_model=list[schemas.SavedRoute])
async def gallery(
    use: Use, person: MaybePerson, order: Literal["new", "played", "rated"] = "new", limit: Limit = 30
) -> list[Json]:
    """The gallery of the house: routes their makers have made public."""
    return await use.workshop.gallery(person, order, limit)


@router.get("/mine", response_model=list[schemas.SavedRoute])
async def mine(use: Use, person: CurrentPerson) -> list[Json]:
    return await use.workshop.mine(person)


@router.post("/routes", response_model=schemas.SavedRoute, status_code=201)
async def save(request: Request, use: Use, person: CurrentPerson, body: schemas.SaveIn) -> Json:
    await use.check_rate(request, "room")
    return await use.workshop.save(person, body.name, dict(body.route), body.public)


@router.get("/routes/{id}", response_model=schemas.SavedRoute)
async def one(use: Use, person: MaybePerson, id: RouteIdPath) -> Json:
    return await use.workshop.one(id, person)


@router.put("/routes/{id}", response_model=schemas.SavedRoute)
async def change(request: Request, use: Use, person: CurrentPerson, id: RouteIdPath, body: schemas.SaveIn) -> Json:
    await use.check_rate(request, "room")
    return await use.workshop.change(id, person, body.name, dict(body.route), body.public)


@router.delete("/routes/{id}", status_code=204)
async def remove(use: Use, person: CurrentPerson, id: RouteIdPath) -> None:
    await use.workshop.remove(id, person)


@router.put("/routes/{id}/stars", response_model=schemas.SavedRoute)
async def rate(use: Use, person: CurrentPerson, id: RouteIdPath, body: schemas.StarsIn) -> Json:
    return await use.workshop.rate(id, person, body.stars)
