"""Plans of one seat compared: the best one is found on some deals and weighed on others, for the best of many noisy
figures looks better than it is.

Where a game says so (`Insight.looks`) plans are played on to their seat's next turns and judged there, too, for what a
turn leaves behind shows only then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis.grades import BEST, DETOUR, GOOD
from expedition.analysis.positions import Positions
from expedition.analysis.weighing import Figures, Looks, Plan, Plans, Question, Scales, Way
from expedition.core.insight import insight_of

Told = dict[Plan, tuple[npt.NDArray[np.float64], int]]  # of plans, the best first: every seat's chance, and the deals

WORTH = 0.005  # of win chance: what a plan has to seem better by to be looked at again
SURE = 2.0  # standard errors: what deals do not tell apart by more is no loss
BORDERS = (BEST, GOOD, DETOUR)
LATE = 2  # times the deals that choose the best one where results count: they differ more than chances do
NARROWER = (2, 4)  # times the deals more for those that may still turn out best
CLOSER = (1, 2, 4, 8)  # times the final deals more, while it is open which grade a turn has


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is compared: `times` makes a search of so many times the deals."""

    width: int = 16  # unfinished turns followed side by side
    candidates: int = 20  # turns compared
    first: int = 6  # deals for all of them
    further: int = 8  # played on to their seats' next turns, where a game asks for that
    finalists: int = 4
    second: int = 20  # deals for the finalists
    final: int = 64  # fresh deals for the best turn and the one played

    def times(self, factor: int) -> Effort:
        return Effort(
            self.width * 2, self.candidates * 2, self.first * factor, self.further * 2, self.finalists * 2,
            self.second * factor, self.final * factor,
        )  # fmt: skip


