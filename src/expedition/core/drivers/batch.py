"""Many games at once, a step at a time: what vector environments, training and the GPU run.

Every game of a batch has its own row in flat arrays that the caller owns; nothing is allocated here.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from expedition.core.drivers.open_rules import actor, apply, deal, legal, observe, place, refresh, standing
from expedition.core.drivers.random_play import random_game, roll, seed_dice
from expedition.core.jit import driver, rule
from expedition.core.rng import MASK


@driver
def deal_numbered(s: Any, b: Any, seed: int, game: int, number: int) -> None:
    """Deal number `number` of game `game` of a batch: every deal has a key of its own."""
    deal(s, b, number & MASK, game & MASK, seed & MASK, (seed >> 32) & MASK)


@driver
def pay_out(s: Any, b: Any, players: int, worth: Any, reward: Any) -> None:
    """What each seat gets for its place; seats that share places share what these are worth."""
    for seat in range(players):
        reward[seat] = place(s, b, seat)
    for seat in range(players):  # its place and, in the tens, how many share it
        for other in range(players):
            if reward[other] % 10 == reward[seat] % 10:
                reward[seat] += 10
    for seat in range(players):
        first, tied = int(reward[seat]) % 10 - 1, int(reward[seat]) // 10
        total = 0.0
        for i in range(first, first + tied):
            total += worth[i]
        reward[seat] = total / tied


@driver
def show(s: Any, b: Any, seat: int, acts: MutableSequence[int], mask: Any, row: Any) -> None:
    """Mask and observation of the seat to act."""
    show_legal(s, b, seat, legal(s, b, seat, acts), acts, mask, row)


@driver
def show_legal(s: Any, b: Any, seat: int, n: int, acts: MutableSequence[int], mask: Any, row: Any) -> None:
    """Mask and observation where `acts` holds the legal actions already."""
    write_mask(n, acts, mask)
    observe(s, b, seat, row)


@rule
def write_mask(n: int, acts: MutableSequence[int], mask: Any) -> None:
    for i in range(len(mask)):
        mask[i] = 0
    for i in range(n):
        mask[acts[i]] = 1


@driver
def reset_game(
    s: Any, b: Any, seed: int, game: int, number: int, acts: MutableSequence[int], mask: Any, row: Any
) -> int:
    """A fresh game; returns the seat to act."""
    deal_numbered(s, b, seed, game, number)
    seat = actor(s)
    show(s, b, seat, acts, mask, row)
    return seat


@rule
def allowed(action: int, mask: Any) -> bool:
    return 0 <= action < len(mask) and mask[action] != 0


@rule
def forfeit(seat: int, players: int, worth: Any, reward: Any) -> None:
    """A seat has broken the rules: the worst for it, and the others share what it lost."""
    lost = worth[players - 1]
    for i in range(players):
        reward[i] = lost if i == seat else -lost / (players - 1)


@driver
def step_game(
    s: Any, b: Any, seat: int, action: int, players: int, worth: Any, acts: MutableSequence[int], mask: Any, row: Any,
    reward: Any,
) -> int:  # fmt: skip
    """One action; an action the mask does not allow ends the game with the worst reward for its seat.

    Returns the seat to act, or -1 when the game is over; then `reward` holds what every seat gets.
    """
    for i in range(players):
        reward[i] = 0.0
    if not allowed(action, mask):
        forfeit(seat, players, worth, reward)
        return -1
    apply(s, b, seat, action)
    following = actor(s)
    if following < 0:
        pay_out(s, b, players, worth, reward)
    else:
        show(s, b, following, acts, mask, row)
    return following


@driver
def take_stock(s: Any, b: Any, players: int, out: Any) -> None:
    """How far along every seat is."""
    for seat in range(players):
        out[seat] = standing(s, b, seat)


@rule
def board_of(game: int, number: int, first: int, span: int) -> int:
    """Which of the boards deal `number` of a game is played on: one after the other of its own."""
    return first + (game + number) % span


@driver
def next_choice(
    states: Any, boards: Any, firsts: Any, spans: Any, seed: int, numbers: Any, players: Any, seats: Any, actions: Any,
    worth: Any, acts: MutableSequence[int], masks: Any, rows: Any, rewards: Any, done: Any, now: Any, final: Any,
    following: Any, moves: Any, g: int,
) -> None:  # fmt: skip
    """One legal action of game g, or a fresh deal if it is -1, and on as long as there is nothing to choose.

    A finished game is dealt anew at once; `done`, `rewards` and `final` (how far along each seat came) tell of the one
    that ended, all else of the choice that comes next. All arrays have the number first and the game last.
    """
    s = states[g]
    b = boards[board_of(g, numbers[g], firsts[g], spans[g])]
    done[g] = 0
    for i in range(rewards.shape[0]):
        rewards[i, g] = 0.0
    action = actions[g]
    seat = seats[g]
    n = 0
    while n < 2:
        if action < 0:
            deal_numbered(s, b, seed, g, numbers[g])
        else:
            apply(s, b, seat, action)
            moves[g] += 1
        seat = actor(s)
        if seat < 0:
            pay_out(s, b, players[g], worth[players[g]], rewards[:, g])
            take_stock(s, b, players[g], final[:, g])
            done[g] = 1
            numbers[g] += 1
            b = boards[board_of(g, numbers[g], firsts[g], spans[g])]
            action = -1
        else:
            n = legal(s, b, seat, acts)
            action = acts[0]
    show_legal(s, b, seat, n, acts, masks[:, g], rows[:, g])
    take_stock(s, b, players[g], now[:, g])
    following[g] = seat


@driver
def reset_games(
    states: Any, b: Any, seed: int, numbers: Any, seats: Any, lists: Any, masks: Any, rows: Any, first: int, last: int
) -> None:
    for g in range(first, last):
        s = states[g]
        deal_numbered(s, b[0], seed, g, numbers[g])
        seats[g] = actor(s)
        lists[g].count = legal(s, b[0], seats[g], lists[g].acts)
        show_legal(s, b[0], seats[g], lists[g].count, lists[g].acts, masks[g].mask, rows[g].row)


@driver
def step_games(
    states: Any, b: Any, seed: int, numbers: Any, seats: Any, actions: Any, players: int, worth: Any, lists: Any,
    masks: Any, rows: Any, rewards: Any, done: Any, first: int, last: int,
) -> None:  # fmt: skip
    """One action in each game; a finished game is dealt anew at once and its row shows the new one.

    Lists, masks and rows come as records: their arrays belong to nobody, so compiled code need not count who holds
    them. A seat that goes on gets what it has changed written into its row, all others a row that is written anew.
    """
    for g in range(first, last):
        s = states[g]
        for i in range(players):
            rewards[g, i] = 0.0
        done[g] = 0
        following = -1
        if allowed(actions[g], masks[g].mask):
            apply(s, b[0], seats[g], actions[g])
            following = actor(s)
            if following < 0:
                pay_out(s, b[0], players, worth, rewards[g])
        else:
            forfeit(seats[g], players, worth, rewards[g])
        if following < 0:
            done[g] = 1
            numbers[g] += 1
            deal_numbered(s, b[0], seed, g, numbers[g])
            following = actor(s)
        n = legal(s, b[0], following, lists[g].acts)
        lists[g].count = n
        write_mask(n, lists[g].acts, masks[g].mask)
        if following == seats[g] and done[g] == 0:
            refresh(s, b[0], following, rows[g].row)
        else:
            observe(s, b[0], following, rows[g].row)
        seats[g] = following


@driver
def next_choices(
    states: Any, boards: Any, firsts: Any, spans: Any, seed: int, numbers: Any, players: Any, seats: Any, actions: Any,
    worth: Any, acts: Any, masks: Any, rows: Any, rewards: Any, done: Any, now: Any, final: Any, following: Any,
    moves: Any, first: int, last: int,
) -> None:  # fmt: skip
    """`next_choice` of games of many set-ups, one after another."""
    for g in range(first, last):
        next_choice(
            states, boards, firsts, spans, seed, numbers, players, seats, actions, worth, acts, masks, rows, rewards,
            done, now, final, following, moves, g,
        )  # fmt: skip


@rule
def choose_randomly(lists: Any, dice: Any, actions: Any, first: int, last: int) -> None:
    """A uniformly random legal action for every game."""
    for g in range(first, last):
        actions[g] = lists[g].acts[roll(dice[g].die, lists[g].count)]


@driver
def play_games(
    states: Any, b: Any, seed: int, acts: Any, dice: Any, steps: Any, limit: int, first: int, last: int
) -> None:
    """Whole games of random play, one after another."""
    for g in range(first, last):
        deal_numbered(states[g], b[0], seed, g, 0)
        seed_dice(dice, g)
        steps[g] = random_game(states[g], b[0], acts, dice, limit)
