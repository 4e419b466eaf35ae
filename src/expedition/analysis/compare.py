"""Plans of one seat compared over re-deals of what it cannot know: the same deals for all, so that luck cancels.

The best one is chosen on some deals and weighed on others: the best of many noisy figures looks better than it is.
Where a game says so (`Insight.further`) plans are played on until their seat's next turn and judged there, for what a
turn leaves behind shows only then, and near its end a game tells its result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis.grades import BEST, DETOUR, GOOD
from expedition.analysis.positions import Positions
from expedition.core.insight import insight_of
from expedition.players.turn_search import padded

Plan = tuple[int, ...]
Plans = list[Plan]
Figures = tuple[npt.NDArray[np.float64], int]  # every seat's chance to win, and the deals they are of

SOON = 0.5  # what the judge right after a plan counts beside the one at its seat's next turn
WORTH = 0.015  # of win chance: what a plan has to seem better by to be looked at again
SURE = 2.0  # standard errors: what deals do not tell apart by more is no loss
BORDERS = (BEST, GOOD, DETOUR)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is compared: `times` makes a search of so many times the deals."""

    width: int = 16  # unfinished turns followed side by side
    candidates: int = 16  # turns compared
    first: int = 6  # deals for all of them
    finalists: int = 4
    second: int = 20  # deals for the finalists
    final: int = 64  # fresh deals for the best turn and the one played

    def times(self, factor: int) -> Effort:
        return Effort(
            self.width * 2, self.candidates * 2, self.first * factor, self.finalists * 2, self.second * factor,
            self.final * factor,
        )  # fmt: skip


@dataclass(slots=True)
class Question:
    """A position in which a seat decides; `played` are the actions it took, if it did."""

    position: Any
    seat: int
    played: tuple[int, ...] = ()
    open: bool = False  # in a simultaneous phase
    resigned: frozenset[int] = frozenset()


def compare(
    positions: Positions, questions: Sequence[Question], plans: list[Plans], effort: Effort, seed: int
) -> tuple[list[dict[Plan, Figures]], list[int]]:
    """For each question what its plans are worth, the best one first, and how many of them come to something else."""
    rough = [part.mean(1) for part in weigh(positions, questions, plans, effort.first, 0, seed)]
    finalists = [
        leaders(question, some, figures, effort.finalists, likeliest=True)
        for question, some, figures in zip(questions, plans, rough, strict=True)
    ]
    choices = [len(np.unique(figures.round(6), axis=0)) for figures in rough]
    insight = insight_of(positions.game)
    turns = [insight.further(question.position) for question in questions]
    if any(turns):
        return _played_on(positions, questions, finalists, effort, seed, turns), choices
    made = _judged_there(positions, questions, finalists, effort, seed)
    for told, some, figures in zip(made, plans, rough, strict=True):
        for k, plan in enumerate(some):
            told.setdefault(plan, (figures[k], effort.first))
    return made, choices


def leaders(question: Question, plans: Plans, figures: Any, most: int, likeliest: bool = False) -> Plans:
    """The plans that look best, the best one first; the one played is among them, and the likeliest where it is asked
    for."""
    chosen = [plans[i] for i in np.argsort(-figures[:, question.seat], kind="stable")[:most]]
    for plan in ([plans[0]] if likeliest else []) + [question.played]:
        if plan and plan not in chosen:
            chosen.append(plan)
    return chosen


def _judged_there(
    positions: Positions, questions: Sequence[Question], finalists: list[Plans], effort: Effort, seed: int
) -> list[dict[Plan, Figures]]:
    """Chances right after each finalist; the best and the played one on fresh deals."""
    at = effort.first
    finer = [part.mean(1) for part in weigh(positions, questions, finalists, effort.second, at, seed)]
    last = [leaders(q, p, f, 1) for q, p, f in zip(questions, finalists, finer, strict=True)]
    fresh = [part.mean(1) for part in weigh(positions, questions, last, effort.final, at + effort.second, seed)]
    made = []
    for i in range(len(questions)):
        told: dict[Plan, Figures] = {plan: (fresh[i][k], effort.final) for k, plan in enumerate(last[i])}
        for k, plan in enumerate(finalists[i]):
            told.setdefault(plan, (finer[i][k], effort.second))
        made.append(told)
    return made


