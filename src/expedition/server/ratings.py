"""Ratings by openskill, one ladder per game and number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
START_MU = float(MODEL.mu)
START_SIGMA = float(MODEL.sigma)


_SCALE = 40  # the numbers people see are about those of chess: a newcomer has 1500 ± 653
WITHIN = 1.96  # so many sigma to either side, 19 times out of 20


def shown(mu: float) -> int:
    """The number people see: how strong somebody probably is, a newcomer at 1500."""
    return round(_SCALE * (mu - START_MU) + 1500)


def doubt(sigma: float) -> int:
    """How far off that may be to either side, 19 times out of 20."""
    return round(_SCALE * WITHIN * sigma)


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
