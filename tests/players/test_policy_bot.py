"""A network of one's own sits down: it sees observations of its seat, and only its legal numbers count."""

from __future__ import annotations

import numpy as np
import pytest

import expedition
from expedition.players.policy_bot import PolicyBot

GAMES = [expedition.make("eldorado", players=2, caves=True), expedition.make("silvergold", players=3)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_observation_does_not_change_when_hidden_cards_are_dealt_anew(game: expedition.Game) -> None:
    state = game.new(seed=4)
    for _ in range(9):
        state.apply(state.legal_actions()[-1])
    for seat in range(game.players):
        row = state.observation(seat)
        assert row.dtype == np.int8
        assert row.shape == (sum(length for _, length, _ in game.observation_fields),)
        assert (game.redeal(state, seat, 99).observation(seat) == row).all()
        if seat in state.actors:
            assert (game.determinize(state.information(seat)).observation(seat) == row).all()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_highest_legal_number_is_played(game: expedition.Game) -> None:
    seen = []

    def likes_high_numbers(row: np.ndarray, mask: np.ndarray) -> np.ndarray:
        seen.append((row, mask))
        return np.arange(game.num_actions)

    state = game.new(seed=4)
    bot = PolicyBot(likes_high_numbers)
    for _ in range(12):
        seat, legal = state.actor, state.legal_actions()
        choice = bot.choose(state.information(seat), legal)
        assert choice == legal[-1]
        row, mask = seen[-1]
        assert (row == state.observation(seat)).all()
        assert np.flatnonzero(mask).tolist() == legal
        state.apply(choice)


def test_a_temperature_draws_by_softmax_and_repeats() -> None:
    state = GAMES[1].new(seed=4)
    legal = state.legal_actions()

    def drawn(seed: int) -> list[int]:
        bot = PolicyBot(lambda row, mask: np.zeros(mask.size), temperature=1.0, seed=seed)
        return [bot.choose(state.information(state.actor), legal) for _ in range(40)]

    assert drawn(1) == drawn(1)
    assert len(set(drawn(1))) > 1
    assert set(drawn(1)) <= set(legal)


def test_a_policy_of_another_size_is_refused() -> None:
    state = GAMES[1].new(seed=4)
    with pytest.raises(ValueError, match=f"gives {GAMES[1].num_actions} numbers"):
        PolicyBot(lambda row, mask: [1, 2]).choose(state.information(state.actor), state.legal_actions())
