"""The Quest for El Dorado as a PettingZoo environment: `eldorado_v0.env(players=3, route="first", caves=True)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from expedition.core.registry import make
from expedition.envs.aec import TurnEnv


def raw_env(
    players: int = 2,
    route: str | Mapping[str, Any] = "first",
    caves: bool = False,
    blockades: str | list[int] = "random",
    max_rounds: int | None = 100,
    rewards: Sequence[float] | None = None,
    structured: bool = False,
    render_mode: str | None = None,
) -> TurnEnv:
    """Without a limit of rounds (`max_rounds=None`) a game of random play can last very long."""
    game = make("eldorado", players=players, route=route, caves=caves, blockades=blockades, max_rounds=max_rounds)
    return TurnEnv(game, "eldorado_v0", rewards=rewards, structured=structured, render_mode=render_mode)


env = raw_env  # the checks PettingZoo's wrappers make are built in
