"""Telling everybody in a room what happened, each what they may know."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from expedition.core.types import Json
from expedition.server.models import ChatLine
from expedition.server.rooms.connection import Connection, encode
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.rooms.views import room_view, table_view, you_view
from expedition.server.store import Store
from expedition.server.timesource import now_ms


class Broadcaster:
    def __init__(self, store: Store, registry: RoomRegistry) -> None:
        self._store = store
        self._registry = registry

    async def state_message(
        self, session: RoomSession, connection: Connection, since: int | None, id: int | None
    ) -> str:
        """Everything this connection may know. The room's lock is held."""
        now = now_ms()
        shown = None
        if session.room.seed and session.room.outcome != "imported":
            table = await self._registry.table(session)
            shown = table_view(session, table, connection, table.since(since), now)
        said = await session.talk.lines(self._store.chat, session.code)
        chat = [line for line in said if line.person not in connection.unheard]
        return encode(
            {
                "type": "state",
                "id": id,
                "now": now,
                "you": you_view(session, connection),
                "room": room_view(session),
                "chat": [dataclasses.asdict(line) for line in chat],
                "table": shown,
            }
        )

    def send_room(self, session: RoomSession, but: Connection | None = None) -> None:
        shown = room_view(session)
        for connection in list(session.connections):
            if connection is not but:
                if shown["status"] == "waiting":
                    connection.looking = session.default_seat(connection)
                connection.send(encode({"type": "room", "you": you_view(session, connection), "room": shown}))

    async def send_start(self, session: RoomSession) -> None:
        for connection in list(session.connections):
            connection.looking = session.default_seat(connection)
        await self.send_state(session)

    async def send_state(self, session: RoomSession) -> None:
        """Everything again, to everybody."""
        for connection in list(session.connections):
            connection.send(await self.state_message(session, connection, None, None))

    def send_update(self, session: RoomSession, before: GameTable, after: GameTable) -> None:
        """Everybody gets their own view; in an open simultaneous phase only those for whom something is new."""
        now = now_ms()
        since = after.since(before.ply)
        same = before.ply == after.ply and before.actors == after.actors
        watching = [one for one in session.connections if not (same and _same_count(before, after, one.looking))]
        views = after.state.views({connection.looking for connection in watching})
        messages: dict[tuple[int | None, str], str] = {}
        for connection in watching:
            key = (connection.looking, connection.offer)
            if key not in messages:
                table = table_view(session, after, connection, since, now, views[connection.looking])
                messages[key] = encode({"type": "update", "table": table})
            connection.send(messages[key])

    def send_thinking(self, session: RoomSession) -> None:
        _send_all(session, {"type": "thinking", "seats": sorted(session.thinking)})

    def send_chat(self, session: RoomSession, lines: Sequence[ChatLine]) -> None:
        session.talk.add(lines)
        for line in lines:
            text = encode({"type": "chat", "line": dataclasses.asdict(line)})
            for connection in list(session.connections):
                if line.person not in connection.unheard:
                    connection.send(text)

    def replace_table(self, session: RoomSession, before: GameTable, after: GameTable) -> None:
        """The new table takes the old one's place, and everybody is told."""
        session.set_table(after)
        self.send_update(session, before, after)
        if before.agreed != after.agreed or before.bots != after.bots:
            self.send_room(session)


def _same_count(before: GameTable, after: GameTable, seat: int | None) -> bool:
    return before.count(seat) == after.count(seat)


def _send_all(session: RoomSession, message: Json) -> None:
    text = encode(message)
    for connection in list(session.connections):
        connection.send(text)
