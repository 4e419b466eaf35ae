"""How environments end, what they tell then, and that copies of them go on by themselves."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import expedition
import expedition.envs.openspiel
from expedition.core.game import State
from expedition.envs import eldorado_v0, silvergold_v0
from expedition.envs.batch import BatchEnv
from expedition.envs.mixed import MixedGames, Part, Slot
from expedition.players import Bot

pytestmark = pytest.mark.compiled


def first_legal(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[0])


def played_out(env: Any, seed: int = 1) -> tuple[bool, bool, dict[str, Any]]:
    """A whole episode of first legal actions; how it ended."""
    _, info = env.reset(seed=seed)
    while True:
        _, _, terminated, truncated, info = env.step(first_legal(info["action_mask"]))
        if terminated or truncated:
            return terminated, truncated, info


# Endings.


def test_the_limit_of_rounds_truncates_and_says_so() -> None:
    env = gymnasium.make("expedition/ElDorado-v0", opponents=["random"], max_rounds=2)
    terminated, truncated, info = played_out(env)
    assert (terminated, truncated, info["round_limit"]) == (False, True, True)
    assert sorted(info["places"]) in ([1, 2], [1, 1])
    assert info["scores"] is None


def test_a_game_played_to_its_end_terminates_with_places_and_scores() -> None:
    env = gymnasium.make("expedition/SilverGold-v0", opponents=["random"])
    terminated, truncated, info = played_out(env)
    assert (terminated, truncated, info["round_limit"]) == (True, False, False)
    assert len(info["places"]) == len(info["scores"]) == 2
    best = info["scores"][info["places"].index(1)]
    assert best == max(info["scores"])


def test_an_illegal_action_terminates_without_places() -> None:
    env = gymnasium.make("expedition/SilverGold-v0", opponents=["random"])
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["places"] is None


def test_the_mask_of_a_finished_game_can_be_sampled() -> None:
    env = gymnasium.make("expedition/SilverGold-v0", opponents=["random"])
    *_, info = played_out(env)
    assert env.action_space.sample(info["action_mask"]) in range(env.action_space.n)
    assert env.unwrapped.action_masks().any()
    first_legal(info["action_mask"])


def test_the_limit_truncates_every_agent_of_pettingzoo() -> None:
    env = eldorado_v0.env(players=2, max_rounds=1)
    env.reset(seed=1)
    while not any(env.truncations.values()) and not any(env.terminations.values()):
        env.step(first_legal(env.observe(env.agent_selection)["action_mask"]))
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    for agent in env.agents:
        assert env.infos[agent]["round_limit"] is True
        assert env.observe(agent)["action_mask"].any()


def test_a_parallel_game_ends_with_places_and_scores() -> None:
    env = silvergold_v0.parallel_env(players=2)
    observations, _ = env.reset(seed=1)
    while env.agents:
        actions = {agent: first_legal(observations[agent]["action_mask"]) for agent in env.agents}
        observations, _, terminations, truncations, infos = env.step(actions)
    assert all(terminations.values())
    assert not any(truncations.values())
    assert infos["player_0"]["scores"] == infos["player_1"]["scores"]
    assert observations["player_0"]["action_mask"].any()


# Copies.


def some_steps(env: Any, count: int) -> list[list[int]]:
    """Rows of the next steps of a Gymnasium environment, first legal action each."""
    seen = []
    for _ in range(count):
        row, *_ = env.step(first_legal(env.action_masks()))
        seen.append(row.tolist())
    return seen


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("name", ["ElDorado", "SilverGold"])
def test_a_copy_of_a_gymnasium_environment_goes_on_by_itself(name: str, copied: Any) -> None:
    env = gymnasium.make(f"expedition/{name}-v0", opponents=["greedy"]).unwrapped
    env.reset(seed=3)
    some_steps(env, 5)
    other = copied(env)
    ahead = some_steps(other, 6)
    assert some_steps(env, 6) == ahead  # the copy went first and changed nothing here


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("maker", [eldorado_v0.env, silvergold_v0.env], ids=["eldorado", "silvergold"])
def test_a_copy_of_a_pettingzoo_environment_goes_on_by_itself(maker: Any, copied: Any) -> None:
    def steps(env: Any, count: int) -> list[Any]:
        seen = []
        for _ in range(count):
            shown = env.observe(env.agent_selection)
            seen.append([env.agent_selection, shown["observation"].tolist()])
            env.step(first_legal(shown["action_mask"]))
        return seen

    env = maker(players=2)
    env.reset(seed=3)
    steps(env, 5)
    other = copied(env)
    assert steps(other, 6) == steps(env, 6)


def test_a_copy_of_a_parallel_environment_goes_on_by_itself() -> None:
    env = silvergold_v0.parallel_env(players=3)
    env.reset(seed=3)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        rows = []
        for one in (other, copy.deepcopy(env)):
            actions = {agent: first_legal(one.together.masks[k]) for k, agent in enumerate(one.agents)}
            rows.append(one.step(actions)[0]["player_1"]["observation"].tolist())
        assert rows[0] == rows[1]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("name", ["eldorado", "silvergold"])
def test_a_copy_of_a_batch_goes_on_by_itself(name: str, copied: Any) -> None:
    def steps(batch: BatchEnv, count: int) -> list[bytes]:
        seen = []
        for _ in range(count):
            batch.step(batch.sample())
            seen.append(batch.observations.tobytes() + batch.masks.tobytes())
        return seen

    env = BatchEnv(name, 6, seed=3, threads=2)
    steps(env, 5)
    other = copied(env)
    assert other.game == env.game
    ahead = steps(other, 6)
    assert steps(env, 6) == ahead  # the copy went first and changed nothing here


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_of_mixed_games_goes_on_by_itself(copied: Any) -> None:
    def rows(games: MixedGames, now: Slot, count: int) -> list[bytes]:
        seen = []
        for _ in range(count):
            following = games.slot()
            games.step(now.masks.argmax(0).astype("int16"), now, following)
            now = following
            seen.append(now.rows.tobytes())
        return seen

    games = MixedGames([Part(expedition.make("silvergold", players=players), 2) for players in (2, 4)], seed=5)
    now = games.slot()
    games.reset(now)
    other = copied(games)
    assert rows(other, now, 6) == rows(games, now, 6)


@pytest.mark.parametrize("name", ["expedition_eldorado", "expedition_silvergold"])
def test_an_openspiel_game_and_its_states_are_pickled_and_copied(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    for action in (5, None, None):
        state.apply_action(state.legal_actions()[0] if action is None else action)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.clone()):
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_tensor(0) == state.observation_tensor(0)
        other.apply_action(other.legal_actions()[0])
        assert other.history() != state.history()


@pytest.mark.parametrize("name", ["expedition_eldorado", "expedition_silvergold"])
def test_an_openspiel_state_is_written_down_in_a_few_kilobytes(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    state.apply_action(5)
    for _ in range(60):
        state.apply_action(state.legal_actions()[0])
    written = pyspiel.serialize_game_and_state(game, state)
    assert len(written) < 6000
    _, again = pyspiel.deserialize_game_and_state(written)
    assert again.legal_actions() == state.legal_actions()
    assert again.observation_tensor(0) == state.observation_tensor(0)
    again.apply_action(again.legal_actions()[-1])
    assert again.history() != state.history()


# Opponents.


class Notes(Bot):
    """An opponent that writes down what it is given."""

    def __init__(self) -> None:
        self.given: list[dict[str, Any]] = []

    def choose(self, information: Any, actions: Any, budget: Any = None) -> int:
        assert not isinstance(information, State)
        self.given.append(information)
        return actions[0]


def test_a_bot_of_ones_own_is_given_information_and_nothing_else() -> None:
    notes = Notes()
    env = gymnasium.make("expedition/SilverGold-v0", opponents=[notes])
    played_out(env, seed=4)
    game = expedition.make("silvergold", players=2)
    state = game.new(4)
    assert notes.given
    assert notes.given[0].keys() == state.information(1).keys()
    assert all(given["seat"] == 1 for given in notes.given)
    assert any(given["events"] for given in notes.given)  # its journal is there, as at a table


def test_a_player_of_ones_own_by_its_file(tmp_path: Path) -> None:
    text = "class Mine:\n    def choose(self, information, actions, budget=None):\n        return actions[-1]\n"
    (tmp_path / "mine.py").write_text(text)
    env = gymnasium.make("expedition/SilverGold-v0", opponents=[f"{tmp_path}/mine.py:Mine"])
    terminated, _, info = played_out(env)
    assert terminated
    assert info["places"]


def test_one_opponent_may_be_written_without_a_list() -> None:
    env = gymnasium.make("expedition/SilverGold-v0", opponents="greedy").unwrapped
    assert env.game.players == 2
