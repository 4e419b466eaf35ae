"""Computer opponents: chosen by level, thinking in worker processes, seeing only what their seat may see."""

from __future__ import annotations

import importlib
import os
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
from expedition.server.rooms.bot_hosts import HostLost, HostsElsewhere
from expedition.server.rooms.bot_queue import BotQueue, Urgency

log = get_logger("expedition.bots")

_PREPARING = 900.0  # seconds, on a slow and busy machine
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


def warm(module: str, game: str, level: str) -> bool:
    """Let a bot do what is slow the first time, and say whether this machine is prepared for it; runs in a worker."""
    bot, made = _bot(module, game, level), make(game)
    bot.warm(made)
    return bool(bot.is_prepared(made))


def prepare(module: str, game: str, level: str) -> None:
    """Let a bot do what takes a minute, once on a machine; runs in a process of its own that yields to all others."""
    os.nice(10)
    _bot(module, game, level).prepare(make(game))


class Bots:
    def __init__(self, module: str, workers: int, seconds: float, elsewhere: HostsElsewhere | None = None) -> None:
        self._module = module
        self._seconds = seconds
        self._known: set[tuple[str, str]] = set()  # levels that have thought here before
        self._queue = BotQueue(workers)
        self.pool = Pool(workers)
        self.elsewhere = elsewhere or HostsElsewhere("", "")

    def levels(self, game: str) -> list[Json]:
        return levels(self._module, game)

    async def warm_up(self) -> None:
        """Make every level ready, so that nobody waits for the first move. What this machine is not prepared for is
        made apart: the workers answer meanwhile."""
        levels = [(game, level["name"]) for game in games() for level in self.levels(game)]
        unprepared = [(game, level) for game, level in levels if not await self._warm(game, level)]
        if unprepared:
            apart = Pool(1)
            try:
                for game, level in unprepared:
                    await apart.call(prepare, self._module, game, level, seconds=_PREPARING)
                    await self._warm(game, level)
            except (WorkerDied, WorkFailed, ExpeditionError) as error:
                log.warning("bot_preparing_failed", reason=str(error))
            finally:
                await apart.close()

    async def _warm(self, game: str, level: str) -> bool:
        """Make a level ready in a worker; returns whether the machine is prepared for it."""
        try:
            async with self._queue.place("warm up", Urgency.ALONE):
                prepared: bool = await self.pool.call(warm, self._module, game, level, seconds=_FIRST_TIME)
        except (WorkerDied, WorkFailed, ExpeditionError) as error:
            log.warning("bot_warm_up_failed", bot=level, reason=str(error))
            return True
        self._known.add((game, level))
        return prepared

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
        """A legal action, thought of elsewhere where there are hosts for it. A worker that dies or dawdles is replaced
        and asked again, then luck decides."""
        if len(actions) == 1:
            return actions[0]
        for worker in self.elsewhere.for_caller(f"{owner} {dice}"):
            question: Json = {"game": game, "level": level, "information": information, "actions": actions}
            question |= {"dice": dice, "owner": owner, "urgency": int(urgency)}
            try:
                with THOUGHT.time():
                    choice = await worker.choose(question)
            except HostLost:
                why = "lost"
            else:
                if isinstance(choice, dict) or choice in actions:
                    return choice
                why = "refused"
            BOT_FAILURES.labels(why).inc()
            log.warning("bot_host_passed_over", host=worker.address, game=game, bot=level, why=why)
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
