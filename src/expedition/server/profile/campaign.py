"""The campaign of a person: the stars their games have earned. Nothing is kept beside the results themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from expedition.core import feats
from expedition.core.registry import game_of
from expedition.core.types import Json
from expedition.server.daily.challenge import level_named
from expedition.server.models import Person
from expedition.server.refusals import Refusal
from expedition.server.rooms.session import RoomSession
from expedition.server.schemas.rooms import BotSeat, MySeat, NewRoom

if TYPE_CHECKING:
    from expedition.server.api.context import Services


def steps() -> list[tuple[str, Json]]:
    """All steps of all games in their order."""
    return [(game, step) for game in feats.challenges() for step in feats.campaign(game)]


async def begin(use: Services, person: Person, id: str) -> RoomSession:
    """A game of a step, started."""
    found = next(((game, step) for game, step in steps() if step["id"] == id), None)
    if found is None:
        raise Refusal.localized("unknown", "refusal.campaign_step")
    game, step = found
    bot = BotSeat(kind="bot", level=level_named(use, game, step["level"]))
    seats: list[Any] = [MySeat(kind="me"), *[bot] * (game_of(game, step["setup"]).players - 1)]
    wish = NewRoom(game=game, setup=step["setup"], seats=seats, start=True)
    return await use.hub.lobby.new_room(person, wish)


async def progress(use: Services, person: Person | None) -> list[Json]:
    """Every step with its stars, those earned with the game that earned them first."""
    rows = [] if person is None else await use.store.results.against_bots(person.id)
    return [_step(use, game, step, rows) for game, step in steps()]


def _step(use: Services, game: str, step: Json, rows: list[Json]) -> Json:
    setup = game_of(game, step["setup"]).setup
    levels = [level["name"] for level in use.hub.bots.levels(game)]
    least = levels.index(level_named(use, game, step["level"]))
    mine = [
        row
        for row in rows
        if row["game"] == game
        and row["setup"] == setup
        and row["opponents"] in levels
        and levels.index(row["opponents"]) >= least
    ]
    stars = []
    for star in step["stars"]:
        first = next((row for row in mine if feats.reached(star, row["facts"])), None)
        stars.append({"all": star["all"], "room": None if first is None else first["room"]})
    best = min((feats.better_first(feats.goal(game), row["facts"]) for row in mine), default=None)
    fact = feats.goal(game)[0][0]
    return {
        "id": step["id"],
        "game": game,
        "setup": setup,
        "level": level_named(use, game, step["level"]),
        "guide": step["guide"],
        "fact": fact,
        "stars": stars,
        "played": len(mine),
        "best": None if best is None or best[0] == float("inf") else abs(best[0]),
    }
