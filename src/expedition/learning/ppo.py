"""Masked PPO by self-play: fill a rollout, look back over it, learn from it.

All seats of all games are played by one network. Estimates are per seat, kept by fixed seats while looking back and
told from the seat to act on when the network is asked, so any number of players trains in one batch. The reward is
winning, zero-sum; a potential by how far along the seats are makes progress visible without changing what is best.
Beside the value that choices are compared by, the network learns each seat's chance to win and its lead at the end.
"""

from __future__ import annotations

from typing import Any

import torch

from expedition.envs.mixed import SEATS, Mix, Slot
from expedition.learning.network import HEADS
from expedition.learning.recipe import Recipe

VALUE, WIN, MARGIN = range(HEADS)
NEVER = -1e9


class Rollout:
    """Everything of `length` choices in each game; `slots[t + 1]` holds what the choice at t brought."""

    def __init__(self, games: Mix, recipe: Recipe, device: str) -> None:
        length = recipe.length
        self.length, self.count = length, games.count
        self.clock = games.game.field("round").start  # where a row tells the round
        self.gamma = torch.tensor([recipe.gamma, 1.0, 1.0], device=device)[:, None, None]
        self.trace = torch.tensor([recipe.trace, *[recipe.long_trace] * 2], device=device)[:, None, None]
        self.arrays = {
            name: torch.zeros((length + 1, *shape), dtype=getattr(torch, kind), device=device)
            for name, (shape, kind) in games.shapes().items()
        }
        self.actions = torch.zeros((length, games.count), dtype=torch.int16, device=device)
        self.log_probs = torch.zeros((length, games.count), device=device)
        self.estimates = torch.zeros((length + 1, HEADS, SEATS, games.count), device=device)
        self.gains = torch.zeros((length, games.count), device=device)
        self.targets = torch.zeros((length, HEADS, SEATS, games.count), device=device)

    def slot(self, t: int) -> Slot:
        return Slot(**{name: array[t] for name, array in self.arrays.items()})

    def rounds(self) -> torch.Tensor:
        """The round of each position."""
        return self.arrays["rows"][:, self.clock].float()

    def go_on(self) -> None:
        """The last position becomes the first one."""
        for array in self.arrays.values():
            array[0].copy_(array[-1])


class Seats:
    """Turning per-seat numbers (… × SEATS × games) between fixed seats and those counted from the seat to act on."""

    def __init__(self, players: torch.Tensor) -> None:
        self.players = players.long()
        self.all = torch.arange(SEATS, device=players.device)[:, None]
        self.present = (self.all < self.players).float()

    def fixed(self, told: torch.Tensor, actor: torch.Tensor) -> torch.Tensor:
        place = (self.all - actor.long()) % self.players
        return told.gather(-2, place.expand(told.shape)) * self.present

    def told(self, fixed: torch.Tensor, actor: torch.Tensor) -> torch.Tensor:
        place = (self.all + actor.long()) % self.players
        return fixed.gather(-2, place.expand(fixed.shape)) * self.present

    def balanced(self, values: torch.Tensor) -> torch.Tensor:
        """The same differences between the seats, none of them in sum: what one wins another loses."""
        own = values * self.present
        return (own - own.sum(-2, keepdim=True) / self.players) * self.present

    def leads(self, standing: torch.Tensor, scale: float) -> torch.Tensor:
        """By how much each seat is ahead of the others' mean, in deciding leads."""
        own = standing.float() * self.present
        others = (own.sum(-2, keepdim=True) - own) / (self.players - 1)
        return ((own - others) / scale).clamp(-2, 2) * self.present

    def won(self, rewards: torch.Tensor, final: torch.Tensor, over: torch.Tensor) -> torch.Tensor:
        """What the seats got where a game has ended; who is furthest along has won a game that nobody won.

        A game that is cut off at its last round would otherwise be worth half a win to whoever is losing it, and who
        is losing learns to stand in the way until then.
        """
        there = final.float().masked_fill(self.present == 0, NEVER)
        first = (there == there.amax(-2, keepdim=True)).float()
        share = first / first.sum(-2, keepdim=True)
        furthest = (share * self.players - 1) / (self.players - 1) * self.present
        nobody = (rewards.abs().amax(-2, keepdim=True) < 1e-6).float() * over
        return rewards + nobody * furthest


def masked(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    return logits.masked_fill(masks == 0, NEVER)


def chances(win: torch.Tensor, present: torch.Tensor) -> torch.Tensor:
    """Win chances of seats counted from the one to act on."""
    return win.masked_fill(present == 0, NEVER).softmax(-2)


def act(
    network: Any, rows: torch.Tensor, masks: torch.Tensor, actor: torch.Tensor, seats: Seats
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """A sample of the policy (Gumbel's trick), its log-probability, and the estimates by fixed seats."""
    logits, heads = network(rows)
    logits = masked(logits, masks)
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-20, 1 - 1e-7)))
    choice = (logits + noise).argmax(0)
    log_prob = logits.gather(0, choice[None]).squeeze(0) - logits.logsumexp(0)
    heads = torch.stack([seats.balanced(heads[VALUE]), chances(heads[WIN], seats.present), heads[MARGIN]])
    return choice.to(torch.int16), log_prob, seats.fixed(heads, actor)


