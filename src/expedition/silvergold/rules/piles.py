"""The open display and the face-down deck, and what everybody gets to see."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.silvergold.state import Position
from expedition.silvergold.tables import DISPLAY, SLOTS


@rule
def draw(s: Position) -> int:
    """The top map of the deck, for all to see."""
    s.n_deck -= 1
    card = s.deck[s.n_deck]
    s.deck[s.n_deck] = 0
    s.floor = s.ply
    return card


@rule
def refill(s: Position) -> None:
    """Fill the display up to four; an empty deck leaves it smaller (SG-SETUP-07, SG-REFILL-02)."""
    while s.n_display < DISPLAY and s.n_deck > 0:
        s.display[s.n_display] = draw(s)
        s.n_display += 1


@rule
def pick(s: Position, place: int) -> int:
    """The map at this place of the display; the others move up."""
    card = s.display[place]
    s.n_display -= 1
    for i in range(place, s.n_display):
        s.display[i] = s.display[i + 1]
    s.display[s.n_display] = 0
    return card


@rule
def show_everything(s: Position) -> None:
    """All have decided: what they chose is open, and their actions join the log (EC-SG-27, EC-SG-28)."""
    for seat in range(s.players):
        s.ply += s.acts[seat]
        s.acts[seat] = 0
        s.shown_coins[seat] = s.coins[seat]
        s.shown_palms[seat] = s.n_palms[seat]
    for at in range(s.players * SLOTS):
        s.shown_marked[at] = s.marked[at]
    s.floor = s.ply
