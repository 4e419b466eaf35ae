"""A plain table at the terminal, for games that bring none of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from expedition.core.state import State
from expedition.core.types import Json


def table(
    state: State[Any],
    seat: int | None,
    lang: str,
    names: Sequence[str],
    marks: Mapping[Any, str] | None = None,
    width: int = 100,
) -> Any:
    """The table in plain characters."""
    from rich.text import Text

    text = state.game.text(state, seat)
    for k, name in enumerate(names):
        text = text.replace(f"player_{k}", name)
    return Text(text)


def order(move: Json) -> tuple[int, ...]:
    """Choices stand as the game lists them."""
    return ()


def label(state: State[Any], move: Json, lang: str) -> str:
    """A whole move in a line."""
    return state.game.gesture_text(state, move, lang)


def target(move: Json) -> None:
    """Nothing is marked on the table."""
    return None


def typed(move: Json, lang: str) -> Iterator[str]:
    """Short words under which a move can be typed."""
    for action in move["actions"]:
        yield " ".join(str(value) for name, value in action.items() if name != "seat")
