"""Arriving in El Dorado, the final round, and who has won."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.eldorado.rules.piles import clear_played
from expedition.eldorado.rules.turn import next_seat
from expedition.eldorado.state import ACTIVE_NONE, ARRIVED, Position
from expedition.eldorado.tables import BLOCKADES, PAWNS, Ground


@rule
def pawns_home(s: Position, seat: int) -> bool:
    """With two players both pawns have to arrive (ED-P2-07, EC-ED-47)."""
    for pawn in range(s.pawns):
        if s.at[seat * PAWNS + pawn] != ARRIVED:
            return False
    return True


@rule
def arrive(s: Position, pawn: int) -> None:
    """The pawn goes on to El Dorado and frees the space (ED-END-02); leftover power is lost (EC-ED-75).

    A seat's last pawn sets off the final round (ED-END-01) and ends its turn (EC-ED-74).
    """
    s.at[pawn] = ARRIVED
    s.near[pawn] = 0
    s.active = ACTIVE_NONE
    if not pawns_home(s, s.seat):
        return
    order = 1
    for seat in range(s.players):
        if s.arrived[seat] > 0:
            order += 1
    s.arrived[s.seat] = order
    s.final_round = 1
    clear_played(s)
    next_seat(s)


@rule
def blockades_kept(s: Position, seat: int) -> int:
    count = 0
    for number in range(1, BLOCKADES + 1):
        count += (s.owned[seat] >> number) & 1
    return count


@rule
def highest_kept(s: Position, seat: int) -> int:
    for number in range(BLOCKADES, 0, -1):
        if (s.owned[seat] >> number) & 1:
            return number
    return 0


@rule
def ahead(s: Position, one: int, other: int) -> bool:
    """Whether seat `one` is placed before seat `other`.

    Those who resigned come last; then those who have not arrived, all alike (EC-ED-49). Arrivals of the final
    round: most blockades, then the highest number, then the earliest (ED-TIE-01 to 03, EC-ED-51).
    """
    one_out = (s.resigned >> one) & 1
    other_out = (s.resigned >> other) & 1
    if one_out or other_out:
        return one_out < other_out
    if s.arrived[one] == 0 or s.arrived[other] == 0:
        return s.arrived[one] > s.arrived[other]
    kept = blockades_kept(s, one) - blockades_kept(s, other)
    if kept != 0:
        return kept > 0
    high = highest_kept(s, one) - highest_kept(s, other)
    if high != 0:
        return high > 0
    return s.arrived[one] < s.arrived[other]


@rule
def place(s: Position, seat: int) -> int:
    """1 for the winner; equal numbers where the rules do not tell seats apart."""
    better = 0
    for other in range(s.players):
        if ahead(s, other, seat):
            better += 1
    return better + 1


@rule
def placed(s: Position, b: Ground, seat: int) -> int:
    """The place of a seat as drivers of any game ask for it."""
    return place(s, seat)
