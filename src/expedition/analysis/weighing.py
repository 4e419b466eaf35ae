"""What plans of a seat are worth: carried out on re-deals of what it cannot know, the same deals for all, so that luck
cancels; judged right after, or at the seat's next turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis.positions import Positions
from expedition.players.turn_search import padded

Plan = tuple[int, ...]
Plans = list[Plan]
Looks = tuple[float, ...]  # what the judge counts right after a plan, at its seat's next turn, at the one after it, …
Figures = npt.NDArray[np.float64]  # every seat's chance to win: plans × deals × seats

KEYS = 1 << 20  # deals that one question may ask for


@dataclass(slots=True)
class Question:
    """A position in which a seat decides; `played` are the actions it took, if it did."""

    position: Any
    seat: int
    played: tuple[int, ...] = ()
    open: bool = False  # in a simultaneous phase
    resigned: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Way:
    """How the plans of a question are weighed."""

    deals: int
    looks: Looks = (1.0,)


class Scales:
    """Weighs the plans of some questions side by side; no deal of a question is used twice."""

    def __init__(self, positions: Positions, questions: Sequence[Question], seed: int) -> None:
        self.positions, self.questions, self.seed = positions, questions, seed
        self.roots = positions.of([q.position for q in questions])
        self.seats = np.array([q.seat for q in questions], np.int64)
        self.used = [0] * len(questions)

    def more(self, plans: Sequence[Plans], ways: Sequence[Way], before: list[Figures]) -> list[Figures]:
        """`before` with more deals for the questions that have plans here."""
        made = self.weigh(plans, ways)
        return [np.concatenate([b, m], 1) if p else b for p, b, m in zip(plans, before, made, strict=True)]

    def weigh(self, plans: Sequence[Plans], ways: Sequence[Way]) -> list[Figures]:
        """For each question what its plans are worth on its next deals."""
        asked = [q for q, some in enumerate(plans) if some]
        if not asked:
            return [self._none(way) for way in ways]
        owner, dealt, begins = self._deal(asked, ways)
        which: list[int] = []  # of the deals, for each plan on each of them
        todo: list[Plan] = []
        for q in asked:
            own = range(begins[q], begins[q] + ways[q].deals)
            for plan in plans[q]:
                which += own
                todo += [plan] * len(own)
        states = self.positions.copies(dealt, np.array(which, np.int64))
        of = owner[which]
        following = self.positions.play(states, self.seats[of], padded(todo))
        chances = self._looked(states, following, of, ways)
        found, at = [], 0
        for some, way in zip(plans, ways, strict=True):
            end = at + len(some) * way.deals
            found.append(
                chances[at:end].reshape(len(some), way.deals, self.positions.players) if some else self._none(way)
            )
            at = end
        return found

    def _none(self, way: Way) -> Figures:
        return np.zeros((0, way.deals, self.positions.players))

    def _deal(self, asked: Sequence[int], ways: Sequence[Way]) -> tuple[Any, Any, dict[int, int]]:
        """The next deals of each question: whose they are, the positions, and where each question's begin."""
        owner = np.array([q for q in asked for _ in range(ways[q].deals)], np.int64)
        keys = np.concatenate([q * KEYS + self.used[q] + np.arange(ways[q].deals) for q in asked])
        begins, at = {}, 0
        for q in asked:
            begins[q] = at
            at += ways[q].deals
            self.used[q] += ways[q].deals
        dealt = self.positions.redealt(self.roots, owner, self.seats[owner], keys, self.seed)
        waiting = np.array([i for i, q in enumerate(owner) if self.questions[q].open], np.int64)
        self.positions.others_choose(dealt, self.seats[owner], waiting)
        return owner, dealt, begins

    def _looked(self, states: Any, following: Any, of: Any, ways: Sequence[Way]) -> Figures:
        """Every look counted, playing on from one to the next."""
        chances = np.zeros((len(states), self.positions.players))
        for k in range(max(len(way.looks) for way in ways)):
            shares = np.array([way.looks[k] if k < len(way.looks) else 0.0 for way in ways])
            if k:
                further = np.flatnonzero(np.array([k < len(way.looks) for way in ways])[of])
                following[further] = self.positions.play_on(states, further, self.seats[of[further]])
            counted = shares[of]
            for resigned in {self.questions[q].resigned for q in set(of.tolist())}:
                mine = [i for i, q in enumerate(of) if counted[i] and self.questions[q].resigned == resigned]
                some = np.array(mine, np.int64)
                judged = self.positions.chances(self.positions.copies(states, some), following[some], resigned)
                chances[some] += counted[some, None] * judged
        return chances
