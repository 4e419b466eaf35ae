"""Many positions of one game at once: copied, re-dealt, played on and looked at, in plain Python or on compiled rules.

Both do the same. Plain ones need nothing but NumPy, compiled ones are several times as fast once they are made;
`many_of` takes what there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from expedition.core.drivers.open_rules import rules_of
from expedition.core.game import Game
from expedition.core.jit import compiled, is_kept
from expedition.players import drive

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]


class Many(Protocol):
    """What a search asks of positions; what holds them (`states`) is the maker's own business."""

    game: Game[Any]
    players: int
    together: int  # positions that are best played on side by side: many are quick, few do not overrun the time

    def of(self, positions: Sequence[Any]) -> Any:
        """Copies of positions of plain Python."""

    def copies(self, source: Any, which: Ints) -> Any:
        """Copies of some."""

    def take(self, source: Any, which: Ints) -> Any:
        """Some of them to go on with, until `put` brings them back."""

    def put(self, some: Any, where: Ints, target: Any) -> None:
        """`some` over those `where` of the target."""

    def redealt(self, roots: Any, which: Ints, seats: Ints, keys: Ints, seed: int) -> Any:
        """Copies of `roots[which]` in which all that `seats` cannot know is dealt anew; the same key, the same deal."""

    def play(self, states: Any, seats: Ints, plans: Ints) -> Ints:
        """Carry out a plan (a row of actions that ends at -1) in each; returns who acts next, -1 where it is over."""

    def whose(self, states: Any, seats: Ints) -> Ints:
        """Who acts: these seats as soon as they may, where several act at the same time; -1 where it is over."""

    def floors(self, states: Any) -> Ints:
        """The ply of the last new information."""

    def choices(self, states: Any, seats: Ints) -> tuple[Bytes, Bytes]:
        """Observations and masks of the seats to act; no observation where there is one choice only."""

    def look(self, states: Any, seats: Ints) -> tuple[Bytes, Bytes]:
        """Observations and masks."""

    def results(self, states: Any) -> npt.NDArray[np.float32]:
        """Shares of the first place in finished games (positions × seats)."""


class PlainMany:
    """Positions of plain Python in a list."""

    together = 16

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.players = game, game.players
        self.row_size = sum(length for _, length, _ in game.observation_fields)
        self._b = game.tables()

    def of(self, positions: Sequence[Any]) -> list[Any]:
        return [one.copy() for one in positions]

    def copies(self, source: list[Any], which: Ints) -> list[Any]:
        return [source[i].copy() for i in which]

    def take(self, source: list[Any], which: Ints) -> list[Any]:
        return [source[i] for i in which]

    def put(self, some: list[Any], where: Ints, target: list[Any]) -> None:
        for one, i in zip(some, where, strict=True):
            target[i] = one

    def redealt(self, roots: list[Any], which: Ints, seats: Ints, keys: Ints, seed: int) -> list[Any]:
        made = self.copies(roots, which)
        for one, seat, key in zip(made, seats.tolist(), keys.tolist(), strict=True):
            self.game.rule_redeal(one, self._b, seat, key, seed, 1, 0)
        return made

    def play(self, states: list[Any], seats: Ints, plans: Ints) -> Ints:
        for one, seat, plan in zip(states, seats.tolist(), plans.tolist(), strict=True):
            for action in plan:
                if action < 0:
                    break
                self.game.play(one, seat, action)
        return np.array([self.game.actor(one) for one in states], np.int64)

    def whose(self, states: list[Any], seats: Ints) -> Ints:
        owing = [
            seat if self.game.owes(s, seat) else self.game.actor(s)
            for s, seat in zip(states, seats.tolist(), strict=True)
        ]
        return np.array(owing, np.int64)

    def floors(self, states: list[Any]) -> Ints:
        return np.array([self.game.floor(one) for one in states], np.int64)

    def choices(self, states: list[Any], seats: Ints) -> tuple[Bytes, Bytes]:
        return self._looked(states, seats, 2)

    def look(self, states: list[Any], seats: Ints) -> tuple[Bytes, Bytes]:
        return self._looked(states, seats, 0)

    def _looked(self, states: list[Any], seats: Ints, least: int) -> tuple[Bytes, Bytes]:
        rows = np.zeros((len(states), self.row_size), np.int8)
        masks = np.zeros((len(states), self.game.num_actions), np.int8)
        for i, (s, seat) in enumerate(zip(states, seats.tolist(), strict=True)):
            legal = self.game.legal(s, seat)
            masks[i, legal] = 1
            if len(legal) >= least:
                row = [0] * self.row_size
                self.game.rule_observe(s, self._b, seat, row)
                rows[i] = row
        return rows, masks

    def results(self, states: list[Any]) -> npt.NDArray[np.float32]:
        return _shares(np.array([self.game.ranking(one) for one in states]).reshape(-1, self.players))


