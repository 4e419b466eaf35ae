"""Skill and luck: how a game's win chances came from where they began to where they ended.

Every decision moves all seats' chances by what it gave away against the best turn its seat could have found (skill);
whatever else moves them is luck: cards drawn and turned up, and what others could not know they would meet. For every
seat start + own skill + others' skill + luck = result, whatever the evaluator says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import numpy.typing as npt

Chances = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision's best turn and the one played, as chances of all seats. Decisions of one open phase share `group`."""

    seat: int
    group: int
    best: Chances
    played: Chances


@dataclass(frozen=True, slots=True)
class Step:
    """What one decision changed. Decisions of one open phase share what came before them."""

    seat: int
    group: int
    before: Chances  # before the luck
    luck: Chances
    opening: Chances  # after the luck: what the best turn would bring
    skill: Chances
    after: Chances  # after this decision alone
    loss: float  # what it cost its own seat, by itself


@dataclass(frozen=True, slots=True)
class Account:
    """One seat's balance of a game."""

    start: float
    own_skill: float
    others_skill: float
    own_luck: float  # what came to light before the own decisions
    others_luck: float  # before those of others alone, and at the end
    result: float

    @property
    def luck(self) -> float:
        return self.own_luck + self.others_luck


def steps_of(start: Chances, judged: Sequence[Judged]) -> list[Step]:
    """The chain of chances, decision by decision. In an open phase nobody knows the others' choices: all its decisions
    begin at the same chances, and what they gave away adds up, as far as chances can go."""
    steps: list[Step] = []
    now = np.asarray(start, np.float64)
    for _, same in groupby(judged, key=lambda one: one.group):
        group = list(same)
        opening = np.mean([one.best for one in group], axis=0)
        given = [one.played - one.best for one in group]
        share = min(_room(opening, moved) for moved in (*given, np.sum(given, axis=0)))
        for one, moved in zip(group, given, strict=True):
            skill, loss = share * moved, float(-moved[one.seat])
            steps.append(Step(one.seat, one.group, now, opening - now, opening, skill, opening + skill, loss))
        now = opening + share * np.sum(given, axis=0)
    return steps


def _room(chances: Chances, moved: Chances) -> float:
    """The largest share of a move that leaves chances what they are: neither below nothing nor above certainty."""
    left = np.where(moved < 0, chances, 1.0 - chances)
    return float(min(1.0, np.min(left[moved != 0] / np.abs(moved[moved != 0]), initial=1.0)))


def end_of(start: Chances, steps: Sequence[Step]) -> Chances:
    """The chances after the last decision, before whatever else the result hung on."""
    if not steps:
        return np.asarray(start, np.float64)
    last = [step for step in steps if step.group == steps[-1].group]
    return np.asarray(last[0].opening + sum(step.skill for step in last))


def accounts(start: Chances, steps: Sequence[Step], result: Chances) -> list[Account]:
    """Every seat's balance."""
    rest = result - end_of(start, steps)
    groups = [list(same) for _, same in groupby(steps, key=lambda step: step.group)]
    made = []
    for seat in range(len(result)):
        mine = [group for group in groups if any(step.seat == seat for step in group)]
        others = [group for group in groups if all(step.seat != seat for step in group)]
        made.append(
            Account(
                start=float(start[seat]),
                own_skill=float(sum(step.skill[seat] for step in steps if step.seat == seat)),
                others_skill=float(sum(step.skill[seat] for step in steps if step.seat != seat)),
                own_luck=float(sum(group[0].luck[seat] for group in mine)),
                others_luck=float(sum(group[0].luck[seat] for group in others) + rest[seat]),
                result=float(result[seat]),
            )
        )
    return made
