"""The final score and the tie-breaks (SG-SCORE, SG-TIE)."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.silvergold.state import Position
from expedition.silvergold.tables import N_MAPS, PALMS, ROWS, Tables

N_COLOURS = 4


@rule
def maps_of_colour(s: Position, b: Tables, seat: int, colour: int) -> int:
    n = 0
    for i in range(seat * N_MAPS, seat * N_MAPS + s.n_completed[seat]):
        if b.map_colour[s.completed[i]] == colour:
            n += 1
    return n


@rule
def map_points(s: Position, b: Tables, seat: int) -> int:
    """Completed maps only (SG-SCORE-04, SG-END-02)."""
    points = 0
    for i in range(seat * N_MAPS, seat * N_MAPS + s.n_completed[seat]):
        points += b.map_points[s.completed[i]]
    return points


@rule
def seal_points(s: Position, b: Tables, seat: int) -> int:
    """Every seal counts the player's own completed maps of its colour (SG-SCORE-05, SG-SCORE-06, EC-SG-30)."""
    points = 0
    for i in range(seat * N_MAPS, seat * N_MAPS + s.n_completed[seat]):
        card = s.completed[i]
        if b.seal_colour[card] >= 0:
            points += b.seal_points[card] * maps_of_colour(s, b, seat, b.seal_colour[card])
    return points


@rule
def trophy_points(s: Position, seat: int) -> int:
    points = 0
    for i in range(seat * ROWS, seat * ROWS + s.n_trophies[seat]):
        points += s.trophies[i]
    return points


@rule
def palm_points(s: Position, seat: int) -> int:
    points = 0
    for i in range(seat * PALMS, seat * PALMS + s.n_palms[seat]):
        points += s.palms[i]
    return points


@rule
def score(s: Position, b: Tables, seat: int) -> int:
    """Coins, trophies, palms, completed maps and seals (SG-SCORE-01 to SG-SCORE-06)."""
    return (
        s.coins[seat] + trophy_points(s, seat) + palm_points(s, seat) + map_points(s, b, seat) + seal_points(s, b, seat)
    )


@rule
def ahead(s: Position, b: Tables, seat: int, other: int) -> int:
    """Positive if `seat` finishes before `other`, 0 for a shared place (SG-SCORE-07, SG-TIE, EC-SG-34, EC-SG-35)."""
    if s.resigned[seat] != s.resigned[other]:
        return s.resigned[other] - s.resigned[seat]
    lead = score(s, b, seat) - score(s, b, other)
    for colour in range(N_COLOURS):
        if lead == 0:
            lead = maps_of_colour(s, b, seat, colour) - maps_of_colour(s, b, other, colour)
    return lead


@rule
def place(s: Position, b: Tables, seat: int) -> int:
    """1 for the first; shared where nothing separates seats."""
    better = 0
    for other in range(s.players):
        if ahead(s, b, other, seat) > 0:
            better += 1
    return better + 1
