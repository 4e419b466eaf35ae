"""Games after their end: records given out and taken in, replays, positions to play on from."""

from __future__ import annotations

from typing import Any

import orjson

from expedition.core.record import Record
from expedition.core.types import Json
from expedition.server.daily.days import is_sealed
from expedition.server.logs import get_logger
from expedition.server.models import Person, Room, Seat
from expedition.server.pool import CallersMistake, Pool, WorkerDied, WorkFailed
from expedition.server.refusals import Refusal
from expedition.server.rooms import replay
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.schemas.base import clean_name
from expedition.server.schemas.rooms import FromPosition, FromRecord, FromRoom
from expedition.server.store import Store
from expedition.server.store.rooms import terms
from expedition.server.timesource import now_ms

log = get_logger("expedition.archive")

LARGEST_RECORD = 1_000_000  # bytes; a long game has a tenth of that


class Archive:
    def __init__(self, store: Store, registry: RoomRegistry) -> None:
        self._store = store
        self._registry = registry
        self._readers = Pool(1)

    async def close(self) -> None:
        await self._readers.close()

    async def position(self, origin: FromPosition | FromRecord | FromRoom) -> Json:
        if isinstance(origin, FromPosition):
            return dict(origin.position)
        record = dict(origin.record) if isinstance(origin, FromRecord) else await self.record(origin.room)
        return dict(await self._read("bad_record", replay.position_at, record, origin.ply))

    async def _read(self, code: str, function: Any, *arguments: Any) -> Any:
        """Work on a record, in a process of its own."""
        try:
            return await self._readers.call(function, *arguments, seconds=30)
        except CallersMistake as error:
            if error.ply is None:
                raise Refusal(code, str(error), "refusal.record") from None
            raise Refusal(code, str(error), "refusal.record_ply", ply=error.ply) from None
        except (WorkerDied, WorkFailed) as error:
            log.error("record_unreadable", reason=str(error)[:500])
            raise Refusal.localized(code, "refusal.record_unread") from None

    async def read(self, function: Any, *arguments: Any) -> Any:
        """Work on a record by other parts of the server, in a process of its own."""
        return await self._read("bad_record", function, *arguments)

    async def record(self, code: str) -> Json:
        """The record of a finished game, the seed with it; that of a day's challenge when the day is over."""
        session = await self._registry.find(code)
        if is_sealed(session.room, now_ms()):
            raise Refusal.localized("not_now", "refusal.daily_sealed")
        return await self.full_record(code)

    async def full_record(self, code: str) -> Json:
        """The record as the house itself knows it."""
        session = await self._registry.find(code)
        async with session.lock:
            if session.room.status != "over":
                raise Refusal.localized("not_now", "refusal.record_kept")
            if session.room.record is not None:
                return session.room.record
            table = await self._registry.table(session)
            seats = [{"name": seat.name, "kind": seat.kind} for seat in session.seats]
            return Record.of(table.state, secret=True).with_seats(seats).data

    async def replay(self, code: str, first: int, count: int, seat: int | None, everything: bool, lang: str) -> Json:
        record = await self.record(code)
        found = await self._read("bad_record", replay.frames, record, first, count, seat, everything, lang)
        return {"room": code, **found}

    async def outline(self, code: str, seat: int | None, everything: bool, lang: str) -> Json:
        found = await self._read("bad_record", replay.outline, await self.record(code), seat, everything, lang)
        return {"room": code, **found}

    async def import_record(self, person: Person, record: Json) -> RoomSession:
        """A finished room made of a record from elsewhere."""
        if len(orjson.dumps(record)) > LARGEST_RECORD:
            raise Refusal("too_large", f"The record is larger than {LARGEST_RECORD} bytes.", "refusal.too_large")
        found = await self._read("bad_record", replay.verified, record)
        now = now_ms()
        room = Room(
            code="",
            game=found["game"],
            setup=found["setup"],
            clock={"kind": "none"},
            terms=terms(found["game"], found["setup"], {"kind": "none"}),
            host=person.id,
            status="over",
            outcome="imported",
            seed=f"{int(str(record.get('seed')), 16):032x}",
            record=record,
            ranking=(record.get("result") or {}).get("ranking"),
            created=now,
            started=now,
            ended=now,
            moved=now,
        )
        plan = [_imported_seat(record, number) for number in range(found["players"])]
        return await self._registry.find(await self._store.rooms.add(room, plan))


def _imported_seat(record: Json, number: int) -> Seat:
    told = record.get("seats") or []
    seat = told[number] if number < len(told) else {}
    try:
        name = clean_name(str(seat.get("name", "")))
    except ValueError:
        name = f"Seat {number + 1}"
    return Seat(number, "bot" if seat.get("kind") == "bot" else "person", name)
