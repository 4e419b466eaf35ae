"""Set-up: dealing and choosing maps (SG-SETUP)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.silvergold.positions import by_version_1, choosing, do, keys, of, refused

import expedition
from expedition.core.rng import seed_words
from expedition.core.testing import play_on, rubbish
from expedition.silvergold.rules.setup import keeps
from expedition.silvergold.state import Position
from expedition.silvergold.tables import MAP_IDS

ONE = ["purple-01", "orange-01", "green-01", "grey-01"]
TWO = ["purple-02", "orange-02", "green-02", "grey-02"]
DECK = ["purple-03", "orange-03", "green-03", "grey-03", "purple-04"]


def chosen(state: expedition.State) -> expedition.State:  # type: ignore[type-arg]
    for who, cards in ((1, ("grey-02", "green-02")), (0, ("purple-01", "grey-01"))):
        for card in cards:
            do(state, who, do="keep", card=card)
    return state


@pytest.mark.rule("SG-SETUP-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_given_players_when_maps_are_dealt_then_each_has_four_different_ones(players: int) -> None:
    state = expedition.make("silvergold", players=players).new(5)
    dealt = [card for who in range(players) for card in of(state, who)["dealt"]]
    assert len(set(dealt)) == 4 * players
    assert sorted(dealt + state.snapshot()["deck"]) == sorted(MAP_IDS)


@pytest.mark.rule("SG-SETUP-03", "SG-EX-01")
def test_given_four_dealt_maps_when_one_is_kept_then_a_second_is_due_and_a_third_is_refused() -> None:
    state = choosing(ONE, TWO, deck=DECK)
    do(state, 0, do="keep", card="purple-01")
    assert 0 in state.actors
    assert of(state, 0)["maps"] == [{"card": "purple-01", "marked": []}, None]
    refused(state, 0, do="keep", card="purple-01")
    do(state, 0, do="keep", card="grey-01")
    assert state.actors == [1]
    refused(state, 0, do="keep", card="green-01")
    assert [m["card"] for m in of(state, 0)["maps"]] == ["purple-01", "grey-01"]
    assert of(state, 0)["dealt"] == ["orange-01", "green-01"]


@pytest.mark.rule("SG-SETUP-04", "SG-SETUP-05", "SG-EX-01")
def test_given_all_chose_when_the_deck_is_formed_then_returned_maps_are_in_it_or_in_the_display() -> None:
    state = chosen(choosing(ONE, TWO, deck=DECK))
    after = state.snapshot()
    pool = after["deck"] + after["display"]
    assert sorted(pool) == sorted([*DECK, "orange-01", "green-01", "purple-02", "orange-02"])
    assert of(state, 0)["dealt"] == of(state, 1)["dealt"] == []


@pytest.mark.rule("SG-SETUP-05")
def test_given_many_seeds_when_the_deck_is_formed_then_a_returned_map_may_be_anywhere() -> None:
    found: set[object] = set()
    for seed in range(60):
        after = chosen(choosing(ONE, TWO, deck=DECK, seed=seed)).snapshot()
        found.add(after["deck"].index("orange-01") if "orange-01" in after["deck"] else "display")
    assert found == {"display", 0, 1, 2, 3, 4}


@pytest.mark.rule("SG-SETUP-05", "SG-SETUP-06")
@pytest.mark.parametrize(("players", "deck"), [(2, 39), (3, 37), (4, 35)])
def test_given_set_up_is_done_when_display_and_deck_are_counted_then_the_display_has_four(
    players: int, deck: int
) -> None:
    state = expedition.make("silvergold", players=players).new(3)
    while state.view(None)["turn"]["phase"] == "keep":
        state.apply(state.legal_actions()[0])
    assert (len(state.snapshot()["display"]), len(state.snapshot()["deck"])) == (4, deck)


@pytest.mark.rule("SG-SETUP-09")
def test_given_games_with_different_seeds_when_the_first_pattern_is_revealed_then_it_differs() -> None:
    first = Counter(expedition.make("silvergold").new(seed).snapshot()["turn"]["left"][0] for seed in range(200))
    assert len(first) == 8


@pytest.mark.rule("SG-SETUP-10", "EC-SG-26")
def test_given_many_games_when_starting_players_are_counted_then_each_seat_occurs() -> None:
    starts = Counter(
        expedition.make("silvergold", players=4).new(seed).view(None)["turn"]["start"] for seed in range(400)
    )
    assert set(starts) == {0, 1, 2, 3}
    assert min(starts.values()) > 60


@pytest.mark.rule("EC-SG-28")
def test_given_player_1_chose_when_player_2_has_not_then_player_2_sees_nothing_of_it() -> None:
    state = choosing(ONE, TWO, deck=DECK)
    before, events = state.view(1), state.events(0, 1)
    do(state, 0, do="keep", card="purple-01")
    do(state, 0, do="keep", card="grey-01")
    assert state.view(1) == before
    assert state.events(0, 1) == events
    assert state.view(0)["seats"][0]["maps"][0] == {"card": "purple-01", "marked": []}
    assert keys(state, 0, 0) == ["keep", "keep"]
    do(state, 1, do="keep", card="grey-02")
    do(state, 1, do="keep", card="green-02")
    assert [m["card"] for m in state.view(1)["seats"][0]["maps"]] == ["purple-01", "grey-01"]


@pytest.mark.rule("EC-SG-28")
def test_given_two_maps_were_returned_when_others_look_then_they_never_learn_which() -> None:
    state = chosen(choosing(ONE, TWO, deck=DECK, seed=3))
    hidden = [card for card in ("orange-01", "green-01") if card in state.snapshot()["deck"]]
    assert hidden
    assert not any(card in str(state.information(1)) for card in hidden)


def test_given_a_seat_resigned_when_the_others_have_chosen_then_its_first_two_maps_are_kept() -> None:
    state = by_version_1(choosing(ONE, TWO, deck=DECK))
    state.apply(state.game.num_actions + 1, 1)
    assert state.actors == [0]
    do(state, 0, do="keep", card="grey-01")
    do(state, 0, do="keep", card="green-01")
    assert [m["card"] for m in of(state, 1)["maps"]] == TWO[:2]
    assert state.view(None)["turn"]["phase"] == "mark"


def test_given_the_record_of_a_finished_game_when_another_is_dealt_then_nothing_of_it_is_left() -> None:
    game = expedition.make("silvergold", players=3)
    state = game.new(1)
    play_on(state, random.Random(1))
    game.rule_deal(state.s, game.tables(), *seed_words(2**100 + 7))
    assert state.s == game.new(2**100 + 7).s


@pytest.mark.parametrize("players", [2, 3, 4])
def test_given_a_record_full_of_rubbish_when_a_game_is_dealt_into_it_then_nothing_of_that_is_left(players: int) -> None:
    game = expedition.make("silvergold", players=players)
    used = rubbish(Position)
    used.players = players
    game.rule_deal(used, game.tables(), *seed_words(5))
    assert used == game.new(5).s


@pytest.mark.rule("SG-SETUP-02", "SG-SETUP-09")
def test_given_seed_1_when_two_players_are_dealt_to_then_it_is_this_deal_for_ever() -> None:
    # a record holds the seed and not the cards: another order would tell another game
    position = expedition.make("silvergold", players=2).new(1).snapshot()
    assert [one["dealt"] for one in position["seats"]] == [
        ["green-04", "purple-02", "orange-09", "orange-08"],
        ["purple-04", "purple-07", "green-09", "purple-12"],
    ]
    assert position["deck"][:4] == ["orange-10", "orange-04", "grey-10", "green-06"]
    assert position["deck"][-4:] == ["orange-05", "grey-03", "green-07", "grey-06"]
    assert position["turn"]["left"] == ["E3", "E1", "E4", "E6", "E2", "E7", "E8", "E5"]
    assert position["turn"]["start"] == 1


def test_given_a_new_game_when_its_record_is_read_then_nothing_is_there_that_has_not_happened() -> None:
    state = expedition.make("silvergold", players=2).new(1)
    assert (state.s.pattern, state.s.open_trophies) == (-1, 0b1111110)
    assert state.s.maps == [-1] * 8
    assert state.s.deck[state.s.n_deck :] == [0] * 8  # where the dealt maps lay
    assert state.view(None)["turn"]["pattern"] is None


@pytest.mark.rule("SG-SETUP-03")
def test_given_two_maps_to_choose_when_they_are_chosen_then_the_rules_count_two_then_one_then_none() -> None:
    state = choosing(ONE, TWO, deck=DECK)
    counts = [keeps(state.s, 1)]
    for card in ("purple-02", "grey-02"):
        do(state, 1, do="keep", card=card)
        counts.append(keeps(state.s, 1))
        assert state.s.dealt[4 + state.s.n_dealt[1] : 8] == [0] * (4 - state.s.n_dealt[1])  # wiped
    assert counts == [2, 1, 0]
    assert of(state, 1)["dealt"] == ["orange-02", "green-02"]


@pytest.mark.rule("SG-SETUP-04")
def test_given_all_have_chosen_when_the_hands_are_looked_at_then_they_are_wiped() -> None:
    state = chosen(choosing(ONE, TWO, deck=DECK))
    assert (state.s.dealt, state.s.n_dealt) == ([0] * 16, [0] * 4)
    maps = [one["card"] for who in (0, 1) for one in of(state, who)["maps"]]
    assert Counter(maps + state.snapshot()["display"] + state.snapshot()["deck"]) == Counter(ONE + TWO + DECK)


def test_given_the_first_seat_resigned_when_the_other_has_chosen_then_its_first_two_maps_are_kept() -> None:
    state = by_version_1(choosing(ONE, TWO, deck=DECK))
    state.apply(state.game.num_actions, 0)
    do(state, 1, do="keep", card="grey-02")
    do(state, 1, do="keep", card="green-02")
    assert [m["card"] for m in of(state, 0)["maps"]] == ONE[:2]
    assert state.s.owed_pattern == [1, 1, 0, 0]  # the first card was revealed; it is the other's turn to mark
