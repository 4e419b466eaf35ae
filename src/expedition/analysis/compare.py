"""Plans of one seat compared over re-deals of what it cannot know: the same deals for all, so that luck cancels.

The best one is chosen on some deals and weighed on others: the best of many noisy figures looks better than it is.
Where a game says so (`Insight.looks`) plans are played on to their seat's next turns and judged there, for what a turn
leaves behind shows only then, and near its end a game tells its result.
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

Looks = tuple[float, ...]  # what the judge counts right after a plan, at its seat's next turn, at the one after it, …

WORTH = 0.0075  # of win chance: what a plan has to seem better by to be looked at again
SURE = 2.0  # standard errors: what deals do not tell apart by more is no loss
BORDERS = (BEST, GOOD, DETOUR)
LATE = 3  # times the deals that choose the best one where results count: they differ more than chances do
CLOSER = (1, 2, 3)  # times the final deals more, while it is open which grade a turn has


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
    choices = [len(np.unique(figures.round(6), axis=0)) for figures in rough]
    insight = insight_of(positions.game)
    looks = [insight.looks(question.position) for question in questions]
    if any(len(some) > 1 for some in looks):
        finalists = _leading(questions, plans, rough, effort.finalists)
        return _played_on(positions, questions, finalists, effort, seed, looks), choices
    made = _judged_there(positions, questions, _leading(questions, plans, rough, effort.finalists), effort, seed)
    for told, some, figures in zip(made, plans, rough, strict=True):
        for k, plan in enumerate(some):
            told.setdefault(plan, (figures[k], effort.first))
    return made, choices


def _leading(questions: Sequence[Question], plans: list[Plans], figures: list[Any], most: int) -> list[Plans]:
    return [leaders(q, p, f, most, likeliest=True) for q, p, f in zip(questions, plans, figures, strict=True)]


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
    looks: list[Looks],
) -> list[dict[Plan, Figures]]:  # fmt: skip
    """How finalists differ is told by deals that are played on; where they are, by the judge right after the one that
    was played, or the best one: luck tells nothing about that. Near the end, where the judge knows little, deals do."""
    few, some = effort.second, max(2, effort.final * 3 // 8)
    late = [_is_late(one) for one in looks]
    at = effort.first

    def weighed(plans: list[Plans], deals: int, before: list[Any] | None = None, alike: bool = False) -> list[Any]:
        nonlocal at
        at += deals
        made = weigh(positions, questions, plans, deals, at - deals, seed, looks, alike)
        if before is None:
            return made
        return [np.concatenate([b, m], 1) if p else b for p, b, m in zip(plans, before, made, strict=True)]

    found = weighed(_where([not one for one in late], finalists), few, alike=True)
    found = _either(late, weighed(_where(late, finalists), LATE * few), found)
    finer = [part.mean(1) for part in found]
    last = [leaders(q, p, f, 1) for q, p, f in zip(questions, finalists, finer, strict=True)]
    for i, (question, pair) in enumerate(zip(questions, last, strict=True)):
        best, other = (finer[i][finalists[i].index(plan), question.seat] for plan in (pair[0], pair[-1]))
        last[i] = pair if best - other > WORTH else pair[-1:]
    pairs = _where([len(plans) > 1 for plans in last], last)
    fresh = weighed(pairs, some)
    for times in CLOSER:
        close = [bool(p) and _is_close(f[..., q.seat]) for q, p, f in zip(questions, pairs, fresh, strict=True)]
        fresh = weighed(_where(close, pairs), effort.final * times, fresh)
    base = [plans[-1:] for plans in last]
    near = weigh(positions, questions, base, effort.final, at, seed)
    far = weigh(positions, questions, _where(late, base), effort.final, at, seed, looks)
    level = [part[0].mean(0) for part in _either(late, far, near)]
    made = []
    for i, question in enumerate(questions):
        seat = question.seat
        told: dict[Plan, Figures] = {last[i][-1]: (level[i], effort.final)}
        ahead = np.zeros(positions.players)
        if pairs[i]:
            if _is_told(fresh[i][..., seat]):
                ahead = (fresh[i][0] - fresh[i][1]).mean(0)
            told = {pairs[i][0]: (_shifted(level[i], ahead), fresh[i].shape[1]), **told}
        zero = finer[i][finalists[i].index(last[i][-1])]
        for k, plan in enumerate(finalists[i]):
            by = finer[i][k] - zero
            if by[seat] > ahead[seat]:  # seemed better on a few deals; more of them found nothing better than the best
                by = ahead
            told.setdefault(plan, (_shifted(level[i], by), found[i].shape[1]))
        made.append(told)
    return made


def _either(wanted: Sequence[bool], some: list[Any], others: list[Any]) -> list[Any]:
    return [one if mine else other for mine, one, other in zip(wanted, some, others, strict=True)]


def _where(wanted: Sequence[bool], plans: list[Plans]) -> list[Plans]:
    return [some if mine else [] for mine, some in zip(wanted, plans, strict=True)]


def _is_late(looks: Looks) -> bool:
    """Whether nothing counts but a look turns later: near its end a game tells more than its judge."""
    return len(looks) > 1 and looks[-1] == 1.0


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
    looks: Sequence[Looks] | None = None,
    alike: bool = False,
) -> list[npt.NDArray[np.float64]]:
    """For each question every seat's chance to win (plans × deals × seats), on the deals from `first` on: right after
    the plan, or by several looks; `alike`: with the others doing the same whatever the plan."""
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
    leading = np.array(like if alike else range(len(like)), np.int64)
    chances = np.zeros((len(states), positions.players))
    shares = [np.array([one[k] if k < len(one) else 0.0 for one in looks or ()]) for k in range(_most(looks))]
    for k, share in enumerate(shares or [np.ones(len(questions))]):
        if k:
            turns = np.array([int(k < len(one)) for one in looks or ()], np.int64)
            following = positions.play_on(states, seats[of], turns[of], leading)
        counted = share[of]
        for resigned in {questions[q].resigned for q in set(owner.tolist())}:
            mine = np.array([i for i, q in enumerate(of) if counted[i] and questions[q].resigned == resigned], np.int64)
            judged = positions.chances(positions.copies(states, mine), following[mine], resigned)
            chances[mine] += counted[mine, None] * judged
    found, at = [], 0
    for some in plans:
        found.append(chances[at : at + len(some) * deals].reshape(len(some), deals, positions.players))
        at += len(some) * deals
    return found


def _most(looks: Sequence[Looks] | None) -> int:
    return max(map(len, looks)) if looks else 0
