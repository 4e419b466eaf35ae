"""Search over whole turns with the network: it proposes, re-deals and its judgement decide.

Turns are drawn from the network's policy, as far as the seat goes on acting without learning anything new. Each of the
different ones is carried out on re-deals of all the seat cannot know, the same for all turns so that luck cancels;
the network plays on until the outcome can be seen, and its judgement there is what the turn is worth. Only where a
turn is clearly better than the network's own choice is it preferred. Plain Python and NumPy.
"""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from expedition.core.game import Game
from expedition.core.rng import seed_words
from expedition.players.bot import Budget, budget_of
from expedition.players.network import Network
from expedition.players.network_bot import NetworkBot

REMEMBERED = 4096  # choices of turns already thought through
LONGEST = 400  # choices that a re-deal is played on at most


@dataclass(frozen=True)
class Care:
    """How a search spends its time."""

    proposals: int = 16  # turns that leave the network's own at one choice
    least: float = 1e-6  # how likely an alternative has to be
    draws: int = 8  # turns drawn from the policy
    temperature: float = 3.0  # of the draws
    finalists: int = 12  # different turns that are judged
    doubt: float = 0.5  # standard errors a turn has to be better by
    edge: float = 0.0  # what it has to be better by at least, of the chance to win
    again: int = 0  # how many turns of its own further a re-deal is played on; 0: to the end of this turn
    lead: float = 0.0  # what a deciding lead counts beside the chance to win
    together: int = 16  # turns on re-deals that are played on side by side


@dataclass
class Line:
    """A position being played on, and what the seat did on the way."""

    s: Any
    actions: list[int] = field(default_factory=list)
    over: bool = False


