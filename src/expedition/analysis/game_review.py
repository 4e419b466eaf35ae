"""The review of a finished game: every turn against the best one its seat could have found, and luck apart from skill.

    review = analysis.review(expedition.load("game.json"))
    review["accounts"][0]["own_skill"], review["turns"][7]["grade"]

It is plain JSON; `words.told` adds its sentences in a language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

import numpy as np

from expedition.analysis.balance import Chances, Judged, accounts, steps_of
from expedition.analysis.compare import Effort
from expedition.analysis.decisions import Decision, decisions_of, finished
from expedition.analysis.evaluator import Evaluator
from expedition.analysis.grades import BEST, DETOUR, GOOD, GRADES, grade
from expedition.analysis.headline import first_person, headline
from expedition.analysis.positions import Positions
from expedition.analysis.reasons import reason_for
from expedition.analysis.search import Answer, Turn, answer
from expedition.analysis.weighing import Question
from expedition.core.game import Game, Json
from expedition.core.insight import Course, Insight, course_of, insight_of
from expedition.core.record import Record

FORMAT = "expedition-review/1"
TOGETHER = 24  # decisions searched side by side, between two reports of progress
DEALS = 96  # fresh games for the chances before anything is dealt

Progress = Callable[[int, int], None]


def review(
    record: Record,
    evaluator: Evaluator | None = None,
    effort: Effort | None = None,
    progress: Progress | None = None,
    seed: int = 0,
) -> Json:
    """The whole review as JSON; RecordError says why a record cannot be reviewed. `progress(done, total)` may raise."""
    finished(record)
    game = record.game
    if evaluator is None:
        from expedition.analysis.network import network_evaluator

        evaluator = network_evaluator(game.name)
    positions = Positions(game, evaluator)
    decisions = decisions_of(record)
    answers: list[Answer] = []
    for first in range(0, len(decisions), TOGETHER):
        if progress is not None:
            progress(first, len(decisions))
        some = decisions[first : first + TOGETHER]
        answers += answer_some(positions, some, effort or Effort(), seed + first)
    if progress is not None:
        progress(len(decisions), len(decisions))
    return assemble(record, positions, decisions, answers, seed)


def answer_some(positions: Positions, decisions: list[Decision], effort: Effort, seed: int = 0) -> list[Answer]:
    """What the search says to some decisions, side by side."""
    thinking = [d for d in decisions if not d.resigns]
    questions = [Question(d.position, d.seat, tuple(d.actions), d.phase >= 0, d.resigned) for d in thinking]
    thought = iter(answer(positions, questions, effort, seed) if questions else [])
    return [resignation(positions, d, effort) if d.resigns else next(thought) for d in decisions]


def assemble(
    record: Record, positions: Positions, decisions: list[Decision], answers: list[Answer], seed: int = 0
) -> Json:
    """The review of a record whose decisions have all been answered."""
    return _Reviewed(record, positions, decisions, answers, seed).to_json()


def resignation(positions: Positions, decision: Decision, effort: Effort) -> Answer:
    """Giving up against playing on: what the seat that gives up cannot know is dealt anew, and the next seat to act
    judges both."""
    game = positions.game

    def chances(s: Any, resigned: frozenset[int]) -> Chances:
        following = game.actor(s)
        if following < 0:
            return np.asarray(positions.chances(positions.of([s]), np.array([-1]))[0], np.float64)
        deals = np.arange(effort.final)
        dealt = positions.redealt(positions.of([s]), np.zeros_like(deals), np.full_like(deals, decision.seat), deals, 0)
        return np.asarray(positions.chances(dealt, np.full_like(deals, following), resigned).mean(0), np.float64)

    best = Turn((), 1.0, chances(decision.position, decision.resigned), effort.final)
    gone = decision.resigned | {decision.seat}
    played = Turn(tuple(decision.actions), 0.0, chances(decision.after, gone), effort.final)
    return Answer([best, played], best, played, 2)


class _Reviewed:
    """A record with the answers to all its decisions."""

    def __init__(
        self, record: Record, positions: Positions, decisions: list[Decision], answers: list[Answer], seed: int
    ) -> None:
        self.record = record
        self.game: Game[Any] = record.game
        self.insight: Insight = insight_of(self.game)
        self.positions = positions
        self.decisions = decisions
        self.answers = answers
        self.courses = [course_of(self.game, d.position, d.seat, d.actions, redeal=False) for d in decisions]
        self.result = _shares(record.state.ranking())
        self.start = self._start(seed)
        self.steps = steps_of(self.start, self._judged())

    def _start(self, seed: int) -> Chances:
        """Before anything was dealt; a game from a position begins with what its first seat knew."""
        if "from" in self.record.data:
            return np.asarray(self.answers[0].best.chances, np.float64)
        states, following = self.positions.fresh(DEALS, seed)
        return np.asarray(self.positions.chances(states, following).mean(0), np.float64)

    def _judged(self) -> list[Judged]:
        judged: list[Judged] = []
        group = 0
        for i, (decision, found) in enumerate(zip(self.decisions, self.answers, strict=True)):
            before = self.decisions[i - 1] if i else decision
            alone = decision.phase < 0 or decision.resigns or before.resigns  # giving up is seen at once by all
            if i and (alone or decision.phase != before.phase):
                group += 1
            played = found.played or found.best
            judged.append(Judged(decision.seat, group, found.best.chances, played.chances))
        return judged

    def to_json(self) -> Json:
        turns = self._turns()
        made: Json = {
            "format": FORMAT,
            "game": self.game.name,
            "setup": self.game.setup,
            "seats": self.record.seats[: self.game.players],
            "ranking": self.record.state.ranking(),
            "rounds": self.game.rounds(self.record.state.s),
            "judge": self.positions.evaluator.name,
            "thresholds": {"best": BEST, "good": GOOD, "detour": DETOUR},
            "start": _rounded(self.start),
            "result": _rounded(self.result),
            "curve": self._curve(),
            "turns": turns,
            "accounts": [
                {**{k: round(v, 6) for k, v in asdict(a).items()}, "luck": round(a.luck, 6)}
                for a in accounts(self.start, self.steps, self.result)
            ],
            "grades": [
                {name: sum(t["grade"] == name for t in turns if t["seat"] == seat) for name in GRADES}
                for seat in range(self.game.players)
            ],
            "statistics": self.insight.statistics(self.courses, self.record.state.s),
            "same_deal": self._same_deal(),
        }
        made["headline"] = headline(made, first_person(made))
        return made

    def _same_deal(self) -> Json | None:
        """What each seat had, and what the judge has where it plays all seats of the same deal."""
        played = self.insight.tally(self.record.state.s)
        if played is None or any(decision.resigns for decision in self.decisions):
            return None
        start = self.record.at(0).s
        states, following = self.positions.of([start]), np.array([self.game.actor(start)])
        while following[0] >= 0:
            policy, _ = self.positions.judge(states, following)
            following = self.positions.play(states, following, policy.argmax(1)[:, None])
        return {"played": played, "judge": self.insight.tally(self.game.position_type.load(states[0]))}

    def _curve(self) -> list[Json]:
        """The chances when each round, or each card of it, was over; the last point is the result."""
        points: dict[str, Json] = {}
        for _, same in groupby(zip(self.decisions, self.steps, strict=True), key=lambda pair: pair[1].group):
            group = list(same)
            decision, step = group[-1]
            name = self.insight.turn_of(decision.position, decision.seat)
            closing = step.opening + sum(one.skill for _, one in group)
            points[str(name)] = {"turn": name, "chances": _rounded(closing)}
        made = [{"turn": {"round": 0}, "chances": _rounded(self.start)}, *points.values()]
        made[-1] = {**made[-1], "chances": _rounded(self.result)}
        return made

    def _turns(self) -> list[Json]:
        """Decisions of one seat that belong to the same turn, together, in the order in which the turns began."""
        names = [self.insight.turn_of(d.position, d.seat) for d in self.decisions]
        found: dict[str, list[int]] = {}
        for i, (decision, name) in enumerate(zip(self.decisions, names, strict=True)):
            found.setdefault(f"{decision.seat}{name}{'r' if decision.resigns else ''}", []).append(i)
        return [self._turn(group, names[group[0]]) for group in found.values()]

    def _turn(self, group: list[int], name: Json) -> Json:
        seat = self.decisions[group[0]].seat
        losses = [max(0.0, float(self.steps[i].loss)) for i in group]
        worst = group[max(range(len(group)), key=lambda k: losses[k])]
        loss = sum(losses)
        choices = max(self.answers[i].choices for i in group)
        first, last = self.steps[group[0]], self.steps[group[-1]]
        graded = grade(loss, choices, self.decisions[group[0]].resigns)
        is_best = graded in ("best", "forced", "resigned")
        return {
            "seat": seat,
            "turn": name,
            "ply": self.decisions[group[0]].ply,
            "plies": sum(len(self.decisions[i].actions) for i in group),
            "grade": graded,
            "loss": round(loss, 6),
            "choices": choices,
            "before": _rounded(first.before),
            "best": _rounded(first.opening),
            "after": _rounded(last.after),
            "luck": [self._luck(i, at) for at, i in enumerate(group)],
            "actions": [action for i in group for action in self.courses[i].actions],
            "played": self._facts([self.courses[i] for i in group]),
            "better": None if is_best else self._better(worst, group[: group.index(worst)]),
        }

    def _luck(self, i: int, at: int) -> Json:
        return {"kind": self.insight.luck_of(at == 0), "chances": _rounded(self.steps[i].luck)}

    def _facts(self, courses: Sequence[Course]) -> Json:
        """What a turn did; of its parts, the last word counts."""
        made: Json = {}
        for course in courses:
            made = self.insight.joined(made, self.insight.facts(course))
        return made

    def _better(self, i: int, before: list[int]) -> Json:
        """What would have been better in one part of a turn, and what its parts before it did."""
        decision, found = self.decisions[i], self.answers[i]
        course = course_of(self.game, decision.position, decision.seat, found.best.actions)
        reason = reason_for(self.game, self.insight, decision.position, decision.seat, found)
        played = found.played or found.best
        return {
            "ply": decision.ply,
            "done": sum(len(self.courses[k].actions) for k in before),
            "actions": course.actions,
            "before": self._facts([self.courses[k] for k in before]),
            "facts": self.insight.facts(course),
            "open": self.insight.is_open(course),
            "played": self.insight.facts(self.courses[i]),
            "chance": round(float(found.best.chances[decision.seat]), 6),
            "instead": round(float(played.chances[decision.seat]), 6),
            "reason": reason.to_json() if reason else None,
        }


def _shares(ranking: list[int]) -> Chances:
    first = np.array([place == 1 for place in ranking], np.float64)
    return np.asarray(first / first.sum())


def _rounded(chances: Any) -> list[float]:
    return [round(float(c), 6) for c in chances]
