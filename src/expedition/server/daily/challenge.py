"""Playing the challenge of the day, and how everybody did."""

from __future__ import annotations

import dataclasses
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from expedition.core import feats
from expedition.core.types import Json
from expedition.server.daily import days
from expedition.server.models import Person
from expedition.server.refusals import Refusal
from expedition.server.rooms.session import RoomSession
from expedition.server.schemas.rooms import BotSeat, MySeat, NewRoom
from expedition.server.timesource import now_ms

if TYPE_CHECKING:
    from expedition.server.api.context import Services


def level_named(use: Services, game: str, id: str) -> str:
    """The name of a level as seats have it; where a house has other bots, its first."""
    levels = use.hub.bots.levels(game)
    found = next((level for level in levels if level["id"] == id), levels[0])
    return str(found["name"])


def check_game(game: str) -> None:
    if game not in feats.challenges():
        raise Refusal.localized("unknown", "refusal.daily_game")


def read_day(text: str, now: int) -> date:
    """A day up to today."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal.localized("unknown", "refusal.daily_day") from None
    if not days.FIRST <= day <= days.day_of(now):
        raise Refusal.localized("unknown", "refusal.daily_day")
    return day


async def begin(use: Services, person: Person, game: str) -> RoomSession:
    """The room of this person's attempt today: made now, or at the first time of asking."""
    check_game(game)
    now = now_ms()
    day = days.day_of(now)
    known = await use.store.daily.of_person(game, day.isoformat(), person.id)
    if known is not None:
        return await use.hub.registry.find(known["room"])
    setup = days.setup_of(use.secret, game, day)
    guide = BotSeat(kind="bot", level=level_named(use, game, "guide"))
    seats: list[Any] = [MySeat(kind="me"), *[guide] * (setup["players"] - 1)]
    session = await use.hub.lobby.new_room(person, NewRoom(game=game, setup=setup, seats=seats))
    origin = {"kind": "daily", "room": None, "ply": None, "day": day.isoformat()}
    await use.store.rooms.update(session.code, "waiting", origin=origin)
    if not await use.store.daily.begin(game, day.isoformat(), person.id, session.code, now):
        await use.store.rooms.update(session.code, "waiting", status="closed")
        known = await use.store.daily.of_person(game, day.isoformat(), person.id)
        assert known is not None
        return await use.hub.registry.find(known["room"])
    async with session.lock:
        session.room = dataclasses.replace(session.room, origin=origin)
    await use.hub.starter.start(session, days.seed_of(use.secret, game, day))
    return session


async def board(use: Services, game: str, day: date) -> list[Json]:
    """Everybody who finished, the best first; equal results by the time they took share the place."""
    goal = feats.goal(game)
    rows = await use.store.daily.results(game, day.isoformat())
    keyed = [((*feats.better_first(goal, row["facts"]), row["took"]), row) for row in rows]
    keyed.sort(key=lambda pair: (pair[0], pair[1]["at"]))
    return [
        {
            "place": 1 + sum(other < key for other, _ in keyed),
            "person": {"id": row["person"], "name": row["name"], "guest": row["password"] is None},
            "facts": {name: row["facts"].get(name) for name, _ in goal} | {"place": row["facts"]["place"]},
            "took": row["took"],
            "room": row["room"],
        }
        for key, row in keyed
    ]


def streak(finished: list[str], today: date) -> int:
    """Days in a row up to today, or up to yesterday while today is still open."""
    known = set(finished)
    day = today if today.isoformat() in known else days.before(today)
    many = 0
    while day.isoformat() in known:
        many += 1
        day -= timedelta(days=1)
    return many


async def shown(use: Services, game: str, day: date, person: Person | None) -> Json:
    """A day as its page shows it. Of a day that is not over: no seed, no rooms of others to look into."""
    now = now_ms()
    today = days.day_of(now)
    lines = await board(use, game, day)
    mine = next((line for line in lines if person is not None and line["person"]["id"] == person.id), None)
    attempt = None if person is None else await use.store.daily.of_person(game, day.isoformat(), person.id)
    finished = [] if person is None else await use.store.daily.days_of(game, person.id)
    over = day < today
    seen = [{**line, "room": line["room"] if over or line is mine else None} for line in lines[:100]]
    return {
        "game": game,
        "day": day.isoformat(),
        "ends": days.ends(day),
        "setup": days.setup_of(use.secret, game, day),
        "goal": [{"fact": fact, "best": best} for fact, best in feats.goal(game)],
        "commitment": days.commitment_of(use.secret, game, day),
        "tomorrow": days.commitment_of(use.secret, game, days.after(day)) if not over else None,
        "seed": f"{days.seed_of(use.secret, game, day):032x}" if over else None,
        "mine": None if mine is None else {**mine, "percentile": percentile(lines, mine)},
        "attempt": None if attempt is None else {"room": attempt["room"], "status": attempt["status"]},
        "lines": seen,
        "finished": len(lines),
        "streak": streak(finished, today),
    }


def percentile(lines: list[Json], mine: Json) -> int | None:
    """The share of the others, in percent, whom this result leaves behind; None while there are none."""
    others = len(lines) - 1
    behind = sum(line["place"] > mine["place"] for line in lines)
    return round(100 * behind / others) if others else None
