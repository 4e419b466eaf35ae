"""What holds in every position of every game, checked over random play on all routes, counts and variants."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

import expedition
from expedition.core.game import State
from expedition.eldorado.components import blockades, cards, route_ids, tokens

VARIANTS = list(product(route_ids(), (2, 3, 4), (False, True)))
BOX = Counter({card.id: card.copies for card in cards()})
TOKENS = Counter({token.id: token.count for token in tokens()})


def cards_in(position: dict[str, Any], players: int) -> Counter[str]:
    found: Counter[str] = Counter(position["removed"])
    for seat in position["seats"]:
        found.update(seat["hand"] + seat["draw"] + seat["discard"] + seat["played"])
    for pile in position["market"]["board"] + position["market"]["above"]:
        if pile:
            found[pile["card"]] += pile["count"]
    return found


def box_of(players: int) -> Counter[str]:
    """Everything but the starting decks of absent players."""
    absent = Counter({card.id: card.per_player * (4 - players) for card in cards()})
    return BOX - absent


def check_conservation(state: State[Any], players: int, caves: bool) -> None:
    position = state.snapshot()
    assert cards_in(position, players) == box_of(players)
    numbers = [b["number"] for b in position["blockades"]] + [n for s in position["seats"] for n in s["blockades"]]
    assert len(numbers) == len(set(numbers)) == len(state.game.board.seams)  # type: ignore[attr-defined]
    found: Counter[str] = Counter(position["spent"])
    for seat in position["seats"]:
        found.update(seat["tokens"])
    for cave in position["caves"]:
        found.update(cave["pile"])
    assert found <= TOKENS
    expected = 4 * len(state.game.board.caves) if caves else 0  # type: ignore[attr-defined]
    assert found.total() == expected


def check_pawns(state: State[Any], passed: bool) -> None:
    """Never two pawns on one space unless a pass token was played at some time, never on a closed space."""
    board = state.game.board  # type: ignore[attr-defined]
    places = [tuple(p["at"]) for s in state.snapshot()["seats"] for p in s["pawns"] if p["at"] != "arrived"]
    assert passed or len(places) == len(set(places))
    for place in places:
        hexagon = board.cells[board.index[place]]
        assert hexagon.passable
        assert not hexagon.finish


@pytest.mark.parametrize(("route", "players", "caves"), VARIANTS)
def test_cards_tokens_and_blockades_are_conserved_and_pawns_stand_alone(route: str, players: int, caves: bool) -> None:
    game = expedition.make("eldorado", route=route, players=players, caves=caves, max_rounds=60)
    state, dice = game.new(seed=players), random.Random(7)
    while not state.is_over:
        state.apply(dice.choice(state.legal_actions()))
        if state.ply % 7 == 0:
            check_conservation(state, players, caves)
            check_pawns(state, "pass_occupied" in state.snapshot()["spent"])
    check_conservation(state, players, caves)


@examples(60)
@given(st.integers(0, 2**128 - 1), st.sampled_from(VARIANTS), st.integers(0, 500), st.randoms(use_true_random=False))
def test_every_reachable_position_survives_a_snapshot_and_leaves_something_to_do(
    seed: int, variant: tuple[str, int, bool], plies: int, dice: random.Random
) -> None:
    route, players, caves = variant
    game = expedition.make("eldorado", route=route, players=players, caves=caves, max_rounds=40)
    state = game.new(seed)
    for _ in range(plies):
        if state.is_over:
            break
        state.apply(dice.choice(state.legal_actions()))
    copy = game.restore(state.snapshot())
    assert copy.snapshot() == state.snapshot()
    assert copy.legal_actions() == state.legal_actions()
    assert bool(state.legal_actions()) != state.is_over
    while not state.is_over and state.ply < plies + 40:
        action = dice.choice(state.legal_actions())
        state.apply(action)
        copy.apply(action)
    assert copy.snapshot() == state.snapshot()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_apply_accepts_exactly_the_legal_set_over_the_whole_action_space(players: int) -> None:
    game = expedition.make("eldorado", route="swamplands", players=players, caves=True, max_rounds=30)
    state, dice = game.new(seed=5), random.Random(players)
    while not state.is_over:
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert legal
        if state.ply % 25 == 0:
            before = state.snapshot()
            for action in range(-1, game.num_actions):
                trial = state.copy()
                if action in legal:
                    trial.apply(action)
                    assert state.from_dict(state.to_dict(action)) == action
                else:
                    with pytest.raises(expedition.IllegalAction):
                        trial.apply(action)
                    assert trial.snapshot() == before
            assert state.snapshot() == before
        state.apply(dice.choice(legal))


def test_one_player_buying_every_turn_of_a_very_long_game_never_overflows_a_pile() -> None:
    """Seat 0 buys whatever it can each turn until the market is empty; its piles hold the whole market."""
    game = expedition.make("eldorado", players=2, route="first", max_rounds=2000)
    state = game.new(seed=11)
    while not state.is_over and sum(p["count"] for p in all_piles(state)) > 0:
        if state.actor == 0:
            buy_or_end(state)
        else:
            end_turn(state)
    assert state.game.rounds(state.s) < 2000, "the market was never emptied"
    for _ in range(30):
        end_turn(state)
    check_conservation(state, 2, caves=False)
    seat = state.snapshot()["seats"][0]
    owned = len(seat["hand"] + seat["draw"] + seat["discard"] + seat["played"])
    assert owned == 8 + 54
    packed = state.s.array(1)
    assert type(state.s).load(packed[0]) == state.s


def all_piles(state: State[Any]) -> list[dict[str, Any]]:
    market = state.snapshot()["market"]
    return [pile for pile in market["board"] + market["above"] if pile]


def buy_or_end(state: State[Any]) -> None:
    """Pay half coins with everything but items, so that nothing leaves the deck."""
    kept = {"treasure_chest", "prop_plane"}
    for gesture in state.gestures():
        if gesture["kind"] != "buy":
            continue
        for way in [gesture, *gesture["alternatives"]]:
            if not kept & {bill.get("card") for bill in way["payment"]}:
                for said in way["actions"]:
                    state.apply(state.from_dict(said))
                end_turn(state)
                return
    end_turn(state)


def end_turn(state: State[Any]) -> None:
    """End and discard everything, so that the deck keeps turning."""
    seat = state.actor
    state.apply(state.from_dict({"do": "end"}))
    while state.actor == seat and state.snapshot()["turn"]["phase"] == "discard":
        state.apply(next(a for a in state.legal_actions() if state.to_dict(a)["do"] == "discard"))


def test_there_are_six_blockades_in_the_box() -> None:
    assert sorted(b.number for b in blockades()) == [1, 2, 3, 4, 5, 6]
