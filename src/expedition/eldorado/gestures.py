"""Whole human moves. Everything here is found by trying actions on copies of the position: no rule lives here."""

from __future__ import annotations

from collections.abc import Iterator

from expedition.core.game import Json
from expedition.eldorado.actions import to_dict
from expedition.eldorado.board import Board
from expedition.eldorado.components import SYMBOLS
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.caves import stopping_explores
from expedition.eldorado.rules.choices import legal
from expedition.eldorado.state import Ground, Position
from expedition.eldorado.tables import (
    A_BUY,
    A_CHANGE,
    A_CLEAR,
    A_ENTER,
    A_PAY,
    A_PLAY,
    A_STEP,
    A_STOP,
    A_USE,
    ACTIONS,
    ARRIVED,
    BLOCKADE_POWER,
    CAMP,
    CARD_IDS,
    DIRECTIONS,
    FIRST_MARKET_CARD,
    NO_SYMBOL,
    PAWNS,
    PENDING_NONE,
    POWER,
    PRICE,
)

MOST_PAYMENTS = 24  # ways shown for one purchase
MOST_TRIES = 3000
HIGH_PRICE = 100


def gestures(s: Position, board: Board, ground: Ground) -> list[Json]:
    """All whole moves of the seat on turn."""
    made: list[Json] = []
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
        elif A_BUY <= action < A_PAY:
            made.append(_purchase(s, board, ground, action))
        else:
            made.append({"kind": "act", "actions": [to_dict(s, board, action)]})
    return made


# -- moving -----------------------------------------------------------------------------------------------------


class _Walk:
    """One way to spend the active power so far."""

    def __init__(
        self, s: Position, cost: int, path: list[list[int]], cleared: list[int], actions: list[Json], last: int
    ) -> None:
        self.s = s
        self.cost = cost  # not what is missing in `s.power`: that is wiped when the turn ends by arriving
        self.path = path
        self.cleared = cleared
        self.actions = actions
        self.last = last  # a blockade the last step cleared, 0: it led to a space


