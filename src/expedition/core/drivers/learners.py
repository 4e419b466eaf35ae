"""Many games at once in each of which one seat learns: drivers for vector environments, bound to a game's rules.

`own[g]` is the seat that learns in game g, `seats[g]` the one to act (-1: the game is over), `which` the games meant.
Opponents that play at random play here; for any other the driver stops and leaves the seat to the caller.
"""

from __future__ import annotations

from typing import Any

from expedition.core.drivers.batch import pay_out, show, take_stock
from expedition.core.drivers.open_rules import actor, apply, deal, legal, observe
from expedition.core.drivers.random_play import roll
from expedition.core.jit import driver


@driver
def deal_learners(states: Any, b: Any, keys: Any, seats: Any, which: Any) -> None:
    """A fresh game of its key each."""
    for i in range(len(which)):
        g = which[i]
        deal(states[g], b[0], keys[g, 0], keys[g, 1], keys[g, 2], keys[g, 3])
        seats[g] = actor(states[g])


@driver
def act_learners(states: Any, b: Any, actions: Any, masks: Any, seats: Any, wrong: Any, which: Any) -> None:
    """The learning seats act; what the mask does not allow ends the game."""
    for i in range(len(which)):
        g = which[i]
        action = actions[g]
        wrong[g] = 0
        if action < 0 or action >= masks.shape[1] or masks[g, action] == 0:
            wrong[g] = 1
            seats[g] = -1
        else:
            apply(states[g], b[0], seats[g], action)
            seats[g] = actor(states[g])


@driver
def let_random_play(
    states: Any, b: Any, own: Any, at_random: Any, acts: Any, dice: Any, seats: Any, which: Any
) -> None:
    """Random opponents play on until the learning seat, or an opponent of another kind, is to act, or the game is over.

    `at_random[k]` tells of the k-th opponent, counted from seat 0 on without the own seat.
    """
    for i in range(len(which)):
        g = which[i]
        s = states[g]
        seat = seats[g]
        while seat >= 0 and seat != own[g] and at_random[seat - 1 if seat > own[g] else seat]:
            n = legal(s, b[0], seat, acts)
            apply(s, b[0], seat, acts[roll(dice[g : g + 1], n)])
            seat = actor(s)
        seats[g] = seat


@driver
def show_learners(
    states: Any, b: Any, own: Any, seats: Any, wrong: Any, players: int, worth: Any, acts: Any,
    masks: Any, rows: Any, paid: Any, rewards: Any, standing: Any, which: Any,
) -> None:  # fmt: skip
    """What the learning seats see, may do and got. Of a finished game the mask allows everything: nothing is played."""
    for i in range(len(which)):
        g = which[i]
        rewards[g] = 0.0
        if seats[g] >= 0:
            show(states[g], b[0], own[g], acts, masks[g], rows[g])
        else:
            for action in range(masks.shape[1]):
                masks[g, action] = 1
            observe(states[g], b[0], own[g], rows[g])
            if wrong[g]:
                rewards[g] = worth[players - 1]
            else:
                pay_out(states[g], b[0], players, worth, paid)
                rewards[g] = paid[own[g]]
        take_stock(states[g], b[0], players, standing[g])
