"""The one numbering of all actions, for any number of players."""

from __future__ import annotations

from expedition.silvergold.shapes import N_PLACEMENTS
from expedition.silvergold.tables import DEALT, DISPLAY, SLOTS

KEEP_FIRST = 0  # keep the n-th of the dealt maps
TAKE_FIRST = KEEP_FIRST + DEALT  # take the n-th map of the display
TAKE_DECK = TAKE_FIRST + DISPLAY
MARK_FIRST = TAKE_DECK + 1  # slot * N_PLACEMENTS + placement
ACTIONS = MARK_FIRST + SLOTS * N_PLACEMENTS
