"""The network: what a seat may know in; a preference for every action and, for every seat, three estimates out.

Rows come with the number first and the game last, as `envs.mixed` writes them, and stay that way through all layers:
no transposing, and every array is read in the order it lies in memory. Estimates are told from the seat to act on:
the value that learning compares choices by, the logits of winning, and the lead at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from expedition.envs.mixed import SEATS, padded

HEADS = 3  # value, win, margin
FLOOR = 0.2  # of an input's spread: what hardly ever changes is not blown up


class Network(nn.Module):
    """A first layer and residual blocks; few large matrix products, nothing else."""

    mean: torch.Tensor
    scale: torch.Tensor

    def __init__(self, inputs: int, actions: int, width: int = 768, blocks: int = 2) -> None:
        super().__init__()
        self.inputs, self.actions, self.width = inputs, actions, width
        self.register_buffer("mean", torch.zeros(padded(inputs)))
        self.register_buffer("scale", torch.ones(padded(inputs)))
        self.first = nn.Parameter(torch.empty(width, padded(inputs)))
        self.first_bias = nn.Parameter(torch.zeros(width))
        self.blocks = nn.ParameterList([nn.Parameter(torch.empty(width, width)) for _ in range(blocks)])
        self.block_biases = nn.ParameterList([nn.Parameter(torch.zeros(width)) for _ in range(blocks)])
        self.last = nn.Parameter(torch.zeros(padded(actions + HEADS * SEATS), width))
        self.last_bias = nn.Parameter(torch.zeros(padded(actions + HEADS * SEATS)))
        for matrix in (self.first, *self.blocks):
            nn.init.orthogonal_(matrix, 2**0.5)
        with torch.no_grad():
            self.first[:, inputs:] = 0
            nn.init.orthogonal_(self.last[:actions], 0.01)
            nn.init.orthogonal_(self.last[actions : actions + HEADS * SEATS], 0.1)

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Preferences (actions × games) and estimates (HEADS × SEATS × games) of int8 rows (row × games)."""
        kind = torch.bfloat16 if rows.is_cuda else torch.float32
        first = (self.first * self.scale).to(kind)
        bias = self.first_bias - first.float() @ self.mean  # of the rounded weights: the mean cancels exactly
        x = torch.relu(first @ rows.to(kind) + bias.to(kind)[:, None])
        for matrix, shift in zip(self.blocks, self.block_biases, strict=True):
            x = x + torch.relu(matrix.to(kind) @ x + shift.to(kind)[:, None])
        out = (self.last.to(kind) @ x).float() + self.last_bias[:, None]
        heads = out[self.actions : self.actions + HEADS * SEATS].reshape(HEADS, SEATS, -1)
        return out[: self.actions], heads

    @torch.no_grad()
    def fit_inputs(self, rows: torch.Tensor, known: int = 0) -> None:
        """Scale the inputs after the first `known` by how they vary in these rows (… × row × games)."""
        some = rows[..., :: max(1, rows.shape[-1] // 4096)].transpose(-1, -2).reshape(-1, rows.shape[-2]).float()
        self.mean[known:] = some.mean(0)[known:]
        self.scale[known:] = (1 / (some.std(0) + FLOOR))[known:]
        self.mean[self.inputs :] = 0

    @torch.no_grad()
    def soften(self, by: float) -> None:
        """The same order of preferences, each `by` times as weak."""
        self.last[: self.actions] /= by
        self.last_bias[: self.actions] /= by

    @torch.no_grad()
    def take(self, arrays: dict[str, npt.NDArray[Any]]) -> None:
        """What `arrays` gave."""
        mine = {**self.state_dict(), "blocks": torch.stack([*self.blocks]),
                "block_biases": torch.stack([*self.block_biases])}  # fmt: skip
        for name, part in arrays.items():
            into = mine[name]
            into[tuple(slice(n) for n in part.shape)] = torch.from_numpy(part.astype(np.float32)).to(into.device)
        for i in range(len(self.blocks)):
            self.blocks[i].copy_(mine["blocks"][i])
            self.block_biases[i].copy_(mine["block_biases"][i])

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """All a program without torch needs (players/network.py), in half precision."""
        n, a = self.inputs, self.actions + HEADS * SEATS
        parts = {
            "mean": self.mean[:n],
            "scale": self.scale[:n],
            "first": self.first[:, :n],
            "first_bias": self.first_bias,
            "blocks": torch.stack([*self.blocks]),
            "block_biases": torch.stack([*self.block_biases]),
            "last": self.last[:a],
            "last_bias": self.last_bias[:a],
        }
        return {name: part.detach().float().cpu().numpy().astype(np.float16) for name, part in parts.items()}
