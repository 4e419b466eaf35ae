"""Puzzles: the list, the one of the day, trying, and the answer."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from expedition.analysis import puzzles
from expedition.core.errors import ExpeditionError
from expedition.server.api.context import CurrentPerson, Use, check_game_name, json_response
from expedition.server.refusals import Refusal
from expedition.server.schemas import puzzles as schemas

router = APIRouter()
GamePath = Annotated[str, Path(max_length=40)]
JUDGED = 10  # turns of one request that are thought about; those that ship cost nothing
Lang = Annotated[str, Query(pattern="^(en|pt|it|fr)$")]


def _puzzle(name: str) -> dict[str, Any]:
    try:
        return puzzles.puzzle(name)
    except ExpeditionError as error:
        raise Refusal("unknown", str(error), "refusal.request") from None


@router.get("/games/{game}/puzzles", response_model=schemas.PuzzleList)
async def puzzle_list(game: GamePath) -> dict[str, Any]:
    check_game_name(game)
    day = datetime.now(UTC).date()
    return {"day": day.isoformat(), "today": puzzles.of_the_day(game, day), "puzzles": puzzles.listed(game)}


@router.get("/me/puzzles/{game}", response_model=schemas.PuzzleProgress)
async def my_puzzles(use: Use, person: CurrentPerson, game: GamePath) -> dict[str, Any]:
    """What I have solved, wherever I did."""
    check_game_name(game)
    return await use.store.puzzles.of_person(person.id, game)


@router.put("/me/puzzles/{game}", response_model=schemas.PuzzleProgress)
async def keep_puzzles(
    request: Request, use: Use, person: CurrentPerson, game: GamePath, body: schemas.PuzzleProgressIn
) -> dict[str, Any]:
    """Adds to what I have solved; nothing known is changed. A turn that does not solve its puzzle is left out, and so
    is a day whose puzzle I have not solved."""
    check_game_name(game)
    await use.check_rate(request, "thought")
    there = {one["id"] for one in puzzles.listed(game)}
    known = (await use.store.puzzles.of_person(person.id, game))["solved"]
    new = {name: said for name, said in body.solved.items() if name in there and name not in known}
    claims = [(puzzles.puzzle(name), [dict(a) for a in said.actions]) for name, said in new.items() if said.tries]
    believed = set(await use.reviews.believed(claims, JUDGED)) if claims else set()
    solved = {name: said.tries for name, said in new.items() if not said.tries or name in believed}
    today = datetime.now(UTC).date()
    mine = {name for name, tries in {**solved, **known}.items() if tries > 0}
    days = [day for day in body.days if _has_been(day, today) and _day_puzzle(game, day) in mine]
    await use.store.puzzles.add(person.id, game, solved, days)
    return await use.store.puzzles.of_person(person.id, game)


def _day_puzzle(game: str, day: str) -> str | None:
    return puzzles.of_the_day(game, date.fromisoformat(day))


def _has_been(day: str, today: date) -> bool:
    try:
        return date(2026, 1, 1) <= date.fromisoformat(day) <= today
    except ValueError:
        return False


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
    await use.check_rate(request, "thought")
    return await use.reviews.attempt(_puzzle(name), [dict(action) for action in body.actions], body.lang)


@router.get("/puzzles/{name}/answer", response_model=schemas.Solution)
async def puzzle_answer(name: schemas.PuzzleId, lang: Lang = "en") -> dict[str, Any]:
    return puzzles.answer_of(_puzzle(name), lang)
