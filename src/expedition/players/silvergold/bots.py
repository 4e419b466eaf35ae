"""The Silver & Gold bots: one class, and three ways to choose: random, greedy, the evaluation of fill plans."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from expedition.core.jit import compiled
from expedition.players.bot import Budget, EngineBot
from expedition.players.silvergold import policy
from expedition.players.silvergold.plans import plans
from expedition.players.silvergold.policy import Work
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
    return compiled(policy.best_choice)(s, room.b, seat, room.work)
