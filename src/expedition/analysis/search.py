"""Whole turns, proposed by the evaluator's policy and compared over re-deals of what their seat cannot know.

What turns are worth is told by `compare`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis.compare import Effort, Told, compare
from expedition.analysis.positions import Positions, Records
from expedition.analysis.weighing import Plan, Plans, Question
from expedition.core.insight import insight_of
from expedition.players.many import Ints

LONGEST = 60  # actions of one decision that are followed
TINY = 1e-12  # what a judge thinks impossible and the rules do not
UNLIKELY = 0.002  # actions the policy, opened, thinks less of are not followed
BRANCHES = 10  # actions followed from one position
FEWEST = 3  # actions a turn may begin with that are followed however unlikely: a sure judge leaves something to compare


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
            self.turns[key] = (min(first, actions, key=len), before + prior)  # nobody is told a roundabout way
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
        _collect(positions, states, acting, following, np.flatnonzero(ended), branches, found)
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
    positions: Positions,
    states: Records,
    acting: Ints,
    following: Ints,
    ended: Ints,
    branches: list[_Branch],
    found: list[_Found],
) -> None:
    """Turns that are over; two come to the same if neither their seat nor the next one can tell them apart."""
    if not ended.size:
        return
    some = positions.copies(states, ended)
    next_seats = following[ended]
    rows, masks = positions.look(some, np.maximum(next_seats, 0))
    own, _ = positions.look(some, acting[ended])  # the next seat sees of others' pieces how far they are, not where
    for at, i in enumerate(ended):
        branch = branches[i]
        key = bytes([next_seats[at] & 0xFF]) + rows[at].tobytes() + masks[at].tobytes() + own[at].tobytes()
        found[branch.question].add(key, branch.actions, branch.prior)


def answer(
    positions: Positions, questions: Sequence[Question], effort: Effort | None = None, seed: int = 0
) -> list[Answer]:
    """Propose and compare whole turns for every question."""
    effort = effort or Effort()
    positions.judged_once.forget()
    proposed = propose(positions, questions, effort, seed)
    plans: list[Plans] = []
    priors: list[dict[Plan, float]] = []
    for question, some in zip(questions, proposed, strict=True):
        priors.append(dict(some))
        plans.append([actions for actions, _ in some])
        if question.played and question.played not in priors[-1]:
            plans[-1].append(question.played)
    compared, choices = compare(positions, questions, plans, effort, seed)
    choices = [
        max(told, min(len(some), 2)) for told, some in zip(choices, proposed, strict=True)
    ]  # alike, but a choice
    return [_answer(*one) for one in zip(questions, compared, priors, choices, strict=True)]


def _answer(question: Question, compared: Told, priors: dict[Plan, float], choices: int) -> Answer:
    turns = {plan: Turn(plan, priors.get(plan, 0.0), *figures) for plan, figures in compared.items()}
    best, played = next(iter(turns.values())), turns.get(question.played) if question.played else None
    if played is not None and played.chances[question.seat] >= best.chances[question.seat]:
        best = played
    ranked = sorted(turns.values(), key=lambda turn: -turn.chances[question.seat])
    ranked = [best, *(turn for turn in ranked if turn is not best)]
    return Answer(ranked, best, played, choices)
