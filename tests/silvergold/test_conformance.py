"""Silver & Gold keeps to what every game has to (expedition.core.testing)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import expedition
from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.random_play import random_game
from expedition.core.game import Json, State
from expedition.core.jit import compiled, interpreted
from expedition.core.testing import CHECKS, LONGEST, Check, check_gestures, check_targets, play_on


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_silver_and_gold_passes(check: Check, players: int) -> None:
    check(expedition.make("silvergold", players=players), players)


def promised(before: State[Any], after: State[Any], seat: int, gesture: Json) -> None:
    """A mark brings the coins, palms, extra fields and completed maps it says, and marks no other field."""
    old, new = before.snapshot()["seats"][seat], after.snapshot()["seats"][seat]
    if gesture["kind"] != "mark" or after.ply > before.ply:
        return  # the phase closed: its settling is not this gesture's doing
    brings, slot = gesture["brings"], gesture["map"]
    assert new["coins"] - old["coins"] == brings["coins"]
    assert new["palms"] == old["palms"] + brings["palms"]
    assert sorted(old["maps"][slot]["marked"] + gesture["cells"]) == new["maps"][slot]["marked"]
    assert new["maps"][1 - slot] == old["maps"][1 - slot]
    assert new["owed"]["extra"] == gesture["owed"]
    assert (new["owed"]["rows"] > old["owed"]["rows"]) == brings["row"]
    assert (new["owed"]["maps"] > old["owed"]["maps"]) == brings["completes"]


@pytest.mark.parametrize("seed", range(3))
def test_gestures_bring_what_they_promise(seed: int) -> None:
    check_gestures(expedition.make("silvergold", players=3), seed, promised)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_interpreted_and_compiled_games_are_the_same(players: int) -> None:
    assert check_targets(expedition.make("silvergold", players=players), range(100)) > 100 * 28 * players


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_short_deck_and_resignations_are_the_same_interpreted_and_compiled(players: int) -> None:
    """What random play seldom reaches: no maps left to take, and seats the engine acts for."""
    game = expedition.make("silvergold", players=players)
    rules = rules_of(game)
    resign, play = compiled(game.rule_apply), compiled(random_game, **rules)
    tables, acts = game.tables().array(), np.zeros(game.num_actions, np.int64)
    for seed in range(20):
        state = game.new(seed)
        play_on(state, random.Random(seed), 2 * players + 20)
        short = game.restore({**state.snapshot(), "deck": state.snapshot()["deck"][:seed]}).s
        record, dice, plain_dice = short.array(), np.array([seed + 1]), [seed + 1]
        if seed % 3 and not short.resigned[0]:
            game.rule_apply(short, game.tables(), 0, game.num_actions)
            resign(record[0], tables[0], 0, game.num_actions)
        interpreted(random_game, **rules)(short, game.tables(), [0] * game.num_actions, plain_dice, LONGEST)
        play(record[0], tables[0], acts, dice, LONGEST)
        assert game.position_type.load(record[0]) == short


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_interpreted_and_compiled_games_are_the_same_for_long(players: int) -> None:
    check_targets(expedition.make("silvergold", players=players), range(100, 1100))
