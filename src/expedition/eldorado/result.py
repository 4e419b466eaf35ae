"""What decided a race (ED-TIE-01 to 03)."""

from __future__ import annotations

from expedition.core.offers import Decision
from expedition.eldorado.rules.ending import blockades_kept, highest_kept
from expedition.eldorado.state import Position


def decision(s: Position, winners: list[int]) -> Decision:
    """Arriving, then the number of blockades, then the highest of them, then who was there first."""
    if not winners:
        return Decision("eldorado.decided.nobody")
    first = winners[0]
    if not s.arrived[first]:
        return Decision("game.decided.resigned")
    rivals = [k for k in range(s.players) if k != first and s.arrived[k] and not (s.resigned >> k) & 1]
    if not rivals:
        return Decision("eldorado.decided.alone")
    most = blockades_kept(s, first)
    equal = [k for k in rivals if blockades_kept(s, k) == most]
    if not equal:
        return Decision("eldorado.decided.blockades", {"count": most})
    highest = highest_kept(s, first)
    if all(highest_kept(s, k) < highest for k in equal):
        return Decision("eldorado.decided.number", {"number": highest})
    return Decision("eldorado.decided.earliest")
