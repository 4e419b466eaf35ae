"""Drivers of searches: many positions at once, bound to a game's rules like those of `core.drivers`."""

from __future__ import annotations

from typing import Any

from expedition.core.drivers.open_rules import actor, apply, deal, legal, observe, place, redeal
from expedition.core.jit import driver, rule


@rule
def copy_many(source: Any, which: Any, target: Any) -> None:
    for i in range(len(which)):
        target[i] = source[which[i]]


@rule
def put_many(source: Any, where: Any, target: Any) -> None:
    for i in range(len(where)):
        target[where[i]] = source[i]


@driver
def deal_many(states: Any, b: Any, seed: int, following: Any) -> None:
    """Fresh games of the setup the records hold."""
    for i in range(len(states)):
        deal(states[i], b[0], i, seed, 0, 0)
        following[i] = actor(states[i])


@driver
def redeal_many(states: Any, b: Any, seats: Any, keys: Any, seed: int) -> None:
    """What each row's seat cannot know is dealt anew; rows with the same key get the same deal."""
    for i in range(len(states)):
        redeal(states[i], b[0], seats[i], keys[i], seed, 1, 0)


@driver
def others_many(states: Any, b: Any, seats: Any, players: int, acts: Any, owing: Any) -> None:
    """In an open phase the first of the others that has still to choose, -1 if none has."""
    for i in range(len(states)):
        owing[i] = -1
        for k in range(1, players):
            other = (seats[i] + k) % players
            if owing[i] < 0 and legal(states[i], b[0], other, acts) > 0:
                owing[i] = other


@driver
def play_many(states: Any, b: Any, seats: Any, plans: Any, following: Any) -> None:
    """Carry out each row's plan, a list of actions that ends at -1."""
    for i in range(len(states)):
        for j in range(plans.shape[1]):
            if plans[i, j] < 0:
                break
            apply(states[i], b[0], seats[i], plans[i, j])
        following[i] = actor(states[i])


@driver
def whose_many(states: Any, b: Any, seats: Any, acts: Any, acting: Any) -> None:
    """Each row's seat if it may act, else whoever is to act, -1 where the game is over."""
    for i in range(len(states)):
        if legal(states[i], b[0], seats[i], acts) > 0:
            acting[i] = seats[i]
        else:
            acting[i] = actor(states[i])


@driver
def look_many(states: Any, b: Any, seats: Any, least: int, acts: Any, masks: Any, rows: Any) -> None:
    """Masks of seats, and observations where there are at least so many actions to choose from."""
    for i in range(len(states)):
        n = legal(states[i], b[0], seats[i], acts)
        for k in range(n):
            masks[i, acts[k]] = 1
        if n >= least:
            observe(states[i], b[0], seats[i], rows[i])


@driver
def place_many(states: Any, b: Any, players: int, places: Any) -> None:
    for i in range(len(states)):
        for seat in range(players):
            places[i, seat] = place(states[i], b[0], seat)
