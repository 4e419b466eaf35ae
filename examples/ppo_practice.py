"""A first PPO run that learns something in minutes on a laptop: El Dorado's practice route against random play.

    pip install "expedition[envs,train]"
    python examples/ppo_practice.py --minutes 3

One network for policy and value, legal actions only, rewards shaped by the lead; 256 games step at once in
`gymnasium.make_vec`. It prints the share of games won against random play before, during and after learning.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import expedition.envs  # noqa: F401 - makes the names known

GAMMA, TRACE, CLIP = 0.995, 0.95, 0.2


class Network(nn.Module):
    """A policy over the actions and the value of what a seat sees; rows are scaled by the bounds of their numbers."""

    def __init__(self, space: Any, actions: int, width: int = 128) -> None:
        super().__init__()
        scale = 1 / np.maximum(np.abs(space.high.astype(np.float32)), np.abs(space.low.astype(np.float32)))
        self.register_buffer("scale", torch.from_numpy(scale))
        self.body = nn.Sequential(nn.Linear(len(scale), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, rows: Any, masks: Any) -> tuple[Any, Any]:
        seen = self.body(rows.float() * self.scale)
        logits = self.policy(seen).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(seen).squeeze(-1)


def games(count: int, **options: Any) -> Any:
    return gymnasium.make_vec(
        "expedition/ElDorado-v0", num_envs=count, opponents="random", practice=True, autoreset_mode="SAME_STEP",
        seat=None, **options,
    )  # fmt: skip


@torch.no_grad()
def share_won(network: Network, count: int, seed: int) -> float:
    """Of `count` games against random play, a tie counted half; every action is drawn from the policy."""
    env = games(count)
    rows, infos = env.reset(seed=seed)
    first = np.full(count, np.nan)
    while np.isnan(first).any():
        policy, _ = network(torch.from_numpy(rows), torch.from_numpy(infos["action_mask"]))
        rows, rewards, terminated, truncated, infos = env.step(policy.sample().numpy())
        ended = (terminated | truncated) & np.isnan(first)
        first[ended] = (rewards[ended] + 1) / 2
    return float(first.mean())


@torch.no_grad()
def play(env: Any, network: Network, rows: Any, masks: Any, length: int) -> tuple[list[Any], Any, Any, Any]:
    """`length` steps of every game: rows, masks, actions, their probabilities, values, rewards, where games ended."""
    steps = []
    for _ in range(length):
        seen, allowed = torch.from_numpy(rows), torch.from_numpy(masks)
        policy, value = network(seen, allowed)
        action = policy.sample()
        rows, rewards, terminated, truncated, infos = env.step(action.numpy())
        masks = infos["action_mask"]
        over = torch.from_numpy(terminated | truncated)
        got = torch.from_numpy(rewards).float()
        steps.append((seen, allowed, action, policy.log_prob(action), value, got, over))
    _, last = network(torch.from_numpy(rows), torch.from_numpy(masks))
    return [torch.stack(part) for part in zip(*steps, strict=True)], last, rows, masks


def gains(values: Any, rewards: Any, over: Any, last: Any) -> Any:
    """Generalised advantage estimates."""
    out, gain = torch.zeros_like(values), torch.zeros_like(last)
    for t in reversed(range(len(values))):
        going = (~over[t]).float()
        following = last if t + 1 == len(values) else values[t + 1]
        gain = rewards[t] + GAMMA * going * following - values[t] + GAMMA * TRACE * going * gain
        out[t] = gain
    return out


def learn(network: Network, optimizer: Any, played: list[Any], last: Any, parts: int = 4, rounds: int = 2) -> None:
    rows, masks, actions, before, values, rewards, over = played
    gain = gains(values, rewards, over, last)
    aims = (gain + values).flatten()
    gain = ((gain - gain.mean()) / (gain.std() + 1e-6)).flatten()
    rows, masks, actions, before = (part.flatten(0, 1) for part in (rows, masks, actions, before))
    for _ in range(rounds):
        for part in torch.randperm(len(rows)).chunk(parts):
            policy, value = network(rows[part], masks[part])
            ratio = (policy.log_prob(actions[part]) - before[part]).exp()
            surrogate = torch.min(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part])
            loss = -surrogate.mean() + 0.5 * (value - aims[part]).square().mean() - 0.005 * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--updates", type=int, default=1 << 30, help="stop after so many updates")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--length", type=int, default=32, help="steps of every game between updates")
    parser.add_argument("--evaluate", type=int, default=400, help="games of an evaluation")
    parser.add_argument("--every", type=int, default=12, help="updates between evaluations")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    env = games(options.games, shaping=0.5, discount=GAMMA)
    network = Network(env.single_observation_space, env.single_action_space.n)
    optimizer = torch.optim.Adam(network.parameters(), 7e-4)
    print(f"before: {share_won(network, options.evaluate, 99):.1%} of {options.evaluate} games won", flush=True)
    rows, infos = env.reset(seed=options.seed)
    masks, updates, began, worked = infos["action_mask"], 0, time.perf_counter(), time.process_time()

    def tell(word: str, won: float) -> None:
        clock, work = time.perf_counter() - began, time.process_time() - worked
        steps = updates * options.games * options.length
        print(f"{word} {steps:,} steps, {clock:.0f} s ({work:.0f} s of the processor): {won:.1%} won", flush=True)

    while time.perf_counter() - began < 60 * options.minutes and updates < options.updates:
        played, last, rows, masks = play(env, network, rows, masks, options.length)
        learn(network, optimizer, played, last)
        updates += 1
        if updates % options.every == 0:
            tell("at", share_won(network, options.evaluate, 99))
    tell("after", share_won(network, options.evaluate, 100))


if __name__ == "__main__":
    main()
