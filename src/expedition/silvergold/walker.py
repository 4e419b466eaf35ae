"""What a mark looks worth at first sight, for the simplest of opponents."""

from __future__ import annotations

from expedition.core.types import Json


def worth(view: Json, move: Json) -> float:
    """Many fields, then symbols, then a finished map."""
    if move["kind"] != "mark":
        return 0.0
    brings = move["brings"]
    symbols = 0.6 * brings["extra"] + 0.4 * brings["coins"] + 0.3 * sum(brings["palms"])
    return float(len(move["cells"]) + symbols + 3 * brings["completes"])
