"""Start + own skill + others' skill + luck = result, whatever the judge says."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.analysis.judges import Whimsical

import expedition
from expedition import analysis
from expedition.analysis.balance import Judged, accounts, steps_of
from expedition.core.record import Record

QUICK = analysis.Effort(width=3, candidates=4, first=1, finalists=2, second=1, final=2)


def chances(seats: int) -> st.SearchStrategy[np.ndarray]:
    parts = st.lists(st.floats(0.01, 1), min_size=seats, max_size=seats)
    return parts.map(lambda some: np.array(some) / sum(some))


@given(st.data(), st.integers(2, 4))
def test_given_any_judgements_when_balanced_then_every_account_comes_to_the_result(
    data: st.DataObject, seats: int
) -> None:
    group = 0
    judged = []
    for _ in range(data.draw(st.integers(0, 12))):
        group += data.draw(st.integers(0, 1))
        seat = data.draw(st.integers(0, seats - 1))
        judged.append(Judged(seat, group, data.draw(chances(seats)), data.draw(chances(seats))))
    start, result = data.draw(chances(seats)), data.draw(chances(seats))
    steps = steps_of(start, judged)
    for seat, account in enumerate(accounts(start, steps, result)):
        total = account.start + account.own_skill + account.others_skill + account.luck
        assert total == pytest.approx(account.result, abs=1e-9)
        assert account.result == result[seat]
    assert sum(a.own_skill + a.others_skill for a in accounts(start, steps, result)) == pytest.approx(0, abs=1e-9)
    for step in steps:
        for told in (step.before, step.opening, step.after):
            assert -1e-9 <= min(told) <= max(told) <= 1 + 1e-9


def test_given_a_card_on_which_everybody_gave_all_away_then_chances_stay_chances() -> None:
    """Both could have won for sure, had the other not, and both played to lose: a turn tells its whole loss, and the
    balance takes of both as much as there was to lose."""
    sure, lost = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    steps = steps_of(np.array([0.5, 0.5]), [Judged(0, 0, sure, lost), Judged(1, 0, lost, sure)])
    assert [step.loss for step in steps] == [1, 1]
    assert [step.after.tolist() for step in steps] == [[0, 1], [1, 0]]
    told = accounts(np.array([0.5, 0.5]), steps, np.array([1.0, 0.0]))
    assert [one.own_skill for one in told] == [-0.5, -0.5]


def random_record(game: str, seed: int, players: int, resign_at: int = -1) -> Record:
    state = expedition.make(game, players=players, **({"max_rounds": 6} if game == "eldorado" else {})).new(seed)
    dice = random.Random(seed)
    done = 0
    while not state.is_over:
        seat = state.actor
        if done == resign_at:
            state.apply(state.game.num_actions + seat, seat)
        else:
            state.apply(dice.choice(state.legal_actions(seat)), seat)
        done += 1
    return state.record()


@pytest.mark.compiled
@pytest.mark.parametrize("game", ["eldorado", "silvergold"])
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10_000), players=st.integers(2, 4), resign_at=st.sampled_from([-1, -1, 9]))
def test_given_any_game_when_reviewed_then_every_account_comes_to_the_result(
    game: str, seed: int, players: int, resign_at: int
) -> None:
    record = random_record(game, seed, players, resign_at)
    review = analysis.review(record, Whimsical(), QUICK)
    ranking = record.state.ranking()
    for seat, account in enumerate(review["accounts"]):
        total = account["start"] + account["own_skill"] + account["others_skill"] + account["luck"]
        assert total == pytest.approx(account["result"], abs=1e-4)
        assert account["result"] == pytest.approx((ranking[seat] == 1) / ranking.count(1), abs=1e-5)
    for turn in review["turns"]:
        assert turn["loss"] >= 0
        for name in ("before", "best", "after"):
            assert sum(turn[name]) == pytest.approx(1, abs=1e-4)
            assert -1e-6 <= min(turn[name]) <= max(turn[name]) <= 1 + 1e-6
    assert sum(turn["plies"] for turn in review["turns"]) == len(record.actions)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(4))
def test_given_somebody_gives_up_in_an_open_phase_then_what_that_cost_is_no_part_of_what_the_others_choose(
    seed: int,
) -> None:
    state = expedition.make("silvergold", players=3).new(seed)
    dice = random.Random(seed)
    for done in itertools.count():
        if state.is_over:
            break
        if done == 13:
            state.apply(state.game.num_actions + 1, 1)
        seat = state.actors[0]
        state.apply(dice.choice(state.legal_actions(seat)), seat)
    turns = analysis.review(state.record(), Whimsical(), QUICK)["turns"]
    gone, following = next((a, b) for a, b in itertools.pairwise(turns) if a["grade"] == "resigned")
    assert gone["best"][1] - gone["after"][1] == pytest.approx(gone["loss"], abs=1e-5)
    assert following["before"] == gone["after"]
