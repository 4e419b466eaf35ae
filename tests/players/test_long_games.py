"""Games that would never end: a pawn locked in by somebody who gives nothing up by keeping it there."""

import pytest

from expedition.core.registry import make
from expedition.players import make_bot
from expedition.players.network import Network
from expedition.players.network_bot import LONG


@pytest.mark.parametrize(("rounds", "seen"), [(LONG, True), (LONG + 1, False)])
def test_in_a_long_game_nobody_looks_at_the_others(monkeypatch: pytest.MonkeyPatch, rounds: int, seen: bool):
    """Given a long game, when Veteran chooses, then where the others are plays no part: it goes its own way."""
    rows, outputs = [], Network.outputs
    monkeypatch.setattr(Network, "outputs", lambda self, given: rows.append(given.copy()) or outputs(self, given))
    veteran, state = make_bot("eldorado", "veteran", seed=1), make("eldorado", players=2).new(3)
    for steps in (0, 9):
        if steps:  # the other's pawn is somewhere else
            other = 2 * (1 - state.actor)
            state.s.at[other] = next(c for c, left in enumerate(state.game.tables().steps_left) if left == steps)
        state.s.round_no = rounds
        veteran.choose_state(state, state.actor)
    own = slice(0, state.game.rivals.start)
    assert (rows[0][:, own] == rows[1][:, own]).all()
    assert (rows[0][:, state.game.rivals] != rows[1][:, state.game.rivals]).any() == seen


def test_legend_stops_searching_in_a_long_game(monkeypatch: pytest.MonkeyPatch):
    """Given a game in its last rounds, then Legend plays on without a search, which would see nothing to gain."""
    legend = make_bot("eldorado", "legend", seed=1)
    state = make("eldorado", players=2).new(3)
    state.s.round_no = LONG + 1
    monkeypatch.setattr("expedition.players.legend.TurnSearch", None)
    assert legend.choose_state(state, state.actor) in state.legal_actions()
