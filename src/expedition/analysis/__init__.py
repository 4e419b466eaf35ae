"""After the game and beside it: reviews, the coach, puzzles.

import expedition
from expedition import analysis

review = analysis.review(expedition.load("game.json"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from expedition.analysis.compare import Effort
    from expedition.analysis.evaluator import Evaluator
    from expedition.analysis.game_review import review
    from expedition.analysis.words import told

__all__ = ["Effort", "Evaluator", "review", "told"]

_WHERE = {
    "Effort": "compare",
    "Evaluator": "evaluator",
    "review": "game_review",
    "told": "words",
}


def __getattr__(name: str) -> Any:
    """Loaded when asked for: the command line starts without NumPy."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