def _played_on(
    positions: Positions, questions: Sequence[Question], finalists: list[Plans], effort: Effort, seed: int,
    turns: list[int],
) -> list[dict[Plan, Figures]]:  # fmt: skip
    """How finalists differ is told by deals that are played on; where they are, by the judge right after the one that
    was played, or the best one: luck tells nothing about that. Near the end, where the judge knows little, deals do."""
    few, some, many = max(1, effort.second * 4 // 5), max(2, effort.final * 3 // 8), max(2, effort.final * 2)
    at = effort.first
    soons = [SOON if n == 1 else 0.0 for n in turns]  # near the end of a game the judge is no match for the result

    def weighed(plans: list[Plans], deals: int, alike: bool = False) -> list[Any]:
        nonlocal at
        near = weigh(positions, questions, plans, deals, at, seed)
        far = weigh(positions, questions, plans, deals, at, seed, turns, alike)
        at += deals
        return [n * soon + f * (1 - soon) for n, f, soon in zip(near, far, soons, strict=True)]

    finer = [part.mean(1) for part in weighed(finalists, few, alike=True)]
    last = [leaders(q, p, f, 1) for q, p, f in zip(questions, finalists, finer, strict=True)]
    for i, (question, plans) in enumerate(zip(questions, last, strict=True)):
        best, other = (finer[i][finalists[i].index(plan), question.seat] for plan in (plans[0], plans[-1]))
        last[i] = plans if best - other > WORTH else plans[-1:]
    pairs = [plans if len(plans) > 1 else [] for plans in last]
    fresh = weighed(pairs, some)
    close = [p if p and _is_close(f[..., q.seat]) else [] for q, p, f in zip(questions, pairs, fresh, strict=True)]
    more = weighed(close, many)
    base = [plans[-1:] for plans in last]
    near = weigh(positions, questions, base, effort.final, at, seed)
    late = [plans if n > 1 else [] for plans, n in zip(base, turns, strict=True)]
    far = weigh(positions, questions, late, some, at, seed, turns)
    level = [(f if n > 1 else part)[0].mean(0) for f, part, n in zip(far, near, turns, strict=True)]
    made = []
    for i, question in enumerate(questions):
        seat = question.seat
        told: dict[Plan, Figures] = {last[i][-1]: (level[i], effort.final)}
        ahead = np.zeros(positions.players)
        if pairs[i]:
            both = np.concatenate([fresh[i], more[i]], 1) if close[i] else fresh[i]
            if _is_told(both[..., seat]):
                ahead = (both[0] - both[1]).mean(0)
            told = {pairs[i][0]: (_shifted(level[i], ahead), both.shape[1]), **told}
        zero = finer[i][finalists[i].index(last[i][-1])]
        for k, plan in enumerate(finalists[i]):
            by = finer[i][k] - zero
            if by[seat] > ahead[seat]:  # seemed better on a few deals; more of them found nothing better than the best
                by = ahead
            told.setdefault(plan, (_shifted(level[i], by), few))
        made.append(told)
    return made


def _shifted(chances: Any, by: Any) -> Any:
    moved = np.clip(chances + by, 0.0, 1.0)
    return moved / moved.sum()


def _ahead(figures: Any) -> tuple[float, float]:
    """How far the first of two plans is ahead on the deals both saw, and its standard error."""
    more = figures[0] - figures[1]
    return float(more.mean()), float(more.std(ddof=1) / len(more) ** 0.5)


def _is_told(figures: Any) -> bool:
    """Whether the deals tell two plans apart."""
    ahead, error = _ahead(figures)
    return ahead > SURE * error


def _is_close(figures: Any) -> bool:
    """Whether other deals might give the turn another grade."""
    ahead, error = _ahead(figures)
    return any(abs(ahead - border) < SURE * error for border in BORDERS)


def weigh(
    positions: Positions,
    questions: Sequence[Question],
    plans: Sequence[Sequence[tuple[int, ...]]],
    deals: int,
    first: int,
    seed: int,
    turns: Sequence[int] | None = None,
    alike: bool = False,
) -> list[npt.NDArray[np.float64]]:
    """For each question every seat's chance to win (plans × deals × seats), on the deals from `first` on: right after
    the plan, or so many turns of its own further; `alike`: with the others doing the same whatever the plan."""
    owner = np.array([q for q, some in enumerate(plans) if some for _ in range(deals)], np.int64)
    if not owner.size:
        return [np.zeros((0, deals, positions.players)) for _ in questions]
    roots = positions.of([q.position for q in questions])
    seats = np.array([q.seat for q in questions], np.int64)
    keys = owner * 65536 + first + np.tile(np.arange(deals), len(owner) // deals)
    dealt = positions.redealt(roots, owner, seats[owner], keys, seed)
    waiting = np.array([i for i, q in enumerate(owner) if questions[q].open], np.int64)
    positions.others_choose(dealt, seats[owner], waiting)
    which: list[int] = []
    todo: list[tuple[int, ...]] = []
    like: list[int] = []  # the same deal under the question's first plan
    at = 0
    for some in plans:
        if some:
            first_of = len(which)
            for plan in some:
                which += range(at, at + deals)
                todo += [plan] * deals
                like += range(first_of, first_of + deals)
            at += deals
    states = positions.copies(dealt, np.array(which, np.int64))
    of = owner[which]
    following = positions.play(states, seats[of], padded(todo))
    if turns is not None:
        leading = np.array(like if alike else range(len(like)), np.int64)
        following = positions.play_on(states, seats[of], np.array(turns, np.int64)[of], leading)
    chances = np.zeros((len(states), positions.players))
    for resigned in {questions[q].resigned for q in set(owner.tolist())}:
        mine = np.array([i for i, q in enumerate(of) if questions[q].resigned == resigned], np.int64)
        chances[mine] = positions.chances(positions.copies(states, mine), following[mine], resigned)
    found, at = [], 0
    for some in plans:
        found.append(chances[at : at + len(some) * deals].reshape(len(some), deals, positions.players))
        at += len(some) * deals
    return found
