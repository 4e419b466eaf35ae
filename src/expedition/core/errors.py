"""The four ways a caller can be wrong. Each carries one sentence; none leaves anything changed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def suggestion(given: object, known: Iterable[str]) -> str:
    """What to add to a sentence about a name nobody knows: ` Did you mean 'guide'?`, or nothing."""
    near = get_close_matches(str(given).lower(), list(known), 1, 0.6)
    return f" Did you mean {near[0]!r}?" if near else ""


class ExpeditionError(ValueError):
    """Common parent, for callers that want to catch all of them."""


class SetupError(ExpeditionError):
    """A game was asked for that cannot be set up."""


class IllegalAction(ExpeditionError):  # noqa: N818 - the name is part of the public contract
    """An action that the position does not allow."""


class PositionError(ExpeditionError):
    """A snapshot that is not a position; `field` names the part at fault."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(f"{field}: {sentence}" if field else sentence)
        self.field = field


class RecordError(ExpeditionError):
    """A game record that does not replay; `ply` is the first action at fault, or None."""

    def __init__(self, sentence: str, ply: int | None = None) -> None:
        super().__init__(sentence if ply is None else f"Ply {ply}: {sentence}")
        self.ply = ply
