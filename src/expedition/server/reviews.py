"""Reviews of finished games, made in the background, kept, and given up when nobody waits; and the coach's answers.

Thinking happens in processes of its own. A review is made in parts: between two of them it sees whether anybody
still asks for it, and how far it is can be told.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import orjson

from expedition.analysis import parts
from expedition.core.types import Json
from expedition.server.logs import get_logger
from expedition.server.models import Person
from expedition.server.pool import CallersMistake, NotWanted, Pool, WorkerDied, WorkFailed
from expedition.server.refusals import Refusal
from expedition.server.rooms.archive import Archive
from expedition.server.rooms.matching import is_counted
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.supervisor import Supervisor
from expedition.server.timesource import monotonic

log = get_logger("expedition.reviews")

KEPT = 200  # reviews in memory
WAITING = 60  # reviews in the making; whoever asks for one more is asked to wait
WAITING_OF_ONE = 8  # of the same address
THINKING = 30  # questions to the coach under way
PATIENCE = 15.0  # seconds without a question after which nobody waits any more
_SECONDS = 180.0  # a part that takes longer is given up; the first one on a machine compiles the rules


# of a refusal: its code, its sentence where what was asked is at fault, and where the work failed
_OF_REVIEWS = ("no_review", "refusal.no_review", "refusal.review_failed")
_OF_COACH = ("illegal", "refusal.illegal", "refusal.coach_failed")


class _NobodyWaits(Exception):  # noqa: N818 - what ends a review, not a failure
    pass


class Job:
    """A review in the making."""

    def __init__(self, asker: str) -> None:
        self.asker = asker
        self.done = 0
        self.total = 0
        self.preparing = False  # the rules are being compiled: once on a machine
        self.review: Json | None = None
        self.fault: Refusal | None = None
        self.asked = monotonic()

    @property
    def is_made(self) -> bool:
        return self.review is not None or self.fault is not None

    @property
    def is_waited_for(self) -> bool:
        return monotonic() - self.asked <= PATIENCE


class Reviews:
    def __init__(self, archive: Archive, registry: RoomRegistry, supervisor: Supervisor, judge: str) -> None:
        self._archive = archive
        self._registry = registry
        self._supervisor = supervisor
        self._judge = judge
        self._pool = Pool(1)
        self._coach = Pool(1)
        self._thinking = 0
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._prepared: set[str] = set()  # games

    async def close(self) -> None:
        await self._pool.close()
        await self._coach.close()

    def is_begun(self, code: str) -> bool:
        """Whether asking costs nothing more."""
        return code in self._jobs

    async def ask(self, code: str, asker: str) -> Job:
        """The review of a room's game, or how far it is. A running game has none: its record is refused."""
        job = self._jobs.get(code)
        if job is None:
            record = await self._archive.record(code)
            if record.get("result") is None:
                raise Refusal.localized("no_review", "refusal.review_no_result")
            job = self._jobs.get(code) or self._begin(code, asker, record)
        job.asked = monotonic()
        self._jobs.move_to_end(code)
        if job.fault is not None:
            del self._jobs[code]
            raise job.fault
        return job

    def _begin(self, code: str, asker: str, record: Json) -> Job:
        making = [job.asker for job in self._jobs.values() if not job.is_made]
        if len(making) >= WAITING or making.count(asker) >= WAITING_OF_ONE:
            raise Refusal.localized("too_fast", "refusal.reviews_waiting")
        job = self._jobs[code] = Job(asker)
        self._supervisor.spawn(self._make(code, job, record), "review")
        for old in [old for old, made in self._jobs.items() if made.is_made][: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[old]
        return job

    async def _make(self, code: str, job: Job, data: Json) -> None:
        record = orjson.dumps(data).decode()
        try:
            job.total = await self._work(job, parts.measure, record)
            if data["game"] not in self._prepared:
                job.preparing = True
                await self._work(job, parts.prepare, record, self._judge)
                self._prepared.add(data["game"])
                job.preparing = False
            answers: list[Any] = []
            while len(answers) < job.total:
                job.done = len(answers)
                answers += await self._work(job, parts.part, record, self._judge, len(answers))
            job.done = job.total
            job.review = await self._work(job, parts.whole, record, self._judge, answers)
        except _NobodyWaits:
            log.info("review_abandoned", room=code, done=job.done, total=job.total)
            self._jobs.pop(code, None)
        except Refusal as refusal:
            job.fault = refusal.with_traceback(None)  # which would keep the whole record
        except asyncio.CancelledError:
            self._jobs.pop(code, None)
            raise

    async def _work(self, job: Job, function: Any, *arguments: Any) -> Any:
        """A part of a review, when it is its turn."""
        return await self._think(self._pool, _OF_REVIEWS, function, *arguments, wanted=lambda: job.is_waited_for)

    async def _advice(self, function: Any, *arguments: Any) -> Any:
        """What the coach thinks."""
        if self._thinking >= THINKING:
            raise Refusal.localized("too_fast", "refusal.coach_busy")
        self._thinking += 1
        try:
            return await self._think(self._coach, _OF_COACH, function, *arguments)
        finally:
            self._thinking -= 1

    async def _think(
        self,
        pool: Pool,
        refused: tuple[str, str, str],
        function: Any,
        *arguments: Any,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Any:
        code, mistaken, failed = refused
        try:
            return await pool.call(function, *arguments, seconds=_SECONDS, wanted=wanted)
        except NotWanted:
            raise _NobodyWaits from None
        except CallersMistake as error:
            raise Refusal(code, str(error), mistaken) from None
        except (WorkerDied, WorkFailed) as error:
            log.error("thinking_failed", of=function.__name__, reason=str(error)[:500])
            raise Refusal.localized(code, failed) from None

    # -- the coach ----------------------------------------------------------------------------------------

    async def advise(self, session: RoomSession, person: Person, seat: int, lang: str) -> Json:
        data, own = await self._seen(session, person, seat)
        found: Json = await self._advice(parts.advise, data, self._judge, seat, own, lang)
        return found

    async def check(self, session: RoomSession, person: Person, seat: int, following: list[Json], lang: str) -> Json:
        data, own = await self._seen(session, person, seat)
        found: Json = await self._advice(parts.check, data, self._judge, seat, own, following, lang)
        return found

    async def attempt(self, one: Json, actions: list[Json], lang: str) -> Json:
        """Whether a turn solves a puzzle."""
        found: Json = await self._advice(parts.attempt, one, self._judge, actions, lang)
        return found

    async def believed(self, claims: list[tuple[Json, list[Json]]], most: int) -> list[str]:
        """Of puzzles and turns said to solve them those that are solved; of other turns than theirs at most so many."""
        found: list[str] = await self._advice(parts.believed, claims, self._judge, most)
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
