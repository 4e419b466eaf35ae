"""The set-up of an environment's game: what the caller asks for, then the practice game's, then the usual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from expedition.core.errors import SetupError
from expedition.core.registry import game_class

MAX_ROUNDS = 100  # a game of random play could last very long


def game_options(game: str, practice: bool, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options to make the game with; the board of the practice game is its own."""
    if "players" in options:
        raise SetupError("The number of players is that of the opponents plus one; leave `players` out.")
    kind = game_class(game)
    short = kind.practice if practice else {}
    if kind.board_option in short and kind.board_option in options:
        raise SetupError(f"The practice game has a {kind.board_option} of its own; leave `{kind.board_option}` out.")
    return {**kind.limits(MAX_ROUNDS), **short, **options}
