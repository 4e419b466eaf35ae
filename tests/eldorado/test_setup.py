"""Setting up: route, blockades, market, decks, pawns, caves, and what cannot be set up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.eldorado.positions import ABOVE, END, JSON, ON_BOARD, at, do, me, own_route, spot, turn

import expedition
from expedition.core.errors import SetupError
from expedition.core.game import State
from expedition.core.rng import seed_words
from expedition.core.testing import rubbish
from expedition.eldorado import components
from expedition.eldorado.board import load_route
from expedition.eldorado.rules.setup import deal, fill_caves
from expedition.eldorado.state import Position
from expedition.eldorado.tables import Ground

START = [[-3, 0], [-2, -1], [-1, -2], [0, -3]]  # the start spaces 1 to 4 of the first route
STARTING_DECK = Counter(sailor=1, explorer=3, traveler=4)


def fresh(players: int = 3, seed: int = 1, **options: Any) -> State[Any]:
    return expedition.make("eldorado", players=players, **options).new(seed)


def cards_of(seat: JSON) -> Counter[str]:
    return Counter(seat["hand"] + seat["draw"] + seat["discard"] + seat["played"])


# The box.


@pytest.mark.rule("ED-COMP-16")
@pytest.mark.parametrize("players", [1, 5, 0, -2, "3", 2.0, None, True])
def test_given_any_number_but_two_to_four_players_when_a_game_is_made_then_it_is_refused(players: Any) -> None:
    with pytest.raises(SetupError, match="is for 2 to 4 players"):
        expedition.make("eldorado", players=players)


@pytest.mark.rule("ED-COMP-16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_given_two_to_four_players_when_a_game_is_made_then_each_has_a_seat(players: int) -> None:
    assert len(fresh(players).snapshot()["seats"]) == players


@pytest.mark.rule("ED-COMP-08", "ED-COMP-09", "ED-SETUP-10")
def test_given_four_players_when_the_decks_are_dealt_then_each_seat_owns_a_starting_deck_of_eight() -> None:
    for seat in fresh(4).snapshot()["seats"]:
        assert cards_of(seat) == STARTING_DECK


@pytest.mark.rule("ED-COMP-08", "ED-SETUP-10")
def test_given_two_seats_when_one_discards_and_draws_then_no_card_of_it_goes_to_the_other() -> None:
    state = do(fresh(2), END, {"do": "discard", "card": "traveler"}, {"do": "done"})
    assert [cards_of(seat) for seat in state.snapshot()["seats"]] == [STARTING_DECK, STARTING_DECK]


@pytest.mark.rule("ED-COMP-10", "ED-COMP-11", "ED-SETUP-06", "ED-SETUP-07", "ED-SETUP-08", "ED-SETUP-09")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_given_a_new_game_when_the_market_is_counted_then_6_piles_fill_the_board_and_12_lie_above(players: int) -> None:
    market = fresh(players).view(1)["market"]
    assert market["board"] == [{"card": card, "count": 3} for card in ON_BOARD]
    assert sorted(pile["card"] for pile in market["above"]) == sorted(ABOVE)
    assert sum(pile["count"] for pile in market["board"] + market["above"]) == 54
    assert [card["id"] for card in fresh().game.components()["cards"] if card["market"] == "board"] == list(ON_BOARD)


@pytest.mark.rule("ED-COMP-15")
def test_given_a_market_card_when_a_client_asks_for_the_components_then_name_symbol_power_and_price_are_there() -> None:
    cards = {card["id"]: card for card in fresh().game.components()["cards"]}
    scout, native = cards["scout"], cards["native"]
    assert (scout["names"]["en"], scout["symbols"], scout["power"], scout["cost"]) == ("Scout", ["machete"], 2, 1)
    assert (native["symbols"], native["power"], native["cost"]) == ([], None, 5)
    assert all(cards[card]["market"] == "board" for card in ON_BOARD)


@pytest.mark.rule("ED-COMP-12", "EC-ED-57", "ED-SETUP-14", "ED-TURN-01")
def test_given_five_rounds_when_the_hat_is_looked_for_then_every_round_began_with_the_same_seat() -> None:
    state = fresh(3)
    first: dict[int, int] = {}
    while turn(state)["round"] <= 5:
        first.setdefault(turn(state)["round"], state.actor)
        do(state, END, {"do": "done"})
    assert first == {1: 0, 2: 0, 3: 0, 4: 0, 5: 0}


@pytest.mark.rule("ED-COMP-13", "ED-SETUP-11", "ED-SETUP-16", "ED-P2-03")
def test_given_two_players_when_pawns_are_placed_then_each_has_two_on_1_and_3_and_on_2_and_4() -> None:
    seats = fresh(2).snapshot()["seats"]
    assert [[pawn["at"] for pawn in seat["pawns"]] for seat in seats] == [[START[0], START[2]], [START[1], START[3]]]


@pytest.mark.rule("ED-SETUP-11", "ED-SETUP-14", "ED-SETUP-15", "EC-ED-58")
@pytest.mark.parametrize("players", [3, 4])
def test_given_three_or_four_players_when_pawns_are_placed_then_each_has_one_in_turn_order(players: int) -> None:
    state = fresh(players)
    assert [len(seat["pawns"]) for seat in state.snapshot()["seats"]] == [1] * players
    assert [spot(state, seat) for seat in range(players)] == START[:players]  # with three, space 4 is free


# Route and blockades.


@pytest.mark.rule("ED-SETUP-01")
@pytest.mark.parametrize("fault", [own_route(("B", 0, 0, 0), ("C", 0, 7, -3), ("K", 0, 14, -6)), {"tiles": []}, 7, "x"])
def test_given_a_route_without_a_finishing_tile_or_without_sense_when_a_game_is_made_then_it_is_refused(
    fault: Any,
) -> None:
    with pytest.raises(SetupError):
        expedition.make("eldorado", route=fault)


@pytest.mark.rule("ED-SETUP-02", "EC-ED-83")
def test_given_no_word_about_the_route_when_a_game_is_made_then_it_is_the_introductory_one_with_four_blockades() -> (
    None
):
    state = fresh()
    assert state.game.setup["route"] == "first"
    assert [piece["tile"] for piece in state.game.components()["board"]["tiles"]] == [*"BCNIK", "finish_river"]
    assert len(state.snapshot()["blockades"]) == 4


@pytest.mark.rule("ED-SETUP-03", "ED-ROUTE-01")
def test_given_the_setup_options_when_routes_are_asked_for_then_official_ids_and_route_objects_are_offered() -> None:
    named, own = fresh().game.schema()["properties"]["route"]["anyOf"]
    assert named["enum"] == list(components.route_ids())
    assert named["enum"][0] == "first"
    assert own == {"type": "object"}
    for route in named["enum"]:
        assert load_route(route).difficulty in ("introductory", "easy", "medium", "hard")
        assert fresh(route=route).actor == 0
    assert fresh(route=own_route(("B", 0, 0, 0), ("C", 0, 7, -3), ("finish_river", 0, 11, -7))).actor == 0


@pytest.mark.rule("ED-SETUP-04", "ED-ROUTE-02", "EC-ED-66")
def test_given_a_route_of_four_junctions_when_it_is_set_up_then_four_different_blockades_lie_open_on_them() -> None:
    seen: set[tuple[int, ...]] = set()
    for seed in range(40):
        state = fresh(seed=seed)
        laid = state.view(2)["blockades"]
        assert [blockade["between"] for blockade in laid] == [[0, 1], [1, 2], [2, 3], [3, 4]]
        numbers = tuple(blockade["number"] for blockade in laid)
        assert len(set(numbers)) == 4
        assert all(me(state, seat)["blockades"] == [] for seat in range(3))  # two are out of the game
        seen.add(numbers)
    assert len(seen) > 30  # at random
    assert {numbers[0] for numbers in seen} == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("ED-SETUP-05", "EC-ED-79")
def test_given_strips_when_blockades_are_dealt_then_each_strip_has_one_where_it_is_entered() -> None:
    laid = fresh(route="swamplands").snapshot()["blockades"]  # pieces 1 and 5 are strips
    assert [blockade["between"] for blockade in laid] == [[0, 1], [2, 3], [3, 4], [4, 5]]
    row = own_route(("A", 0, 0, 0), ("R", 1, 5, -2), ("O", 1, 8, -4), ("D", 2, 13, -7), ("finish_jungle", 1, 17, -7))
    laid = fresh(route=row).snapshot()["blockades"]  # tile, strip, strip, tile
    assert [blockade["between"] for blockade in laid] == [[0, 1], [1, 2]]


def test_given_blockades_in_seam_order_when_a_game_is_made_then_they_lie_there() -> None:
    state = fresh(blockades=[6, 2, 5, 1])
    assert [blockade["number"] for blockade in state.snapshot()["blockades"]] == [6, 2, 5, 1]
    assert state.game.setup["blockades"] == [6, 2, 5, 1]


@pytest.mark.parametrize(
    ("blockades", "sentence"),
    [
        ([1, 2, 3], "This route has 4 seams, so it takes as many blockades, not 3."),
        ([1, 2, 3, 3], "blockades are different numbers from 1 to 6"),
        ([1, 2, 3, 7], "blockades are different numbers from 1 to 6"),
        ([1, 2, 3, True], "blockades are different numbers from 1 to 6"),
        ("none", "blockades is 'random' or a list of numbers in seam order, not 'none'."),
    ],
)
def test_given_blockades_that_cannot_be_laid_when_a_game_is_made_then_it_is_refused(
    blockades: Any, sentence: str
) -> None:
    with pytest.raises(SetupError, match=sentence.replace(".", r"\.")):
        expedition.make("eldorado", blockades=blockades)


@pytest.mark.parametrize("option", [{"caves": 1}, {"max_rounds": 0}, {"max_rounds": "5"}, {"max_rounds": 10_001}])
def test_given_an_option_out_of_range_when_a_game_is_made_then_it_is_refused(option: JSON) -> None:
    with pytest.raises(SetupError, match=next(iter(option))):
        expedition.make("eldorado", **option)


# Decks.


@pytest.mark.rule("ED-SETUP-12", "EC-ED-56")
def test_given_two_seeds_when_decks_are_dealt_then_their_order_differs_and_is_hidden_from_everybody() -> None:
    orders = {tuple(me(fresh(seed=seed))["draw"]) for seed in range(20)}
    assert len(orders) > 10
    for viewer in (0, 1, 2, None):
        seats = fresh().view(viewer)["seats"]
        assert all("draw" not in seat and seat["draw_count"] == 4 for seat in seats)
        assert [seat["hand"] is not None for seat in seats] == [viewer == seat for seat in range(3)]


@pytest.mark.rule("ED-SETUP-13")
def test_given_set_up_is_complete_when_hands_are_counted_then_each_is_four_and_each_draw_pile_four() -> None:
    for seat in fresh(4).snapshot()["seats"]:
        assert (len(seat["hand"]), len(seat["draw"]), seat["discard"], seat["known"]) == (4, 4, [], [])


def test_given_the_same_seed_when_two_games_are_dealt_then_they_are_the_same() -> None:
    assert fresh(seed=7, caves=True).snapshot() == fresh(seed=7, caves=True).snapshot()
    assert fresh(seed=7, caves=True).snapshot() != fresh(seed=8, caves=True).snapshot()


@pytest.mark.parametrize("options", [{}, {"caves": True, "max_rounds": 9}, {"blockades": [6, 2, 5, 1]}])
def test_given_a_record_that_held_a_game_when_another_is_dealt_into_it_then_nothing_of_the_first_is_left(
    options: JSON,
) -> None:
    game = expedition.make("eldorado", players=2, **options)
    used = game.new(3)
    for _ in range(60):
        used.apply(used.legal_actions()[0])
    deal(used.s, game.ground, *seed_words(9))
    assert used.s == game.start(9)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"caves": True, "max_rounds": 9}, {"blockades": [6, 2, 5, 1]}])
def test_given_a_record_full_of_rubbish_when_a_game_is_dealt_into_it_then_nothing_of_that_is_left(
    players: int, options: JSON
) -> None:
    game = expedition.make("eldorado", players=players, **options)
    blank, used = game.start(9), rubbish(Position)
    used.players, used.caves, used.max_rounds = blank.players, blank.caves, blank.max_rounds
    deal(used, game.ground, *seed_words(9))
    assert used == blank


# Caves.


@pytest.mark.rule("ED-COMP-14", "EC-ED-37")
def test_given_a_route_of_four_caves_when_it_is_set_up_then_16_tokens_lie_in_fours_and_20_are_unknown() -> None:
    supply = Counter({token.id: token.count for token in components.tokens()})
    assert supply.total() == 36
    state = fresh(route="home_stretch", caves=True)
    piles = [cave["pile"] for cave in state.snapshot()["caves"]]
    assert [len(pile) for pile in piles] == [4, 4, 4, 4]
    assert Counter(token for pile in piles for token in pile) <= supply
    assert state.view(0)["caves"][0] == {"at": [2, 0], "count": 4}
    assert Counter(state.information(0)["unseen_tokens"]) == supply


@pytest.mark.rule("EC-ED-37")
def test_given_more_than_nine_caves_when_tokens_are_dealt_then_nine_full_piles_in_route_order_and_the_rest_none() -> (
    None
):
    position, ground = Position(), Ground()
    ground.n_caves = 11
    fill_caves(position, ground)
    assert position.n_cave[:11] == [4] * 9 + [0, 0]
    dealt = Counter(position.cave_pile[:36])
    assert [dealt[number] for number in range(14)] == [token.count for token in components.tokens()]


@pytest.mark.rule("ED-COMP-14")
def test_given_the_variant_is_off_when_a_game_is_set_up_then_there_are_no_caves() -> None:
    assert fresh().snapshot()["caves"] == []
    assert fresh().information(0)["unseen_tokens"] == []


# Where cards lie.


@pytest.mark.rule("ED-COMP-07", "ED-MOVE-03")
def test_given_a_hand_of_four_when_a_card_is_played_then_it_lies_in_the_play_area_and_nowhere_else() -> None:
    hand = ["explorer", "sailor", "traveler", "traveler"]
    state = at((0, 0), hand=hand, draw=["explorer"], discard=["explorer"])
    do(state, {"do": "play", "card": "explorer", "as": "machete", "pawn": 0}, {"do": "step", "to": [1, 0]})
    seat = me(state)
    assert seat["hand"] == ["traveler", "traveler", "sailor"]
    assert (seat["played"], seat["draw"], seat["discard"]) == (["explorer"], ["explorer"], ["explorer"])
