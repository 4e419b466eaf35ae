"""What there is to play."""

from __future__ import annotations

import gzip
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Header, Path, Query, Response

from expedition.core.errors import ExpeditionError
from expedition.core.registry import game_class, game_of, games
from expedition.core.words import languages, say
from expedition.server.api.context import CurrentRoom, MaybePerson, Use, check_game_name, json_response
from expedition.server.refusals import Refusal
from expedition.server.rooms.plain import plain_view
from expedition.server.schemas.base import MAX_INT
from expedition.server.schemas.games import GameInfo
from expedition.server.schemas.plain import PlainTable

router = APIRouter()


@router.get("/games", response_model=list[GameInfo])
async def list_games(use: Use) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "titles": {lang: game_class(name).title(lang) for lang in languages()},
            "rules_version": game_class(name).rules_version,
            "options": game_class(name).schema(),
            "levels": use.hub.bots.levels(name),
        }
        for name in games()
    ]


@router.get("/games/{game}/components", response_model=dict[str, Any])
async def components(
    game: Annotated[str, Path(max_length=40)],
    setup: Annotated[str, Query(max_length=8000)] = "{}",
    accept_encoding: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """What never changes during such a game. `setup` is a JSON object; left-out options have their defaults."""
    check_game_name(game)
    try:
        options = orjson.loads(setup)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise Refusal("bad_setup", "The setup has to be a JSON object.", "refusal.setup")
    try:
        made = game_of(game, options)
    except (ValueError, TypeError) as error:
        raise Refusal("bad_setup", str(error), "refusal.setup") from None
    answer = json_response(made.components())
    answer.headers["Vary"] = "Accept-Encoding"
    if "gzip" not in accept_encoding:
        return answer
    # the largest answer a table waits for; nothing in it is anybody's secret, so it may be compressed
    headers = {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
    return Response(gzip.compress(answer.body, 6, mtime=0), headers=headers, media_type="application/json")


@router.get("/rooms/{code}/components", response_model=dict[str, Any])
async def room_components(session: CurrentRoom) -> Response:
    """The same for the game of a room."""
    return json_response(game_of(session.room.game, session.room.setup).components())


@router.get("/rooms/{code}/plain", response_model=PlainTable)
async def plain_table(
    use: Use,
    person: MaybePerson,
    session: CurrentRoom,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    lang: Annotated[Literal["en", "pt", "it", "fr"], Query()] = "en",
    theme: Annotated[Literal["light", "dark"], Query()] = "light",
    ply: Annotated[int | None, Query(ge=0, le=MAX_INT)] = None,
) -> Response:
    """A running or finished game in words, through one of one's own seats or as a spectator: a table for any game.

    A finished game may be looked at through every seat, and after so many actions (`ply`).
    """
    over = session.room.status == "over"
    if seat is not None and not over and seat not in session.seats_of(None if person is None else person.id):
        raise Refusal("not_yours", f"Seat {seat} is not yours to look through.", "refusal.not_your_seat")
    if ply is not None and not over:
        raise Refusal.localized("not_now", "refusal.record_kept")
    async with session.lock:
        table = await use.hub.registry.table(session)
        names = [known.name or say("game.seat", lang, number=known.number + 1) for known in session.seats]
        may_act = seat in table.actors and seat not in table.bots
        try:
            if seat is not None:
                table.game.check_seat(seat)
            state = table.state if ply is None else table.state.record(secret=True).at(ply)
        except ExpeditionError as error:
            raise Refusal("unknown", str(error), "refusal.request") from None
        return json_response(plain_view(state, seat, may_act, lang, theme, names))
