"""What the command line says about a game's result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from expedition.core.game import State
from expedition.core.words import say


def result(state: State[Any], names: Sequence[str], lang: str) -> Table:
    """Place, name and points of everyone, the best first."""
    scores = state.game.scores(state.s)
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for place, seat in sorted((place, seat) for seat, place in enumerate(state.ranking())):
        points = say("game.points", lang, count=scores[seat]["total"]) if scores else ""
        table.add_row(say("game.place", lang, number=place), names[seat], points)
    return table
