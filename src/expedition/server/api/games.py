"""What there is to play."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Response

from expedition.core.registry import game_class, game_of, games
from expedition.server.api.context import CurrentRoom, Use, check_game_name, json_response
from expedition.server.refusals import Refusal
from expedition.server.schemas.games import GameInfo

router = APIRouter()


@router.get("/games", response_model=list[GameInfo])
async def list_games(use: Use) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "rules_version": game_class(name).rules_version,
            "options": game_class(name).schema(),
            "levels": use.hub.bots.levels(name),
        }
        for name in games()
    ]


@router.get("/games/{game}/components", response_model=dict[str, Any])
async def components(
    game: Annotated[str, Path(max_length=40)], setup: Annotated[str, Query(max_length=8000)] = "{}"
) -> Response:
    """What never changes during such a game. `setup` is a JSON object; left-out options have their defaults."""
    check_game_name(game)
    try:
        options = orjson.loads(setup)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise Refusal("bad_setup", "The setup has to be a JSON object.")
    try:
        made = game_of(game, options)
    except (ValueError, TypeError) as error:
        raise Refusal("bad_setup", str(error)) from None
    return json_response(made.components())


@router.get("/rooms/{code}/components", response_model=dict[str, Any])
async def room_components(session: CurrentRoom) -> Response:
    """The same for the game of a room."""
    return json_response(game_of(session.room.game, session.room.setup).components())
