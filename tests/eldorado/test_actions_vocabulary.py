"""The open vocabulary: every action as an object and back, and a typed refusal for everything else."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.eldorado.positions import (
    DONE,
    END,
    JSON,
    NO_MARKET,
    STOP,
    at,
    buy,
    clear,
    discard,
    do,
    enter,
    give,
    legal,
    native,
    one_vacant,
    own_route,
    pay,
    pay_token,
    play,
    play_token,
    put,
    refused,
    remove,
    step,
    take,
    use,
    use_token,
)
from tests.examples import examples

import expedition
from expedition.core.errors import IllegalAction
from expedition.core.game import State

WORDS = {
    *("play", "step", "stop", "enter", "give", "buy", "pay", "use", "take", "remove", "put", "end", "discard", "done"),
}


def test_given_the_action_space_then_it_is_one_small_numbering_for_every_setup() -> None:
    sizes = {
        expedition.make("eldorado", players=players, route=route, caves=caves).num_actions
        for players in (2, 3, 4)
        for route in ("first", "swamplands")
        for caves in (False, True)
    }
    assert len(sizes) == 1
    assert sizes.pop() < 512


# One position for every row of the table, and the object as the contract writes it.
TABLE: list[tuple[State[Any], JSON]] = [
    (at((1, 0), ["scout"]), {"do": "play", "card": "scout", "as": "machete", "pawn": 0}),
    (at((1, 0), ["adventurer"]), {"do": "play", "card": "adventurer", "as": "coin", "pawn": 0}),
    (at([(1, 0), (0, 0)], ["scout"], players=2), {"do": "play", "card": "scout", "as": "machete", "pawn": 1}),
    (at((1, 0), tokens=["machete_2"]), {"do": "play", "token": "machete_2", "pawn": 0}),
    (at((1, 0), ["native"]), {"do": "play", "card": "native", "pawn": 0}),
    (at((1, 0), tokens=["native"]), {"do": "play", "token": "native", "pawn": 0}),
    (at((1, 0), active={"card": "scout", "left": 1}), {"do": "step", "to": [2, 0]}),
    (at((3, 0), active={"card": "scout", "left": 2}, blockades={(0, 1): 5}), {"do": "step", "blockade": 5}),
    (at((0, 1), active={"card": "scout", "left": 1}, caves={(0, 2): ["draw_1"]}), {"do": "stop"}),
    (at((1, 1), ["traveler"]), {"do": "enter", "pawn": 0, "to": [1, 2]}),
    (at((3, 0), ["traveler"] * 2, blockades={(0, 1): 6}), {"do": "enter", "pawn": 0, "blockade": 6}),
    (
        at((1, 1), ["traveler"], pending={"kind": "give", "pawn": 0, "to": [1, 2], "left": 1}),
        {"do": "give", "card": "traveler"},
    ),
    (at(hand=["traveler"]), {"do": "buy", "card": "scout"}),
    (at(hand=["traveler"], pending={"kind": "pay", "card": "scout", "due": 1}), {"do": "pay", "card": "traveler"}),
    (at(tokens=["coin_1"], pending={"kind": "pay", "card": "scout", "due": 1}), {"do": "pay", "token": "coin_1"}),
    *((at(hand=[card]), {"do": "use", "card": card}) for card in ("cartographer", "compass", "scientist")),
    *((at(hand=[card]), {"do": "use", "card": card}) for card in ("travel_log", "transmitter")),
    (at(hand=[], pending={"kind": "take"}), {"do": "take", "card": "native"}),
    (at(hand=["traveler"], pending={"kind": "remove"}), {"do": "remove", "card": "traveler"}),
    (at(hand=["traveler"], pending={"kind": "remove"}), {"do": "done"}),
    *(
        (at((1, 0), ["scout"], tokens=[token]), {"do": "use", "token": token})
        for token in ("draw_1", "remove_card", "replace_hand", "pass_occupied", "change_symbol")
    ),
    (
        at(tokens=["keep_item"], removed=["compass"], keepable=["compass"]),
        {"do": "use", "token": "keep_item"},
    ),
    (
        at(tokens=["keep_item"], removed=["prop_plane", "treasure_chest"], keepable=["prop_plane", "treasure_chest"]),
        {"do": "use", "token": "keep_item", "card": "prop_plane"},
    ),
    (at(hand=["traveler"], pending={"kind": "put", "count": 0}), {"do": "put", "card": "traveler"}),
    (at(hand=["traveler"], pending={"kind": "put", "count": 2}), {"do": "done"}),
    (at(), {"do": "end"}),
    (at(hand=["sailor"], phase="discard"), {"do": "discard", "card": "sailor"}),
    (at(hand=["sailor"], phase="discard"), {"do": "done"}),
]


@pytest.mark.parametrize(("state", "said"), TABLE)
def test_given_a_row_of_the_table_then_its_object_is_offered_and_read_back(state: State[Any], said: JSON) -> None:
    assert said in legal(state)
    number = state.from_dict(json.loads(json.dumps(said)))
    assert number in state.legal_actions()
    assert state.to_dict(number) == said


@pytest.mark.parametrize(("route", "players"), [("first", 2), ("swamplands", 3), ("witchs_cauldron", 4)])
def test_given_random_games_then_every_legal_action_has_its_own_object_and_comes_back_from_it(
    route: str, players: int
) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        game = expedition.make("eldorado", players=players, route=route, caves=True, max_rounds=20)
        state, dice = game.new(seed=seed), random.Random(seed)
        while not state.is_over:
            actions = state.legal_actions()
            assert actions == sorted(set(actions))
            objects = [state.to_dict(action) for action in actions]
            assert [state.from_dict(json.loads(json.dumps(said))) for said in objects] == actions
            assert len({json.dumps(said, sort_keys=True) for said in objects}) == len(objects)
            seen.update(said["do"] for said in objects)
            state.apply(dice.choice(actions))
        assert [entry.action["do"] in WORDS for entry in state.log] == [True] * state.ply
    assert {"play", "step", "buy", "pay", "end", "discard", "done"} <= set(seen) <= WORDS


def test_given_every_number_of_the_action_space_then_exactly_the_legal_ones_are_accepted() -> None:
    states = [
        at((1, 1), ["scout", "adventurer", "compass", "traveler"], tokens=["change_symbol", "draw_1"], draw=["sailor"]),
        at([(3, 0), (1, 1)], ["traveler", "native"], players=2, blockades={(0, 1): 3}, tokens=["machete_1"]),
        at(hand=["traveler", "scout"], tokens=["change_symbol"], pending={"kind": "pay", "card": "scout", "due": 1}),
    ]
    for state in states:
        before = state.snapshot()
        offered = set(state.legal_actions())
        for number in range(state.game.num_actions):
            assert state.to_dict(number)["do"] in WORDS
            trial = state.copy()
            if number in offered:
                trial.apply(number)
                assert trial.snapshot() != before
            else:
                with pytest.raises(IllegalAction):
                    trial.apply(number)
                assert trial.snapshot() == before


MALFORMED: list[Any] = [
    None,
    5,
    "end",
    [],
    [["do", "end"]],
    {},
    {"do": None},
    {"do": 3},
    {"do": ["end"]},
    {"do": "END"},
    {"do": "fly"},
    {"card": "scout"},
    {"do": "end", "now": True},
    {"do": "end", "seat": 0},
    {"do": "done", "card": "scout"},
    {"do": "stop", "pawn": 0},
    {"do": "play"},
    {"do": "play", "card": "scout"},
    {"do": "play", "card": "scout", "as": "machete"},
    {"do": "play", "card": "scout", "pawn": 0},
    {"do": "play", "card": "scout", "as": "rope", "pawn": 0},
    {"do": "play", "card": "scout", "as": 1, "pawn": 0},
    {"do": "play", "card": "scout", "as": ["machete"], "pawn": 0},
    {"do": "play", "card": "scout", "as": "machete", "pawn": 2},
    {"do": "play", "card": "scout", "as": "machete", "pawn": -1},
    {"do": "play", "card": "scout", "as": "machete", "pawn": "0"},
    {"do": "play", "card": "scout", "as": "machete", "pawn": True},
    {"do": "play", "card": "scout", "as": "machete", "pawn": None},
    {"do": "play", "card": "scout", "as": "machete", "pawn": 0, "to": [2, 0]},
    {"do": "play", "card": "nobody", "as": "machete", "pawn": 0},
    {"do": "play", "card": "compass", "as": "machete", "pawn": 0},
    {"do": "play", "card": 3, "as": "machete", "pawn": 0},
    {"do": "play", "card": ["scout"], "as": "machete", "pawn": 0},
    {"do": "play", "card": "native", "as": "machete", "pawn": 0},
    {"do": "play", "card": "scout", "token": "machete_1", "pawn": 0},
    {"do": "play", "token": "draw_1", "pawn": 0},
    {"do": "play", "token": "rope", "pawn": 0},
    {"do": "play", "token": None, "pawn": 0},
    {"do": "play", "token": "machete_1", "as": "machete", "pawn": 0},
    {"do": "step"},
    {"do": "step", "to": None},
    {"do": "step", "to": [2]},
    {"do": "step", "to": [2, 0, 0]},
    {"do": "step", "to": "2,0"},
    {"do": "step", "to": [2.0, 0]},
    {"do": "step", "to": [True, 0]},
    {"do": "step", "to": [99, 99]},
    {"do": "step", "to": [-3, 0]},
    {"do": "step", "to": [1, 0]},
    {"do": "step", "to": [2, 0], "pawn": 0},
    {"do": "step", "blockade": 0},
    {"do": "step", "blockade": 7},
    {"do": "step", "blockade": "5"},
    {"do": "step", "blockade": True},
    {"do": "step", "blockade": 5, "to": [2, 0]},
    {"do": "enter", "pawn": 0},
    {"do": "enter", "to": [1, 2]},
    {"do": "enter", "pawn": 0, "to": [9, 9]},
    {"do": "enter", "pawn": 0, "to": {"q": 1, "r": 2}},
    {"do": "enter", "pawn": 0, "blockade": 9},
    {"do": "enter", "pawn": 0, "to": [1, 2], "blockade": 3},
    {"do": "enter", "pawn": 0, "to": [1, 2], "card": "scout"},
    {"do": "give"},
    {"do": "give", "card": "nobody"},
    {"do": "give", "token": "coin_1"},
    {"do": "buy"},
    {"do": "buy", "card": "explorer"},
    {"do": "buy", "card": "nobody"},
    {"do": "buy", "card": "scout", "pay": ["traveler"]},
    {"do": "pay"},
    {"do": "pay", "card": "nobody"},
    {"do": "pay", "token": "machete_1"},
    {"do": "pay", "token": "rope"},
    {"do": "pay", "token": "coin_1", "card": "traveler"},
    {"do": "use"},
    {"do": "use", "card": "scout"},
    {"do": "use", "card": "native"},
    {"do": "use", "token": "machete_1"},
    {"do": "use", "token": "native"},
    {"do": "use", "token": "draw_1", "card": "scout"},
    {"do": "use", "token": "keep_item"},
    {"do": "use", "token": "keep_item", "card": "scout"},
    {"do": "use", "token": "keep_item", "pawn": 0},
    {"do": "take"},
    {"do": "take", "card": "sailor"},
    {"do": "remove", "card": None},
    {"do": "put", "card": 1},
    {"do": "discard", "card": "Sailor"},
    {"do": "resign"},
    {"do": "resign", "seat": 3},
    {"do": "resign", "seat": "0"},
    {"do": "resign", "seat": True},
]


@pytest.mark.parametrize("said", MALFORMED, ids=str)
def test_given_something_that_is_no_action_then_it_is_refused_with_a_sentence_and_nothing_changes(said: Any) -> None:
    state = at((1, 0), ["scout", "compass", "native"], tokens=["machete_1", "draw_1", "coin_1"])
    before, ply = state.snapshot(), state.ply
    with pytest.raises(IllegalAction) as caught:
        state.from_dict(said)
    assert str(caught.value).endswith(".")
    assert state.snapshot() == before
    assert state.ply == ply


@pytest.mark.parametrize("number", [-1, 10_000, 1.0, "3", None, True, [1], {"do": "end"}])
def test_given_a_number_that_is_no_action_then_it_is_refused_and_nothing_changes(number: Any) -> None:
    state = at((1, 0), ["scout"])
    before = state.snapshot()
    for call in (state.apply, state.to_dict):
        with pytest.raises(IllegalAction):
            call(number)
    assert state.snapshot() == before


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (at((1, 0), ["scout"]), play("explorer", "machete")),  # not in hand
        (at((1, 0), ["scout"]), play("scout", "coin")),  # not its symbol
        (at((1, 0), ["scout"]), play("scout", "machete", 1)),  # no such pawn
        (at((1, 0), ["scout"]), step(2, 0)),  # nothing is active
        (at((1, 0), ["scout"]), clear(5)),
        (at((1, 0), ["scout"]), STOP),
        (at((1, 0), ["scout"]), DONE),
        (at((1, 0), ["scout"]), give("scout")),
        (at((1, 0), ["scout"]), pay("scout")[0]),
        (at((1, 0), ["scout"]), pay_token("coin_1")),
        (at((1, 0), ["scout"]), take("native")),
        (at((1, 0), ["scout"]), remove("scout")),
        (at((1, 0), ["scout"]), put("scout")),
        (at((1, 0), ["scout"]), discard("scout")),
        (at((1, 0), ["scout"]), buy("scout")),
        (at((1, 0), ["scout"]), use("compass")),
        (at((1, 0), ["scout"]), use_token("draw_1")),
        (at((1, 0), ["scout"]), native()),
        (at((1, 0), ["scout"]), play_token("machete_1")),
        (at((1, 1), []), enter(1, 2)),
        (at((1, 1), ["scout"]), enter(1, 2, 1)),
        (at((1, 1), ["scout"]), {"do": "enter", "pawn": 0, "blockade": 3}),
        (at(["arrived", (1, 1)], ["scout"], players=2), play("scout", "machete", 0)),
        (at(["arrived", (1, 1)], ["scout"], players=2), enter(1, 2, 0)),
    ],
)
def test_given_a_well_formed_action_out_of_place_then_it_is_refused_and_nothing_changes(
    state: State[Any], said: JSON
) -> None:
    assert refused(state, said).endswith(".")


def test_given_a_pending_decision_then_nothing_but_its_answers_is_accepted() -> None:
    everything = [said for _, said in TABLE]
    for pending, answers in (
        ({"kind": "give", "pawn": 0, "to": [1, 2], "left": 1}, [give("traveler"), give("scout")]),
        ({"kind": "pay", "card": "scout", "due": 1}, [use_token("change_symbol"), *pay("traveler", "scout")]),
        ({"kind": "remove", "left": 1, "may": False}, [remove("traveler"), remove("scout")]),
        ({"kind": "remove", "left": 1, "may": True}, [remove("traveler"), remove("scout"), DONE]),
        ({"kind": "put", "count": 0}, [put("traveler"), put("scout")]),
    ):
        state = at((1, 1), ["traveler", "scout"], tokens=["change_symbol", "draw_1"], pending=pending)
        assert legal(state) == answers
        for said in everything:
            if said not in answers:
                refused(state, said)


def test_given_an_item_named_although_only_one_can_be_kept_then_it_is_the_same_action() -> None:
    state = at(tokens=["keep_item"], removed=["compass"], keepable=["compass"])
    assert state.from_dict(use_token("keep_item", card="compass")) == state.from_dict(use_token("keep_item"))


def test_given_the_seat_of_another_player_then_the_action_is_refused_and_a_seat_that_is_none_too() -> None:
    state = at((1, 0), ["scout"])
    assert "It is not seat 1's turn" in refused(state, END, seat=1)
    assert state.legal_actions(1) == state.game.legal(state.s, 1) == []
    for seat in (-1, 3, "0", True):
        with pytest.raises(IllegalAction):
            state.apply(state.from_dict(END), seat)  # type: ignore[arg-type]


def test_given_the_game_is_over_then_nothing_is_accepted_any_more() -> None:
    state = at(phase="over")
    assert state.legal_actions() == []
    assert [state.game.legal(state.s, seat) for seat in range(3)] == [[], [], []]
    assert "The game is over" in refused(state, END)
    assert "The game is over" in refused(state, {"do": "resign", "seat": 0})
    assert state.gestures() == []


SCRAPS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 8),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(["scout", "compass", "prop_plane", "machete_1", "keep_item", "machete", "coin_1", "native"]),
    st.lists(st.integers(-4, 4), max_size=3),
)


@examples(300)
@given(
    st.dictionaries(
        st.sampled_from(["do", "card", "token", "as", "pawn", "to", "blockade", "seat", "x"]), SCRAPS, max_size=5
    ),
    st.sampled_from(sorted(WORDS | {"resign", "fly"})),
)
def test_given_any_object_then_it_names_an_action_or_is_refused_with_a_typed_error(scraps: JSON, do_: str) -> None:
    state = at((1, 0), ["scout", "compass"], tokens=["machete_1", "keep_item"])
    before = state.snapshot()
    said = {"do": do_, **scraps}
    try:
        number = state.from_dict(said)
    except IllegalAction:
        number = -1
    assert -1 <= number < state.game.num_actions + state.game.players
    try:
        state.apply(number)
    except IllegalAction:
        assert state.snapshot() == before
    else:
        assert state.ply == 1


# -- gestures ----------------------------------------------------------------------------------------------------

STRIP = own_route(("B", 0, 0, 0), ("F", 4, 7, -3), ("finish_jungle", 0, 11, -7))


def gestures(state: State[Any], **wanted: Any) -> list[JSON]:
    return [made for made in state.gestures() if wanted.items() <= made.items()]


def test_given_a_card_then_each_reachable_space_is_one_gesture_with_path_cost_and_what_is_left() -> None:
    state = at((0, 0), ["scout"], route=STRIP)
    (far,) = gestures(state, kind="move", to=[2, -1])
    assert far == {
        "kind": "move",
        "card": "scout",
        "as": "machete",
        "pawn": 0,
        "to": [2, -1],
        "path": [[1, -1], [2, -1]],
        "blockades": [],
        "cost": 2,
        "left": 0,
        "explores": [],
        "arrives": False,
        "actions": [play("scout", "machete"), step(1, -1), step(2, -1)],
    }
    targets = [tuple(made["to"]) for made in gestures(state, kind="move")]
    assert len(targets) == len(set(targets))
    assert (0, 0) in targets  # there and back again


def test_given_a_blockade_on_the_way_then_clearing_it_and_going_on_are_two_gestures() -> None:
    state = at((3, 0), ["trailblazer"], blockades={(0, 1): 1})
    (staying,) = gestures(state, kind="clear", to=[3, 0])
    assert (staying["blockade"], staying["blockades"], staying["cost"], staying["left"]) == (1, [1], 1, 2)
    assert staying["path"] == []
    assert staying["actions"] == [play("trailblazer", "machete"), clear(1)]
    beyond = [made for made in gestures(state, kind="move") if made["blockades"] == [1] and made["to"] == [4, -2]]
    assert [made["cost"] for made in beyond] == [3]
    around = gestures(state, kind="move", to=[3, -1])
    assert [made["blockades"] for made in around] == [[]]  # nobody clears a blockade for nothing


def test_given_a_native_then_its_gestures_have_no_cost_and_nothing_left() -> None:
    (move,) = [made for made in gestures(at((15, 3), ["native"]), kind="move") if made["to"] == [15, 2]]
    assert (move["card"], move["as"], move["cost"], move["left"]) == ("native", None, None, None)
    (torn,) = gestures(at((3, 0), tokens=["native"], blockades={(0, 1): 6}), kind="clear")
    assert (torn["token"], torn["blockade"], torn["cost"]) == ("native", 6, None)


def test_given_power_left_then_its_gestures_name_no_card() -> None:
    state = do(at((-1, 0), ["trailblazer"]), play("trailblazer", "machete"), step(0, 0))
    going_on = gestures(state, kind="move", to=[1, 0])
    assert [("card" in made, made["cost"], made["left"]) for made in going_on] == [(False, 1, 1)]
    assert going_on[0]["actions"] == [step(1, 0)]


def test_given_a_finishing_space_in_reach_then_the_gesture_says_that_the_pawn_arrives() -> None:
    state = at((24, -3), ["captain"])
    (home,) = gestures(state, kind="move", to=[25, -3])
    assert (home["arrives"], home["left"]) == (True, 0)


def test_given_rubble_and_a_camp_then_their_gestures_say_how_many_cards_and_whether_they_are_removed() -> None:
    assert gestures(at((5, -4), ["traveler", "traveler", "scout"]), kind="enter", to=[6, -4]) == [
        {
            "kind": "enter",
            "pawn": 0,
            "to": [6, -4],
            "cards": 1,
            "removes": False,
            "choices": ["traveler", "scout"],
            "actions": [enter(6, -4)],
        }
    ]
    (camp,) = gestures(at((1, 1), ["traveler"]), kind="enter")
    assert (camp["to"], camp["cards"], camp["removes"]) == ([1, 2], 1, True)
    (blockade,) = gestures(at((3, 0), ["traveler"] * 2, blockades={(0, 1): 6}), kind="enter")
    assert (blockade["blockade"], blockade["cards"], blockade["removes"]) == (6, 2, False)


def test_given_everything_else_then_each_legal_action_is_one_gesture_of_its_own() -> None:
    hand = ["compass", "traveler"]
    state = at((0, 1), hand, tokens=["draw_1"], caves={(0, 2): ["coin_1"]}, active={"card": "scout", "left": 1})
    acts = [made["actions"] for made in gestures(state, kind="act")]
    assert acts == [[STOP], [use("compass")], [use_token("draw_1")], [END]]


@pytest.mark.parametrize("seed", range(4))
def test_given_random_play_then_gestures_are_legal_sequences_that_keep_what_they_promise(seed: int) -> None:
    players = 2 + seed % 3
    game = expedition.make("eldorado", players=players, route="first", caves=True, max_rounds=8)
    state, dice = game.new(seed=seed), random.Random(seed)
    while not state.is_over:
        for made in dice.sample(found := state.gestures(), min(4, len(found))):
            trial, seat = state.copy(), state.actor
            for said in made["actions"]:
                assert said in legal(trial)
                trial.apply(trial.from_dict(said))
            if made["kind"] == "move":
                pawn = trial.snapshot()["seats"][seat]["pawns"][made["pawn"]]
                assert pawn["at"] == ("arrived" if made["arrives"] else made["to"])
                left = trial.snapshot()["turn"]["active"]
                assert left is None or left["left"] == made["left"]
            if made["kind"] == "buy":
                assert trial.snapshot()["seats"][seat]["discard"][-1] == made["card"]
        first = {json.dumps(made["actions"][0], sort_keys=True) for made in state.gestures()}
        assert first == {json.dumps(said, sort_keys=True) for said in legal(state)}
        state.apply(dice.choice(state.legal_actions()))


def test_given_a_purchase_with_power_left_then_the_gesture_does_not_look_into_the_cave() -> None:
    hand = ["trailblazer", "traveler"]
    state = at((0, 0), hand, market=one_vacant(hand), caves={(0, 2): ["coin_2"]})
    do(state, play("trailblazer", "machete"), step(0, 1))
    assert [made["card"] for made in gestures(state, kind="buy")] == []
    assert "coin_2" not in json.dumps(state.gestures())


# Everything a seat may hold at once, for what must not depend on the seat or on the pawn.
RICH = ["explorer", "traveler", "sailor", "scout", "cartographer", "compass", "native", "jack_of_all_trades", "captain"]
TOKENS = ["machete_1", "machete_2", "paddle_1", "coin_1", "coin_2", "draw_1", "remove_card", "replace_hand"]
TOKENS += ["pass_occupied", "native", "change_symbol", "keep_item"]


@pytest.mark.parametrize(
    "before",
    [
        [],
        [buy("trailblazer")],
        [buy("trailblazer"), use_token("change_symbol")],
        [enter(1, 2)],
        [use_token("remove_card")],
        [use_token("replace_hand")],
        [use_token("change_symbol")],
        [use("cartographer")],
        [use("compass")],
        [END],
    ],
    ids=str,
)
def test_given_the_same_things_in_the_same_place_when_any_seat_is_on_turn_then_it_is_offered_the_same(
    before: list[JSON],
) -> None:
    def offered(seat: int) -> list[JSON]:
        return legal(do(at((1, 1), RICH, seat=seat, tokens=TOKENS, draw=["traveler"] * 3, caves=True), *before))

    assert offered(0)
    assert offered(1) == offered(0)
    assert offered(2) == offered(0)


@pytest.mark.parametrize(
    ("place", "tokens"),
    [
        ((1, -3), ["machete_1", "machete_2"]),
        ((7, -6), ["paddle_1"]),
        ((16, 1), ["coin_1"]),
        ((13, 5), ["machete_2"]),
    ],
)
def test_given_the_second_pawn_before_one_kind_of_space_then_just_the_tokens_for_it_are_offered(
    place: tuple[int, int], tokens: list[str]
) -> None:
    held = ["machete_1", "machete_2", "paddle_1", "coin_1"]
    state = at(["arrived", place], players=2, tokens=held, market=NO_MARKET)
    assert legal(state) == [*(play_token(token, pawn=1) for token in tokens), END]


def test_given_a_second_pawn_with_power_left_beside_a_cave_then_it_may_stop_and_the_list_has_no_gaps() -> None:
    state = at([(-3, 3), (0, 0)], ["scout"], players=2, caves={(0, 2): ["draw_1"]})
    do(state, play("scout", "machete", 1), step(0, 1))
    assert STOP in legal(state)
    assert state.legal_actions() == sorted(set(state.legal_actions()))
