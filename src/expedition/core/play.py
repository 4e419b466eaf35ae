"""Drivers that play whole games, for every game and every target.

`actor`, `legal` and `apply` are open names: `compiled(random_game, actor=…, legal=…, apply=…)` binds them to
a game's rules. The dice of a policy are its own and never the game's generator.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from expedition.core.jit import open_name, rule
from expedition.core.rng import MASK


@open_name
def actor(s: Any) -> int:
    return -1


@open_name
def legal(s: Any, b: Any, seat: int, acts: MutableSequence[int]) -> int:
    return 0


@open_name
def apply(s: Any, b: Any, seat: int, action: int) -> None:
    return None


@open_name
def quick(s: Any) -> bool:
    """Whether the next decision is a small one. Only a hint: games that share a processor's threads stay in step
    when each makes its small decisions before all turn to a large one."""
    return False


@open_name
def standing(s: Any, b: Any, seat: int) -> int:
    """How far along a seat is, in numbers of the game's own; learning shapes rewards by it."""
    return 0


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


@rule
def random_game(s: Any, b: Any, acts: MutableSequence[int], dice: MutableSequence[int], limit: int) -> int:
    """Uniformly random legal play until the game is over or `limit` steps are made; returns the steps."""
    steps = 0
    seat = actor(s)
    while seat >= 0 and steps < limit:
        n = legal(s, b, seat, acts)
        apply(s, b, seat, acts[roll(dice, n)])
        steps += 1
        seat = actor(s)
        while seat >= 0 and steps < limit and quick(s):
            n = legal(s, b, seat, acts)
            apply(s, b, seat, acts[roll(dice, n)])
            steps += 1
            seat = actor(s)
    return steps
