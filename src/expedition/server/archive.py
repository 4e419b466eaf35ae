"""Games after their end: records given out and taken in, replays, positions to play on from."""

from __future__ import annotations

import logging
from typing import Any

from expedition.core.record import Record
from expedition.server import replay, schemas
from expedition.server.house import House, Live
from expedition.server.pool import CallersMistake, Pool, WorkerDied, WorkFailed
from expedition.server.storage import now_ms, terms
from expedition.server.table import Refusal

log = logging.getLogger("expedition.archive")
Json = dict[str, Any]


class Archive:
    def __init__(self, house: House) -> None:
        self._house = house
        self._readers = Pool(1)

    async def close(self) -> None:
        await self._readers.close()

    async def position(self, origin: schemas.FromPosition | schemas.FromRecord | schemas.FromRoom) -> Json:
        if isinstance(origin, schemas.FromPosition):
            return dict(origin.position)
        record = dict(origin.record) if isinstance(origin, schemas.FromRecord) else await self.record(origin.room)
        found = dict(await self._read("bad_record", replay.position_at, record, origin.ply))
        found.pop("rng", None)  # what comes after is dealt anew, from a seed of its own
        return found

    async def _read(self, code: str, function: Any, *arguments: Any) -> Any:
        """Work on a record, in a process of its own."""
        try:
            return await self._readers.call(function, *arguments, seconds=30)
        except CallersMistake as error:
            if error.ply is None:
                raise Refusal(code, str(error), "refusal.record") from None
            raise Refusal(code, str(error), "refusal.record_ply", ply=error.ply) from None
        except (WorkerDied, WorkFailed) as error:
            log.error("reading a record failed", extra={"reason": str(error)[:500]})
            raise Refusal.said(code, "refusal.record_unread") from None

    async def record(self, code: str) -> Json:
        """The record of a finished game, the seed with it."""
        live = await self._house.find(code)
        async with live.lock:
            room = live.room
            assert room is not None
            if room["status"] != "over":
                raise Refusal.said("not_now", "refusal.record_kept")
            if room["record"] is not None:
                return dict(room["record"])
            table = await self._house.table(live)
            seats = [_record_seat(seat) for seat in live.seats]
            return Record.of(table.state, secret=True).with_seats(seats).data

    async def replay(self, code: str, first: int, count: int, seat: int | None, everything: bool, lang: str) -> Json:
        record = await self.record(code)
        found = await self._read("bad_record", replay.frames, record, first, count, seat, everything, lang)
        return {"room": code, **found}

    async def outline(self, code: str, seat: int | None, everything: bool, lang: str) -> Json:
        found = await self._read("bad_record", replay.outline, await self.record(code), seat, everything, lang)
        return {"room": code, **found}

    async def import_record(self, person: Json, record: Json) -> Live:
        """A finished room made of a record from elsewhere."""
        found = await self._read("bad_record", replay.verified, record)
        now = now_ms()
        room = {
            "game": found["game"],
            "setup": found["setup"],
            "terms": terms(found["game"], found["setup"], {"kind": "none"}),
            "public": False,
            "rated": False,
            "clock": {"kind": "none"},
            "on_timeout": "resign",
            "auto_start": False,
            "status": "over",
            "outcome": "imported",
            "host": person["id"],
            "seed": record.get("seed"),
            "record": record,
            "ranking": (record.get("result") or {}).get("ranking"),
            "owing": 0,
            "created": now,
            "started": now,
            "ended": now,
            "moved": now,
        }
        room["seed"] = f"{int(str(room['seed']), 16):032x}"
        plan = [_imported_seat(record, number) for number in range(found["players"])]
        return await self._house.find(await self._house.store.add_room(room, plan))


def _record_seat(seat: Json) -> Json:
    return {"name": seat["name"], "kind": seat["kind"]}


def _imported_seat(record: Json, number: int) -> Json:
    told = record.get("seats") or []
    seat = told[number] if number < len(told) else {}
    try:
        name = schemas.clean_name(str(seat.get("name", "")))
    except ValueError:
        name = f"Seat {number + 1}"
    kind = "bot" if seat.get("kind") == "bot" else "person"
    return {"seat": number, "kind": kind, "name": name, "person": None, "level": None}
