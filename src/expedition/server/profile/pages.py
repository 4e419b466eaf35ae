"""A profile as its page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from expedition.core.types import Json
from expedition.server import ratings
from expedition.server.models import Person, Seat
from expedition.server.profile import campaign
from expedition.server.profile.statistics import statistics
from expedition.server.refusals import Refusal
from expedition.server.rooms.views import rating_view
from expedition.server.store.ratings import rating_changes
from expedition.server.store.rooms import rooms

if TYPE_CHECKING:
    from expedition.server.api.context import Services

_SHOWN = 100  # games in the list; the statistics count all


async def profile_for(use: Services, viewer: Person | None, id: str) -> Json:
    """Somebody's profile in somebody's eyes."""
    person = await use.store.people.get(id)
    own = viewer is not None and viewer.id == id
    if person is None or (person.is_guest and not own):
        raise Refusal.localized("unknown", "refusal.no_player")
    if not own:
        shown = await use.store.profiles.get(id)
        if viewer is not None and await use.store.friends.is_blocked(viewer.id, id):
            raise Refusal.localized("unknown", "refusal.no_player")
        if not shown["public"]:
            raise Refusal.localized("not_yours", "refusal.profile_private", name=person.name)
    return await profile(use, person, own)


async def profile(use: Services, person: Person, own: bool) -> Json:
    rows = await use.store.results.of_person(person.id)
    if not own:  # others see what was public or rated when it was played
        open_rooms = await _open_rooms(use, [row["room"] for row in rows])
        rows = [row for row in rows if row["room"] in open_rooms]
    points = await rating_points(use, person.id)
    steps = await campaign.progress(use, person)
    kept = await use.store.profiles.get(person.id)
    return {
        "person": person.ref(),
        "since": person.created,
        "likeness": kept["likeness"],
        "public": kept["public"],
        "seen": kept["seen"],
        "own": own,
        "ratings": [rating_view(rating) for rating in await use.store.ratings.of_person(person.id)],
        "points": points,
        "statistics": statistics(rows),
        "games": await _lines(use, rows[:_SHOWN], {point["room"]: point for point in points}),
        "stars": sum(star["room"] is not None for step in steps for star in step["stars"]),
        "of_stars": sum(len(step["stars"]) for step in steps),
    }


async def rating_points(use: Services, person: str) -> list[Json]:
    """The rating after every rated game, the oldest first."""
    columns: list[Any] = [rating_changes, rooms.c.game, rooms.c.setup]
    query = sa.select(*columns).join(rooms).where(rating_changes.c.person == person)
    found = await use.store.db.fetch_all(query.order_by(rating_changes.c.at.desc()).limit(500))
    return [
        {
            "game": row["game"],
            "players": row["setup"]["players"],
            "at": row["at"],
            "shown": ratings.shown(row["mu"]),
            "doubt": ratings.doubt(row["sigma"]),
            "before": ratings.shown(row["mu_before"]),
            "room": row["room"],
        }
        for row in reversed(found)
    ]


async def _open_rooms(use: Services, codes: list[str]) -> set[str]:
    query = sa.select(rooms.c.code).where(rooms.c.code.in_(codes), sa.or_(rooms.c.public, rooms.c.rated))
    return {row["code"] for row in await use.store.db.fetch_all(query)}


def _named(seat: Seat) -> Json:
    return {"seat": seat.number, "kind": seat.kind, "name": seat.name, "level": seat.level}


async def _lines(use: Services, rows: list[Json], points: dict[str, Json]) -> list[Json]:
    codes = [row["room"] for row in rows]
    there = await use.store.rooms.seats_of_many(codes)
    shown = ("room", "game", "setup", "variant", "players", "seat", "place", "facts", "at")
    return [
        {
            **{name: row[name] for name in shown},
            "seats": [_named(seat) for seat in there.get(row["room"], [])],
            "rating": points[row["room"]]["shown"] - points[row["room"]]["before"] if row["room"] in points else None,
        }
        for row in rows
    ]
