"""PettingZoo's own tests, and what they do not look at."""

import pickle

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import expedition
from expedition.envs import eldorado_v0, silvergold_v0

pytestmark = [pytest.mark.compiled, pytest.mark.slow, pytest.mark.filterwarnings("ignore:.*:UserWarning")]

MAKERS = [
    pytest.param(lambda **o: eldorado_v0.env(players=3, caves=True, max_rounds=20, **o), id="eldorado_v0"),
    pytest.param(lambda **o: silvergold_v0.env(players=3, **o), id="silvergold_v0"),
]


def parallel(**options):
    return silvergold_v0.parallel_env(players=4, **options)


@pytest.mark.parametrize("make", MAKERS)
def test_api_test_passes(make):
    api_test(make(), num_cycles=300)


@pytest.mark.parametrize("make", MAKERS)
def test_api_test_passes_with_structured_observations(make):
    api_test(make(structured=True), num_cycles=50)


@pytest.mark.parametrize("make", MAKERS)
def test_seed_test_passes(make):
    seed_test(make, num_cycles=200)


@pytest.mark.parametrize("make", MAKERS)
def test_render_test_passes(make, capsys):
    render_test(make)
    assert "player_0" in capsys.readouterr().out  # `human` prints the table


def test_parallel_tests_pass():
    parallel_api_test(parallel(), num_cycles=300)
    parallel_seed_test(parallel)


@pytest.mark.parametrize("make", MAKERS)
def test_an_episode_is_the_game_of_the_same_seed(make):
    """Given a seed, when both play the same actions, then masks, seats, rows and rewards are those of `State`."""
    env = make()
    env.reset(seed=11)
    state = env.game.new(seed=11)
    tables, row = env.game.tables(), [0] * env.single.size
    dice = np.random.default_rng(5)
    while not state.is_over:
        assert env.agent_selection == f"player_{state.actor}"
        seen, reward, terminated, _, info = env.last()
        assert (reward, terminated) == (0, False)
        env.game.rule_observe(state.s, tables, state.actor, row)
        assert seen["observation"].tolist() == row
        assert np.flatnonzero(seen["action_mask"]).tolist() == state.legal_actions()
        assert info["action_mask"] is seen["action_mask"]
        action = int(dice.choice(state.legal_actions()))
        env.step(action)
        state.apply(action)
    places = state.ranking()
    best = [agent for agent, place in zip(env.possible_agents, places) if place == min(places)]
    ended = env.terminations if env.game.winners(state.s) else env.truncations  # the limit of rounds truncates
    assert all(ended.values())
    assert [agent for agent in env.agents if env.rewards[agent] == max(env.rewards.values())] == best
    assert sum(env.rewards.values()) == pytest.approx(0)


def test_rewards_by_place_can_be_chosen():
    env = eldorado_v0.env(players=2, max_rounds=2, rewards=[10, 3])
    env.reset(seed=1)
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    got = sorted(env.rewards.values())
    assert got in ([3, 10], [6.5, 6.5])


@pytest.mark.parametrize("action", [-1, 10**6, None])
def test_an_illegal_action_ends_the_episode_with_the_worst_reward(action):
    env = eldorado_v0.env(players=3)
    env.reset(seed=1)
    first = env.agent_selection
    env.step(action)
    assert all(env.terminations.values())
    assert env.rewards[first] == -1
    assert sum(env.rewards.values()) == pytest.approx(0)
    for _ in range(3):
        env.step(None)
    assert env.agents == []
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_what_was_observed_stays_as_it_was():
    env = silvergold_v0.env()
    env.reset(seed=1)
    seen = env.last()[0]
    kept = {key: value.copy() for key, value in seen.items()}
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert all((seen[key] == kept[key]).all() for key in kept)


@pytest.mark.parametrize("make", [*MAKERS, pytest.param(parallel, id="parallel")])
def test_an_environment_travels_to_another_process(make):
    """Trainers pickle environments for their workers; what arrives is the same environment before its first reset."""
    env = make(structured=True, rewards=[9, 4, 2, 1][: len(make().possible_agents)])
    other = pickle.loads(pickle.dumps(env))
    assert other.possible_agents == env.possible_agents
    assert other.observation_space("player_0") == env.observation_space("player_0")
    env.reset(seed=3)
    other.reset(seed=3)
    assert other.game == env.game


def test_before_reset_a_sentence_says_what_to_do():
    with pytest.raises(AttributeError, match="reset"):
        print(eldorado_v0.env().agents)


def test_an_unknown_render_mode_is_refused():
    with pytest.raises(ValueError, match="ansi"):
        eldorado_v0.env(render_mode="film")


def test_seats_that_owe_nothing_may_only_wait():
    """When one seat is replacing a map or marking an extra field, then the others have `wait` and nothing else."""
    env = parallel()
    seen, _ = env.reset(seed=4)
    dice = np.random.default_rng(1)
    waits = 0
    while env.agents:
        owing = env.together.state().actors
        for seat, agent in enumerate(env.possible_agents):
            allowed = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            assert (allowed == [env.wait]) == (seat not in owing)
            waits += allowed == [env.wait]
        actions = {agent: int(dice.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        seen, rewards, _, _, _ = env.step(actions)
    assert waits > 0
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0


def test_acting_together_is_the_game_played_seat_by_seat():
    env = parallel()
    seen, _ = env.reset(seed=9)
    state = expedition.make("silvergold", players=4).new(seed=9)
    dice = np.random.default_rng(2)
    while env.agents:
        chosen = {agent: int(dice.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        for seat, agent in enumerate(env.possible_agents):
            if chosen[agent] != env.wait:
                state.apply(chosen[agent], seat)
        seen, rewards, _, _, _ = env.step(chosen)
    assert state.is_over
    order = sorted(range(4), key=lambda seat: state.ranking()[seat])
    assert [rewards[f"player_{seat}"] for seat in order] == sorted(rewards.values(), reverse=True)


def test_who_acts_out_of_turn_together_loses_alone():
    env = parallel()
    env.reset(seed=9)
    actions = dict.fromkeys(env.agents, 0)
    actions["player_2"] = env.wait  # but it has to choose a map
    _, rewards, terminated, _, _ = env.step(actions)
    assert all(terminated.values())
    assert rewards["player_2"] == -1
    assert rewards["player_0"] == pytest.approx(1 / 3)