@torch.no_grad()
def play(games: Any, act_on: Any, seats: Seats, rollout: Rollout) -> None:
    """Fill a rollout from its first slot on."""
    for t in range(rollout.length + 1):
        now = rollout.slot(t)
        choice, log_prob, estimates = act_on(now.rows, now.masks, now.seats, seats)
        rollout.estimates[t] = estimates
        if t < rollout.length:
            rollout.actions[t], rollout.log_probs[t] = choice, log_prob
            if rollout.actions.is_cuda:
                games.step(rollout.actions[t], now, rollout.slot(t + 1))
            else:
                step_here(games, rollout, t)


def step_here(games: Any, rollout: Rollout, t: int) -> None:
    """The same without a GPU: tensors lend their memory to NumPy."""
    now, into = (Slot(**{name: array[i].numpy() for name, array in rollout.arrays.items()}) for i in (t, t + 1))
    games.step(rollout.actions[t].numpy(), now, into)


def within(values: torch.Tensor, leads: torch.Tensor, most: float) -> torch.Tensor:
    """Values as large as a result can make them.

    Each value is learned from the next one, and only the last from a result. Left to themselves they can grow while
    a game goes on, and then everybody plays for its going on.
    """
    return (values + leads).clamp(-most, most) - leads


@torch.no_grad()
def look_back(rollout: Rollout, seats: Seats, scale: float, recipe: Recipe) -> None:
    """Gains of the choices made and targets of all estimates, by generalised advantages."""
    arrays = rollout.arrays
    over = arrays["done"][1:, None].float()
    leads = seats.leads(arrays["standing"], scale)
    lead = seats.leads(arrays["final"][1:], scale) * over
    won = seats.won(arrays["rewards"][1:], arrays["final"][1:], over)
    share = (won * (seats.players - 1) + over) / seats.players * seats.present
    shaped = won + recipe.margin * lead + recipe.gamma * leads[1:] * (1 - over) - leads[:-1]
    going = rollout.gamma * (1 - over[:, None])
    values = rollout.estimates
    values[:, VALUE] = within(values[:, VALUE], leads, 1 + 2 * recipe.margin)
    errors = torch.stack([shaped, share, lead], 1) + going * values[1:] - values[:-1]
    fade = rollout.trace * going
    carried = torch.zeros_like(values[0])
    for t in reversed(range(rollout.length)):
        carried = torch.addcmul(errors[t], fade[t], carried)
        rollout.targets[t] = carried
    actor = arrays["seats"][:-1].long()
    gains = rollout.targets[:, VALUE].gather(1, actor[:, None]).squeeze(1)
    rollout.gains.copy_((gains - gains.mean()) / (gains.std() + 1e-6))
    rollout.targets.add_(values[:-1])
    place = ((seats.all + actor[:, None]) % seats.players)[:, None].expand(rollout.targets.shape)
    rollout.targets.copy_(rollout.targets.gather(-2, place) * seats.present)


def loss_of(
    network: Any, rows: torch.Tensor, masks: torch.Tensor, actions: torch.Tensor, log_probs: torch.Tensor,
    gains: torch.Tensor, targets: torch.Tensor, present: torch.Tensor, entropy: torch.Tensor, recipe: Recipe,
) -> tuple[torch.Tensor, torch.Tensor]:  # fmt: skip
    """What learning makes small, and what it consists of: policy, value, win, margin, randomness, drift."""
    logits, heads = network(rows)
    spread = masked(logits, masks).log_softmax(0)
    chosen = spread.gather(0, actions.long()[None]).squeeze(0)
    ratio = (chosen - log_probs).exp()
    policy = -torch.minimum(ratio * gains, ratio.clamp(1 - recipe.clip, 1 + recipe.clip) * gains).mean()
    seen = present.sum()
    value = ((heads[VALUE] - targets[VALUE]).square() * present).sum() / seen
    likely = heads[WIN].masked_fill(present == 0, NEVER).log_softmax(0)
    win = -(targets[WIN] * likely * present).sum() / present.shape[-1]
    margin = ((heads[MARGIN] - targets[MARGIN]).square() * present).sum() / seen
    randomness = -(spread.exp() * spread.clamp(min=-50)).sum(0).mean()
    legal = masks != 0
    unlikely = -(spread.masked_fill(~legal, 0.0).sum(0) / legal.sum(0)).mean()  # grows where entropy sees nothing
    total = (
        policy
        + recipe.value_weight * value
        + recipe.win_weight * win
        + recipe.margin_weight * margin
        - entropy * randomness
        + entropy * recipe.even * unlikely
    )
    drift = ((ratio - 1).abs() > recipe.clip).float().mean()
    return total, torch.stack([policy, value, win, margin, randomness, drift]).detach()


def learn(
    parameters: list[torch.Tensor], loss_on: Any, optimizer: Any, rollout: Rollout, seats: Seats,
    entropy: torch.Tensor, recipe: Recipe,
) -> torch.Tensor:  # fmt: skip
    """Gradient steps over all slices of a rollout; returns the mean parts of the loss.

    A slice is one step of all games: they are all at different points of their way, so it is a fair sample.
    """
    told = []
    for _ in range(recipe.epochs):
        for t in torch.randperm(rollout.length).tolist():
            total, parts = loss_on(
                rollout.arrays["rows"][t], rollout.arrays["masks"][t], rollout.actions[t], rollout.log_probs[t],
                rollout.gains[t], rollout.targets[t], seats.present, entropy,
            )  # fmt: skip
            optimizer.zero_grad(set_to_none=True)
            total.backward()
            torch.nn.utils.clip_grad_norm_(parameters, recipe.gradient)
            optimizer.step()
            told.append(parts)
    return torch.stack(told).mean(0)
