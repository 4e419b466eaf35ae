"""Lines of lists of rooms."""

from __future__ import annotations

from collections.abc import Sequence

from expedition.core.types import Json
from expedition.server.api.context import Services
from expedition.server.models import Person, Room, Seat

_SHOWN = ("code", "game", "setup", "public", "rated", "clock", "status", "outcome", "origin", "ranking", "created")


async def summaries(use: Services, rooms: Sequence[Room], viewer: Person | None) -> list[Json]:
    seats = await use.store.rooms.seats_of_many(room.code for room in rooms)
    ids = {id for own in seats.values() for seat in own for id in (seat.person, seat.reserved) if id}
    people = await use.store.people.get_many(ids)
    lines = []
    for room in rooms:
        own = seats.get(room.code, [])
        line = {name: getattr(room, name) for name in _SHOWN}
        line["moved"] = room.moved
        line["seats"] = [_seat_line(use, room, seat, people) for seat in own]
        line["owing"] = [seat.number for seat in own if room.owing >> seat.number & 1]
        line["yours"] = [seat.number for seat in own if viewer is not None and seat.person == viewer.id]
        lines.append(line)
    return lines


def _seat_line(use: Services, room: Room, seat: Seat, people: dict[str, Person]) -> Json:
    person = people.get(seat.person or "")
    reserved = people.get(seat.reserved or "")
    session = use.hub.registry.sessions.get(room.code)
    here = session is not None and seat.person in session.present()
    return {
        "seat": seat.number,
        "kind": seat.kind,
        "name": seat.name,
        "person": seat.person,
        "level": seat.level,
        "guest": person is not None and person.is_guest,
        "connected": here or seat.kind == "bot",
        "ready": seat.kind == "bot" or seat.ready,
        "reserved": reserved.ref() if reserved is not None else None,
        "rating": None,
    }
