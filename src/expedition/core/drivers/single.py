"""One game a step at a time, each function called from Python once a step: what single environments run.

They take whole arrays of length one rather than a record, because passing a record from Python is what would cost most.
"""

from __future__ import annotations

from typing import Any

from expedition.core.drivers.batch import pay_out, show, step_game
from expedition.core.drivers.open_rules import actor, apply, deal, legal, observe, phase
from expedition.core.jit import driver, rule


@driver
def deal_one(states: Any, b: Any, k0: int, k1: int, k2: int, k3: int) -> int:
    """A fresh game of this key; returns the seat to act."""
    deal(states[0], b[0], k0, k1, k2, k3)
    return actor(states[0])


@driver
def show_one(states: Any, b: Any, seat: int, acts: Any, mask: Any, row: Any) -> None:
    """Mask and observation of the seat to act."""
    show(states[0], b[0], seat, acts, mask, row)


@driver
def step_one(
    states: Any, b: Any, seat: int, action: int, players: int, worth: Any, acts: Any, mask: Any, row: Any, reward: Any
) -> int:
    """One action by the seat to act; see `step_game`."""
    return step_game(states[0], b[0], seat, action, players, worth, acts, mask, row, reward)


@driver
def observe_one(states: Any, b: Any, seat: int, row: Any) -> None:
    """What a seat may know, whether it is to act or not."""
    observe(states[0], b[0], seat, row)


@driver
def deal_and_list(states: Any, b: Any, k0: int, k1: int, k2: int, k3: int, acts: Any) -> tuple[int, int]:
    """A fresh game of this key; the seat to act, and how many legal actions it has in `acts`."""
    deal(states[0], b[0], k0, k1, k2, k3)
    seat = actor(states[0])
    return seat, legal(states[0], b[0], seat, acts)


@driver
def apply_and_list(states: Any, b: Any, seat: int, action: int, acts: Any) -> tuple[int, int, int]:
    """A legal action: the phase it was made in, the seat to act next, and how many legal actions that one has."""
    open_phase = phase(states[0])
    apply(states[0], b[0], seat, action)
    following = actor(states[0])
    return open_phase, following, legal(states[0], b[0], following, acts) if following >= 0 else 0


@driver
def apply_one(states: Any, b: Any, seat: int, action: int) -> int:
    """A legal action and nothing else; returns the seat to act next, -1 when the game is over."""
    apply(states[0], b[0], seat, action)
    return actor(states[0])


@driver
def list_one(states: Any, b: Any, seat: int, acts: Any) -> int:
    """The legal actions of a seat; returns how many."""
    return legal(states[0], b[0], seat, acts)


@driver
def reward_one(states: Any, b: Any, players: int, worth: Any, reward: Any) -> None:
    """What every seat of a finished game gets."""
    pay_out(states[0], b[0], players, worth, reward)


@driver
def show_all(states: Any, b: Any, players: int, acts: Any, masks: Any, rows: Any) -> None:
    """Every seat's mask and observation; a seat that owes nothing can only wait, which is the last place of a mask."""
    wait = masks.shape[1] - 1
    for seat in range(players):
        for i in range(wait + 1):
            masks[seat, i] = 0
        n = legal(states[0], b[0], seat, acts)
        for i in range(n):
            masks[seat, acts[i]] = 1
        if n == 0:
            masks[seat, wait] = 1
        observe(states[0], b[0], seat, rows[seat])


@rule
def allows(masks: Any, seat: int, action: int) -> bool:
    return bool(0 <= action < masks.shape[1] and masks[seat, action] != 0)


@driver
def step_all(states: Any, b: Any, actions: Any, players: int, worth: Any, masks: Any, reward: Any) -> int:
    """One action by every seat at once; returns 1 while the game goes on.

    Seats whose action the mask does not allow end the game: they get the worst reward, the others share what they lost.
    """
    wait = masks.shape[1] - 1
    wrong = 0
    for seat in range(players):
        reward[seat] = 0.0
        if not allows(masks, seat, actions[seat]):
            wrong += 1
    if wrong > 0:
        for seat in range(players):
            if not allows(masks, seat, actions[seat]):
                reward[seat] = worth[players - 1]
            else:
                reward[seat] = -worth[players - 1] * wrong / (players - wrong)
        return 0
    for seat in range(players):
        if actions[seat] != wait:
            apply(states[0], b[0], seat, actions[seat])
    if actor(states[0]) >= 0:
        return 1
    pay_out(states[0], b[0], players, worth, reward)
    return 0
