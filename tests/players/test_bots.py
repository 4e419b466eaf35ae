"""Every bot answers with a legal action, sees only what its seat may see, and can be asked by anyone."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import expedition
from expedition.core.game import State
from expedition.players import Budget, determinize, levels, make_bot, names
from expedition.players.bot import budget_of

pytestmark = pytest.mark.compiled

FEW = Budget(playouts=12)
GAMES = ["eldorado", "silvergold"]
LEVELS = ["rookie", "guide", "veteran", "legend"]
SETUPS: dict[str, list[dict[str, Any]]] = {
    "eldorado": [{"players": 2, "route": "first"}, {"players": 3, "route": "swamplands", "caves": True}],
    "silvergold": [{"players": 2}, {"players": 3}],
}


def halfway(game: str, setup: dict[str, Any], plies: int) -> State[Any]:
    """A game some actions old, played by planners."""
    state = expedition.make(game, **setup).new(seed=7)
    bot = make_bot(game, "planner")
    for _ in range(plies):
        state.apply(bot.choose_state(state, state.actor), state.actor)
    return state


@pytest.mark.parametrize("game", GAMES)
def test_given_a_game_when_bots_are_listed_then_baselines_and_levels_are_there(game: str) -> None:
    assert names(game) == ["random", "greedy", "planner", "network", *LEVELS]
    assert [level.id for level in levels(game)] == LEVELS
    assert all(level.about.endswith(".") for level in levels(game))


def test_given_an_unknown_name_when_a_bot_is_asked_for_then_the_sentence_lists_those_there_are() -> None:
    with pytest.raises(expedition.SetupError, match="no bot 'grandmaster' for eldorado; there are random, greedy"):
        make_bot("eldorado", "grandmaster")
    with pytest.raises(expedition.SetupError, match="no game 'chess'"):
        make_bot("chess", "greedy")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("plies", [0, 9, 40])
def test_given_any_point_of_a_game_when_a_bot_is_asked_with_information_then_it_answers_legally(
    game: str, plies: int
) -> None:
    for setup in SETUPS[game]:
        state = halfway(game, setup, plies)
        for name in names(game):
            legal = state.legal_actions()
            choice = make_bot(game, name).choose(state.information(state.actor), legal, FEW)
            assert choice in legal, name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["greedy", "planner", "guide", "legend"])
@pytest.mark.parametrize(
    "plies", [0, pytest.param(12, marks=pytest.mark.slow), pytest.param(31, marks=pytest.mark.slow)]
)
def test_given_the_same_knowledge_when_hidden_cards_differ_then_the_choice_is_the_same(
    game: str, name: str, plies: int
) -> None:
    for setup in SETUPS[game]:
        state = halfway(game, setup, plies)
        seat = state.actor
        chosen = make_bot(game, name, seed=3).choose_state(state, seat, FEW)
        for seed in range(5):
            other = state.game.redeal(state, seat, seed)
            assert make_bot(game, name, seed=3).choose_state(other, seat, FEW) == chosen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("plies", [0, 25])
def test_given_an_information_when_it_is_made_a_state_then_the_seat_sees_the_same(game: str, plies: int) -> None:
    for setup in SETUPS[game]:
        state = halfway(game, setup, plies)
        seat = state.actor
        known = state.information(seat)
        again = determinize(state.game, known).information(seat)
        told = ("ply", "floor", "events")  # a restored position has no history
        assert {k: v for k, v in again.items() if k not in told} == {k: v for k, v in known.items() if k not in told}
        assert determinize(state.game, known).legal_actions(seat) == state.legal_actions(seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["planner", "rookie", "legend"])
def test_given_a_pickled_bot_when_it_is_asked_then_it_chooses_as_before(game: str, name: str) -> None:
    state = halfway(game, SETUPS[game][0], 10)
    bot = make_bot(game, name, seed=5)
    again = pickle.loads(pickle.dumps(bot))
    assert again.choose_state(state, state.actor, FEW) == bot.choose_state(state, state.actor, FEW)


def test_given_a_plan_when_its_next_action_is_asked_for_then_the_bot_does_not_think_again() -> None:
    game = expedition.make("eldorado", players=3)
    nothing_to_buy = {**game.new(seed=2).snapshot(), "market": {"board": [], "above": []}}
    state = game.restore(nothing_to_buy)
    bot = make_bot("eldorado", "planner")
    first = bot.choose_state(state, 0, FEW)
    assert state.to_dict(first)["do"] == "play"  # its step follows
    thought: list[int] = []
    bot.planning.plan = lambda *given: thought.append(1)  # type: ignore[attr-defined]
    state.apply(first)
    assert bot.choose_state(state, 0, FEW) in state.legal_actions()
    assert thought == []


@pytest.mark.parametrize("given", [None, 0.2, Budget(seconds=0.2), Budget(playouts=7), Budget(0.2, 7)])
def test_given_a_budget_then_a_bot_thinks_until_the_first_of_its_limits_is_reached(given: Any) -> None:
    own = Budget(0.45, 256)
    found = budget_of(given, own)
    if given is None:
        assert found == own
    elif isinstance(given, Budget):
        assert found == given
    else:  # at most so many seconds of what it would do anyway
        assert found == Budget(0.2, 256)
