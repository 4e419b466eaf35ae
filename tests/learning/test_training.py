"""Learning itself: a small run on the CPU learns, pieces fit together, and all forms of the network agree."""

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from expedition.core.registry import make  # noqa: E402
from expedition.envs.mixed import MixedGames, Part, Slot, padded  # noqa: E402
from expedition.learning import checkpoint  # noqa: E402
from expedition.learning.network import Network  # noqa: E402
from expedition.learning.ppo import VALUE, Rollout, Seats, act, look_back, loss_of, play  # noqa: E402
from expedition.learning.recipe import Recipe  # noqa: E402
from expedition.learning.train import Plan, Training  # noqa: E402
from expedition.players.network import read  # noqa: E402
from expedition.players.network_bot import NetworkBot  # noqa: E402

pytestmark = [pytest.mark.compiled, pytest.mark.slow]
torch.set_num_threads(1)  # on a busy machine threads wait for each other longer than they work


def plan(tmp_path: Path, **changes) -> Plan:
    wanted = {
        "game": "silvergold", "games": 96, "width": 64, "minutes": 5.0, "total": 0.5, "most": 2, "device": "cpu",
        "compile": False, "save": tmp_path / "a.ckpt", "weights": tmp_path / "a.npz", **changes,
    }  # fmt: skip
    return Plan(**wanted)


def test_a_small_run_learns(tmp_path):
    """Given some seconds' learning of Silver & Gold, then the network beats random play."""
    Training(plan(tmp_path, games=128, most=25, total=1e9), Recipe(rate=1e-3, margin=0.5)).run()
    bot = NetworkBot("silvergold", "pupil", weights=tmp_path / "a.npz")
    game, won = make("silvergold"), 0.0
    for seed in range(20):
        state, dice = game.new(seed), np.random.default_rng(seed)
        while not state.is_over:
            mine = state.actor == seed % 2
            legal = state.legal_actions()
            state.apply(bot.choose_state(state, state.actor) if mine else int(dice.choice(legal)))
        places = state.ranking()
        won += (places[seed % 2] == 1) / places.count(1)
    assert won >= 14


def test_coming_back_is_the_same_as_going_on(tmp_path):
    """Given two pieces of a training, then it makes no difference whether the second begins from the file."""
    one = Training(plan(tmp_path, total=1e9), Recipe())
    one.run()
    (tmp_path / "b.ckpt").write_bytes((tmp_path / "a.ckpt").read_bytes())
    one.begin_piece()
    one.run()
    two = Training(plan(tmp_path, total=1e9, load=tmp_path / "b.ckpt", save=None), Recipe())
    two.run()
    for mine, other in zip(one.network.parameters(), two.network.parameters(), strict=True):
        assert torch.equal(mine, other)
    assert one.meta["gradients"] == two.meta["gradients"] == 4 * Recipe().length


def test_longer_rows_change_nothing_at_first(tmp_path):
    """Given a checkpoint made on shorter rows, then the network goes on as it was, and the new numbers can learn."""
    narrow, wide = Network(90, 20, width=16), Network(100, 20, width=16)
    for network in (narrow, wide):
        network.optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    rows = torch.randint(0, 9, (padded(100), 8), dtype=torch.int8)
    rows[100:] = 0
    short = rows[: padded(90)].clone()
    short[90:] = 0
    narrow.fit_inputs(short.expand(2, -1, -1))
    narrow(short)[0].square().sum().backward()
    narrow.optimizer.step()
    checkpoint.save(tmp_path / "a.ckpt", narrow, narrow.optimizer, {"inputs": 90, "gradients": 1})
    checkpoint.load(tmp_path / "a.ckpt", wide, wide.optimizer)
    wide.fit_inputs(rows.expand(2, -1, -1), known=90)
    for mine, other in zip(narrow(short), wide(rows), strict=True):
        assert torch.allclose(mine, other, atol=1e-5)
    assert torch.equal(narrow.scale[:90], wide.scale[:90])
    wide(rows)[0].square().sum().backward()
    wide.optimizer.step()
    assert wide.first[:, 90:100].abs().sum() > 0
    assert wide.first[:, 100:].abs().sum() == 0


