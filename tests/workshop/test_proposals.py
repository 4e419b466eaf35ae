"""Routes by the thousand: valid by the engine's own check, and no pawn is ever left without a way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from expedition.core.errors import SetupError
from expedition.eldorado.board import Board, load_route
from expedition.eldorado.components import SYMBOL_OF, cards
from expedition.workshop import proposals, propose
from expedition.workshop.generate import key_of, route_of


def can_be_counted_on(terrain: str, power: int) -> bool:
    """Written apart from the workshop's table: does the box hold a lasting card for each of four players?"""
    if terrain == "rubble":
        return power <= 4
    if terrain not in SYMBOL_OF:
        return False
    lasting = [card for card in cards() if not card.single_use]
    fit = [c for c in lasting if c.id == "native" or (SYMBOL_OF[terrain] in c.symbols and (c.power or 0) >= power)]
    return sum(card.copies for card in fit) >= 4


def every_pawn_can_arrive(board: Board) -> bool:
    for start in board.starts:
        reached, front = {start}, {start}
        while front:
            around = {n for cell in front for n in board.neighbours[cell] if n >= 0} - reached
            front = {n for n in around if can_be_counted_on(board.cells[n].terrain, board.cells[n].power)}
            reached |= front
        if reached.isdisjoint(board.finishes):
            return False
    return True


@pytest.mark.compiled
@given(st.integers(0, 2**128 - 1))
@settings(max_examples=15, deadline=None)
def test_given_any_seed_then_every_proposal_is_a_route_that_every_pawn_can_finish(seed: int) -> None:
    for route in propose(seed, 8):
        board = load_route(route)
        assert every_pawn_can_arrive(board)
        assert len(board.seams) <= 6


@pytest.mark.compiled
def test_given_the_same_seed_then_the_proposals_are_the_same_in_any_portion() -> None:
    whole = propose(5, 300)
    assert whole == propose(5, 300)
    assert whole[290:] == propose(5, 10, first=290)
    assert whole != propose(6, 300)
    assert len({str(route) for route in whole}) == 300


@pytest.mark.compiled
def test_given_wishes_then_the_proposals_keep_them() -> None:
    for route in propose(3, 40, steps=(30, 33), tiles=(5, 5), strips=(1, 1)):
        board = load_route(route)
        assert 30 <= board.shortest_steps <= 33
        assert len(board.tiles) == 1 + 5 + 1


@pytest.mark.compiled
def test_given_a_wish_that_cannot_be_met_then_there_are_no_routes_and_no_endless_search() -> None:
    assert propose(1, 3, steps=(100, 120), tiles=(1, 1), strips=(0, 0)) == []


@pytest.mark.parametrize("wish", [{"steps": (30, 20)}, {"tiles": (0, 3)}, {"strips": (0, 3)}, {"steps": ("a", 3)}])
def test_given_a_wish_that_is_none_then_a_sentence_says_so(wish: Any) -> None:
    with pytest.raises(SetupError, match="is the least and the most"):
        propose(1, 1, **wish)


@pytest.mark.compiled
def test_given_plain_python_then_the_same_route_is_laid_as_compiled() -> None:
    owner = np.full(proposals.GRID, proposals.NOBODY, np.int8)
    ground = np.zeros(proposals.GRID, np.int16)
    reached = np.zeros(proposals.GRID, np.int16)
    row = [0] * proposals.ROW
    wishes = ((3, 3), (0, 1), (18, 60))
    room = (owner.tolist(), ground.tolist(), reached.tolist(), [0] * 1024, [0])
    assert proposals.propose(key_of(9), 0, *wishes, row, *room)
    assert [route_of(row)] == propose(9, 1, tiles=(3, 3), strips=(0, 1), steps=(18, 60))
    assert load_route(route_of(row)).shortest_steps == row[1]