class TurnSearch:
    """One search: a position, the eyes of a seat, and the network."""

    def __init__(self, network: Network, game: Game[Any], s: Any, seat: int, care: Care, key: int) -> None:
        self.network, self.game, self.s, self.seat, self.care = network, game, s, seat, care
        self.b = game.tables()
        self.key = key
        self.dice = np.random.default_rng(key)

    # -- proposing ------------------------------------------------------------------------------------------------

    def proposals(self) -> list[list[int]]:
        """Different turns, the network's own first; each ends where the seat would learn something new.

        The others leave the network's own turn at one of its choices, the likeliest alternatives first, and go on as
        the network would, or are drawn from its policy.
        """
        root = self.dealt(0)
        own = Line(root.copy())
        self.finish([own], root)
        ways = self.alternatives(root, own.actions)[: self.care.proposals]
        lines = []
        for place, action in ways:
            line = Line(root.copy())
            for made in (*own.actions[:place], action):
                self.carry_out(line, self.seat, made)
            lines.append(line)
        self.finish(lines, root)
        drawn = [Line(root.copy()) for _ in range(self.care.draws)]
        self.finish(drawn, root, draw=True)
        kept: dict[str, list[int]] = {}
        for line in (own, *lines, *drawn):
            kept.setdefault(self.seen(line.s), line.actions)
        return list(kept.values())[: self.care.finalists]

    def alternatives(self, root: Any, actions: list[int]) -> list[tuple[int, int]]:
        """What else could be done at each choice of a turn, as its place and the action, the likeliest first."""
        s = root.copy()
        asked: list[tuple[Any, int]] = []
        for action in actions:
            asked.append((s.copy(), self.seat))
            self.game.play(s, self.seat, action)
        likely = []
        for place, judged in enumerate(self.network.judge(self.game, asked)):
            for action, chance in zip(judged.actions, judged.policy, strict=True):
                if action != actions[place] and chance > self.care.least:
                    likely.append((-float(chance), place, action))
        return [(place, action) for _, place, action in sorted(likely)]

    def finish(self, lines: list[Line], root: Any, draw: bool = False) -> None:
        """Play turns on to where the seat has handed on or would learn something new."""
        floor = self.game.floor(root)
        while True:
            for line in lines:
                if not line.over and (self.whose(line.s) != self.seat or self.game.floor(line.s) != floor):
                    line.over = True
            if all(line.over for line in lines):
                return
            self.choose(lines, draw)

    def whose(self, s: Any) -> int:
        """The seat to act; the own one as soon as it may, where several act at the same time."""
        return self.seat if self.game.owes(s, self.seat) else self.game.actor(s)

    def seen(self, s: Any) -> str:
        """What the seat would see of a position: turns that come to the same are one."""
        row = [0] * self.network.inputs
        self.game.rule_observe(s, self.b, self.seat, row)
        return bytes(n & 255 for n in row).hex() + str(self.game.actor(s))

    def choose(self, lines: list[Line], draw: bool) -> None:
        """The network's next choice in every line that is not over; forced actions are made at once."""
        asked: list[tuple[Line, int, list[int]]] = []
        for line in lines:
            if line.over:
                continue
            actor = self.whose(line.s)
            legal = self.game.legal(line.s, actor)
            if len(legal) == 1:
                self.carry_out(line, actor, legal[0])
            else:
                asked.append((line, actor, legal))
        if not asked:
            return
        rows = np.zeros((len(asked), self.network.inputs), np.float32)
        for i, (line, actor, _) in enumerate(asked):
            row = [0] * self.network.inputs
            self.game.rule_observe(line.s, self.b, actor, row)
            rows[i] = row
        logits, _ = self.network.outputs(rows)
        for i, (line, actor, legal) in enumerate(asked):
            likes = logits[i, legal]
            if draw:
                likes = likes / self.care.temperature - np.log(-np.log(self.dice.random(len(legal))))
            self.carry_out(line, actor, legal[int(likes.argmax())])

    def carry_out(self, line: Line, actor: int, action: int) -> None:
        self.game.play(line.s, actor, action)
        if actor == self.seat:
            line.actions.append(action)
        if self.game.actor(line.s) < 0:
            line.over = True

    # -- judging --------------------------------------------------------------------------------------------------

    def dealt(self, number: int) -> Any:
        """A position the seat cannot tell from its own."""
        made = self.s.copy()
        self.game.rule_redeal(made, self.b, self.seat, *seed_words(self.key + number))
        return made

    def worths(self, turns: list[list[int]], deals: range) -> list[list[float]]:
        """What each turn is worth on each of these re-deals."""
        lines = []
        for number in deals:
            root = self.dealt(number)
            for turn in turns:
                line = Line(root.copy())
                for action in turn:
                    self.carry_out(line, self.seat, action)
                lines.append(line)
        away, turns_on = [line.over for line in lines], [0] * len(lines)
        for _ in range(LONGEST * max(1, self.care.again)):
            for i, line in enumerate(lines):
                if not line.over:
                    mine = self.whose(line.s) == self.seat
                    turns_on[i] += away[i] and mine
                    away[i] = not mine
                    line.over = turns_on[i] >= self.care.again if self.care.again else away[i]
            if all(line.over for line in lines):
                break
            self.choose(lines, draw=False)
        worth = self.judged(lines)
        return [worth[first : first + len(turns)] for first in range(0, len(worth), len(turns))]

    def judged(self, lines: list[Line]) -> list[float]:
        worth = [0.0] * len(lines)
        asked = []
        for i, line in enumerate(lines):
            actor = self.whose(line.s)
            if actor < 0:
                places = self.game.ranking(line.s)
                worth[i] = (places[self.seat] == 1) / places.count(1) + self.care.lead * self.final_lead(line.s)
            else:
                asked.append((i, line, actor))
        if asked:
            rows = np.zeros((len(asked), self.network.inputs), np.float32)
            for j, (_, line, actor) in enumerate(asked):
                row = [0] * self.network.inputs
                self.game.rule_observe(line.s, self.b, actor, row)
                rows[j] = row
            _, heads = self.network.outputs(rows)
            chances = self.network.win_chances(heads[:, 1], self.game.players)
            for j, (i, _, actor) in enumerate(asked):
                place = (self.seat - actor) % self.game.players
                worth[i] = float(chances[j, place]) + self.care.lead * float(heads[j, 2, place])
        return worth

    def final_lead(self, s: Any) -> float:
        standing = [self.game.rule_standing(s, self.b, k) for k in range(self.game.players)]
        own = standing[self.seat]
        return (own - (sum(standing) - own) / (len(standing) - 1)) / self.game.standing_scale

    # -- deciding -------------------------------------------------------------------------------------------------

    def best(self, budget: Budget) -> tuple[list[int], list[float], list[list[int]]]:
        """The best turn, and what all are worth; judged by halves, the worse ones leave."""
        started = time.perf_counter()
        turns = self.proposals()
        if len(turns) == 1:
            return turns[0], [0.0], turns
        alive = list(range(len(turns)))
        seen: list[list[float]] = [[] for _ in turns]
        spent, number = 0, 0
        playouts = budget.playouts or 128
        phases = max(1, len(turns).bit_length())
        for phase in range(phases):
            while spent < playouts * (phase + 1) / phases:
                if budget.seconds is not None and time.perf_counter() - started > budget.seconds * (phase + 1) / phases:
                    break
                deals = range(number, number + max(1, self.care.together // len(alive)))
                for told in self.worths([turns[i] for i in alive], deals):
                    for i, worth in zip(alive, told, strict=True):
                        seen[i].append(worth)
                number += len(deals)
                spent += len(deals) * len(alive)
            if number and len(alive) > 2:
                order = sorted(alive[1:], key=lambda i: -self.edge(seen[i], seen[0]))
                alive = [0, *order[: max(1, len(order) // 2)]]
        best = max(alive, key=lambda i: self.edge(seen[i], seen[0])) if number else 0
        if best and np.mean(seen[best]) < np.mean(seen[0][: len(seen[best])]) + self.care.edge:
            best = 0
        return turns[best], [float(np.mean(one)) if one else 0.0 for one in seen], turns

    def edge(self, worth: list[float], own: list[float]) -> float:
        """How much better than the network's own choice, with doubt."""
        more = np.asarray(worth) - np.asarray(own[: len(worth)])
        if len(more) == 0 or worth is own:
            return 0.0
        return float(more.mean() - self.care.doubt * (more.std() + 0.01) / len(more) ** 0.5)


class LegendBot(NetworkBot):
    """The network with a search over its turns."""

    def __init__(
        self, game: str, name: str, budget: Budget, seed: int = 0, care: Care | None = None,
        weights: Path | None = None,
    ) -> None:  # fmt: skip
        super().__init__(game, name, budget, seed, weights=weights)
        self.care = care or Care()
        self.turns: dict[bytes, int] = {}

    def choose_state(self, state: Any, seat: int, budget: Budget | float | None = None) -> int:
        return self.think(state.game, state.s, seat, budget_of(budget, self.budget))

    def decide(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        return self.think(game, game.position_type.load(s), seat, budget)

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        position = game.position_type.load(s)
        made = 0
        while game.actor(position) == seat:
            game.play(position, seat, self.think(game, position, seat, budget))
            made += 1
        position.store(s)
        return made

    def think(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        legal = game.legal(s, seat)
        if len(legal) == 1:
            return legal[0]
        seen = self._seen(game, s, seat)
        if seen in self.turns and self.turns[seen] in legal:
            return self.turns[seen]
        search = TurnSearch(self.network, game, s, seat, self.care, zlib.crc32(seen, self.seed))
        turn, _, _ = search.best(budget)
        self._remember(search, turn)
        return turn[0]

    def _remember(self, search: TurnSearch, turn: list[int]) -> None:
        """The rest of a turn is not thought through again, as long as what the seat sees is what was expected."""
        if len(self.turns) > REMEMBERED:
            self.turns.clear()
        s = search.dealt(0)
        for action in turn:
            self.turns[self._seen(search.game, s, search.seat)] = action
            search.game.play(s, search.seat, action)

    def _seen(self, game: Game[Any], s: Any, seat: int) -> bytes:
        row = [0] * self.network.inputs
        game.rule_observe(s, game.tables(), seat, row)
        return bytes(n & 255 for n in row) + repr((seat, game.setup.get(game.board_option or ""))).encode()