def test_numpy_and_torch_agree(tmp_path):
    training = Training(plan(tmp_path), Recipe())
    training.run()
    rows = training.rollout.arrays["rows"][3]
    with torch.no_grad():
        for parameter, mean in zip(training.network.parameters(), training.average, strict=True):
            parameter.copy_(mean)
        logits, heads = training.network(rows)
    plain = read("silvergold", tmp_path / "a.npz")
    mine, told = plain.outputs(rows[: plain.inputs].T.numpy())
    assert mine == pytest.approx(logits.T.numpy(), abs=0.02)  # half precision in the file
    assert told == pytest.approx(heads.permute(2, 0, 1).numpy(), abs=0.02)


def test_a_mix_plays_the_games_of_state():
    """Given games of several set-ups in one batch, then rows, masks, seats and results are those of plain play."""
    games = [make("eldorado", players=2, max_rounds=3), make("eldorado", players=3, caves=True, max_rounds=3)]
    fresh = np.concatenate([make("eldorado", route=r).tables().array(1) for r in ("serpentine", "swamplands")])
    parts = [Part(games[0], 2), Part(games[1], 2, fresh)]
    mix = MixedGames(parts, seed=77)
    now, into = mix.slot(), mix.slot()
    mix.reset(now)

    def dealt(g, number):
        setup = games[g // 2].setup
        if g >= 2:
            setup = {**setup, "route": ("serpentine", "swamplands")[(g + number) % 2]}
        state = make("eldorado", **setup).new(seed=number | g << 32 | 77 << 64)
        return played_on(state)

    states, dice, ended = [dealt(g, 0) for g in range(4)], np.random.default_rng(1), 0
    for _ in range(120):
        actions = np.zeros(4, np.int16)
        for g, state in enumerate(states):
            row = [0] * mix.inputs
            state.game.rule_observe(state.s, state.game.tables(), state.actor, row)
            assert now.seats[g] == state.actor
            assert np.flatnonzero(now.masks[:, g]).tolist() == state.legal_actions()
            assert now.rows[: mix.inputs, g].tolist() == row
            actions[g] = dice.choice(state.legal_actions())
        mix.step(actions, now, into)
        for g, state in enumerate(states):
            state.apply(int(actions[g]))
            played_on(state)
            assert into.done[g] == state.is_over
            if state.is_over:
                states[g] = dealt(g, int(mix.numbers[g]))
                ended += 1
                assert into.rewards[:, g].sum() == pytest.approx(0, abs=1e-6)
        now, into = into, now
    assert ended >= 4


def played_on(state):
    """As far as there is something to choose."""
    while not state.is_over and len(state.legal_actions()) == 1:
        state.apply(state.legal_actions()[0])
    return state


def test_seats_turn_there_and_back():
    seats = Seats(torch.tensor([2, 3, 4]))
    told = torch.arange(12.0).reshape(4, 3)
    actor = torch.tensor([1, 2, 3])
    fixed = seats.fixed(told, actor)
    assert fixed[1, 0] == told[0, 0]  # the seat to act comes first when told
    assert fixed[2, 1] == told[0, 1]
    assert fixed[0, 1] == told[1, 1]
    assert torch.equal(seats.told(fixed, actor), told * seats.present)


def test_weights_of_players_can_be_gone_on_from(tmp_path):
    """Given shipped weights, then a training that begins with them is the network they are, softened if wished."""
    first = Training(plan(tmp_path), Recipe())
    first.run()
    facts = {
        "network": {"inputs": first.network.inputs}, "commands": ["one"], "minutes": 1.5, "choices": 7, "actions": 9,
        "gradient_steps": 64, "curve": [],
    }  # fmt: skip
    (tmp_path / "a.json").write_text(json.dumps(facts))
    again = Training(plan(tmp_path, load=tmp_path / "a.npz", soften=4.0), Recipe())
    assert (again.meta["seconds"], again.meta["gradients"], again.meta["piece"]) == (90.0, 64, 2)
    rows = first.rollout.arrays["rows"][3]
    plain = read("silvergold", tmp_path / "a.npz")
    with torch.no_grad():
        logits, heads = again.network(rows)
    mine, told = plain.outputs(rows[: plain.inputs].T.numpy())
    assert logits.T.numpy() * 4 == pytest.approx(mine, abs=0.02)
    assert heads.permute(2, 0, 1).numpy() == pytest.approx(told, abs=0.02)


def test_every_legal_action_is_kept_possible():
    """Given a policy sure of one of three legal actions, then evenness pulls at the others where entropy does not."""
    sure = torch.tensor([[30.0], [0.0], [0.0], [5.0]], requires_grad=True)
    masks = torch.tensor([[1], [1], [1], [0]], dtype=torch.int8)
    ones = torch.ones((4, 1))
    pulls = {}
    for even in (0.0, 0.5):
        total, _ = loss_of(
            lambda rows: (sure, torch.zeros((3, 4, 1))), ones, masks, torch.zeros(1, dtype=torch.int16), torch.zeros(1),
            torch.zeros(1), torch.zeros((3, 4, 1)), ones, torch.tensor(0.1), Recipe(even=even),
        )  # fmt: skip
        (pulls[even],) = torch.autograd.grad(total, sure)
    assert pulls[0.0][1:3].abs().max() < 1e-6
    assert pulls[0.5][1:3, 0].tolist() == pytest.approx([-0.1 * 0.5 / 3] * 2, rel=1e-3)
    assert pulls[0.5][3, 0] == 0


def seats_of(*players: int) -> Seats:
    return Seats(torch.tensor(players))


def test_who_is_furthest_has_won_a_game_that_nobody_won():
    """Given games cut off at their last round, then standing in the way until then is worth nothing to who is behind;
    a game that somebody won, and one that goes on, stay as they are."""
    seats = seats_of(3, 3, 2, 3, 2)
    rewards = torch.tensor([[0, 0, 0], [-0.5, 1, -0.5], [0, 0, 0], [0, 0, 0], [1e-8, -1e-8, 0]]).T
    rewards = torch.cat([rewards, torch.zeros(1, 5)])
    final = torch.tensor([[-9, -4, -7, 0], [-1, -2, -3, 0], [-5, -5, 0, 0], [-1, -2, -3, 0], [-3, -9, 0, 0]]).T
    over = torch.tensor([[1.0, 1, 1, 0, 1]])
    won = seats.won(rewards, final, over).T
    assert torch.allclose(won[0], torch.tensor([-0.5, 1, -0.5, 0]))
    assert torch.allclose(won[1], torch.tensor([-0.5, 1, -0.5, 0]))
    assert torch.allclose(won[2], torch.zeros(4)), "as far as each other: shared"
    assert torch.allclose(won[3], torch.zeros(4)), "not over"
    assert torch.allclose(won[4], torch.tensor([1.0, -1, 0, 0]))


def test_values_do_not_grow_by_themselves():
    """Given a network that thinks a running game worth much to everybody, then nobody is told so: what choices are
    compared by sums to nothing over the seats and stays within what a result can bring."""
    games = MixedGames([Part(make("eldorado", players=n, max_rounds=60), 4) for n in (2, 3, 4)], 5)
    recipe = Recipe(length=4)
    rollout, seats = Rollout(games, recipe, "cpu"), Seats(torch.from_numpy(games.players))
    games.reset(Slot(**{name: array[0].numpy() for name, array in rollout.arrays.items()}))
    network = Network(games.inputs, games.actions, width=16)
    values = slice(games.actions, games.actions + 4)
    with torch.no_grad():
        network.last_bias[values] = torch.tensor([9.0, 7.0, 7.0, 7.0])
    play(games, partial(act, network), seats, rollout)
    assert torch.allclose(rollout.estimates[:, VALUE].sum(1), torch.zeros(5, 12), atol=1e-4)
    look_back(rollout, seats, 56.0, recipe)
    leads = seats.leads(rollout.arrays["standing"], 56.0)
    assert float((rollout.estimates[:, VALUE] + leads).abs().max()) <= 1.0001
    assert float(rollout.targets[:, VALUE].abs().max()) < 2
