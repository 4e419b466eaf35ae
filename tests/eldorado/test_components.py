"""The component data against what the ledger states and against the checksums of its provenance."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from expedition.eldorado import components
from expedition.eldorado.components import Card

CARDS = {card.id: card for card in components.cards()}
TILES = components.tiles()


def sides(kind: str) -> list[str]:
    return [name for name, tile in TILES.items() if tile.kind == kind]


@pytest.mark.rule("ED-COMP-01")
def test_given_the_start_tile_then_sides_a_and_b_each_have_start_spaces_1_to_4() -> None:
    assert sides("start") == ["A", "B"]
    for side in "AB":
        assert sorted(space.start for space in TILES[side].hexes if space.terrain == "start") == [1, 2, 3, 4]
    assert TILES["A"].piece == TILES["B"].piece == "A/B"


def test_given_the_start_tiles_then_a_counts_from_the_left_and_b_from_the_right() -> None:
    assert [space.start for space in TILES["A"].hexes if space.start] == [1, 2, 3, 4]
    assert [space.start for space in TILES["B"].hexes if space.start] == [4, 3, 2, 1]


@pytest.mark.rule("ED-COMP-02")
def test_given_the_terrain_tiles_when_counted_then_there_are_six_with_the_sides_c_to_n() -> None:
    assert sides("terrain") == list("CDEFGHIJKLMN")
    assert {TILES[side].piece for side in sides("terrain")} == {"C/D", "E/F", "G/H", "I/J", "K/L", "M/N"}


@pytest.mark.rule("ED-COMP-03")
def test_given_the_strips_when_listed_then_there_are_o_p_and_q_r() -> None:
    assert sides("strip") == list("OPQR")
    assert {TILES[side].piece for side in sides("strip")} == {"O/P", "Q/R"}


@pytest.mark.rule("ED-COMP-04", "EC-ED-50")
def test_given_the_finishing_tile_then_one_side_asks_for_a_machete_and_the_other_for_a_paddle_on_three_spaces() -> None:
    assert sides("finish") == ["finish_jungle", "finish_river"]
    assert TILES["finish_jungle"].piece == TILES["finish_river"].piece
    for side, symbol in (("finish_jungle", "machete"), ("finish_river", "paddle")):
        spaces = TILES[side].hexes
        assert len(spaces) == 3
        assert all(space.finish and space.power == 1 for space in spaces)
        assert {components.SYMBOL_OF[space.terrain] for space in spaces} == {symbol}


@pytest.mark.rule("ED-COMP-06")
def test_given_the_blockades_then_numbers_1_to_6_come_once_each_with_symbol_and_count() -> None:
    found = [(blockade.number, blockade.symbol, blockade.power) for blockade in components.blockades()]
    assert found == [
        (1, "machete", 1),
        (2, "coin", 1),
        (3, "discard", 1),
        (4, "paddle", 1),
        (5, "machete", 2),
        (6, "discard", 2),
    ]
    for blockade in components.blockades():
        assert components.SYMBOL_OF.get(blockade.terrain, "discard") == blockade.symbol


@pytest.mark.rule("ED-COMP-09")
def test_given_a_starting_deck_when_counted_then_it_is_1_sailor_3_explorers_4_travelers() -> None:
    deck = {card.id: card.per_player for card in components.cards() if card.market == "starting_deck"}
    assert deck == {"explorer": 3, "traveler": 4, "sailor": 1}
    for name, count in deck.items():
        assert CARDS[name].copies == components.COLOURS * count
        assert CARDS[name].cost is None


@pytest.mark.rule("ED-COMP-10")
def test_given_the_market_when_counted_then_there_are_18_kinds_of_3_cards() -> None:
    market = [card for card in components.cards() if card.market != "starting_deck"]
    assert [card.copies for card in market] == [3] * 18
    assert sum(card.copies for card in market) == 54


@pytest.mark.rule("ED-COMP-11")
def test_given_the_market_board_then_six_kinds_fill_its_slots_and_twelve_lie_above() -> None:
    on_board = [card.id for card in components.cards() if card.market == "board"]
    assert on_board == [
        "scout",
        "trailblazer",
        "photographer",
        "treasure_chest",
        "jack_of_all_trades",
        "transmitter",
    ]
    assert sum(card.market == "above" for card in components.cards()) == 12


@pytest.mark.rule("ED-COMP-13")
def test_given_the_pawns_when_counted_then_there_are_two_in_each_of_four_colours() -> None:
    assert (components.COLOURS, components.PAWNS_OF_A_COLOUR) == (4, 2)


@pytest.mark.rule("ED-COMP-14")
def test_given_the_caves_variant_when_the_tokens_are_counted_then_there_are_36() -> None:
    assert sum(token.count for token in components.tokens()) == 36
    assert components.tokens_per_cave() == 4


@pytest.mark.rule("ED-COMP-15")
@pytest.mark.parametrize("card", [card for card in components.cards() if card.cost is not None], ids=lambda c: c.id)
def test_given_a_market_card_then_name_symbol_power_and_price_can_be_shown(card: Card) -> None:
    assert card.names["en"]
    assert card.cost is not None
    assert 1 <= card.cost <= 5
    if card.color == "purple":
        assert (card.symbols, card.power) == ((), None)
        assert card.effect is not None
    else:
        assert card.power is not None
        assert 1 <= card.power <= 6
        assert set(card.symbols) <= set(components.SYMBOLS)
        assert card.effect is None


@pytest.mark.rule("ED-ITEM-01")
def test_given_the_cards_then_six_kinds_bear_the_mark_of_single_use() -> None:
    items = {card.id for card in components.cards() if card.single_use}
    assert items == {"giant_machete", "treasure_chest", "prop_plane", "transmitter", "travel_log", "compass"}


@pytest.mark.rule("ED-CARD-01", "ED-CARD-02")
def test_given_any_card_when_its_colour_is_inspected_then_it_tells_the_symbols() -> None:
    symbols_of = {
        "green": ("machete",),
        "blue": ("paddle",),
        "yellow": ("coin",),
        "white": ("machete", "paddle", "coin"),
        "purple": (),
    }
    for card in components.cards():
        assert card.symbols == symbols_of[card.color]
        assert card.is_joker == (card.color == "white")
    assert Counter(card.color for card in components.cards()) == {
        "green": 5,
        "blue": 2,
        "yellow": 5,
        "white": 3,
        "purple": 6,
    }


@pytest.mark.rule("EC-ED-84")
@pytest.mark.parametrize(
    ("name", "symbols", "power", "item"),
    [
        pytest.param("explorer", ("machete",), 1, False, marks=pytest.mark.rule("ED-CARD-06")),
        pytest.param("traveler", ("coin",), 1, False, marks=pytest.mark.rule("ED-CARD-07")),
        pytest.param("sailor", ("paddle",), 1, False, marks=pytest.mark.rule("ED-CARD-08")),
        pytest.param("scout", ("machete",), 2, False, marks=pytest.mark.rule("ED-CARD-09")),
        pytest.param("trailblazer", ("machete",), 3, False, marks=pytest.mark.rule("ED-CARD-10")),
        pytest.param("pioneer", ("machete",), 5, False, marks=pytest.mark.rule("ED-CARD-11")),
        pytest.param("photographer", ("coin",), 2, False, marks=pytest.mark.rule("ED-CARD-12")),
        pytest.param("journalist", ("coin",), 3, False, marks=pytest.mark.rule("ED-CARD-13")),
        pytest.param("prop_plane", components.SYMBOLS, 4, True, marks=pytest.mark.rule("ED-CARD-14")),
    ],
)
def test_given_a_card_the_rulebooks_prove_then_the_data_say_the_same(
    name: str, symbols: tuple[str, ...], power: int, item: bool
) -> None:
    card = CARDS[name]
    assert (card.symbols, card.power, card.single_use) == (symbols, power, item)


@pytest.mark.rule("ED-CARD-15", "EC-ED-84")
def test_given_the_prices_of_the_examples_then_transmitter_is_4_and_compass_is_2() -> None:
    assert (CARDS["transmitter"].cost, CARDS["compass"].cost) == (4, 2)


@pytest.mark.parametrize(
    ("name", "power", "cost"),
    [
        ("scout", 2, 1),
        ("trailblazer", 3, 3),
        ("pioneer", 5, 5),
        ("giant_machete", 6, 3),
        ("captain", 3, 2),
        ("photographer", 2, 2),
        ("journalist", 3, 3),
        ("treasure_chest", 4, 3),
        ("millionaire", 4, 5),
        ("jack_of_all_trades", 1, 2),
        ("adventurer", 2, 4),
        ("prop_plane", 4, 4),
        ("transmitter", None, 4),
        ("cartographer", None, 4),
        ("scientist", None, 4),
        ("travel_log", None, 3),
        ("compass", None, 2),
        ("native", None, 5),
    ],
)
def test_given_appendix_a_of_the_ledger_then_power_and_price_agree(name: str, power: int | None, cost: int) -> None:
    assert (CARDS[name].power, CARDS[name].cost) == (power, cost)


def test_given_the_action_cards_then_their_effects_carry_their_numbers() -> None:
    found = {card.id: (card.effect, card.draw, card.remove_up_to) for card in components.cards() if card.effect}
    assert found == {
        "transmitter": ("take_any_market_card_free", 0, 0),
        "cartographer": ("draw", 2, 0),
        "compass": ("draw", 3, 0),
        "scientist": ("draw_then_may_remove", 1, 1),
        "travel_log": ("draw_then_may_remove", 2, 2),
        "native": ("move_one_ignoring_requirement", 0, 0),
    }


@pytest.mark.rule("ED-TOK-15")
def test_given_the_tokens_when_counted_by_kind_then_17_movement_and_19_others_make_36() -> None:
    counts = {token.id: token.count for token in components.tokens() if token.kind == "action"}
    assert counts == {
        "draw_1": 4,
        "remove_card": 4,
        "replace_hand": 3,
        "keep_item": 2,
        "pass_occupied": 2,
        "native": 2,
        "change_symbol": 2,
    }
    assert sum(token.count for token in components.tokens() if token.kind == "movement") == 17


@pytest.mark.rule("EC-ED-85")
def test_given_the_movement_tokens_when_counted_then_7_machete_5_paddle_5_coin() -> None:
    moving = [token for token in components.tokens() if token.kind == "movement"]
    assert {(token.symbol, token.value): token.count for token in moving} == {
        ("machete", 1): 2,
        ("machete", 2): 3,
        ("machete", 3): 2,
        ("paddle", 1): 2,
        ("paddle", 2): 3,
        ("coin", 1): 2,
        ("coin", 2): 3,
    }
    assert {token.id for token in moving} == {f"{token.symbol}_{token.value}" for token in moving}


@pytest.mark.rule("ED-MOVE-01")
def test_given_any_space_then_it_is_of_exactly_one_kind_and_only_mountains_have_caves() -> None:
    for tile in TILES.values():
        for space in tile.hexes:
            assert space.terrain in components.TERRAINS
            assert (space.start > 0) == (space.terrain == "start")
            assert space.terrain == "mountain" or not space.cave
            assert space.finish == (tile.kind == "finish")


@pytest.mark.rule("ED-MOVE-02")
def test_given_any_space_then_its_power_is_the_number_of_symbols_it_shows() -> None:
    shown = {(space.q, space.r): space for space in TILES["K"].hexes}
    green = shown[1, -1]
    assert (green.terrain, green.power) == ("jungle", 3)
    for tile in TILES.values():
        for space in tile.hexes:
            assert (space.power == 0) == (space.terrain in ("mountain", "start"))
            assert space.power <= 4


@pytest.mark.rule("ED-MOVE-13")
def test_given_the_landscape_then_jungle_takes_machetes_rivers_paddles_and_villages_coins() -> None:
    assert components.SYMBOL_OF == {"jungle": "machete", "river": "paddle", "village": "coin"}


def test_given_the_shapes_then_tiles_are_hexagons_of_37_and_strips_rows_of_5_6_5() -> None:
    hexagon = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
    strip = {(q, r) for r, first, count in ((-1, -2, 5), (0, -3, 6), (1, -3, 5)) for q in range(first, first + count)}
    for tile in TILES.values():
        places = [(space.q, space.r) for space in tile.hexes]
        assert len(set(places)) == len(places)
        if tile.kind != "finish":
            assert set(places) == (strip if tile.kind == "strip" else hexagon)
            assert places == sorted(places, key=lambda place: (place[1], place[0]))


# Checksums of the provenance of the data: they catch a slip of the hand in a file that nobody can proofread.


def test_given_the_traverse_ratings_then_powers_and_six_for_a_mountain_add_up_to_them() -> None:
    ratings = {
        name: sum(6 if space.terrain == "mountain" else space.power for space in tile.hexes)
        for name, tile in TILES.items()
        if tile.kind != "finish"
    }
    assert ratings == {
        "A": 43, "B": 38, "C": 42, "D": 69, "E": 71, "F": 70, "G": 70, "H": 60, "I": 80,
        "J": 59, "K": 62, "L": 70, "M": 92, "N": 49, "O": 38, "P": 26, "Q": 26, "R": 33,
    }  # fmt: skip


def test_given_the_caves_then_each_of_a_to_j_l_and_m_has_one() -> None:
    caves = {name: [(space.q, space.r) for space in tile.hexes if space.cave] for name, tile in TILES.items()}
    assert {name: places for name, places in caves.items() if places} == {
        "A": [(-1, -1)], "B": [(2, -2)], "C": [(0, 0)], "D": [(0, 0)], "E": [(2, -2)], "F": [(2, -3)],
        "G": [(-2, 0)], "H": [(-2, 0)], "I": [(3, 0)], "J": [(0, 2)], "L": [(1, 0)], "M": [(3, -1)],
    }  # fmt: skip


def test_given_the_text_of_a_tile_then_it_spells_the_same_hexes_as_its_rows() -> None:
    letters = {"jungle": "J", "river": "W", "village": "V", "rubble": "R", "basecamp": "C"}

    def spelled(name: str) -> list[str]:
        rows: dict[int, list[str]] = {}
        for space in TILES[name].hexes:
            if space.terrain == "mountain":
                word = "MC" if space.cave else "MM"
            elif space.terrain == "start":
                word = f"S{space.start}"
            else:
                word = f"{letters[space.terrain]}{space.power}"
            rows.setdefault(space.r, []).append(word)
        return [" ".join(words) for words in rows.values()]

    for name, tile in TILES.items():
        if tile.kind != "finish":
            assert list(tile.text) == spelled(name)


def test_given_all_tiles_then_the_terrain_counts_add_up() -> None:
    counts = Counter(space.terrain for tile in TILES.values() for space in tile.hexes if tile.kind != "finish")
    assert sum(counts.values()) == 14 * 37 + 4 * 16
    assert counts == {
        "jungle": 262,
        "river": 101,
        "village": 99,
        "rubble": 49,
        "basecamp": 15,
        "mountain": 48,
        "start": 8,
    }


def test_given_the_catalogue_then_it_is_plain_json_in_the_order_of_the_typed_lists() -> None:
    catalogue = components.catalogue()
    assert [entry["id"] for entry in catalogue["cards"]] == [card.id for card in components.cards()]
    assert [entry["id"] for entry in catalogue["tokens"]] == [token.id for token in components.tokens()]
    assert [entry["number"] for entry in catalogue["blockades"]] == [1, 2, 3, 4, 5, 6]
    assert json.loads(json.dumps(catalogue)) == catalogue


def test_given_a_caller_who_changes_the_catalogue_then_nobody_else_sees_it() -> None:
    components.catalogue()["cards"].clear()
    components.routes().clear()
    components.routes()["first"]["tiles"].clear()
    assert len(components.catalogue()["cards"]) == 21
    assert len(components.routes()["first"]["tiles"]) == 5
