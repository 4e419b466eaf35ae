"""OpenSpiel's own tests on our games, and that its states are ours."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra `openspiel`")

from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

import expedition.envs.openspiel  # noqa: E402, F401 - registers the games

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
SHORT = ["expedition_eldorado(players=3,caves=true,max_rounds=3)", "expedition_silvergold(players=2)"]


def middle(name, seed=3, steps=25):
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(seed)
    dice = random.Random(seed)
    for _ in range(steps):
        state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", SHORT)
def test_random_simulations_pass(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["expedition_eldorado(max_rounds=1,seeds=3)", "expedition_silvergold(seeds=3)"])
def test_a_playthrough_is_generated_and_the_same_each_time(name):
    actions = middle(name, seed=1, steps=4).full_history()
    wanted = [step.action for step in actions]
    first, again = (generate_playthrough.playthrough(name, wanted, seed=2) for _ in range(2))
    assert first == again
    assert "ChanceOutcomes() = [(0," in first
    assert "InformationStateTensor(0)" in first
    assert "ObservationTensor(1)" in first


@pytest.mark.parametrize("name", SHORT)
def test_a_chance_outcome_is_the_game_of_that_seed(name):
    """Given outcome 5, when both play the same actions, then players, legal actions and places are those of `State`."""
    spiel = pyspiel.load_game(name).new_initial_state()
    assert spiel.is_chance_node()
    assert sum(p for _, p in spiel.chance_outcomes()) == pytest.approx(1)
    spiel.apply_action(5)
    state = spiel.get_game().game.new(seed=5)
    dice = random.Random(1)
    while not spiel.is_terminal():
        assert spiel.current_player() == state.actor
        assert spiel.legal_actions() == state.legal_actions()
        action = dice.choice(state.legal_actions())
        spiel.apply_action(action)
        state.apply(action)
    places, returns = state.ranking(), spiel.returns()
    assert state.is_over
    assert sum(returns) == pytest.approx(0)
    assert sorted(places) == [places[i] for i in np.argsort(-np.array(returns), kind="stable")]


@pytest.mark.parametrize("name", SHORT)
def test_a_clone_goes_its_own_way(name):
    state = middle(name)
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before
    assert len(clone.history()) == len(state.history()) + 1


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", SHORT)
def test_what_is_dealt_anew_cannot_be_told_from_the_true_state(name, seed):
    state = middle(name, seed, steps=10 + 7 * seed)
    player = state.current_player()
    other = state.resample_from_infostate(player, random.Random(seed).random)
    assert other.current_player() == player
    assert other.information_state_string() == state.information_state_string()
    assert other.information_state_tensor() == state.information_state_tensor()
    assert other.observation_tensor() == state.observation_tensor()
    assert other.legal_actions() == state.legal_actions()


def test_dealing_anew_does_deal_anew():
    state = middle(SHORT[0])
    made = {str(state.resample_from_infostate(0, random.Random(i).random).course.records.tobytes()) for i in range(5)}
    assert len(made) == 5


def test_the_information_state_recalls_what_was_seen_and_nothing_covered():
    """Given two seats that mark at the same time, then the second to act does not see what the first has marked."""
    state = pyspiel.load_game("expedition_silvergold(players=2)").new_initial_state()
    state.apply_action(1)
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    first = state.current_player()
    told = set()
    for action in state.legal_actions()[:6]:
        after = state.child(action)
        while after.current_player() == first:  # marks an extra field
            after.apply_action(after.legal_actions()[0])
        told.add((after.information_state_string(), tuple(after.information_state_tensor())))
    assert len(told) == 1
    own = state.child(state.legal_actions()[0]).information_state_string(first)
    assert own.endswith(f"{first}:{state.legal_actions()[0]}")


def test_the_example_plays_a_game_by_tree_search():
    command = [sys.executable, "examples/openspiel_mcts.py", "--simulations", "3", "--games", "1"]
    for bot in ("mcts", "ismcts"):
        done = subprocess.run([*command, "--bot", bot], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert f"{bot} against random" in done.stdout
