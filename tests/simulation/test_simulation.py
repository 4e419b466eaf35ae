"""Simulated servers under faults: nothing acknowledged is lost, all agree, no secret is seen, every game ends.

A failing seed is reproduced by `simulate(seed)`; seeds that once found something are kept in FOUND.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from tests.simulation.run import SHORT, World, simulate

from expedition.core.errors import IllegalAction
from expedition.server.models import LogUnit
from expedition.server.rooms import play
from expedition.server.rooms.writer import LogWriter
from expedition.server.store.database import OUTAGES

FOUND: list[int] = []


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Thousands of faults are meant; their log lines help nobody."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def story(world: World) -> Any:
    return [(client.code, client.acknowledged) for client in world.clients], world.kills, world.checker.tables_seen


def test_given_a_calm_world_then_games_are_played_to_their_end() -> None:
    world = simulate(1, level=0.0)
    assert world.kills == 0
    assert sum(len(client.acknowledged) for client in world.clients) > 50
    assert world.checker.tables_seen > 100


def test_given_the_same_seed_then_the_run_is_the_same() -> None:
    assert story(simulate(5)) == story(simulate(5))
    assert story(simulate(5)) != story(simulate(6))


@pytest.mark.parametrize("seed", [*FOUND, 1, 2, 3])
def test_given_faults_then_every_promise_is_kept(seed: int) -> None:
    assert simulate(seed).kills > 0


PARTS = [
    first if first == 10_000 else pytest.param(first, marks=pytest.mark.slow) for first in range(10_000, 12_000, 100)
]


@pytest.mark.parametrize("first", PARTS)
def test_given_two_thousand_short_worlds_with_faults_then_every_promise_is_kept(first: int) -> None:
    """A thirtieth of a second each; the parts run beside each other, the first of them in the fast loop too."""
    kills = [simulate(seed, level=0.5 + seed % 4, size=SHORT).kills for seed in range(first, first + 100)]
    assert sum(kills) > 100


@pytest.mark.parametrize("first", [100, 250])
def test_given_some_long_worlds_with_faults_then_every_promise_is_kept(first: int) -> None:
    for seed in range(first, first + 3):
        simulate(seed, level=0.5 + seed % 4)


@pytest.mark.soak
def test_given_thousands_of_worlds_with_faults_then_every_promise_is_kept() -> None:
    for seed in range(1000, 6000):
        simulate(seed, level=0.5 + seed % 4)


@pytest.mark.soak
def test_given_tens_of_thousands_of_short_worlds_with_faults_then_every_promise_is_kept() -> None:
    for seed in range(20_000, 60_000):
        simulate(seed, level=0.5 + seed % 4, size=SHORT)


def _found_within(seeds: range) -> bool:
    for seed in seeds:
        try:
            simulate(seed)
        except (AssertionError, TimeoutError, IllegalAction):  # a log with a hole cannot be played again
            return True
    return False


def test_given_a_server_that_acknowledges_what_it_could_not_store_then_the_checker_notices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = LogWriter.append

    async def hasty(self: LogWriter, unit: LogUnit) -> None:
        try:
            await honest(self, unit)
        except OUTAGES:
            return

    monkeypatch.setattr(LogWriter, "append", hasty)
    assert _found_within(range(1, 6))


def test_given_a_server_that_shows_every_seat_the_first_hand_then_the_checker_notices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from expedition.server.rooms import broadcast

    honest = broadcast.table_view

    def careless(session: Any, table: Any, *rest: Any) -> Any:
        shown = honest(session, table, *rest)
        shown["view"] = {**shown["view"], "seats": table.state.view(0)["seats"]}
        return shown

    monkeypatch.setattr(broadcast, "table_view", careless)
    assert _found_within(range(1, 3))


def test_given_a_server_that_never_finishes_games_then_the_checker_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lazy(self: play.Play, session: Any, table: Any) -> None:
        return

    monkeypatch.setattr(play.Play, "finish", lazy)
    assert _found_within(range(1, 2))
