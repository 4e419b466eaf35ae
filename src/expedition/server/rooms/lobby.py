"""Rooms before the first move: opened, changed, filled, closed."""

from __future__ import annotations

import contextlib
import dataclasses
import secrets
from collections.abc import Sequence
from typing import Any

from expedition.core.errors import ExpeditionError
from expedition.server.models import Json, Person, Room, Seat
from expedition.server.refusals import Refusal
from expedition.server.rooms.archive import Archive
from expedition.server.rooms.bots import Bots
from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.game_table import game_of
from expedition.server.rooms.positions import without_chance
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.rooms.starting import GameStarter, is_full, waiting
from expedition.server.schemas import rooms as schemas
from expedition.server.store import Store
from expedition.server.store.rooms import terms
from expedition.server.timesource import now_ms


class Lobby:
    def __init__(
        self,
        store: Store,
        registry: RoomRegistry,
        broadcaster: Broadcaster,
        starter: GameStarter,
        bots: Bots,
        archive: Archive,
    ) -> None:
        self._store = store
        self._registry = registry
        self._broadcaster = broadcaster
        self._starter = starter
        self._bots = bots
        self._archive = archive

    # -- making rooms ------------------------------------------------------------------------------------------

    async def new_room(self, person: Person, wish: schemas.NewRoom) -> RoomSession:
        name: object = wish.game
        setup: object = dict(wish.setup)
        position = None
        if wish.origin is not None:
            position = without_chance(await self._archive.position(wish.origin))
            name, setup = position.get("game"), position.get("setup")
        if not isinstance(name, str) or not isinstance(setup, dict):
            raise Refusal("bad_setup", "Name a game, or a position or record that names one.")
        game = checked_game(name, setup)
        if position is not None:
            _check_position(game, position)
        now = now_ms()
        clock = wish.clock.model_dump()
        room = Room(
            code="",
            game=name,
            setup=game.setup,
            clock=clock,
            terms=_terms(name, game.setup, clock, position),
            host=person.id,
            created=now,
            moved=now,
            public=wish.public,
            rated=wish.rated,
            on_timeout=wish.on_timeout,
            auto_start=wish.auto_start,
            position=position,
            origin=_origin_view(wish.origin),
        )
        plan = self._plan(person, wish.seats, name, game.players)
        _check_rated(room, plan, person)
        if wish.start and not is_full(plan):
            raise Refusal.localized("not_now", "refusal.seat_open")
        session = await self._registry.find(await self._store.rooms.add(room, plan))
        if wish.start or (wish.auto_start and is_full(plan)):
            await self._starter.start(session)
        return session

    def _plan(self, person: Person, wish: Sequence[Any] | None, game: str, players: int) -> list[Seat]:
        if wish is None:
            wish = [schemas.MySeat(kind="me"), *[schemas.OpenSeat(kind="open")] * (players - 1)]
        if len(wish) != players:
            raise Refusal("bad_setup", f"There are {players} seats, not {len(wish)}.")
        return [self._seat(number, person, plan, game) for number, plan in enumerate(wish)]

    def _seat(self, number: int, person: Person, plan: Any, game: str) -> Seat:
        """A seat that is taken, given to a bot or opened."""
        if isinstance(plan, schemas.OpenSeat):
            return Seat(number)
        if isinstance(plan, schemas.BotSeat):
            known = [level["name"] for level in self._bots.levels(game)]
            if plan.level not in known:
                raise Refusal("bad_setup", f"There is no level {plan.level}; there are {', '.join(known)}.")
            return Seat(number, "bot", plan.level, None, plan.level)
        return Seat(number, "person", plan.name or person.name, person.id)

    # -- before the start --------------------------------------------------------------------------------------

    async def change(self, session: RoomSession, person: Person, wish: schemas.RoomChange) -> None:
        async with session.lock:
            _host_only(waiting(session.room), person)
            await self._registry.refresh(session)
            room = waiting(session.room)
            values = wish.model_dump(exclude_none=True)
            plan = session.seats
            if wish.setup is not None:
                if room.position is not None:
                    raise Refusal("bad_setup", "The position brings its own setup.")
                game = checked_game(room.game, dict(wish.setup))
                values["setup"] = game.setup
                plan = _resized(plan, game.players)
            changed = dataclasses.replace(room, **values)
            values["terms"] = _terms(changed.game, changed.setup, changed.clock, changed.position)
            _check_rated(changed, plan, person)
            fresh = plan if len(plan) != len(session.seats) else None
            if not await self._store.rooms.replan(session.code, fresh, moved=now_ms(), **values):
                raise Refusal.localized("not_now", "refusal.has_started")
            await self._broadcaster.reload_and_send(session)

    async def close_room(self, session: RoomSession, person: Person) -> None:
        async with session.lock:
            _host_only(waiting(session.room), person)
            if not await self._store.rooms.update(session.code, "waiting", status="closed"):
                raise Refusal.localized("not_now", "refusal.has_started")
            await self._broadcaster.reload_and_send(session)

    async def sit(self, session: RoomSession, person: Person, number: int, plan: Any) -> None:
        async with session.lock:
            room = waiting(session.room)
            seat = _seat_of(session, number)
            taken = self._seat(number, person, plan, room.game)
            if isinstance(plan, schemas.MySeat):
                if seat.kind == "person" and seat.person != person.id:
                    raise Refusal.localized("taken", "refusal.seat_taken")
                if seat.kind == "bot":
                    _host_only(room, person)
            else:
                _host_only(room, person)
                if seat.kind == "person" and isinstance(plan, schemas.BotSeat):
                    raise Refusal.localized("taken", "refusal.somebody_sits")
            _check_rated(room, [*(s for s in session.seats if s.number != number), taken], person)
            await self._set_seat(session, seat, taken)
        if session.room.auto_start and session.room.status == "waiting" and is_full(session.seats):
            with contextlib.suppress(Refusal):
                await self._starter.start(session)

    async def stand_up(self, session: RoomSession, person: Person, number: int) -> None:
        async with session.lock:
            room = waiting(session.room)
            seat = _seat_of(session, number)
            if seat.person != person.id:
                _host_only(room, person)
            await self._set_seat(session, seat, Seat(number))

    async def _set_seat(self, session: RoomSession, was: Seat, now: Seat) -> None:
        if not await self._store.rooms.set_seat(session.code, was.person, now):
            raise Refusal.localized("taken", "refusal.first_there")
        await self._broadcaster.reload_and_send(session)

    async def start(self, session: RoomSession, person: Person) -> None:
        _host_only(waiting(session.room), person)
        await self._starter.start(session)


