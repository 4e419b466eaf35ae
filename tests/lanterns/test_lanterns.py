"""The proof that a game is a folder and a registration: Lanterns, known to no line of the program, does everything."""

from __future__ import annotations

import pytest
from tests.lanterns.game import Lanterns

from expedition.core.registry import make, register
from expedition.core.testing import CHECKS, Check, check_targets

register("lanterns", "tests.lanterns.game:Lanterns")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_given_the_rules_of_every_game_then_lanterns_keeps_to_them(check: Check, players: int) -> None:
    game = make("lanterns", players=players)
    assert isinstance(game, Lanterns)
    check(game, players)


@pytest.mark.compiled
def test_given_games_interpreted_and_compiled_then_they_are_the_same() -> None:
    assert check_targets(make("lanterns", players=3), range(40)) > 40 * 18 - 1
