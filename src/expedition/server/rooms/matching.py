"""Finding opponents: quick match and rematch."""

from __future__ import annotations

import contextlib

from expedition.core.registry import game_class
from expedition.server.models import Person, Room, Seat
from expedition.server.refusals import Refusal
from expedition.server.rooms.fairness import new_secret
from expedition.server.rooms.lobby import Lobby
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.repair import Repair
from expedition.server.rooms.session import RoomSession
from expedition.server.rooms.starting import GameStarter
from expedition.server.rooms.terms import checked_game
from expedition.server.schemas import rooms as schemas
from expedition.server.store import Store
from expedition.server.store.rooms import terms
from expedition.server.timesource import now_ms


class Matching:
    def __init__(
        self,
        store: Store,
        registry: RoomRegistry,
        repair: Repair,
        lobby: Lobby,
        starter: GameStarter,
    ) -> None:
        self._store = store
        self._registry = registry
        self._repair = repair
        self._lobby = lobby
        self._starter = starter

    async def quick_match(self, person: Person, wish: schemas.MatchIn) -> RoomSession:
        """Sit down where somebody waits on the same terms, or wait."""
        game = checked_game(wish.game, dict(wish.setup))
        wanted = terms(wish.game, game.setup, wish.clock.model_dump())
        async with self._store.db.exclusive(f"match {wanted}"):
            for code in await self._store.rooms.matching(wanted, wish.rated):
                session = await self._registry.find(code)
                if session.seats_of(person.id) or await self._sit_anywhere(session, person, wish.entropy):
                    return session
            room = schemas.NewRoom(
                game=wish.game, setup=wish.setup, rated=wish.rated, clock=wish.clock, public=True, auto_start=True
            )
            return await self._lobby.new_room(person, room)

    async def _sit_anywhere(self, session: RoomSession, person: Person, entropy: str | None) -> bool:
        for seat in session.seats:
            if seat.is_open:
                with contextlib.suppress(Refusal):
                    mine = schemas.MySeat(kind="me", entropy=entropy)
                    await self._lobby.sit(session, person, seat.number, mine, ready=True)  # the terms were asked for
                    return True
        return False

    # -- rematch -----------------------------------------------------------------------------------------------

    async def rematch(self, session: RoomSession, person: Person, wish: schemas.RematchIn) -> RoomSession:
        """Offer the same table again, everybody one seat further, or accept such an offer."""
        self._check_played(session, person)
        while session.next_room is None or session.next_room.status == "closed":
            await self._offer(session, person)
        offer = await self._registry.find(session.next_room.code)
        kept = [seat.number for seat in offer.seats if seat.reserved == person.id]
        for number in kept:
            name = next((seat.name for seat in session.seats if seat.person == person.id), None)
            mine = schemas.MySeat(kind="me", name=name, entropy=wish.entropy)
            await self._lobby.sit(offer, person, number, mine, ready=True)  # accepting is agreeing
        if kept:
            await self._tell(session)
        if not wish.hold:
            await self._starter.start_if_due(offer)
        return offer

    async def decline(self, session: RoomSession, person: Person) -> None:
        """Turn an offer down, or take one's own back."""
        self._check_played(session, person)
        if session.next_room is None or session.next_room.status != "waiting":
            raise Refusal.localized("not_now", "refusal.no_offer")
        offer = await self._registry.find(session.next_room.code)
        if offer.room.host == person.id:
            await self._lobby.close_room(offer, person)
        else:
            await self._lobby.release(offer, person)
        await self._tell(session)

    def _check_played(self, session: RoomSession, person: Person) -> None:
        if session.room.status != "over" or session.room.outcome == "imported":
            raise Refusal.localized("not_now", "refusal.rematch_here")
        if not session.seats_of(person.id):
            raise Refusal.localized("not_yours", "refusal.rematch_players")

    async def _tell(self, session: RoomSession) -> None:
        async with session.lock:
            await self._repair.reload_and_send(session)

    async def _offer(self, session: RoomSession, person: Person) -> None:
        async with session.lock:
            old, now = session.room, now_ms()
            fresh = Room(
                rules_version=game_class(old.game).rules_version,
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
                auto_start=True,
                secret=new_secret(),
                position=old.position,
                origin=None if is_counted(old) else old.origin,
                previous=session.code,
            )
            rotated = [*session.seats[1:], *session.seats[:1]]
            plan = [_offered(number, seat, person) for number, seat in enumerate(rotated)]
            await self._store.rooms.link_rematch(session.code, old.next, fresh, plan)
            await self._repair.reload_and_send(session)


def is_counted(room: Room) -> bool:
    """A table of a day's challenge or of a tournament; another game between the same people counts for neither."""
    return (room.origin or {}).get("kind") in ("daily", "tournament")


def _offered(number: int, seat: Seat, person: Person) -> Seat:
    """A seat of the rematch: kept for whoever played it, taken by nobody who has not said so."""
    if seat.kind != "person":
        return Seat(number, seat.kind, seat.name, None, seat.level)
    if seat.person == person.id:
        return Seat(number, "person", seat.name, person.id, ready=True)
    return Seat(number, reserved=seat.person)
