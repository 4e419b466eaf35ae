"""The final score and ties (SG-SCORE, SG-TIE)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.silvergold.positions import but, given, marked, seat

from expedition.core.game import State
from expedition.silvergold.rules.scoring import seal_points
from expedition.silvergold.tables import tables

GREY = ["grey-04", "grey-05", "grey-06", "grey-07", "grey-08"]
GREEN = ["green-04", "green-05", "green-06", "green-07", "green-08"]
ORANGE = ["orange-04", "orange-05", "orange-06", "orange-07", "orange-08"]
PURPLE = ["purple-04", "purple-05", "purple-06", "purple-07", "purple-08"]


def ended(*seats: dict[str, Any]) -> State[Any]:
    return given(*({"maps": [None, None], **one} for one in seats), phase="over", turn={"round": 4, "flip": 7})


def points(one: dict[str, Any]) -> dict[str, int]:
    return ended(one, {}).view(None)["seats"][0]["score"]  # type: ignore[no-any-return]


@pytest.mark.rule("SG-SCORE-01")
def test_given_9_coins_when_they_are_scored_then_they_add_9() -> None:
    assert points({"coins": 9}) == {"maps": 0, "seals": 0, "coins": 9, "trophies": 0, "palms": 0, "total": 9}


@pytest.mark.rule("SG-SCORE-02")
def test_given_trophies_6_and_2_when_they_are_scored_then_they_add_8() -> None:
    assert points({"trophies": [6, 2]})["trophies"] == 8


@pytest.mark.rule("SG-SCORE-03")
def test_given_palms_3_3_and_2_when_they_are_scored_then_they_add_8() -> None:
    assert points({"palms": [3, 3, 2]})["palms"] == 8


@pytest.mark.rule("SG-SCORE-04")
def test_given_maps_8_8_10_12_12_and_14_when_they_are_scored_then_they_add_64() -> None:
    assert points({"completed": [*GREY[:2], GREEN[0], *ORANGE[:2], PURPLE[0]]})["maps"] == 64


@pytest.mark.rule("SG-SCORE-05")
def test_given_an_orange_seal_of_2_and_two_orange_maps_when_seals_are_scored_then_they_add_4() -> None:
    assert points({"completed": ["grey-02", *ORANGE[:2]]})["seals"] == 4


@pytest.mark.rule("SG-SCORE-06")
def test_given_two_grey_seals_and_three_grey_maps_when_seals_are_scored_then_they_add_6() -> None:
    assert points({"completed": ["purple-03", "green-03", *GREY[:3]]})["seals"] == 6


@pytest.mark.rule("SG-SCORE-07")
def test_given_totals_95_and_90_when_the_winner_is_computed_then_it_is_95() -> None:
    rich = {"completed": ["purple-04", "purple-05", "purple-06", "purple-07", "purple-08", "purple-09"], "coins": 11}
    poor = {"completed": ["orange-04", "orange-05", "orange-06", "orange-07", "orange-08", "orange-09", "orange-10"]}
    state = ended({**poor, "palms": [5, 1]}, rich)
    assert [one["score"]["total"] for one in state.view(None)["seats"]] == [90, 95]
    assert state.ranking() == [2, 1]


@pytest.mark.rule("SG-EX-06")
def test_given_the_holdings_of_the_rulebook_when_the_score_is_computed_then_it_is_95() -> None:
    sara = {
        "completed": ["grey-02", "grey-04", "green-03", "orange-04", "orange-05", "purple-04"],
        "coins": 9,
        "trophies": [6, 2],
        "palms": [3, 3, 2],
    }
    assert points(sara) == {"maps": 64, "seals": 6, "coins": 9, "trophies": 8, "palms": 8, "total": 95}


@pytest.mark.rule("SG-TIE-01")
def test_given_equal_totals_when_one_has_more_grey_maps_then_that_player_wins() -> None:
    state = ended({"completed": GREY[:2], "coins": 8}, {"completed": GREY[2:5]})
    assert [one["score"]["total"] for one in state.view(None)["seats"]] == [24, 24]
    assert state.ranking() == [2, 1]


@pytest.mark.rule("SG-TIE-02")
@pytest.mark.parametrize(
    ("less", "more"),
    [
        ({"completed": [GREY[0], GREEN[0]], "coins": 10}, {"completed": [GREY[1], *GREEN[1:3]]}),
        ({"completed": [ORANGE[0]], "coins": 12}, {"completed": ORANGE[1:3]}),
        ({"coins": 12, "palms": [2]}, {"completed": PURPLE[:1]}),
    ],
    ids=["green", "orange", "purple"],
)
def test_given_equal_totals_and_greys_when_the_next_colour_differs_then_it_decides(
    less: dict[str, Any], more: dict[str, Any]
) -> None:
    assert ended(less, more).ranking() == [2, 1]
    assert ended(more, less).ranking() == [1, 2]


@pytest.mark.rule("SG-TIE-02")
def test_given_a_lead_in_an_earlier_colour_when_a_later_one_speaks_for_the_other_then_the_earlier_decides() -> None:
    state = ended({"completed": [GREY[0]], "coins": 12}, {"completed": GREEN[:2]})
    assert [one["score"]["total"] for one in state.view(None)["seats"]] == [20, 20]
    assert state.ranking() == [1, 2]


@pytest.mark.rule("EC-SG-34")
def test_given_equal_totals_and_equal_maps_when_the_winner_is_computed_then_both_win() -> None:
    state = ended({"completed": GREY[:1], "coins": 3}, {"completed": GREY[1:2], "palms": [3]}, {"coins": 1})
    assert state.ranking() == [1, 1, 3]
    assert state.view(0)["ranking"] == [1, 1, 3]


@pytest.mark.rule("EC-SG-35")
def test_given_three_tied_players_when_grey_separates_only_some_then_green_decides_among_those() -> None:
    state = ended(
        {"completed": GREY[:2], "coins": 12, "palms": [5, 5, 5, 1], "trophies": [6]},
        {"completed": [*GREY[2:4], GREEN[0]], "coins": 12, "palms": [5, 5, 2]},
        {"completed": [GREY[4], *GREEN[1:5]], "coins": 2},
    )
    assert [one["score"]["total"] for one in state.view(None)["seats"]] == [50, 50, 50]
    assert state.ranking() == [2, 1, 3]


@pytest.mark.rule("EC-SG-30")
def test_given_a_seal_of_the_colour_of_its_own_map_when_seals_are_scored_then_that_map_counts() -> None:
    state = ended({"completed": ["green-03"]}, {})
    b = tables()
    assert seal_points(state.s, b, 0) == 0
    b.seal_colour[state.s.completed[0]] = b.map_colour[state.s.completed[0]]
    assert seal_points(state.s, b, 0) == 1


@pytest.mark.rule("EC-SG-31")
def test_given_a_seal_on_an_unfinished_map_or_maps_of_others_when_seals_are_scored_then_they_add_nothing() -> None:
    state = given(
        seat(but("grey-02", [1, 1], [1, 2]), marked("green-02"), completed=["orange-04"]),
        seat(None, None, completed=["purple-03"]),
        seat(None, None, completed=["grey-05"]),
        turn={"round": 4, "flip": 7},
    )
    assert [one["score"]["seals"] for one in state.view(None)["seats"]] == [0, 0, 0]


def test_given_a_player_resigned_when_places_are_given_then_all_others_are_before() -> None:
    state = ended({"completed": PURPLE, "resigned": True}, {"coins": 1}, {"completed": GREY[:1], "resigned": True})
    assert state.ranking() == [2, 1, 3]


@pytest.mark.rule("SG-SCORE-01", "SG-SCORE-02", "SG-SCORE-03", "SG-SCORE-04", "SG-SCORE-05")
def test_given_three_seats_when_they_are_scored_then_each_counts_its_own_things() -> None:
    state = ended(
        {"coins": 5, "trophies": [6], "palms": [4, 4], "completed": ["grey-02", "orange-04"]},  # orange seal of 2
        {"coins": 9, "trophies": [5, 3], "palms": [1], "completed": ["purple-03", "grey-04", "grey-05"]},  # grey seal
        {"coins": 12, "trophies": [4, 2, 1], "palms": [3, 2, 1, 1], "completed": ["green-01"]},
    )
    assert [one["score"] for one in state.view(None)["seats"]] == [
        {"maps": 20, "seals": 2, "coins": 5, "trophies": 6, "palms": 8, "total": 41},
        {"maps": 30, "seals": 2, "coins": 9, "trophies": 8, "palms": 1, "total": 50},
        {"maps": 10, "seals": 0, "coins": 12, "trophies": 7, "palms": 7, "total": 36},
    ]
