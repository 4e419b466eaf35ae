"""Routes people have designed: their own, and the gallery of the house."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from expedition.core.types import Json
from expedition.server.models import Person
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.store.people import people
from expedition.server.timesource import now_ms

routes = sa.Table(
    "routes",
    meta,
    sa.Column("id", sa.String(8), primary_key=True),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("code", sa.String(64), nullable=False),  # the whole route in a few letters
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
    sa.Column("grade", sa.String(16), nullable=False),
    sa.Column("plays", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("routes_person", "person", "created"),
    sa.Index("routes_public", "public", "created"),
)

route_ratings = sa.Table(
    "route_ratings",
    meta,
    sa.Column("route", sa.String(8), sa.ForeignKey("routes.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("stars", sa.Integer, nullable=False),
)

MOST_OF_ONE = 200  # routes a person may keep here


class RouteStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, row: Json) -> bool:
        """False if the id is taken."""
        try:
            async with self._db.write() as connection:
                await connection.execute(sa.insert(routes), {**row, "plays": 0, "created": now_ms()})
        except IntegrityError:
            return False
        return True

    async def count(self, person: str) -> int:
        query = sa.select(sa.func.count().label("number")).select_from(routes).where(routes.c.person == person)
        found = await self._db.fetch_one(query)
        return int(found["number"]) if found else 0

    async def change(self, route: str, person: str, values: Json) -> bool:
        async with self._db.write() as connection:
            mine = sa.and_(routes.c.id == route, routes.c.person == person)
            changed = await connection.execute(sa.update(routes).where(mine).values(**values))
            return bool(changed.rowcount)

    async def remove(self, route: str, person: str) -> bool:
        async with self._db.write() as connection:
            mine = sa.and_(routes.c.id == route, routes.c.person == person)
            if not (await connection.execute(sa.select(routes.c.id).where(mine))).first():
                return False
            await connection.execute(sa.delete(route_ratings).where(route_ratings.c.route == route))
            await connection.execute(sa.delete(routes).where(mine))
            return True

    async def played(self, route: str) -> None:
        async with self._db.write() as connection:
            more = sa.update(routes).where(routes.c.id == route).values(plays=routes.c.plays + 1)
            await connection.execute(more)

    async def rate(self, route: str, person: Person, stars: int) -> None:
        async with self._db.write() as connection:
            mine = sa.and_(route_ratings.c.route == route, route_ratings.c.person == person.id)
            changed = await connection.execute(sa.update(route_ratings).where(mine).values(stars=stars))
            if not changed.rowcount:
                row = {"route": route, "person": person.id, "stars": stars}
                await connection.execute(sa.insert(route_ratings), row)

    async def one(self, route: str, person: str | None) -> Json | None:
        """A route that is public or one's own."""
        rows = await self._db.fetch_all(self._query(person).where(routes.c.id == route))
        return rows[0] if rows and (rows[0]["public"] or rows[0]["person"] == person) else None

    async def mine(self, person: str) -> list[Json]:
        query = self._query(person).where(routes.c.person == person).order_by(routes.c.created.desc())
        return await self._db.fetch_all(query.limit(MOST_OF_ONE))

    async def gallery(self, person: str | None, order: str, limit: int) -> list[Json]:
        query = self._query(person).where(routes.c.public)
        by: dict[str, Any] = {
            "new": routes.c.created.desc(),
            "played": routes.c.plays.desc(),
            "rated": sa.desc(sa.text("stars")),
        }
        return await self._db.fetch_all(query.order_by(by[order], routes.c.created.desc()).limit(limit))

    def _query(self, person: str | None) -> sa.Select[Any]:
        rated = route_ratings.c.route == routes.c.id
        stars = sa.select(sa.func.avg(route_ratings.c.stars)).where(rated).scalar_subquery()
        votes = sa.select(sa.func.count()).select_from(route_ratings).where(rated).scalar_subquery()
        own = sa.select(route_ratings.c.stars).where(rated, route_ratings.c.person == (person or ""))
        columns = (people.c.name.label("maker"), sa.func.coalesce(stars, 0.0).label("stars"), votes.label("votes"))
        return sa.select(routes, *columns, own.scalar_subquery().label("own_stars")).join(people)
