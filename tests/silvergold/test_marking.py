"""Action 2: marking, and what crosses, coins and palms bring (SG-MARK to SG-PALM)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from tests.silvergold.positions import (
    DONE,
    but,
    by_version_1,
    choosing,
    fields,
    given,
    keys,
    mark,
    marked,
    of,
    owed,
    refused,
    refused_mark,
    seat,
)

import expedition
from expedition.core.game import State
from expedition.silvergold.rules.acting import act
from expedition.silvergold.rules.marking import count_fields, write_palm
from expedition.silvergold.shapes import cells_of
from expedition.silvergold.tables import tables

OTHER = seat("grey-02", "grey-03")  # a second player who has still to mark, so that the phase stays open


def alone(*maps: Any, pattern: str = "I3", display: list[str] | None = None, **more: Any) -> State[Any]:
    return given(seat(*maps, **more), OTHER, pattern=pattern, display=display)


@pytest.mark.rule("SG-MARK-01", "EC-SG-08")
def test_given_a_pattern_when_its_fields_are_split_over_two_maps_then_it_is_refused() -> None:
    state = alone("purple-04", "orange-07", pattern="O4")
    refused_mark(state, 0, 0, [1, 0], [1, 1])
    refused(state, 0, do="mark", map=2, cells=[[1, 0], [1, 1], [2, 0], [2, 1]])
    refused(state, 0, do="mark", cells=[[1, 0], [1, 1], [2, 0], [2, 1]])
    mark(state.copy(), 0, 0, [1, 0], [1, 1], [2, 0], [2, 1])
    mark(state.copy(), 0, 1, [1, 0], [1, 1], [2, 0], [2, 1])


@pytest.mark.rule("EC-SG-08")
def test_given_a_pattern_that_reaches_into_the_sea_when_it_is_placed_then_it_is_refused() -> None:
    refused_mark(alone("grey-01", "purple-04", pattern="I2"), 0, 0, [0, 0], [0, 1])


@pytest.mark.rule("SG-MARK-02", "SG-EX-02", "EC-SG-36")
@pytest.mark.parametrize(
    "cells",
    [
        [[0, 0], [1, 0], [2, 0], [2, 1]],  # as printed
        [[0, 0], [0, 1], [0, 2], [1, 0]],  # turned by 90 degrees
        [[0, 0], [0, 1], [1, 1], [2, 1]],  # by 180 degrees
        [[0, 2], [1, 0], [1, 1], [1, 2]],  # by 270 degrees
        [[0, 1], [1, 1], [2, 0], [2, 1]],  # mirrored
        [[0, 0], [1, 0], [1, 1], [1, 2]],
        [[0, 0], [0, 1], [1, 0], [2, 0]],
        [[0, 0], [0, 1], [0, 2], [1, 2]],
    ],
)
def test_given_the_l_when_it_is_turned_and_mirrored_then_every_way_is_accepted(cells: list[list[int]]) -> None:
    state = alone("purple-10", "grey-01", pattern="L4")
    mark(state, 0, 0, *cells)
    assert of(state, 0)["maps"][0]["marked"] == cells


@pytest.mark.rule("SG-MARK-03")
@pytest.mark.parametrize(
    "cells",
    [
        [[2, 0], [2, 1], [2, 2], [2, 3]],  # a line of four
        [[1, 0], [1, 1], [2, 1], [2, 2]],  # a Z
        [[1, 0], [1, 1], [2, 0], [2, 1]],  # the square: another card's pattern
        [[1, 0], [2, 0], [3, 0], [3, 2]],  # not in one piece
    ],
)
def test_given_the_l_when_another_shape_is_chosen_then_it_is_refused(cells: list[list[int]]) -> None:
    refused_mark(alone("purple-04", "grey-01", pattern="L4"), 0, 0, *cells)


@pytest.mark.rule("SG-MARK-04")
def test_given_a_marked_field_when_it_is_chosen_again_then_it_is_refused() -> None:
    state = alone(marked("purple-04", [[2, 1]]), "grey-01")
    refused_mark(state, 0, 0, [2, 0], [2, 1], [2, 2])
    refused_mark(state, 0, 0, [2, 1])
    mark(state, 0, 0, [1, 2], [2, 2], [3, 2])


@pytest.mark.rule("SG-MARK-05")
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_given_three_players_when_each_has_marked_in_any_order_then_action_3_follows(order: tuple[int, ...]) -> None:
    state = given(seat("grey-02", "grey-03"), seat("grey-05", "grey-04"), seat("grey-07", "grey-11"), pattern="I2")
    for who in order:
        assert state.view(None)["turn"]["flip"] == 1
        mark(state, who, 0, [1, 1])
    assert state.view(None)["turn"]["flip"] == 2
    assert [e.seat for e in state.log] == [0, 1, 2]


@pytest.mark.rule("SG-FORCE-01", "EC-SG-09")
def test_given_a_pattern_that_fits_when_a_single_field_is_chosen_then_it_is_accepted_on_either_map() -> None:
    state = alone("purple-04", "grey-01", pattern="I2")
    for slot, cell in ((0, [2, 2]), (1, [0, 0])):
        after = state.copy()
        mark(after, 0, slot, cell)
        assert of(after, 0)["maps"][slot]["marked"] == [cell]
        assert after.actors == [1]


@pytest.mark.rule("SG-FORCE-01")
def test_given_a_pattern_that_fits_nowhere_when_legal_marks_are_listed_then_they_are_the_single_fields() -> None:
    state = given(seat("grey-01", "grey-02"), seat("grey-05", "grey-03"), pattern="O4")
    assert [g["cells"] for g in state.gestures(0)] == [[cell] for cell in fields("grey-01") + fields("grey-02")]


@pytest.mark.rule("SG-FORCE-02")
def test_given_a_pattern_of_three_when_two_fields_are_marked_then_it_is_refused() -> None:
    refused_mark(alone("purple-04", "grey-01", pattern="I3"), 0, 0, [2, 0], [2, 1])


@pytest.mark.rule("SG-FORCE-03")
def test_given_free_fields_when_a_player_tries_to_pass_then_it_is_refused() -> None:
    state = alone("purple-04", "grey-01")
    refused(state, 0, do="mark", map=0, cells=[])
    refused(state, 0, do="pass")
    refused(state, 0, do="take", card="deck")
    mark(state, 1, 0, [1, 0])
    assert state.actors == [0]
    assert state.view(None)["turn"]["flip"] == 1


@pytest.mark.rule("SG-CROSS-01", "EC-SG-12")
def test_given_a_cross_was_marked_when_the_player_goes_on_then_a_free_field_of_either_map_must_follow() -> None:
    state = alone("purple-04", "grey-01", pattern="I2")
    mark(state, 0, 0, [3, 2], [3, 3])
    assert of(state, 0)["owed"] == owed(extra=1)
    assert state.actors == [0, 1]
    refused_mark(state, 0, 1, [1, 0], [1, 1])  # one field, not the pattern
    mark(state.copy(), 0, 0, [2, 2])
    mark(state, 0, 1, [0, 0])
    assert of(state, 0)["maps"][1]["marked"] == [[0, 0]]
    assert state.actors == [1]


@pytest.mark.rule("EC-SG-12")
def test_given_a_pending_extra_field_when_all_others_are_done_then_the_turn_waits_for_it() -> None:
    state = alone("purple-04", "grey-01", pattern="I2")
    mark(state, 0, 0, [3, 2], [3, 3])
    mark(state, 1, 0, [1, 1])
    assert state.view(0)["turn"]["flip"] == 1
    assert state.actors == [0]


@pytest.mark.rule("SG-CROSS-02")
def test_given_three_crosses_when_they_are_marked_one_after_another_then_each_asks_for_another_field() -> None:
    state = alone("purple-01", "grey-01")
    for cross in ([0, 0], [2, 0], [2, 3]):
        mark(state, 0, 0, cross)
        assert of(state, 0)["owed"] == owed(extra=1)
    mark(state, 0, 1, [0, 0])
    assert of(state, 0)["owed"] == DONE


@pytest.mark.rule("EC-SG-13")
def test_given_two_crosses_in_one_pattern_when_it_is_marked_then_two_extra_fields_follow_and_can_chain() -> None:
    state = alone("green-05", "purple-01", pattern="L4")
    b = tables()
    both = [g for g in state.gestures(0) if g["symbols"]["cross"] == 2]
    assert both == []  # no printed map has two crosses so close: one more is put on the first map
    b.map_cross[state.s.maps[0]] |= 1 << 6
    act(state.s, b, 0, state.from_dict({"do": "mark", "seat": 0, "map": 0, "cells": [[0, 2], [0, 3], [1, 2], [1, 3]]}))
    assert of(state, 0)["owed"] == owed(extra=2)
    mark(state, 0, 1, [0, 0])
    assert of(state, 0)["owed"] == owed(extra=2)
    mark(state, 0, 1, [0, 1])
    mark(state, 0, 1, [0, 2])
    assert of(state, 0)["owed"] == DONE


@pytest.mark.rule("SG-COIN-01")
def test_given_5_coins_when_a_coin_is_marked_then_the_second_field_of_the_second_row_is_crossed() -> None:
    state = alone("purple-04", "grey-01", coins=5)
    mark(state, 0, 0, [0, 1])
    assert of(state, 0)["coins"] == 6
    assert divmod(of(state, 0)["coins"] - 1, 4) == (1, 1)


@pytest.mark.rule("SG-COIN-02")
def test_given_an_empty_score_card_when_5_coins_are_marked_then_one_row_is_full_and_the_next_has_one() -> None:
    state = alone("purple-07", "purple-08", owed=owed(extra=5))
    for slot, cell in ((0, [0, 1]), (0, [2, 1]), (0, [3, 3]), (1, [0, 2]), (1, [2, 1])):
        mark(state, 0, slot, cell)
    assert of(state, 0)["coins"] == 5
    assert of(state, 0)["owed"] == owed(rows=1)


@pytest.mark.rule("SG-COIN-03", "EC-SG-24")
def test_given_12_coins_when_another_is_marked_then_the_score_card_does_not_change() -> None:
    state = alone("purple-04", "grey-01", coins=12, trophies=[6, 5, 4])
    mark(state, 0, 0, [0, 1])
    assert (of(state, 0)["coins"], of(state, 0)["owed"]) == (12, DONE)
    assert of(state, 0)["maps"][0]["marked"] == [[0, 1]]


@pytest.mark.rule("SG-COIN-04")
def test_given_the_fourth_coin_of_a_row_when_others_still_mark_then_no_trophy_is_assigned_yet() -> None:
    state = alone("purple-04", "grey-01", coins=3)
    mark(state, 0, 0, [0, 1])
    assert of(state, 0)["owed"] == owed(rows=1)
    assert of(state, 0)["trophies"] == []
    mark(state, 1, 0, [1, 1])
    assert of(state, 0)["trophies"] == [6]


@pytest.mark.rule("SG-PALM-01", "SG-EX-03")
def test_given_2_palms_in_the_display_when_a_palm_is_marked_then_3_is_written() -> None:
    state = alone("purple-04", "grey-01", display=["purple-05", "grey-05", "grey-04", "green-01"])
    mark(state, 0, 0, [1, 0])
    assert of(state, 0)["palms"] == [3]
    assert state.view(None)["palm_value"] == 3


@pytest.mark.rule("SG-PALM-01")
def test_given_the_second_seat_when_it_marks_a_palm_then_the_points_stand_on_its_own_score_card() -> None:
    state = given(seat("grey-01", "grey-02"), seat("purple-04", "grey-03", palms=[2]))
    mark(state, 1, 0, [1, 0])
    assert (of(state, 0)["palms"], of(state, 1)["palms"]) == ([], [2, 1])


@pytest.mark.rule("SG-PALM-02")
def test_given_a_palm_on_the_other_map_when_a_palm_is_marked_then_only_itself_counts() -> None:
    state = alone("purple-04", "grey-05", display=["grey-04", "green-01"])
    mark(state, 0, 0, [1, 0])
    assert of(state, 0)["palms"] == [1]


@pytest.mark.rule("SG-PALM-03", "EC-SG-03")
def test_given_four_palm_results_when_a_fifth_palm_is_marked_then_only_the_field_is_marked() -> None:
    display = ["purple-05", "grey-05", "grey-06", "grey-07"]
    state = alone("purple-04", "grey-01", palms=[1, 1, 1, 1], display=display)
    mark(state, 0, 0, [1, 0])
    assert of(state, 0)["palms"] == [1, 1, 1, 1]
    assert of(state, 0)["maps"][0]["marked"] == [[1, 0]]


@pytest.mark.rule("EC-SG-04")
def test_given_2_palms_in_the_display_when_two_palms_are_marked_in_one_turn_then_3_and_3_are_written() -> None:
    state = alone("purple-05", "grey-05", display=["purple-04", "grey-06", "grey-04", "green-01"], pattern="V3")
    mark(state, 0, 0, [0, 0], [0, 1], [1, 0])
    mark(state, 0, 1, [0, 0])
    assert of(state, 0)["palms"] == [3, 3]


@pytest.mark.rule("EC-SG-05")
def test_given_2_display_cards_with_1_palm_when_a_palm_is_marked_then_2_is_written() -> None:
    state = alone("purple-04", "grey-01", display=["purple-05", "green-01"])
    mark(state, 0, 0, [1, 0])
    assert of(state, 0)["palms"] == [2]


@pytest.mark.rule("EC-SG-06")
def test_given_a_display_card_with_2_palms_when_a_palm_is_marked_then_it_adds_2() -> None:
    state = alone("purple-04", "grey-01", display=["purple-05"])
    b = tables()
    b.map_palm[state.s.display[0]] = 0b11
    write_palm(state.s, b, 0)
    assert of(state, 0)["palms"] == [3]


@pytest.mark.rule("EC-SG-07")
def test_given_the_last_free_field_of_both_maps_is_a_cross_when_it_is_marked_then_the_extra_field_lapses() -> None:
    state = alone(but("purple-04", [3, 3]), but("grey-01"), owed=owed(pattern=True, maps=1))
    mark(state, 0, 0, [3, 3])
    assert of(state, 0)["owed"] == owed(maps=2)
    assert state.actors == [1]


@pytest.mark.rule("EC-SG-10")
def test_given_a_single_or_an_extra_field_when_it_has_a_symbol_then_the_symbol_acts() -> None:
    state = alone("purple-04", "grey-05")
    mark(state, 0, 0, [3, 3])
    mark(state, 0, 1, [0, 0])
    assert of(state, 0)["palms"] == [1]
    single = alone("purple-04", "grey-05")
    mark(single, 0, 0, [0, 1])
    assert of(single, 0)["coins"] == 1


@pytest.mark.rule("EC-SG-11")
def test_given_a_pattern_over_coin_palm_and_cross_when_it_is_marked_then_all_three_act() -> None:
    state = alone("purple-05", "grey-01", pattern="V3", display=["purple-04"])
    b = tables()
    b.map_coin[state.s.maps[0]] |= 1  # no printed map has all three so close: a coin is put beside cross and palm
    act(state.s, b, 0, state.from_dict({"do": "mark", "seat": 0, "map": 0, "cells": [[0, 0], [0, 1], [1, 0]]}))
    assert (of(state, 0)["coins"], of(state, 0)["palms"]) == (1, [2])
    assert of(state, 0)["owed"] == owed(extra=1)


@pytest.mark.rule("EC-SG-14")
def test_given_a_map_was_completed_when_an_extra_field_is_due_then_only_the_other_map_offers_fields() -> None:
    state = alone(but("purple-04", [3, 2], [3, 3]), "grey-01", pattern="I2")
    mark(state, 0, 0, [3, 2], [3, 3])
    assert of(state, 0)["owed"] == owed(extra=1, maps=1)
    assert {g["map"] for g in state.gestures(0)} == {1}
    assert of(state, 0)["maps"][0]["card"] == "purple-04"


@pytest.mark.rule("EC-SG-19", "EC-SG-20")
def test_given_a_player_without_maps_when_a_pattern_is_revealed_then_that_player_is_skipped() -> None:
    state = given(seat(None, None), seat("purple-04", "grey-01"), pattern="I2")
    assert state.actors == [1]
    mark(state, 1, 0, [2, 2])
    assert (state.view(None)["turn"]["flip"], state.actors) == (2, [1])


@pytest.mark.rule("EC-SG-27")
def test_given_player_1_marked_when_player_2_has_not_then_player_2_sees_nothing_of_it() -> None:
    state = alone("purple-04", "grey-01", pattern="I2", coins=3, display=["purple-05"])
    before, events = state.view(1), state.events(0, 1)
    mark(state, 0, 0, [3, 2], [3, 3])
    mark(state, 0, 0, [0, 1])
    assert state.view(1) == before == {**state.view(None), "seat": 1, "seats": before["seats"]}
    assert state.events(0, 1) == events
    assert state.view(0)["seats"][0]["maps"][0]["marked"] == [[0, 1], [3, 2], [3, 3]]
    assert keys(state, 0, 0) == ["mark", "extra", "mark", "coins"]
    mark(state, 1, 0, [1, 1])
    assert state.view(1)["seats"][0]["coins"] == 4
    assert state.view(1)["seats"][0]["maps"][0]["marked"] == [[0, 1], [3, 2], [3, 3]]


@pytest.mark.rule("EC-SG-27")
def test_given_all_have_marked_when_anybody_looks_then_marks_coins_and_palms_of_every_seat_are_open() -> None:
    state = given(seat("grey-01", "purple-04"), seat("grey-02", "grey-03"), seat("purple-05", "green-01"))
    mark(state, 0, 1, [1, 0])
    mark(state, 1, 1, [0, 2])
    mark(state, 2, 0, [2, 2])
    mark(state, 2, 1, [2, 0])
    for viewer in (None, 0, 1, 2):
        seats = state.view(viewer)["seats"]
        assert [[m["marked"] for m in one["maps"]] for one in seats] == [
            [[], [[1, 0]]],
            [[], [[0, 2]]],
            [[[2, 2]], [[2, 0]]],
        ]
        assert [one["palms"] for one in seats] == [[1], [], []]


def test_given_a_placement_when_gestures_are_listed_then_they_tell_symbols_and_what_they_bring() -> None:
    state = alone("purple-05", "grey-01", pattern="V3", display=["grey-05"])
    found = next(g for g in state.gestures(0) if g["cells"] == [[0, 0], [0, 1], [1, 0]])
    assert found == {
        "kind": "mark",
        "map": 0,
        "cells": [[0, 0], [0, 1], [1, 0]],
        "pattern": True,
        "symbols": {"cross": 1, "coin": 0, "palm": 1},
        "brings": {"extra": 1, "coins": 0, "palms": [2], "row": False, "completes": False},
        "owed": 1,
        "actions": [{"do": "mark", "seat": 0, "map": 0, "cells": [[0, 0], [0, 1], [1, 0]]}],
    }


def test_given_a_chain_when_gestures_are_listed_then_they_tell_rows_completed_maps_and_lapsing_fields() -> None:
    state = alone(but("purple-07", [0, 1], [0, 3]), but("grey-01"), coins=3, owed=owed(extra=1, maps=1))
    coin, cross = state.gestures(0)
    assert coin["brings"] == {"extra": 0, "coins": 1, "palms": [], "row": True, "completes": False}
    assert cross["brings"] == {"extra": 1, "coins": 0, "palms": [], "row": False, "completes": False}
    mark(state, 0, 0, [0, 1])
    last = alone(but("purple-07", [0, 3]), but("grey-01"), owed=owed(extra=1, maps=1))
    assert last.gestures(0)[0]["brings"] == {"extra": 0, "coins": 0, "palms": [], "row": False, "completes": True}


def test_given_a_seat_resigned_when_the_others_have_marked_then_its_first_free_field_is_marked() -> None:
    state = given(seat(but("grey-01"), marked("purple-01", []), owed=owed(pattern=True, maps=1)), OTHER)
    state = by_version_1(state)
    state.apply(state.game.num_actions, 0)
    assert state.actors == [1]
    assert of(state, 0)["maps"][1]["marked"] == []
    mark(state, 1, 0, [1, 1])
    # the cross at the top left asks for another field, the first one again
    assert of(state, 0)["maps"][1]["marked"] == [[0, 0], [0, 1]]
    with pytest.raises(expedition.IllegalAction, match="resigned already"):
        state.apply(state.game.num_actions, 0)


def test_given_the_second_seat_resigned_when_both_its_maps_have_free_fields_then_the_first_map_is_marked() -> None:
    state = by_version_1(given(seat("grey-02", "grey-03"), seat("grey-01", "green-01")))
    state.apply(state.game.num_actions + 1, 1)
    mark(state, 0, 0, [1, 1])
    assert [m["marked"] for m in of(state, 1)["maps"]] == [[[0, 0]], []]


def test_given_the_second_seat_resigned_when_its_first_map_is_full_then_its_own_second_map_is_marked() -> None:
    done = seat(but("grey-01"), marked("green-01", [[0, 0]]), owed=owed(pattern=True, maps=1))
    state = by_version_1(given(seat("grey-02", "grey-03"), done))
    state.apply(state.game.num_actions + 1, 1)
    mark(state, 0, 0, [1, 1])
    assert of(state, 1)["maps"][1]["marked"] == [[0, 0], [0, 1]]


@pytest.mark.parametrize(
    "cells", [[[0]], [0, 1], [[0, 4]], [["0", 1]], [[True, 1]], [[2, 0], [2, 0], [2, 1]], "A1", None]
)
def test_given_malformed_cells_when_they_are_read_then_a_sentence_says_so(cells: Any) -> None:
    refused(alone("purple-04", "grey-01"), 0, do="mark", map=0, cells=cells)


def test_given_unsorted_cells_when_they_are_read_then_they_mean_the_same_fields() -> None:
    state = alone("purple-04", "grey-01")
    mark(state, 0, 0, [2, 2], [2, 0], [2, 1])
    assert state.open[0][0].action["cells"] == cells_of(0b0111 << 8)


def test_given_another_phase_when_an_action_does_not_belong_to_it_then_it_is_refused() -> None:
    state = choosing(
        ["grey-01", "grey-02", "grey-03", "grey-04"], ["grey-05", "grey-06", "grey-07", "grey-08"], deck=[]
    )
    refused_mark(state, 0, 0, [1, 1])
    refused(state, 0, do="keep", card="grey-05")
    refused(alone("purple-04", "grey-01"), 0, do="keep", card="purple-04")


def test_given_any_mask_when_its_fields_are_counted_then_each_bit_counts_once() -> None:
    assert [count_fields(mask) for mask in range(1 << 16)] == [mask.bit_count() for mask in range(1 << 16)]
