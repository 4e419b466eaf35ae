"""Reviews of finished games, made in the background, kept, and given up when nobody waits; and the coach's answers.

Thinking happens in processes of its own. A review is made in parts: between two of them it sees whether anybody
still asks for it, and how far it is can be told.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import orjson

from expedition.analysis import parts
from expedition.core.types import Json
from expedition.server.logs import get_logger
from expedition.server.models import Person
from expedition.server.pool import CallersMistake, Pool, WorkerDied, WorkFailed
from expedition.server.refusals import Refusal
from expedition.server.rooms.archive import Archive
from expedition.server.rooms.matching import is_counted
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.supervisor import Supervisor
from expedition.server.timesource import monotonic

log = get_logger("expedition.reviews")

KEPT = 200  # reviews in memory
PATIENCE = 15.0  # seconds without a question after which nobody waits any more
_SECONDS = 180.0  # a part that takes longer is given up; the first one on a machine compiles the rules


class Job:
    """A review in the making."""

    def __init__(self) -> None:
        self.done = 0
        self.total = 0
        self.preparing = False  # the rules are being compiled: once on a machine
        self.review: Json | None = None
        self.fault: Refusal | None = None
        self.asked = monotonic()


class Reviews:
    def __init__(self, archive: Archive, registry: RoomRegistry, supervisor: Supervisor, judge: str) -> None:
        self._archive = archive
        self._registry = registry
        self._supervisor = supervisor
        self._judge = judge
        self._pool = Pool(1)
        self._coach = Pool(1)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._prepared: set[str] = set()  # games

    async def close(self) -> None:
        await self._pool.close()
        await self._coach.close()

    async def ask(self, code: str) -> Job:
        """The review of a room's game, or how far it is. A running game has none: its record is refused."""
        job = self._jobs.get(code)
        if job is None:
            record = await self._archive.record(code)
            job = self._jobs.setdefault(code, Job())
            if job.total == 0 and job.done == 0:
                job.done = -1  # begun
                self._supervisor.spawn(self._make(code, job, record), "review")
            self._forget()
        job.asked = monotonic()
        self._jobs.move_to_end(code)
        if job.fault is not None:
            del self._jobs[code]
            raise job.fault
        return job

    def _forget(self) -> None:
        for code in [code for code, job in self._jobs.items() if job.review is not None][: -KEPT or None]:
            if len(self._jobs) > KEPT:
                del self._jobs[code]

    async def _make(self, code: str, job: Job, data: Json) -> None:
        record = orjson.dumps(data).decode()
        try:
            job.total, _ = await self._think(self._pool, parts.measure, record, self._judge)
            if data["game"] not in self._prepared:
                job.preparing = True
                await self._think(self._pool, parts.prepare, record, self._judge)
                self._prepared.add(data["game"])
                job.preparing = False
            answers: list[Any] = []
            while len(answers) < job.total:
                job.done = len(answers)
                if monotonic() - job.asked > PATIENCE:
                    log.info("review_abandoned", room=code, done=job.done, total=job.total)
                    self._jobs.pop(code, None)
                    return
                answers += await self._think(self._pool, parts.part, record, self._judge, len(answers))
            job.done = job.total
            job.review = await self._think(self._pool, parts.whole, record, self._judge, answers)
        except Refusal as refusal:
            job.fault = refusal
        except asyncio.CancelledError:
            self._jobs.pop(code, None)
            raise

    async def _think(self, pool: Pool, function: Any, *arguments: Any) -> Any:
        try:
            return await pool.call(function, *arguments, seconds=_SECONDS)
        except CallersMistake as error:
            raise Refusal("no_review", str(error), "refusal.no_review") from None
        except (WorkerDied, WorkFailed) as error:
            log.error("review_failed", reason=str(error)[:500])
            raise Refusal.localized("no_review", "refusal.review_failed") from None

    # -- the coach ----------------------------------------------------------------------------------------

    async def advise(self, session: RoomSession, person: Person, seat: int, lang: str) -> Json:
        data, own = await self._seen(session, person, seat)
        found: Json = await self._think(self._coach, parts.advise, data, self._judge, seat, own, lang)
        return found

    async def check(self, session: RoomSession, person: Person, seat: int, following: list[Json], lang: str) -> Json:
        data, own = await self._seen(session, person, seat)
        found: Json = await self._think(self._coach, parts.check, data, self._judge, seat, own, following, lang)
        return found

    async def attempt(self, one: Json, actions: list[Json], lang: str) -> Json:
        """Whether a turn solves a puzzle."""
        found: Json = await self._think(self._coach, parts.attempt, one, self._judge, actions, lang)
        return found

    async def _seen(self, session: RoomSession, person: Person, seat: int) -> tuple[Json, list[Json]]:
        """The game so far and what the seat has chosen in an open phase, where a coach may look on at all."""
        async with session.lock:
            if not coach_allowed(session, person):
                raise Refusal.localized("not_now", "refusal.no_coach")
            if seat not in session.seats_of(person.id):
                raise Refusal.localized("not_yours", "refusal.not_your_seat")
            table = await self._registry.table(session)
            if seat not in table.state.actors:
                raise Refusal.localized("not_now", "refusal.not_your_turn")
            own = [entry.action for entry in table.state.open.get(seat, ())]
            return table.state.record(secret=True).data, own


def coach_allowed(session: RoomSession, person: Person) -> bool:
    """Only where nobody else can be wronged: neither rated nor compared with others' games, and every person's seat is
    the asker's own."""
    room = session.room
    people = {seat.person for seat in session.seats if seat.kind == "person"}
    return room.status == "playing" and not room.rated and not is_counted(room) and people == {person.id}
