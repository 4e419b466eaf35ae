"""What is played while learning."""

from collections import Counter

import pytest

import expedition
from expedition.core.errors import SetupError
from expedition.core.registry import game_class
from expedition.learning.setups import boards_of, parts_of, setups_on


def test_every_set_up_of_a_game_takes_part():
    parts = parts_of("eldorado", 4200)
    assert sum(part.count for part in parts) == 4200
    assert len(parts) == len(game_class("eldorado").variants()) == 42
    fresh = expedition.make("eldorado", route="serpentine").tables().array(5)
    mixed = parts_of("eldorado", 4200, fresh)
    assert sum(part.count for part in mixed) == 4200
    assert 0.3 < sum(part.count for part in mixed if part.boards is not None) / 4200 < 0.4


def test_games_are_shared_out_as_asked():
    count = Counter()
    for part in parts_of("eldorado", 4200, shares=(1, 2, 4)):
        count[part.game.players] += part.count
    assert count == {2: 600, 3: 1200, 4: 2400}
    fresh = expedition.make("eldorado", route="serpentine").tables().array(5)
    laid = parts_of("eldorado", 4200, fresh, fresh_share=0.6)
    assert sum(part.count for part in laid if part.boards is not None) == 2520
    with pytest.raises(SetupError, match="3 shares, not 2"):
        parts_of("eldorado", 4200, shares=(1, 2))


def test_given_boards_then_there_is_a_set_up_for_every_player_count_on_each():
    route = expedition.make("eldorado").board.route()
    made = setups_on("eldorado", [route, "serpentine"])
    assert [(one["players"], one["route"]) for one in made[:2]] == [(2, route), (2, "serpentine")]
    assert {one["players"] for one in made} == {2, 3, 4}
    assert all(expedition.make("eldorado", **one).setup["max_rounds"] == 60 for one in made)


@pytest.mark.parametrize("asked", [setups_on, boards_of])
def test_given_a_game_without_boards_then_it_says_so(asked):
    with pytest.raises(SetupError, match="silvergold has no boards to vary"):
        asked("silvergold", ["first"])
