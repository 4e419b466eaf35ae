"""What `render()` of an environment shows: the table as text, or as a small picture of pixels."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from expedition.core.game import Game, State
from expedition.core.pixels import Pixels


def check_render_mode(mode: str | None, known: Sequence[str], game: Game[Any]) -> str | None:
    if mode is not None and mode not in known:
        raise ValueError(f"There is no render mode {mode!r}; there are {', '.join(known)}.")
    if mode == "rgb_array" and type(game).pixels is Game.pixels:
        raise ValueError(f"{game.title()} has no picture of pixels; its render modes are human and ansi.")
    return mode


def draw(state: State[Any], mode: str | None) -> str | Pixels | None:
    """What `render()` returns in a mode; `human` prints the text."""
    if mode == "rgb_array":
        return picture(state)
    if mode == "ansi":
        return text(state)
    if mode == "human":
        sys.stdout.write(text(state) + "\n")
    return None


def text(state: State[Any]) -> str:
    """The table as a spectator sees it."""
    return state.game.text(state)


def picture(state: State[Any]) -> Pixels:
    """Rows of red, green and blue pixels, as a spectator sees the table."""
    made: Pixels = state.game.pixels(state)
    return made
