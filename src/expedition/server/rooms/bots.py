"""Computer opponents: chosen by level, thinking in worker processes, seeing only what their seat may see."""

from __future__ import annotations

import asyncio
import importlib
import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from expedition.core.errors import ExpeditionError
from expedition.core.registry import games, make
from expedition.core.types import Json
from expedition.server.logs import get_logger
from expedition.server.metrics import BOT_FAILURES, THOUGHT
from expedition.server.pool import Pool, WorkerDied, WorkFailed
from expedition.server.rooms.bot_queue import BotQueue, Urgency

log = get_logger("expedition.bots")

_FIRST_TIME = 180.0  # seconds: the very first thought on a machine compiles the rules


@lru_cache(maxsize=64)
def levels(module: str, game: str) -> list[Json]:
    """The levels of a game, weakest first."""
    found = importlib.import_module(module).levels(game)
    return [{"id": level.id, "name": level.name, "about": level.about} for level in found]


@lru_cache(maxsize=64)
def _bot(module: str, game: str, level: str, dice: int = 0) -> Any:
    make_bot = importlib.import_module(module).make_bot
    return make_bot(game, level, seed=dice) if dice else make_bot(game, level)


def think(module: str, game: str, level: str, information: Json, actions: list[int], dice: int = 0) -> int | Json:
    """A bot's choice among the legal actions within its level's own budget; runs in a worker process."""
    choice = _bot(module, game, level, dice).choose(information, actions, None)
    return dict(choice) if isinstance(choice, Mapping) else int(choice)


def warm(module: str, game: str, level: str) -> None:
    """Let a bot do what is slow the first time; runs in a worker process."""
    _bot(module, game, level).warm(make(game))


class Bots:
    def __init__(self, module: str, workers: int, seconds: float) -> None:
        self._module = module
        self._seconds = seconds
        self._known: set[tuple[str, str]] = set()  # levels that have thought here before
        self._queue = BotQueue(workers)
        self.pool = Pool(workers)

    def levels(self, game: str) -> list[Json]:
        return levels(self._module, game)

    async def warm_up(self) -> None:
        """Make every level ready, so that nobody waits for the first move."""
        for game in games():
            for level in self.levels(game):
                try:
                    async with self._queue.place("warm up", Urgency.ALONE):
                        await self.pool.call(warm, self._module, game, level["name"], seconds=_FIRST_TIME)
                except (WorkerDied, WorkFailed, ExpeditionError) as error:
                    log.warning("bot_warm_up_failed", bot=level["name"], reason=str(error))
                else:
                    self._known.add((game, level["name"]))
                await asyncio.sleep(0)

    async def choose(
        self,
        game: str,
        level: str,
        information: Json,
        actions: list[int],
        dice: int = 0,
        owner: str = "",
        urgency: Urgency = Urgency.WATCHED,
    ) -> int | Json:
        """A legal action. A worker that dies or dawdles is replaced and asked again, then luck decides."""
        if len(actions) == 1:
            return actions[0]
        async with self._queue.place(owner, urgency):
            return await self._choose(game, level, information, actions, dice, f"{owner} {dice}")

    async def _choose(
        self, game: str, level: str, information: Json, actions: list[int], dice: int, caller: str
    ) -> int | Json:
        """Asked as the same caller a bot thinks in the process that remembers the rest of its turn."""
        for _ in range(2):
            limit = self._seconds if (game, level) in self._known else max(self._seconds, _FIRST_TIME)
            try:
                with THOUGHT.time():
                    choice = await self.pool.call(
                        think, self._module, game, level, information, actions, dice, seconds=limit, caller=caller
                    )
                self._known.add((game, level))
                if isinstance(choice, dict) or choice in actions:
                    return choice  # type: ignore[no-any-return]
                why = "illegal"
            except WorkerDied:
                why = "died"
            except (WorkFailed, ExpeditionError) as error:
                why = "failed"
                log.error("bot_failed", game=game, bot=level, reason=str(error)[:500])
            BOT_FAILURES.labels(why).inc()
            log.warning("bot_choice_retried", game=game, bot=level, why=why)
        return secrets.choice(actions)

    async def close(self) -> None:
        await self.pool.close()
