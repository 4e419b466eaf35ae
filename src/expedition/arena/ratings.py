"""What the results say: first places with intervals, openskill and Elo-style ratings."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
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
    skill = openskill_ratings(results, bots)
    measure = game_class(game).measure
    lines = [
        _standing(results, bot, measure, (elo[i], low[i], high[i]), skill[bot], late) for i, bot in enumerate(bots)
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
    """Elo-scaled strengths that explain the pair scores best; half a game against each keeps them finite."""
    n = len(scores)
    met = (scores + scores.T) > 0
    scores = scores + 0.5 * met
    strength = np.ones(n)
    for _ in range(200):
        games = scores + scores.T
        share = games / (strength[:, None] + strength[None, :])
        np.fill_diagonal(share, 0.0)
        wins = scores.sum(1)
        strength = np.where(wins > 0, wins / np.maximum(share.sum(1), 1e-12), strength)
        strength = np.maximum(strength / np.exp(np.log(np.maximum(strength, 1e-12)).mean()), 1e-9)
    return ELO_MEAN + 400 * np.log10(strength)


def elo_ratings(results: Sequence[Result], bots: Sequence[str]) -> tuple[Any, Any, Any]:
    """Strengths and 95 % intervals by drawing blocks again; the same numbers every time."""
    blocks = np.array(list(pair_scores(results, bots).values()))
    rng = np.random.default_rng(1)
    drawn = np.array(
        [bradley_terry(blocks[rng.integers(len(blocks), size=len(blocks))].sum(0)) for _ in range(RESAMPLES)]
    )
    return bradley_terry(blocks.sum(0)), np.quantile(drawn, 0.025, axis=0), np.quantile(drawn, 0.975, axis=0)
