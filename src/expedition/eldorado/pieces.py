"""Pieces of a route, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from expedition.core.errors import SetupError
from expedition.eldorado import components
from expedition.eldorado.components import Tile

if TYPE_CHECKING:
    from expedition.eldorado.types import PieceInfo

MAX_PIECES: Final = 9  # the start tile, six terrain tiles, two strips

Place = tuple[int, int]


class RouteError(SetupError):
    """A route that cannot be built or played: `reason` names the fault in a word, `pieces` and `places` where it is."""

    def __init__(
        self, sentence: str, reason: str = "form", pieces: Sequence[int] = (), places: Sequence[Place] = ()
    ) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.pieces = tuple(pieces)  # places in the route; the finishing tile comes after the last
        self.places = tuple(places)


@dataclass(frozen=True, slots=True)
class Piece:
    """One side of a tile, strip or finishing tile, turned `rotation` times 60 degrees clockwise, its origin at q, r."""

    tile: str
    rotation: int
    q: int
    r: int

    def place(self, q: int, r: int) -> Place:
        """Where a hex of the tile comes to lie."""
        for _ in range(self.rotation):
            q, r = -r, q + r
        return self.q + q, self.r + r

    def to_json(self) -> PieceInfo:
        return {"tile": self.tile, "rotation": self.rotation, "q": self.q, "r": self.r}


def tile_of(piece: Piece) -> Tile:
    return components.tiles()[piece.tile]


def called(pieces: Sequence[Piece], number: int) -> str:
    if tile_of(pieces[number]).kind == "finish":
        return "the finishing tile"
    return f"tiles[{number}] ({pieces[number].tile})"


def shown(value: object) -> str:
    """A few words for anything at all, however large or deep."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else f"{value[:40]!r}…"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else "a very large number"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, (list, tuple)):
        return "a list"
    return f"a {type(value).__name__}"
