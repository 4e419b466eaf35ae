"""What the results say: first places with intervals, openskill and Elo-style ratings."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from expedition.arena.match import Result, is_late
from expedition.core.offers import Measure
from expedition.core.registry import game_class

RESAMPLES = 200
ELO_MEAN = 1500.0


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's line of the table; intervals are 95 %."""

    bot: str
    games: int
    first: float  # share of first places
    first_low: float
    first_high: float
    fair: float  # the share if all were equal
    elo: float
    elo_low: float
    elo_high: float
    mu: float
    sigma: float
    measure: str | None  # what the game measures beside places
    mean: float | None
    mean_error: float | None
    seconds_per_turn: float
    late: float | None = None  # share of its games still running after the round asked for
    elo_bound: str | None = None  # "at least" where it was never placed behind another bot, "at most" where always
    faults: dict[str, int] | None = None  # a guest's: decisions in which it crashed, was illegal or late

    def to_dict(self) -> dict[str, Any]:
        """The line for other programs; what the game measures stands under its own name."""
        line = asdict(self)
        name, mean, error = line.pop("measure"), line.pop("mean"), line.pop("mean_error")
        return line if name is None else {**line, name: mean, f"{name}_error": error}


def won(result: Result) -> list[float]:
    """Each seat's share of the first place."""
    firsts = [rank == 1 for rank in result["ranking"]]
    return [first / max(sum(firsts), 1) for first in firsts]


def standings(results: Sequence[Result], game: str, late: int | None = None) -> list[Standing]:
    """The table, the strongest first; with `late`, the share of games still running after that round."""
    bots = sorted({name for result in results for name in result["seats"]})
    elo, low, high = elo_ratings(results, bots)
    bounds = elo_bounds(results, bots)
    skill = openskill_ratings(results, bots)
    measure = game_class(game).measure
    lines = [
        replace(
            _standing(results, bot, measure, (elo[i], low[i], high[i]), skill[bot], late),
            elo_bound=bounds[i],
            faults=faults_of(results, bot),
        )
        for i, bot in enumerate(bots)
    ]
    return sorted(lines, key=lambda line: -line.elo)


def _standing(
    results: Sequence[Result],
    bot: str,
    measure: Measure | None,
    elo: tuple[float, float, float],
    skill: tuple[float, float],
    late: int | None,
) -> Standing:
    blocks: dict[int, list[float]] = defaultdict(list)
    fair: list[float] = []
    measured: list[float] = []
    seconds = turns = 0.0
    own = [result for result in results if bot in result["seats"]]
    for result in own:
        shares = won(result)
        for seat, name in enumerate(result["seats"]):
            if name != bot:
                continue
            blocks[result["block"]].append(shares[seat])
            fair.append(1 / len(result["seats"]))
            seconds += result["seconds"][seat]
            turns += result["turns"][seat]
            if measure and (shares[seat] > 0 or not measure.of_winners):
                measured.append(result[measure.name][seat])
    first, low, high = share_interval(list(blocks.values()))
    return Standing(
        bot=bot,
        games=len(fair),
        first=first,
        first_low=low,
        first_high=high,
        fair=float(np.mean(fair)),
        elo=elo[0],
        elo_low=elo[1],
        elo_high=elo[2],
        mu=skill[0],
        sigma=skill[1],
        measure=measure.mean if measure else None,
        mean=float(np.mean(measured)) if measured else None,
        mean_error=standard_error(measured) if measured else None,
        seconds_per_turn=seconds / max(turns, 1),
        late=late_games(own, late)["share"] if late is not None else None,
    )


def late_games(results: Sequence[Result], late: int) -> dict[str, Any]:
    """How many games were still running after a round, and their share with its interval."""
    blocks: dict[int, list[float]] = defaultdict(list)
    for result in results:
        blocks[result["block"]].append(float(is_late(result, late)))
    share, low, high = share_interval(list(blocks.values()))
    games = sum(int(sum(block)) for block in blocks.values())
    return {"after_round": late, "games": games, "share": share, "share_low": low, "share_high": high}


def standard_error(values: Sequence[float]) -> float:
    return float(np.std(values, ddof=1) / math.sqrt(len(values))) if len(values) > 1 else 0.0


