"""What people have solved: a row for each puzzle, and one for each day on which they solved that day's."""

from __future__ import annotations

import re

import sqlalchemy as sa

from expedition.core.types import Json
from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.timesource import now_ms

puzzle_marks = sa.Table(
    "puzzle_marks",
    meta,
    sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("mark", sa.String(50), primary_key=True),  # the name of a puzzle, or a day
    sa.Column("tries", sa.Integer, nullable=False),  # until it was solved; 0: the answer was looked at
    sa.Column("at", sa.BigInteger, nullable=False),
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class PuzzleStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_person(self, person: str, game: str) -> Json:
        """Tries by puzzle, and the days, the oldest first."""
        mine = (puzzle_marks.c.person == person, puzzle_marks.c.game == game)
        rows = await self._db.fetch_all(sa.select(puzzle_marks).where(*mine).order_by(puzzle_marks.c.mark))
        days = [row["mark"] for row in rows if _DAY.fullmatch(row["mark"])]
        solved = {row["mark"]: row["tries"] for row in rows if not _DAY.fullmatch(row["mark"])}
        return {"solved": solved, "days": days}

    async def add(self, person: str, game: str, solved: dict[str, int], days: list[str]) -> None:
        """What is new comes in; what is known stays as it is."""
        told = {**solved, **dict.fromkeys(days, 1)}
        async with self._db.write() as connection:
            mine = (puzzle_marks.c.person == person, puzzle_marks.c.game == game)
            known = set((await connection.scalars(sa.select(puzzle_marks.c.mark).where(*mine))).all())
            fresh = [
                {"person": person, "game": game, "mark": mark, "tries": tries, "at": now_ms()}
                for mark, tries in told.items()
                if mark not in known
            ]
            if fresh:
                await connection.execute(sa.insert(puzzle_marks), fresh)
