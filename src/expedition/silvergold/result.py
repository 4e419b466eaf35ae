"""What decided a game: points, then completed maps by colour (SG-SCORE-07, SG-TIE)."""

from __future__ import annotations

from expedition.core.offers import Decision
from expedition.silvergold.components import COLOURS
from expedition.silvergold.rules.scoring import N_COLOURS, maps_of_colour, place, score
from expedition.silvergold.state import Position
from expedition.silvergold.tables import Tables


def decision(s: Position, b: Tables, winners: list[int]) -> Decision:
    if len(winners) > 1:
        return Decision("silvergold.decided.shared")
    first = winners[0]
    second = min((k for k in range(s.players) if k != first), key=lambda k: place(s, b, k))
    if s.resigned[second]:
        return Decision("game.decided.resigned")
    lead = score(s, b, first) - score(s, b, second)
    if lead:
        return Decision("silvergold.decided.points", {"count": score(s, b, first), "lead": lead})
    for colour in range(N_COLOURS):
        own, other = maps_of_colour(s, b, first, colour), maps_of_colour(s, b, second, colour)
        if own != other:
            break
    return Decision(
        "silvergold.decided.colour", {"own": own, "other": other}, {"colour": f"silvergold.colour.{COLOURS[colour]}"}
    )
