"""Ratings by openskill, one ladder per game and number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
START_MU = float(MODEL.mu)
START_SIGMA = float(MODEL.sigma)


def shown(mu: float, sigma: float) -> int:
    """The number people see: what we are almost sure of, a newcomer at 1500."""
    return round(100 * (mu - 3 * sigma) + 1500)


def rated(
    known: Mapping[str, Mapping[str, Any]], people: Sequence[str], ranking: Sequence[int]
) -> list[dict[str, Any]]:
    """The new ratings of the people of one finished game, by their places."""
    before = [(known[p]["mu"], known[p]["sigma"]) if p in known else (START_MU, START_SIGMA) for p in people]
    teams = [[MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = MODEL.rate(teams, ranks=[float(place) for place in ranking])
    return [
        {"person": p, "mu_before": old[0], "sigma_before": old[1], "mu": new[0].mu, "sigma": new[0].sigma}
        for p, old, new in zip(people, before, after)
    ]
