"""Playing on every official route: joins, caves, strips, start to finish."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import at, do, spot, step

import expedition
from expedition.eldorado import components
from expedition.eldorado.board import load_route

every_route = pytest.mark.parametrize("route", components.route_ids())


@every_route
@pytest.mark.rule("ED-ROUTE-01", "ED-ROUTE-02", "ED-SETUP-03")
def test_given_an_official_route_when_it_is_previewed_and_started_then_only_the_game_has_blockades(route: str) -> None:
    assert load_route(route).difficulty in ("introductory", "easy", "medium", "hard")
    game = expedition.make("eldorado", players=4, route=route, caves=True)
    preview = game.components()["board"]
    assert "blockades" not in preview
    state = game.new(2)
    assert [entry["between"] for entry in state.snapshot()["blockades"]] == [
        seam["between"] for seam in preview["seams"]
    ]
    assert len(state.snapshot()["caves"]) == sum(hexagon["cave"] for hexagon in preview["hexes"])


@every_route
@pytest.mark.rule("ED-MOVE-15")
def test_given_natives_for_every_step_when_a_pawn_walks_the_shortest_way_then_it_arrives(route: str) -> None:
    board = load_route(route)
    way = shortest_way(route)
    state = at(board.cells[way[0]].place, route=route)
    for cell in way[1:]:
        q, r = spot(state)
        state = at((q, r), hand=["native"], route=route)
        do(state, {"do": "play", "card": "native", "pawn": 0}, step(*board.cells[cell].place))
    assert (spot(state), len(way) - 1) == ("arrived", board.shortest_steps)


def shortest_way(route: str) -> list[int]:
    """Cells from the nearest start space to the finish around mountains and the other start spaces."""
    board = load_route(route)
    ways = {start: [start] for start in board.starts}
    todo = list(board.starts)
    for cell in todo:
        if board.cells[cell].finish:
            return ways[cell]
        for other in board.neighbours[cell]:
            if other >= 0 and other not in ways and board.cells[other].passable:
                ways[other] = [*ways[cell], other]
                todo.append(other)
    raise AssertionError(route)
