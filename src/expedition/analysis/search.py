"""Whole turns, proposed by the evaluator's policy and compared over re-deals of what their seat cannot know.

All candidates of a decision see the same re-deals, so that luck cancels in what they differ by. The best one is chosen
on some deals and weighed on others: the best of many noisy figures looks better than it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis.positions import Positions, Records
from expedition.core.insight import insight_of
from expedition.players.many import Ints

Progress = Callable[[int, int], None]

LONGEST = 60  # actions of one decision that are followed
TINY = 1e-12  # what a judge thinks impossible and the rules do not
UNLIKELY = 0.002  # actions the policy, opened, thinks less of are not followed
BRANCHES = 10  # actions followed from one position
FEWEST = 3  # actions a turn may begin with that are followed however unlikely: a sure judge leaves something to compare


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


@dataclass(slots=True)
class Turn:
    """A candidate: its actions up to the next new information, and every seat's chance to win after it."""

    actions: tuple[int, ...]
    prior: float
    chances: npt.NDArray[np.float64]
    deals: int


@dataclass(slots=True)
class Answer:
    """What a search found: candidates best first, and the best and the played one weighed on fresh deals."""

    turns: list[Turn]
    best: Turn
    played: Turn | None
    choices: int  # turns that come to something different, as far as they were followed


@dataclass(slots=True)
class _Branch:
    question: int
    actions: tuple[int, ...]
    prior: float


@dataclass(slots=True)
class _Found:
    """Finished candidates of one question by what the table looks like after them."""

    turns: dict[bytes, tuple[tuple[int, ...], float]] = field(default_factory=dict)

    def add(self, key: bytes, actions: tuple[int, ...], prior: float) -> None:
        if key in self.turns:
            first, before = self.turns[key]
            self.turns[key] = (first, before + prior)
        else:
            self.turns[key] = (actions, prior)


def propose(
    positions: Positions, questions: Sequence[Question], effort: Effort, seed: int = 0
) -> list[list[tuple[tuple[int, ...], float]]]:
    """For each question the turns the policy finds likely, most likely first, without two that come to the same."""
    count = len(questions)
    roots = positions.of([q.position for q in questions])
    seats = np.array([q.seat for q in questions], np.int64)
    states = positions.redealt(roots, np.arange(count), seats, np.arange(count), seed)
    positions.others_choose(states, seats, np.array([i for i, q in enumerate(questions) if q.open], np.int64))
    floors = _floors(states)
    openness = insight_of(positions.game).openness
    found = [_Found() for _ in questions]
    branches = [_Branch(i, (), 1.0) for i in range(count)]
    for _ in range(LONGEST):
        if not branches:
            break
        acting = seats[[branch.question for branch in branches]]
        rows, masks = positions.look(states, acting)
        branches, rows, masks, states, acting = _distinct(positions, branches, rows, masks, states, acting, effort)
        policy, _ = positions.judge_rows(rows, masks, acting)
        parents, branches = _children(branches, opened(policy, openness) + TINY * masks, effort)
        states = positions.copies(states, parents)
        acting = seats[[branch.question for branch in branches]]
        following = positions.play(states, acting, np.array([[branch.actions[-1]] for branch in branches], np.int64))
        ended = (following != acting) | (_floors(states) != floors[[branch.question for branch in branches]])
        _collect(positions, states, following, np.flatnonzero(ended), branches, found)
        going = np.flatnonzero(~ended)
        states, branches = positions.copies(states, going), [branches[i] for i in going]
    return [sorted(one.turns.values(), key=lambda turn: -turn[1])[: effort.candidates] for one in found]


def _floors(states: Records) -> Any:
    return states["floor"].copy()


def _distinct(
    positions: Positions, branches: list[_Branch], rows: Any, masks: Any, states: Records, acting: Ints, effort: Effort
) -> tuple[list[_Branch], Any, Any, Records, Ints]:
    """One branch for each position its seat can tell apart, and no more than the width for one question."""
    first: dict[tuple[int, bytes], int] = {}
    for i, branch in enumerate(branches):
        key = (branch.question, rows[i].tobytes() + masks[i].tobytes())
        if key in first:
            branches[first[key]].prior += branch.prior
        else:
            first[key] = i
    kept: dict[int, list[int]] = {}
    for i in first.values():
        kept.setdefault(branches[i].question, []).append(i)
    chosen = [i for some in kept.values() for i in sorted(some, key=lambda i: -branches[i].prior)[: effort.width]]
    which = np.array(chosen, np.int64)
    return [branches[i] for i in chosen], rows[which], masks[which], positions.copies(states, which), acting[which]


def opened(policy: Any, openness: float) -> Any:
    """Preferences of a policy that is too sure of itself to compare anything with what it likes best."""
    flatter = policy ** (1 / openness)
    return flatter / flatter.sum(1, keepdims=True)


def _children(branches: list[_Branch], policy: Any, effort: Effort) -> tuple[Ints, list[_Branch]]:
    """What the policy would do next, the likely ones for each branch and twice the width for each question."""
    made: dict[int, list[tuple[float, int, int]]] = {}
    order = np.argsort(-policy, 1)[:, :BRANCHES]
    for i, branch in enumerate(branches):
        for rank, action in enumerate(order[i]):
            likely = float(policy[i, action])
            if likely <= 0.0 or (rank >= (1 if branch.actions else FEWEST) and likely < UNLIKELY):
                break
            made.setdefault(branch.question, []).append((branch.prior * likely, i, int(action)))
    parents, children = [], []
    for question, some in made.items():
        for prior, i, action in sorted(some, reverse=True)[: 2 * effort.width]:
            parents.append(i)
            children.append(_Branch(question, (*branches[i].actions, action), prior))
    return np.array(parents, np.int64), children


