"""What a seat may know, as a row of numbers."""

from __future__ import annotations

from collections.abc import MutableSequence

from tests.lanterns.rules import score
from tests.lanterns.state import Position
from tests.lanterns.tables import ISLANDS, LANTERNS, SEATS, Tables

from expedition.core.jit import rule

FIELDS = [
    ("round", 1, "round, 1 to 6"),
    ("island", ISLANDS, "the island of this round, one each"),
    ("passed", ISLANDS, "islands that have come before"),
    ("held", LANTERNS, "the own lanterns"),
    ("seats", SEATS * (2 + LANTERNS), "for each seat from the own one on: present, points, lanterns lit"),
]
SIZE = 1 + 2 * ISLANDS + LANTERNS + SEATS * (2 + LANTERNS)


@rule
def observe(s: Position, b: Tables, seat: int, out: MutableSequence[int]) -> None:
    for i in range(SIZE):
        out[i] = 0
    out[0] = s.round_no
    out[1 + s.pile[s.round_no - 1]] = 1
    for i in range(s.round_no - 1):
        out[1 + ISLANDS + s.pile[i]] = 1
    n = 1 + 2 * ISLANDS
    for lantern in range(LANTERNS):
        out[n + lantern] = (s.held[seat] >> lantern) & 1
    n += LANTERNS
    for k in range(s.players):
        other = (seat + k) % s.players
        out[n] = 1
        out[n + 1] = score(s, b, other)
        for lantern in range(LANTERNS):
            out[n + 2 + lantern] = (s.lit[other] >> lantern) & 1
        n += 2 + LANTERNS
