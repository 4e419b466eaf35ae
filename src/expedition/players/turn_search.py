"""Search over whole turns with the network: it proposes, re-deals and its judgement decide.

Turns are the network's own and those that leave it at one choice, as far as the seat goes on acting without learning
anything new. Each of the different ones is carried out on re-deals of all the seat cannot know, the same for all turns
so that luck cancels; the network plays on until the outcome can be seen, and its judgement there is what the turn is
worth. Only where a turn is clearly better than the network's own choice is it preferred.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from expedition.players.bot import Budget
from expedition.players.many import Bytes, Ints, Many
from expedition.players.network import NEVER, Floats, Network, softmax
from expedition.players.playing_on import JudgedOnce, play_on
from expedition.players.sides import is_known, sides_of

FEW = 128  # playouts of a search that nobody limits
MANY = 1 << 20  # of one that the clock ends
DEALS = 4096  # numbers of re-deals that one question may use


@dataclass(frozen=True)
class Care:
    """How a search spends its time."""

    proposals: int = 16  # turns that leave the network's own at one choice
    least: float = 1e-6  # how likely an alternative has to be
    finalists: int = 12  # different turns that are judged
    doubt: float = 0.5  # standard errors a turn has to be better by
    edge: float = 0.0  # what it has to be better by at least, of the chance to win
    again: int = 0  # how many turns of its own further a re-deal is played on; 0: to the end of this turn
    soon: float = 0.0  # what the look one turn of its own later counts, beside the last one


@dataclass
class Race:
    """The turns of one question: judged in phases, after each of which the worse half leaves."""

    turns: list[list[int]]  # the network's own first
    care: Care
    playouts: int
    together: int  # turns on re-deals that are judged side by side
    seen: list[list[float]] = field(default_factory=list)  # what each is worth on the deals it was judged on
    alive: list[int] = field(default_factory=list)
    number: int = 0  # of the next deal
    phase: int = 0

    def __post_init__(self) -> None:
        self.seen = [[] for _ in self.turns]
        self.alive = list(range(len(self.turns)))
        self.phases = len(self.turns).bit_length() if len(self.turns) > 1 else 0
        self.spent = 0

    def next(self, used: float) -> range:
        """The deals to be judged next, none when all is told; `used` is the share of the time that is gone."""
        while self.phase < self.phases:
            reached = (self.phase + 1) / self.phases
            if self.spent < self.playouts * reached and used <= reached:
                deals = range(self.number, self.number + max(1, self.together // len(self.alive)))
                self.number, self.spent = deals.stop, self.spent + len(deals) * len(self.alive)
                return deals
            if self.number and len(self.alive) > 2:
                order = sorted(self.alive[1:], key=lambda i: -self.ahead(i))
                self.alive = [0, *order[: max(1, len(order) // 2)]]
            self.phase += 1
        return range(0)

    def ahead(self, i: int) -> float:
        """How much better than the network's own choice, with doubt."""
        if i == 0:
            return 0.0
        more = np.asarray(self.seen[i]) - np.asarray(self.seen[0][: len(self.seen[i])])
        return float(more.mean() - self.care.doubt * (more.std() + 0.01) / len(more) ** 0.5)

    def best(self) -> list[int]:
        if not self.number:
            return self.turns[0]
        best = max(self.alive, key=self.ahead)
        if np.mean(self.seen[best]) < np.mean(self.seen[0][: len(self.seen[best])]) + self.care.edge:
            best = 0
        return self.turns[best]


