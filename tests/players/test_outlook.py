"""The learned outlook: what it looks at and what it says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import expedition
from expedition.core.jit import compiled, interpreted
from expedition.eldorado.tables import CARD_NUMBER, FIRST_MARKET_CARD
from expedition.players.eldorado import outlook
from expedition.players.eldorado.bots import chart_board
from expedition.players.eldorado.weights import weights

pytestmark = pytest.mark.compiled


def described(state: Any, seat: int, run: Any) -> Any:
    b = state.game.tables().array()[0]
    desk, fresh = chart_board(b), chart_board(b)
    s, ground = (state.s.array()[0], b) if run is compiled else (state.s, state.game.tables())
    run(outlook.prepare)(s, ground, seat, desk, weights())
    x = np.zeros(outlook.INPUTS)
    run(outlook.describe)(s, ground, seat, desk, fresh, x, weights())
    return x


def test_given_a_new_game_when_described_then_deck_market_and_way_are_those_of_the_box() -> None:
    state = expedition.make("eldorado", players=4, route="first").new(seed=3)
    x = described(state, 1, compiled)
    deck = x[outlook.X_DECK : outlook.X_NEXT]
    assert [deck[CARD_NUMBER[c]] for c in ("explorer", "traveler", "sailor")] == [3, 4, 1]
    assert deck.sum() == 8
    assert x[outlook.X_NEXT : outlook.X_KEPT].sum() == 4
    on_sale = x[outlook.X_SALE : outlook.X_SIZE]
    assert on_sale.sum() == 6
    assert on_sale[CARD_NUMBER["scout"] - FIRST_MARKET_CARD] == 1
    assert x[outlook.X_TABLE + 2] == 1
    assert x[outlook.X_TABLE + 1] == 0
    rivals = x[outlook.X_RIVAL :]
    assert rivals.min() > 0
    assert list(rivals) == sorted(rivals)


def test_given_a_position_when_described_then_interpreted_and_compiled_say_the_same() -> None:
    for setup in ({"players": 2, "route": "first"}, {"players": 3, "route": "swamplands", "caves": True}):
        state = expedition.make("eldorado", **setup).new(seed=9)
        x = described(state, 0, compiled)
        assert np.allclose(x, described(state, 0, interpreted))
        net = np.random.default_rng(1).standard_normal(outlook.NUMBERS)
        hidden = np.zeros(outlook.FIRST + outlook.SECOND)
        said = compiled(outlook.turns_to_go)(x, net, hidden)
        assert said == pytest.approx(interpreted(outlook.turns_to_go)(x, net, hidden))
        assert said == pytest.approx(by_matrices(x, net))


def by_matrices(x: Any, net: Any) -> float:
    """The same network with NumPy."""
    i, f, s = outlook.INPUTS, outlook.FIRST, outlook.SECOND
    one, b1, two, b2, three, b3 = np.split(net, np.cumsum([i * f, f, f * s, s, s]))
    hidden = np.maximum(np.maximum(x @ one.reshape(i, f) + b1, 0) @ two.reshape(f, s) + b2, 0)
    return float(hidden @ three + b3[0])


def test_given_the_start_when_the_network_is_asked_then_it_expects_a_journey_of_usual_length() -> None:
    hidden = np.zeros(outlook.FIRST + outlook.SECOND)
    for players, net, least, most in ((3, 0, 9, 20), (2, 1, 14, 32)):
        state = expedition.make("eldorado", players=players, route="first").new(seed=1)
        turns = compiled(outlook.turns_to_go)(described(state, 0, compiled), outlook.networks()[net], hidden)
        assert least < turns < most
