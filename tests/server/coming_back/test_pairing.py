"""Pairings and standings, for any number of entrants and any results."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from expedition.server.tournaments.pairing import Round, meetings, swiss, timetable
from expedition.server.tournaments.standing import standing, table_points

sizes = st.integers(2, 4)


@st.composite
def played(draw: st.DrawFn) -> tuple[list[int], int, list[Round], dict[tuple[int, int], list[int]]]:
    """A Swiss tournament of some rounds with results from anywhere, ties among them."""
    size = draw(sizes)
    entrants = list(range(draw(st.integers(max(3, size), 32))))
    past: list[Round] = []
    results: dict[tuple[int, int], list[int]] = {}
    for number in range(draw(st.integers(1, 5))):
        points = {line.entrant: line.points for line in standing(entrants, size, past, results)}
        past.append(swiss(entrants, size, past, points))
        for table in range(len(past[-1].tables)):
            results[number, table] = draw(st.lists(st.integers(1, size), min_size=size, max_size=size))
    return entrants, size, past, results


def everybody_once(entrants: list[int], size: int, one: Round) -> bool:
    seated = [entrant for table in one.tables for entrant in table]
    return (
        sorted([*seated, *one.off]) == sorted(entrants)
        and all(len(table) == size for table in one.tables)
        and len(one.off) < size
    )


@examples(60)
@given(played())
def test_a_swiss_round_seats_everybody_once_and_shares_the_rounds_off(
    story: tuple[list[int], int, list[Round], dict[tuple[int, int], list[int]]],
) -> None:
    entrants, size, past, _ = story
    for one in past:
        assert everybody_once(entrants, size, one)
    offs = [sum(entrant in one.off for one in past) for entrant in entrants]
    assert max(offs) - min(offs) <= 1


@examples(40)
@given(st.integers(2, 16).map(lambda half: 2 * half), st.data())
def test_at_tables_of_two_nobody_meets_twice_while_that_can_be(many: int, data: st.DataObject) -> None:
    """By Dirac's theorem a round without a second meeting exists while each has met fewer than half of the others."""
    entrants = list(range(many))
    past: list[Round] = []
    results: dict[tuple[int, int], list[int]] = {}
    for number in range(max(1, many // 2)):
        points = {line.entrant: line.points for line in standing(entrants, 2, past, results)}
        past.append(swiss(entrants, 2, past, points))
        for table in range(many // 2):
            results[number, table] = data.draw(st.sampled_from([[1, 2], [2, 1], [1, 1]]))
    assert max(meetings(past).values()) == 1


@pytest.mark.parametrize("many", range(3, 33))
def test_at_tables_of_two_everybody_meets_everybody_once(many: int) -> None:
    rounds = timetable(list(range(many)), 2)
    assert len(rounds) == many - 1 + many % 2
    assert all(everybody_once(list(range(many)), 2, one) for one in rounds)
    met = meetings(rounds)
    assert all(met[pair] == 1 for pair in combinations(range(many), 2))
    first = [sum(table[0] == entrant for one in rounds for table in one.tables) for entrant in range(many)]
    assert max(first) - min(first) <= 2  # nobody begins much more often than others


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("many", [4, 5, 7, 8, 9, 12, 16, 21, 32])
def test_at_larger_tables_every_two_meet(many: int, size: int) -> None:
    rounds = timetable(list(range(many)), size)
    met = meetings(rounds)
    assert all(everybody_once(list(range(many)), size, one) for one in rounds)
    assert all(met[pair] >= 1 for pair in combinations(range(many), 2))
    at_least = -(-(many - 1) // (size - 1))
    assert len(rounds) <= 3 * at_least + 3


def test_too_few_or_double_entrants_are_refused() -> None:
    with pytest.raises(ValueError, match="too few"):
        timetable([1, 2], 3)
    with pytest.raises(ValueError, match="twice"):
        swiss([1, 1, 2], 2, [], {})


def test_a_table_gives_a_point_for_each_opponent_left_behind() -> None:
    assert table_points([1, 2]) == [1, 0]
    assert table_points([1, 1]) == [0.5, 0.5]
    assert table_points([2, 1, 2, 4]) == [1.5, 3, 1.5, 0]


@given(st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_a_table_always_gives_the_same_points_together(places: list[int]) -> None:
    many = len(places)
    assert sum(table_points(places)) == many * (many - 1) / 2


def test_ties_are_broken_by_the_opponents_then_by_those_beaten() -> None:
    """0 and 1 both have one of two; 0 lost to the winner and beat 3, 1 beat 0's victim's equal and lost to 0's."""
    past = [Round(((0, 1), (2, 3)), ()), Round(((0, 2), (1, 3)), ())]
    results = {(0, 0): [2, 1], (0, 1): [1, 2], (1, 0): [1, 2], (1, 1): [1, 2]}
    lines = {line.entrant: line for line in standing([0, 1, 2, 3], 2, past, results)}
    assert [lines[e].points for e in range(4)] == [1, 2, 1, 0]
    assert lines[0].field == 3  # 1 and 2
    assert lines[2].field == 1  # 0 and 3
    assert [lines[e].place for e in range(4)] == [2, 1, 3, 4]


def test_a_round_off_counts_like_a_table_where_all_are_level() -> None:
    lines = {line.entrant: line for line in standing([0, 1, 2], 2, [Round(((0, 1),), (2,))], {(0, 0): [1, 2]})}
    assert (lines[2].points, lines[2].off, lines[2].played) == (0.5, 1, 0)


@examples(40)
@given(played())
def test_a_standing_is_a_ranking(
    story: tuple[list[int], int, list[Round], dict[tuple[int, int], list[int]]],
) -> None:
    entrants, size, past, results = story
    lines = standing(entrants, size, past, results)
    assert sorted(line.entrant for line in lines) == entrants
    places = [line.place for line in lines]
    assert places == sorted(places)
    assert places[0] == 1
    assert all(place <= number for number, place in enumerate(places, 1))
    tables = sum(len(one.tables) for one in past)
    offs = sum(len(one.off) for one in past)
    together = tables * size * (size - 1) / 2 + offs * (size - 1) / 2
    assert sum(line.points for line in lines) == together
