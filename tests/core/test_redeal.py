"""A re-deal is one rule, interpreted and compiled."""

import random

import pytest

import expedition
from expedition.core.jit import compiled
from expedition.core.registry import games
from expedition.core.rng import seed_words


@pytest.mark.compiled
@pytest.mark.parametrize("name", games())
def test_given_any_position_when_redealt_by_either_target_then_it_is_the_same(name: str) -> None:
    game = expedition.make(name, players=3)
    state = game.new(seed=3)
    dice = random.Random(1)
    b = game.tables().array()[0]
    redeal = compiled(game.rule_redeal)
    for _ in range(60):
        seat = dice.choice(state.actors)
        state.apply(dice.choice(state.legal_actions(seat)), seat)
        looking, seed = dice.randrange(3), dice.randrange(1 << 128)
        record = state.s.array()
        redeal(record[0], b, looking, *seed_words(seed))
        assert game.position_type.load(record[0]) == game.redealt(state.s, looking, seed)
