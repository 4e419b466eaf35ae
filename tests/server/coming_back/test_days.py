"""The seed of the day: the same for everybody, unlike any other day's, kept by its commitment."""

from __future__ import annotations

import hashlib
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from expedition.core import feats
from expedition.core.registry import make
from expedition.core.words import languages
from expedition.eldorado.feats import UNCHARTED
from expedition.server.daily import days
from expedition.workshop import check

secrets = st.text(min_size=16, max_size=64)
dates = st.dates(date(2026, 1, 1), date(2099, 12, 31))
names = st.sampled_from(feats.challenges())


@given(secrets, names, dates)
def test_a_day_has_one_deal_and_keeps_its_commitment(secret: str, game: str, day: date) -> None:
    seed = days.seed_of(secret, game, day)
    assert 0 <= seed < 2**128
    assert seed == days.seed_of(secret, game, day)
    assert days.commitment_of(secret, game, day) == hashlib.sha256(f"{seed:032x}".encode()).hexdigest()
    setup = days.setup_of(secret, game, day)
    assert make(game, **setup).new(seed).seed == seed


@given(st.lists(st.tuples(secrets, names, dates), min_size=2, max_size=30, unique=True))
def test_no_two_days_games_or_houses_share_a_seed(keys: list[tuple[str, str, date]]) -> None:
    assert len({days.seed_of(*key) for key in keys}) == len(keys)


@given(dates, st.integers(0, days.DAY - 1))
def test_a_moment_belongs_to_the_day_it_is_in(day: date, within: int) -> None:
    assert days.day_of(days.begins(day) + within) == day
    assert days.day_of(days.ends(day)) == days.after(day)
    assert days.before(days.after(day)) == day


def test_every_route_and_every_number_of_players_has_its_days() -> None:
    year = [date.fromordinal(date(2026, 1, 1).toordinal() + n) for n in range(365)]
    setups = [days.setup_of("a house", "eldorado", day) for day in year]
    official = {(s["route"], s["caves"]) for s in setups if isinstance(s["route"], str)}
    assert len(official) == 14
    uncharted = {s["route"]["id"] for s in setups if not isinstance(s["route"], str)}
    assert len(uncharted) == 28
    assert {days.setup_of("a house", "silvergold", day)["players"] for day in year} == {2, 3}


def test_uncharted_routes_can_be_played_and_are_all_different() -> None:
    laid = [make("eldorado", players=3, route=route).board for route in UNCHARTED]
    assert len({frozenset(cell.place for cell in board.cells) for board in laid}) == len(UNCHARTED)
    for route in UNCHARTED:
        assert check(route).ok
        assert set(route["names"]) == set(languages())
