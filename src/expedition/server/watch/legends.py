"""A game of two Legends for a visitor who is alone: begun when somebody wants to watch and nobody plays, one at a
time."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from expedition.core.registry import game_of, games
from expedition.server.models import Room, Seat
from expedition.server.store.rooms import terms
from expedition.server.timesource import now_ms

if TYPE_CHECKING:
    from expedition.server.api.context import Services


async def sit_down(use: Services, game: str | None) -> None:
    """Start such a game, unless another request has just done so."""
    name = game or secrets.choice(games())
    async with use.store.db.exclusive(f"legends {name}"):
        if await use.store.rooms.public("playing", name, 1):
            return
        now = now_ms()
        setup = game_of(name, {}).setup
        clock = {"kind": "none"}
        best = use.hub.bots.levels(name)[-1]["name"]
        room = Room(
            code="",
            game=name,
            setup=setup,
            clock=clock,
            terms=terms(name, setup, clock),
            host=None,
            created=now,
            moved=now,
            public=True,
        )
        plan = [Seat(number, "bot", best, None, best) for number in range(setup["players"])]
        session = await use.hub.registry.find(await use.store.rooms.add(room, plan))
        await use.hub.starter.start(session)
