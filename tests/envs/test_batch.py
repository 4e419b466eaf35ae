"""Batches play the same games as `State`, write in place, and do not depend on how many threads work."""

import numpy as np
import pytest

import expedition
from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.random_play import random_game, seed_dice
from expedition.core.jit import compiled, interpreted
from expedition.envs.batch import BatchEnv, linear_rewards, play_random_games

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

SETUPS = [
    pytest.param("eldorado", {"players": 2, "max_rounds": 4}, id="eldorado-2"),
    pytest.param("eldorado", {"players": 4, "caves": True, "max_rounds": 3, "route": "swamplands"}, id="eldorado-4"),
    pytest.param("silvergold", {"players": 2}, id="silvergold-2"),
    pytest.param("silvergold", {"players": 3}, id="silvergold-3"),
]
ARRAYS = ("observations", "masks", "rewards", "done", "seats", "numbers", "random_actions")


def same_deal(env, game, number):
    """The state of a deal of a batch: its key is made of the seed, the game and how often that was dealt."""
    return env.game.new(seed=number | game << 32 | env.seed << 64)


def paid(places, worth):
    """Seats that share places share what these are worth."""
    return [
        np.mean([worth[place - 1 + i] for i in range(places.count(place))]) for place in places
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_a_batch_plays_the_games_of_state(name, options):
    """Given random actions, then every array says what interpreted play says, deal after deal."""
    env = BatchEnv(name, 3, seed=12345678901, threads=1, **options)
    game, tables, row = env.game, env.game.tables(), [0] * env.observations.shape[1]
    states = [same_deal(env, g, 0) for g in range(3)]
    ended = 0
    for _ in range(400):
        for g, state in enumerate(states):
            assert env.seats[g] == state.actor
            assert np.flatnonzero(env.masks[g]).tolist() == state.legal_actions()
            game.rule_observe(state.s, tables, state.actor, row)
            assert env.observations[g].tolist() == row
        actions = env.sample().copy()
        env.step(actions)
        for g, state in enumerate(states):
            state.apply(int(actions[g]))
            assert env.done[g] == state.is_over
            if state.is_over:
                assert env.rewards[g] == pytest.approx(paid(state.ranking(), linear_rewards(env.players)))
                states[g] = same_deal(env, g, int(env.numbers[g]))
                ended += 1
            else:
                assert not env.rewards[g].any()
    assert ended >= 3
    assert env.numbers.sum() == ended


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_a_row_that_is_written_on_is_the_row_written_anew(name, options):
    """Given a seat that goes on, then what it did not change is what a whole new row would say."""
    env = BatchEnv(name, 48, seed=8, **{**options, "max_rounds": 60} if name == "eldorado" else options)
    observe, row = compiled(env.game.rule_observe), np.zeros(env.observations.shape[1], np.int8)
    went_on = 0
    for _ in range(500):
        before = env.seats.copy()
        env.step(env.sample())
        went_on += int((before == env.seats).sum())
        for g in range(env.count):
            observe(env.states[g], env.tables[0], env.seats[g], row)
            assert env.observations[g].tobytes() == row.tobytes()
    assert went_on > 2000


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_rows_stay_within_the_bounds_of_their_fields_and_reach_them(name, options):
    """Given many random games, then no number leaves its bounds, and some reach them."""
    env = BatchEnv(name, 64, seed=3, **{**options, "max_rounds": 60} if name == "eldorado" else options)
    low, high = np.array(env.game.observation_bounds).T
    least, most = env.observations.min(axis=0), env.observations.max(axis=0)
    for _ in range(600):
        env.step(env.sample())
        np.minimum(least, env.observations.min(axis=0), out=least)
        np.maximum(most, env.observations.max(axis=0), out=most)
    assert (least >= low).all()
    assert (most <= high).all()
    assert (most == high).mean() > 0.1  # many count what only other set-ups have


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_threads_and_runs_make_no_difference(name, options):
    told = []
    for threads in (1, 1, 2, 3):
        env = BatchEnv(name, 7, seed=5, threads=threads, **options)
        seen = []
        for _ in range(60):
            env.step(env.sample())
            seen.append((env.observations.tobytes(), env.masks.tobytes(), env.rewards.tobytes(), env.done.tobytes()))
        told.append(seen)
    assert told[0] == told[1] == told[2] == told[3]


def test_other_seeds_deal_other_games():
    rows = {BatchEnv("eldorado", 1, seed=seed).observations.tobytes() for seed in range(8)}
    assert len(rows) > 1
    env = BatchEnv("eldorado", 8, seed=1)
    assert len({row.tobytes() for row in env.observations}) > 1


def test_reset_gives_the_same_games_again():
    env = BatchEnv("silvergold", 4, seed=3)
    first = env.observations.copy()
    env.step(env.sample())
    assert (env.observations != first).any()
    env.reset()
    assert (env.observations == first).all()
    env.reset(seed=4)
    assert (env.observations != first).any()


def test_arrays_are_written_in_place():
    env = BatchEnv("silvergold", 5, threads=2)
    arrays = {name: getattr(env, name) for name in ARRAYS}
    where = {name: array.__array_interface__["data"] for name, array in arrays.items()}
    for _ in range(40):
        env.step(env.sample())
    env.reset(seed=9)
    for name, array in arrays.items():
        assert getattr(env, name) is array
        assert array.__array_interface__["data"] == where[name]
        assert array.flags.c_contiguous


@pytest.mark.parametrize("action", [-1, 30_000])
def test_an_illegal_action_ends_its_game_alone(action):
    env = BatchEnv("eldorado", 3, players=3, seed=2)
    actions = env.sample().copy()
    loser = int(env.seats[1])
    actions[1] = action
    env.step(actions)
    assert env.done.tolist() == [0, 1, 0]
    assert env.rewards[1, loser] == -1
    assert env.rewards[1].sum() == pytest.approx(0)
    assert env.numbers.tolist() == [0, 1, 0]
    assert np.flatnonzero(env.masks[1]).tolist() == same_deal(env, 1, 1).legal_actions()


def test_places_are_worth_what_one_says():
    env = BatchEnv("eldorado", 4, max_rounds=1, rewards=[5, 1])
    while not env.done.any():
        env.step(env.sample())
    assert {round(float(r), 1) for r in env.rewards[env.done == 1].ravel()} <= {5.0, 3.0, 1.0}


def test_a_row_can_be_taken_apart_by_field():
    env = BatchEnv("eldorado", 2, players=3, caves=True)
    fields = env.observation(1)
    assert [name for name, _, _ in env.game.observation_fields] == list(fields)
    assert np.concatenate(list(fields.values())).tolist() == env.observations[1].tolist()
    assert fields["players"] == [3]
    assert fields["caves_variant"] == [1]


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: BatchEnv("eldorado", 0), "at least one game"),
        (lambda: BatchEnv("eldorado", 2, rewards=[1]), "each of 2 places"),
        (lambda: BatchEnv("eldorado", 2).step([0]), "each of 2 games"),
        (lambda: BatchEnv("eldorado", 2, players=9), "2 to 4 players"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(make, says):
    with pytest.raises((ValueError, expedition.SetupError), match=says):
        make()


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_whole_games_are_the_same_compiled_and_interpreted(name, options):
    game = expedition.make(name, **options)
    states, steps = play_random_games(game, 3, seed=8)
    play = interpreted(random_game, **rules_of(game))
    for g in range(3):
        s = game.new(seed=g << 32 | 8 << 64).s
        dice = [0]
        seed_dice(dice, g)
        assert play(s, game.tables(), [0] * game.num_actions, dice, 1 << 30) == steps[g]
        assert game.position_type.load(states[g]) == s
