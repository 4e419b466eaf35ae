"""What is played while learning: the set-ups a game names, and fresh boards where a game has boards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.errors import SetupError
from expedition.core.game import Game
from expedition.core.registry import game_class, make
from expedition.envs.mixed import Part

FRESH = 0.35  # of the games on fresh boards, where there are some
LONGEST = 60  # rounds of a measured game on a given board


def parts_of(
    name: str,
    count: int,
    boards: npt.NDArray[Any] | None = None,
    only: Sequence[dict[str, Any]] | None = None,
    shares: Sequence[float] = (),
    fresh_share: float = FRESH,
) -> list[Part]:
    """`count` games, evenly over the set-ups of each player count, some of them on fresh boards.

    As many of each player count, the smallest first, as `shares` says; without it, equally many.
    """
    variants = [make(name, **options) for options in (only or game_class(name).variants())]
    tables = sorted({game.players for game in variants})
    shares = shares or [1.0] * len(tables)
    if len(shares) != len(tables):
        raise SetupError(f"{name} is played with {tables} players: {len(tables)} shares, not {len(shares)}.")
    parts: list[Part] = []
    for i, players in enumerate(tables):
        mine = [game for game in variants if game.players == players]
        before, after = (int(count * sum(shares[:n]) / sum(shares)) for n in (i, i + 1))
        games = after - before
        fresh = 0 if boards is None else int(games * fresh_share)
        parts += _spread(mine, games - fresh, None)
        if boards is not None and fresh:
            parts += _spread(_boardless(mine), fresh, boards)
    return [part for part in parts if part.count]


def _spread(variants: list[Game[Any]], count: int, boards: npt.NDArray[Any] | None) -> list[Part]:
    n = len(variants)
    return [Part(g, count * (i + 1) // n - count * i // n, boards) for i, g in enumerate(variants)]


def _boardless(variants: list[Game[Any]]) -> list[Game[Any]]:
    """Set-ups that differ in more than the board."""
    seen: dict[str, Game[Any]] = {}
    for game in variants:
        key = repr(sorted((k, v) for k, v in game.setup.items() if k != game.board_option))
        seen.setdefault(key, game)
    return list(seen.values())


def boards_of(name: str, options: Sequence[Any]) -> npt.NDArray[Any]:
    """Board records of values of the game's board option (routes)."""
    option = _board_option(name)
    return np.concatenate([make(name, **{option: value}).tables().array(1) for value in options])


def setups_on(name: str, options: Sequence[Any]) -> list[dict[str, Any]]:
    """Set-ups of every player count on given values of the board option."""
    kind, option = game_class(name), _board_option(name)
    counts = sorted({variant["players"] for variant in kind.variants()})
    return [{"players": n, option: board, **kind.limits(LONGEST)} for n in counts for board in options]


def _board_option(name: str) -> str:
    option = game_class(name).board_option
    if option is None:
        raise SetupError(f"{name} has no boards to vary.")
    return option


def load_boards(name: str, path: Path) -> npt.NDArray[Any]:
    """Board records written by `python -m expedition.learning boards`."""
    with np.load(path) as arrays:
        return arrays["boards"].view(type(make(name).tables()).dtype())  # type: ignore[no-any-return]
