"""What reviews are worth, measured: do levels separate, does a longer search agree, do grades stay.

python -m expedition.analysis.proof levels silvergold --games 60
python -m expedition.analysis.proof agreement eldorado --decisions 60 --times 20
python -m expedition.analysis.proof foresight eldorado --decisions 100
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from expedition.analysis.compare import Effort, leaders
from expedition.analysis.decisions import decisions_of
from expedition.analysis.evaluator import Evaluator
from expedition.analysis.game_review import answer_some, review
from expedition.analysis.grades import grade
from expedition.analysis.network import network_evaluator
from expedition.analysis.positions import Positions
from expedition.analysis.search import Answer, propose
from expedition.analysis.weighing import Question, Scales, Way
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
    """How a turn's loss correlates with that of a search of so many times the deals, and how often the grade of a turn
    changes with other deals."""
    some: list[Any] = []
    seed = 100
    while len(some) < count:
        record = played(game, level, seed, players)
        some += decisions_of(record)[::2]
        seed += 1
    some = some[:count]
    positions = Positions(make(game, players=players, **game_class(game).limits(ROUNDS)), evaluator)
    usual = _losses(positions, some, Effort(), 0)
    again = _losses(positions, some, Effort(), 1)
    deep = _losses(positions, some, Effort().times(times), 2)
    flips = [grade(a, 2) != grade(b, 2) for a, b in zip(usual, again, strict=True)]
    return {
        "decisions": count,
        "times": times,
        "correlation": round(float(np.corrcoef(usual, deep)[0, 1]), 3),
        "flips": round(float(np.mean(flips)), 3),
        "mean_difference": round(float(np.mean(np.abs(np.array(usual) - np.array(deep)))), 4),
    }


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


def calibration(game: str, evaluator: Evaluator, games: int, players: int) -> Json:
    """Chances told in self-play against what came of them, in ten bins; the mean gap is weighted by how often a bin was
    told (expected calibration error)."""
    positions = Positions(make(game, players=players), evaluator)
    dice = np.random.default_rng(7)
    states, following = positions.fresh(games, 4242)
    told: list[tuple[int, Any]] = []
    for _ in range(2000):
        running = np.flatnonzero(following >= 0)
        if not running.size:
            break
        some = positions.copies(states, running)
        policy, chances = positions.judge(some, following[running])
        told += [(int(g), chances[k]) for k, g in enumerate(running) if dice.random() < 0.2]
        rows = policy.astype(np.float64) / policy.sum(1, keepdims=True, dtype=np.float64)
        chosen = np.array([dice.choice(len(row), p=row / row.sum()) for row in rows])
        following[running] = positions.play(some, following[running], chosen[:, None])
        for k, g in enumerate(running):
            states[g] = some[k]
    over = np.flatnonzero(following < 0)
    results = dict(zip(over.tolist(), positions.results(positions.copies(states, over)), strict=True))
    said = np.concatenate([c for g, c in told if g in results])
    came = np.concatenate([results[g] for g, _ in told if g in results])
    bins = np.minimum((said * 10).astype(int), 9)
    lines = [
        {"told": round(float(said[bins == k].mean()), 3), "came": round(float(came[bins == k].mean()), 3),
         "count": int((bins == k).sum())}
        for k in range(10) if (bins == k).any()
    ]  # fmt: skip
    error = sum(line["count"] * abs(line["told"] - line["came"]) for line in lines) / len(said)
    return {"games": len(results), "players": players, "error": round(float(error), 4), "bins": lines}


def _losses(positions: Positions, some: list[Any], effort: Effort, seed: int) -> list[float]:
    answers: list[Answer] = []
    for first in range(0, len(some), 4):
        answers += answer_some(positions, some[first : first + 4], effort, seed * 1000 + first)
    return [_loss(found, one.seat) for found, one in zip(answers, some, strict=True)]


def _loss(found: Answer, seat: int) -> float:
    assert found.played is not None
    return max(0.0, float(found.best.chances[seat] - found.played.chances[seat]))


def main() -> None:
    reader = argparse.ArgumentParser(description="Measure what reviews are worth.")
    reader.add_argument("what", choices=("levels", "agreement", "foresight", "calibration"))
    reader.add_argument("game")
    reader.add_argument("--games", type=int, default=8, help="games a level plays against itself")
    reader.add_argument("--names", default=",".join(LEVELS), help="levels, with commas between them")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--decisions", type=int, default=200)
    reader.add_argument("--times", type=int, default=50)
    reader.add_argument("--level", default="guide", help="whose decisions are looked at")
    reader.add_argument("--workers", type=int, default=cores(), help="processes that play and review for `levels`")
    chosen = reader.parse_args()
    judge = network_evaluator(chosen.game)
    if chosen.what == "levels":
        levels(chosen.game, chosen.games, chosen.players, chosen.names.split(","), chosen.workers)
    elif chosen.what == "foresight":
        print(json.dumps(foresight(chosen.game, judge, chosen.decisions, 32, chosen.players, chosen.level)))
    elif chosen.what == "calibration":
        print(json.dumps(calibration(chosen.game, judge, chosen.games, chosen.players)))
    else:
        print(json.dumps(agreement(chosen.game, judge, chosen.decisions, chosen.times, chosen.players, chosen.level)))


if __name__ == "__main__":
    main()
