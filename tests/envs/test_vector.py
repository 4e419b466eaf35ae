"""`make_vec` on the batch engine is, game by game, what Gymnasium's own loop over single environments is."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import expedition
import expedition.envs
from expedition.core.registry import game_class
from expedition.envs.vector import BatchVectorEnv
from expedition.players import Bot

pytestmark = pytest.mark.compiled

GAMES = 3
PRACTICE = {"route": game_class("eldorado").practice["route"], "max_rounds": 3, "shaping": 0.5}
SETUPS = [
    pytest.param("ElDorado", {"opponents": ["greedy"], **PRACTICE}, id="shaped"),
    pytest.param("ElDorado", {"opponents": ["greedy"] * 2, "seat": 1, "caves": True, "max_rounds": 2}, id="caves"),
    pytest.param("SilverGold", {"opponents": ["greedy"], "structured": True}, id="silvergold"),
]


def make_vec(name: str, count: int = GAMES, **options: Any) -> Any:
    return gymnasium.make_vec(f"expedition/{name}-v0", num_envs=count, **options)


def a_random_one_each(dice: np.random.Generator, masks: np.ndarray) -> np.ndarray:
    return np.array([dice.choice(np.flatnonzero(mask)) for mask in masks])


def same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            same(one[key], other[key])
    else:
        np.testing.assert_array_equal(one, other)


def test_make_vec_takes_the_batch_engine_by_itself_and_by_name() -> None:
    for options in ({}, {"vectorization_mode": "vector_entry_point"}):
        env = make_vec("ElDorado", 5, **options)
        assert isinstance(env, BatchVectorEnv)
        assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        rows, infos = env.reset(seed=1)
        assert env.observation_space.contains(rows)
        assert rows.shape == (5, *env.single_observation_space.shape)
        assert infos["action_mask"].shape == (5, env.single_action_space.n)
        env.close()


@pytest.mark.slow
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_it_is_the_loop_over_single_environments(name: str, options: dict[str, Any], mode: AutoresetMode) -> None:
    """Given the same seed, opponents and actions, then every array of every step is the same, deal after deal."""
    batch = make_vec(name, autoreset_mode=mode, **options)
    loop = make_vec(name, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options)
    assert isinstance(loop, SyncVectorEnv)
    assert batch.single_observation_space == loop.single_observation_space
    dice = np.random.default_rng(2)
    (rows, infos), (wanted, told) = batch.reset(seed=7), loop.reset(seed=7)
    ended = 0
    for _ in range(160):
        same(rows, wanted)
        same(infos["action_mask"], told["action_mask"])
        actions = a_random_one_each(dice, infos["action_mask"])
        rows, rewards, terminated, truncated, infos = batch.step(actions)
        wanted, *others, told = loop.step(actions)
        for array, other in zip((rewards, terminated, truncated), others, strict=True):
            np.testing.assert_allclose(array, other, atol=1e-6)
        over = terminated | truncated
        ended += int(over.sum())
        if over.any() and mode is AutoresetMode.SAME_STEP:
            np.testing.assert_array_equal(infos["_final_obs"], told["_final_obs"])
            for g in np.flatnonzero(over):
                same(infos["final_obs"][g], told["final_obs"][g])
                assert infos["final_info"]["places"][g] == told["final_info"]["places"][g]
                assert infos["final_info"]["round_limit"][g] == told["final_info"]["round_limit"][g]
        elif over.any():
            for key in ("places", "scores", "round_limit"):
                assert [infos[key][g] for g in np.flatnonzero(over)] == [told[key][g] for g in np.flatnonzero(over)]
    assert ended >= GAMES


def test_without_autoreset_a_finished_game_waits_for_its_reset() -> None:
    env = make_vec("SilverGold", autoreset_mode="DISABLED")
    _, infos = env.reset(seed=3)
    illegal = infos["action_mask"].argmin(axis=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = illegal[1]
    rows, rewards, terminated, truncated, infos = env.step(actions)
    assert terminated.tolist() == [False, True, False]
    assert not truncated.any()
    assert rewards.tolist() == [0, -1, 0]
    assert infos["places"][1] is None
    assert infos["action_mask"][1].all()  # nothing is played any more, and sampling does not crash
    with pytest.raises(RuntimeError, match="1 games are over"):
        env.step(actions)
    mask = np.array([False, True, False])
    fresh, _ = env.reset(seed=[None, 9, None], options={"reset_mask": mask})
    assert (fresh[[0, 2]] == rows[[0, 2]]).all()
    assert fresh[1].tolist() == expedition.make("silvergold", players=2).new(9).observation(0).tolist()


def test_in_the_next_step_a_finished_game_is_dealt_anew_whatever_the_action() -> None:
    env = make_vec("SilverGold", 2)
    _, infos = env.reset(seed=3)
    _, _, terminated, _, infos = env.step([infos["action_mask"][0].argmax(), -1])
    assert terminated.tolist() == [False, True]
    _, rewards, terminated, _, infos = env.step([infos["action_mask"][0].argmax(), -5])
    assert not terminated.any()
    assert rewards[1] == 0
    assert not infos["action_mask"][1].all()


def test_random_opponents_and_seats_by_lot_play_whole_games() -> None:
    """Two random players are as good as each other: whoever learns nothing gets nothing on average."""
    env = make_vec("SilverGold", 64, seat=None, autoreset_mode="SameStep", copy=False)
    rows, infos = env.reset(seed=1)
    dice, paid = np.random.default_rng(1), []
    assert set(env.games.own.tolist()) == {0, 1}
    for _ in range(120):
        noise = dice.random(infos["action_mask"].shape) * infos["action_mask"]
        rows, rewards, terminated, truncated, infos = env.step(noise.argmax(axis=1))
        paid += rewards[terminated | truncated].tolist()
    assert rows is env.games.observations
    assert len(paid) > 64
    assert abs(np.mean(paid)) < 0.35


def test_the_same_seed_gives_the_same_games() -> None:
    told = []
    for _ in range(2):
        env = make_vec("SilverGold", 4, seat=None)
        env.reset(seed=11)
        told.append([env.step(env.games.masks.argmax(axis=1))[0].tobytes() for _ in range(20)])
    assert told[0] == told[1]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_by_itself(copied: Any) -> None:
    env = make_vec("SilverGold", opponents=["greedy"])
    env.reset(seed=3)
    env.step(env.games.masks.argmax(axis=1))
    other = copied(env)
    ahead = [other.step(other.games.masks.argmax(axis=1))[0].tobytes() for _ in range(4)]
    assert [env.step(env.games.masks.argmax(axis=1))[0].tobytes() for _ in range(4)] == ahead


def test_every_game_is_drawn() -> None:
    env = make_vec("SilverGold", 2, render_mode="ansi")
    env.reset(seed=3)
    first, second = env.render()
    assert "to act: player_0" in first
    assert "to act: player_0" in second
    assert make_vec("SilverGold", 2).render() is None


class Mine(Bot):
    def choose(self, information: Any, actions: Any, budget: Any = None) -> int:
        return int(actions[0])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"opponents": [Mine()]}, 'vectorization_mode="sync"'),
        ({"opponents": ["mine.py:Mine"]}, 'vectorization_mode="sync"'),
        ({"opponents": ["nobody"]}, "greedy"),
        ({"players": 3}, "opponents plus one"),
        ({"seat": 2}, "seat 2"),
        ({"autoreset_mode": "never"}, "NEXT_STEP, SAME_STEP, DISABLED"),
        ({"count": 0}, "at least one game"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(options: dict[str, Any], says: str) -> None:
    with pytest.raises(expedition.ExpeditionError, match=says):
        make_vec("ElDorado", **options)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda env: env.step([0, 0]), "each of 3 games"),
        (lambda env: env.reset(seed=[1, 2]), "each of 3 games"),
        (lambda env: env.reset(options={"reset_mask": np.zeros(3, bool)}), "at least one of them True"),
    ],
)
def test_arrays_of_a_wrong_shape_are_refused_in_a_sentence(call: Any, says: str) -> None:
    env = make_vec("SilverGold")
    with pytest.raises(RuntimeError, match="have not begun"):
        env.step([0, 0, 0])
    env.reset(seed=1)
    with pytest.raises(ValueError, match=says):
        call(env)