def checked_game(name: str, setup: Json) -> Any:
    try:
        return game_of(name, setup)
    except (ExpeditionError, TypeError) as error:
        raise Refusal("bad_setup", str(error), "refusal.setup") from None


def _terms(game: str, setup: Json, clock: Json, position: Json | None) -> str:
    """What a quick match compares; it never leads into a game that somebody has laid out."""
    return terms(game, setup, clock) if position is None else f"position {secrets.token_hex(16)}"


def _check_position(game: Any, position: Json) -> None:
    try:
        state = game.restore(position, 0)
    except ExpeditionError as error:
        raise Refusal("bad_position", str(error), "refusal.position") from None
    if state.is_over:
        raise Refusal.localized("bad_position", "refusal.position_over")


def _check_rated(room: Room, plan: Sequence[Seat], person: Person) -> None:
    """Rated games: accounts only, nobody twice, a fresh deal, no computer."""
    if not room.rated:
        return
    if person.is_guest:
        raise Refusal.localized("not_yours", "refusal.rated_account")
    if room.position is not None:
        raise Refusal.localized("bad_setup", "refusal.rated_position")
    if room.on_timeout != "resign":
        raise Refusal.localized("bad_setup", "refusal.rated_timeout")
    taken = [seat.person for seat in plan if seat.kind == "person"]
    if any(seat.kind == "bot" for seat in plan) or len(taken) != len(set(taken)):
        raise Refusal.localized("bad_setup", "refusal.rated_own")


def _host_only(room: Room, person: Person) -> None:
    if room.host != person.id:
        raise Refusal.localized("not_yours", "refusal.host_only")


def _seat_of(session: RoomSession, number: int) -> Seat:
    if not 0 <= number < len(session.seats):
        raise Refusal("unknown", f"There is no seat {number}; seats are 0 to {len(session.seats) - 1}.")
    return session.seats[number]


def _resized(plan: Sequence[Seat], players: int) -> list[Seat]:
    """The seats for another number of players; people keep theirs as far as there is room."""
    kept = sorted(plan, key=lambda seat: seat.is_open)[:players]
    kept += [Seat(0)] * (players - len(kept))
    return [dataclasses.replace(seat, number=number) for number, seat in enumerate(kept)]


def _origin_view(origin: Any) -> Json | None:
    if origin is None:
        return None
    return {"kind": origin.kind, "room": getattr(origin, "room", None), "ply": getattr(origin, "ply", None)}
