"""Gymnasium knows our environments by name, and its checker accepts them."""

from importlib.metadata import entry_points

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import expedition
import expedition.envs

pytestmark = [pytest.mark.compiled, pytest.mark.slow, pytest.mark.filterwarnings("ignore:.*:UserWarning")]


def make(game, **options):
    return gymnasium.make(f"expedition/{game}-v0", **options)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("ElDorado", {"opponents": ["random", "random"], "caves": True}),
        ("ElDorado", {"structured": True, "route": "swamplands"}),
        ("SilverGold", {"opponents": ["random"] * 3}),
        ("SilverGold", {"seat": 1, "render_mode": "rgb_array"}),
    ],
)
def test_check_env_passes(game, options):
    check_env(make(game, **options).unwrapped)


def test_the_entry_point_registers_the_same_names():
    (found,) = [entry for entry in entry_points(group="gymnasium.envs") if entry.name == "expedition"]
    before = dict(gymnasium.registry)
    found.load()()
    assert dict(gymnasium.registry) == before
    assert {"expedition/ElDorado-v0", "expedition/SilverGold-v0"} <= set(before)


@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize("game", ["ElDorado", "SilverGold"])
def test_a_whole_episode_against_a_bot(game, opponent):
    """Given a seed and a policy, when a game is played twice, then it is the same game and ends with a reward."""
    told = []
    for _ in range(2):
        env = make(game, opponents=[opponent])
        dice = np.random.default_rng(1)
        _, info = env.reset(seed=5)
        over, steps = False, []
        while not over:
            action = int(dice.choice(np.flatnonzero(info["action_mask"])))
            seen, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            steps.append(action)
            assert not (terminated and truncated)
            assert (env.unwrapped.action_masks() == info["action_mask"]).all() or over
            assert over or reward == 0
        assert -1 <= reward <= 1
        assert info["action_mask"].all()  # nothing is played any more, and sampling does not crash
        told.append((steps, seen.tolist(), reward))
    assert told[0] == told[1]


def test_greedy_beats_random_play():
    """Opponents do what their name says: of eight races against greedy, random legal play wins at most two."""
    env = make("ElDorado", opponents=["greedy"])
    dice = np.random.default_rng(1)
    won = 0
    for seed in range(8):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, terminated, truncated, info = env.step(int(dice.choice(np.flatnonzero(info["action_mask"]))))
            over = terminated or truncated
        won += reward > 0
    assert won <= 2


def test_an_illegal_action_ends_the_episode_with_the_worst_reward():
    env = make("ElDorado")
    _, info = env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert terminated
    assert reward == -1
    with pytest.raises(RuntimeError, match="reset"):
        env.unwrapped.step(0)


def test_the_own_seat_can_be_drawn_by_lot():
    env = make("SilverGold", opponents=["random"] * 2, seat=None)
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.unwrapped.seat)
    assert seats == {0, 1, 2}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 3}, "opponents plus one"),
        ({"opponents": ["nobody"]}, "greedy"),
        ({"opponents": []}, "2 to 4 players"),
        ({"seat": 2}, "seat 2"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(options, says):
    with pytest.raises(expedition.ExpeditionError, match=says):
        make("ElDorado", **options)
