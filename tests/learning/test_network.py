"""The network of the package: plain NumPy, what the seat may know, chances that add up."""

import resource
import subprocess
import sys

import numpy as np
import pytest

import expedition
from expedition.core.errors import SetupError
from expedition.players import make_bot
from expedition.players.network import FOLDER, MANY, Network, load

SETUPS = [
    pytest.param("eldorado", {"players": 2, "caves": True}, id="eldorado-2"),
    pytest.param("eldorado", {"players": 4, "route": "swamplands"}, id="eldorado-4"),
    pytest.param("silvergold", {"players": 3}, id="silvergold-3"),
]


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_a_judgement_is_of_legal_actions_and_of_all_seats(name, options):
    state = expedition.make(name, **options).new(seed=5)
    network = load(name)
    for _ in range(40):
        judged = network.evaluate(state)
        assert judged.actions == state.legal_actions()
        assert judged.policy.sum() == pytest.approx(1, abs=1e-4)
        assert sum(judged.chances) == pytest.approx(1, abs=1e-4)
        assert len(judged.chances) == state.game.players
        assert judged.best in judged.actions
        state.apply(judged.best)


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_it_never_looks_at_what_its_seat_cannot_know(name, options):
    state = expedition.make(name, **options).new(seed=6)
    network = load(name)
    for ply in range(12):
        for seat in range(state.game.players):
            told = network.evaluate(state, seat)
            same = network.evaluate(state.game.redeal(state, seat, seed=ply), seat)
            assert same.chances == pytest.approx(told.chances, abs=1e-5)
        state.apply(network.evaluate(state).best)


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_many_rows_at_once_say_what_each_says_alone(name, options):
    """Given rows of one game, most of which is the same in all, and rows that have nothing in common."""
    state, network, rows = expedition.make(name, **options).new(seed=8), load(name), []
    for _ in range(3 * MANY):
        row = [0] * network.inputs
        state.game.rule_observe(state.s, state.game.tables(), state.actor, row)
        rows.append(row)
        state.apply(network.evaluate(state).best)
        if state.is_over:
            break
    many = np.array(rows, np.int8)
    strange = np.random.default_rng(1).integers(-5, 6, (2 * MANY, network.inputs)).astype(np.int8)
    assert len(many) > MANY
    for some in (many, strange):
        at_once = network.outputs(some)
        alone = [network.outputs(some[i : i + 1]) for i in range(len(some))]
        for k in range(2):
            expected = np.concatenate([one[k] for one in alone])
            assert at_once[k] == pytest.approx(expected, rel=1e-3, abs=2e-3)


def test_a_finished_game_is_certain():
    state = expedition.make("silvergold").new(seed=3)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    places = state.ranking()
    assert load("silvergold").evaluate(state, 0).chances == [
        (place == 1) / places.count(1) for place in places
    ]  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_rows_of_a_batch_give_the_same_answers(name, options):
    from expedition.envs.batch import BatchEnv

    env = BatchEnv(name, 4, seed=2, **options)
    for _ in range(20):
        env.step(env.sample())
    policy, chances = load(name).forward(env.observations, env.masks)
    for g in range(4):
        s = env.game.position_type.load(env.states[g])
        seat = int(env.seats[g])
        judged = load(name).judge(env.game, [(s, seat)])[0]
        assert policy[g, judged.actions] == pytest.approx(judged.policy, abs=1e-4)
        assert policy[g].sum() == pytest.approx(1, abs=1e-4)
        own = [judged.chances[(seat + k) % env.players] for k in range(env.players)]
        assert chances[g, : env.players] == pytest.approx(own, abs=1e-4)
        assert not chances[g, env.players :].any()


def test_a_game_without_weights_says_how_to_get_some():
    with pytest.raises(SetupError, match=r"There is no network for chess yet: python -m expedition\.learning"):
        load("chess")


@pytest.mark.parametrize("name", [pytest.param("eldorado", marks=pytest.mark.slow), "silvergold"])
def test_the_network_plays_well_enough_to_beat_chance(name):
    """Given four two-player games against random play, when the network takes part, then it wins nearly all."""
    game = expedition.make(name, players=2, **expedition.core.registry.game_class(name).limits(60))
    network, won = make_bot(name, "network"), 0
    for seed in range(4):
        state, dice = game.new(seed), np.random.default_rng(seed)
        while not state.is_over:
            legal = state.legal_actions()
            mine = state.actor == seed % 2
            state.apply(network.choose_state(state, state.actor) if mine else int(dice.choice(legal)))
        won += state.ranking()[seed % 2] == 1
    assert won >= 3


def test_a_decision_compiles_nothing_and_is_quick():
    code = (
        "import sys, time, expedition\n"
        "from expedition.players import make_bot\n"
        "bot = make_bot('eldorado', 'network'); state = expedition.make('eldorado').new(seed=1)\n"
        "bot.choose_state(state, state.actor)\n"
        "assert 'numba' not in sys.modules and 'torch' not in sys.modules\n"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime - before.ru_utime < 15  # seconds of work: two on a quiet machine


def test_a_network_that_judges_otherwise_has_another_version():
    with np.load(FOLDER / "silvergold.npz") as file:
        arrays = dict(file)
    versions = {Network("silvergold", arrays).version, Network("silvergold", arrays, {2: 0.9}).version}
    for name in arrays:
        versions.add(Network("silvergold", {**arrays, name: arrays[name] * 2}).version)
    assert len(versions) == len(arrays) + 2
    assert Network("silvergold", {name: arrays[name].copy() for name in reversed(arrays)}).version in versions
