"""What reviews are worth, measured: do levels separate, does a longer search agree, do grades stay.

python -m expedition.analysis.proof levels silvergold --games 60
python -m expedition.analysis.proof agreement eldorado --decisions 60 --times 20
python -m expedition.analysis.proof foresight eldorado --decisions 100
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from expedition.analysis.compare import Effort, leaders
from expedition.analysis.decisions import Decision, decisions_of
from expedition.analysis.evaluator import Evaluator
from expedition.analysis.game_review import TOGETHER, answer_some, review
from expedition.analysis.grades import grade
from expedition.analysis.network import network_evaluator
from expedition.analysis.positions import Positions
from expedition.analysis.search import Answer, propose
from expedition.analysis.weighing import Question, Scales, Way
from expedition.core.errors import ExpeditionError
from expedition.core.game import Json
from expedition.core.record import Record
from expedition.core.registry import game_class, make
from expedition.core.workers import cores, done_here
from expedition.players import make_bot

ROUNDS = 60  # random play would never end by itself
LEVELS = ("random", "rookie", "guide", "veteran", "legend")


def played(game: str, level: str, seed: int, players: int) -> Record:
    """A game of a level against itself."""
    state = make(game, players=players, **game_class(game).limits(ROUNDS)).new(seed)
    bots = [make_bot(game, level, seed * 10 + seat) for seat in range(players)]
    while not state.is_over:
        seat = state.actor
        state.apply(bots[seat].choose_state(state, seat), seat)
    return state.record()


def turns_of(game: str, level: str, seed: int, players: int) -> list[tuple[float, bool]]:
    """The loss of each turn of one game of a level against itself, and whether it was wrong; forced ones left out."""
    told = review(played(game, level, seed, players), network_evaluator(game), seed=seed)["turns"]
    return [(t["loss"], t["grade"] == "wrong") for t in told if t["grade"] not in ("forced", "resigned")]


def levels(game: str, games: int, players: int, names: Sequence[str], workers: int) -> list[Json]:
    """The mean loss of a turn of each level in self-play and its share of wrong turns.

    The 95 % interval is over games: turns of one game are not independent of each other.
    """
    made = []
    for level in names:
        calls = [(game, level, seed, players) for seed in range(games)]
        of_games = [np.array(turns) for turns in done_here(turns_of, calls, workers)]
        turns = np.concatenate(of_games)
        means = [one[:, 0].mean() for one in of_games]
        half = 1.96 * float(np.std(means, ddof=1)) / math.sqrt(games) if games > 1 else math.nan
        loss, wrong = turns.mean(0).tolist()
        line = {"level": level, "games": games, "turns": len(turns), "loss": loss, "half": half, "wrong": wrong}
        print(json.dumps({key: round(v, 4) if isinstance(v, float) else v for key, v in line.items()}), flush=True)
        made.append(line)
    return made


def agreement(game: str, evaluator: Evaluator, count: int, times: int, players: int, level: str) -> Json:
    """How often the grade of a turn changes with other deals, and how its loss correlates with that of a search of so
    many times the deals (0: none is made). Half of the decisions of a game count, turns without a choice do not."""
    some: list[Decision] = []
    dice, seed = np.random.default_rng(2), 100
    while len(some) < count:
        some += [one for one in decisions_of(played(game, level, seed, players)) if dice.random() < 0.5]
        seed += 1
    positions = Positions(make(game, players=players, **game_class(game).limits(ROUNDS)), evaluator)
    usual = _answers(positions, some[:count], Effort(), 0)
    some = [one for one, found in zip(some, usual, strict=False) if found.choices > 1]
    losses = [_loss(found, one) for one, found in zip(some, (u for u in usual if u.choices > 1), strict=True)]
    again = [_loss(found, one) for one, found in zip(some, _answers(positions, some, Effort(), 1), strict=True)]
    flips = [grade(a, 2) != grade(b, 2) for a, b in zip(losses, again, strict=True)]
    told: Json = {
        "decisions": len(some),
        "flips": round(float(np.mean(flips)), 3),
        "again": _correlation(losses, again),
    }
    if times:
        found = _answers(positions, some, Effort().times(times), 2)
        deep = [_loss(one, decision) for one, decision in zip(found, some, strict=True)]
        apart = float(np.mean(np.abs(np.array(losses) - np.array(deep))))
        told |= {"times": times, "correlation": _correlation(losses, deep), "mean_difference": round(apart, 4)}
    return told


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    return round(float(np.corrcoef(one, other)[0, 1]), 3)


def foresight(game: str, evaluator: Evaluator, count: int, deals: int, players: int, level: str) -> Json:
    """How well a look foresees what shows three and four turns later: right after a turn, at its seat's next one, half
    of both, and at the one after it.

    The correlation is of what turns are ahead of the one played; `best_is_ahead` is of the turn a look likes best.
    """
    positions = Positions(make(game, players=players, **game_class(game).limits(ROUNDS)), evaluator)
    dice, seed, looks = np.random.default_rng(1), 500, list[dict[str, Any]]()
    while len(looks) < count:
        made = [one for one in decisions_of(played(game, level, seed, players)) if not one.resigns]
        for i in dice.choice(len(made), min(4, len(made)), replace=False):
            one = made[i]
            question = Question(one.position, one.seat, tuple(one.actions), one.phase >= 0, one.resigned)
            looks.append(_looks(positions, question, deals, seed))
        seed += 1
    told: Json = {"decisions": len(looks), "deals": deals}
    for name in ("after", "next", "both", "second"):
        figures, later = (np.concatenate([one[key] for one in looks]) for key in (name, "later"))
        best = [one["later"][int(one[name].argmax())] for one in looks]
        told[name] = {
            "correlation": round(float(np.corrcoef(figures, later)[0, 1]), 3),
            "best_is_ahead": round(float(np.mean(best)), 4),
        }
    return told


def _looks(positions: Positions, question: Question, deals: int, seed: int) -> dict[str, Any]:
    """By how much the likely turns of a decision are ahead of the one played, by each look."""
    plans = [actions for actions, _ in propose(positions, [question], Effort(), seed)[0]]
    plans += [question.played] if question.played not in plans else []
    scales = Scales(positions, [question], seed)
    rough = scales.weigh([plans], [Way(deals)])[0].mean(1)
    some = leaders(question, plans, rough, 7, likeliest=1)
    after = rough[[plans.index(plan) for plan in some]]
    further = [scales.weigh([some], [Way(deals, (0.0,) * n + (1.0,))])[0].mean(1) for n in (1, 2, 3, 4)]
    own, at = question.seat, some.index(question.played)
    figures = {
        "after": after,
        "next": further[0],
        "both": (after + further[0]) / 2,
        "second": further[1],
        "later": (further[2] + further[3]) / 2,
    }
    return {name: told[:, own] - told[at, own] for name, told in figures.items()}


def _answers(positions: Positions, some: Sequence[Decision], effort: Effort, seed: int) -> list[Answer]:
    answers: list[Answer] = []
    for first in range(0, len(some), TOGETHER):
        answers += answer_some(positions, list(some[first : first + TOGETHER]), effort, seed * 1000 + first)
    return answers


def _loss(found: Answer, decision: Decision) -> float:
    assert found.played is not None
    return max(0.0, float(found.best.chances[decision.seat] - found.played.chances[decision.seat]))


def main() -> None:
    reader = argparse.ArgumentParser(description="Measure what reviews are worth.")
    reader.add_argument("what", choices=("levels", "agreement", "foresight"))
    reader.add_argument("game")
    reader.add_argument("--games", type=int, default=8, help="games a level plays against itself")
    reader.add_argument("--names", default=",".join(LEVELS), help="levels, with commas between them")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--decisions", type=int, default=200)
    reader.add_argument("--times", type=int, default=50, help="the deals of the long search; 0: none")
    reader.add_argument("--level", default="guide", help="whose decisions are looked at")
    reader.add_argument("--workers", type=int, default=cores(), help="processes that play and review for `levels`")
    chosen = reader.parse_args()
    try:
        measure(chosen)
    except ExpeditionError as mistake:
        sys.exit(str(mistake))


def measure(chosen: argparse.Namespace) -> None:
    judge = network_evaluator(chosen.game)
    if chosen.what == "levels":
        levels(chosen.game, chosen.games, chosen.players, chosen.names.split(","), chosen.workers)
    elif chosen.what == "foresight":
        print(json.dumps(foresight(chosen.game, judge, chosen.decisions, 32, chosen.players, chosen.level)))
    else:
        print(json.dumps(agreement(chosen.game, judge, chosen.decisions, chosen.times, chosen.players, chosen.level)))


if __name__ == "__main__":
    main()