def share_interval(blocks: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """The mean of all and its 95 % interval: the wider of Wilson's and the one between blocks of the same deal."""
    values = [x for block in blocks for x in block]
    n = len(values)
    mean = float(np.mean(values))
    z = 1.96
    centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    low, high = centre - half, centre + half
    if len(blocks) > 1:
        sums = np.array([sum(block) for block in blocks])
        sizes = np.array([len(block) for block in blocks])
        spread = z * math.sqrt(float(np.sum((sums - mean * sizes) ** 2))) / n
        low, high = min(low, mean - spread), max(high, mean + spread)
    return mean, max(low, 0.0), min(high, 1.0)


def openskill_ratings(results: Sequence[Result], bots: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Plackett-Luce over the games in the order of the schedule; a bot that meets itself is rated by its best seat."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rating = {bot: model.rating(name=bot) for bot in bots}
    for result in results:
        best: dict[str, int] = {}
        for name, rank in zip(result["seats"], result["ranking"], strict=True):
            best[name] = min(rank, best.get(name, rank))
        if len(best) < 2:
            continue
        names = sorted(best)
        rated = model.rate([[rating[name]] for name in names], ranks=[best[name] for name in names])
        for name, team in zip(names, rated, strict=True):
            rating[name] = team[0]
    return {bot: (float(rating[bot].mu), float(rating[bot].sigma)) for bot in bots}


def pair_scores(results: Sequence[Result], bots: Sequence[str]) -> dict[int, Any]:
    """For each block a matrix: how often one bot was placed before another, ties half."""
    place = {bot: i for i, bot in enumerate(bots)}
    blocks: dict[int, Any] = {}
    for result in results:
        matrix = blocks.setdefault(result["block"], np.zeros((len(bots), len(bots))))
        for a, one in enumerate(result["seats"]):
            for b, other in enumerate(result["seats"]):
                if one != other:
                    ahead = result["ranking"][b] - result["ranking"][a]
                    matrix[place[one], place[other]] += 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return blocks


def bradley_terry(scores: Any) -> Any:
    """Elo-scaled strengths that explain the pair scores best; half a game against each keeps them finite.

    `scores` is one matrix, or many of them at once.
    """
    met = (scores + np.swapaxes(scores, -1, -2)) > 0
    scores = scores + 0.5 * met
    games = scores + np.swapaxes(scores, -1, -2)
    wins = scores.sum(-1)
    strength = np.ones(scores.shape[:-1])
    for _ in range(200):
        share = games / (strength[..., :, None] + strength[..., None, :])
        strength = np.where(wins > 0, wins / np.maximum(share.sum(-1), 1e-12), strength)
        middle = np.exp(np.log(np.maximum(strength, 1e-12)).mean(-1, keepdims=True))
        strength = np.maximum(strength / middle, 1e-9)
    return ELO_MEAN + 400 * np.log10(strength)


def elo_ratings(results: Sequence[Result], bots: Sequence[str]) -> tuple[Any, Any, Any]:
    """Strengths and 95 % intervals; the same numbers every time.

    An interval is the wider of two: of blocks drawn again, which knows that games of one deal are alike, and of the
    share of each pair drawn from what is believed of it after these games (Jeffreys' prior), which knows that a sweep
    of twenty games is no proof.
    """
    blocks = np.array(list(pair_scores(results, bots).values()))
    total = blocks.sum(0)
    rng = np.random.default_rng(1)
    again = np.array([blocks[rng.integers(len(blocks), size=len(blocks))].sum(0) for _ in range(RESAMPLES)])
    believed = np.array([_believed(total, rng) for _ in range(RESAMPLES)])
    elo = bradley_terry(total)
    drawn = [bradley_terry(scores) for scores in (again, believed)]
    lows = [np.quantile(one, 0.025, axis=0) for one in drawn]
    highs = [np.quantile(one, 0.975, axis=0) for one in drawn]
    return elo, np.minimum(elo, np.minimum(*lows)), np.maximum(elo, np.maximum(*highs))


def _believed(scores: Any, rng: np.random.Generator) -> Any:
    """Scores as they might have been: each pair's share drawn from its posterior."""
    drawn = np.zeros_like(scores)
    for i, j in combinations(range(len(scores)), 2):
        games = scores[i, j] + scores[j, i]
        if games > 0:
            drawn[i, j] = games * rng.beta(scores[i, j] + 0.5, scores[j, i] + 0.5)
            drawn[j, i] = games - drawn[i, j]
    return drawn


def elo_bounds(results: Sequence[Result], bots: Sequence[str]) -> list[str | None]:
    """Whose strength has no end in one direction by these games: who always or never was placed before the others."""
    total = np.array(list(pair_scores(results, bots).values())).sum(0)
    ahead, behind = total.sum(1), total.sum(0)
    return ["at least" if a and not b else "at most" if b and not a else None for a, b in zip(ahead, behind)]


def faults_of(results: Sequence[Result], bot: str) -> dict[str, int] | None:
    """What went wrong in a guest's decisions, by kind; None for a bot of the house."""
    total: dict[str, int] | None = None
    for result in results:
        for name, faults in zip(result["seats"], result.get("faults") or ()):
            if name == bot and faults is not None:
                total = {kind: count + (total or {}).get(kind, 0) for kind, count in faults.items()}
    return total
