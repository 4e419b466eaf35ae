"""Positions as JSON: the format field by field, the way back, and a sentence for every fault."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.eldorado.positions import (
    DONE,
    END,
    JSON,
    at,
    buy,
    do,
    enter,
    give,
    legal,
    market_without,
    me,
    native,
    one_vacant,
    pay,
    play,
    play_token,
    put,
    remove,
    step,
    turn,
    use,
    use_token,
)
from tests.examples import examples

import expedition
from expedition.core.errors import ExpeditionError, PositionError, RecordError, SetupError
from expedition.core.game import State

FULL_MARKET = market_without()


def written(state: State[Any]) -> JSON:
    """The snapshot without the generator, through JSON."""
    made: JSON = json.loads(json.dumps(state.snapshot()))
    del made["rng"]
    return made


# -- writing ------------------------------------------------------------------------------------------------------


def test_given_a_new_game_then_its_position_is_written_field_by_field() -> None:
    state = expedition.make("eldorado", players=2, route="first", caves=True, blockades=[6, 1, 4, 3]).new(seed=7)
    shown = written(state)
    assert list(shown) == [
        *("format", "game", "setup", "turn", "seats", "market", "blockades", "caves", "removed", "spent"),
    ]
    assert shown["format"] == "expedition-position/1"
    assert shown["game"] == "eldorado"
    assert shown["setup"] == {"players": 2, "route": "first", "caves": True, "blockades": [6, 1, 4, 3]}
    assert shown["turn"] == {
        "seat": 0,
        "round": 1,
        "phase": "play",
        "bought": False,
        "active": None,
        "gained": [],
        "pending": None,
        "pass_occupied": False,
        "change_symbol": False,
        "keepable": [],
        "final_round": False,
    }
    starts = [[[-3, 0], [-1, -2]], [[-2, -1], [0, -3]]]
    for seat, entry in enumerate(shown["seats"]):
        assert entry["pawns"] == [{"at": place, "near": []} for place in starts[seat]]
        assert sorted(entry["hand"] + entry["draw"]) == ["explorer"] * 3 + ["sailor"] + ["traveler"] * 4
        assert (len(entry["hand"]), len(entry["draw"])) == (4, 4)
        for key in ("discard", "played", "blockades", "tokens"):
            assert entry[key] == []
        assert entry["arrived"] is None
    assert [pile["count"] for pile in shown["market"]["board"]] == [3] * 6
    assert [pile["count"] for pile in shown["market"]["above"]] == [3] * 12
    assert shown["blockades"] == [
        {"number": 6, "between": [0, 1]},
        {"number": 1, "between": [1, 2]},
        {"number": 4, "between": [2, 3]},
        {"number": 3, "between": [3, 4]},
    ]
    assert [(cave["at"], len(cave["pile"])) for cave in shown["caves"]] == [([0, 2], 4), ([7, -3], 4), ([11, 7], 4)]
    assert (shown["removed"], shown["spent"]) == ([], [])


LITERAL: JSON = {
    "format": "expedition-position/1",
    "game": "eldorado",
    "setup": {"players": 3, "route": "first", "caves": True},
    "turn": {
        "seat": 0,
        "round": 4,
        "phase": "play",
        "bought": False,
        "active": {"card": "scout", "as": "machete", "pawn": 0, "left": 1, "stepped": True},
        "gained": ["native"],
        "pending": None,
        "pass_occupied": True,
        "change_symbol": False,
        "keepable": [],
        "final_round": False,
    },
    "seats": [
        {
            "pawns": [{"at": [0, 1], "near": [[0, 2]]}],
            "hand": ["traveler", "compass"],
            "draw": ["sailor", "explorer"],
            "discard": ["explorer", "native"],
            "played": ["scout"],
            "blockades": [4],
            "tokens": ["draw_1"],
            "arrived": None,
            "resigned": False,
            "known": ["compass"],
        },
        {
            "pawns": [{"at": [4, -3], "near": []}],
            "hand": [],
            "draw": [],
            "discard": [],
            "played": [],
            "blockades": [],
            "tokens": ["coin_1", "coin_1"],
            "arrived": None,
            "resigned": True,
            "known": [],
        },
        {
            "pawns": [{"at": [-1, -2], "near": []}],
            "hand": ["explorer"],
            "draw": [],
            "discard": [],
            "played": [],
            "blockades": [],
            "tokens": [],
            "arrived": None,
            "resigned": False,
            "known": [],
        },
    ],
    "market": {
        "board": [{"card": "scout", "count": 2}, None, {"card": "photographer", "count": 3}, None, None, None],
        "above": [{"card": "pioneer", "count": 3}, {"card": "native", "count": 2}],
    },
    "blockades": [{"number": 5, "between": [0, 1]}, {"number": 2, "between": [2, 3]}],
    "caves": [
        {"at": [0, 2], "pile": ["coin_2", "native"]},
        {"at": [7, -3], "pile": []},
        {"at": [11, 7], "pile": ["machete_1", "machete_2", "machete_3", "paddle_1"]},
    ],
    "removed": ["traveler", "transmitter"],
    "spent": ["draw_1"],
}


def restored(position: JSON, **options: Any) -> State[Any]:
    setup = {**position["setup"], **options}
    return expedition.make("eldorado", **setup).restore(position)


def test_given_a_literal_position_then_it_is_written_exactly_as_it_was_read() -> None:
    assert written(restored(LITERAL)) == LITERAL


def test_given_the_order_of_piles_then_what_comes_first_is_drawn_first_and_the_last_discard_is_the_top() -> None:
    state = restored(LITERAL)
    do(state, use_token("draw_1"))
    assert sorted(me(state)["hand"]) == ["compass", "sailor", "traveler"]
    assert me(state)["draw"] == ["explorer"]
    assert me(state)["discard"] == ["explorer", "native"]
    assert state.view(1)["seats"][0]["discard"][-1] == "native"


def test_given_only_what_a_position_needs_then_everything_else_is_empty() -> None:
    state = expedition.make("eldorado", players=2).restore(
        {
            "format": "expedition-position/1",
            "game": "eldorado",
            "turn": {},
            "seats": [{"pawns": [{"at": [-3, 0]}, {"at": [-1, -2]}]}, {"pawns": [{"at": [0, -3]}, {"at": [0, 0]}]}],
        }
    )
    assert legal(state) == [END]
    shown = written(state)
    assert shown["market"] == {"board": [None] * 6, "above": []}
    assert (shown["turn"]["seat"], shown["turn"]["round"], shown["turn"]["phase"]) == (0, 1, "play")


PENDING = [
    ({"kind": "give", "pawn": 0, "to": [6, -4], "left": 1}, at((5, -4), ["sailor"]), [enter(6, -4)]),
    (
        {"kind": "give", "pawn": 0, "blockade": 6, "left": 1},
        at((3, 0), ["sailor", "scout"], blockades={(0, 1): 6}),
        [{"do": "enter", "pawn": 0, "blockade": 6}, give("scout")],
    ),
    (
        {"kind": "pay", "card": "photographer", "due": 1.5},
        at(hand=["sailor", "photographer"]),
        [buy("photographer"), *pay("sailor")],
    ),
    ({"kind": "take"}, at(hand=["transmitter"]), [use("transmitter")]),
    (
        {"kind": "remove", "left": 1, "may": True},
        at(hand=["travel_log", "scout", "sailor"]),
        [use("travel_log"), remove("scout")],
    ),
    (
        {"kind": "remove", "left": 1, "may": False},
        at(hand=["sailor"], tokens=["remove_card"]),
        [use_token("remove_card")],
    ),
    (
        {"kind": "put", "count": 1},
        at(hand=["scout", "sailor"], tokens=["replace_hand"]),
        [use_token("replace_hand"), put("sailor")],
    ),
]


@pytest.mark.parametrize(("pending", "state", "actions"), PENDING)
def test_given_a_pending_decision_then_it_is_written_and_read_as_the_format_says(
    pending: JSON, state: State[Any], actions: list[JSON]
) -> None:
    state = state.copy()
    do(state, *actions)
    shown = state.snapshot()
    assert shown["turn"]["pending"] == pending
    again = state.game.restore(json.loads(json.dumps(shown)))
    assert again.snapshot() == shown
    assert again.legal_actions() == state.legal_actions()


ACTIVE = [
    (
        {"card": "adventurer", "as": "coin", "pawn": 0, "left": 2, "stepped": False},
        at((1, 0), ["adventurer"]),
        [play("adventurer", "coin")],
    ),
    (
        {"token": "machete_2", "as": "machete", "pawn": 1, "left": 1, "stepped": True},
        at([(1, 0), (-1, 0)], tokens=["machete_2"], players=2),
        [play_token("machete_2", 1), step(0, 0)],
    ),
    ({"card": "native", "as": None, "pawn": 0, "left": None, "stepped": False}, at((1, 0), ["native"]), [native()]),
    (
        {"token": "native", "as": None, "pawn": 0, "left": None, "stepped": False},
        at((1, 0), tokens=["native"]),
        [play_token("native")],
    ),
]


@pytest.mark.parametrize(("active", "state", "actions"), ACTIVE)
def test_given_an_active_card_or_token_then_it_is_written_and_read_as_the_format_says(
    active: JSON, state: State[Any], actions: list[JSON]
) -> None:
    state = state.copy()
    do(state, *actions)
    shown = state.snapshot()
    assert shown["turn"]["active"] == active
    again = state.game.restore(json.loads(json.dumps(shown)))
    assert again.snapshot() == shown
    assert again.legal_actions() == state.legal_actions()


def test_given_an_active_card_without_its_symbol_then_the_printed_one_is_meant() -> None:
    state = at((1, 0), active={"card": "scout", "left": 1})
    assert turn(state)["active"] == {"card": "scout", "as": "machete", "pawn": 0, "left": 1, "stepped": True}


def test_given_arrived_pawns_then_the_order_of_arrival_is_written() -> None:
    state = at(
        others={0: {"pawn": "arrived", "arrived": 2}, 1: {"pawn": "arrived", "arrived": 1}}, seat=2, final_round=True
    )
    assert [me(state, seat)["arrived"] for seat in range(3)] == [2, 1, None]
    assert me(state)["pawns"] == [{"at": "arrived", "near": []}]
    assert turn(state)["final_round"] is True


def test_given_an_empty_pile_above_the_board_then_it_is_dropped_and_an_empty_slot_is_null() -> None:
    state = at(hand=["photographer"], market=one_vacant(["photographer", "compass", "compass"]))
    do(state, buy("compass"), *pay("photographer"))
    shown = state.snapshot()["market"]
    assert shown["board"][0] is None
    assert "compass" not in [pile["card"] for pile in shown["above"]]


def test_given_a_route_object_then_the_position_carries_it_and_goes_back_into_a_game_of_the_same_route() -> None:
    route = {
        "tiles": [{"tile": "B", "rotation": 0, "q": 0, "r": 0}, {"tile": "C", "rotation": 0, "q": 7, "r": -3}],
        "finish": {"tile": "finish_river", "rotation": 0, "q": 11, "r": -7},
    }
    game = expedition.make("eldorado", players=3, route=route)
    shown = game.new(seed=1).snapshot()
    assert shown["setup"]["route"] == route
    assert game.restore(json.loads(json.dumps(shown))).snapshot() == shown


def test_given_an_official_id_and_the_same_route_as_an_object_then_each_reads_the_others_positions() -> None:
    from expedition.eldorado.components import routes

    by_id = expedition.make("eldorado", players=3, route="first")
    by_object = expedition.make("eldorado", players=3, route=routes()["first"])
    assert by_object.restore(by_id.new(seed=1).snapshot()).legal_actions() == by_id.new(seed=1).legal_actions()
    assert by_id.restore(by_object.new(seed=1).snapshot()).legal_actions() == by_id.new(seed=1).legal_actions()


# -- going on -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("route", ["first", "swamplands"])
def test_given_any_position_of_a_random_game_then_it_reads_back_the_same_and_goes_on_identically(
    players: int, route: str
) -> None:
    game = expedition.make("eldorado", players=players, route=route, caves=True, max_rounds=12)
    state, dice = game.new(seed=players), random.Random(players)
    twin = game.restore(state.snapshot())
    while not state.is_over:
        action = dice.choice(state.legal_actions())
        state.apply(action)
        twin.apply(action)
        shown = state.snapshot()
        assert twin.snapshot() == shown
        twin = game.restore(json.loads(json.dumps(shown)))
        assert twin.snapshot() == shown
        assert twin.legal_actions() == state.legal_actions()
    assert twin.ranking() == state.ranking()


def test_given_a_position_without_its_generator_then_the_seed_decides_what_follows() -> None:
    position = written(at(hand=[], discard=["explorer", "traveler", "sailor", "scout", "captain", "pioneer", "native"]))
    game = expedition.make("eldorado", **position["setup"])

    def drawn(seed: int) -> list[str]:
        state = do(game.restore(position, seed), END)
        return me(state)["draw"] + me(state)["hand"]

    assert drawn(1) == drawn(1)
    assert len({tuple(drawn(seed)) for seed in range(6)}) > 3


# -- faults -------------------------------------------------------------------------------------------------------


def put_at(path: str, value: Any) -> Callable[[JSON], None]:
    """A change of one place, written like `seats.0.hand`; a value of DROP deletes it."""

    def change(position: JSON) -> None:
        here: Any = position
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in way:
            here = here[part]
        if value is DROP:
            del here[last]
        elif isinstance(here, list) and last == len(here):
            here.append(value)
        else:
            here[last] = value

    return change


DROP = object()
GIVE = {"kind": "give", "pawn": 0, "to": [1, 2], "left": 1}
FAULTS: list[tuple[str, Any, str]] = [
    ("format", "expedition-position/2", "format"),
    ("format", DROP, "format"),
    ("game", "chess", "game"),
    ("extra", 1, "position"),
    ("setup", [], "setup"),
    ("setup.players", 4, "setup.players"),
    ("setup.route", "swamplands", "setup.route"),
    ("setup.route", 7, "setup.route"),
    ("setup.route", {"tiles": []}, "setup.route"),
    ("setup.caves", False, "setup.caves"),
    ("setup.colour", "red", "setup.colour"),
    ("setup.blockades", "sideways", "setup.blockades"),
    ("setup.blockades", [1, 2], "setup.blockades"),
    ("setup.blockades", [1, 2, 3, 3], "setup.blockades"),
    ("setup.blockades", [1, 2, 3, 9], "setup.blockades[3]"),
    ("turn", DROP, "turn"),
    ("turn", [], "turn"),
    ("turn.weather", 1, "turn"),
    ("turn.seat", 3, "turn.seat"),
    ("turn.seat", 1.0, "turn.seat"),
    ("turn.seat", 1, "seats[0].played"),
    ("turn.round", 0, "turn.round"),
    ("turn.round", "1", "turn.round"),
    ("turn.phase", "sleep", "turn.phase"),
    ("turn.phase", 1, "turn.phase"),
    ("turn.phase", "discard", "turn"),
    ("turn.bought", 1, "turn.bought"),
    ("turn.pass_occupied", None, "turn.pass_occupied"),
    ("turn.change_symbol", "no", "turn.change_symbol"),
    ("turn.change_symbol", True, "turn.change_symbol"),
    ("turn.final_round", 0, "turn.final_round"),
    ("turn.gained", "native", "turn.gained"),
    ("turn.gained", ["native"] * 5, "turn.gained"),
    ("turn.gained", ["explorer"], "turn.gained[0]"),
    ("turn.gained", ["nobody"], "turn.gained[0]"),
    ("turn.keepable", ["scout"], "turn.keepable[0]"),
    ("turn.keepable", ["compass"], "turn.keepable"),
    ("turn.keepable", ["transmitter"] * 3, "turn.keepable"),
    ("turn.active", "scout", "turn.active"),
    ("turn.active", {"left": 1}, "turn.active"),
    ("turn.active", {"card": "scout", "token": "machete_1", "left": 1}, "turn.active"),
    ("turn.active", {"card": "scout", "left": 1, "speed": 2}, "turn.active"),
    ("turn.active.card", "nobody", "turn.active.card"),
    ("turn.active.card", "compass", "turn.active.card"),
    ("turn.active.as", "rope", "turn.active.as"),
    ("turn.active.as", None, "turn.active.as"),
    ("turn.active.pawn", 1, "turn.active.pawn"),
    ("turn.active.left", 3, "turn.active.left"),
    ("turn.active.left", None, "turn.active.left"),
    ("turn.active.stepped", 1, "turn.active.stepped"),
    ("turn.active.stepped", False, "turn.active.left"),
    ("turn.active", {"card": "adventurer", "left": 1}, "turn.active.as"),
    ("turn.active", {"card": "native", "left": 1, "stepped": False}, "turn.active"),
    ("turn.active", {"card": "native", "stepped": True}, "turn.active"),
    ("turn.active", {"token": "rope", "left": 1}, "turn.active.token"),
    ("turn.active", {"token": ["coin_1"], "left": 1}, "turn.active.token"),
    ("turn.active", {"token": "draw_1", "left": 1}, "turn.active.token"),
    ("turn.active", {"token": "coin_1", "as": "machete", "left": 1}, "turn.active.as"),
    ("turn.pending", {"kind": "take"}, "turn.pending"),
    ("seats", DROP, "seats"),
    ("seats", [], "seats"),
    ("seats.1", None, "seats[1]"),
    ("seats.1.mood", "bad", "seats[1]"),
    ("seats.1.pawns", DROP, "seats[1].pawns"),
    ("seats.1.pawns", [], "seats[1].pawns"),
    ("seats.1.pawns.0", [1, 2], "seats[1].pawns[0]"),
    ("seats.1.pawns.0.colour", "red", "seats[1].pawns[0]"),
    ("seats.1.pawns.0.at", [99, 0], "seats[1].pawns[0].at"),
    ("seats.1.pawns.0.at", [0], "seats[1].pawns[0].at"),
    ("seats.1.pawns.0.at", [0, 0.5], "seats[1].pawns[0].at"),
    ("seats.1.pawns.0.at", "home", "seats[1].pawns[0].at"),
    ("seats.1.pawns.0.at", [0, 2], "seats[1].pawns[0].at"),
    ("seats.1.pawns.0.at", [24, -4], "seats[1].pawns[0].at"),
    ("seats.1.pawns.0.near", [[0, 0]], "seats[1].pawns[0].near[0]"),
    ("seats.1.pawns.0.near", 3, "seats[1].pawns[0].near"),
    ("seats.1.pawns.0", {"at": "arrived", "near": [[0, 2]]}, "seats[1].pawns[0].near"),
    ("seats.1.pawns.0.at", "arrived", "seats[1].arrived"),
    ("seats.1.arrived", 1, "seats[1].arrived"),
    ("seats.1.hand", "traveler", "seats[1].hand"),
    ("seats.1.hand", ["nobody"], "seats[1].hand[0]"),
    ("seats.1.draw", [3], "seats[1].draw[0]"),
    ("seats.1.discard", {}, "seats[1].discard"),
    ("seats.1.played", ["scout"], "seats[1].played"),
    ("seats.1.blockades", [0], "seats[1].blockades[0]"),
    ("seats.1.blockades", [4], "seats[1].blockades[0]"),
    ("seats.1.tokens", ["rope"], "seats[1].tokens[0]"),
    ("seats.1.tokens", [None], "seats[1].tokens[0]"),
    ("seats.1.resigned", "yes", "seats[1].resigned"),
    ("seats.0.resigned", True, "turn.seat"),
    ("seats.1.known", ["explorer"], "seats[1].known[0]"),
    ("seats.1.known", [7], "seats[1].known[0]"),
    ("market", [], "market"),
    ("market.below", [], "market"),
    ("market.board", {}, "market.board"),
    ("market.board.6", None, "market.board"),
    ("market.board.0", "scout", "market.board[0]"),
    ("market.board.0.price", 1, "market.board[0]"),
    ("market.board.0.card", "nobody", "market.board[0].card"),
    ("market.board.0.card", "sailor", "market.board[0].card"),
    ("market.board.0.count", 0, "market.board[0].count"),
    ("market.board.0.count", 4, "market.board[0].count"),
    ("market.board.1", {"card": "scout", "count": 1}, "market.board[1]"),
    ("market.above.0.card", "scout", "market.above[0]"),
    ("blockades", 3, "blockades"),
    ("blockades.0", 3, "blockades[0]"),
    ("blockades.0.colour", "red", "blockades[0]"),
    ("blockades.0.number", 7, "blockades[0].number"),
    ("blockades.0.number", 4, "blockades[0].number"),
    ("blockades.0.between", [0, 2], "blockades[0].between"),
    ("blockades.0.between", "here", "blockades[0].between"),
    ("blockades.1.between", [0, 1], "blockades[1].between"),
    ("caves", 3, "caves"),
    ("caves.0", 3, "caves[0]"),
    ("caves.0.depth", 3, "caves[0]"),
    ("caves.0.at", [1, 1], "caves[0].at"),
    ("caves.1.at", [0, 2], "caves[1].at"),
    ("caves.0.pile", ["rope"], "caves[0].pile[0]"),
    ("caves.0.pile", ["draw_1"] * 5, "caves[0].pile"),
    ("removed", "scout", "removed"),
    ("removed", ["nobody"], "removed[0]"),
    ("removed", ["sailor"] * 4, "position"),
    ("spent", ["rope"], "spent[0]"),
    ("spent", ["draw_1"] * 4, "position"),
    ("rng", 5, "rng"),
]


@pytest.mark.parametrize(("path", "value", "field"), FAULTS)
def test_given_a_position_with_one_fault_then_the_error_is_a_sentence_that_names_the_field(
    path: str, value: Any, field: str
) -> None:
    position = copy.deepcopy(LITERAL)
    put_at(path, value)(position)
    game = expedition.make("eldorado", **LITERAL["setup"])
    with pytest.raises(PositionError) as caught:
        game.restore(position)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("value", [None, 3, "position", [], [1]])
def test_given_something_that_is_no_object_then_it_is_no_position(value: Any) -> None:
    with pytest.raises(PositionError) as caught:
        expedition.make("eldorado").restore(value)
    assert caught.value.field == "position"


PENDING_FAULTS: list[tuple[JSON, Any, str]] = [
    ({}, "take", "turn.pending"),
    ({}, {"kind": "sing"}, "turn.pending.kind"),
    ({}, {"kind": ["take"]}, "turn.pending.kind"),
    ({}, {"kind": "take", "hat": 1}, "turn.pending"),
    ({}, {"kind": "take", "left": 1}, "turn.pending"),
    ({"market": {"board": [], "above": []}}, {"kind": "take"}, "turn"),
    ({}, {"kind": "remove", "left": 3}, "turn.pending.left"),
    ({}, {"kind": "remove", "may": 1}, "turn.pending.may"),
    ({"hand": []}, {"kind": "remove", "may": False}, "turn"),
    ({}, {"kind": "put", "count": 4}, "turn.pending.count"),
    ({"hand": []}, {"kind": "put", "count": 0}, "turn"),
    ({}, {**GIVE, "pawn": 1}, "turn.pending.pawn"),
    ({}, {**GIVE, "to": [0, 0]}, "turn.pending.to"),
    ({}, {**GIVE, "to": [6, -4]}, "turn.pending.to"),
    ({}, {**GIVE, "to": None}, "turn.pending.to"),
    ({}, {**GIVE, "left": 2}, "turn.pending.left"),
    ({"blockades": {(0, 1): 6}}, {**GIVE, "blockade": 6}, "turn.pending"),
    ({}, {"kind": "give", "pawn": 0, "blockade": 6, "left": 1}, "turn.pending.blockade"),
    ({}, {"kind": "give", "pawn": 0, "blockade": 0, "left": 1}, "turn.pending.blockade"),
    ({"hand": []}, GIVE, "turn.pending.left"),
    ({"hand": ["scout"], "gained": ["scout"]}, GIVE, "turn.pending.left"),
    ({"bought": True}, GIVE, "turn.pending"),
    ({"others": {1: {"pawn": (1, 2)}}}, GIVE, "turn.pending.to"),
    ({}, {"kind": "pay", "card": "nobody", "due": 1}, "turn.pending.card"),
    ({}, {"kind": "pay", "card": "sailor", "due": 1}, "turn.pending.card"),
    ({}, {"kind": "pay", "card": "pioneer", "due": 1}, "turn.pending.card"),
    ({"bought": True}, {"kind": "pay", "card": "scout", "due": 1}, "turn.pending.card"),
    ({}, {"kind": "pay", "card": "scout", "due": 1.5}, "turn.pending.due"),
    ({}, {"kind": "pay", "card": "scout", "due": 0.3}, "turn.pending.due"),
    ({}, {"kind": "pay", "card": "scout", "due": 0}, "turn.pending.due"),
    ({}, {"kind": "pay", "card": "scout", "due": True}, "turn.pending.due"),
    ({}, {"kind": "pay", "card": "scout", "due": "1"}, "turn.pending.due"),
    ({}, {"kind": "pay", "card": "scout", "due": float("inf")}, "turn.pending.due"),
    ({}, {"kind": "pay", "card": "scout", "due": float("nan")}, "turn.pending.due"),
    ({}, {"kind": "pay", "card": "scout", "due": 1e308}, "turn.pending.due"),
    ({"hand": ["sailor"]}, {"kind": "pay", "card": "scout", "due": 1}, "turn.pending.due"),
    ({"hand": ["sailor"], "tokens": ["coin_1"]}, {"kind": "pay", "card": "trailblazer", "due": 2}, "turn.pending.due"),
]


@pytest.mark.parametrize(("given", "pending", "field"), PENDING_FAULTS)
def test_given_a_pending_decision_with_a_fault_then_the_error_names_the_field(
    given: JSON, pending: Any, field: str
) -> None:
    with pytest.raises(PositionError) as caught:
        at((1, 1), **{"hand": ["traveler"], **given}, pending=pending)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"active": {"card": "scout", "left": 2, "stepped": False}, "pawn": (5, -1)}, "turn"),  # nowhere to go
        ({"change_symbol": True, "hand": ["explorer"], "pawn": (22, 0)}, "turn"),  # nothing could follow
        ({"change_symbol": True, "hand": ["scout"], "pawn": (1, 0), "pending": {"kind": "put"}}, "turn.change_symbol"),
        ({"phase": "discard", "keepable": ["compass"], "removed": ["compass"]}, "turn"),
        ({"phase": "discard", "played": ["scout"]}, "seats[0].played"),
        ({"phase": "over", "pending": {"kind": "take"}}, "turn"),
        ({"pawn": "arrived", "others": {0: {"pawn": "arrived", "arrived": 1}}}, "seats[0].arrived"),
        ({"others": {1: {"pawn": "arrived", "arrived": 2}}}, "seats"),
        ({"others": {1: {"pawn": "arrived", "arrived": 5}}}, "seats[1].arrived"),
        ({"others": {1: {"pawn": "arrived", "arrived": "first"}}}, "seats[1].arrived"),
        (
            {"others": {1: {"pawn": "arrived", "arrived": 1}, 2: {"pawn": "arrived", "arrived": 1}}},
            "seats",
        ),
    ],
)
def test_given_a_position_that_contradicts_itself_then_the_error_names_the_field(given: JSON, field: str) -> None:
    with pytest.raises(PositionError) as caught:
        at(**given)
    assert caught.value.field == field


def test_given_a_seat_that_has_arrived_then_it_is_not_on_turn_unless_the_game_is_over() -> None:
    position = written(at(others={1: {"pawn": "arrived", "arrived": 1}}, final_round=True, phase="over"))
    position["turn"]["seat"] = 1
    game = expedition.make("eldorado", **position["setup"])
    assert game.restore(position).is_over
    position["turn"]["phase"] = "play"
    with pytest.raises(PositionError) as caught:
        game.restore(position)
    assert caught.value.field == "turn.seat"


def test_given_a_pawn_that_has_arrived_then_nothing_is_moved_with_it() -> None:
    for said in (
        {"active": {"card": "scout", "left": 1, "pawn": 0}},
        {"pending": {"kind": "give", "pawn": 0, "to": [1, 2]}},
    ):
        with pytest.raises(PositionError) as caught:
            at(["arrived", (1, 1)], ["traveler"], players=2, **said)
        assert caught.value.field.endswith(".pawn")


def test_given_the_seat_on_turn_is_not_named_then_the_first_one_is_and_its_played_cards_are_read() -> None:
    position = written(at(played=["scout"]))
    del position["turn"]["seat"]
    assert me(restored(position))["played"] == ["scout"]


def test_given_how_the_blockades_were_laid_then_a_position_may_say_it_to_any_game() -> None:
    for laid in (None, "random", [6, 1, 4, 3]):
        position = {**LITERAL, "setup": {**LITERAL["setup"], "blockades": laid}}
        assert expedition.make("eldorado", **LITERAL["setup"]).restore(position).actor == 0


def test_given_caves_in_a_game_without_them_then_the_error_says_so() -> None:
    position = copy.deepcopy(LITERAL)
    position["setup"]["caves"] = False
    with pytest.raises(PositionError, match="the game is played without caves") as caught:
        restored(position)
    assert caught.value.field == "caves"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda rng: rng.pop("key"), "rng"),
        (lambda rng: rng.update(key=5), "rng"),
        (lambda rng: rng.update(count="many"), "rng"),
        (lambda rng: rng.update(used=17), "rng"),
        (lambda rng: rng.update(used=-1), "rng"),
    ],
)
def test_given_a_damaged_generator_then_the_error_names_it(change: Callable[[JSON], None], field: str) -> None:
    position = at().snapshot()
    change(position["rng"])
    with pytest.raises(PositionError) as caught:
        restored(position)
    assert caught.value.field.startswith(field)


def test_given_a_position_of_another_setup_then_what_differs_is_named() -> None:
    position = at(players=3).snapshot()
    with pytest.raises(PositionError) as caught:
        expedition.make("eldorado", players=3, max_rounds=5).restore({**position, "setup": {"max_rounds": 7}})
    assert caught.value.field == "setup.max_rounds"
    assert expedition.make("eldorado", players=3).restore({**position, "setup": {"max_rounds": None}}).ply == 0


# -- setups -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ED-COMP-16")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 5},
        {"players": 0},
        {"players": -2},
        {"players": "3"},
        {"players": 2.5},
        {"players": True},
        {"players": None},
        {"caves": 1},
        {"caves": "yes"},
        {"caves": None},
        {"route": "nowhere"},
        {"route": 5},
        {"route": None},
        {"route": {}},
        {"route": []},
        {"blockades": "sideways"},
        {"blockades": 5},
        {"blockades": [1, 2, 3]},
        {"blockades": [1, 2, 3, 4, 5]},
        {"blockades": [1, 2, 3, 3]},
        {"blockades": [0, 1, 2, 3]},
        {"blockades": [1, 2, 3, 7]},
        {"blockades": [1, 2, 3, "4"]},
        {"blockades": [1, 2, 3, True]},
        {"blockades": [[1], 2, 3, 4]},
        {"blockades": []},
        {"max_rounds": 0},
        {"max_rounds": -1},
        {"max_rounds": 10_001},
        {"max_rounds": 1.5},
        {"max_rounds": True},
        {"max_rounds": "5"},
        {"colour": "red"},
    ],
)
def test_given_an_impossible_setup_then_it_is_refused_with_a_sentence(options: JSON) -> None:
    with pytest.raises(SetupError) as caught:
        expedition.make("eldorado", **options)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("seed", [-1, 1 << 128, 1.5, True, None, "xyz", "", "f" * 33, [1]])
def test_given_an_impossible_seed_then_it_is_refused_with_a_sentence(seed: Any) -> None:
    game = expedition.make("eldorado")
    with pytest.raises(SetupError):
        game.restore(game.new(seed=1).snapshot(), seed)
    if seed is not None:
        with pytest.raises(SetupError):
            game.new(seed)


# -- fuzzing ------------------------------------------------------------------------------------------------------

NAMES = ["scout", "explorer", "native", "compass", "prop_plane", "transmitter", "coin_2", "change_symbol", "keep_item"]
SCRAPS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 8),
    st.sampled_from([1 << 40, -(1 << 70), 0.5, 1.5, float("inf"), float("nan")]),
    st.sampled_from([*NAMES, "arrived", "machete", "discard", "over", "play", ""]),
    st.lists(st.sampled_from(NAMES), max_size=5),
    st.tuples(st.integers(-4, 8), st.integers(-4, 8)).map(list),
    st.sampled_from(
        [
            {"kind": "take"},
            {"kind": "put", "count": 2},
            {"kind": "remove", "left": 2, "may": False},
            {"kind": "pay", "card": "scout", "due": 1},
            {"kind": "give", "pawn": 0, "to": [1, 2], "left": 1},
            {"card": "scout", "as": "coin", "pawn": 0, "left": 1, "stepped": True},
            {"token": "native", "as": None, "pawn": 0, "left": None, "stepped": False},
        ]
    ),
).map(copy.deepcopy)


def outcome(call: Callable[[], Any]) -> tuple[Any, ExpeditionError | None]:
    """What the call gives, or the typed error it ends in; any other error is a crash."""
    try:
        return call(), None
    except ExpeditionError as error:
        return None, error


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, part in inner for found in [(*path, key), *places(part, (*path, key))]]


def positions_to_damage() -> list[JSON]:
    hand = ["prop_plane", "compass", "transmitter", "scout", "explorer", "traveler"]
    tokens = ["change_symbol", "keep_item", "replace_hand", "coin_1", "native"]
    made = [
        at((1, 1), hand, draw=["sailor"], discard=["captain"], tokens=tokens, caves={(0, 2): ["draw_1"]}),
        at([(3, 0), (1, 0)], hand, players=2, blockades={(0, 1): 6}, tokens=tokens, bought=True, gained=["scout"]),
    ]
    return [*(written(state) for state in made), LITERAL]


DAMAGED = positions_to_damage()


@examples(400)
@given(st.data())
def test_given_any_damage_to_a_position_then_it_is_refused_with_a_typed_error_or_can_be_played(data: Any) -> None:
    position = copy.deepcopy(data.draw(st.sampled_from(DAMAGED)))
    game = expedition.make("eldorado", **position["setup"])
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(places(position)))
        here: Any = position
        for key in way:
            here = here[key]
        if data.draw(st.booleans()):
            here[last] = data.draw(SCRAPS)
        else:
            del here[last]
    state, error = outcome(lambda: game.restore(position))
    if state is None:
        assert isinstance(error, PositionError)
        assert error.field
        assert str(error).endswith(".")
        return
    shown = state.snapshot()
    assert game.restore(json.loads(json.dumps(shown))).snapshot() == shown
    dice = random.Random(1)
    for _ in range(12):
        if state.is_over:
            break
        actions = state.legal_actions()
        assert actions, "a position leaves the seat on turn nothing to do"
        state.view(0)
        state.apply(dice.choice(actions))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JUNK)
def test_given_any_json_then_it_is_no_position(value: Any) -> None:
    with pytest.raises(PositionError):
        expedition.make("eldorado").restore(value)


@given(st.dictionaries(st.sampled_from(["players", "route", "caves", "blockades", "max_rounds"]), JUNK))
def test_given_any_options_then_a_game_is_made_or_refused_with_a_typed_error(options: JSON) -> None:
    game, error = outcome(lambda: expedition.make("eldorado", **options))
    if game is None:
        assert isinstance(error, SetupError)
        assert str(error).endswith(".")
    else:
        assert game.new(seed=1).legal_actions()


def _record() -> JSON:
    game = expedition.make("eldorado", players=2, max_rounds=1)
    state = game.new(seed=3)
    do(state, END, DONE, END, DONE)
    made: JSON = json.loads(state.record().to_json())
    return made


RECORD = _record()


@examples(200)
@given(st.data())
def test_given_any_damage_to_a_record_then_it_is_refused_with_a_typed_error(data: Any) -> None:
    record = copy.deepcopy(RECORD)
    *way, last = data.draw(st.sampled_from(places(record)))
    here: Any = record
    for key in way:
        here = here[key]
    here[last] = data.draw(SCRAPS | JUNK)
    loaded, error = outcome(lambda: expedition.load(json.dumps(record)))
    if loaded is None:
        assert isinstance(error, RecordError)
        assert str(error)
    else:
        assert loaded.state.is_over or "result" not in record
