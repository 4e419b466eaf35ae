"""The Silver & Gold bots: one class, and four ways to choose: random, greedy, the evaluation of fill plans, search."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from expedition.core.jit import compiled
from expedition.players.bot import Budget, EngineBot
from expedition.players.silvergold import policy
from expedition.players.silvergold.plans import plans
from expedition.players.silvergold.policy import Race, Work
from expedition.players.silvergold.weights import weights
from expedition.silvergold.numbering import ACTIONS
from expedition.silvergold.rules.acting import apply
from expedition.silvergold.rules.choices import actor, legal, owes
from expedition.silvergold.shapes import KINDS
from expedition.silvergold.state import Position
from expedition.silvergold.tables import SLOTS, tables

if TYPE_CHECKING:
    from expedition.core.game import Game

NOTHING_TO_SPEND = Budget()
AT_A_TIME = 4  # rounds of playouts between two looks at the clock
TRUST = 24  # playouts the evaluation's own opinion of a choice counts as much as


class Workspace:
    """All a bot works with beside what it was made of: made on first use, and anew in every process it is sent to."""

    def __reduce__(self) -> tuple[type[Workspace], tuple[()]]:
        return Workspace, ()

    @cached_property
    def b(self) -> Any:
        return tables().array()[0]

    @cached_property
    def work(self) -> Work:
        import numpy as np

        gain = np.zeros((SLOTS + 1) * KINDS)
        return Work(np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS), gain, weights(), plans())

    @cached_property
    def race(self) -> Race:
        import numpy as np

        return Race(np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS), np.zeros(1, Position.dtype()))


Choosing = Callable[[Workspace, Any, int, Budget, int], int]  # on a position dealt anew: (…, s, seat, budget, seed)


class SilverGoldBot(EngineBot):
    """A bot that makes one choice at a time."""

    def __init__(self, name: str, choosing: Choosing, budget: Budget = NOTHING_TO_SPEND, seed: int = 0) -> None:
        super().__init__("silvergold", name, budget, seed)
        self.choosing = choosing
        self.room = Workspace()

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        taken = 0
        while compiled(actor)(s) == seat and compiled(owes)(s, seat):
            known = game.redealt(Position.load(s), seat, self.seed).array()[0]
            compiled(apply)(s, self.room.b, seat, self.decide(game, known, seat, budget))
            taken += 1
        return taken

    def decide(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        return int(self.choosing(self.room, s, seat, budget, self.seed))


def any_action(room: Workspace, s: Any, seat: int, budget: Budget, seed: int) -> int:
    """Any legal action."""
    acts = room.work.acts
    n = compiled(legal)(s, room.b, seat, acts)
    seen = s["marked"][2 * seat : 2 * seat + 2].tobytes() + s["display"].tobytes()
    mixed = zlib.crc32(seen, seed + 1009 * int(s["round_no"]) + 31 * int(s["flip"]))
    return int(acts[mixed * n >> 32])


def most_fields(room: Workspace, s: Any, seat: int, budget: Budget, seed: int) -> int:
    """Most fields now."""
    return compiled(policy.greedy_choice)(s, room.b, seat, room.work.acts)


def best_plan(room: Workspace, s: Any, seat: int, budget: Budget, seed: int) -> int:
    """What the evaluation likes best, with a second look at the cards still to come this round."""
    return compiled(policy.best_choice)(s, room.b, seat, True, room.work)


@dataclass(frozen=True)
class Playouts:
    """Playouts to the end of the game over flips and re-dealt decks, for the choices the evaluation likes best."""

    breadth: int = 12

    def __call__(self, room: Workspace, s: Any, seat: int, budget: Budget, seed: int) -> int:
        work, race = room.work, room.race
        choices, total = race.choices, race.total
        ranked = compiled(policy.rank_choices)(s, room.b, seat, work._replace(acts=choices, value=total))
        alive = min(self.breadth, ranked)
        total[:alive] = TRUST * (total[:alive] - total[0])
        seen = s["marked"][SLOTS * seat : SLOTS * (seat + 1)].tobytes() + s["display"].tobytes()
        key = zlib.crc32(seen, seed + 1)
        clock = Clock(budget, alive)
        rounds = 0
        while alive > 1:
            while (more := clock.rounds(alive)) > 0:
                compiled(policy.compare)(s, room.b, seat, alive, key, rounds, more, race, work)
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
