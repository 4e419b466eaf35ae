"""The log of each game: an append-only list of rows, unique on (room, ply)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson
import sqlalchemy as sa

from expedition.server.models import LogRow, LogUnit
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.store.ratings import rate
from expedition.server.store.rooms import rooms

actions = sa.Table(
    "actions",
    meta,
    sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("unit", sa.Integer, nullable=False),  # the ply of the first action sent together with this one
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

_PAGE = 250
_ROWS = (
    sa.select(actions)
    .where(actions.c.room == sa.bindparam("code"), actions.c.ply >= sa.bindparam("first"))
    .order_by(actions.c.ply)
    .limit(_PAGE)
)
_UPDATE_ROOM = (
    sa.update(rooms)
    .where(rooms.c.code == sa.bindparam("c"))
    .values(
        owing=sa.bindparam("owing"),
        wake=sa.bindparam("wake"),
        moved=sa.case((sa.bindparam("visible", type_=sa.Boolean), sa.bindparam("at")), else_=rooms.c.moved),
    )
)


class LogStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def rows(self, code: str, first: int = 0) -> list[LogRow]:
        """The log from a place on, read in pages: a long one holds nobody up."""
        rows: list[LogRow] = []
        while True:
            found = await self._db.fetch_all(_ROWS, {"code": code, "first": first})
            rows += [LogRow(r["ply"], r["unit"], r["seat"], r["kind"], orjson.loads(r["data"]), r["at"]) for r in found]
            if len(found) < _PAGE:
                return rows
            first = rows[-1].ply + 1

    async def given_up(self, codes: Iterable[str]) -> set[tuple[str, int]]:
        """Rooms and seats of those who gave up; the others may play on."""
        resigns = actions.c.data.startswith('{"do":"resign"', autoescape=True)
        query = sa.select(actions.c.room, actions.c.seat).where(actions.c.room.in_(set(codes)), resigns)
        return {(row["room"], row["seat"]) for row in await self._db.fetch_all(query)}

    async def append(self, units: Sequence[LogUnit], source: str) -> None:
        """Store units in one transaction; IntegrityError, and nothing stored, if any place is taken."""
        async with self._db.write() as connection:
            await connection.execute(sa.insert(actions), [_row(unit.room, row) for unit in units for row in unit.rows])
            await connection.execute(
                _UPDATE_ROOM,
                [
                    {"c": u.room, "owing": u.owing, "wake": u.wake, "visible": u.public, "at": u.rows[-1].at}
                    for u in units
                ],
            )
            if self._db.is_postgres:
                changed = {unit.room for unit in units}
                await self._db.notify(connection, f"{source} rows {','.join(sorted(changed))}")

    async def finish(self, code: str, ranked: list[tuple[str, int]], ladder: tuple[str, int], **values: Any) -> bool:
        """Close a running room and rate the `ranked` people of it; False if that was done already."""
        query = sa.update(rooms).where(rooms.c.code == code, rooms.c.status == "playing")
        async with self._db.write() as connection:
            if (await connection.execute(query.values(status="over", wake=None, owing=0, **values))).rowcount != 1:
                return False
            if ranked:
                await rate(connection, code, ranked, ladder, values["ended"])
            return True


def _row(room: str, row: LogRow) -> dict[str, Any]:
    return {
        "room": room,
        "ply": row.ply,
        "unit": row.unit,
        "seat": row.seat,
        "kind": row.kind,
        "data": orjson.dumps(row.data).decode(),
        "at": row.at,
    }
