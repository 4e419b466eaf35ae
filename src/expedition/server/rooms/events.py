"""What other parts of the server may want to know about rooms. Listeners run under the room's lock and must be quick:
they schedule work, they do not do it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.session import RoomSession

Listener = Callable[[RoomSession, GameTable], None]


@dataclass
class RoomEvents:
    arrived: list[Callable[[RoomSession], object]] = field(default_factory=list)  # somebody's socket was opened
    started: list[Listener] = field(default_factory=list)  # dealt and stored
    moved: list[Listener] = field(default_factory=list)  # something was stored, by this process; the game goes on
    finished: list[Listener] = field(default_factory=list)  # over, closed and rated, by this process

    @staticmethod
    def emit(listeners: list[Listener], session: RoomSession, table: GameTable) -> None:
        for listener in listeners:
            listener(session, table)
