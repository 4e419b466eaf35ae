"""What never changes, as the rules see it."""

from __future__ import annotations

from typing import Annotated

from expedition.core.layout import Array, Fields

SEATS = 4
LANTERNS = 7
ISLANDS = 6

LANTERN_IDS = [f"lantern-{n + 1}" for n in range(LANTERNS)]
ISLAND_IDS = [f"island-{n + 1}" for n in range(ISLANDS)]
LANTERN_NUMBER = {name: n for n, name in enumerate(LANTERN_IDS)}
ISLAND_NUMBER = {name: n for n, name in enumerate(ISLAND_IDS)}


class Tables(Fields):
    points: Annotated[list[int], Array("i1", ISLANDS)]


def tables() -> Tables:
    b = Tables()
    b.points = [number + 1 for number in range(ISLANDS)]
    return b
