"""The campaign of a person: the stars their games have earned. Nothing is kept beside the results themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from expedition.core import feats
from expedition.core.registry import game_of
from expedition.core.types import Json
from expedition.server.daily.challenge import level_named
from expedition.server.models import Person
from expedition.server.refusals import Refusal
from expedition.server.results.recorder import opponents
from expedition.server.rooms.session import RoomSession
from expedition.server.schemas.rooms import BotSeat, MySeat, NewRoom

if TYPE_CHECKING:
    from expedition.server.api.context import Services

_MOST = 200  # games of one person that run


def steps() -> list[tuple[str, Json]]:
    """All steps of all games in their order."""
    return [(game, step) for game in feats.challenges() for step in feats.campaign(game)]


async def begin(use: Services, person: Person, id: str, anew: bool = False) -> RoomSession:
    """This person's game of a step: the one that runs, or a new one. `anew` gives up those that run."""
    found = next(((game, step) for game, step in steps() if step["id"] == id), None)
    if found is None:
        raise Refusal.localized("unknown", "refusal.campaign_step")
    game, step = found
    running = [row for row in await _running(use, person) if _counts(use, game, step, row)]
    if running and not anew:
        return await use.hub.registry.find(running[0]["room"])
    for row in running:
        await use.hub.play.leave_for_good(row["room"], row["seat"])
    bot = BotSeat(kind="bot", level=level_named(use, game, step["level"]))
    seats: list[Any] = [MySeat(kind="me"), *[bot] * (game_of(game, step["setup"]).players - 1)]
    wish = NewRoom(game=game, setup=step["setup"], seats=seats, start=True)
    return await use.hub.lobby.new_room(person, wish)


async def progress(use: Services, person: Person | None) -> list[Json]:
    """Every step with its stars, those earned with the game that earned them first, and the game that runs."""
    rows = [] if person is None else await use.store.results.against_bots(person.id)
    running = [] if person is None else await _running(use, person)
    return [_step(use, game, step, rows, running) for game, step in steps()]


async def _running(use: Services, person: Person) -> list[Json]:
    """This person's own games alone against the computer that are not over, the last moved first. Not those that stand
    for something else: a challenge of the day, a table of a tournament, a position played on."""
    found = await use.store.rooms.of_person(person.id, "playing", _MOST)
    own = [room for room in found if room.host == person.id and room.origin is None and room.position is None]
    seats = await use.store.rooms.seats_of_many(room.code for room in own)
    gone = await use.store.log.given_up(room.code for room in own)
    return [
        {"room": room.code, "seat": seat.number, "game": room.game, "setup": room.setup, "opponents": level}
        for room in own
        for seat in seats[room.code]
        if seat.person == person.id
        and (room.code, seat.number) not in gone
        and (level := opponents(seats[room.code], seat)) is not None
    ]


def _counts(use: Services, game: str, step: Json, row: Json) -> bool:
    """Whether a game is one of this step: its set-up, against its opponents or stronger ones."""
    levels = [level["name"] for level in use.hub.bots.levels(game)]
    least = levels.index(level_named(use, game, step["level"]))
    same = row["game"] == game and row["setup"] == game_of(game, step["setup"]).setup
    return same and row["opponents"] in levels[least:]


def _step(use: Services, game: str, step: Json, rows: list[Json], running: list[Json]) -> Json:
    mine = [row for row in rows if _counts(use, game, step, row)]
    stars = []
    for star in step["stars"]:
        first = next((row for row in mine if feats.reached(star, row["facts"])), None)
        stars.append({"all": star["all"], "room": None if first is None else first["room"]})
    best = min((feats.better_first(feats.goal(game), row["facts"]) for row in mine), default=None)
    fact = feats.goal(game)[0][0]
    return {
        "id": step["id"],
        "game": game,
        "setup": game_of(game, step["setup"]).setup,
        "level": level_named(use, game, step["level"]),
        "guide": step["guide"],
        "fact": fact,
        "stars": stars,
        "played": len(mine),
        "best": None if best is None or best[0] == float("inf") else abs(best[0]),
        "running": next((row["room"] for row in running if _counts(use, game, step, row)), None),
    }
