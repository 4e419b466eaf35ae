"""What is said about a room and its game, to whom. What a seat may know is the game's own rule (`State.view`)."""

from __future__ import annotations

from expedition.core.record import commitment
from expedition.core.types import Json
from expedition.server import ratings
from expedition.server.daily.days import is_sealed
from expedition.server.models import Rating, Seat
from expedition.server.rooms import fairness
from expedition.server.rooms.connection import Connection
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.session import RoomSession
from expedition.server.timesource import now_ms


def room_view(session: RoomSession) -> Json:
    room = session.room
    host = session.people.get(room.host or "")
    return {
        "code": room.code,
        "game": room.game,
        "setup": room.setup,
        "public": room.public,
        "rated": room.rated,
        "clock": room.clock,
        "on_timeout": room.on_timeout,
        "auto_start": room.auto_start,
        "status": room.status,
        "outcome": room.outcome,
        "host": None if host is None else host.ref(),
        "seats": [_seat_view(session, seat) for seat in session.seats],
        "spectators": session.spectators(),
        "agreed": session.agreed,
        "origin": room.origin,
        "commitment": commitment(int(room.seed, 16)) if room.seed else None,
        "fairness": _fairness_view(session),
        "seed": room.seed if room.status == "over" and not is_sealed(room, now_ms()) else None,
        "ranking": room.ranking,
        "previous": room.previous,
        "next": room.next,
        "rematch": _rematch_view(session),
        "created": room.created,
        "started": room.started,
        "ended": room.ended,
    }


def _seat_view(session: RoomSession, seat: Seat) -> Json:
    person = session.people.get(seat.person or "")
    rating = session.ratings.get(seat.person or "")
    reserved = session.people.get(seat.reserved or "")
    return {
        "seat": seat.number,
        "kind": seat.kind,
        "name": seat.name,
        "person": seat.person,
        "guest": person is not None and person.is_guest,
        "level": session.bots.get(seat.number, seat.level),
        "connected": seat.person in session.present() if seat.person else seat.kind == "bot",
        "ready": seat.kind == "bot" or seat.ready,
        "reserved": None if reserved is None else reserved.ref(),
        "rating": None if rating is None else rating_view(rating),
    }


def _fairness_view(session: RoomSession) -> Json | None:
    room = session.room
    if room.secret is None:
        return None
    return {
        "commitment": fairness.commitment_of(room.secret),
        "secret": room.secret if room.status == "over" else None,
        "contributions": [{"seat": seat, "entropy": text} for seat, text in fairness.contributions(session.seats)],
    }


def _rematch_view(session: RoomSession) -> Json | None:
    offer = session.next_room
    if offer is None or offer.status == "closed":
        return None
    played = {seat.person for seat in session.seats if seat.person}
    accepted = {seat.person for seat in session.next_seats if seat.person}
    asked = {seat.reserved for seat in session.next_seats if seat.reserved}
    by = session.people.get(offer.host or "")
    return {
        "code": offer.code,
        "by": None if by is None else by.ref(),
        "accepted": sorted(played & accepted),
        "declined": sorted(played - accepted - asked),
        "started": offer.status != "waiting",
    }


def rating_view(rating: Rating) -> Json:
    return {
        "game": rating.game,
        "players": rating.players,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": rating.games,
        "shown": ratings.shown(rating.mu),
        "doubt": ratings.doubt(rating.sigma),
    }


def you_view(session: RoomSession, connection: Connection) -> Json:
    seats = session.seats_of(connection.person_id)
    return {"person": connection.person_id, "seats": seats, "looking": connection.looking}


def table_view(
    session: RoomSession, table: GameTable, connection: Connection, since: int, now: int, view: Json | None = None
) -> Json:
    """The game as this connection may see it, with events from place `since` of the line on."""
    seat, state = connection.looking, table.state
    legal: list[Json] = []
    gestures: list[Json] = []
    if seat is not None and seat in table.actors and seat not in table.bots:
        if connection.offer in ("both", "legal"):
            legal = state.legal_dicts(seat)
        if connection.offer in ("both", "gestures"):
            gestures = state.gestures(seat)
    return {
        "ply": table.ply,
        "count": table.count(seat),
        "line": state.ply,
        "since": since,
        "events": state.events(since, seat),
        "view": state.view(seat) if view is None else view,
        "actors": table.actors,
        "legal": legal,
        "gestures": gestures,
        "can_undo": seat is not None and seat not in table.bots and table.undoable(seat) > 0,
        "thinking": sorted(session.thinking),
        "clocks": None if table.clock is None else table.clock.to_dict(now),
    }
