"""The route workshop behind the interface: drafts, trials and surprises are worked on in processes of their own."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Any

import orjson

from expedition.core.errors import ExpeditionError
from expedition.core.types import Json
from expedition.server.models import Person
from expedition.server.pool import CallersMistake, Pool, WorkerDied, WorkFailed
from expedition.server.refusals import Refusal
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.session import RoomSession
from expedition.server.store import Store
from expedition.server.store.routes import MOST_OF_ONE
from expedition.server.supervisor import Supervisor
from expedition.workshop import codes, draft, service

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LOOK_SECONDS = 20.0
PORTION_SECONDS = 300.0  # the first one may have to compile the rules
PORTION = 8


class Workshop:
    def __init__(self, store: Store, supervisor: Supervisor) -> None:
        self._store = store
        self._supervisor = supervisor
        self._desk = Pool(1)  # quick answers
        self._field = Pool(1)  # games, which never hold up the desk

    async def close(self) -> None:
        await self._desk.close()
        await self._field.close()

    async def _ask(self, pool: Pool, seconds: float, function: Any, *arguments: Any) -> Any:
        try:
            return await pool.call(function, *arguments, seconds=seconds)
        except CallersMistake as error:
            raise Refusal("bad_route", str(error), "refusal.route") from None
        except (WorkerDied, WorkFailed):
            raise Refusal.localized("not_now", "refusal.workshop") from None

    async def look(self, route: Json, hand: Json | None, lang: str) -> Json:
        return dict(await self._ask(self._desk, LOOK_SECONDS, draft.look, route, hand, lang))

    async def sheet(self, code: str, name: str, form: str, lang: str) -> bytes:
        return bytes(await self._ask(self._desk, LOOK_SECONDS, service.sheet_file, code, name, form, lang))

    async def box(self) -> Json:
        return dict(await self._ask(self._desk, LOOK_SECONDS, service.box))

    async def surprise(self, wish: Json, lang: str) -> list[Json]:
        return list(await self._ask(self._field, PORTION_SECONDS, service.surprise, wish, lang))

    async def trial(self, trial: Json) -> AsyncIterator[bytes]:
        """The outcome so far, one JSON object a line, after every few games."""
        text = str(await self._ask(self._desk, LOOK_SECONDS, service.plain_trial, trial))
        return self._played(text, trial["games"])

    async def _played(self, text: str, games: int) -> AsyncIterator[bytes]:
        so_far = service.Sum(text)
        for first in range(0, games, PORTION):
            count = min(PORTION, games - first)
            so_far.add(await self._ask(self._field, PORTION_SECONDS, service.play_portion, text, first, count))
            yield orjson.dumps(so_far.figures()) + b"\n"

    # Saved routes.

    def open_code(self, code: str) -> Json:
        try:
            return codes.route_of(code)
        except ExpeditionError as error:
            raise Refusal("unknown", str(error), "refusal.no_route") from None

    async def save(self, person: Person, name: str, route: Json, public: bool) -> Json:
        if await self._store.routes.count(person.id) >= MOST_OF_ONE:
            raise Refusal.localized("not_now", "refusal.most_routes", most=MOST_OF_ONE)
        facts = await self._ask(self._desk, LOOK_SECONDS, service.facts, route)
        while True:
            row = {"id": _fresh_id(), "person": person.id, "name": name, "public": public, **facts}
            if await self._store.routes.add(row):
                return await self.one(str(row["id"]), person)

    async def change(self, route_id: str, person: Person, name: str, route: Json, public: bool) -> Json:
        facts = await self._ask(self._desk, LOOK_SECONDS, service.facts, route)
        if not await self._store.routes.change(route_id, person.id, {"name": name, "public": public, **facts}):
            raise _unknown()
        return await self.one(route_id, person)

    async def remove(self, route_id: str, person: Person) -> None:
        if not await self._store.routes.remove(route_id, person.id):
            raise _unknown()

    async def rate(self, route_id: str, person: Person, stars: int) -> Json:
        found = await self.one(route_id, person)
        if found["mine"]:
            raise Refusal.localized("not_yours", "refusal.rate_own")
        await self._store.routes.rate(route_id, person, stars)
        return await self.one(route_id, person)

    async def one(self, route_id: str, person: Person | None) -> Json:
        row = await self._store.routes.one(route_id, person.id if person else None)
        if row is None:
            raise _unknown()
        return (await self._shown([row], person))[0]

    async def gallery(self, person: Person | None, order: str, limit: int) -> list[Json]:
        rows = await self._store.routes.gallery(person.id if person else None, order, limit)
        return await self._shown(rows, person)

    async def mine(self, person: Person) -> list[Json]:
        return await self._shown(await self._store.routes.mine(person.id), person)

    async def _shown(self, rows: list[Json], person: Person | None) -> list[Json]:
        boards = await self._ask(
            self._desk, LOOK_SECONDS, service.opened, [(r["id"], r["code"], r["name"]) for r in rows]
        )
        return [
            {
                **{key: row[key] for key in _COLUMNS},
                "mine": person is not None and row["person"] == person.id,
                "stars": round(float(row["stars"]), 2),
                "route": opened["route"],
                "board": opened["board"],
            }
            for row, opened in zip(rows, boards, strict=True)
        ]

    def count_play(self, session: RoomSession, table: GameTable) -> None:
        """A game has begun: if its route is one of the house, it was played once more."""
        route = session.room.setup.get("route")
        known = route.get("id") if isinstance(route, dict) else None
        if isinstance(known, str) and len(known) == service.ID_LENGTH and set(known) <= set(ALPHABET):
            self._supervisor.spawn(self._store.routes.played(known), "count a route")


_COLUMNS = ("id", "name", "maker", "public", "code", "steps", "grade", "plays", "votes", "own_stars", "created")


def _unknown() -> Refusal:
    return Refusal.localized("unknown", "refusal.no_route")


def _fresh_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(service.ID_LENGTH))
