"""What is worked out once for several askers is what each would have been told alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import expedition
from expedition.core.state import State
from expedition.eldorado import gestures as eldorado_gestures
from expedition.eldorado.game import ElDorado
from expedition.eldorado.numbering import A_STOP, ACTIONS
from expedition.eldorado.rules.acting import apply
from expedition.eldorado.rules.choices import legal, steps
from expedition.silvergold import gestures as silvergold_gestures
from expedition.silvergold.game import SilverGold

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("eldorado", {"players": 2, "route": "first", "caves": True}),
    ("eldorado", {"players": 4, "route": "swamplands", "caves": True}),
    ("silvergold", {"players": 2}),
    ("silvergold", {"players": 4}),
]


def played(game: str, setup: dict[str, Any], seed: int, actions: int = 120) -> Iterator[State[Any]]:
    """The states of a game at random, by the seats that may act in any order."""
    dice = random.Random(seed)
    state = expedition.make(game, **setup).new(seed)
    for _ in range(actions):
        yield state
        if state.is_over:
            return
        seat = dice.choice(state.actors)
        state.apply(dice.choice(state.legal_actions(seat)), seat)


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_views_of_several_seats_are_the_views_of_each(game: str, setup: dict[str, Any]) -> None:
    watchers = [None, *range(setup["players"])]
    for state in played(game, setup, 3):
        assert state.views(watchers) == {seat: state.view(seat) for seat in watchers}


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_a_fork_knows_what_is_legal_and_goes_its_own_way(game: str, setup: dict[str, Any]) -> None:
    for state in played(game, setup, 4):
        for seat in range(setup["players"]):
            told = state.legal_dicts(seat)
            assert told == [state.to_dict(action, seat) for action in state.legal_actions(seat)]
        fork = state.fork()
        for seat in state.actors:
            assert fork.legal_actions(seat) == state.copy().legal_actions(seat)
        if not state.is_over:
            before = state.snapshot()
            seat = state.actors[0]
            fork.apply(fork.legal_actions(seat)[-1], seat)
            assert fork.legal_actions() == fork.copy().legal_actions()
            assert state.snapshot() == before
            assert state.legal_actions(seat) == state.copy().legal_actions(seat)


def test_marks_tried_together_bring_what_each_brings_alone() -> None:
    marks = 0
    for seed in range(6):
        for state in played("silvergold", {"players": 2}, seed):
            game, s = state.game, state.s
            assert isinstance(game, SilverGold)
            for seat in state.actors:
                actions = state.legal_actions(seat)
                alone = [silvergold_gestures.gestures(s, game.b, seat, [action])[0] for action in actions]
                assert silvergold_gestures.gestures(s, game.b, seat, actions) == alone
                marks += len(actions)
    assert marks > 3000


def test_what_pays_is_worth_the_same_in_every_position() -> None:
    paid = 0
    for seed in range(4):
        for state in played("eldorado", SETUPS[seed % 2][1], seed, 200):
            game = state.game
            assert isinstance(game, ElDorado)
            for action in (a for a in state.legal_actions() if state.to_dict(a)["do"] == "buy"):
                opened = state.s.copy()
                apply(opened, game.ground, opened.seat, action)
                for means in eldorado_gestures._means(opened, game.board, game.ground)[0]:
                    tried = (means.key,) if len(means.actions) == 1 else (eldorado_gestures.A_CHANGE, means.key)
                    assert means == eldorado_gestures._tried(opened, game.board, game.ground, tried)
                    paid += 1
    assert paid > 200


def test_the_steps_of_an_active_power_are_those_among_the_legal_actions() -> None:
    walked = 0
    buffer = [0] * ACTIONS
    for seed in range(4):
        for state in played("eldorado", SETUPS[seed % 2][1], seed, 300):
            s, ground = state.s, state.game.tables()
            offered = [a for a in buffer[: legal(s, ground, s.seat, buffer)] if a < A_STOP]
            if s.active and not state.is_over:
                assert buffer[: steps(s, ground, buffer, 0)] == offered
                walked += len(offered)
            else:
                assert not offered
    assert walked > 100
