"""What makes a first training run learn something: a short game, and rewards on the way that change no optimum."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import expedition
import expedition.envs
from expedition.cli.bots import opponent
from expedition.core.errors import SetupError
from expedition.core.registry import game_class

pytestmark = pytest.mark.compiled


def episode(env: Any, seed: int) -> tuple[list[float], dict[str, Any]]:
    """All rewards of an episode of random legal actions, and its last info."""
    dice = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    rewards = []
    while True:
        _, reward, terminated, truncated, info = env.step(int(dice.choice(np.flatnonzero(info["action_mask"]))))
        rewards.append(reward)
        if terminated or truncated:
            return rewards, info


@pytest.mark.parametrize("name", ["ElDorado", "SilverGold"])
def test_shaped_rewards_of_an_episode_add_up_to_the_plain_ones(name: str) -> None:
    """A potential: what is given on the way is taken back in the end, so no other play becomes best."""
    plain = gymnasium.make(f"expedition/{name}-v0", opponents=["random"], practice=True)
    shaped = gymnasium.make(f"expedition/{name}-v0", opponents=["random"], practice=True, shaping=0.5)
    for seed in range(3):
        bare, _ = episode(plain, seed)
        told, _ = episode(shaped, seed)
        start = shaped.unwrapped
        start.reset(seed=seed)
        assert len(bare) == len(told)
        assert sum(told) + 0.5 * start.single.lead(start.seat) == pytest.approx(sum(bare), abs=1e-6)
        assert sum(1 for reward in told if reward) > sum(1 for reward in bare if reward)


@pytest.mark.parametrize("players", [2, 4])
def test_a_simple_walker_finishes_the_practice_route_in_a_dozen_rounds(players: int) -> None:
    game = expedition.make("eldorado", players=players, **game_class("eldorado").practice)
    walker = opponent(game, "walker", 1)
    state = game.new(seed=1)
    while not state.is_over:
        state.apply(walker(state, state.actor))
    assert game.winners(state.s)
    assert game.rounds(state.s) <= 20


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_a_practice_game_keeps_what_the_caller_asks_for(make: Any) -> None:
    own = game_class("eldorado").practice
    env = make("expedition/ElDorado-v0", practice=True, max_rounds=7, caves=True).unwrapped
    assert env.game.setup["max_rounds"] == 7
    assert env.game.setup["caves"] is True
    plain = make("expedition/ElDorado-v0", practice=True).unwrapped
    assert plain.game.setup["max_rounds"] == own["max_rounds"]
    assert plain.game.setup["route"] == env.game.setup["route"] == own["route"]


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_a_practice_game_on_another_route_is_refused_with_a_sentence(make: Any) -> None:
    with pytest.raises(SetupError, match="a route of its own; leave `route` out"):
        make("expedition/ElDorado-v0", practice=True, route="first")