def compare(
    positions: Positions, questions: Sequence[Question], plans: list[Plans], effort: Effort, seed: int
) -> tuple[list[Told], list[int]]:
    """For each question what its plans are worth, the best one first, and how many of them come to something else."""
    scales = Scales(positions, questions, seed)
    rough = scales.weigh(plans, [Way(effort.first)] * len(plans))
    choices = [len(np.unique(figures.mean(1).round(6), axis=0)) for figures in rough]
    insight = insight_of(positions.game)
    looks = [insight.looks(question.position) for question in questions]
    if any(len(some) > 1 for some in looks):
        return _Further(scales, looks, effort).told(
            _leading(questions, plans, rough, effort.further, effort.further // 2)
        ), choices
    return _judged_there(scales, plans, rough, effort), choices


def leaders(question: Question, plans: Plans, figures: Any, most: int, likeliest: int = 0) -> Plans:
    """The plans that look best, the best one first; the one played is among them, and so many of the likeliest."""
    chosen = [plans[i] for i in np.argsort(-figures[:, question.seat], kind="stable")[:most]]
    for plan in [*plans[:likeliest], question.played]:
        if plan and plan not in chosen:
            chosen.append(plan)
    return chosen


def _leading(
    questions: Sequence[Question], plans: list[Plans], figures: list[Figures], most: int, likeliest: int = 1
) -> list[Plans]:
    return [leaders(q, p, f.mean(1), most, likeliest) for q, p, f in zip(questions, plans, figures, strict=True)]


def _judged_there(scales: Scales, plans: list[Plans], rough: list[Figures], effort: Effort) -> list[Told]:
    """Chances right after each plan; the best and the played one on fresh deals."""
    questions = scales.questions
    finalists = _leading(questions, plans, rough, effort.finalists)
    finer = scales.weigh(finalists, [Way(effort.second)] * len(plans))
    last = [leaders(q, p, f.mean(1), 1) for q, p, f in zip(questions, finalists, finer, strict=True)]
    fresh = scales.weigh(last, [Way(effort.final)] * len(plans))
    made: list[Told] = [{} for _ in plans]
    for some, figures in ((last, fresh), (finalists, finer), (plans, rough)):
        for told, own, weighed in zip(made, some, figures, strict=True):
            for k, plan in enumerate(own):
                told.setdefault(plan, (weighed[k].mean(0), weighed.shape[1]))
    return made


class _Further:
    """Plans played on to their seats' next turns.

    How plans differ is told by deals that are played on; where they are, by the judge right after the one that was
    played, or the best one: luck tells nothing about that. Near its end, where a game looks further than the next turn,
    deals do.
    """

    def __init__(self, scales: Scales, looks: list[Looks], effort: Effort) -> None:
        self.scales, self.looks, self.effort = scales, looks, effort
        self.questions = scales.questions
        self.late = [_is_late(one) for one in looks]

    def told(self, plans: list[Plans]) -> list[Told]:
        chosen, seen = self._chosen(plans)
        pairs = [self._pair(i, plan, own) for i, (plan, own) in enumerate(zip(chosen, seen, strict=True))]
        fresh = self._apart(pairs)
        base = [pair[-1:] for pair in pairs]
        level = self.scales.weigh(
            base,
            [Way(self.effort.final, own if late else (1.0,)) for own, late in zip(self.looks, self.late, strict=True)],
        )
        return [self._of_one(i, pairs[i], fresh[i], level[i][0].mean(0), seen[i]) for i in range(len(plans))]

    def _ways(self, deals: int) -> list[Way]:
        return [Way(deals * (LATE if late else 1), own) for own, late in zip(self.looks, self.late, strict=True)]

    def _chosen(self, plans: list[Plans]) -> tuple[list[Plan], list[dict[Plan, Any]]]:
        """The best plan of each question, and what each was worth on the deals it was weighed on: a few for all, more
        for those that look best, and more and more for those that may still turn out best."""
        figures = self.scales.weigh(plans, self._ways(self.effort.first))
        seen: list[dict[Plan, Any]] = [dict(zip(p, f, strict=True)) for p, f in zip(plans, figures, strict=True)]
        left = _leading(self.questions, plans, figures, self.effort.finalists)
        best = [some[0] for some in left]
        for times in (1, *NARROWER):
            before = [
                np.array([own[plan] for plan in some]) if some else none[:0]
                for some, own, none in zip(left, seen, figures, strict=True)
            ]
            figures = self.scales.more(left, self._ways(times * self.effort.second), before)
            for i, (q, p, f) in enumerate(zip(self.questions, left, figures, strict=True)):
                if p:
                    seen[i].update(zip(p, f, strict=True))
                    best[i] = p[int(f[..., q.seat].mean(1).argmax())]
            left = [_contenders(*one) for one in zip(self.questions, left, figures, strict=True)]
            if not any(left):
                break
        return best, seen

    def _pair(self, i: int, best: Plan, seen: dict[Plan, Any]) -> Plans:
        """The best and the played plan; the played one alone if it seems as good."""
        played = self.questions[i].played or best
        gain = _less(seen[best], seen[played])[:, self.questions[i].seat].mean()
        return [best, played] if gain > WORTH else [played]

    def _apart(self, pairs: list[Plans]) -> list[Figures]:
        """The two of a pair on fresh deals, on more of them as long as it is open which grade the turn has."""
        some, final = max(2, self.effort.final * 3 // 8), self.effort.final
        pairs = [plans if len(plans) > 1 else [] for plans in pairs]
        fresh = self.scales.weigh(pairs, [Way(some, own) for own in self.looks])
        for times in CLOSER:
            pairs = [
                p if p and _is_close(f[..., q.seat]) else []
                for q, p, f in zip(self.questions, pairs, fresh, strict=True)
            ]
            fresh = self.scales.more(pairs, [Way(final * times, own) for own in self.looks], fresh)
        return fresh

    def _of_one(self, i: int, pair: Plans, fresh: Figures, level: Any, seen: dict[Plan, Any]) -> Told:
        seat, base = self.questions[i].seat, pair[-1]
        told: Told = {base: (level, self.effort.final)}
        ahead = np.zeros(len(level))
        if len(pair) > 1:
            if _is_told(fresh[..., seat]):
                ahead = (fresh[0] - fresh[1]).mean(0)
            told = {pair[0]: (_shifted(level, ahead, seat), fresh.shape[1]), **told}
        for plan, figures in seen.items():
            by = _less(figures, seen[base]).mean(0)
            if by[seat] > ahead[seat]:  # seemed better on a few deals; more of them found nothing better than the best
                by = ahead
            told.setdefault(plan, (_shifted(level, by, seat), len(figures)))
        return told


def _contenders(question: Question, plans: Plans, figures: Figures) -> Plans:
    """Where some plan may still turn out better than the best so far by what matters: those plans, the best and the
    played one; none where the best is clear."""
    if not plans:
        return []
    own = figures[..., question.seat]
    best = int(own.mean(1).argmax())
    more = own - own[best]
    may = more.mean(1) + SURE * more.std(1, ddof=1) / own.shape[1] ** 0.5
    some = set(np.flatnonzero(may > WORTH).tolist())
    if not some:
        return []
    return [plan for k, plan in enumerate(plans) if k in some or k == best or plan == question.played]


def _less(one: Any, other: Any) -> Any:
    """How far the one is ahead of the other on the deals both were weighed on."""
    both = min(len(one), len(other))
    return one[:both] - other[:both]


def _is_late(looks: Looks) -> bool:
    """Whether more than the next turn counts: near its end a game tells more than its judge."""
    return len(looks) > 2


def _shifted(chances: Any, by: Any, seat: int) -> Any:
    """Chances moved: the seat's own exactly, the others' share what is left."""
    moved = np.clip(chances + by, 0.0, 1.0)
    others = np.arange(len(moved)) != seat
    left, shares = 1.0 - moved[seat], moved[others]
    moved[others] = left * shares / shares.sum() if shares.any() else left / len(shares)
    return moved


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
