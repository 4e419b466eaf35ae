"""Silver & Gold as PettingZoo environments: `silvergold_v0.env(players=4)`, `silvergold_v0.parallel_env(players=4)`."""

from __future__ import annotations

from collections.abc import Sequence

from expedition.core.registry import make
from expedition.envs.aec import TurnEnv
from expedition.envs.together import TogetherEnv


def raw_env(
    players: int = 2,
    rewards: Sequence[float] | None = None,
    structured: bool = False,
    render_mode: str | None = None,
) -> TurnEnv:
    """Seat after seat; what others mark in the open phase stays covered."""
    game = make("silvergold", players=players)
    return TurnEnv(game, "silvergold_v0", rewards=rewards, structured=structured, render_mode=render_mode)


def parallel_env(
    players: int = 2,
    rewards: Sequence[float] | None = None,
    structured: bool = False,
    render_mode: str | None = None,
) -> TogetherEnv:
    """All seats at once; those that owe nothing have one action, `wait`."""
    game = make("silvergold", players=players)
    return TogetherEnv(game, "silvergold_v0", rewards=rewards, structured=structured, render_mode=render_mode)


env = raw_env  # the checks PettingZoo's wrappers make are built in
