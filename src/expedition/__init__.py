"""Expedition: The Quest for El Dorado and Silver & Gold, complete and exact.

>>> import expedition
>>> game = expedition.make("eldorado", players=3, route="first", caves=True)
>>> state = game.new(seed=7)
>>> state.actor
0
"""

from expedition.core.errors import ExpeditionError, IllegalAction, PositionError, RecordError, SetupError
from expedition.core.game import Game, State
from expedition.core.game_text import GameText, Note
from expedition.core.position_line import from_line
from expedition.core.record import Record, load
from expedition.core.registry import games, make

__version__ = "0.1.0"

__all__ = [
    "ExpeditionError",
    "Game",
    "GameText",
    "IllegalAction",
    "Note",
    "PositionError",
    "Record",
    "RecordError",
    "SetupError",
    "State",
    "from_line",
    "games",
    "load",
    "make",
]
