"""The numbers of learning, apart from what needs torch: commands that only measure read them too."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """The numbers of learning; rates fall linearly from the first to the last share of their value."""

    length: int = 32  # choices of each game in a rollout
    epochs: int = 1
    rate: float = 6e-4
    last_rate: float = 0.05
    entropy: float = 0.01
    last_entropy: float = 0.15
    even: float = 0.0  # of the entropy's weight: how strongly every legal action is kept possible, however unlikely
    gamma: float = 0.999
    trace: float = 0.97  # of choices, for comparing them
    long_trace: float = 0.985  # for chances and leads
    clip: float = 0.2
    margin: float = 0.0  # what a deciding lead at the end adds to the reward
    value_weight: float = 0.5
    win_weight: float = 0.25
    margin_weight: float = 0.25
    gradient: float = 0.5  # the longest gradient
