"""Several arrivals in the final round: most blockades, then the highest number, then the earliest."""

from __future__ import annotations

import pytest
from tests.eldorado.positions import END, JSON, at, do, play, step


def finish(*seats: tuple[int | None, list[int]]) -> list[int]:
    """The ranking where each seat but the last is (order of arrival or None, blockades kept).

    The last seat arrives now, by its own hand, if it has an order, else it ends its turn.
    """
    others: dict[int, JSON] = {}
    for seat, (order, kept) in enumerate(seats[:-1]):
        others[seat] = {"kept": kept} if order is None else {"pawn": "arrived", "arrived": order, "kept": kept}
    order, kept = seats[-1]
    last = len(seats) - 1
    state = at((24, -3), hand=["sailor"], players=len(seats), seat=last, kept=kept, final_round=True, others=others)
    if order is None:
        do(state, END, {"do": "done"})
    else:
        do(state, play("sailor", "paddle"), step(24, -4))
        assert state.snapshot()["seats"][last]["arrived"] == order
    ranking = state.ranking()
    game = state.game
    assert [game.rule_place(state.s, game.ground, seat) for seat in range(len(seats))] == ranking
    return ranking


@pytest.mark.rule("ED-TIE-01")
def test_given_one_with_1_blockade_and_one_with_2_when_both_arrived_then_the_one_with_2_wins() -> None:
    assert finish((1, [6]), (2, [1, 2]), (None, [])) == [2, 1, 3]
    assert finish((1, [1, 2, 3]), (2, [4, 6]), (3, [5])) == [1, 2, 3]


@pytest.mark.rule("ED-TIE-01", "ED-END-06")
def test_given_most_blockades_but_no_arrival_when_the_winner_is_computed_then_they_do_not_count() -> None:
    assert finish((1, []), (None, [1, 2, 3, 4, 5, 6]), (2, [])) == [1, 3, 2]


@pytest.mark.rule("ED-TIE-02")
def test_given_blockades_3_and_4_of_equal_power_when_the_tie_is_broken_then_4_wins() -> None:
    assert finish((1, [3]), (2, [4]), (None, [])) == [2, 1, 3]
    assert finish((1, [4]), (None, []), (2, [3])) == [1, 3, 2]


@pytest.mark.rule("ED-TIE-03")
def test_given_two_arrivals_without_blockades_when_the_winner_is_computed_then_the_earlier_wins() -> None:
    assert finish((1, []), (None, []), (2, [])) == [1, 3, 2]
    assert finish((None, []), (1, []), (2, [])) == [3, 1, 2]


@pytest.mark.rule("EC-ED-51")
def test_given_2_and_5_against_1_and_6_when_the_tie_is_broken_then_the_6_wins_and_sums_do_not_matter() -> None:
    assert finish((1, [2, 5]), (2, [1, 6]), (None, [])) == [2, 1, 3]
    assert finish((1, [4, 5]), (None, []), (2, [1, 6])) == [2, 3, 1]  # 9 against 7


@pytest.mark.rule("EC-ED-51", "ED-TIE-01", "ED-TIE-02", "ED-TIE-03")
def test_given_four_arrivals_when_they_are_ranked_then_the_whole_chain_decides_and_no_place_is_shared() -> None:
    assert finish((1, []), (2, [4]), (3, [5]), (4, [])) == [3, 2, 1, 4]
    assert finish((1, [1]), (2, []), (3, [2, 3]), (4, [6])) == [3, 4, 1, 2]


@pytest.mark.rule("EC-ED-49")
def test_given_nobody_or_one_arrived_when_they_are_ranked_then_the_rest_share_the_next_place() -> None:
    assert finish((None, [6]), (None, []), (1, [])) == [2, 2, 1]