def _moves(s: Position, board: Board, ground: Ground, first: list[Json]) -> Iterator[Json]:
    """Every space and blockade the active power reaches, each by the way that leaves the most power.

    Ways that clear different blockades are different moves, unless one merely clears more and leaves no more.
    """
    pawn = s.seat * PAWNS + s.active_pawn
    best: dict[tuple[int, frozenset[int], int], _Walk] = {}
    todo = [_Walk(s, 0, [], [], first, 0)]
    buffer = [0] * ACTIONS
    while todo:
        walk = todo.pop(0)
        for action in [a for a in buffer[: legal(walk.s, ground, s.seat, buffer)] if a < A_STOP]:
            found = _one_step(walk, board, ground, pawn, action)
            cell = board.index[found.path[-1][0], found.path[-1][1]] if found.path else s.at[pawn]
            key = (cell, frozenset(found.cleared), found.last)
            old = best.get(key)
            if old is None or (found.cost, len(found.actions)) < (old.cost, len(old.actions)):
                best[key] = found
                if found.s.active and found.s.seat == s.seat:
                    todo.append(found)
    for key, walk in best.items():
        if key[2] == 0 and any(
            other[0] == key[0] and other[2] == 0 and other[1] < key[1] and best[other].cost <= walk.cost
            for other in best
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


def _told(s: Position, walk: _Walk, board: Board, ground: Ground, pawn: int) -> Json:
    after = walk.s
    native = s.active_symbol == NO_SYMBOL
    arrives = after.at[pawn] == ARRIVED
    first = walk.actions[0]
    made: Json = {"kind": "clear" if walk.last else "move"}
    made.update({key: first[key] for key in ("card", "token") if key in first})
    if walk.last:
        made["blockade"] = walk.last
    return {
        **made,
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


def _explored(s: Position, board: Board, ground: Ground, pawn: int) -> list[list[int]]:
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


def _enter(s: Position, board: Board, ground: Ground, action: int) -> Json:
    after = s.copy()
    apply(after, ground, s.seat, action)
    said = to_dict(s, board, action)
    buffer = [0] * ACTIONS
    choices = buffer[: legal(after, ground, s.seat, buffer)]
    place: Json = {key: said[key] for key in ("to", "blockade") if key in said}
    return {
        "kind": "enter",
        "pawn": said["pawn"],
        **place,
        "cards": after.pending_left,
        "removes": after.pending_cell >= 0 and ground.terrain[after.pending_cell] == CAMP,
        "choices": [to_dict(after, board, a)["card"] for a in choices],
        "actions": [said],
    }


# -- buying -----------------------------------------------------------------------------------------------------


class _Payment:
    """Cards and tokens laid down so far for one purchase."""

    def __init__(self, s: Position, actions: list[Json], worths: list[int], last: tuple[int, int]) -> None:
        self.s = s
        self.actions = actions
        self.worths = worths
        self.last = last  # payments are laid down in one order only, so that each set is found once

    @property
    def total(self) -> int:
        return sum(self.worths)

    def told(self) -> Json:
        bill = [{key: value for key, value in step.items() if key != "do"} for step in self.actions[1:]]
        half = self.total
        return {"payment": bill, "total": half // 2 if half % 2 == 0 else half / 2, "actions": self.actions}

    def cost(self, s: Position) -> tuple[int, ...]:
        """What is gone for good counts most, then tokens, then what is overpaid, then strength, then number."""
        gone = sum(self.s.removed) - sum(s.removed)
        tokens = sum(self.s.spent) - sum(s.spent)
        strength = sum(POWER[CARD_IDS.index(step["card"])] for step in self.actions[1:] if "card" in step)
        return gone, tokens, self.total, strength, len(self.actions)


def _purchase(s: Position, board: Board, ground: Ground, action: int) -> Json:
    """The proposed payment and the others, cheapest first."""
    found = sorted(_payments(s, board, ground, action), key=lambda p: p.cost(s))
    card = action - A_BUY + FIRST_MARKET_CARD
    return {
        "kind": "buy",
        "card": CARD_IDS[card],
        "price": PRICE[card] // 2,
        **found[0].told(),
        "alternatives": [p.told() for p in found[1:MOST_PAYMENTS]],
    }


def _payments(s: Position, board: Board, ground: Ground, action: int) -> list[_Payment]:
    """Every set of cards and tokens that pays and from which nothing can be left out."""
    opened = s.copy()
    opened.active = 0  # the movement ends before the purchase; what it explores is not looked at
    apply(opened, ground, s.seat, action)
    price = opened.due
    found: list[_Payment] = []
    todo = [_Payment(opened, [to_dict(s, board, action)], [], (0, 0))]
    buffer = [0] * ACTIONS
    tries = 0
    while todo and tries < MOST_TRIES:
        paid = todo.pop()
        here = paid.s
        for a in buffer[: legal(here, ground, s.seat, buffer)]:
            after = here.copy()
            apply(after, ground, s.seat, a)
            said = [*paid.actions, to_dict(here, board, a)]
            if a == A_CHANGE:
                todo.append(_Payment(after, said, paid.worths, paid.last))
                continue
            order = (1 - here.change_symbol, a)  # cards with a changed symbol first
            if order < paid.last:
                continue
            tries += 1
            if here.change_symbol and _worth(here, ground, a) == _worth(_unchanged(here), ground, a):
                continue  # on a joker the symbol token is wasted
            more = _Payment(after, said, [*paid.worths, _worth(here, ground, a)], order)
            if after.pending != PENDING_NONE:
                todo.append(more)
            elif more.total - min(more.worths) < price:
                found.append(more)
    return found


def _unchanged(s: Position) -> Position:
    plain = s.copy()
    plain.change_symbol = 0
    return plain


def _worth(s: Position, ground: Ground, action: int) -> int:
    """Half coins an action pays: what it takes off a very high price."""
    probe = s.copy()
    probe.due = HIGH_PRICE
    apply(probe, ground, s.seat, action)
    return HIGH_PRICE - probe.due
