"""Rooms before the first move: opened, changed, filled, started, matched, played again."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from typing import Any

from expedition.core.errors import ExpeditionError
from expedition.server import schemas
from expedition.server.archive import Archive
from expedition.server.house import House, Live
from expedition.server.storage import now_ms, terms
from expedition.server.table import Refusal, game_of

Json = dict[str, Any]


class Lobby:
    def __init__(self, house: House, archive: Archive) -> None:
        self._house = house
        self._archive = archive

    # -- making rooms ----------------------------------------------------------------------------------------

    async def new_room(self, person: Json, wish: schemas.NewRoom) -> Live:
        name: object = wish.game
        setup: object = dict(wish.setup)
        position = None
        if wish.origin is not None:
            position = await self._archive.position(wish.origin)
            name, setup = position.get("game"), position.get("setup")
        if not isinstance(name, str) or not isinstance(setup, dict):
            raise Refusal("bad_setup", "Name a game, or a position or record that names one.")
        game = self._checked_game(name, setup)
        if position is not None:
            self._check_position(game, position)
        room = self._room_row(person, wish, name, game.setup)
        room["position"] = position
        room["origin"] = _origin_shown(wish.origin)
        plan = self._plan(person, wish.seats, name, game.players)
        self._check_rated(room, plan, person)
        if wish.start and not _is_full(plan):
            raise Refusal.said("not_now", "refusal.seat_open")
        code = await self._house.store.add_room(room, plan)
        live = await self._house.find(code)
        if wish.start or (wish.auto_start and _is_full(plan)):
            await self.start(live, person)
        return live

    def _room_row(self, person: Json, wish: schemas.NewRoom, name: str, setup: Json) -> Json:
        now = now_ms()
        clock = wish.clock.model_dump()
        return {
            "game": name,
            "setup": setup,
            "terms": terms(name, setup, clock),
            "public": wish.public,
            "rated": wish.rated,
            "clock": clock,
            "on_timeout": wish.on_timeout,
            "auto_start": wish.auto_start,
            "status": "waiting",
            "outcome": None,
            "host": person["id"],
            "owing": 0,
            "created": now,
            "moved": now,
        }

    def _checked_game(self, name: str, setup: Json) -> Any:
        try:
            return game_of(name, setup)
        except (ExpeditionError, TypeError) as error:
            raise Refusal("bad_setup", str(error), "refusal.setup") from None

    def _check_position(self, game: Any, position: Json) -> None:
        try:
            state = game.restore(position, 0)
        except ExpeditionError as error:
            raise Refusal("bad_position", str(error), "refusal.position") from None
        if state.is_over:
            raise Refusal.said("bad_position", "refusal.position_over")

    def _plan(self, person: Json, wish: Sequence[Any] | None, game: str, players: int) -> list[Json]:
        if wish is None:
            wish = [schemas.MySeat(kind="me"), *[schemas.OpenSeat(kind="open")] * (players - 1)]
        if len(wish) != players:
            raise Refusal("bad_setup", f"There are {players} seats, not {len(wish)}.")
        return [{"seat": number, **self.seat_row(person, plan, game)} for number, plan in enumerate(wish)]

    def seat_row(self, person: Json, plan: Any, game: str) -> Json:
        """What is stored of a seat that is taken, given to a bot or opened."""
        if isinstance(plan, schemas.OpenSeat):
            return {"kind": "open", "name": None, "person": None, "level": None}
        if isinstance(plan, schemas.BotSeat):
            known = [level["name"] for level in self._house.bots.levels(game)]
            if plan.level not in known:
                raise Refusal("bad_setup", f"There is no level {plan.level}; there are {', '.join(known)}.")
            return {"kind": "bot", "name": plan.level, "person": None, "level": plan.level}
        return {"kind": "person", "name": plan.name or person["name"], "person": person["id"], "level": None}

    def _check_rated(self, room: Json, plan: Sequence[Json], person: Json) -> None:
        """Rated games: accounts only, nobody twice, a fresh deal, no computer."""
        if not room["rated"]:
            return
        if person["password"] is None:
            raise Refusal.said("not_yours", "refusal.rated_account")
        if room.get("position") is not None:
            raise Refusal.said("bad_setup", "refusal.rated_position")
        if room["on_timeout"] != "resign":
            raise Refusal.said("bad_setup", "refusal.rated_timeout")
        taken = [seat["person"] for seat in plan if seat["kind"] == "person"]
        if any(seat["kind"] == "bot" for seat in plan) or len(taken) != len(set(taken)):
            raise Refusal.said("bad_setup", "refusal.rated_own")

    # -- before the start ------------------------------------------------------------------------------------

    def _waiting(self, live: Live) -> Json:
        assert live.room is not None
        if live.room["status"] != "waiting":
            raise Refusal.said("not_now", "refusal.has_started")
        return live.room

    def _host_only(self, room: Json, person: Json) -> None:
        if room["host"] != person["id"]:
            raise Refusal.said("not_yours", "refusal.host_only")

    async def change(self, live: Live, person: Json, wish: schemas.RoomChange) -> None:
        async with live.lock:
            room = self._waiting(live)
            self._host_only(room, person)
            values = wish.model_dump(exclude_none=True)
            await self._house.load(live)
            plan = [{k: v for k, v in seat.items() if k != "room"} for seat in live.seats]
            if wish.setup is not None:
                if room["position"] is not None:
                    raise Refusal("bad_setup", "The position brings its own setup.")
                game = self._checked_game(room["game"], dict(wish.setup))
                values["setup"] = game.setup
                plan = _resized(plan, game.players)
            new = {**room, **values}
            values["terms"] = terms(new["game"], new["setup"], new["clock"])
            self._check_rated(new, plan, person)
            fresh = plan if len(plan) != len(live.seats) else None
            if not await self._house.store.replan(live.code, fresh, moved=now_ms(), **values):
                raise Refusal.said("not_now", "refusal.has_started")
            await self._house.changed(live)

    async def close_room(self, live: Live, person: Json) -> None:
        async with live.lock:
            self._host_only(self._waiting(live), person)
            if not await self._house.store.change_room(live.code, "waiting", status="closed"):
                raise Refusal.said("not_now", "refusal.has_started")
            await self._house.changed(live)

    async def sit(self, live: Live, person: Json, number: int, plan: Any) -> None:
        async with live.lock:
            room = self._waiting(live)
            seat = _seat_of(live, number)
            row = self.seat_row(person, plan, room["game"])
            if isinstance(plan, schemas.MySeat):
                if seat["kind"] == "person" and seat["person"] != person["id"]:
                    raise Refusal.said("taken", "refusal.seat_taken")
            else:
                self._host_only(room, person)
                if seat["kind"] == "person" and isinstance(plan, schemas.BotSeat):
                    raise Refusal.said("taken", "refusal.somebody_sits")
            if row["kind"] == "person" and seat["kind"] == "bot":
                self._host_only(room, person)
            self._check_rated(room, [*(s for s in live.seats if s["seat"] != number), row], person)
            if not await self._house.store.set_seat(live.code, number, seat["person"], row):
                raise Refusal.said("taken", "refusal.first_there")
            await self._house.changed(live)
        await self._start_by_itself(live)

    async def stand_up(self, live: Live, person: Json, number: int) -> None:
        async with live.lock:
            room = self._waiting(live)
            seat = _seat_of(live, number)
            if seat["person"] != person["id"]:
                self._host_only(room, person)
            row = self.seat_row(person, schemas.OpenSeat(kind="open"), room["game"])
            if not await self._house.store.set_seat(live.code, number, seat["person"], row):
                raise Refusal.said("taken", "refusal.first_there")
            await self._house.changed(live)

    async def start(self, live: Live, person: Json | None) -> None:
        """The host starts, or (None) a full room by itself."""
        async with live.lock:
            room = self._waiting(live)
            if person is not None:
                self._host_only(room, person)
            if not _is_full(live.seats):
                raise Refusal.said("not_now", "refusal.seat_open")
            seed = secrets.randbits(128)
            now = now_ms()
            live.room = {**room, "seed": f"{seed:032x}", "started": now, "status": "playing"}
            table = self._house.fresh_table(live)
            values = {"status": "playing", "seed": f"{seed:032x}", "started": now, "moved": now}
            values |= {"owing": table.owing(), "wake": table.wake(now, self._house.grace)}
            if not await self._house.store.change_room(live.code, "waiting", **values):
                await self._house.load(live)
                raise Refusal.said("not_now", "refusal.started_already")
            live.seat(table)
            await self._house.load(live)
            await self._house.tell_start(live)
            await self._house.bus.tell("room", live.code)
            self._house.attend(live, table)

    async def _start_by_itself(self, live: Live) -> None:
        assert live.room is not None
        if live.room["auto_start"] and live.room["status"] == "waiting" and _is_full(live.seats):
            with contextlib.suppress(Refusal):
                await self.start(live, None)

    async def match(self, person: Json, wish: schemas.MatchIn) -> Live:
        """Quick match: sit down where somebody waits on the same terms, or wait."""
        game = self._checked_game(wish.game, dict(wish.setup))
        wanted = terms(wish.game, game.setup, wish.clock.model_dump())
        async with self._house.store.alone(f"match {wanted}"):
            for code in await self._house.store.fitting_rooms(wanted, wish.rated):
                live = await self._house.find(code)
                if live.seats_of(person["id"]) or await self._sit_anywhere(live, person):
                    return live
            room = schemas.NewRoom(
                game=wish.game, setup=wish.setup, rated=wish.rated, clock=wish.clock, public=True, auto_start=True
            )
            return await self.new_room(person, room)

    async def _sit_anywhere(self, live: Live, person: Json) -> bool:
        for seat in live.seats:
            if seat["kind"] == "open":
                with contextlib.suppress(Refusal):
                    await self.sit(live, person, seat["seat"], schemas.MySeat(kind="me"))
                    return True
        return False

    # -- after the end ---------------------------------------------------------------------------------------

    async def rematch(self, live: Live, person: Json) -> Live:
        """The same table again, everybody one seat further."""
        room = live.room
        assert room is not None
        if room["status"] != "over" or room["outcome"] == "imported":
            raise Refusal.said("not_now", "refusal.rematch_here")
        if not live.seats_of(person["id"]):
            raise Refusal.said("not_yours", "refusal.rematch_players")
        if room["next"] is None:
            await self._make_rematch(live, room, person)
        assert live.room is not None
        following = await self._house.find(live.room["next"])
        people = {seat["person"] for seat in following.seats if seat["kind"] == "person"}
        if people == {person["id"]} and following.room is not None and following.room["status"] == "waiting":
            with contextlib.suppress(Refusal):
                await self.start(following, None)
        return following

    async def _make_rematch(self, live: Live, room: Json, person: Json) -> None:
        async with live.lock:
            now = now_ms()
            kept = ("game", "setup", "terms", "public", "rated", "clock", "on_timeout", "position", "origin")
            fresh = {name: room[name] for name in kept}
            fresh |= {"status": "waiting", "outcome": None, "host": person["id"], "previous": live.code}
            fresh |= {"owing": 0, "created": now, "moved": now, "auto_start": False}
            players = len(live.seats)
            plan = [
                {name: live.seats[(number + 1) % players][name] for name in ("kind", "name", "person", "level")}
                | {"seat": number}
                for number in range(players)
            ]
            await self._house.store.link_rematch(live.code, fresh, plan)
            await self._house.changed(live)


def _is_full(seats: Sequence[Json]) -> bool:
    return all(seat["kind"] != "open" for seat in seats)


def _seat_of(live: Live, number: int) -> Json:
    if not 0 <= number < len(live.seats):
        raise Refusal("unknown", f"There is no seat {number}; seats are 0 to {len(live.seats) - 1}.")
    return live.seats[number]


def _resized(plan: list[Json], players: int) -> list[Json]:
    """The seats for another number of players; people keep theirs as far as there is room."""
    kept = sorted(plan, key=lambda seat: seat["kind"] == "open")[:players]
    empty = {"kind": "open", "name": None, "person": None, "level": None}
    kept += [empty] * (players - len(kept))
    return [{**seat, "seat": number} for number, seat in enumerate(kept)]


def _origin_shown(origin: Any) -> Json | None:
    if origin is None:
        return None
    return {"kind": origin.kind, "room": getattr(origin, "room", None), "ply": getattr(origin, "ply", None)}
