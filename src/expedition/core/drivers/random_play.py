"""Whole games of random play. The dice of a policy are its own and never the game's generator."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from expedition.core.drivers.open_rules import actor, apply, legal
from expedition.core.jit import driver, rule
from expedition.core.rng import MASK


@rule
def roll(dice: MutableSequence[int], n: int) -> int:
    """A number below n from a small generator of the policy's own (32-bit xorshift in dice[0])."""
    x = dice[0]
    x ^= (x << 13) & MASK
    x ^= x >> 17
    x ^= (x << 5) & MASK
    dice[0] = x
    return (x * n) >> 32


@rule
def seed_dice(dice: MutableSequence[int], seed: int) -> None:
    dice[0] = (((seed + 1) * 2654435761) & MASK) | 1


@driver
def random_step(s: Any, b: Any, seat: int, acts: MutableSequence[int], dice: MutableSequence[int]) -> int:
    """One uniformly random legal action; returns the seat to act after it."""
    n = legal(s, b, seat, acts)
    apply(s, b, seat, acts[roll(dice, n)])
    return actor(s)


@driver
def random_game(s: Any, b: Any, acts: MutableSequence[int], dice: MutableSequence[int], limit: int) -> int:
    """Uniformly random legal play until the game is over or `limit` steps are made; returns the steps."""
    steps = 0
    seat = actor(s)
    while seat >= 0 and steps < limit:
        seat = random_step(s, b, seat, acts, dice)
        steps += 1
    return steps
