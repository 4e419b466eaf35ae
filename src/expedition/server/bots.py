"""Computer opponents: chosen by level, thinking in worker processes, seeing only what their seat may see."""

from __future__ import annotations

import importlib
import logging
import secrets
from functools import lru_cache
from typing import Any

from expedition.core.errors import ExpeditionError
from expedition.server.metrics import BOT_FAILURES, THOUGHT
from expedition.server.pool import Pool, WorkerDied, WorkFailed

log = logging.getLogger("expedition.bots")

Json = dict[str, Any]

_FALLBACK_LEVELS = [
    {"name": "Rookie", "about": "Walks on as the cards fall."},
    {"name": "Guide", "about": "Knows the way and takes it."},
    {"name": "Veteran", "about": "Plans the whole turn and the purchases behind it."},
    {"name": "Legend", "about": "Looks ahead through many possible futures."},
]


def levels(module: str, game: str) -> list[Json]:
    """The levels of a game, weakest first."""
    try:
        found = importlib.import_module(module).levels(game)
    except ImportError:
        return _FALLBACK_LEVELS
    return [{"name": level.name, "about": level.about} for level in found]


@lru_cache(maxsize=64)
def _bot(module: str, game: str, level: str) -> Any:
    return importlib.import_module(module).make_bot(game, level)


def think(module: str, game: str, level: str, information: Json, actions: list[int], seconds: float) -> int:
    """A bot's choice among the legal actions; runs in a worker process."""
    try:
        bot = _bot(module, game, level)
    except ImportError:
        return secrets.choice(actions)
    return int(bot.choose(information, actions, seconds))


class Bots:
    def __init__(self, module: str, workers: int, seconds: float) -> None:
        self._module = module
        self._seconds = seconds
        self.pool = Pool(workers)

    def levels(self, game: str) -> list[Json]:
        return levels(self._module, game)

    async def choose(self, game: str, level: str, information: Json, actions: list[int]) -> int:
        """A legal action. A worker that dies or dawdles is replaced and asked again, then luck decides."""
        if len(actions) == 1:
            return actions[0]
        for _ in range(2):
            try:
                with THOUGHT.time():
                    choice = await self.pool.call(
                        think, self._module, game, level, information, actions, self._seconds, seconds=self._seconds + 5
                    )
                if choice in actions:
                    return int(choice)
                why = "illegal"
            except WorkerDied:
                why = "died"
            except (WorkFailed, ExpeditionError) as error:
                why = "failed"
                log.error("a bot failed", extra={"game": game, "level": level, "reason": str(error)[:500]})
            BOT_FAILURES.labels(why).inc()
            log.warning("a bot's choice is asked for again", extra={"game": game, "level": level, "why": why})
        return secrets.choice(actions)

    async def close(self) -> None:
        await self.pool.close()
