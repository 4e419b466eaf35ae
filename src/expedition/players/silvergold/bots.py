"""The Silver & Gold bots behind the common interface: random, greedy, the evaluation of fill plans, and search."""

from __future__ import annotations

import time
import zlib
from abc import abstractmethod
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from expedition.core.jit import compiled
from expedition.players.bot import Budget, EngineBot
from expedition.players.silvergold import policy
from expedition.players.silvergold.weights import weights
from expedition.silvergold.rules.turn import actor, apply, legal, owes
from expedition.silvergold.state import ACTIONS, Position

if TYPE_CHECKING:
    from expedition.core.game import Game

NOTHING_TO_SPEND = Budget()
TRUST = 4  # playouts the evaluation's own opinion of a choice counts as much as


@cache
def _tables(game_type: type[Any]) -> Any:
    return game_type().tables().array()[0]


class SilverGoldBot(EngineBot):
    def __init__(self, name: str, budget: Budget = NOTHING_TO_SPEND, seed: int = 0) -> None:
        super().__init__("silvergold", name, budget, seed)

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name, "budget": self.budget, "seed": self.seed, **self._options()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def _options(self) -> dict[str, Any]:
        return {}

    @cached_property
    def acts(self) -> Any:
        import numpy as np

        return np.zeros(ACTIONS, np.int64)

    @cached_property
    def w(self) -> Any:
        return weights()

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        b = _tables(type(game))
        taken = 0
        while compiled(actor)(s) == seat and compiled(owes)(s, seat):
            known = game.redealt(Position.load(s), seat, self.seed).array()[0]
            compiled(apply)(s, b, seat, self.decide(game, known, seat, budget))
            taken += 1
        return taken

    def decide(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        return int(self.pick(_tables(type(game)), s, seat, budget))

    @abstractmethod
    def pick(self, b: Any, s: Any, seat: int, budget: Budget) -> int:
        """The action this bot takes in a position dealt anew for its seat."""


class RandomBot(SilverGoldBot):
    """Any legal action."""

    def pick(self, b: Any, s: Any, seat: int, budget: Budget) -> int:
        n = compiled(legal)(s, b, seat, self.acts)
        seen = s["marked"][2 * seat : 2 * seat + 2].tobytes() + s["display"].tobytes()
        mixed = zlib.crc32(seen, self.seed + 1009 * int(s["round_no"]) + 31 * int(s["flip"]))
        return int(self.acts[mixed * n >> 32])


class GreedyBot(SilverGoldBot):
    """Most fields now."""

    def pick(self, b: Any, s: Any, seat: int, budget: Budget) -> int:
        return compiled(policy.greedy_choice)(s, b, seat, self.acts)


class PlannerBot(SilverGoldBot):
    """The mark that brings most and leaves room for the patterns to come."""

    def pick(self, b: Any, s: Any, seat: int, budget: Budget) -> int:
        return compiled(policy.best_choice)(s, b, seat, self.acts, self.w)


class SearchBot(SilverGoldBot):
    """Playouts to the end of the game over flips and re-dealt decks, for the choices the evaluation likes best."""

    def __init__(self, name: str, budget: Budget, seed: int = 0, breadth: int = 16) -> None:
        super().__init__(name, budget, seed)
        self.breadth = breadth

    def _options(self) -> dict[str, Any]:
        return {"breadth": self.breadth}

    @cached_property
    def scratch(self) -> tuple[Any, Any, Any]:
        import numpy as np

        return np.zeros(2, Position.dtype()), np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS, np.float64)

    def pick(self, b: Any, s: Any, seat: int, budget: Budget) -> int:
        spare, acts, value = self.scratch
        n = min(self.breadth, compiled(policy.rank_choices)(s, b, seat, acts, value, self.w))
        choices = [int(a) for a in acts[:n]]
        playout = compiled(policy.playout)
        started = time.monotonic()
        total = {a: TRUST * float(value[i] - value[0]) for i, a in enumerate(choices)}
        alive = choices
        done = rounds = 0
        review = 4
        key = zlib.crc32(s["marked"][2 * seat : 2 * seat + 2].tobytes() + s["display"].tobytes(), self.seed + 1)
        while len(alive) > 1:
            for a in alive:
                total[a] += playout(s, b, seat, a, (key << 20) + rounds, spare, self.acts, self.w)
            rounds += 1
            done += len(alive)
            if budget.playouts is not None and done >= budget.playouts:
                break
            if budget.seconds is not None and time.monotonic() - started >= budget.seconds:
                break
            if rounds == review:
                review *= 2
                alive = sorted(alive, key=lambda a: -total[a])[: max(2, (len(alive) + 1) // 2)]
        return max(alive, key=lambda a: total[a])
