"""Rooms before the first move: opened, changed, filled, closed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from expedition.server.models import Person, Room, Seat
from expedition.server.refusals import Refusal
from expedition.server.rooms.archive import Archive
from expedition.server.rooms.bots import Bots
from expedition.server.rooms.fairness import new_secret
from expedition.server.rooms.positions import without_chance
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.repair import Repair
from expedition.server.rooms.session import RoomSession
from expedition.server.rooms.starting import GameStarter, is_full, waiting
from expedition.server.rooms.terms import (
    check_position,
    check_seats,
    checked_game,
    origin_view,
    resized,
    room_terms,
)
from expedition.server.schemas import rooms as schemas
from expedition.server.store import Store
from expedition.server.timesource import now_ms

MOST_ROOMS = 200  # of one host, waiting or running
MOST_BOT_ROOMS = 4  # of one host, where only the computer plays
_TERMS = {"setup", "rated", "clock", "on_timeout"}  # what players agree to


class Lobby:
    def __init__(
        self,
        store: Store,
        registry: RoomRegistry,
        repair: Repair,
        starter: GameStarter,
        bots: Bots,
        archive: Archive,
    ) -> None:
        self._store = store
        self._registry = registry
        self._repair = repair
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
            raise Refusal("bad_setup", "Name a game, or a position or record that names one.", "refusal.setup")
        game = checked_game(name, setup)
        if position is not None:
            check_position(game, position)
        now = now_ms()
        clock = wish.clock.model_dump()
        room = Room(
            rules_version=game.rules_version,
            code="",
            game=name,
            setup=game.setup,
            clock=clock,
            terms=room_terms(name, game.setup, clock, position),
            host=person.id,
            created=now,
            moved=now,
            public=wish.public,
            rated=wish.rated,
            on_timeout=wish.on_timeout,
            auto_start=wish.auto_start,
            secret=new_secret(),
            position=position,
            origin=origin_view(wish.origin),
        )
        plan = self._plan(person, wish.seats, name, game.players)
        check_seats(room, plan, {person.id: person})
        if wish.start and not is_full(plan):
            raise Refusal.localized("not_now", "refusal.seat_open")
        await self._check_caps(person, plan)
        session = await self._registry.find(await self._store.rooms.add(room, plan))
        if wish.start:
            await self._starter.start(session)
        await self._starter.start_if_due(session)
        return session

    async def _check_caps(self, person: Person, plan: Sequence[Seat]) -> None:
        """One person's rooms leave room for others'."""
        running, alone = await self._store.rooms.count_open(person.id)
        if running >= MOST_ROOMS:
            raise Refusal.localized("not_now", "refusal.most_rooms", most=MOST_ROOMS)
        if all(seat.kind == "bot" for seat in plan) and alone >= MOST_BOT_ROOMS:
            raise Refusal.localized("not_now", "refusal.most_bot_rooms", most=MOST_BOT_ROOMS)

    def _plan(self, person: Person, wish: Sequence[Any] | None, game: str, players: int) -> list[Seat]:
        if wish is None:
            wish = [schemas.MySeat(kind="me"), *[schemas.OpenSeat(kind="open")] * (players - 1)]
        if len(wish) != players:
            raise Refusal("bad_setup", f"There are {players} seats, not {len(wish)}.", "refusal.setup")
        seats = [self._seat(number, person, plan, game, ready=True) for number, plan in enumerate(wish)]
        # what came with the wish was known before the room's own secret: it counts only when sent afterwards
        return [dataclasses.replace(seat, entropy=None) for seat in seats]

    def _seat(self, number: int, person: Person, plan: Any, game: str, ready: bool) -> Seat:
        """A seat that is taken, given to a bot or opened."""
        if isinstance(plan, schemas.OpenSeat):
            return Seat(number)
        if isinstance(plan, schemas.BotSeat):
            known = [level["name"] for level in self._bots.levels(game)]
            if plan.level not in known:
                told = f"There is no level {plan.level}; there are {', '.join(known)}."
                raise Refusal("bad_setup", told, "refusal.setup")
            return Seat(number, "bot", plan.level, None, plan.level)
        return Seat(number, "person", plan.name or person.name, person.id, ready=ready, entropy=plan.entropy)

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
                    raise Refusal("bad_setup", "The position brings its own setup.", "refusal.setup")
                game = checked_game(room.game, dict(wish.setup))
                values["setup"] = game.setup
                plan = resized(plan, game.players)
            if wish.model_dump(exclude_none=True).keys() & _TERMS:  # what others agreed to is not what it was
                plan = [dataclasses.replace(seat, ready=seat.ready and seat.person == person.id) for seat in plan]
            changed = dataclasses.replace(room, **values)
            values["terms"] = room_terms(changed.game, changed.setup, changed.clock, changed.position)
            check_seats(changed, plan, session.people)
            if not await self._store.rooms.replan(session.code, plan, moved=now_ms(), **values):
                raise Refusal.localized("not_now", "refusal.has_started")
            await self._repair.reload_and_send(session)

    async def close_room(self, session: RoomSession, person: Person) -> None:
        async with session.lock:
            _host_only(waiting(session.room), person)
            if not await self._store.rooms.update(session.code, "waiting", status="closed"):
                raise Refusal.localized("not_now", "refusal.has_started")
            await self._repair.reload_and_send(session)

    async def sit(
        self, session: RoomSession, person: Person, number: int, plan: Any, ready: bool | None = None
    ) -> None:
        """Take a seat, or as the host give or open one. Who sits down agrees to the terms, but says so once more
        (`ready`) where the game is rated."""
        async with session.lock:
            room = waiting(session.room)
            seat = _seat_of(session, number)
            taken = self._seat(number, person, plan, room.game, not room.rated if ready is None else ready)
            if isinstance(plan, schemas.MySeat):
                if seat.kind == "person" and seat.person != person.id:
                    raise Refusal.localized("taken", "refusal.seat_taken")
                if seat.reserved not in (None, person.id):
                    raise Refusal.localized("taken", "refusal.seat_reserved")
                if seat.kind == "bot":
                    _host_only(room, person)
            else:
                _host_only(room, person)
                if seat.kind == "person" and isinstance(plan, schemas.BotSeat):
                    raise Refusal.localized("taken", "refusal.somebody_sits")
            others = [s for s in session.seats if s.number != number]
            if isinstance(plan, schemas.MySeat):
                there = [s.person for s in others if s.person] + ([room.host] if room.host else [])
                if await self._store.moderation.is_kept_apart(person.id, there):
                    raise Refusal.localized("not_yours", "refusal.kept_apart")
            check_seats(room, [*others, taken], {**session.people, person.id: person})
            await self._set_seat(session, seat, taken)
        await self._starter.start_if_due(session)

    async def set_ready(self, session: RoomSession, person: Person, wish: schemas.ReadyIn) -> None:
        """Agree to the terms as they are, and add to the seed."""
        async with session.lock:
            waiting(session.room)
            if not session.seats_of(person.id):
                raise Refusal.localized("not_yours", "refusal.not_seated")
            values = wish.model_dump(exclude_none=True)
            if values:
                if not await self._store.rooms.set_ready(session.code, person.id, **values):
                    raise Refusal.localized("not_now", "refusal.has_started")
                await self._repair.reload_and_send(session)
        await self._starter.start_if_due(session)

    async def stand_up(self, session: RoomSession, person: Person, number: int) -> None:
        async with session.lock:
            room = waiting(session.room)
            seat = _seat_of(session, number)
            if seat.person != person.id:
                _host_only(room, person)
            await self._set_seat(session, seat, Seat(number))

    async def release(self, session: RoomSession, person: Person) -> None:
        """The seats kept for this person are open to all."""
        async with session.lock:
            waiting(session.room)
            for seat in session.seats:
                if seat.reserved == person.id:
                    await self._set_seat(session, seat, Seat(seat.number))

    async def _set_seat(self, session: RoomSession, was: Seat, now: Seat) -> None:
        if not await self._store.rooms.set_seat(session.code, was.person, now):
            raise Refusal.localized("taken", "refusal.first_there")
        await self._repair.reload_and_send(session)

    async def start(self, session: RoomSession, person: Person) -> None:
        _host_only(waiting(session.room), person)
        if session.seats_of(person.id):  # who starts agrees
            await self.set_ready(session, person, schemas.ReadyIn(ready=True))
        if session.room.status == "waiting":  # or it has started by that
            await self._starter.start(session)


def _host_only(room: Room, person: Person) -> None:
    if room.host != person.id:
        raise Refusal.localized("not_yours", "refusal.host_only")


def _seat_of(session: RoomSession, number: int) -> Seat:
    if not 0 <= number < len(session.seats):
        told = f"There is no seat {number}; seats are 0 to {len(session.seats) - 1}."
        raise Refusal("unknown", told, "refusal.request")
    return session.seats[number]
