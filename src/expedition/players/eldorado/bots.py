"""The El Dorado bots behind the common interface: random, greedy, the planner, and search on top of it."""

from __future__ import annotations

import time
import zlib
from abc import abstractmethod
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from expedition.core.jit import compiled
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.choices import actor, legal
from expedition.eldorado.rules.hidden import redeal
from expedition.eldorado.state import PENDING_REMOVE, PENDING_TAKE
from expedition.eldorado.tables import CARDS
from expedition.players.bot import Budget, HouseBot
from expedition.players.eldorado import greedy, journey, outlook, policy, search
from expedition.players.eldorado.desk import Desk, make_desk, make_pool
from expedition.players.eldorado.weights import weights

if TYPE_CHECKING:
    from expedition.core.game import Game

NOTHING_TO_SPEND = Budget()


def chart_board(b: Any) -> Desk:
    """A desk for a board, with what never changes on it written down."""
    desk = make_desk()
    compiled(journey.order_cells)(b, desk)
    return desk


class Tables:
    """What a bot keeps per board: the board's record, a desk, and what follows in its plans."""

    def __init__(self, game: Game[Any]) -> None:
        self.next: dict[bytes, int] = {}
        self.b = game.tables().array()[0]
        self.desk = chart_board(self.b)


SEEN = (
    "round_no", "seat", "phase", "bought", "pass_occupied", "change_symbol", "active", "active_id", "active_symbol",
    "active_pawn", "power", "stepped", "pending", "pending_cell", "pending_blockade", "pending_card", "pending_left",
    "due", "n_gained", "n_keepable", "n_played", "at", "near", "seam", "stock", "on_board", "removed", "tokens",
    "n_hand", "n_draw", "n_discard", "n_cave",
)  # fmt: skip
REMEMBERED = 5000
TRUST = 8  # playouts the outlook's own opinion of a proposal counts as much as
MARGIN = 0.5  # turns a finalist may seem worse than the best one
QUICK = 120  # positions of a turn looked at inside a playout
PROPOSALS = 10  # and turns compared there
CLEAR = 0.3  # turns of difference that end the comparison


def fingerprint(s: Any, seat: int) -> bytes:
    """What a seat sees of a position, as far as its plan depends on it."""
    own = s["hand"][seat * CARDS : (seat + 1) * CARDS]
    return bytes([seat]) + own.tobytes() + b"".join(s[name].tobytes() for name in SEEN)


