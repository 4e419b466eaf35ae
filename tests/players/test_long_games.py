"""Games that would never end: a pawn locked in by somebody who gives nothing up by keeping it there."""

import numpy as np
import pytest

from expedition.core.registry import make
from expedition.players import make_bot
from expedition.players.network import Judgement
from expedition.players.network_bot import LONG, NetworkBot

LIKED = Judgement([3, 5, 9], np.array([0.97, 0.0299, 0.0001], np.float32), [0.5, 0.5], [0.0, 0.0])


def choices(bot: NetworkBot, rounds: int) -> set[int]:
    made = set()
    for k in range(300):
        judged = Judgement(LIKED.actions, LIKED.policy + np.float32(k * 1e-7), LIKED.chances, LIKED.leads)
        made.add(bot.choice(judged, rounds))
    return made


def test_nobody_stands_still_for_ever():
    """Given a network sure of one action, then Veteran always takes it, and others too once the game is long; what it
    hardly thinks of it never does."""
    veteran = make_bot("eldorado", "veteran", seed=1)
    assert isinstance(veteran, NetworkBot)
    assert choices(veteran, LONG) == {3}
    assert choices(veteran, LONG + 1) == {3, 5}


def test_legend_stops_searching_in_a_long_game(monkeypatch: pytest.MonkeyPatch):
    """Given a game in its last rounds, then Legend plays on without a search, which would see nothing to gain."""
    legend = make_bot("eldorado", "legend", seed=1)
    state = make("eldorado", players=2).new(3)
    state.s.round_no = LONG + 1
    monkeypatch.setattr("expedition.players.legend.TurnSearch", None)
    assert legend.choose_state(state, state.actor) in state.legal_actions()
