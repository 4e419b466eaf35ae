"""Positions seen from other sides: a map that is turned round is the same game."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import expedition
from expedition.analysis.network import network_evaluator
from expedition.core.registry import game_class
from expedition.eldorado.board import Board
from expedition.eldorado.tables import ground_of
from expedition.players.network import load, softmax
from expedition.players.sides import Sides, is_known, sides_of

ROUTE = {
    "tiles": [
        {"tile": "A", "rotation": 0, "q": 0, "r": 0},
        {"tile": "C", "rotation": 3, "q": -4, "r": -3},
        {"tile": "K", "rotation": 5, "q": -7, "r": -7},
        {"tile": "G", "rotation": 1, "q": 0, "r": -11},
    ],
    "finish": {"tile": "finish_jungle", "rotation": 1, "q": 4, "r": -11},
}


def by_one_sixth(board: Board) -> Board:
    """The same map, turned so that what lay in the north east lies in the east."""
    cells = tuple(replace(cell, q=-cell.r, r=cell.q + cell.r) for cell in board.cells)
    return replace(
        board,
        id=f"{board.id} turned",  # boards are compared by their names and pieces
        cells=cells,
        index={cell.place: number for number, cell in enumerate(cells)},
        neighbours=tuple((*around[1:], around[0]) for around in board.neighbours),
        seam_of=tuple((*around[1:], around[0]) for around in board.seam_of),
    )


def turned(game: Any, sixths: int) -> Any:
    made = copy.copy(game)
    for _ in range(sixths):
        made.board = by_one_sixth(made.board)
    made.ground = ground_of(made.board, [])
    return made


def row_of(game: Any, s: Any, seat: int) -> list[int]:
    row = [0] * sum(length for _, length, _ in game.observation_fields)
    game.rule_observe(s, game.tables(), seat, row)
    return row


@pytest.mark.parametrize(("sixths", "players"), [(1, 2), (2, 3), (5, 2)])
def test_given_a_map_turned_round_when_the_same_is_played_then_its_rows_and_actions_are_those_of_the_side(
    sixths: int, players: int
) -> None:
    game = expedition.make("eldorado", players=players, route=ROUTE, caves=True, max_rounds=30)
    other, side = turned(game, sixths), game.sides()[sixths - 1]
    s, t, dice, looked = game.start(4), other.start(4), random.Random(sixths), 0
    while (seat := game.actor(s)) >= 0:
        own, theirs = game.legal(s, seat), other.legal(t, seat)
        assert sorted(side.actions[action] for action in theirs) == own
        if looked % 5 == 0:
            row = row_of(game, s, seat)
            assert row_of(other, t, seat) == [row[place] for place in side.row]
        action = dice.choice(theirs)
        game.play(s, seat, side.actions[action])
        other.play(t, seat, action)
        looked += 1
    assert looked > 100
    assert game.ranking(s) == other.ranking(t)


def test_given_a_route_of_ones_own_then_it_is_played_alike_however_it_lies() -> None:
    """Seen from all sides a position is liked as much as the same position on the map turned round."""
    game = expedition.make("eldorado", players=2, route=ROUTE)
    other, side, network = turned(game, 2), game.sides()[1], load("eldorado")
    s, t, from_one = game.start(11), other.start(11), []
    for _ in range(60):
        seat = game.actor(s)
        here, there = network.judge(game, [(s, seat)])[0], network.judge(other, [(t, seat)])[0]
        liked = dict(zip(here.actions, here.policy.tolist(), strict=True))
        assert [liked[side.actions[action]] for action in there.actions] == pytest.approx(there.policy, abs=1e-4)
        assert here.chances == pytest.approx(there.chances, abs=1e-4)
        rows = np.array([row_of(game, s, seat), row_of(other, t, seat)], np.int8)
        from_one.append(np.ptp(network.win_chances(network.outputs(rows)[1][:, 1], 2)[:, 0]))
        game.play(s, seat, here.best)
        other.play(t, seat, side.actions.index(here.best))
    assert max(from_one) > 0.01  # from one side alone it is not


def test_given_a_route_of_the_box_then_it_is_seen_as_it_lies_and_any_other_from_six_sides() -> None:
    kind = game_class("eldorado")
    assert {sides_of(expedition.make("eldorado", **options)) for options in kind.variants()} == {None}
    assert isinstance(sides_of(expedition.make("eldorado", route=ROUTE)), Sides)
    assert sides_of(expedition.make("silvergold")) is None
    assert len(kind.sides()) == 5


def test_given_a_board_the_network_does_not_know_then_its_chances_are_as_they_come_and_elsewhere_calibrated() -> None:
    """Silver & Gold has no boards: all of it is known."""
    network = copy.copy(load("eldorado"))
    network.factors = {2: 2.0, 3: 2.0, 4: 2.0}
    for options, known in (({"route": ROUTE}, False), ({"route": "first"}, True)):
        game = expedition.make("eldorado", players=3, **options)
        assert is_known(game) is known
        s = game.start(5)
        row = np.array([row_of(game, s, game.actor(s))], np.int8)
        logits = network.from_all_sides(row, sides_of(game))[1][:, 1, :3]
        told = network.judge(game, [(s, game.actor(s))])[0].chances
        expected = softmax(logits * (2.0 if known else 1.0))[0]
        assert sorted(told) == pytest.approx(sorted(expected.tolist()), abs=1e-5)
        judged = network_evaluator("eldorado").judge(game, row, np.ones((1, game.num_actions), np.int8))[1]
        plain, ours = network.outputs(row)[1][:, 1, :3], load("eldorado").factors[3]
        assert judged[0] == pytest.approx(softmax(plain * (ours if known else 1.0))[0], abs=1e-5)
    assert is_known(expedition.make("silvergold"))


def test_given_rows_when_turned_and_their_preferences_turned_back_then_every_side_says_the_same() -> None:
    kind = game_class("eldorado")
    sides = Sides(kind)
    rows = np.random.default_rng(3).integers(-9, 9, (4, len(kind.sides()[0].row)))
    seen = sides.turned(rows)
    assert (seen[:: sides.count] == rows).all()
    assert not (seen[1] == rows[0]).all()
    own = np.arange(4 * kind.num_actions).reshape(4, 1, -1)
    each = np.stack([range(kind.num_actions), *(side.actions for side in kind.sides())])
    there = np.take_along_axis(own, each[None], 2).reshape(4 * sides.count, -1)
    assert (sides.turned_back(there) == own).all()
