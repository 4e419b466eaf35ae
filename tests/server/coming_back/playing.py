"""Whole games over the wire, quickly."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.clients import Player
from tests.server.conftest import Running


async def play_on(player: Player, code: str, choose: int = 0) -> dict[str, Any]:
    """Play a room to its end, always the first (or the given) legal action; the room as it then is."""
    seat = await player.sit_at(code)
    async with asyncio.timeout(120):
        while seat.room["status"] == "playing":
            if seat.mine:
                legal = seat.table["legal"]  # type: ignore[index]
                answer = await seat.act(legal[min(choose, len(legal) - 1)])
                assert answer["type"] != "refused", answer
            else:
                await seat.next()
    await seat.close()
    return seat.room


async def recorded(server: Running, code: str) -> list[dict[str, Any]]:
    """The results of a room, once the server has read it."""
    async with asyncio.timeout(60):
        while not (rows := await server.app.state.services.store.results.of_rooms([code])):
            await asyncio.sleep(0.05)
    return rows
