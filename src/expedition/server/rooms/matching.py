"""Finding opponents: quick match and rematch."""

from __future__ import annotations

import contextlib
import dataclasses

from expedition.server.models import Person, Room
from expedition.server.refusals import Refusal
from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.lobby import Lobby, checked_game
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.rooms.starting import GameStarter
from expedition.server.schemas import rooms as schemas
from expedition.server.store import Store
from expedition.server.store.rooms import terms
from expedition.server.timesource import now_ms


class Matching:
    def __init__(
        self,
        store: Store,
        registry: RoomRegistry,
        broadcaster: Broadcaster,
        lobby: Lobby,
        starter: GameStarter,
    ) -> None:
        self._store = store
        self._registry = registry
        self._broadcaster = broadcaster
        self._lobby = lobby
        self._starter = starter

    async def quick_match(self, person: Person, wish: schemas.MatchIn) -> RoomSession:
        """Sit down where somebody waits on the same terms, or wait."""
        game = checked_game(wish.game, dict(wish.setup))
        wanted = terms(wish.game, game.setup, wish.clock.model_dump())
        async with self._store.db.exclusive(f"match {wanted}"):
            for code in await self._store.rooms.matching(wanted, wish.rated):
                session = await self._registry.find(code)
                if session.seats_of(person.id) or await self._sit_anywhere(session, person):
                    return session
            room = schemas.NewRoom(
                game=wish.game, setup=wish.setup, rated=wish.rated, clock=wish.clock, public=True, auto_start=True
            )
            return await self._lobby.new_room(person, room)

    async def _sit_anywhere(self, session: RoomSession, person: Person) -> bool:
        for seat in session.seats:
            if seat.is_open:
                with contextlib.suppress(Refusal):
                    await self._lobby.sit(session, person, seat.number, schemas.MySeat(kind="me"))
                    return True
        return False

    async def rematch(self, session: RoomSession, person: Person) -> RoomSession:
        """The same table again, everybody one seat further."""
        room = session.room
        if room.status != "over" or room.outcome == "imported":
            raise Refusal.localized("not_now", "refusal.rematch_here")
        if not session.seats_of(person.id):
            raise Refusal.localized("not_yours", "refusal.rematch_players")
        while (code := session.room.next) is None:
            await self._make_rematch(session, person)
        following = await self._registry.find(code)
        people = {seat.person for seat in following.seats if seat.kind == "person"}
        if people == {person.id} and following.room.status == "waiting":
            with contextlib.suppress(Refusal):
                await self._starter.start(following)
        return following

    async def _make_rematch(self, session: RoomSession, person: Person) -> None:
        async with session.lock:
            old, now = session.room, now_ms()
            fresh = Room(
                code="",
                game=old.game,
                setup=old.setup,
                clock=old.clock,
                terms=old.terms,
                host=person.id,
                created=now,
                moved=now,
                public=old.public,
                rated=old.rated,
                on_timeout=old.on_timeout,
                position=old.position,
                origin=old.origin,
                previous=session.code,
            )
            seats = session.seats
            rotated = [*seats[1:], *seats[:1]]
            plan = [dataclasses.replace(seat, number=number) for number, seat in enumerate(rotated)]
            await self._store.rooms.link_rematch(session.code, fresh, plan)
            await self._broadcaster.reload_and_send(session)
