"""Games on a route: counted the same wherever they are played, stopped when asked, and true to the grades."""

from __future__ import annotations

import pytest
from tests.workshop.routes import SHORT

from expedition.core.errors import SetupError
from expedition.eldorado.board import load_route
from expedition.workshop import Outcome, Trial, Wish, advice, check, generate, simulate
from expedition.workshop.tally import Tally, interval, summary

pytestmark = pytest.mark.compiled


def test_given_the_same_trial_then_the_counts_are_the_same_on_one_process_and_on_two() -> None:
    trial = Trial(SHORT, games=20, levels=("greedy",), players=(2, 3, 4), caves=(False, True))
    alone = simulate(trial, workers=1).to_json()
    assert alone == simulate(trial, workers=2).to_json()
    assert alone["done"] == 20
    assert [group["games"] for group in alone["groups"]] == [4, 4, 3, 3, 3, 3]
    assert alone != simulate(Trial(SHORT, 20, ("greedy",), (2, 3, 4), (False, True), seed=2), workers=1).to_json()


@pytest.mark.slow
def test_given_a_ray_cluster_then_the_counts_are_the_same() -> None:
    pytest.importorskip("ray")
    from expedition.core.cluster import LOCAL, connect

    trial = Trial(SHORT, games=16, levels=("greedy",))
    ray = connect(LOCAL, cpus=2)
    try:
        assert simulate(trial, ray=LOCAL).to_json() == simulate(trial, workers=1).to_json()
    finally:
        ray.shutdown()


def test_given_a_progress_function_then_it_sees_partial_results_and_may_stop_the_trial() -> None:
    seen: list[int] = []

    def watch(outcome: Outcome) -> bool:
        seen.append(outcome.done)
        return outcome.done < 16

    outcome = simulate(Trial(SHORT, games=80, levels=("greedy",)), workers=1, progress=watch)
    assert seen == [8, 16]
    assert outcome.to_json()["done"] == 16


def test_given_games_then_what_is_counted_hangs_together() -> None:
    figures = simulate(Trial("first", games=16), workers=1).to_json()
    group = figures["groups"][0]
    assert sum(seat["share"] for seat in group["seats"]) == pytest.approx(1, abs=0.001)
    assert all(seat["low"] <= seat["share"] <= seat["high"] for seat in group["seats"])
    assert sum(group["decks"].values()) == pytest.approx(1, abs=0.001)
    assert 10 < group["rounds"] < 25
    board = load_route("first")
    assert {board.cells[board.index[q, r]].passable for q, r, _ in figures["walked"]} == {True}
    assert max(count for *_, count in figures["walked"]) <= 16
    for q, r, x, y, _ in figures["steps"]:
        assert board.index[x, y] in board.neighbours[board.index[q, r]]


@pytest.mark.rule("ED-ROUTE-01")
@pytest.mark.parametrize(
    "route",
    [
        "first",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("hills_of_gold", "serpentine", "witchs_cauldron")),
    ],
)
def test_given_games_on_an_official_route_then_the_grade_is_its_own(route: str) -> None:
    outcome = simulate(Trial(route, games=48), workers=1)
    assert outcome.grade() == {"grade": load_route(route).difficulty, "by": "planner"}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "A trial has 1 to 1000000 games, not 0."),
        ({"players": (5,)}, "The Quest for El Dorado is for 2 to 4 players, not 5."),
        ({"levels": ("wizard",)}, "There is no bot 'wizard'"),
        ({"caves": ()}, "A trial needs"),
    ],
)
def test_given_a_trial_that_is_none_then_a_sentence_says_so(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        Trial(SHORT, **wrong)  # type: ignore[arg-type]


def test_given_tallies_then_adding_them_in_any_order_gives_the_same_figures() -> None:
    one, two = Tally(games=2, rounds=20, rounds_squared=202), Tally(games=1, rounds=14, rounds_squared=196)
    one.wins[0] = 24
    two.wins[1] = 12
    here, there = Tally(), Tally()
    for part in (one, two):
        here.add(part)
    for part in (two, one):
        there.add(part)
    assert summary(here, 2) == summary(there, 2)
    assert summary(here, 2)["rounds"] == 11.33
    assert summary(here, 2)["seats"][0]["share"] == 0.6667


def test_wilsons_interval_holds_the_share_and_narrows_with_games() -> None:
    low, high = interval(5, 10)
    assert (round(low, 3), round(high, 3)) == (0.237, 0.763)
    assert interval(500, 1000)[0] > low
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.slow
def test_given_a_seed_and_a_wish_then_the_offered_routes_are_valid_as_wished_and_the_same_again() -> None:
    wish = Wish(steps=(28, 34), grade="medium")
    offered = generate(4, wish)
    assert offered == generate(4, wish)
    assert len(offered) == 3
    for route in offered:
        assert check(route).ok
        assert 28 <= load_route(route).shortest_steps <= 34
        assert sum(not hint.fine for hint in advice(route)) <= 1
