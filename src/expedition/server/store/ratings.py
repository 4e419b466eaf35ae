"""Ratings, one ladder per game and number of players, and how they changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from expedition.core.types import Json
from expedition.server.models import Rating
from expedition.server.ratings import WITHIN, rated
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.store.people import people
from expedition.server.store.rooms import rooms

ratings = sa.Table(
    "ratings",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

rating_changes = sa.Table(
    "rating_changes",
    meta,
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code"), primary_key=True),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("mu_before", sa.Float, nullable=False),
    sa.Column("sigma_before", sa.Float, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("rating_changes_person", "person", "at"),
)


class RatingStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_players(self, ids: Iterable[str], game: str, players: int) -> dict[str, Rating]:
        query = sa.select(ratings).where(ratings.c.person.in_(set(ids)))
        query = query.where(ratings.c.game == game, ratings.c.players == players)
        return {row["person"]: Rating(**row) for row in await self._db.fetch_all(query)}

    async def of_person(self, person: str) -> list[Rating]:
        query = sa.select(ratings).where(ratings.c.person == person)
        rows = await self._db.fetch_all(query.order_by(ratings.c.game, ratings.c.players))
        return [Rating(**row) for row in rows]

    async def changes(self, person: str, limit: int) -> list[Json]:
        """Newest first, with the game and setup of the room they come from."""
        query = (
            sa.select(rating_changes, rooms.c.game, rooms.c.setup).join(rooms).where(rating_changes.c.person == person)
        )
        return await self._db.fetch_all(query.order_by(rating_changes.c.at.desc()).limit(limit))

    async def leaderboard(self, game: str, players: int, limit: int) -> list[tuple[str, Rating]]:
        """Names and ratings, best first: places go by the lower end of what is shown."""
        shown = (ratings.c.mu - WITHIN * ratings.c.sigma).desc()
        query = sa.select(ratings, people.c.name).join(people)
        query = query.where(ratings.c.game == game, ratings.c.players == players)
        rows = await self._db.fetch_all(query.order_by(shown, people.c.name).limit(limit))
        return [(row.pop("name"), Rating(**row)) for row in rows]


async def rate(
    connection: AsyncConnection, code: str, ranked: list[tuple[str, int]], ladder: tuple[str, int], at: int
) -> None:
    """Read, rate and write in one transaction, so that two games ending together both count."""
    game, players = ladder
    persons = [person for person, _ in ranked]
    same = sa.and_(ratings.c.game == game, ratings.c.players == players)
    found = await connection.execute(
        sa.select(ratings).where(same, ratings.c.person.in_(persons)).order_by(ratings.c.person).with_for_update()
    )
    known: dict[str, Any] = {row["person"]: dict(row) for row in found.mappings()}
    for line in rated(known, persons, [place for _, place in ranked]):
        person = line["person"]
        now = {"mu": line["mu"], "sigma": line["sigma"]}
        if person in known:
            change = sa.update(ratings).where(same, ratings.c.person == person)
            await connection.execute(change.values(games=ratings.c.games + 1, **now))
        else:
            key = {"person": person, "game": game, "players": players, "games": 1}
            await connection.execute(sa.insert(ratings), {**key, **now})
        await connection.execute(sa.insert(rating_changes), {"room": code, "at": at, **line})