class CompiledMany:
    """Positions as records, moved by the compiled rules."""

    together = 64

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.players = game, game.players
        self.row_size = sum(length for _, length, _ in game.observation_fields)
        self.tables = game.tables().array()
        self._acts = np.zeros(game.num_actions, np.int64)
        self._rules = rules_of(game)

    def _driver(self, f: Any) -> Any:
        return compiled(f, **self._rules)

    def of(self, positions: Sequence[Any]) -> Any:
        made = self._blank(len(positions))
        for record, position in zip(made, positions, strict=True):
            position.store(record)
        return made

    def copies(self, source: Any, which: Ints) -> Any:
        made = self._blank(len(which))
        self._driver(drive.copy_many)(source, which, made)
        return made

    def take(self, source: Any, which: Ints) -> Any:
        return self.copies(source, which)

    def _blank(self, count: int) -> Any:
        return np.zeros(count, self.game.position_type.dtype())

    def put(self, some: Any, where: Ints, target: Any) -> None:
        self._driver(drive.put_many)(some, where, target)

    def fresh(self, count: int, seed: int) -> tuple[Any, Ints]:
        """New games of this setup and who begins each."""
        states, following = self.game.start(1).array(count), np.zeros(count, np.int64)
        self._driver(drive.deal_many)(states, self.tables, seed, following)
        return states, following

    def redealt(self, roots: Any, which: Ints, seats: Ints, keys: Ints, seed: int) -> Any:
        states = self.copies(roots, which)
        self._driver(drive.redeal_many)(states, self.tables, seats, keys, seed)
        return states

    def play(self, states: Any, seats: Ints, plans: Ints) -> Ints:
        following = np.zeros(len(states), np.int64)
        self._driver(drive.play_many)(states, self.tables, seats, plans.astype(np.int64), following)
        return following

    def whose(self, states: Any, seats: Ints) -> Ints:
        acting = np.zeros(len(states), np.int64)
        self._driver(drive.whose_many)(states, self.tables, seats, self._acts, acting)
        return acting

    def floors(self, states: Any) -> Ints:
        return np.array(states["floor"], np.int64)

    def choices(self, states: Any, seats: Ints) -> tuple[Bytes, Bytes]:
        return self._looked(states, seats, 2)

    def look(self, states: Any, seats: Ints) -> tuple[Bytes, Bytes]:
        return self._looked(states, seats, 0)

    def _looked(self, states: Any, seats: Ints, least: int) -> tuple[Bytes, Bytes]:
        masks = np.zeros((len(states), self.game.num_actions), np.int8)
        rows = np.zeros((len(states), self.row_size), np.int8)
        self._driver(drive.look_many)(states, self.tables, seats, least, self._acts, masks, rows)
        return rows, masks

    def results(self, states: Any) -> npt.NDArray[np.float32]:
        places = np.zeros((len(states), self.players), np.int64)
        self._driver(drive.place_many)(states, self.tables, self.players, places)
        return _shares(places)


def _shares(places: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    first = (places == 1).astype(np.float32)
    return np.asarray(first / first.sum(1, keepdims=True), np.float32)


def many_of(game: Game[Any]) -> Many:
    """Compiled where that was done before on this machine, plain otherwise: nobody waits for a compiler."""
    return CompiledMany(game) if is_compiled(game) else PlainMany(game)


def is_compiled(game: Game[Any]) -> bool:
    """Whether the machine code lies on this machine."""
    if game.name not in _compiled and is_kept(drive.whose_many, **rules_of(game)):  # the last that is compiled
        _compiled.add(game.name)
    return game.name in _compiled


_compiled: set[str] = set()  # games that are known to be


def compile_many(game: Game[Any]) -> None:
    """Compile all of it, or bring it if it is; a minute or so the first time on a machine."""
    many = CompiledMany(game)
    states, _ = many.fresh(1, 0)
    one, seats = np.zeros(1, np.int64), np.zeros(1, np.int64)
    some = many.redealt(states, one, seats, one, 0)
    many.look(some, seats)
    many.play(some, seats, np.full((1, 1), -1, np.int64))
    many.put(some, one, states)
    many.results(states)
    many.whose(some, seats)
