"""The course of a turn, of a round and of the game (SG-FLOW, SG-REV, SG-START, SG-ROUND, SG-END)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.silvergold.positions import but, choosing, given, keys, mark, marked, of, owed, seat

import expedition
from expedition.core.game import State
from expedition.core.testing import play_on
from expedition.silvergold.components import EXPEDITION

PATTERN = {c["id"]: c["pattern"] for c in EXPEDITION}
MAPS = ["purple-01", "purple-02", "purple-03", "purple-04", "purple-05", "purple-06", "purple-07", "purple-08"]


def table(players: int = 2, **turn: Any) -> State[Any]:
    pairs = zip(MAPS[::2], MAPS[1::2], strict=True)
    return given(*(seat(a, b) for a, b in list(pairs)[:players]), turn=turn, deck=["grey-01"])


def all_mark(state: State[Any]) -> None:
    """Everybody marks a plain single field."""
    flip = (state.view(None)["turn"]["round"], state.view(None)["turn"]["flip"])
    while not state.is_over and (state.view(None)["turn"]["round"], state.view(None)["turn"]["flip"]) == flip:
        plain = [g for g in state.gestures() if not any(g["symbols"].values()) and not g["pattern"]]
        state.apply(state.from_dict(plain[0]["actions"][0]), state.actor)


@pytest.mark.rule("SG-FLOW-01")
def test_given_a_turn_when_its_log_is_read_then_the_order_is_reveal_marks_claims() -> None:
    state = given(
        seat(but("purple-04", [0, 1]), "grey-01", coins=3),
        seat("grey-02", "grey-03"),
        display=["grey-04"],
        deck=["grey-05"],
    )
    mark(state, 1, 0, [1, 1])
    mark(state, 0, 0, [0, 1])
    state.apply(state.legal_actions()[0])
    assert keys(state) == ["mark", "coins", "mark", "trophy", "complete", "take", "refill", "start", "reveal"]


@pytest.mark.rule("SG-FLOW-02")
def test_given_a_revealed_card_when_players_marks_are_listed_then_all_have_the_same_pattern() -> None:
    state = table(4, revealed=["E7"], pattern="L4")
    for who in range(4):
        sizes = {len(g["cells"]) for g in state.gestures(who)}
        assert sizes == {1, 4}
        assert state.view(who)["turn"]["pattern"] == "L4"


@pytest.mark.rule("SG-FLOW-03", "SG-ROUND-01")
def test_given_the_seventh_turn_when_it_is_settled_then_the_round_is_over() -> None:
    state = table(round=1, flip=6, left=["E1", "E2"])
    all_mark(state)
    assert (state.view(None)["turn"]["round"], state.view(None)["turn"]["flip"]) == (1, 7)
    all_mark(state)
    assert (state.view(None)["turn"]["round"], state.view(None)["turn"]["flip"]) == (2, 1)
    assert "round" in keys(state)


@pytest.mark.rule("SG-FLOW-03", "SG-FLOW-04", "SG-END-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_given_a_whole_game_when_its_turns_are_counted_then_there_are_28_in_4_rounds_of_7(players: int) -> None:
    state = expedition.make("silvergold", players=players).new(players)
    play_on(state, random.Random(players))
    reveals = [(e["round"], e["flip"]) for e in state.events() if e["key"] == "silvergold.reveal"]
    assert reveals == [(n, flip) for n in range(1, 5) for flip in range(1, 8)]
    assert state.is_over
    with pytest.raises(expedition.IllegalAction, match="game is over"):
        state.apply(0)


@pytest.mark.rule("SG-REV-01")
def test_given_action_1_when_it_is_done_then_one_card_is_visible_and_the_pile_is_one_smaller() -> None:
    state = table(revealed=["E7"], pattern="L4", left=["E6", "E1", "E2"])
    assert state.view(1)["turn"]["left_count"] == 3
    all_mark(state)
    for who in (None, 0, 1):
        assert state.view(who)["turn"]["pattern"] == "T4"
        assert state.view(who)["turn"]["left_count"] == 2
    told = state.events()[-1]
    assert (told["key"], told["seat"], told["expedition"]) == ("silvergold.reveal", 1, "E6")


@pytest.mark.rule("SG-REV-02", "SG-REV-03", "EC-SG-22")
def test_given_turn_5_when_the_table_is_shown_then_only_the_current_pattern_is_there() -> None:
    state = table(flip=5, revealed=["E7", "E8", "E6", "E4", "E1"], pattern="I2", left=["E2", "E3", "E5"])
    for who in (None, 0, 1):
        shown = str(state.view(who))
        assert not any(f"'{name}'" in shown for name in ("L4", "O4", "T4", "V3", "I3", "E7", "E8", "E6", "E4"))
        assert state.view(who)["turn"]["pattern"] == "I2"
    assert state.information(0)["revealed"] == ["E7", "E8", "E6", "E4", "E1"]
    assert len(state.game.components()["patterns"]) == 6


@pytest.mark.rule("SG-START-01")
def test_given_player_1_started_when_the_next_turn_starts_then_it_is_player_2() -> None:
    state = table(3, start=0)
    for who in (1, 2, 0):
        all_mark(state)
        assert state.view(None)["turn"]["start"] == who


@pytest.mark.rule("EC-SG-25")
def test_given_player_3_of_4_started_turn_7_when_round_2_starts_then_player_4_starts() -> None:
    state = table(4, start=2, flip=7, left=["E1"])
    all_mark(state)
    assert state.view(None)["turn"]["round"] == 2
    assert state.view(None)["turn"]["start"] == 3


@pytest.mark.rule("SG-ROUND-02", "EC-SG-21")
def test_given_the_end_of_a_round_when_everything_shown_is_searched_then_the_eighth_card_is_not_there() -> None:
    state = table(flip=7, revealed=["E1", "E2", "E3", "E4", "E5", "E6", "E7"], pattern="L4", left=["E8"])
    shown = [state.view(None), state.view(0), state.view(1), state.information(0), state.events(0, 0)]
    assert "E8" not in str(shown)
    assert "O4" not in str(shown)
    before = len(state.log)
    all_mark(state)
    told = [e for e in state.events(before, 0) if e["key"] == "silvergold.reveal"]
    assert len(told) == 1  # only the first card of the new round


@pytest.mark.rule("SG-ROUND-03")
def test_given_round_2_ended_when_the_round_card_is_shown_then_2_fields_are_crossed() -> None:
    state = table(round=2, flip=7, left=["E1"])
    all_mark(state)
    assert state.view(None)["turn"]["round"] - 1 == 2
    assert [e["round"] for e in state.events() if e["key"] == "silvergold.round"] == [2]


@pytest.mark.rule("SG-ROUND-04")
def test_given_a_new_round_when_the_pile_is_counted_then_all_eight_cards_are_in_it_again() -> None:
    firsts = set()
    for seed in range(40):
        state = table(flip=7, revealed=["E1", "E2", "E3", "E4", "E5", "E6", "E7"], pattern="L4", left=["E8"])
        state.s.rng_key[0] = seed
        all_mark(state)
        turn = state.snapshot()["turn"]
        assert sorted(turn["revealed"] + turn["left"]) == ["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"]
        assert PATTERN[turn["revealed"][0]] == turn["pattern"]
        firsts.add(turn["revealed"][0])
    assert "E8" in firsts
    assert len(firsts) > 4


@pytest.mark.rule("SG-END-01")
def test_given_the_fourth_round_ended_when_a_new_turn_is_asked_for_then_the_game_is_over() -> None:
    state = table(round=4, flip=7, left=["E1"])
    all_mark(state)
    assert state.is_over
    assert (state.actor, state.actors, state.legal_actions(), state.legal_actions(0)) == (-1, [], [], [])
    assert state.view(0)["turn"]["phase"] == "over"
    assert state.record().result == {"ranking": state.ranking(), "rounds": 4}


@pytest.mark.rule("SG-END-02")
def test_given_a_map_worth_14_with_one_free_field_when_scores_are_computed_then_it_adds_nothing() -> None:
    state = given(
        seat(but("purple-01", [1, 1], [1, 2]), marked("grey-01")), seat("grey-02", None), turn={"round": 4, "flip": 7}
    )
    mark(state, 0, 0, [1, 1])
    mark(state, 1, 0, [1, 1])
    assert len(of(state, 0)["maps"][0]["marked"]) == 13
    assert state.view(None)["seats"][0]["score"]["total"] == 0


def test_given_nobody_has_a_map_left_when_the_turn_goes_on_then_the_game_runs_to_its_end() -> None:
    state = given(seat(None, None, coins=1), seat(None, None))
    assert state.is_over
    assert state.ranking() == [1, 2]


@pytest.mark.parametrize("moves", [0, 2, 7, 40])
def test_given_all_but_one_resign_then_the_game_is_over_at_once_and_that_one_has_won(moves: int) -> None:
    state = expedition.make("silvergold", players=3).new(2)
    play_on(state, random.Random(1), moves)
    state.apply(state.game.num_actions + 2, 2)
    assert not state.is_over
    state.apply(state.game.num_actions, 0)
    assert (state.is_over, state.ranking()[1], state.game.winners(state.s)) == (True, 1, [1])
    assert state.log[-1].action == {"do": "resign", "seat": 0}
    assert [event["key"] for event in state.events(state.ply - 1)] == ["silvergold.resign", "silvergold.over"]
    assert state.game.decided(state.s).key == "game.decided.resigned"
    assert expedition.load(state.record().to_json()).state.s == state.s
    assert state.game.restore(state.snapshot()).snapshot() == state.snapshot()


def test_given_rules_version_1_when_all_resign_then_the_game_runs_by_itself_and_they_are_ranked_by_points() -> None:
    state = expedition.make("silvergold", players=3).of_version(1).new(2)
    for who in range(3):
        state.apply(state.game.num_actions + who, who)
    assert state.is_over
    scores = [one["total"] for one in state.game.scores(state.s)]
    assert sorted(range(3), key=lambda k: -scores[k])[0] == state.ranking().index(1)
    assert expedition.load(state.record().to_json()).state.s == state.s


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_given_a_seat_marked_and_then_resigns_when_the_game_is_replayed_then_it_is_the_same(
    order: tuple[int, ...],
) -> None:
    state = expedition.make("silvergold", players=3).new(4)
    while state.view(None)["turn"]["phase"] == "keep":
        state.apply(state.legal_actions()[0])
    for who in order:
        while who in state.actors and state.ply == 6:
            state.apply(state.legal_actions(who)[0], who)
        if who == order[0]:
            state.apply(state.game.num_actions + who, who)
    assert state.ply > 6
    again = state.record(secret=True).at(state.ply)
    assert again.s == state.s


@pytest.mark.rule("SG-FLOW-02")
def test_given_three_seats_when_the_starting_player_has_marked_then_the_next_one_clockwise_is_named() -> None:
    state = table(3, start=1)
    assert (state.actor, state.s.owed_pattern) == (1, [1, 1, 1, 0])
    mark(state, 1, 0, [0, 1])
    while state.s.owed_extra[1]:
        state.apply(state.legal_actions(1)[0], 1)
    assert (state.actor, state.actors) == (2, [0, 2])


@pytest.mark.rule("EC-SG-27")
def test_given_the_phases_of_a_game_when_all_choose_unseen_then_each_has_a_number_and_taking_turns_has_none() -> None:
    keeping = choosing(MAPS[:4], MAPS[4:], deck=["grey-01"])
    taking = given(seat("grey-02", None, owed=owed(maps=1)), seat("grey-03", "grey-04"), phase="replace", deck=MAPS[:2])
    states = [keeping, table(round=1, flip=1), table(round=2, flip=3), taking]
    assert [state.game.phase(state.s) for state in states] == [0, 9, 19, -1]


@pytest.mark.rule("EC-SG-28")
def test_given_all_have_chosen_maps_or_marked_when_it_is_shown_then_it_is_logged_and_nobody_takes_it_back() -> None:
    state = choosing(MAPS[:4], MAPS[4:], deck=["grey-01", "grey-02", "grey-03", "grey-04"])
    for who in (0, 0, 1, 1):
        state.apply(state.legal_actions(who)[0], who)
    assert (state.s.ply, state.s.floor, list(state.s.acts)) == (4, 4, [0, 0, 0, 0])
    state = given(seat(but("grey-01", [1, 1]), None), seat("grey-02", None), deck=MAPS[:2])
    mark(state, 0, 0, [1, 1])
    mark(state, 1, 0, [1, 1])
    assert (state.view(None)["turn"]["phase"], state.s.ply, state.s.floor) == ("replace", 2, 2)


def test_given_all_but_one_resign_when_fields_rows_and_maps_are_owed_then_they_lapse() -> None:
    due = owed(pattern=True, extra=1, rows=1, maps=1)
    full = [but("grey-01"), but("grey-03")]
    state = given(seat(full[0], "grey-02", owed=due), seat(full[1], "grey-04", owed=due), deck=MAPS[:2])
    state.apply(state.game.num_actions, 0)
    assert state.is_over
    assert [one["owed"] for one in state.snapshot()["seats"]] == [owed(), owed()]
