"""Legend's search: the same in plain Python and on compiled rules, and plain wherever nothing is compiled yet."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import expedition
from expedition.players import make_bot, many, turn_search
from expedition.players.bot import Budget
from expedition.players.legend import AGAIN, LegendBot
from expedition.players.network import load
from expedition.players.turn_search import FEW, Care, Race, TurnSearch

SETUPS = [
    pytest.param("eldorado", {"players": 3, "caves": True}, id="eldorado-3"),
    pytest.param("silvergold", {"players": 2}, id="silvergold-2"),
]


def positions(name: str, options: dict[str, Any]) -> tuple[Any, list[Any], np.ndarray]:
    state = expedition.make(name, **options).new(seed=5)
    some, seats = [], []
    for ply in range(41):
        if ply % 20 == 0:
            some.append(state.s.copy())
            seats.append(state.actor)
        state.apply(load(name).evaluate(state).best)
    return state.game, some, np.array(seats)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_given_positions_when_searched_plainly_or_compiled_then_turns_and_worths_are_the_same(name, options):
    game, some, seats = positions(name, options)
    care = Care(again=1, proposals=4, finalists=3, least=1e-12)
    found = []
    for kind in (many.PlainMany, many.CompiledMany):
        table = kind(game)
        table.together = 8
        search, roots = TurnSearch(load(name), table, care), table.of(some)
        turns = search.proposals(roots, seats, 7)
        items = [(q, deal, 0) for q in range(len(some)) for deal in range(2)]
        worths = search.worths(roots, seats, items, [turns[q][0] for q, _, _ in items], 7)
        found.append((turns, worths, search.best(roots, seats, 7, Budget(playouts=8))))
    assert found[0][0] == found[1][0]
    assert any(len(turns) > 1 for turns in found[0][0])
    assert found[0][1] == pytest.approx(found[1][1], abs=1e-4)
    assert found[0][2] == found[1][2]


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_given_two_looks_then_a_turn_is_worth_what_each_of_them_says_for_its_share(name, options):
    """The look one turn later is the same whether the re-deal is played on after it or not."""
    game, some, seats = positions(name, options)
    table = many.PlainMany(game)
    roots, items = table.of(some), [(q, deal, 0) for q in range(len(some)) for deal in range(2)]
    judged = {}
    for again, soon in ((1, 0.0), (2, 0.0), (2, 0.25)):
        search = TurnSearch(load(name), table, Care(again=again, soon=soon))
        turns = search.proposals(roots, seats, 7)
        judged[again, soon] = search.worths(roots, seats, items, [turns[q][0] for q, _, _ in items], 7)
    assert judged[1, 0.0] != pytest.approx(judged[2, 0.0], abs=1e-3)
    assert judged[2, 0.25] == pytest.approx(0.25 * judged[1, 0.0] + 0.75 * judged[2, 0.0], abs=1e-4)


def test_given_nothing_compiled_when_legend_thinks_then_it_does_so_in_plain_python(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EXPEDITION_CACHE", str(tmp_path))
    monkeypatch.setattr(many, "_compiled", set())
    assert isinstance(many.many_of(expedition.make("eldorado")), many.PlainMany)
    assert list(tmp_path.iterdir()) == []


def test_given_turns_on_the_same_deals_then_only_what_is_clearly_better_is_preferred() -> None:
    own, better = [1], [2]
    for lead, chosen in ((0.05, better), (0.01, own), (-0.1, own)):
        race = Race([own, better], Care(edge=0.02, doubt=1.0), playouts=16, together=4)
        deals = 0
        while some := race.next(0.0):
            for deal in some:
                luck = 0.1 * (deal % 3)
                race.seen[0].append(0.4 + luck)
                race.seen[1].append(0.4 + luck + lead)
            deals += len(some)
        assert deals == 8
        assert race.best() == chosen


def test_given_a_turn_in_which_something_comes_to_light_then_it_is_thought_about_again_a_quarter_as_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four further thoughts and the first one stay within a second; other games that the same bot plays meanwhile
    change nothing, and who says how long gets that."""
    budgets: list[Budget] = []

    def best(self: Any, roots: Any, seats: Any, seed: int, budget: Budget) -> list[list[int]]:
        budgets.append(budget)
        return [[legal[0]]]

    monkeypatch.setattr(TurnSearch, "best", best)
    state = expedition.make("eldorado", players=2).new(seed=4)
    game, s, seat = state.game, state.s.copy(), state.actor
    later = s.copy()
    later.n_played = 1  # in the middle of a turn
    bot = make_bot("eldorado", "legend", seed=1)
    assert isinstance(bot, LegendBot)
    first = bot.budget
    for position, asked in ((s, first), (s, first), (later, first), (s, first), (s, Budget(playouts=7))):
        bot.turns.clear()  # as if it had not been thought about
        legal = game.legal(position, seat)
        bot.think(game, position, seat, asked)
    assert first.seconds is not None
    assert first.playouts is not None
    assert [b.playouts for b in budgets] == [first.playouts, first.playouts, first.playouts // 4, first.playouts, 7]
    assert [b.seconds for b in budgets[:4]] == [first.seconds, first.seconds, first.seconds / 4, first.seconds]
    assert first.seconds * (1 + 4 * AGAIN) <= 1


def test_given_no_time_then_the_networks_own_turn_stands() -> None:
    race = Race([[1], [2]], Care(), playouts=16, together=4)
    assert not race.next(2.0)
    assert race.best() == [1]


@pytest.mark.parametrize(("budget", "ticks"), [(Budget(), 0), (Budget(playouts=64), 0), (Budget(seconds=1.0), 400)])
def test_given_a_clock_when_nothing_else_limits_a_search_then_it_goes_on_until_the_time_is_up(
    monkeypatch: pytest.MonkeyPatch, budget: Budget, ticks: int
) -> None:
    """Every look at the clock is a four hundredth of the time; what a turn is worth is not asked of the network."""
    game, some, seats = positions("silvergold", {"players": 2})
    table, looked, now = many.PlainMany(game), [], iter(range(10_000))
    search = TurnSearch(load("silvergold"), table, Care(least=0.0, proposals=4, finalists=4))
    monkeypatch.setattr(turn_search, "time", SimpleNamespace(perf_counter=lambda: next(now) / 400))
    monkeypatch.setattr(search, "worths", lambda *asked: looked.append(len(asked[2])) or np.zeros(len(asked[2])))
    search.best(table.of(some[:1]), seats[:1], 7, budget)
    if ticks:
        assert ticks - 5 <= len(looked) <= ticks
    else:
        assert 0 < sum(looked) <= (budget.playouts or FEW) + 2 * table.together
