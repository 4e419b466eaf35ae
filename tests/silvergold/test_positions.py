"""Positions as JSON: the whole of them, and every way in which one can be wrong."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from tests.silvergold.positions import but, choosing, given, mark, of, owed, seat

import expedition
from expedition.core.testing import attempt, play_on
from expedition.silvergold.numbering import ACTIONS
from expedition.silvergold.rules.choices import legal

GAME = expedition.make("silvergold")
EXAMPLE: dict[str, Any] = {
    "format": "expedition-position/1",
    "game": "silvergold",
    "setup": {"players": 2},
    "turn": {
        "round": 1,
        "flip": 3,
        "start": 0,
        "phase": "mark",
        "pattern": "L4",
        "revealed": ["E5", "E1", "E7"],
        "left": ["E2", "E3", "E4", "E6", "E8"],
    },
    "seats": [
        {
            "maps": [{"card": "purple-04", "marked": [[0, 1]]}, None],
            "dealt": [],
            "completed": ["grey-02"],
            "coins": 5,
            "trophies": [6],
            "palms": [3, 1],
            "owed": {"pattern": True, "extra": 0, "rows": 0, "maps": 0},
        },
        {
            "maps": [{"card": "green-04", "marked": []}, {"card": "grey-03", "marked": []}],
            "dealt": [],
            "completed": [],
            "coins": 0,
            "trophies": [],
            "palms": [],
            "owed": {"pattern": True, "extra": 0, "rows": 0, "maps": 0},
        },
    ],
    "display": ["green-07", "grey-01", "orange-12", "purple-09"],
    "deck": ["grey-05"],
    "trophies": [5, 4, 3, 2, 1],
}


def test_given_the_example_of_the_format_when_it_is_restored_then_its_snapshot_is_the_same() -> None:
    written = GAME.restore(EXAMPLE).snapshot()
    assert written.pop("rng")
    assert [one.pop("resigned") for one in written["seats"]] == [False, False]
    assert written == EXAMPLE


def changed(path: str, value: Any) -> dict[str, Any]:
    made = copy.deepcopy(EXAMPLE)
    node: Any = made
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        node = node[step]
    if value is KeyError:
        del node[last]
    else:
        node[last] = value
    return made


KEEPING = {"phase": "keep", "flip": 0, "pattern": None, "revealed": [], "left": ["E1"]}


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("format", "expedition-position/2", "format"),
        ("format", KeyError, "format"),
        ("game", "eldorado", "game"),
        ("setup", {"players": 3}, "setup"),
        ("turn", KeyError, "turn"),
        ("turn", [], "turn"),
        ("turn.phase", "flip", "turn.phase"),
        ("turn.phase", KeyError, "turn.phase"),
        ("turn.phase", ["mark"], "turn.phase"),
        ("turn.round", 0, "turn.round"),
        ("turn.round", 5, "turn.round"),
        ("turn.round", "1", "turn.round"),
        ("turn.round", True, "turn.round"),
        ("turn.start", 2, "turn.start"),
        ("turn.flip", 8, "turn.flip"),
        ("turn.flip", 0, "turn.flip"),
        ("turn.pattern", "I3", "turn.pattern"),
        ("turn.pattern", None, "turn.pattern"),
        ("turn.pattern", "Z9", "turn.pattern"),
        ("turn.revealed", ["E9"], "turn.revealed[0]"),
        ("turn.revealed", "E7", "turn.revealed"),
        ("turn.left", ["E7"], "turn.left"),
        ("turn.left", ["E2", "E2"], "turn.left"),
        ("turn", {**KEEPING, "round": 2}, "turn.round"),
        ("turn", {**KEEPING, "flip": 1}, "turn.flip"),
        ("turn", {**KEEPING, "revealed": ["E2"]}, "turn.flip"),
        ("turn", {**KEEPING, "pattern": "I2"}, "turn.pattern"),
        ("turn", {**KEEPING, "left": []}, "turn.left"),
        ("turn", KEEPING, "seats[0].maps[0].marked"),
        ("seats", [], "seats"),
        ("seats", [{}, {}, {}], "seats"),
        ("seats.0", None, "seats[0]"),
        ("seats.0.maps", [None, None, None], "seats[0].maps"),
        ("seats.0.maps.0", "purple-04", "seats[0].maps[0]"),
        ("seats.0.maps.0.card", "purple-13", "seats[0].maps[0].card"),
        ("seats.0.maps.0.marked", [[0, 0]], "seats[0].maps[0].marked[0]"),
        ("seats.0.maps.0.marked", [[0, 1], [0, 1]], "seats[0].maps[0].marked[1]"),
        ("seats.0.maps.0.marked", [[0, 4]], "seats[0].maps[0].marked[0]"),
        ("seats.0.maps.0.marked", ["A1"], "seats[0].maps[0].marked[0]"),
        ("seats.0.maps.0.marked", [[1.0, 1]], "seats[0].maps[0].marked[0]"),
        ("seats.0.dealt", ["grey-06"], "seats[0].dealt"),
        ("seats.0.dealt", ["a", "b", "c", "d", "e"], "seats[0].dealt"),
        ("seats.0.completed", ["grey-02", "grey-02"], "position"),
        ("seats.0.completed", "grey-02", "seats[0].completed"),
        ("seats.0.coins", 13, "seats[0].coins"),
        ("seats.0.coins", -1, "seats[0].coins"),
        ("seats.0.coins", 1.5, "seats[0].coins"),
        ("seats.0.trophies", [6, 5], "trophies"),
        ("seats.0.trophies", [7], "seats[0].trophies[0]"),
        ("seats.0.trophies", [6, 6], "trophies"),
        ("seats.1.trophies", [6], "trophies"),
        ("seats.0.palms", [1, 1, 1, 1, 1], "seats[0].palms"),
        ("seats.0.palms", [6], "seats[0].palms[0]"),
        ("seats.0.palms", [0], "seats[0].palms[0]"),
        ("seats.0.resigned", 1, "seats[0].resigned"),
        ("seats.0.owed", [], "seats[0].owed"),
        ("seats.0.owed.pattern", 1, "seats[0].owed.pattern"),
        ("seats.0.owed.extra", 17, "seats[0].owed.extra"),
        ("seats.0.owed.rows", 4, "seats[0].owed.rows"),
        ("seats.0.owed.maps", 1, "seats[0].owed.maps"),
        ("seats.0.owed.maps", 3, "seats[0].owed.maps"),
        ("seats.0.maps", [None, None], "seats[0].owed"),
        ("turn.phase", "replace", "seats[0].owed"),
        ("turn.phase", "over", "seats[0].owed"),
        ("seats.0.shown", [], "seats[0].shown"),
        ("seats.0.shown", {"marked": [[[1, 1]]]}, "seats[0].shown.marked[0].marked[0]"),
        ("seats.0.shown", {"coins": 6}, "seats[0].shown.coins"),
        ("seats.0.shown", {"palms": 3}, "seats[0].shown.palms"),
        ("display", ["grey-05"], "position"),
        ("display", ["grey-04", "grey-06", "grey-07", "grey-08", "grey-09"], "display"),
        ("deck", ["grey-99"], "deck[0]"),
        ("deck", None, "deck"),
        ("trophies", [5, 5], "trophies"),
        ("trophies", [0], "trophies[0]"),
        ("rng", [], "rng"),
        ("rng", {"key": "0" * 31, "count": 0, "used": 16}, "rng.key"),
        ("rng", {"key": "0" * 32, "count": -1, "used": 16}, "rng.count"),
        ("rng", {"key": "0" * 32, "count": 0, "used": 3}, "rng.used"),
        ("rng", {"key": "0" * 32, "count": 1, "used": 17}, "rng.used"),
    ],
)
def test_given_a_position_with_a_fault_when_it_is_restored_then_the_field_is_named(
    path: str, value: Any, field: str
) -> None:
    with pytest.raises(expedition.PositionError) as refusal:
        GAME.restore(changed(path, value))
    assert refusal.value.field == field, str(refusal.value)


def test_given_a_finished_game_with_something_to_settle_when_it_is_restored_then_it_is_refused() -> None:
    for one in ({"owed": owed(rows=1)}, {"maps": [but("grey-01")], "owed": owed(maps=1)}):
        with pytest.raises(expedition.PositionError, match="nothing to settle in the phase 'over'"):
            given(one, {}, phase="over")


def test_given_covered_marks_outside_their_phase_when_restored_then_it_is_refused() -> None:
    with pytest.raises(expedition.PositionError, match="covered in the phase 'mark' only"):
        given({"shown": {}}, {}, phase="over")


def test_given_covered_marks_when_the_position_goes_through_json_then_they_stay_covered() -> None:
    state = given(seat("purple-04", "grey-01", coins=3), seat("grey-02", "grey-03"))
    mark(state, 0, 0, [0, 1])
    assert of(state, 0)["shown"] == {"marked": [[], []], "coins": 3, "palms": 0}
    again = state.game.restore(state.snapshot())
    assert again.view(1) == state.view(1)
    assert again.view(0)["seats"] == state.view(0)["seats"]


def test_given_only_what_matters_when_it_is_restored_then_the_rest_has_its_default() -> None:
    position = {
        "format": "expedition-position/1",
        "game": "silvergold",
        "turn": {"phase": "mark", "pattern": "I2"},
        "seats": [{"maps": [{"card": "grey-01"}]}, {"maps": [None, {"card": "grey-02", "marked": []}]}],
    }
    state = GAME.restore(position)
    assert state.actors == [0, 1]
    assert state.snapshot()["turn"] == {
        "round": 1,
        "flip": 1,
        "start": 0,
        "phase": "mark",
        "pattern": "I2",
        "revealed": [],
        "left": [],
    }


def test_given_a_pile_of_three_when_it_is_used_up_then_the_next_round_begins_with_all_eight() -> None:
    state = given(seat("purple-04", "grey-01"), seat("grey-02", "grey-03"), turn={"flip": 2, "left": []})
    mark(state, 0, 0, [2, 2])
    mark(state, 1, 0, [1, 1])
    assert state.snapshot()["turn"]["round"] == 2
    assert len(state.snapshot()["turn"]["left"]) == 7


def test_given_hands_smaller_than_four_when_maps_are_chosen_then_the_game_goes_on_with_what_there_is() -> None:
    state = choosing(["grey-01"], ["grey-02", "grey-03", "grey-04"], deck=[])
    for who, card in ((0, "grey-01"), (1, "grey-02"), (1, "grey-03")):
        state.apply(state.from_dict({"do": "keep", "card": card, "seat": who}), who)
    assert of(state, 0)["maps"] == [{"card": "grey-01", "marked": []}, None]
    assert state.snapshot()["display"] == ["grey-04"]


def test_given_a_seat_that_owes_nothing_when_the_rules_list_its_actions_then_there_are_none() -> None:
    state = given(seat("purple-04", "grey-01"), seat("grey-02", "grey-03"))
    mark(state, 0, 0, [2, 2])
    assert legal(state.s, GAME.tables(), 0, [0] * ACTIONS) == 0  # type: ignore[arg-type]


def test_given_numbers_that_name_nothing_when_they_are_translated_then_a_sentence_says_so() -> None:
    state = given(seat("purple-04", "grey-01"), seat("grey-02", "grey-03"), display=["grey-04"])
    for action, seat_of in ((5, 0), (0, 0), (-1, 0), (ACTIONS + 2, 0)):
        with pytest.raises(expedition.IllegalAction, match=r"[Tt]here is n"):
            state.to_dict(action, seat_of)
        with pytest.raises(expedition.IllegalAction, match=r"[Tt]here is n"):
            state.describe(action, seat=seat_of)
    assert state.to_dict(8) == {"do": "take", "card": "deck"}
    assert state.describe(ACTIONS + 1) == "Give up the game"
    with pytest.raises(expedition.IllegalAction, match="no field 'colour'"):
        state.from_dict({"do": "take", "card": "deck", "colour": "red"})
    assert state.from_dict({"do": "mark", "map": 0, "cells": [[2, 2]]}) in state.legal_actions()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["E1", "grey-01"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


@for_all(st.sampled_from(sorted(EXAMPLE)), ANYTHING)
def test_given_anything_in_a_field_when_it_is_restored_then_it_is_a_position_or_a_position_error(
    name: str, value: Any
) -> None:
    state, _ = attempt(expedition.PositionError, GAME.restore, changed(name, value))
    if state is not None:
        play_on(state, random.Random(0), 10)


@for_all(st.dictionaries(st.sampled_from(["do", "card", "map", "cells", "seat", "x"]), ANYTHING | st.just("mark")))
def test_given_any_object_when_it_is_read_as_an_action_then_it_is_one_or_an_illegal_action(action: Any) -> None:
    state = GAME.restore(EXAMPLE)
    number, _ = attempt(expedition.IllegalAction, state.from_dict, action)
    assert number is None or 0 <= number < ACTIONS + 2


@for_all(ANYTHING)
def test_given_anything_when_it_is_loaded_as_a_record_then_it_is_refused(data: Any) -> None:
    record = {"format": "expedition-record/1", "game": "silvergold", "setup": data, "actions": []}
    with pytest.raises(expedition.RecordError):
        expedition.load(json.dumps(record))
