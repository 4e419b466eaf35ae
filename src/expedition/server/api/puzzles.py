"""Puzzles: the list, the one of the day, trying, and the answer."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from expedition.analysis import puzzles
from expedition.core.errors import ExpeditionError
from expedition.server.api.context import Use, check_game_name, json_response
from expedition.server.refusals import Refusal
from expedition.server.schemas import puzzles as schemas

router = APIRouter()
Lang = Annotated[str, Query(pattern="^(en|pt|it|fr)$")]


def _puzzle(name: str) -> dict[str, Any]:
    try:
        return puzzles.puzzle(name)
    except ExpeditionError as error:
        raise Refusal("unknown", str(error), "refusal.request") from None


@router.get("/games/{game}/puzzles", response_model=schemas.PuzzleList)
async def puzzle_list(game: Annotated[str, Path(max_length=40)]) -> dict[str, Any]:
    check_game_name(game)
    day = datetime.now(UTC).date()
    return {"day": day.isoformat(), "today": puzzles.of_the_day(game, day), "puzzles": puzzles.listed(game)}


@router.post("/puzzles/{name}/table", response_model=schemas.PuzzleTable)
async def puzzle_table(name: schemas.PuzzleId, body: schemas.PuzzleIn) -> Response:
    """The table after these actions of the puzzle's seat; nothing is kept on the server."""
    one = _puzzle(name)
    try:
        shown = puzzles.look(one, [dict(action) for action in body.actions])
    except (ExpeditionError, KeyError, TypeError, ValueError) as error:
        raise Refusal("illegal", str(error), "refusal.illegal") from None
    shown.pop("done")
    told = {key: one[key] for key in ("id", "game", "seat", "grade", "margin", "found")}
    return json_response({**told, "setup": one["position"]["setup"], **shown})


@router.post("/puzzles/{name}/try", response_model=schemas.Verdict)
async def puzzle_try(request: Request, use: Use, name: schemas.PuzzleId, body: schemas.PuzzleIn) -> dict[str, Any]:
    """Whether a whole turn solves the puzzle, and why not."""
    await use.check_rate(request, "replay")
    return await use.reviews.attempt(_puzzle(name), [dict(action) for action in body.actions], body.lang)


@router.get("/puzzles/{name}/answer", response_model=schemas.Solution)
async def puzzle_answer(name: schemas.PuzzleId, lang: Lang = "en") -> dict[str, Any]:
    return puzzles.answer_of(_puzzle(name), lang)