class TurnSearch:
    """Questions (a position and the seat that asks) are answered side by side; all of one set-up."""

    def __init__(self, network: Network, many: Many, care: Care) -> None:
        self.network, self.many, self.care = network, many, care
        self.sides, self.known = sides_of(many.game), is_known(many.game)
        self.judged_once = JudgedOnce(self._judge)

    def best(self, roots: Any, seats: Ints, seed: int, budget: Budget) -> list[list[int]]:
        """A turn for each question, up to where its seat learns something new."""
        started = time.perf_counter()
        playouts = budget.playouts or (FEW if budget.seconds is None else MANY)
        races = [Race(turns, self.care, playouts, self.many.together) for turns in self.proposals(roots, seats, seed)]
        while True:
            used = (time.perf_counter() - started) / budget.seconds if budget.seconds else 0.0
            items = [
                (q, deal, i)
                for q, race in enumerate(races)
                for deal in race.next(used)
                for i in race.alive
            ]  # fmt: skip
            if not items:
                return [race.best() for race in races]
            plans = [races[q].turns[i] for q, _, i in items]
            for (q, _, i), worth in zip(items, self.worths(roots, seats, items, plans, seed), strict=True):
                races[q].seen[i].append(float(worth))

    # -- proposing ------------------------------------------------------------------------------------------------

    def proposals(self, roots: Any, seats: Ints, seed: int) -> list[list[list[int]]]:
        """Different turns for each question, the network's own first.

        The others leave it at one of its choices, the likeliest alternatives first, and go on as the network would.
        """
        count = np.arange(len(roots))
        dealt = self.many.redealt(roots, count, seats, count * DEALS, seed)
        floors = self.many.floors(dealt)
        own = self.many.copies(dealt, count)
        turns, choices = self.finish(own, seats, floors, [[] for _ in count])
        found = [{key: turn} for key, turn in zip(self.seen(own, seats), turns, strict=True)]
        begun: list[tuple[int, list[int]]] = []
        for q, turn in enumerate(turns):
            likely = [
                (-float(chance), place, int(action))
                for place, policy in choices[q]
                for action, chance in enumerate(policy)
                if action != turn[place] and chance > self.care.least
            ]
            begun += [(q, [*turn[:place], a]) for _, place, a in sorted(likely)[: self.care.proposals]]
        if begun:
            of = np.array([q for q, _ in begun], np.int64)
            states = self.many.copies(dealt, of)
            self.many.play(states, seats[of], padded([turn for _, turn in begun]))
            turns, _ = self.finish(states, seats[of], floors[of], [turn for _, turn in begun])
            for q, key, turn in zip(of, self.seen(states, seats[of]), turns, strict=True):
                found[q].setdefault(key, turn)
        return [list(one.values())[: self.care.finalists] for one in found]

    def finish(
        self, states: Any, seats: Ints, floors: Ints, begun: list[list[int]]
    ) -> tuple[list[list[int]], list[list[tuple[int, Floats]]]]:
        """Play turns on as the network would, to where the seat has handed on or would learn something new; with what
        it thought at each real choice."""
        turns = [list(turn) for turn in begun]
        choices: list[list[tuple[int, Floats]]] = [[] for _ in turns]
        going = np.arange(len(turns))
        while True:
            some = self.many.take(states, going)
            goes_on = (self.many.whose(some, seats[going]) == seats[going]) & (self.many.floors(some) == floors[going])
            going = going[goes_on]
            if not going.size:
                return turns, choices
            some = self.many.take(states, going)
            chosen, real, policy = self.choose(some, seats[going])
            for i, row in zip(real, policy, strict=True):
                choices[going[i]].append((len(turns[going[i]]), row))
            for i, action in zip(going, chosen.tolist(), strict=True):
                turns[i].append(action)
            self.many.play(some, seats[going], chosen[:, None])
            self.many.put(some, going, states)

    def choose(self, states: Any, acting: Ints) -> tuple[Ints, Ints, Floats]:
        """The network's next action in each, in which there was a choice, and how it liked what there was there."""
        rows, masks = self.many.choices(states, acting)
        chosen = masks.argmax(1).astype(np.int64)
        real = np.flatnonzero(masks.sum(1, dtype=np.int64) > 1)
        if not real.size:
            return chosen, real, np.zeros((0, masks.shape[1]), np.float32)
        logits, _ = self.network.from_all_sides(rows[real], self.sides)
        policy = softmax(np.where(masks[real] != 0, logits, NEVER))
        chosen[real] = policy.argmax(1)
        return chosen, real, policy

    def seen(self, states: Any, seats: Ints) -> list[bytes]:
        """What the seats would see: turns that come to the same are one."""
        rows, _ = self.many.look(states, seats)
        acting = self.many.whose(states, seats)
        return [bytes([seat & 255]) + row.tobytes() for seat, row in zip(acting.tolist(), rows, strict=True)]

    # -- judging --------------------------------------------------------------------------------------------------

    def worths(
        self, roots: Any, seats: Ints, items: Sequence[tuple[int, int, int]], plans: list[list[int]], seed: int
    ) -> Floats:
        """What plans are worth to their seats, each on one deal: (question, deal, …) of each."""
        of = np.array([q for q, _, _ in items], np.int64)
        keys = np.array([q * DEALS + deal % (DEALS - 1) + 1 for q, deal, _ in items], np.int64)
        own = seats[of]
        states = self.many.redealt(roots, of, own, keys, seed)
        self.many.play(states, own, padded(plans))
        every = np.arange(len(items))
        soon = np.full(len(items), np.nan, np.float32)
        following = play_on(self.many, self.judged_once, states, every, own, min(1, self.care.again))
        if self.care.again > 1:
            left = np.flatnonzero(following >= 0)
            if self.care.soon and left.size:
                soon[left] = self.judged(self.many.take(states, left), own[left])
            play_on(self.many, self.judged_once, states, left, own[left], self.care.again - 1)
        later = self.judged(states, own)
        return np.where(np.isnan(soon), later, self.care.soon * soon + (1 - self.care.soon) * later)

    def judged(self, states: Any, seats: Ints) -> Floats:
        """Each seat's chance to win, or its share of the first place where the game is over."""
        acting = self.many.whose(states, seats)
        worth = np.zeros(len(acting), np.float32)
        over = np.flatnonzero(acting < 0)
        if over.size:
            worth[over] = self.many.results(self.many.take(states, over))[np.arange(over.size), seats[over]]
        running = np.flatnonzero(acting >= 0)
        if running.size:
            _, chances = self.judged_once.at(*self.many.look(self.many.take(states, running), acting[running]))
            places = (seats[running] - acting[running]) % self.many.players
            worth[running] = chances[np.arange(running.size), places]
        return worth

    def _judge(self, rows: Bytes, masks: Bytes) -> tuple[Ints, Floats]:
        logits, heads = self.network.outputs(rows)
        chosen: Ints = np.where(masks != 0, logits, NEVER).argmax(1)
        return chosen, self.network.win_chances(heads[:, 1], self.many.players, self.known)


def padded(plans: Sequence[Sequence[int]]) -> Ints:
    """Plans as rows that end at -1."""
    made = np.full((len(plans), max(map(len, plans))), -1, np.int64)
    for row, plan in zip(made, plans, strict=True):
        row[: len(plan)] = plan
    return made
