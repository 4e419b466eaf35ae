"""Masked PPO on The Quest for El Dorado in one file: a network learns the two-player race by playing itself.

    python examples/ppo_eldorado.py --minutes 9 --save policy.npz           on a GPU: CudaBatchEnv, all on the device
    python examples/ppo_eldorado.py --device cpu --games 256 --minutes 20   without: BatchEnv
    python examples/ppo_eldorado.py --load policy.npz --evaluate 1000       games against random and greedy

How it works. All games of a batch are played by one network that sees what the seat to act may know. The game is
zero-sum for two, so the value of a position for one seat is minus that for the other: where the next step belongs
to the other seat, values and advantages change sign. Winning is worth 1; on the way a potential (steps to go of both
sides) makes progress visible without changing what is best. Illegal actions are masked before the softmax.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from expedition.core.registry import make
from expedition.envs.batch import BatchEnv

PLAYERS = 2
SETUP: dict[str, Any] = {"players": PLAYERS, "route": "first", "caves": False, "max_rounds": 60}


# -- the game as tensors ---------------------------------------------------------------------------------------


class Games:
    """A batch of games whose arrays are torch tensors, shared with the environment without a copy."""

    def __init__(self, count: int, device: str, seed: int, kernels: Path | None = None) -> None:
        self.count, self.device = count, device
        if device == "cpu":
            self.env: Any = BatchEnv("eldorado", count, seed=seed, **SETUP)
            wrap = torch.from_numpy
        else:
            from expedition.envs.cuda import CudaBatchEnv

            self.env = CudaBatchEnv("eldorado", count, seed=seed, folder=kernels, **SETUP)
            wrap = torch.from_dlpack
        self.observations = wrap(self.env.observations)
        self.masks = wrap(self.env.masks)
        self.seats = wrap(self.env.seats)
        self.rewards = wrap(self.env.rewards)
        self.done = wrap(self.env.done)

    def step(self, actions: torch.Tensor) -> None:
        chosen = actions.to(torch.int16).contiguous()
        self.env.step(chosen.numpy() if self.device == "cpu" else chosen)


def field(name: str) -> slice:
    """Where a part of the observation lies."""
    start = 0
    for part, length, _ in make("eldorado").observation_fields:
        if part == name:
            return slice(start, start + length)
        start += length
    raise KeyError(name)


class Potential:
    """How far the seat to act is ahead, in shares of the whole way."""

    def __init__(self) -> None:
        pawns = field("pawns")
        row = (pawns.stop - pawns.start) // 8
        self.mine = [pawns.start + row * pawn + 1 for pawn in (0, 1)]
        self.theirs = [pawns.start + row * pawn + 1 for pawn in (2, 3)]
        self.whole = 56.0

    def __call__(self, observations: torch.Tensor) -> torch.Tensor:
        to_go = observations[:, self.mine + self.theirs].float()
        return (to_go[:, 2:].sum(1) - to_go[:, :2].sum(1)) / self.whole


# -- the network -------------------------------------------------------------------------------------------------


class Network(nn.Module):
    """Two hidden layers; inputs are scaled by what was seen in the first rollouts."""

    def __init__(self, inputs: int, actions: int, width: int = 512) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("scale", torch.ones(inputs))
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        for layer in (self.body[0], self.body[2]):
            nn.init.orthogonal_(layer.weight, 2**0.5)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = ((observations.float() - self.mean) * self.scale).clamp(-5, 5)
        hidden = self.body(x)
        logits = self.policy(hidden).float().masked_fill(masks == 0, -1e9)
        return logits, self.value(hidden).float().squeeze(-1)

    @torch.no_grad()
    def fit_inputs(self, observations: torch.Tensor) -> None:
        rows = observations.reshape(-1, observations.shape[-1]).float()
        self.mean.copy_(rows.mean(0))
        self.scale.copy_(1 / (rows.std(0) + 0.1))


def draw(logits: torch.Tensor) -> torch.Tensor:
    """A sample of the softmax (Gumbel's trick: no sums needed)."""
    return (logits - torch.empty_like(logits).exponential_().log()).argmax(-1)


# -- learning ------------------------------------------------------------------------------------------------------


class Rollout:
    def __init__(self, length: int, games: Games) -> None:
        shape, device = (length, games.count), games.device
        self.observations = torch.zeros((*shape, games.observations.shape[1]), dtype=torch.int8, device=device)
        self.masks = torch.zeros((*shape, games.masks.shape[1]), dtype=torch.int8, device=device)
        self.actions = torch.zeros(shape, dtype=torch.int64, device=device)
        self.log_probs, self.values, self.rewards, self.signs, self.going = (
            torch.zeros(shape, device=device) for _ in range(5)
        )


@torch.no_grad()
def play(games: Games, network: Any, potential: Potential, rollout: Rollout, gamma: float) -> torch.Tensor:
    """Fill a rollout; returns the values after its last step, from the eyes of the seat that acts then."""
    for t in range(rollout.actions.shape[0]):
        rollout.observations[t] = games.observations
        rollout.masks[t] = games.masks
        with torch.autocast(games.device, torch.bfloat16, enabled=games.device == "cuda"):
            logits, values = network(rollout.observations[t], rollout.masks[t])
        actions = draw(logits)
        seats = games.seats.long()
        before = potential(rollout.observations[t])
        games.step(actions)
        going = 1.0 - games.done.float()
        sign = torch.where(games.seats.long() == seats, 1.0, -1.0)
        won = games.rewards.gather(1, seats[:, None]).squeeze(1) * (1 - going)
        rollout.actions[t] = actions
        rollout.log_probs[t] = logits.log_softmax(-1).gather(1, actions[:, None]).squeeze(1)
        rollout.values[t] = values
        rollout.rewards[t] = won + gamma * going * sign * potential(games.observations) - before
        rollout.signs[t] = sign
        rollout.going[t] = going
    return network(games.observations, games.masks)[1]


def advantages(rollout: Rollout, last: torch.Tensor, gamma: float, trace: float) -> torch.Tensor:
    """Generalised advantages; what belongs to the other seat counts negatively."""
    made = torch.zeros_like(rollout.values)
    carried = torch.zeros_like(last)
    following = last
    for t in reversed(range(made.shape[0])):
        turn = rollout.signs[t] * rollout.going[t]
        delta = rollout.rewards[t] + gamma * turn * following - rollout.values[t]
        carried = delta + gamma * trace * turn * carried
        made[t] = carried
        following = rollout.values[t]
    return made


def learn(
    network: Any, optimizer: Any, rollout: Rollout, gains: torch.Tensor, parts: int, epochs: int, entropy: float
) -> dict[str, float]:
    flat = {
        name: getattr(rollout, name).flatten(0, 1)
        for name in ("observations", "masks", "actions", "log_probs", "values")
    }
    gains = gains.flatten()
    targets = gains + flat["values"]
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(epochs):
        for pick in torch.randperm(len(gains), device=gains.device).chunk(parts):
            with torch.autocast(gains.device.type, torch.bfloat16, enabled=gains.device.type == "cuda"):
                logits, values = network(flat["observations"][pick], flat["masks"][pick])
            spread = logits.log_softmax(-1)
            chosen = spread.gather(1, flat["actions"][pick][:, None]).squeeze(1)
            ratio = (chosen - flat["log_probs"][pick]).exp()
            gain = gains[pick]
            policy_loss = -torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            value_loss = (values - targets[pick]).square().mean()
            randomness = -(spread.exp() * spread.clamp(min=-50)).sum(-1).mean()
            loss = policy_loss + 0.5 * value_loss - entropy * randomness
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
    return {"value_loss": float(value_loss.detach()), "entropy": float(randomness.detach())}


# -- playing against others ----------------------------------------------------------------------------------------


@torch.no_grad()
def against(network: Any, opponent: Any, count: int, device: str, seed: int) -> float:
    """Share of first places in `count` games, half of them as the starting player; ties count half.

    `opponent(env, games)` gives actions for the games of a BatchEnv in which it is on turn.
    """
    env = BatchEnv("eldorado", count, seed=seed, **SETUP)
    ours = np.arange(count) % PLAYERS
    points = np.full(count, np.nan)
    while np.isnan(points).any():
        logits, _ = network(torch.from_numpy(env.observations).to(device), torch.from_numpy(env.masks).to(device))
        actions = draw(logits).cpu().numpy()
        theirs = np.flatnonzero((env.seats != ours) & np.isnan(points))
        actions[theirs] = opponent(env, theirs)
        env.step(actions)
        fresh = (env.done == 1) & np.isnan(points)
        points[fresh] = (env.rewards[np.arange(count), ours][fresh] + 1) / 2
    return float(points.mean())


def random_opponent(env: BatchEnv, games: Any) -> Any:
    return env.sample()[games]


def greedy_opponent(env: BatchEnv, games: Any) -> Any:
    """The greedy bot; it looks at what its seat may know and at nothing else."""
    bot = _greedy()
    return [bot.decide(env.game, env.states[g], int(env.seats[g]), bot.budget) for g in games]


@cache
def _greedy() -> Any:
    from expedition.players import make_bot

    return make_bot("eldorado", "greedy")


# -- keeping ---------------------------------------------------------------------------------------------------------


def save(network: nn.Module, path: Path) -> None:
    np.savez_compressed(
        path, **{k: v.detach().cpu().to(torch.float16).numpy() for k, v in network.state_dict().items()}
    )


def load(network: nn.Module, path: Path) -> None:
    with np.load(path) as arrays:
        network.load_state_dict({k: torch.from_numpy(arrays[k].astype(np.float32)) for k in arrays.files})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--games", type=int, default=8192, help="games side by side")
    parser.add_argument("--length", type=int, default=64, help="steps of each game in a rollout")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--rate", type=float, default=4e-4, help="learning rate, falling to a tenth")
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernels", type=Path, help="folder of built kernels")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--load", type=Path)
    parser.add_argument("--curve", type=Path, help="write the learning curve here (JSON)")
    parser.add_argument("--evaluate", type=int, default=0, help="games against each opponent at the end")
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    game = make("eldorado", **SETUP)
    inputs = sum(length for _, length, _ in game.observation_fields)
    network = Network(inputs, game.num_actions).to(options.device)
    if options.load:
        load(network, options.load)
    else:
        curve = train(network, options)
        if options.curve:
            options.curve.write_text(json.dumps(curve))
        if options.save:
            save(network, options.save)
    if options.evaluate:
        for name, opponent in (("random", random_opponent), ("greedy", greedy_opponent)):
            share = against(network, opponent, options.evaluate, options.device, seed=99)
            print(f"against {name}: {share:.1%} of {options.evaluate} games", flush=True)


