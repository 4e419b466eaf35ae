"""Routes of one's own: what is accepted, and a sentence for everything that is not."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from expedition.core.errors import SetupError
from expedition.eldorado import board as boards
from expedition.eldorado import components
from expedition.eldorado.board import Board, load_route
from expedition.eldorado.pieces import RouteError

JSON = dict[str, Any]

A = ("A", 0, 0, 0)
B = ("B", 0, 0, 0)
# seven tiles in one line, each 7 east and 3 up from the one before
LINE = [(tile, 0, 7 * number, -3 * number) for number, tile in enumerate("ACEGIKM")]


def piece(tile: str, rotation: int, q: int, r: int) -> JSON:
    return {"tile": tile, "rotation": rotation, "q": q, "r": r}


def route(*pieces: tuple[str, int, int, int]) -> JSON:
    """A route object from (tile, rotation, q, r), the finishing tile last."""
    return {"tiles": [piece(*entry) for entry in pieces[:-1]], "finish": piece(*pieces[-1])}


def short_route() -> JSON:
    return route(B, ("C", 0, 7, -3), ("finish_river", 0, 11, -7))


def fault(value: object) -> str:
    with pytest.raises(RouteError) as caught:
        load_route(value)  # type: ignore[arg-type]
    assert isinstance(caught.value, SetupError)
    return str(caught.value)


def test_given_only_tiles_and_finish_then_everything_else_is_derived() -> None:
    board = load_route(short_route())
    assert (board.id, board.names, board.difficulty) == (None, (), None)
    assert [seam.between for seam in board.seams] == [(0, 1)]
    assert [board.cells[number].place for number in board.caves] == [(2, -2), (7, -3)]
    assert board.corner == (10, -6)
    assert board.shortest_steps == 10
    assert board.route() == short_route()


def test_given_the_start_tile_alone_then_it_is_a_route_without_blockades() -> None:
    board = load_route(route(B, ("finish_jungle", 0, 4, -4)))
    assert (board.seams, board.shortest_steps) == ((), 6)


def test_given_an_id_names_and_difficulty_then_they_are_kept() -> None:
    named = {"id": "valley", "names": {"en": "The Valley", "it": None}, "difficulty": "hard", **short_route()}
    board = load_route(named)
    assert (board.id, board.difficulty) == ("valley", "hard")
    assert board.route() == named


def test_given_seven_tiles_in_a_line_then_all_six_blockades_are_used() -> None:
    board = load_route(route(*LINE, ("finish_jungle", 5, 42, -22)))
    assert len(board.seams) == 6


@pytest.mark.rule("ED-SETUP-05")
def test_given_tile_strip_tile_then_there_is_one_blockade_before_the_strip() -> None:
    board = load_route(route(A, ("O", 1, 5, -2), ("D", 2, 10, -5), ("finish_jungle", 1, 14, -5)))
    assert [seam.between for seam in board.seams] == [(0, 1)]
    assert [seam.between for seam in board.open_seams] == [(1, 2)]


@pytest.mark.rule("EC-ED-79")
def test_given_tile_strip_strip_tile_then_there_are_two_blockades_before_and_between_the_strips() -> None:
    board = load_route(route(A, ("R", 1, 5, -2), ("O", 1, 8, -4), ("D", 2, 13, -7), ("finish_jungle", 1, 17, -7)))
    assert [seam.between for seam in board.seams] == [(0, 1), (1, 2)]
    assert [seam.between for seam in board.open_seams] == [(2, 3)]


@pytest.mark.rule("EC-ED-79")
def test_given_a_strip_at_the_end_then_its_blockade_is_before_it_and_none_at_the_finish() -> None:
    board = load_route(route(A, ("O", 1, 5, -2), ("finish_river", 0, 7, -6)))
    assert [seam.between for seam in board.seams] == [(0, 1)]
    assert board.open_seams == ()


# What is refused. Each of these routes has one fault only.


@pytest.mark.rule("ED-SETUP-01")
def test_given_no_finishing_tile_then_it_is_refused() -> None:
    bare = short_route()
    del bare["finish"]
    assert fault(bare) == "The route has no finishing tile: 'finish' must give its tile, rotation, q and r."


@pytest.mark.rule("ED-SETUP-01")
def test_given_a_terrain_tile_as_finish_then_it_is_refused() -> None:
    wrong = short_route()
    wrong["finish"]["tile"] = "K"
    assert fault(wrong) == "The finish is tile K; it must be finish_jungle or finish_river."


def test_given_the_finishing_tile_among_the_tiles_then_it_is_refused() -> None:
    wrong = route(B, ("finish_jungle", 0, 4, -4), ("finish_river", 0, 11, -7))
    assert fault(wrong) == "tiles[1] is the finishing tile; it belongs in 'finish' and ends the route."


@pytest.mark.rule("ED-SETUP-01")
def test_given_no_start_tile_then_it_is_refused() -> None:
    wrong = route(("C", 0, 7, -3), ("finish_river", 0, 11, -7))
    assert fault(wrong) == "The route has no start tile; it must begin with tile A or B."


def test_given_two_start_tiles_then_it_is_refused() -> None:
    wrong = route(A, ("B", 0, 7, -3), ("finish_river", 0, 11, -7))
    assert fault(wrong) == (
        "The route has two start tiles, tiles[0] (A) and tiles[1] (B); "
        "it must begin with one of A and B and have no other."
    )


def test_given_a_start_tile_that_is_not_first_then_it_is_refused() -> None:
    wrong = route(("C", 0, 7, -3), B, ("finish_jungle", 1, 4, 0))
    assert fault(wrong) == "The start tile is tiles[1] (B); it must come first."


@pytest.mark.parametrize(("one", "other", "name"), [("C", "D", "C/D"), ("K", "K", "K/L"), ("P", "O", "O/P")])
def test_given_both_sides_of_one_tile_then_it_is_refused(one: str, other: str, name: str) -> None:
    wrong = route(B, (one, 0, 7, -3), (other, 0, 14, -6), ("finish_river", 0, 18, -10))
    assert fault(wrong) == (
        f"tiles[1] ({one}) and tiles[2] ({other}) are the same piece {name}; "
        "every tile can be used only once, with one of its sides."
    )


def test_given_more_seams_than_blockades_then_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = route(*LINE, ("O", 1, 47, -20), ("finish_river", 0, 49, -24))
    assert fault(wrong) == "The route has 7 seams that need a blockade, but there are only 6 blockades."
    monkeypatch.setattr(boards, "MAX_SEAMS", 7)
    assert len(load_route(wrong).seams) == 7, "this is the only fault"


def test_given_more_pieces_than_the_box_holds_then_it_is_refused() -> None:
    wrong = short_route()
    wrong["tiles"] *= 5
    assert fault(wrong) == (
        "The route has 10 pieces, but the box holds only 9: the start tile, six terrain tiles and two strips."
    )


def test_given_overlapping_tiles_then_both_and_a_hex_are_named() -> None:
    wrong = route(B, ("C", 0, 6, -3), ("finish_river", 0, 10, -7))
    assert fault(wrong) == "tiles[0] (B) and tiles[1] (C) overlap at [3, -3]."


def test_given_a_finish_that_overlaps_a_tile_then_both_and_a_hex_are_named() -> None:
    wrong = route(B, ("C", 0, 7, -3), ("finish_river", 0, 10, -6))
    assert fault(wrong) == "tiles[1] (C) and the finishing tile overlap at [9, -6]."


@pytest.mark.parametrize(
    ("tile", "how_many"),
    [
        pytest.param(("C", 0, 30, -3), "no open edge", id="far apart"),
        pytest.param(("C", 0, 7, 0), "only one open edge", id="corner to corner"),
        pytest.param(("M", 0, 7, -2), "only one open edge", id="five edges, four of them along mountains"),
        pytest.param(("M", 0, 7, -1), "no open edge", id="three edges, all along mountains"),
    ],
)
def test_given_consecutive_tiles_with_fewer_than_two_open_edges_then_it_is_refused(
    tile: tuple[str, int, int, int], how_many: str
) -> None:
    name, _, q, r = tile
    wrong = route(B, tile, ("finish_river", 0, q + 4, r - 4))
    assert fault(wrong) == (
        f"tiles[0] (B) and tiles[1] ({name}) touch in {how_many}; "
        "consecutive pieces must touch in at least two edges without a mountain."
    )


def test_given_consecutive_tiles_with_exactly_two_open_edges_then_it_is_accepted() -> None:
    board = load_route(route(B, ("F", 0, -6, 7), ("finish_river", 5, -6, 3)))
    (seam,) = board.seams
    open_edges = [edge for edge in seam.edges if all(board.cells[board.index[place]].passable for place in edge)]
    assert (len(open_edges), len(seam.edges)) == (2, 3)


def test_given_tiles_that_touch_without_following_each_other_then_it_is_refused() -> None:
    wrong = route(B, ("C", 0, 7, -3), ("N", 0, 3, 4), ("finish_jungle", 1, 7, 4))
    assert fault(wrong) == (
        "tiles[0] (B) and tiles[2] (N) touch at [3, 0] and [3, 1]; pieces that do not follow each other must lie apart."
    )


def test_given_mountains_on_every_way_then_the_finish_is_unreachable() -> None:
    """Strip R is two halves with a ridge between: B touches one of them, the finish the other."""
    wrong = route(B, ("R", 3, -7, 2), ("finish_jungle", 3, -10, 4))
    assert fault(wrong) == "The finish cannot be reached from the start: mountains close every way."


@pytest.mark.parametrize(
    "finish",
    [
        pytest.param(("finish_river", 4, -4, 0), id="on the tile before the last"),
        pytest.param(("finish_river", 0, 40, -40), id="nowhere"),
        pytest.param(("finish_river", 3, 11, -7), id="beside its corner but turned away"),
        pytest.param(("finish_river", 0, 12, -7), id="one hex off"),
    ],
)
def test_given_a_finish_that_is_not_on_the_last_tile_then_it_is_refused(finish: tuple[str, int, int, int]) -> None:
    sentence = fault(route(B, ("C", 0, 7, -3), finish))
    assert sentence.startswith("The finish must wrap a corner of the last tile, tiles[1] (C); its corner hex [")
    assert sentence.endswith("] is not on that tile.")


def test_given_a_finish_that_touches_another_tile_too_then_it_is_refused() -> None:
    wrong = route(B, ("C", 0, 7, -2), ("finish_river", 3, 3, 2))
    assert fault(wrong) == "The finishing tile touches tiles[0] (B); it must touch only the last tile, tiles[1] (C)."


@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, "null"), (7, "7"), (2.5, "2.5"), (True, "true"), ([], "a list"), ({1, 2}, "a set")],
)
def test_given_something_that_is_no_route_then_it_is_refused(value: object, shown: str) -> None:
    assert fault(value) == f"A route is an official id or an object with tiles and finish, not {shown}."


def test_given_an_unknown_id_then_the_official_ids_are_named() -> None:
    assert fault("frist") == (
        "There is no official route 'frist'; the official routes are first, hills_of_gold, home_stretch, "
        "winding_paths, serpentine, witchs_cauldron, swamplands. Did you mean 'first'?"
    )
    assert len(fault("x" * 100_000)) < 300


@pytest.mark.parametrize("tiles", [None, [], "BC", {"0": piece(*B)}, 5])
def test_given_tiles_that_are_no_list_then_it_is_refused(tiles: object) -> None:
    assert fault({**short_route(), "tiles": tiles}) == (
        "A route needs 'tiles': a list of pieces in travel order that begins with the start tile."
    )


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("C", "tiles[1] is 'C'; a piece is an object with tile, rotation, q and r."),
        (None, "tiles[1] is null; a piece is an object with tile, rotation, q and r."),
        ({}, "tiles[1] names the unknown tile null; the tiles are A to R, finish_jungle and finish_river."),
        (
            piece("Z", 0, 7, -3),
            "tiles[1] names the unknown tile 'Z'; the tiles are A to R, finish_jungle and finish_river.",
        ),
        (
            {**piece("C", 0, 7, -3), "tile": ["C"]},
            "tiles[1] names the unknown tile a list; the tiles are A to R, finish_jungle and finish_river.",
        ),
        (
            {"tile": "C", "q": 7, "r": -3},
            "tiles[1] has no 'rotation'; a piece is an object with tile, rotation, q and r.",
        ),
        (piece("C", 6, 7, -3), "tiles[1].rotation is 6; a piece is turned 0 to 5 times by 60 degrees clockwise."),
        (piece("C", -1, 7, -3), "tiles[1].rotation is -1; a piece is turned 0 to 5 times by 60 degrees clockwise."),
        ({**piece("C", 0, 7, -3), "rotation": True}, "tiles[1].rotation is true; it must be a whole number."),
        ({**piece("C", 0, 7, -3), "q": 7.0}, "tiles[1].q is 7.0; it must be a whole number."),
        ({**piece("C", 0, 7, -3), "r": "-3"}, "tiles[1].r is '-3'; it must be a whole number."),
        (piece("C", 0, 1001, -3), "tiles[1].q is 1001; coordinates lie between -1000 and 1000."),
        (piece("C", 0, 7, -(10**5000)), "tiles[1].r is a very large number; coordinates lie between -1000 and 1000."),
    ],
)
def test_given_a_piece_with_a_fault_then_the_field_is_named(entry: object, sentence: str) -> None:
    assert fault({**short_route(), "tiles": [piece(*B), entry]}) == sentence
    assert fault({**short_route(), "finish": entry or 5}) == (
        sentence.replace("tiles[1]", "finish")
        if entry
        else "finish is 5; a piece is an object with tile, rotation, q and r."
    )


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("id", 5, "The id of the route is 5; it must be a line of text, 100 letters at most."),
        ("id", "a\nb", r"The id of the route is 'a\nb'; it must be a line of text, 100 letters at most."),
        ("id", "\ud800", r"The id of the route is '\ud800'; it must be a line of text, 100 letters at most."),
        ("names", "Valley", "The names of the route are 'Valley'; they must be an object of language and name."),
        (
            "names",
            {"en": ["Valley"]},
            "The name of the route in 'en' is a list; it must be null or a line of text, 100 letters at most.",
        ),
        ("names", {str(number): None for number in range(21)}, "The route has 21 names; it may have 20 at most."),
        (
            "difficulty",
            "brutal",
            "The difficulty of the route is 'brutal'; it must be one of introductory, easy, medium, hard.",
        ),
    ],
)
def test_given_a_word_about_the_route_that_is_none_then_it_is_refused(key: str, value: object, sentence: str) -> None:
    assert fault({**short_route(), key: value}) == sentence


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("blockade_count", 5, "4"),
        ("blockade_count", 4.0, "4"),
        ("cave_count", True, "3"),
        ("shortest_steps_start_to_finish", 27, "28"),
        ("caves", [[7, -3], [0, 2], [11, 7]], "what the tiles give"),
        ("blockades", [], "what the tiles give"),
        ("open_seams", [{"between": [0, 1], "seam": "B|C"}], "what the tiles give"),
    ],
)
def test_given_a_stated_result_that_is_wrong_then_it_is_refused(key: str, value: object, expected: str) -> None:
    wrong = {**components.routes()["first"], key: value}
    assert fault(wrong) == (
        f"'{key}' does not agree with the tiles of the route: expected {expected}; it may be left out."
    )


def test_given_a_stated_edge_or_finishing_space_that_is_wrong_then_it_is_refused() -> None:
    wrong = components.routes()["first"]
    wrong["blockades"][2]["edges"][0][0] = [11, 4]
    assert fault(wrong).startswith("'blockades' does not agree with the tiles of the route")
    wrong = components.routes()["first"]
    wrong["finish"]["spaces"].reverse()
    assert fault(wrong).startswith("'finish.spaces' does not agree with the tiles of the route")
    wrong = components.routes()["first"]
    wrong["finish"]["corner"] = [24, -2]
    assert fault(wrong).startswith("'finish.corner' does not agree with the tiles of the route")


def test_given_a_route_nested_beyond_measure_then_it_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert fault({**short_route(), "names": deep}).startswith("The names of the route are a list")
    assert fault({**short_route(), "caves": deep}).startswith("'caves' does not agree")


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
sides = st.sampled_from(sorted(components.tiles()))
near = st.integers(-9, 9)
some_piece = st.fixed_dictionaries({"tile": sides, "rotation": st.integers(0, 5), "q": near, "r": near})
loose_piece = st.fixed_dictionaries(
    {}, optional={"tile": sides | any_json, "rotation": any_json | near, "q": near | any_json, "r": near | any_json}
)
loose_route = st.fixed_dictionaries(
    {
        "tiles": st.lists(some_piece | loose_piece, max_size=11) | any_json,
        "finish": some_piece | loose_piece | any_json,
    },
    optional={"id": any_json, "names": any_json, "difficulty": any_json, "caves": any_json, "blockades": any_json},
)


def accepted_or_refused_with_a_sentence(value: object) -> None:
    try:
        board = load_route(value)  # type: ignore[arg-type]
    except RouteError as error:
        sentence = str(error)
        assert sentence.endswith(".")
        assert len(sentence) < 400
        assert sentence.encode()
    else:
        assert isinstance(board, Board)
        assert load_route(board.route()) == board


@given(any_json | loose_route)
@examples(300)
def test_given_any_json_at_all_then_there_is_a_board_or_a_sentence(value: object) -> None:
    accepted_or_refused_with_a_sentence(value)


@given(st.data())
@examples(300)
def test_given_an_official_route_with_one_value_replaced_then_there_is_a_board_or_a_sentence(
    data: st.DataObject,
) -> None:
    altered = copy.deepcopy(components.routes()[data.draw(st.sampled_from(components.route_ids()))])
    parent: Any = altered
    while True:
        keys = sorted(parent) if isinstance(parent, dict) else range(len(parent))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(parent[key], (dict, list)) or not parent[key] or data.draw(st.booleans()):
            break
        parent = parent[key]
    parent[key] = data.draw(any_json | near | sides)
    accepted_or_refused_with_a_sentence(altered)


@given(st.lists(some_piece, min_size=1, max_size=2), some_piece)
@examples(200)
def test_given_any_pieces_laid_after_the_start_tile_then_a_board_keeps_the_promises_of_a_route(
    tiles: list[JSON], finish: JSON
) -> None:
    finish = {**finish, "tile": "finish_jungle"}
    try:
        board = load_route({"tiles": [piece(*B), *tiles], "finish": finish})
    except RouteError:
        return
    assert len(board.index) == len(board.cells)
    assert board.shortest_steps > 0
    assert {board.cells[n].piece for f in board.finishes for n in board.neighbours[f] if n >= 0} == {
        len(board.tiles) - 1,
        len(board.tiles),
    }
