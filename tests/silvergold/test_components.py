"""What is in the box (SG-COMP) and its shapes as bit masks."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.silvergold.positions import but, given, mark, of, refused_mark, seat

import expedition
from expedition.silvergold import shapes
from expedition.silvergold.components import EXPEDITION, MAPS, PATTERNS, SHEET
from expedition.silvergold.tables import tables


@pytest.mark.rule("SG-COMP-01")
@pytest.mark.parametrize("players", [1, 5, 0, -1, 2.5, "2", True, None])
def test_given_a_lobby_when_the_number_of_players_is_wrong_then_it_is_refused(players: object) -> None:
    with pytest.raises(expedition.SetupError, match="2 to 4 players"):
        expedition.make("silvergold", players=players)


@pytest.mark.rule("SG-COMP-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_given_two_to_four_players_when_they_start_then_all_choose_maps(players: int) -> None:
    assert expedition.make("silvergold", players=players).new(1).actors == list(range(players))


def test_given_no_options_when_a_game_is_made_then_it_is_for_two() -> None:
    assert expedition.make("silvergold").setup == {"players": 2}
    with pytest.raises(expedition.SetupError, match="no option 'route'"):
        expedition.make("silvergold", route="first")


@pytest.mark.rule("SG-COMP-02")
def test_given_the_map_deck_when_it_is_counted_then_it_has_12_12_12_and_11() -> None:
    assert Counter(m["colour"] for m in MAPS) == {"purple": 12, "orange": 12, "green": 12, "grey": 11}
    assert len({m["id"] for m in MAPS}) == 47


@pytest.mark.rule("SG-COMP-03")
def test_given_a_map_worth_12_when_its_last_field_is_marked_then_it_scores_12() -> None:
    state = given(
        seat(but("orange-09", [0, 1]), "grey-01"),
        seat("grey-02", "grey-03", owed={"pattern": False}),
        turn={"round": 4, "flip": 7},
    )
    mark(state, 0, 0, [0, 1])
    assert state.is_over
    assert state.view(None)["seats"][0]["score"]["maps"] == 12


@pytest.mark.parametrize("card", MAPS, ids=lambda card: str(card["id"]))
def test_given_a_map_when_its_fields_are_counted_then_they_are_its_points_and_hang_together(card: dict) -> None:  # type: ignore[type-arg]
    cells = set(shapes.marked_cells(card["grid"], "#XCP"))
    assert len(cells) == card["points"] == {"purple": 14, "orange": 12, "green": 10, "grey": 8}[card["colour"]]
    assert {len(row) for row in card["grid"]} == {4}
    reached, edge = set(), [next(iter(cells))]
    while edge:
        row, column = edge.pop()
        reached.add((row, column))
        near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        edge += [cell for cell in near & cells if cell not in reached]
    assert reached == cells


@pytest.mark.parametrize(
    ("colour", "crosses", "coins", "palms"),
    [("purple", 23, 15, 4), ("orange", 17, 15, 4), ("green", 11, 9, 4), ("grey", 4, 3, 4)],
)
def test_given_the_maps_of_a_colour_when_symbols_are_counted_then_they_agree(
    colour: str, crosses: int, coins: int, palms: int
) -> None:
    printed = "".join(row for m in MAPS if m["colour"] == colour for row in m["grid"])
    assert (printed.count("X"), printed.count("C"), printed.count("P")) == (crosses, coins, palms)
    assert all("".join(m["grid"]).count("P") <= 1 for m in MAPS)


@pytest.mark.rule("SG-COMP-04")
def test_given_the_maps_when_seals_are_listed_then_each_names_another_colour_and_1_or_2_points() -> None:
    seals = [(m["colour"], m["seal"]["colour"], m["seal"]["points"]) for m in MAPS if m["seal"]]
    assert len(seals) == 12
    assert all(own != other for own, other, _ in seals)
    assert {(other, points) for _, other, points in seals} == {("purple", 2), ("orange", 2), ("green", 1), ("grey", 1)}


@pytest.mark.rule("SG-COMP-05")
def test_given_the_expedition_deck_when_shapes_are_compared_then_there_are_8_cards_and_6_shapes() -> None:
    assert Counter(c["pattern"] for c in EXPEDITION) == {"I2": 1, "I3": 2, "V3": 2, "L4": 1, "T4": 1, "O4": 1}
    classes = set()
    for pattern in PATTERNS:
        turned = shapes.orientations(shapes.marked_cells(pattern["grid"], "#"))
        classes.add(tuple(map(tuple, min(turned))))
    assert len(classes) == 6


@pytest.mark.rule("SG-COMP-06")
def test_given_three_in_a_line_when_fields_are_chosen_then_only_rows_and_columns_are_accepted() -> None:
    state = given(seat("purple-04", "grey-01"), seat("grey-02", "grey-03"), pattern="I3")
    refused_mark(state, 0, 0, [1, 0], [2, 0], [2, 1])
    mark(state.copy(), 0, 0, [2, 0], [2, 1], [2, 2])
    mark(state.copy(), 0, 0, [1, 1], [2, 1], [3, 1])


@pytest.mark.rule("SG-COMP-07", "SG-SETUP-01")
def test_given_three_players_when_the_game_starts_then_three_empty_score_cards_are_in_use() -> None:
    seats = expedition.make("silvergold", players=3).new(1).view(None)["seats"]
    assert len(seats) == 3
    for one in seats:
        assert (one["coins"], one["trophies"], one["palms"], one["completed"]) == (0, [], [], [])
    assert SHEET["score_cards"] == 4


@pytest.mark.rule("SG-COMP-08")
def test_given_a_new_score_card_when_it_is_inspected_then_it_has_3_rows_of_4_coins_and_4_palms() -> None:
    sheet = expedition.make("silvergold").components()["score_sheet"]
    assert (sheet["coin_rows"], sheet["coins_per_row"], sheet["palms"]) == (3, 4, 4)


@pytest.mark.rule("SG-COMP-09", "SG-SETUP-08")
def test_given_a_new_game_when_the_round_card_is_shown_then_4_rounds_and_6_trophies_are_open() -> None:
    game = expedition.make("silvergold")
    for who in (None, 0, 1):
        view = game.new(1).view(who)
        assert view["turn"]["round"] == 1
        assert view["trophies"] == [6, 5, 4, 3, 2, 1]
    assert game.components()["score_sheet"]["rounds"] == 4
    assert len(game.components()["patterns"]) == 6


@pytest.mark.rule("SG-COMP-10")
def test_given_four_players_when_they_mark_at_the_same_time_then_each_marks_only_their_own_maps() -> None:
    names = ["grey-01", "grey-02", "grey-03", "grey-04"]
    others = ["green-01", "green-02", "green-03", "green-04"]
    state = given(*(seat(a, b) for a, b in zip(names, others, strict=True)))
    for done in ([2], [2, 0], [2, 0, 3]):
        mark(state, done[-1], 0, [1, 0])
        assert [who for who in range(4) if of(state, who)["maps"][0]["marked"]] == sorted(done)
    assert SHEET["pens"] == 4


@pytest.mark.parametrize(
    ("pattern", "turned", "placed"),
    [("I2", 2, 24), ("I3", 2, 16), ("V3", 4, 36), ("L4", 8, 48), ("T4", 4, 24), ("O4", 1, 9)],
)
def test_given_a_pattern_when_it_is_turned_and_mirrored_then_each_way_counts_once(
    pattern: str, turned: int, placed: int
) -> None:
    cells = shapes.marked_cells(next(p["grid"] for p in PATTERNS if p["id"] == pattern), "#")
    assert len(shapes.orientations(cells)) == turned
    assert len(shapes.placements(cells)) == placed


def test_given_an_empty_map_when_patterns_are_tried_then_all_but_a_few_fit() -> None:
    b = tables()
    unfit = [
        (m["id"], p["id"])
        for i, m in enumerate(MAPS)
        for k, p in enumerate(PATTERNS)
        if b.fit_first[i * 7 + k + 1] == b.fit_first[i * 7 + k + 2]
    ]
    assert unfit == [
        ("orange-01", "T4"),
        ("orange-01", "O4"),
        ("green-01", "T4"),
        ("green-01", "O4"),
        ("grey-01", "O4"),
        ("grey-02", "O4"),
        ("grey-03", "T4"),
        ("grey-03", "O4"),
    ]


def test_given_the_position_record_when_it_is_measured_then_it_is_at_most_1_kb() -> None:
    game = expedition.make("silvergold")
    assert game.position_type.dtype().itemsize <= 1024
    assert game.num_actions == 355
