"""Action 3: trophies, completed maps and replacements (SG-TROPHY, SG-DONE, SG-REFILL)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.silvergold.positions import but, do, given, keys, mark, of, owed, refused, seat

from expedition.core.game import State
from expedition.silvergold.components import MAPS
from expedition.silvergold.rules.settling import put_aside, settling_seat
from expedition.silvergold.tables import tables

GREYS = ["grey-04", "grey-05", "grey-06", "grey-07"]
DECK = ["green-01", "green-02", "green-03", "green-04", "green-05", "green-06"]
SPARE = ["purple-10", "purple-11"]


def cards(state: State[Any], who: int) -> list[str | None]:
    return [m and m["card"] for m in of(state, who)["maps"]]


def table(state: State[Any]) -> tuple[list[str], list[str]]:
    return state.snapshot()["display"], state.snapshot()["deck"]


def settling(*seats: dict[str, Any], start: int = 0, **more: Any) -> State[Any]:
    """All have marked; the claims of these seats come next."""
    more = {"display": GREYS, "deck": DECK, **more}
    turn = {"start": start, **more.pop("turn", {})}
    return given(*seats, phase="replace", turn=turn, **more)


def completing(a: str, b: str, **more: Any) -> dict[str, Any]:
    """A seat whose first map is complete and waits to be settled."""
    return seat(but(a), b, owed=owed(maps=1), **more)


@pytest.mark.rule("SG-TROPHY-01")
def test_given_a_completed_map_and_row_when_action_3_starts_then_all_players_are_told() -> None:
    state = given(
        seat(but("purple-04", [0, 1]), "grey-01", coins=3), seat("grey-02", "grey-03"), display=GREYS, deck=DECK
    )
    mark(state, 0, 0, [0, 1])
    assert keys(state, 0, 1) == []
    mark(state, 1, 0, [1, 1])
    for who in (None, 0, 1):
        assert keys(state, 0, who) == ["mark", "coins", "mark", "trophy", "complete"]
    told = [e for e in state.events(0, 1) if e["key"] == "silvergold.complete"]
    assert told == [{"ply": 1, "seat": 0, "key": "silvergold.complete", "card": "purple-04"}]


@pytest.mark.rule("SG-TROPHY-02", "EC-SG-01")
def test_given_players_2_and_4_have_claims_and_player_3_starts_when_action_3_runs_then_player_4_goes_first() -> None:
    state = settling(
        seat("grey-01", "grey-02"),
        completing("purple-01", "purple-02"),
        seat("grey-03", "grey-08"),
        completing("purple-03", "purple-04"),
        start=2,
    )
    assert state.actors == [3]
    do(state, 3, do="take", card="grey-05")
    assert state.actors == [1]
    do(state, 1, do="take", card="green-01")
    assert cards(state, 1) == ["green-01", "purple-02"]


@pytest.mark.rule("SG-TROPHY-03", "SG-EX-04")
def test_given_two_players_filled_a_row_when_player_2_starts_then_player_2_gets_the_higher_trophy() -> None:
    state = settling(
        seat("grey-01", "grey-02", coins=4, owed=owed(rows=1)),
        seat("grey-03", "grey-08", coins=5, owed=owed(rows=1)),
        start=1,
    )
    assert (of(state, 0)["trophies"], of(state, 1)["trophies"]) == ([5], [6])


@pytest.mark.rule("SG-TROPHY-04")
def test_given_the_6_is_gone_when_a_row_is_settled_then_the_5_is_crossed_off() -> None:
    state = settling(
        seat("grey-01", "grey-02", coins=4, owed=owed(rows=1)),
        seat("grey-03", "grey-08", coins=4, trophies=[6]),
    )
    assert of(state, 0)["trophies"] == [5]
    assert state.snapshot()["trophies"] == [4, 3, 2, 1]


@pytest.mark.rule("SG-TROPHY-05")
def test_given_six_rows_when_they_are_settled_in_order_then_the_trophies_are_6_to_1() -> None:
    state = settling(
        seat("grey-01", "grey-02", coins=12, owed=owed(rows=3)),
        seat("grey-03", "grey-08", coins=12, owed=owed(rows=3)),
    )
    assert of(state, 0)["trophies"] + of(state, 1)["trophies"] == [6, 5, 4, 3, 2, 1]


@pytest.mark.rule("SG-TROPHY-06", "EC-SG-23")
def test_given_no_open_trophy_when_a_seventh_row_is_settled_then_it_gets_none_and_its_coins_count() -> None:
    state = settling(
        seat("grey-01", "grey-02", coins=12, trophies=[6, 5, 4]),
        seat("grey-03", "grey-08", coins=12, trophies=[3, 2, 1]),
        seat("grey-09", "grey-10", coins=4, owed=owed(rows=1)),
    )
    assert of(state, 2)["trophies"] == []
    assert of(state, 2)["owed"]["rows"] == 0
    assert state.view(None)["seats"][2]["score"]["total"] == 4


@pytest.mark.rule("EC-SG-02")
def test_given_two_rows_filled_in_one_turn_when_they_are_settled_then_both_come_before_the_next_player() -> None:
    state = settling(
        seat("grey-01", "grey-02", coins=8, owed=owed(rows=2)),
        seat("grey-03", "grey-08", coins=4, owed=owed(rows=1)),
    )
    assert (of(state, 0)["trophies"], of(state, 1)["trophies"]) == ([6, 5], [4])


@pytest.mark.rule("EC-SG-32")
def test_given_a_full_row_when_its_owner_settles_then_the_highest_trophy_comes_without_asking() -> None:
    state = settling(
        seat("grey-01", "grey-02", coins=4, owed=owed(rows=1)), seat("grey-03", "grey-08"), trophies=[4, 2]
    )
    assert of(state, 0)["trophies"] == [4]
    assert state.view(None)["turn"]["phase"] == "mark"


@pytest.mark.rule("EC-SG-33")
def test_given_a_row_and_a_map_when_they_are_settled_then_both_are_booked() -> None:
    state = settling(seat(but("purple-04"), "grey-02", coins=4, owed=owed(rows=1, maps=1)), seat("grey-03", "grey-08"))
    assert of(state, 0)["trophies"] == [6]
    assert of(state, 0)["completed"] == ["purple-04"]


@pytest.mark.rule("SG-DONE-01", "SG-EX-05")
def test_given_a_finished_orange_map_when_its_owner_settles_then_it_is_put_aside_and_replaced() -> None:
    state = given(seat(but("orange-09", [0, 1]), "grey-01"), seat("grey-02", "grey-03"), display=GREYS, deck=DECK)
    mark(state, 0, 0, [0, 1])
    assert of(state, 0)["completed"] == []
    assert of(state, 0)["owed"] == owed(maps=1)
    mark(state, 1, 0, [1, 1])
    assert of(state, 0)["completed"] == ["orange-09"]
    assert state.view(0)["seats"][0]["score"]["maps"] == 12
    do(state, 0, do="take", card="grey-06")
    assert cards(state, 0) == ["grey-06", "grey-01"]
    assert of(state, 0)["maps"][0]["marked"] == []


@pytest.mark.rule("SG-DONE-02")
def test_given_a_completed_map_when_another_player_looks_then_colour_value_and_seal_can_be_read() -> None:
    state = given(seat("grey-01", "grey-02", completed=["purple-01"]), seat("grey-03", "grey-08"))
    shown = state.view(1)["seats"][0]["completed"]
    printed = {m["id"]: m for m in state.game.components()["maps"]}
    assert [printed[card] for card in shown] == [m for m in MAPS if m["id"] == "purple-01"]
    assert printed["purple-01"]["seal"] == {"colour": "orange", "points": 2}


@pytest.mark.rule("SG-DONE-03")
def test_given_a_display_of_4_and_a_deck_when_the_player_chooses_then_there_are_5_choices() -> None:
    state = settling(completing("purple-01", "purple-02"), seat("grey-03", "grey-08"))
    choices = [state.to_dict(a) for a in state.legal_actions()]
    assert choices == [{"do": "take", "card": card} for card in [*GREYS, "deck"]]
    assert [g["kind"] for g in state.gestures()] == ["take"] * 5
    do(state, 0, do="take", card="deck")
    assert cards(state, 0) == ["green-01", "purple-02"]


@pytest.mark.rule("SG-DONE-04", "EC-SG-15", "SG-REFILL-01")
def test_given_both_maps_complete_when_they_are_replaced_then_one_comes_after_the_other_without_refill() -> None:
    state = settling(seat(but("purple-01"), but("purple-02"), owed=owed(maps=2)), seat("grey-03", "grey-08"))
    assert of(state, 0)["completed"] == ["purple-01", "purple-02"]
    do(state, 0, do="take", card="grey-05")
    assert table(state) == (["grey-04", "grey-06", "grey-07"], DECK)
    assert cards(state, 0) == ["grey-05", None]
    assert [state.to_dict(a)["card"] for a in state.legal_actions()] == ["grey-04", "grey-06", "grey-07", "deck"]
    do(state, 0, do="take", card="grey-04")
    assert cards(state, 0) == ["grey-05", "grey-04"]
    assert table(state) == (["grey-06", "grey-07", "green-01", "green-02"], DECK[2:])


@pytest.mark.rule("EC-SG-15")
def test_given_both_maps_complete_when_the_first_comes_from_the_deck_then_it_is_seen_before_the_second_choice() -> None:
    state = settling(seat(but("purple-01"), but("purple-02"), owed=owed(maps=2)), seat("grey-03", "grey-08"))
    do(state, 0, do="take", card="deck")
    assert state.actors == [0]
    assert state.view(0)["seats"][0]["maps"] == [{"card": "green-01", "marked": []}, None]
    assert state.view(1)["seats"][0]["maps"] == state.view(0)["seats"][0]["maps"]


@pytest.mark.rule("EC-SG-16")
def test_given_a_map_from_the_deck_when_it_is_seen_then_it_cannot_be_declined() -> None:
    state = settling(completing("purple-01", "purple-02"), seat("grey-03", "grey-08"))
    do(state, 0, do="take", card="deck")
    assert state.view(0)["turn"]["phase"] == "mark"
    refused(state, 0, do="take", card="grey-05")
    assert cards(state, 0)[0] == "green-01"


@pytest.mark.rule("EC-SG-01", "EC-SG-17", "SG-SETUP-07")
def test_given_two_players_complete_a_map_when_the_first_has_taken_then_the_second_sees_four_open_maps() -> None:
    state = settling(completing("purple-01", "purple-02"), completing("purple-03", "purple-04"), start=1)
    assert state.actors == [1]
    refused(state, 0, do="take", card="grey-04")
    assert of(state, 0)["completed"] == []
    do(state, 1, do="take", card="grey-04")
    assert table(state) == (["grey-05", "grey-06", "grey-07", "green-01"], DECK[1:])
    assert of(state, 0)["completed"] == ["purple-01"]
    do(state, 0, do="take", card="green-01")
    assert table(state)[0] == ["grey-05", "grey-06", "grey-07", "green-02"]


@pytest.mark.rule("EC-SG-17")
def test_given_maps_are_completed_when_others_still_mark_then_the_display_does_not_change() -> None:
    state = given(seat(but("purple-04", [0, 2]), "grey-01"), seat("grey-02", "grey-03"), display=GREYS, deck=DECK)
    mark(state, 0, 0, [0, 2])
    assert table(state) == (GREYS, DECK)


@pytest.mark.rule("SG-REFILL-02", "EC-SG-18")
def test_given_an_empty_deck_when_a_map_is_completed_then_only_the_display_is_offered_and_it_stays_smaller() -> None:
    state = settling(
        completing("purple-01", "purple-02"), seat("grey-03", "grey-08"), display=["grey-04", "grey-05"], deck=[]
    )
    assert [state.to_dict(a)["card"] for a in state.legal_actions()] == ["grey-04", "grey-05"]
    do(state, 0, do="take", card="grey-04")
    assert table(state) == (["grey-05"], [])
    assert state.view(None)["turn"]["flip"] == 2


@pytest.mark.rule("EC-SG-19")
def test_given_neither_deck_nor_display_when_a_map_is_completed_then_the_slot_stays_empty() -> None:
    state = settling(completing("purple-01", "purple-02"), seat("grey-03", "grey-08"), display=[], deck=[])
    assert cards(state, 0) == [None, "purple-02"]
    assert of(state, 0)["owed"]["maps"] == 0
    assert state.actors == [0, 1]
    assert {g["map"] for g in state.gestures(0)} == {1}


@pytest.mark.rule("EC-SG-19")
def test_given_one_map_left_when_two_are_wanted_then_the_second_slot_stays_empty() -> None:
    state = settling(
        seat(but("purple-01"), but("purple-02"), owed=owed(maps=2)),
        seat("grey-03", "grey-08"),
        display=["grey-04"],
        deck=[],
    )
    do(state, 0, do="take", card="grey-04")
    assert cards(state, 0) == ["grey-04", None]
    assert state.view(None)["turn"]["phase"] == "mark"


@pytest.mark.rule("EC-SG-29")
def test_given_the_last_turn_when_it_fills_a_row_and_a_map_then_both_score_and_nothing_is_taken() -> None:
    state = given(
        seat(but("purple-04", [0, 1]), "grey-01", coins=3),
        seat("grey-02", "grey-03"),
        turn={"round": 4, "flip": 7},
        display=GREYS,
        deck=DECK,
    )
    mark(state, 0, 0, [0, 1])
    mark(state, 1, 0, [1, 1])
    assert state.is_over
    assert state.view(0)["seats"][0]["score"] == {
        "maps": 14,
        "seals": 0,
        "coins": 4,
        "trophies": 6,
        "palms": 0,
        "total": 24,
    }
    assert table(state) == (GREYS, DECK)
    assert cards(state, 0) == [None, "grey-01"]


def test_given_a_seat_resigned_when_its_map_is_replaced_then_the_engine_takes_from_the_deck() -> None:
    state = settling(completing("purple-01", "purple-02", resigned=True), seat("grey-03", "grey-08"))
    assert cards(state, 0) == ["green-01", "purple-02"]
    assert table(state) == (GREYS, DECK[1:])
    without_deck = settling(completing("purple-01", "purple-02", resigned=True), seat("grey-03", "grey-08"), deck=[])
    assert cards(without_deck, 0) == ["grey-04", "purple-02"]


def test_given_a_seat_is_to_take_when_it_resigns_then_the_game_goes_on_without_it() -> None:
    state = settling(completing("purple-01", "purple-02"), seat("grey-03", "grey-08"), seat("orange-02", "orange-03"))
    state.apply(state.game.num_actions, 0)
    assert cards(state, 0) == ["green-01", "purple-02"]
    assert state.actors == [1, 2]
    assert state.log[0].action == {"do": "resign", "seat": 0}
    assert keys(state) == ["resign", "take", "start", "reveal"]


def test_given_a_map_that_is_not_in_the_display_when_it_is_asked_for_then_a_sentence_says_what_is() -> None:
    state = settling(completing("purple-01", "purple-02"), seat("grey-03", "grey-08"))
    for card in ("green-01", "purple-02", "nothing", None, 3, ["grey-04"]):
        refused(state, 0, do="take", card=card)


@pytest.mark.parametrize("taken", ["grey-04", "deck"])
def test_given_a_map_was_taken_when_display_and_deck_are_looked_at_then_the_places_left_are_wiped(taken: str) -> None:
    # equal positions are equal bit for bit, however they came about
    state = settling(seat(but("purple-01"), but("purple-02"), owed=owed(maps=2)), seat("grey-03", "grey-08"))
    do(state, 0, do="take", card=taken)
    assert (state.s.n_display, state.s.n_deck) == ((3, 6) if taken == "grey-04" else (4, 5))
    assert set(state.s.display[state.s.n_display :]) <= {0}
    assert set(state.s.deck[state.s.n_deck :]) == {0}


def test_given_no_claims_when_the_rules_are_asked_who_settles_then_nobody_does() -> None:
    state = given(seat("grey-01", "grey-02"), seat("grey-03", "grey-08"))
    assert settling_seat(state.s) == -1


@pytest.mark.rule("SG-DONE-01", "SG-DONE-03")
def test_given_the_second_seat_completed_a_map_when_it_is_replaced_then_the_new_one_is_unmarked_to_all() -> None:
    state = settling(seat("grey-01", "grey-02"), completing("purple-03", "purple-02"))
    assert (of(state, 0)["completed"], of(state, 1)["completed"]) == ([], ["purple-03"])
    assert state.s.maps[2] == -1  # an empty slot, bit for bit like any other
    do(state, 1, do="take", card="grey-05")
    for viewer in (None, 0, 1):
        assert state.view(viewer)["seats"][1]["maps"][0] == {"card": "grey-05", "marked": []}


@pytest.mark.rule("SG-DONE-03")
def test_given_another_seat_with_an_empty_slot_when_a_map_is_taken_then_it_lies_before_the_one_who_took_it() -> None:
    state = settling(seat("grey-01", None), completing("purple-01", "purple-02"))
    do(state, 1, do="take", card="grey-05")
    assert (cards(state, 0), cards(state, 1)) == (["grey-01", None], ["grey-05", "purple-02"])
    state = settling(seat("grey-01", None), seat("purple-02", but("purple-01"), owed=owed(maps=1)))
    do(state, 1, do="take", card="grey-05")
    assert (cards(state, 0), cards(state, 1)) == (["grey-01", None], ["purple-02", "grey-05"])


@pytest.mark.rule("SG-DONE-01")
@pytest.mark.parametrize(("maps", "count"), [(["grey-01", "grey-02"], 0), ([but("grey-01"), "grey-02"], 1)])
def test_given_completed_maps_when_they_are_put_aside_then_they_are_counted(maps: list[Any], count: int) -> None:
    both = given(seat(but("grey-01"), but("grey-02"), owed=owed(maps=2)), seat("grey-03", "grey-08"))
    assert put_aside(both.s, tables(), 0) == 2
    one = given(seat(*maps, owed=owed(maps=count)), seat("grey-03", "grey-08"))
    assert put_aside(one.s, tables(), 0) == count


@pytest.mark.rule("SG-DONE-03")
def test_given_the_very_first_map_stays_when_the_other_is_replaced_then_the_new_one_lies_beside_it() -> None:
    assert MAPS[0]["id"] == "purple-01"
    state = settling(seat("purple-01", but("grey-01"), owed=owed(maps=1)), seat("grey-03", "grey-08"))
    do(state, 0, do="take", card="grey-05")
    assert cards(state, 0) == ["purple-01", "grey-05"]


def test_given_one_map_in_the_deck_when_a_seat_that_resigned_takes_then_it_takes_that_one() -> None:
    state = settling(completing("purple-03", "purple-02", resigned=True), seat("grey-03", "grey-08"), deck=["green-01"])
    assert cards(state, 0) == ["green-01", "purple-02"]
    assert table(state) == (GREYS, [])
