"""Positions seen from several sides: turned round, a map is another one to a network, though the game is the same.

What it thinks from all sides together is nearer the truth than what it thinks from one. Boards that a game names are
the exception: those it knows as they lie, and turned round they would be strangers to it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.game import Game

Numbers = npt.NDArray[Any]


class Sides:
    """How rows are turned, and how what is thought of the actions there is turned back; the first side is the position
    as it lies."""

    def __init__(self, kind: type[Game[Any]]) -> None:
        length = sum(length for _, length, _ in kind.observation_fields)
        sides = kind.sides()
        self.count = 1 + len(sides)
        self._rows = np.array([range(length), *(side.row for side in sides)], np.int64)
        self._back = np.argsort(np.array([range(kind.num_actions), *(side.actions for side in sides)]), 1)

    def turned(self, rows: Numbers) -> Numbers:
        """Every row from every side, one below the other."""
        length = rows.shape[1]
        return rows[:, self._rows[:, :length]].reshape(-1, length)

    def turned_back(self, logits: Numbers) -> Numbers:
        """What is thought of the actions of `turned` rows, as rows × sides × the rows' own actions."""
        seen = logits.reshape(-1, self.count, logits.shape[1])
        return np.take_along_axis(seen, self._back[None], 2)


def sides_of(game: Game[Any]) -> Sides | None:
    """The sides to see this game's positions from; None where they are best seen as they lie."""
    return None if is_known(game) or not game.sides() else _sides(type(game))


def is_known(game: Game[Any]) -> bool:
    """Whether this is a board that the game names."""
    return str(game.setup.get(game.board_option or "")) in _named_boards(type(game))


@cache
def _sides(kind: type[Game[Any]]) -> Sides:
    return Sides(kind)


@cache
def _named_boards(kind: type[Game[Any]]) -> frozenset[str]:
    return frozenset(str(options.get(kind.board_option or "")) for options in kind.variants())