class ElDoradoBot(HouseBot):
    """What the El Dorado bots share: one desk per board, one set of spare positions."""

    def __init__(self, name: str, budget: Budget = NOTHING_TO_SPEND, seed: int = 0) -> None:
        super().__init__("eldorado", name, budget, seed)
        self._tables: dict[int, tuple[Any, Tables]] = {}

    @cached_property
    def spare(self) -> Any:
        return make_pool(4)

    @cached_property
    def pool(self) -> Any:
        return make_pool()

    def at(self, game: Game[Any]) -> Tables:
        """The tables of a game's board; games are kept beside them so that an id is never another game's."""
        found = self._tables.get(id(game))
        if found is None:
            if len(self._tables) > 64:
                self._tables.clear()
            found = self._tables[id(game)] = (game, Tables(game))
        return found[1]

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        t = self.at(game)
        taken = 0
        turn = int(s["round_no"])
        while compiled(actor)(s) == seat and s["round_no"] == turn:
            self.spare[3] = s
            compiled(redeal)(self.spare[3], t.b, seat, self.seed, 0, 0, 0)
            n = self.plan(t, self.spare[3], seat, budget)
            taken += compiled(policy.carry_out)(s, t.b, seat, n, t.desk)
        return taken

    def decide(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        """The first action of a plan; what follows it is remembered for the positions it leads to."""
        t = self.at(game)
        follows = t.next.get(fingerprint(s, seat))
        if follows is not None and follows in t.desk.acts[: compiled(legal)(s, t.b, seat, t.desk.acts)]:
            return follows
        n = self.plan(t, s, seat, budget)
        actions = [int(a) for a in t.desk.plan[:n]]
        if len(t.next) > REMEMBERED:
            t.next.clear()
        self.spare[2] = s
        ahead = self.spare[2]
        for done, following in pairwise(actions):
            compiled(apply)(ahead, t.b, seat, done)
            if ahead["floor"] != s["floor"] or compiled(actor)(ahead) != seat:
                break
            t.next[fingerprint(ahead, seat)] = following
        return actions[0]

    @abstractmethod
    def plan(self, t: Tables, s: Any, seat: int, budget: Budget) -> int:
        """Write into the desk what to do until something new comes to light; returns how many actions."""


class RandomBot(ElDoradoBot):
    """Any legal action."""

    def plan(self, t: Tables, s: Any, seat: int, budget: Budget) -> int:
        n = compiled(legal)(s, t.b, seat, t.desk.acts)
        t.desk.plan[0] = t.desk.acts[self.roll(s, seat, n)]
        return 1

    def roll(self, s: Any, seat: int, n: int) -> int:
        """The policy's dice: a number below n from the bot's seed and what all can see."""
        seen = s["at"].tobytes() + s["stock"].tobytes() + s["hand"][seat * CARDS : (seat + 1) * CARDS].tobytes()
        mixed = zlib.crc32(seen, self.seed + 7919 * int(s["ply"]) + int(s["round_no"]))
        return mixed * n >> 32


class GreedyBot(ElDoradoBot):
    """The nearest step, the dearest card."""

    def plan(self, t: Tables, s: Any, seat: int, budget: Budget) -> int:
        compiled(greedy.count_steps)(t.b, t.desk)
        t.desk.plan[0] = compiled(greedy.greedy_action)(s, t.b, seat, t.desk, self.spare)
        return 1

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        t = self.at(game)
        return compiled(greedy.greedy_turn)(s, t.b, seat, t.desk, self.spare)


class PlannerBot(ElDoradoBot):
    """The best whole turn by the evaluation; `nodes` is how many positions of a turn it looks at."""

    def __init__(self, name: str, budget: Budget = NOTHING_TO_SPEND, seed: int = 0, nodes: int = 400) -> None:
        super().__init__(name, budget, seed)
        self.nodes = nodes

    def _options(self) -> dict[str, Any]:
        return {"nodes": self.nodes}

    @cached_property
    def w(self) -> Any:
        return weights()

    def plan(self, t: Tables, s: Any, seat: int, budget: Budget) -> int:
        nodes = self.nodes * 3 if s["pawns"] > 1 else self.nodes
        return compiled(policy.decide)(s, t.b, seat, nodes, t.desk, self.pool, self.w)

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        t = self.at(game)
        nodes = self.nodes * 3 if s["pawns"] > 1 else self.nodes
        return compiled(policy.play_blind)(s, t.b, seat, nodes, t.desk, self.pool, self.spare, self.w)


class SearchBot(PlannerBot):
    """The planner's best turns, ordered by the outlook; playouts over re-dealt draws decide among the leaders."""

    def __init__(
        self,
        name: str,
        budget: Budget,
        seed: int = 0,
        nodes: int = 600,
        breadth: int = 32,
        finalists: int = 8,
        horizon: int = 1,
    ) -> None:
        super().__init__(name, budget, seed, nodes)
        self.breadth = breadth
        self.finalists = finalists
        self.horizon = horizon

    def _options(self) -> dict[str, Any]:
        return {
            "nodes": self.nodes,
            "breadth": self.breadth,
            "finalists": self.finalists,
            "horizon": self.horizon,
        }

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        return ElDoradoBot.play(self, game, s, seat, budget)

    @cached_property
    def nets(self) -> tuple[Any, Any]:
        return outlook.networks()

    @cached_property
    def inner(self) -> tuple[Any, Any, Any]:
        return make_desk(), make_pool(), make_desk()

    def plan(self, t: Tables, s: Any, seat: int, budget: Budget) -> int:
        nodes = self.nodes * 2 if s["pawns"] > 1 else self.nodes
        for desk in (self.inner[0], self.inner[2]):
            for static in ("ahead", "order", "n_order"):
                desk[static] = t.desk[static]
            desk["charted"] = 0
        if s["pending"] in (PENDING_TAKE, PENDING_REMOVE):
            net, quick = self.nets[int(s["pawns"]) - 1], QUICK * int(s["pawns"])
            args = (t.desk, self.pool, self.inner[2], self.spare, net, self.w)
            return compiled(search.plan_choice)(s, t.b, seat, quick, PROPOSALS, *args)
        n = compiled(search.propose)(s, t.b, seat, nodes, self.breadth, t.desk, self.pool, self.w)
        if n == 0:
            return compiled(policy.decide)(s, t.b, seat, self.nodes, t.desk, self.pool, self.w)
        best = 0 if n == 1 else self.compare(t, s, seat, n, budget)
        return compiled(search.plan_of)(best, seat, t.desk, self.pool)

    def compare(self, t: Tables, s: Any, seat: int, n: int, budget: Budget) -> int:
        """Rounds of playouts, one for each finalist still in; the worse half leaves again and again."""
        inner, inner_pool, fresh = self.inner
        net = self.nets[int(s["pawns"]) - 1]
        compiled(search.weigh)(s, t.b, seat, n, t.desk, self.pool, fresh, self.spare, net, self.w)
        turns = [float(x) for x in t.desk.score[:n]]
        alive = sorted(range(n), key=lambda i: turns[i])[: self.finalists]
        alive = [i for i in alive if turns[i] < turns[alive[0]] + MARGIN]
        if budget.playouts == 0 or turns[alive[0]] == 0.0:
            return alive[0]
        playout = compiled(search.playout)
        started = time.monotonic()
        total = {i: TRUST * (1.0 + turns[i]) for i in alive}
        done = rounds = 0
        review = 4
        quick = QUICK * int(s["pawns"])
        key = zlib.crc32(s["at"].tobytes() + s["hand"][seat * CARDS : (seat + 1) * CARDS].tobytes(), self.seed + 1)
        while len(alive) > 1:
            for i in alive:
                total[i] += playout(
                    s, t.b, seat, i, (key << 20) + rounds, self.horizon, quick, PROPOSALS, t.desk, self.pool,
                    inner, inner_pool, fresh, self.spare, net, self.w,
                )  # fmt: skip
            rounds += 1
            done += len(alive)
            if budget.playouts is not None and done >= budget.playouts:
                break
            if budget.seconds is not None and time.monotonic() - started >= budget.seconds:
                break
            if rounds == review:
                review *= 2
                alive = sorted(alive, key=lambda i: total[i])[: max(2, (len(alive) + 1) // 2)]
                if total[alive[1]] - total[alive[0]] > CLEAR * (rounds + TRUST):
                    break
        return min(alive, key=lambda i: total[i])