def _collect(
    positions: Positions, states: Records, following: Ints, ended: Ints, branches: list[_Branch], found: list[_Found]
) -> None:
    if not ended.size:
        return
    some = positions.copies(states, ended)
    next_seats = following[ended]
    rows, masks = positions.look(some, np.maximum(next_seats, 0))
    for at, i in enumerate(ended):
        branch = branches[i]
        key = bytes([next_seats[at] & 0xFF]) + rows[at].tobytes() + masks[at].tobytes()
        found[branch.question].add(key, branch.actions, branch.prior)


def weigh(
    positions: Positions,
    questions: Sequence[Question],
    plans: Sequence[Sequence[tuple[int, ...]]],
    deals: int,
    first: int,
    seed: int,
) -> list[npt.NDArray[np.float64]]:
    """For each question and each of its plans every seat's chance to win, the mean over deals `first` onwards."""
    owner = np.array([q for q, some in enumerate(plans) if some for _ in range(deals)], np.int64)
    if not owner.size:
        return [np.zeros((0, positions.players)) for _ in questions]
    roots = positions.of([q.position for q in questions])
    seats = np.array([q.seat for q in questions], np.int64)
    keys = owner * 65536 + first + np.tile(np.arange(deals), len(owner) // deals)
    dealt = positions.redealt(roots, owner, seats[owner], keys, seed)
    waiting = np.array([i for i, q in enumerate(owner) if questions[q].open], np.int64)
    positions.others_choose(dealt, seats[owner], waiting)
    which: list[int] = []
    todo: list[tuple[int, ...]] = []
    at = 0
    for some in plans:
        if some:
            for plan in some:
                which += range(at, at + deals)
                todo += [plan] * deals
            at += deals
    states = positions.copies(dealt, np.array(which, np.int64))
    of = owner[which]
    following = positions.play(states, seats[of], _padded(todo))
    chances = np.zeros((len(states), positions.players))
    for resigned in {questions[q].resigned for q in set(owner.tolist())}:
        mine = np.array([i for i, q in enumerate(of) if questions[q].resigned == resigned], np.int64)
        chances[mine] = positions.chances(positions.copies(states, mine), following[mine], resigned)
    found, at = [], 0
    for some in plans:
        part = chances[at : at + len(some) * deals].reshape(len(some), deals, positions.players)
        found.append(part.mean(1) if some else np.zeros((0, positions.players)))
        at += len(some) * deals
    return found


def _padded(plans: Sequence[tuple[int, ...]]) -> Ints:
    longest = max(map(len, plans))
    made = np.full((len(plans), longest), -1, np.int64)
    for i, plan in enumerate(plans):
        made[i, : len(plan)] = plan
    return made


def answer(
    positions: Positions, questions: Sequence[Question], effort: Effort | None = None, seed: int = 0
) -> list[Answer]:
    """Propose and compare whole turns for every question."""
    effort = effort or Effort()
    positions.forget()
    proposed = propose(positions, questions, effort, seed)
    plans: list[list[tuple[int, ...]]] = []
    priors: list[dict[tuple[int, ...], float]] = []
    for question, some in zip(questions, proposed, strict=True):
        priors.append(dict(some))
        plans.append([actions for actions, _ in some])
        if question.played and question.played not in priors[-1]:
            plans[-1].append(question.played)
    rough = weigh(positions, questions, plans, effort.first, 0, seed)
    finalists = [_leaders(q, p, r, effort.finalists) for q, p, r in zip(questions, plans, rough, strict=True)]
    finer = weigh(positions, questions, finalists, effort.second, effort.first, seed)
    last: list[list[tuple[int, ...]]] = []
    for question, leaders, figures in zip(questions, finalists, finer, strict=True):
        best = leaders[int(figures[:, question.seat].argmax())]
        last.append([best] if not question.played or question.played == best else [best, question.played])
    fresh = weigh(positions, questions, last, effort.final, effort.first + effort.second, seed)
    return [
        _answer(questions[i], plans[i], priors[i], rough[i], finalists[i], finer[i], last[i], fresh[i], effort)
        for i in range(len(questions))
    ]


def _leaders(question: Question, plans: list[tuple[int, ...]], figures: Any, most: int) -> list[tuple[int, ...]]:
    order = np.argsort(-figures[:, question.seat], kind="stable")[:most]
    chosen = [plans[i] for i in order]
    if question.played and question.played not in chosen:
        chosen.append(question.played)
    return chosen


def _answer(
    question: Question, plans: list[tuple[int, ...]], priors: dict[tuple[int, ...], float], rough: Any,
    finalists: list[tuple[int, ...]], finer: Any, last: list[tuple[int, ...]], fresh: Any, effort: Effort,
) -> Answer:  # fmt: skip
    turns = {plan: Turn(plan, priors.get(plan, 0.0), rough[i], effort.first) for i, plan in enumerate(plans)}
    for i, plan in enumerate(finalists):
        turns[plan] = Turn(plan, priors.get(plan, 0.0), finer[i], effort.second)
    for i, plan in enumerate(last):
        turns[plan] = Turn(plan, priors.get(plan, 0.0), fresh[i], effort.final)
    best, played = turns[last[0]], turns.get(question.played) if question.played else None
    if played is not None and played.chances[question.seat] >= best.chances[question.seat]:
        best = played
    ranked = sorted(turns.values(), key=lambda turn: -turn.chances[question.seat])
    ranked = [best, *(turn for turn in ranked if turn is not best)]
    return Answer(ranked, best, played, len(np.unique(rough.round(6), axis=0)))
