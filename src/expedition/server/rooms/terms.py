"""What a room may be like: its game, its position, who may sit where."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Sequence
from typing import Any

from expedition.core.errors import ExpeditionError
from expedition.core.registry import game_of
from expedition.core.types import Json
from expedition.server.models import Person, Room, Seat
from expedition.server.refusals import Refusal
from expedition.server.store.rooms import terms


def checked_game(name: str, setup: Json) -> Any:
    try:
        return game_of(name, setup)
    except (ExpeditionError, TypeError) as error:
        raise Refusal("bad_setup", str(error), "refusal.setup") from None


def room_terms(game: str, setup: Json, clock: Json, position: Json | None) -> str:
    """What a quick match compares; it never leads into a game that somebody has laid out."""
    return terms(game, setup, clock) if position is None else f"position {secrets.token_hex(16)}"


def check_position(game: Any, position: Json) -> None:
    try:
        state = game.restore(position, 0)
    except ExpeditionError as error:
        raise Refusal("bad_position", str(error), "refusal.position") from None
    if state.is_over:
        raise Refusal.localized("bad_position", "refusal.position_over")


def check_seats(room: Room, plan: Sequence[Seat], people: dict[str, Person]) -> None:
    """Public games: nobody twice. Rated games: accounts only, nobody twice, a fresh deal, no computer."""
    taken = [seat.person for seat in plan if seat.kind == "person"]
    if room.public and len(taken) != len(set(taken)):
        raise Refusal.localized("not_now", "refusal.one_seat")
    if not room.rated:
        return
    if any(people[person].is_guest for person in taken if person):
        raise Refusal.localized("not_yours", "refusal.rated_account")
    if room.position is not None:
        raise Refusal.localized("bad_setup", "refusal.rated_position")
    if room.on_timeout != "resign":
        raise Refusal.localized("bad_setup", "refusal.rated_timeout")
    if any(seat.kind == "bot" for seat in plan) or len(taken) != len(set(taken)):
        raise Refusal.localized("bad_setup", "refusal.rated_own")


def resized(plan: Sequence[Seat], players: int) -> list[Seat]:
    """The seats for another number of players; people keep theirs as far as there is room."""
    kept = sorted(plan, key=lambda seat: seat.is_open)[:players]
    kept += [Seat(0)] * (players - len(kept))
    return [dataclasses.replace(seat, number=number) for number, seat in enumerate(kept)]


def origin_view(origin: Any) -> Json | None:
    if origin is None:
        return None
    return {"kind": origin.kind, "room": getattr(origin, "room", None), "ply": getattr(origin, "ply", None)}
