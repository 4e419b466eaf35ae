"""The plain El Dorado bots: one class, and three ways to plan a turn: random, greedy, the planner."""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from expedition.core.jit import compiled
from expedition.eldorado.observation import SIZE, observe
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.choices import actor, legal
from expedition.eldorado.rules.hidden import redeal
from expedition.eldorado.tables import CARDS
from expedition.players.bot import Budget, EngineBot
from expedition.players.eldorado import greedy, journey, policy
from expedition.players.eldorado.desk import Desk, make_desk, make_pool
from expedition.players.eldorado.weights import weights

if TYPE_CHECKING:
    from expedition.core.game import Game

NOTHING_TO_SPEND = Budget()
REMEMBERED = 5000  # actions that follow in plans


def chart_board(b: Any) -> Desk:
    """A desk for a board, with what never changes on it written down."""
    desk = make_desk()
    compiled(journey.order_cells)(b, desk)
    return desk


class Study:
    """What a bot keeps per board: the board's record, a desk, and what follows in its plans."""

    def __init__(self, game: Game[Any]) -> None:
        self.next: dict[bytes, int] = {}
        self.b = game.tables().array()[0]
        self.desk = chart_board(self.b)


class Workspace:
    """All a bot works with beside what it was made of: made on first use, and anew in every process it is sent to."""

    def __init__(self) -> None:
        self._studies: dict[int, tuple[Any, Study]] = {}

    def __reduce__(self) -> tuple[type[Workspace], tuple[()]]:
        return Workspace, ()

    def at(self, game: Game[Any]) -> Study:
        """The study of a game's board; games are kept beside them so that an id is never another game's."""
        found = self._studies.get(id(game))
        if found is None:
            if len(self._studies) > 64:
                self._studies.clear()
            found = self._studies[id(game)] = (game, Study(game))
        return found[1]

    @cached_property
    def spare(self) -> Any:
        return make_pool(4)

    @cached_property
    def pool(self) -> Any:
        return make_pool()

    @cached_property
    def weights(self) -> Any:
        return weights()

    @cached_property
    def row(self) -> Any:
        import numpy as np

        return np.zeros(SIZE, np.int8)

    def seen(self, study: Study, s: Any, seat: int) -> bytes:
        """What a seat knows of a position, and with that all its plan depends on."""
        compiled(observe)(s, study.b, seat, self.row)
        return bytes([seat]) + self.row.tobytes()


class Planning(ABC):
    """A way to plan: `plan` writes into the study's desk what to do until something new comes to light."""

    @abstractmethod
    def plan(self, room: Workspace, study: Study, s: Any, seat: int, budget: Budget, seed: int) -> int:
        """The plan of a seat on a position in which everything hidden was dealt anew; returns how many actions."""

    def turn(self, room: Workspace, study: Study, s: Any, seat: int, budget: Budget, seed: int) -> int:
        """Play a running game's turn, every plan made on a re-deal; returns how many actions it took."""
        taken = 0
        turn = int(s["round_no"])
        while compiled(actor)(s) == seat and s["round_no"] == turn:
            room.spare[3] = s
            compiled(redeal)(room.spare[3], study.b, seat, seed, 0, 0, 0)
            n = self.plan(room, study, room.spare[3], seat, budget, seed)
            taken += compiled(policy.carry_out)(s, study.b, seat, n, study.desk)
        return taken


class ElDoradoBot(EngineBot):
    """A bot that plans a turn and remembers what follows in it."""

    def __init__(self, name: str, planning: Planning, budget: Budget = NOTHING_TO_SPEND, seed: int = 0) -> None:
        super().__init__("eldorado", name, budget, seed)
        self.planning = planning
        self.room = Workspace()

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        return self.planning.turn(self.room, self.room.at(game), s, seat, budget, self.seed)

    def decide(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        """The first action of a plan; what follows it is remembered for the positions it leads to."""
        study = self.room.at(game)
        follows = study.next.get(self.room.seen(study, s, seat))
        acts = study.desk.acts
        if follows is not None and follows in acts[: compiled(legal)(s, study.b, seat, acts)]:
            return follows
        n = self.planning.plan(self.room, study, s, seat, budget, self.seed)
        actions = [int(a) for a in study.desk.plan[:n]]
        self._remember(study, s, seat, actions)
        return actions[0]

    def _remember(self, study: Study, s: Any, seat: int, actions: list[int]) -> None:
        if len(study.next) > REMEMBERED:
            study.next.clear()
        self.room.spare[2] = s
        ahead = self.room.spare[2]
        for done, following in pairwise(actions):
            compiled(apply)(ahead, study.b, seat, done)
            if ahead["floor"] != s["floor"] or compiled(actor)(ahead) != seat:
                break
            study.next[self.room.seen(study, ahead, seat)] = following


class AnyAction(Planning):
    """Any legal action, by dice of the bot's seed and what all can see."""

    def plan(self, room: Workspace, study: Study, s: Any, seat: int, budget: Budget, seed: int) -> int:
        n = compiled(legal)(s, study.b, seat, study.desk.acts)
        seen = s["at"].tobytes() + s["stock"].tobytes() + s["hand"][seat * CARDS : (seat + 1) * CARDS].tobytes()
        mixed = zlib.crc32(seen, seed + 7919 * int(s["ply"]) + int(s["round_no"]))
        study.desk.plan[0] = study.desk.acts[mixed * n >> 32]
        return 1


class Nearest(Planning):
    """The nearest step, the dearest card."""

    def plan(self, room: Workspace, study: Study, s: Any, seat: int, budget: Budget, seed: int) -> int:
        compiled(greedy.count_steps)(study.b, study.desk)
        study.desk.plan[0] = compiled(greedy.greedy_action)(s, study.b, seat, study.desk, room.spare)
        return 1

    def turn(self, room: Workspace, study: Study, s: Any, seat: int, budget: Budget, seed: int) -> int:
        return compiled(greedy.greedy_turn)(s, study.b, seat, study.desk, room.spare)


class WholeTurn(Planning):
    """The best whole turn by the evaluation; `nodes` is how many positions of a turn it looks at."""

    def __init__(self, nodes: int = 400) -> None:
        self.nodes = nodes

    def plan(self, room: Workspace, study: Study, s: Any, seat: int, budget: Budget, seed: int) -> int:
        nodes = self.nodes * 3 if s["pawns"] > 1 else self.nodes
        return compiled(policy.decide)(s, study.b, seat, nodes, study.desk, room.pool, room.weights)

    def turn(self, room: Workspace, study: Study, s: Any, seat: int, budget: Budget, seed: int) -> int:
        nodes = self.nodes * 3 if s["pawns"] > 1 else self.nodes
        return compiled(policy.play_blind)(s, study.b, seat, nodes, study.desk, room.pool, room.spare, room.weights)