def how_games_end(rollout: Rollout) -> dict[str, float]:
    """Of the games that ended in a rollout: their round, and the share in which somebody arrived."""
    last = rollout.observations[rollout.going == 0]
    if len(last) == 0:
        return {"games": 0.0, "last_round": float("nan")}
    rounds = last[:, field("round")].float()
    return {
        "games": float(len(last)),
        "last_round": float(rounds.mean()),
        "arrived": float((rounds < 60).float().mean()),
    }


def train(network: nn.Module, options: argparse.Namespace) -> list[dict[str, float]]:
    gamma, trace = 0.999, 0.96
    games = Games(options.games, options.device, options.seed, options.kernels)
    potential = Potential()
    rollout = Rollout(options.length, games)
    optimizer = torch.optim.Adam(network.parameters(), options.rate, eps=1e-5)
    curve: list[dict[str, float]] = []
    begin, steps, turn, due = time.perf_counter(), 0, 0, 0.0
    while (spent := time.perf_counter() - begin) < options.minutes * 60:
        share = spent / (options.minutes * 60)
        for group in optimizer.param_groups:
            group["lr"] = options.rate * (1 - 0.9 * share)
        last = play(games, network, potential, rollout, gamma)
        if turn < 3:
            network.fit_inputs(rollout.observations)
        gains = advantages(rollout, last, gamma, trace)
        told = learn(network, optimizer, rollout, gains, 16, 2, options.entropy * (1 - 0.8 * share))
        turn += 1
        steps += rollout.actions.numel()
        if spent >= due:
            curve.append({"seconds": spent, "steps": steps, **how_games_end(rollout), **told})
            print({k: round(v, 3) for k, v in curve[-1].items()}, flush=True)
            due = spent + 15
    return curve


if __name__ == "__main__":
    main()
