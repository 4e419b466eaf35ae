"""Tournaments: who takes part, who sits where in which round, and how tables ended.

Every change of a tournament happens inside `changing`, which holds its row: one after another, in all processes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from expedition.core.types import Json
from expedition.server.models import Entrant, Out, Tournament, TournamentTable
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.store.rooms import new_code, rooms

_JSON = sa.JSON(none_as_null=True)

tournaments = sa.Table(
    "tournaments",
    meta,
    sa.Column("code", sa.String(6), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("setup", sa.JSON, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("form", sa.String(8), nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("clock", sa.JSON, nullable=False),
    sa.Column("host", sa.String(16), sa.ForeignKey("people.id")),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("draw", _JSON),
    sa.Column("plan", _JSON),
    sa.Column("next_at", sa.BigInteger),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("begun", sa.BigInteger),
    sa.Column("ended", sa.BigInteger),
    sa.Index("tournaments_status", "status", "next_at"),
    sa.Index("tournaments_host", "host"),
)

entrants = sa.Table(
    "tournament_entrants",
    meta,
    sa.Column("tournament", sa.String(6), sa.ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(32), nullable=False),
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id")),
    sa.Column("level", sa.String(32)),
    sa.Column("out", sa.String(8)),
    sa.Column("joined", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("tournament", "person", name="tournament_entrants_once"),
    sa.Index("tournament_entrants_person", "person"),
)

tables = sa.Table(
    "tournament_tables",
    meta,
    sa.Column("tournament", sa.String(6), sa.ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entrants", sa.JSON, nullable=False),
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="SET NULL")),
    sa.Column("came", _JSON),
    sa.Column("missed", _JSON),
    sa.Column("due", sa.BigInteger),
    sa.Column("places", _JSON),
    sa.Index("tournament_tables_room", "room"),
)


class TournamentChange:
    """A tournament whose row is held: nobody else changes it meanwhile."""

    def __init__(self, connection: AsyncConnection, tournament: Tournament, found: list[Entrant]) -> None:
        self._connection = connection
        self.tournament = tournament
        self.entrants = found

    @property
    def active(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants if entrant.out is None]

    async def update(self, **values: Any) -> None:
        same = tournaments.c.code == self.tournament.code
        await self._connection.execute(sa.update(tournaments).where(same).values(**values))
        self.tournament = dataclasses.replace(self.tournament, **values)

    async def add(self, entrant: Entrant) -> None:
        row = {**_row(entrant), "tournament": self.tournament.code}
        await self._connection.execute(sa.insert(entrants), row)
        self.entrants = [*self.entrants, entrant]

    async def set_out(self, number: int, out: Out | None) -> None:
        await self._connection.execute(sa.update(entrants).where(*self._one(number)).values(out=out))
        self.entrants = [dataclasses.replace(e, out=out) if e.number == number else e for e in self.entrants]

    async def drop(self, number: int) -> None:
        await self._connection.execute(sa.delete(entrants).where(*self._one(number)))

    def _one(self, number: int) -> tuple[sa.ColumnElement[bool], ...]:
        return (entrants.c.tournament == self.tournament.code, entrants.c.number == number)

    async def add_tables(self, seated: Iterable[TournamentTable]) -> None:
        rows = [{**_row(table), "tournament": self.tournament.code} for table in seated]
        for row in rows:
            del row["status"]
        await self._connection.execute(sa.insert(tables), rows)

    async def set_table(self, table: TournamentTable, **values: Any) -> None:
        """Change a table that is not settled."""
        await self._connection.execute(
            sa.update(tables)
            .where(
                tables.c.tournament == self.tournament.code,
                tables.c.round == table.round,
                tables.c.number == table.number,
                tables.c.places.is_(None),
            )
            .values(**values)
        )

    async def tables(self) -> list[TournamentTable]:
        found = await self._connection.execute(_tables_of(self.tournament.code))
        return [_table(dict(row)) for row in found.mappings()]


class TournamentStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, tournament: Tournament, first: Sequence[Entrant]) -> str:
        """Store a new tournament under a fresh code."""
        while True:
            code = new_code()
            try:
                async with self._db.write() as connection:
                    await connection.execute(sa.insert(tournaments), {**_row(tournament), "code": code})
                    for entrant in first:
                        await connection.execute(sa.insert(entrants), {**_row(entrant), "tournament": code})
                return code
            except IntegrityError:
                if await self.get(code) is None:
                    raise

    async def get(self, code: str) -> Tournament | None:
        row = await self._db.fetch_one(sa.select(tournaments).where(tournaments.c.code == code))
        return None if row is None else Tournament(**row)

    @asynccontextmanager
    async def changing(self, code: str) -> AsyncIterator[TournamentChange | None]:
        """A transaction that holds one tournament; None if there is no such."""
        async with self._db.write() as connection:
            held = sa.select(tournaments).where(tournaments.c.code == code).with_for_update()
            row = (await connection.execute(held)).mappings().first()
            if row is None:
                yield None
                return
            found = (await connection.execute(_entrants_of(code))).mappings()
            yield TournamentChange(connection, Tournament(**dict(row)), [_entrant(dict(one)) for one in found])

    async def entrants(self, code: str) -> list[Entrant]:
        return [_entrant(row) for row in await self._db.fetch_all(_entrants_of(code))]

    async def tables(self, code: str) -> list[TournamentTable]:
        return [_table(row) for row in await self._db.fetch_all(_tables_of(code))]

    async def count_hosted(self, host: str) -> int:
        own = sa.and_(tournaments.c.host == host, tournaments.c.status.in_(("open", "playing")))
        row = await self._db.fetch_one(sa.select(sa.func.count().label("n")).where(own))
        return 0 if row is None else int(row["n"])

    async def of_person(self, person: str, limit: int) -> list[tuple[Tournament, int]]:
        """Those one hosts or takes part in with the number of their entrants, the newest first."""
        mine = sa.select(entrants.c.tournament).where(entrants.c.person == person)
        many = (
            sa.select(sa.func.count())
            .where(entrants.c.tournament == tournaments.c.code, entrants.c.out.is_(None))
            .scalar_subquery()
        )
        query = sa.select(tournaments, many.label("many")).where(
            sa.or_(tournaments.c.host == person, tournaments.c.code.in_(mine))
        )
        found = await self._db.fetch_all(query.order_by(tournaments.c.created.desc()).limit(limit))
        return [(Tournament(**{k: v for k, v in row.items() if k != "many"}), row["many"]) for row in found]

    async def due(self, now: int) -> list[str]:
        """Tournaments in which something is to be done: a round begins or ends, a table is to be made, begun, settled
        or looked at for people who have not come. A quiet one is not among them."""
        same = sa.and_(tables.c.tournament == tournaments.c.code, tables.c.round == tournaments.c.round)
        unsettled = sa.and_(same, tables.c.places.is_(None))
        any_open = sa.exists().where(unsettled)
        wanting = sa.exists().where(
            unsettled,
            sa.or_(
                tables.c.room.is_(None),
                tables.c.due.is_not(None),
                tables.c.room.in_(sa.select(rooms.c.code).where(rooms.c.status != "playing")),
            ),
        )
        query = sa.select(tournaments.c.code).where(
            tournaments.c.status == "playing",
            sa.or_(
                tournaments.c.next_at <= now,
                wanting,
                sa.and_(tournaments.c.next_at.is_(None), ~any_open),
            ),
        )
        return [row["code"] for row in await self._db.fetch_all(query.order_by(tournaments.c.code))]

    async def waited_for(self) -> list[tuple[str, TournamentTable, Json]]:
        """Tables whose people may still come, with the clock they play by."""
        query = sa.select(tables, tournaments.c.clock).join(tournaments, tournaments.c.code == tables.c.tournament)
        query = query.where(tournaments.c.status == "playing", tables.c.due.is_not(None), tables.c.places.is_(None))
        found = []
        for row in await self._db.fetch_all(query):
            code, clock = row["tournament"], row.pop("clock")
            found.append((code, _table({**row, "status": None}), clock))
        return found

    def room_link(self, code: str, table: TournamentTable) -> Callable[[str], sa.Update]:
        """What makes a room the room of a table that has none."""
        free = sa.update(tables).where(
            tables.c.tournament == code,
            tables.c.round == table.round,
            tables.c.number == table.number,
            tables.c.room.is_(None),
            tables.c.places.is_(None),
        )
        return lambda room: free.values(room=room)


def _entrants_of(code: str) -> sa.Select[Any]:
    return sa.select(entrants).where(entrants.c.tournament == code).order_by(entrants.c.number)


def _tables_of(code: str) -> sa.Select[Any]:
    query = sa.select(tables, rooms.c.status).outerjoin(rooms, rooms.c.code == tables.c.room)
    return query.where(tables.c.tournament == code).order_by(tables.c.round, tables.c.number)


def _entrant(row: Json) -> Entrant:
    return Entrant(**{name: value for name, value in row.items() if name != "tournament"})


def _table(row: Json) -> TournamentTable:
    return TournamentTable(**{name: value for name, value in row.items() if name != "tournament"})


def _row(thing: Tournament | Entrant | TournamentTable) -> Json:
    return {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}
