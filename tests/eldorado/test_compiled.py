"""Interpreted and compiled rules play the same games, to the last bit of the record."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import expedition
from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.random_play import random_game
from expedition.core.jit import compiled, interpreted
from expedition.eldorado.components import route_ids
from expedition.eldorado.game import ElDorado

VARIANTS = list(product(route_ids(), (2, 3, 4), (False, True)))
ENDLESS = 1 << 40


def play_both_ways(game: ElDorado, seeds: range) -> None:
    rules = rules_of(game)
    fast, slow = compiled(random_game, **rules), interpreted(random_game, **rules)
    ground = game.tables().array(1)
    buffer = np.zeros(game.num_actions, np.int16)
    for seed in seeds:
        position = game.start(seed)
        record = position.array(1)
        dice = np.array([(seed * 2654435761 & 0xFFFFFFFF) | 1])
        steps = slow(position, game.tables(), [0] * game.num_actions, [int(dice[0])], ENDLESS)
        assert fast(record[0], ground[0], buffer, dice, ENDLESS) == steps, f"seed {seed}"
        assert record.tobytes() == position.array(1).tobytes(), f"seed {seed}"


@pytest.mark.compiled
@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 25), marks=pytest.mark.slow)], ids=["few", "more"])
@pytest.mark.parametrize(("route", "players", "caves"), VARIANTS)
def test_compiled_play_equals_interpreted_play(route: str, players: int, caves: bool, seeds: range) -> None:
    # nobody arrives by chance within 200 rounds, and after 50 hardly a card is left to buy: more would be more of it
    play_both_ways(expedition.make("eldorado", route=route, players=players, caves=caves, max_rounds=50), seeds)


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize(("route", "players", "caves"), VARIANTS)
def test_compiled_play_equals_interpreted_play_over_many_games(route: str, players: int, caves: bool) -> None:
    play_both_ways(expedition.make("eldorado", route=route, players=players, caves=caves, max_rounds=100), range(1000))
