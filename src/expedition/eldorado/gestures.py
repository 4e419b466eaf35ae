"""Whole human moves. Everything here is found by trying actions on copies of the position: no rule lives here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.eldorado.actions import to_dict
from expedition.eldorado.board import Board
from expedition.eldorado.components import SYMBOLS
from expedition.eldorado.numbering import (
    A_BUY,
    A_CHANGE,
    A_CLEAR,
    A_ENTER,
    A_PAY,
    A_PAY_TOKEN,
    A_PLAY,
    A_STEP,
    A_STOP,
    A_USE,
    ACTIONS,
)
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.caves import stopping_explores
from expedition.eldorado.rules.choices import legal, steps
from expedition.eldorado.rules.piles import playable
from expedition.eldorado.state import ARRIVED, Position
from expedition.eldorado.tables import (
    BLOCKADE_POWER,
    CAMP,
    CARD_IDS,
    CARDS,
    CHANGE_SYMBOL,
    COIN_1,
    DIRECTIONS,
    FIRST_MARKET_CARD,
    NO_SYMBOL,
    PAWNS,
    POWER,
    PRICE,
    TOKENS,
    Ground,
)

if TYPE_CHECKING:
    from expedition.eldorado.types import (
        Action,
        BuyGesture,
        Coord,
        EnterGesture,
        Gesture,
        MovedBy,
        MoveGesture,
        Payment,
        PaymentItem,
    )

MOST_PAYMENTS = 24  # ways shown for one purchase
MOST_FOUND = 3000  # ways looked at
HIGH_PRICE = 100
_TRIED: dict[tuple[int, ...], _Means] = {}


def gestures(s: Position, board: Board, ground: Ground) -> list[Gesture]:
    """All whole moves of the seat on turn."""
    made: list[Gesture] = []
    buffer = [0] * ACTIONS
    now = buffer[: legal(s, ground, s.seat, buffer)]
    if any(action < A_STOP for action in now):
        made.extend(_moves(s, board, ground, []))
    for action in now:
        if action < A_STOP:
            continue
        if A_ENTER <= action < A_PLAY:
            made.append(_enter(s, board, ground, action))
        elif A_PLAY <= action < A_USE:
            after = s.copy()
            apply(after, ground, s.seat, action)
            made.extend(_moves(after, board, ground, [to_dict(s, board, action)]))
        elif not A_BUY <= action < A_PAY:
            made.append({"kind": "act", "actions": [to_dict(s, board, action)]})
    made.extend(_purchases(s, board, ground, [action for action in now if A_BUY <= action < A_PAY]))
    return made


# -- moving -----------------------------------------------------------------------------------------------------


class _Walk:
    """One way to spend the active power so far."""

    def __init__(
        self, s: Position, cost: int, path: list[Coord], cleared: list[int], actions: list[Action], last: int
    ) -> None:
        self.s = s
        self.cost = cost  # not what is missing in `s.power`: that is wiped when the turn ends by arriving
        self.path = path
        self.cleared = cleared
        self.actions = actions
        self.last = last  # a blockade the last step cleared, 0: it led to a space


def _moves(s: Position, board: Board, ground: Ground, first: list[Action]) -> Iterator[MoveGesture]:
    """Every space and blockade the active power reaches, each by the way that leaves the most power.

    Ways that clear different blockades are different moves, unless one merely clears more and leaves no more.
    A power is active in `s`: where it leads is all that is asked of the rules, not what else might be played.
    """
    pawn = s.seat * PAWNS + s.active_pawn
    best: dict[tuple[int, frozenset[int], int], _Walk] = {}
    todo = [_Walk(s, 0, [], [], first, 0)]
    buffer = [0] * ACTIONS
    while todo:
        walk = todo.pop(0)
        for action in buffer[: steps(walk.s, ground, buffer, 0)]:
            found = _one_step(walk, board, ground, pawn, action)
            cell = board.index[found.path[-1][0], found.path[-1][1]] if found.path else s.at[pawn]
            key = (cell, frozenset(found.cleared), found.last)
            old = best.get(key)
            if old is None or (found.cost, len(found.actions)) < (old.cost, len(old.actions)):
                best[key] = found
                if found.s.active and found.s.seat == s.seat:
                    todo.append(found)
    for key, walk in best.items():
        if (
            walk.cleared
            and key[2] == 0
            and any(
                other[0] == key[0] and other[2] == 0 and other[1] < key[1] and best[other].cost <= walk.cost
                for other in best
            )
        ):
            continue
        yield _told(s, walk, board, ground, pawn)


def _one_step(walk: _Walk, board: Board, ground: Ground, pawn: int, action: int) -> _Walk:
    here = walk.s
    after = here.copy()
    after.caves = 0  # what lies in a cave is not looked at; that one is explored is told with the move
    apply(after, ground, here.seat, action)
    after.caves = here.caves
    said = [*walk.actions, to_dict(here, board, action)]
    if action >= A_CLEAR:
        number = action - A_CLEAR + 1
        cost = walk.cost + BLOCKADE_POWER[number]
        return _Walk(after, cost, walk.path, sorted([*walk.cleared, number]), said, number)
    cell = ground.neighbour[here.at[pawn] * DIRECTIONS + action - A_STEP]
    path = [*walk.path, list(board.cells[cell].place)]
    return _Walk(after, walk.cost + ground.need[cell], path, walk.cleared, said, 0)


def _told(s: Position, walk: _Walk, board: Board, ground: Ground, pawn: int) -> MoveGesture:
    after = walk.s
    native = s.active_symbol == NO_SYMBOL
    arrives = after.at[pawn] == ARRIVED
    made: MoveGesture = {
        "kind": "clear" if walk.last else "move",
        **_moved_by(walk),
        "as": None if native else SYMBOLS[s.active_symbol],
        "pawn": pawn % PAWNS,
        "to": walk.path[-1] if walk.path else list(board.cells[s.at[pawn]].place),
        "path": walk.path,
        "blockades": walk.cleared,
        "cost": None if native else walk.cost,
        "left": None if native else 0 if arrives else s.power - walk.cost,
        "explores": _explored(after, board, ground, pawn),
        "arrives": arrives,
        "actions": walk.actions,
    }
    return made


def _moved_by(walk: _Walk) -> MovedBy:
    made: MovedBy = {}
    first = walk.actions[0]
    if "token" in first:
        made["token"] = first["token"]
    if "card" in first:
        made["card"] = first["card"]
    if walk.last:
        made["blockade"] = walk.last
    return made


def _means_of(said: Action) -> PaymentItem:
    """The token or card an action names; a symbol token may name both."""
    made: PaymentItem = {}
    if "token" in said:
        made["token"] = said["token"]
    if "card" in said:
        made["card"] = said["card"]
    return made


def _explored(s: Position, board: Board, ground: Ground, pawn: int) -> list[Coord]:
    """The caves that give a token if the pawn stops here."""
    if s.at[pawn] < 0 or not stopping_explores(s, ground, pawn):
        return []
    found = []
    for n, cell in enumerate(board.caves):
        probe = s.copy()
        probe.n_cave = [count if i == n else 0 for i, count in enumerate(s.n_cave)]
        if stopping_explores(probe, ground, pawn):
            found.append(list(board.cells[cell].place))
    return found


def _enter(s: Position, board: Board, ground: Ground, action: int) -> EnterGesture:
    after = s.copy()
    apply(after, ground, s.seat, action)
    said = to_dict(s, board, action)
    buffer = [0] * ACTIONS
    choices = buffer[: legal(after, ground, s.seat, buffer)]
    made: EnterGesture = {
        "kind": "enter",
        "pawn": said["pawn"],
        "cards": after.pending_left,
        "removes": after.pending_cell >= 0 and ground.terrain[after.pending_cell] == CAMP,
        "choices": [to_dict(after, board, a)["card"] for a in choices],
        "actions": [said],
    }
    if "to" in said:
        made["to"] = said["to"]
    if "blockade" in said:
        made["blockade"] = said["blockade"]
    return made


# -- buying -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Means:
    """One thing that can pay, with what it brings and what it costs its owner."""

    actions: tuple[Action, ...]  # a card with a changed symbol takes two
    order: tuple[int, int]
    key: int  # cards share their copies with themselves under a symbol token
    worth: int  # half coins
    gone: int  # cards that leave the game
    tokens: int
    strength: int


def _purchases(s: Position, board: Board, ground: Ground, actions: list[int]) -> Iterator[BuyGesture]:
    """Each card on sale with the proposed payment and the others, cheapest first."""
    if not actions:
        return
    opened = s.copy()
    opened.active = 0  # the movement ends before the purchase; what it explores is not looked at
    apply(opened, ground, s.seat, actions[0])
    means, copies = _means(opened, board, ground)
    for action in actions:
        card = action - A_BUY + FIRST_MARKET_CARD
        said = to_dict(s, board, action)
        found = sorted(_payments(means, copies, PRICE[card]), key=_cost)
        ways = [_bill(said, payment) for payment in found[:MOST_PAYMENTS]]
        yield {"kind": "buy", "card": CARD_IDS[card], "price": PRICE[card] // 2, **ways[0], "alternatives": ways[1:]}


def _means(s: Position, board: Board, ground: Ground) -> tuple[list[_Means], dict[int, int]]:
    """All that can pay, strongest first and among equals what is missed least, and how often there is each."""
    copies = {A_PAY + card: playable(s, s.seat, card) for card in range(CARDS)}
    for i in range(2):
        copies[A_PAY_TOKEN + i] = s.tokens[s.seat * TOKENS + COIN_1 + i]
    copies[A_CHANGE] = s.tokens[s.seat * TOKENS + CHANGE_SYMBOL]
    found: list[_Means] = []
    for action, count in copies.items():
        if count and action != A_CHANGE:
            plain = _tried_once(s, board, ground, (action,))
            found.append(plain)
            if copies[A_CHANGE] and action < A_PAY_TOKEN:
                changed = _tried_once(s, board, ground, (A_CHANGE, action))
                if changed.worth > plain.worth:  # on jokers, coin cards and action cards the token would be wasted
                    found.append(changed)
    found.sort(key=lambda m: (-m.worth, m.gone, m.tokens, m.strength, m.order))
    return found, copies


def _tried_once(s: Position, board: Board, ground: Ground, actions: tuple[int, ...]) -> _Means:
    """What a card or token pays is printed on it: tried in the first position that has it, then remembered."""
    means = _TRIED.get(actions)
    if means is None:
        means = _TRIED[actions] = _tried(s, board, ground, actions)
    return means


def _tried(s: Position, board: Board, ground: Ground, actions: tuple[int, ...]) -> _Means:
    """What these actions do towards a very high price."""
    probe = s.copy()
    probe.due = HIGH_PRICE
    for action in actions:
        apply(probe, ground, s.seat, action)
    last = actions[-1]
    return _Means(
        actions=tuple(to_dict(s, board, action) for action in actions),
        order=(-len(actions), last),
        key=last,
        worth=HIGH_PRICE - probe.due,
        gone=sum(probe.removed) - sum(s.removed),
        tokens=sum(probe.spent) - sum(s.spent),
        strength=POWER[last - A_PAY] if last < A_PAY_TOKEN else 0,
    )


def _payments(means: list[_Means], copies: dict[int, int], price: int) -> list[list[_Means]]:
    """Every set of means that pays and from which nothing can be left out.

    Means are laid down strongest first, so the last is the weakest and was needed to reach the price.
    """
    rest = [0]
    for m in reversed(means):
        rest.append(rest[-1] + m.worth * copies[m.key])
    rest.reverse()  # at most so much can still come from the means at a place and after it
    left = dict(copies)
    found: list[list[_Means]] = []

    def lay_down(start: int, due: int, laid: list[_Means]) -> None:
        for i in range(start, len(means)):
            m = means[i]
            if due > rest[i] or len(found) == MOST_FOUND:
                return
            if left[m.key] == 0 or (len(m.actions) > 1 and left[A_CHANGE] == 0):
                continue
            left[m.key] -= 1
            left[A_CHANGE] -= len(m.actions) - 1
            if m.worth >= due:
                found.append([*laid, m])
            else:
                lay_down(i, due - m.worth, [*laid, m])
            left[m.key] += 1
            left[A_CHANGE] += len(m.actions) - 1

    lay_down(0, price, [])
    return found


def _cost(payment: list[_Means]) -> tuple[int, ...]:
    """What is gone for good counts most, then tokens, then what is overpaid, then strength, then number."""
    return (
        sum(m.gone for m in payment),
        sum(m.tokens for m in payment),
        sum(m.worth for m in payment),
        sum(m.strength for m in payment),
        len(payment),
    )


def _bill(buy: Action, payment: list[_Means]) -> Payment:
    """What is laid down and what each of it counts; a symbol token counts through the card after it."""
    laid = sorted(payment, key=lambda m: m.order)
    laid_down = [said.copy() for m in laid for said in m.actions]
    halves = [half for m in laid for half in (*[0] * (len(m.actions) - 1), m.worth)]
    return {
        "payment": [_means_of(said) for said in laid_down],
        "values": [_coins(half) for half in halves],
        "total": _coins(sum(halves)),
        "actions": [buy, *laid_down],
    }


def _coins(half: int) -> int | float:
    return half // 2 if half % 2 == 0 else half / 2
