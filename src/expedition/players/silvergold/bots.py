"""The Silver & Gold bots behind the common interface: random, greedy, the evaluation of fill plans, and search."""

from __future__ import annotations

import time
import zlib
from abc import abstractmethod
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from expedition.core.jit import compiled
from expedition.players.bot import Budget, HouseBot
from expedition.players.silvergold import policy
from expedition.players.silvergold.plans import plans
from expedition.players.silvergold.weights import NAMES, weights
from expedition.silvergold.numbering import ACTIONS
from expedition.silvergold.rules.acting import apply
from expedition.silvergold.rules.choices import actor, legal, owes
from expedition.silvergold.shapes import KINDS
from expedition.silvergold.state import Position
from expedition.silvergold.tables import SLOTS

if TYPE_CHECKING:
    from expedition.core.game import Game

NOTHING_TO_SPEND = Budget()
AT_A_TIME = 4  # rounds of playouts between two looks at the clock
TRUST = 24  # playouts the evaluation's own opinion of a choice counts as much as


@cache
def _tables(game_type: type[Any]) -> Any:
    return game_type().tables().array()[0]


class SilverGoldBot(HouseBot):
    def __init__(self, name: str, budget: Budget = NOTHING_TO_SPEND, seed: int = 0) -> None:
        super().__init__("silvergold", name, budget, seed)

    @cached_property
    def acts(self) -> Any:
        import numpy as np

        return np.zeros(ACTIONS, np.int64)

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
    """What the evaluation likes best; with a second look at the cards still to come this round, or without.

    It may forget things as people do: weights named in `forgets` count nothing.
    """

    def __init__(
        self,
        name: str,
        budget: Budget = NOTHING_TO_SPEND,
        seed: int = 0,
        look: bool = True,
        forgets: tuple[str, ...] = (),
    ) -> None:
        super().__init__(name, budget, seed)
        self.look = look
        self.forgets = forgets

    def _options(self) -> dict[str, Any]:
        return {"look": self.look, "forgets": self.forgets}

    @cached_property
    def desk(self) -> tuple[Any, ...]:
        """Room for actions, their values and the second look, and what the evaluation knows."""
        import numpy as np

        gain = np.zeros((SLOTS + 1) * KINDS)
        w = weights()
        w[[NAMES.index(name) for name in self.forgets]] = 0.0
        return np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS), gain, w, plans()

    def pick(self, b: Any, s: Any, seat: int, budget: Budget) -> int:
        acts, value, *known = self.desk
        return compiled(policy.best_choice)(s, b, seat, acts, value, self.look, *known)


class SearchBot(PlannerBot):
    """Playouts to the end of the game over flips and re-dealt decks, for the choices the evaluation likes best."""

    def __init__(self, name: str, budget: Budget, seed: int = 0, breadth: int = 12) -> None:
        super().__init__(name, budget, seed)
        self.breadth = breadth

    def _options(self) -> dict[str, Any]:
        return {"breadth": self.breadth}

    @cached_property
    def scratch(self) -> tuple[Any, Any, Any]:
        import numpy as np

        return np.zeros(1, Position.dtype()), np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS)

    def pick(self, b: Any, s: Any, seat: int, budget: Budget) -> int:
        acts, value, gain, w, turns = self.desk
        spare, choices, total = self.scratch
        ranked = compiled(policy.rank_choices)(s, b, seat, choices, total, gain, w, turns)
        alive = min(self.breadth, ranked)
        total[:alive] = TRUST * (total[:alive] - total[0])
        seen = s["marked"][SLOTS * seat : SLOTS * (seat + 1)].tobytes() + s["display"].tobytes()
        key = zlib.crc32(seen, self.seed + 1)
        clock = Clock(budget, alive)
        rounds = 0
        while alive > 1:
            while (more := clock.rounds(alive)) > 0:
                compiled(policy.compare)(
                    s, b, seat, choices, alive, key, rounds, more, total, spare, acts, value, gain, w, turns
                )
                rounds += more
            order = (-total[:alive]).argsort(kind="stable")
            choices[:alive], total[:alive] = choices[order], total[order]
            alive = clock.halve(alive)
        return int(choices[0])


class Clock:
    """Shares a budget out: as long for each halving of the choices, and as many playouts."""

    def __init__(self, budget: Budget, choices: int) -> None:
        self.budget = budget
        self.phases = 1
        while choices > 2:
            choices = (choices + 1) // 2
            self.phases += 1
        self.phase = self.made = 0
        self.started = time.monotonic()

    def rounds(self, alive: int) -> int:
        """How many rounds of playouts are next, none when the worse half has to leave; by the clock a few at a time."""
        seconds, playouts = self.budget.seconds, self.budget.playouts
        more = AT_A_TIME
        if playouts is not None or seconds is None:
            more = max(1, (playouts or 0) // (self.phases * alive)) - self.made
        if seconds is not None:
            over = time.monotonic() - self.started >= seconds * (self.phase + 1) / self.phases
            more = 0 if over else min(more, AT_A_TIME)
        self.made += more
        return more

    def halve(self, alive: int) -> int:
        """How many choices stay in."""
        self.phase += 1
        self.made = 0
        return (alive + 1) // 2 if alive > 2 else 1
