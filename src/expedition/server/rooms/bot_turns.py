"""The computer's seats: set thinking whenever they have to act."""

from __future__ import annotations

import contextlib
import secrets

from expedition.server.daily.days import dice_of
from expedition.server.refusals import Refusal
from expedition.server.rooms.bot_queue import Urgency
from expedition.server.rooms.bots import Bots
from expedition.server.rooms.broadcast import Broadcaster
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.play import Play
from expedition.server.rooms.registry import RoomRegistry
from expedition.server.rooms.session import RoomSession
from expedition.server.supervisor import Supervisor
from expedition.server.timesource import now_ms


class BotTurns:
    def __init__(
        self, registry: RoomRegistry, broadcaster: Broadcaster, play: Play, bots: Bots, supervisor: Supervisor
    ) -> None:
        self._registry = registry
        self._broadcaster = broadcaster
        self._play = play
        self._bots = bots
        self._supervisor = supervisor

    def schedule_bots(self, session: RoomSession, table: GameTable) -> None:
        """Set the computer thinking wherever it has to act."""
        fresh = [seat for seat in table.actors if seat in table.bots and seat not in session.thinking]
        for seat in fresh:
            session.thinking[seat] = self._supervisor.spawn(self._think(session, seat), "bot turn")
        if fresh:
            self._broadcaster.send_thinking(session)

    async def _think(self, session: RoomSession, seat: int) -> None:
        try:
            while await self._think_once(session, seat):
                pass
        finally:
            session.thinking.pop(seat, None)
            self._broadcaster.send_thinking(session)

    async def _think_once(self, session: RoomSession, seat: int) -> bool:
        """One choice of the computer; False when it has nothing (more) to do."""
        async with session.lock:
            table = await self._registry.table(session)
            if seat not in table.actors or seat not in table.bots:
                return False
            where = (table.ply, table.count(seat))
            legal = table.state.legal_actions(seat)
            information = table.state.information(seat) if len(legal) > 1 else {}
        choice = await self._bots.choose(
            table.game.name,
            table.bots[seat],
            information,
            legal,
            dice_of(session.room, seat),
            session.room.host or (session.room.origin or {}).get("tournament") or "",
            urgency(session),
        )
        async with session.lock:
            table = await self._registry.table(session)
            if (table.ply, table.count(seat)) != where or seat not in table.actors:
                return True
            fork = table.fork()
            action = choice if isinstance(choice, dict) else table.state.to_dict(choice, seat)
            try:
                rows = fork.act(seat, [action], now_ms())
            except Refusal:  # an action nobody offered: luck decides
                fork = table.fork()
                rows = fork.act(seat, [table.state.to_dict(secrets.choice(legal), seat)], now_ms())
            with contextlib.suppress(Refusal):  # another process was first
                await self._play.commit(session, table, fork, rows, "bot")
        return True


def urgency(session: RoomSession) -> Urgency:
    """How soon the computer should answer in this room."""
    people = {seat.person for seat in session.seats if seat.kind == "person" and seat.number not in session.bots}
    if people & session.present():
        return Urgency.WATCHED
    return Urgency.PLAYED if people else Urgency.ALONE
