"""The boards of the official routes: geometry, seams, caves, and what is derived against what is stored."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from expedition.eldorado import board as boards
from expedition.eldorado import components
from expedition.eldorado.board import DIRECTIONS, Board, assemble, load_route
from expedition.eldorado.pieces import MAX_PIECES, Piece, Place

ROUTES = components.routes()
every_route = pytest.mark.parametrize("route", components.route_ids())


def places(board: Board, cells: tuple[int, ...]) -> list[list[int]]:
    return [[board.cells[number].q, board.cells[number].r] for number in cells]


def seam_between(board: Board, a: Place, b: Place) -> int:
    direction = DIRECTIONS.index((b[0] - a[0], b[1] - a[1]))
    return board.seam_of[board.index[a]][direction]


@pytest.mark.rule("ED-SETUP-02", "EC-ED-83")
def test_given_the_first_game_then_the_map_is_the_introductory_route_of_five_tiles_and_four_blockades() -> None:
    board = load_route("first")
    assert [(piece.tile, piece.rotation, piece.q, piece.r) for piece in board.pieces] == [
        ("B", 2, 0, 0),
        ("C", 5, 7, -3),
        ("N", 2, 11, 0),
        ("I", 2, 14, 4),
        ("K", 0, 21, 0),
        ("finish_river", 0, 25, -4),
    ]
    assert len(board.tiles) == 5
    assert [seam.between for seam in board.seams] == [(0, 1), (1, 2), (2, 3), (3, 4)]


@every_route
def test_given_an_official_route_without_its_stored_results_then_the_same_results_are_derived(route: str) -> None:
    stored = ROUTES[route]
    bare = {"tiles": stored["tiles"], "finish": {key: stored["finish"][key] for key in ("tile", "rotation", "q", "r")}}
    board = load_route(bare)
    assert len(board.seams) == stored["blockade_count"]
    assert len(board.caves) == stored["cave_count"]
    assert board.shortest_steps == stored["shortest_steps_start_to_finish"]
    assert places(board, board.caves) == stored["caves"]
    assert places(board, board.finishes) == stored["finish"]["spaces"]
    assert list(board.corner) == stored["finish"]["corner"]
    assert [seam.to_json() for seam in board.seams] == [
        {"between": entry["between"], "edges": entry["edges"]} for entry in stored["blockades"]
    ]
    assert [list(seam.between) for seam in board.open_seams] == [entry["between"] for entry in stored["open_seams"]]


@every_route
def test_given_an_official_route_then_it_is_within_the_limits_of_the_box(route: str) -> None:
    board = load_route(route)
    assert len(board.tiles) <= MAX_PIECES
    assert len(board.cells) <= boards.MAX_CELLS
    assert len(board.seams) <= boards.MAX_SEAMS
    assert len(board.caves) <= boards.MAX_CAVES


def test_given_the_box_then_the_limits_follow_from_it() -> None:
    sides = [tile for tile in components.tiles().values() if tile.kind != "finish"]
    pieces = {tile.piece for tile in sides}
    assert len(pieces) == MAX_PIECES
    assert sum(len(tile.hexes) for tile in sides) // 2 + 3 == boards.MAX_CELLS
    assert len(components.blockades()) == boards.MAX_SEAMS
    most = {
        piece: max(sum(space.cave for space in tile.hexes) for tile in sides if tile.piece == piece) for piece in pieces
    }
    assert sum(most.values()) == boards.MAX_CAVES


@every_route
def test_given_the_cells_then_they_go_piece_by_piece_and_row_by_row_and_the_index_finds_them(route: str) -> None:
    board = load_route(route)
    keys = [(cell.piece, cell.r, cell.q) for cell in board.cells]
    assert keys == sorted(keys)
    assert {cell.piece for cell in board.cells} == set(range(len(board.pieces)))
    assert all(board.index[cell.place] == number for number, cell in enumerate(board.cells))
    assert len(board.index) == len(board.cells)


@every_route
def test_given_two_neighbours_then_each_is_the_neighbour_of_the_other_across_the_same_seam(route: str) -> None:
    board = load_route(route)
    for number, cell in enumerate(board.cells):
        for direction, (dq, dr) in enumerate(DIRECTIONS):
            other = board.neighbours[number][direction]
            assert other == board.index.get((cell.q + dq, cell.r + dr), -1)
            if other < 0:
                assert board.seam_of[number][direction] == -1
            else:
                assert board.neighbours[other][(direction + 3) % 6] == number
                assert board.seam_of[other][(direction + 3) % 6] == board.seam_of[number][direction]


@every_route
@pytest.mark.rule("ED-ROUTE-02")
def test_given_a_route_then_its_drawing_has_no_blockades_and_its_board_has_a_seam_at_every_join(route: str) -> None:
    board = load_route(route)
    assert "blockades" not in board.route()
    joins = [(number, number + 1) for number in range(len(board.tiles) - 1)]
    assert sorted(seam.between for seam in board.seams + board.open_seams) == joins
    assert all(components.tiles()[board.pieces[seam.between[0]].tile].kind == "strip" for seam in board.open_seams)


@every_route
def test_given_a_seam_then_its_edges_and_no_others_are_marked_as_crossing_it(route: str) -> None:
    board = load_route(route)
    marked: set[tuple[int, Place, Place]] = set()
    for number, cell in enumerate(board.cells):
        for neighbour, seam in zip(board.neighbours[number], board.seam_of[number], strict=True):
            if seam >= 0:
                marked.add((seam, cell.place, board.cells[neighbour].place))
    listed = {(number, a, b) for number, seam in enumerate(board.seams) for a, b in seam.edges}
    assert marked == listed | {(number, b, a) for number, a, b in listed}


@pytest.mark.rule("EC-ED-65")
def test_given_tiles_that_touch_without_following_each_other_then_no_blockade_lies_between_them() -> None:
    board = assemble(
        [Piece("B", 0, 0, 0), Piece("C", 0, 7, -3), Piece("N", 0, 3, 4), Piece("finish_jungle", 1, 7, 4)],
    )
    assert seam_between(board, (3, 0), (3, 1)) == -1  # B and N
    assert seam_between(board, (3, 0), (4, 0)) == 0  # B and C
    assert seam_between(board, (4, 0), (4, 1)) == 1  # C and N


@pytest.mark.rule("EC-ED-66")
def test_given_a_route_of_5_tiles_then_there_are_4_blockades_and_none_touches_the_finishing_tile() -> None:
    board = load_route("first")
    assert len(board.seams) == 4
    for number in board.finishes:
        assert board.seam_of[number] == (-1,) * 6
    assert all(
        not {a, b} & {board.cells[number].place for number in board.finishes}
        for seam in board.seams
        for a, b in seam.edges
    )


@pytest.mark.rule("ED-SETUP-05")
def test_given_a_strip_between_two_tiles_then_the_blockade_lies_where_it_is_entered_and_none_where_it_is_left() -> None:
    board = load_route("swamplands")
    assert [(piece.tile, components.tiles()[piece.tile].kind) for piece in board.tiles][4:] == [
        ("E", "terrain"),
        ("O", "strip"),
        ("K", "terrain"),
    ]
    assert (4, 5) in [seam.between for seam in board.seams]
    assert [seam.between for seam in board.open_seams] == [(1, 2), (5, 6)]
    for a, b in board.open_seams[1].edges:
        assert seam_between(board, a, b) == -1


@every_route
@pytest.mark.rule("ED-COMP-04")
def test_given_any_route_then_exactly_three_finishing_spaces_wrap_the_corner_of_the_last_tile(route: str) -> None:
    board = load_route(route)
    assert sorted(board.finishes) == [number for number, cell in enumerate(board.cells) if cell.finish]
    assert len(board.finishes) == 3
    corner = board.index[board.corner]
    assert board.cells[corner].piece == len(board.tiles) - 1
    assert all(corner in board.neighbours[number] for number in board.finishes)


@pytest.mark.rule("EC-ED-50")
@pytest.mark.parametrize(("route", "terrain"), [("first", "river"), ("hills_of_gold", "jungle")])
def test_given_a_side_of_the_finishing_tile_then_its_spaces_ask_for_power_1_of_its_terrain(
    route: str, terrain: str
) -> None:
    board = load_route(route)
    assert [(board.cells[n].terrain, board.cells[n].power) for n in board.finishes] == [(terrain, 1)] * 3
    assert all(board.cells[n].passable for n in board.finishes)


@every_route
def test_given_the_golden_city_then_it_is_drawn_beside_the_finish_and_is_no_space(route: str) -> None:
    board = load_route(route)
    assert len(board.city) == 3
    assert all(place not in board.index for place in board.city)


@every_route
def test_given_the_start_then_the_four_start_spaces_come_in_the_order_of_their_numbers(route: str) -> None:
    board = load_route(route)
    assert [board.cells[number].start for number in board.starts] == [1, 2, 3, 4]
    assert {board.cells[number].terrain for number in board.starts} == {"start"}
    assert {board.cells[number].piece for number in board.starts} == {0}


@every_route
def test_given_the_caves_then_they_are_mountains_in_route_order(route: str) -> None:
    board = load_route(route)
    assert [board.cells[number].terrain for number in board.caves] == ["mountain"] * len(board.caves)
    pieces = [board.cells[number].piece for number in board.caves]
    assert pieces == sorted(set(pieces))


@pytest.mark.rule("EC-ED-37")
def test_given_a_route_of_4_caves_then_20_tokens_are_left_over_and_no_route_can_have_more_caves_than_piles() -> None:
    total = sum(token.count for token in components.tokens())
    board = load_route("home_stretch")
    assert total - components.tokens_per_cave() * len(board.caves) == 20
    assert components.tokens_per_cave() * boards.MAX_CAVES <= total


@pytest.mark.rule("ED-ROUTE-01")
def test_given_the_routes_then_one_is_introductory_and_the_others_are_graded_two_by_two() -> None:
    assert {route: load_route(route).difficulty for route in components.route_ids()} == {
        "first": "introductory",
        "hills_of_gold": "easy",
        "home_stretch": "easy",
        "winding_paths": "medium",
        "serpentine": "medium",
        "witchs_cauldron": "hard",
        "swamplands": "hard",
    }
    assert dict(load_route("serpentine").names)["it"] == "Lo slalom"
    assert dict(load_route("witchs_cauldron").names)["it"] == "Il calderone stregato"


@every_route
@pytest.mark.rule("ED-COMP-05")
def test_given_a_tile_on_the_board_then_its_letter_belongs_to_its_central_hex(route: str) -> None:
    shown = load_route(route).to_json()
    for number, tile in enumerate(shown["tiles"][:-1]):
        own = [(entry["q"], entry["r"]) for entry in shown["hexes"] if entry["tile"] == number]
        assert len(tile["tile"]) == 1
        assert (tile["q"], tile["r"]) in own
        if len(own) == 37:
            assert (37 * tile["q"], 37 * tile["r"]) == (sum(q for q, _ in own), sum(r for _, r in own))


@every_route
def test_given_the_board_as_json_then_every_hex_tile_and_seam_is_in_it(route: str) -> None:
    board = load_route(route)
    shown: dict[str, Any] = json.loads(json.dumps(board.to_json()))
    assert shown == board.to_json()
    assert [[entry["q"], entry["r"]] for entry in shown["hexes"]] == places(board, tuple(range(len(board.cells))))
    assert sorted(entry["start"] for entry in shown["hexes"] if entry["start"] is not None) == [1, 2, 3, 4]
    assert sum(entry["finish"] for entry in shown["hexes"]) == 3
    assert shown["tiles"] == [*ROUTES[route]["tiles"], {"tile": board.finish.tile, **_at(board.finish)}]
    assert [entry["between"] for entry in shown["seams"]] == [entry["between"] for entry in ROUTES[route]["blockades"]]
    assert set(shown["hexes"][0]) == {"q", "r", "terrain", "power", "tile", "cave", "start", "finish", "steps_left"}
    assert min(h["steps_left"] for h in shown["hexes"] if h["start"]) == board.shortest_steps
    assert {h["steps_left"] for h in shown["hexes"] if h["finish"]} == {0}


def _at(piece: Piece) -> dict[str, int]:
    return {"rotation": piece.rotation, "q": piece.q, "r": piece.r}


@every_route
def test_given_the_route_of_a_board_then_the_same_board_can_be_built_from_it_again(route: str) -> None:
    board = load_route(route)
    again = load_route(json.loads(json.dumps(board.route())))
    assert again == board
    assert hash(again) == hash(board)
    assert again.cells == board.cells
    assert again.seam_of == board.seam_of
    assert pickle.loads(pickle.dumps(board)).neighbours == board.neighbours


def test_given_an_official_id_then_the_board_is_built_once() -> None:
    assert load_route("first") is load_route("first")


@every_route
def test_given_a_route_turned_and_shifted_as_a_whole_then_nothing_but_the_coordinates_changes(route: str) -> None:
    board = load_route(route)
    turn = Piece("A", 1, 5, -9)  # any piece can say where a place goes
    turned = assemble(
        [Piece(piece.tile, (piece.rotation + 1) % 6, *turn.place(piece.q, piece.r)) for piece in board.pieces]
    )
    assert turned.shortest_steps == board.shortest_steps
    assert [len(seam.edges) for seam in turned.seams] == [len(seam.edges) for seam in board.seams]
    for number, cell in enumerate(board.cells):
        moved = turned.index[turn.place(cell.q, cell.r)]
        assert turned.cells[moved].terrain == cell.terrain
        assert turned.cells[moved].power == cell.power
        around = [n if n < 0 else turned.index[turn.place(*board.cells[n].place)] for n in board.neighbours[number]]
        assert list(turned.neighbours[moved]) == around[1:] + around[:1]
