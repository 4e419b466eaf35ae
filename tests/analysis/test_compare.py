"""Plans played on: to their seat's next turn, on the same deals, with the others doing what they would."""

from typing import Any

import numpy as np
import pytest

from expedition.analysis import compare
from expedition.analysis.compare import Effort, Question, weigh
from expedition.analysis.network import network_evaluator
from expedition.analysis.positions import Positions
from expedition.analysis.search import answer, propose
from expedition.core.registry import make

pytestmark = [pytest.mark.compiled]

QUICK = Effort(width=4, candidates=6, first=2, finalists=3, second=10, final=8)


class Counting:
    """The judge that ships, counting the rows it is asked about."""

    def __init__(self) -> None:
        self.judge_of, self.rows = network_evaluator("eldorado"), 0
        self.name = self.judge_of.name

    def judge(self, game: Any, rows: Any, masks: Any) -> Any:
        self.rows += len(rows)
        return self.judge_of.judge(game, rows, masks)


@pytest.fixture(scope="module")
def table() -> tuple[Positions, Any]:
    positions = Positions(make("eldorado", players=3), Counting())
    return positions, positions.game.new(7)


def test_played_on_to_the_seats_next_turn(table):
    """Given a position in which a seat begins its turn, when it is played on, then the seat acts in the next round, and
    after two turns in the one after that."""
    positions, state = table
    for turns in (1, 2):
        states = positions.of([state.s, state.s])
        following = positions.play_on(states, np.array([0, 1]), np.full(2, turns), np.arange(2))
        ends = [positions.game.position_type.load(one) for one in states]
        assert following.tolist() == [0, 1] == [positions.game.actor(s) for s in ends]
        assert [positions.game.rounds(s) for s in ends] == [1 + turns, turns], (
            "seat 1 had not begun: its first turn counts"
        )


def test_the_others_do_what_they_did(table):
    """Given the same position twice, when the second follows the first, then it comes to the same, and only its own
    seat's choices are asked for."""
    positions, state = table
    seats = np.zeros(1, np.int64)
    alone = positions.of([state.s])
    positions.evaluator.rows = 0
    positions.play_on(alone, seats, np.ones(1, np.int64), np.zeros(1, np.int64))
    once = positions.evaluator.rows
    both = positions.of([state.s, state.s])
    positions.evaluator.rows = 0
    positions.play_on(both, np.zeros(2, np.int64), np.ones(2, np.int64), np.zeros(2, np.int64))
    assert both[0] == both[1] == alone[0]
    own = positions.evaluator.rows - once
    assert 0 < own < once / 2


def test_who_cannot_do_as_before_decides_anew(table):
    """Given two different turns on the same deal, when the others are to do the same after both, then all they do is
    legal: every position ends with the seat to act again."""
    positions, state = table
    question = Question(state.s, 0)
    plans = [actions for actions, _ in propose(positions, [question], QUICK)[0]][:4]
    assert len(plans) > 2
    figures = weigh(positions, [question], [plans], 6, 0, 1, [(0.0, 1.0)], alike=True)[0]
    assert figures.shape == (len(plans), 6, 3)
    assert np.allclose(figures.sum(-1), 1, atol=1e-4)


def test_two_looks_count_for_their_shares(table):
    """Given looks right after a turn and at its seat's next one, then the figure is what each says for its share."""
    positions, state = table
    question = Question(state.s, 0)
    plans = [actions for actions, _ in propose(positions, [question], QUICK)[0]][:2]

    def told(*looks: float) -> Any:
        return weigh(positions, [question], [plans], 4, 0, 1, [looks])[0]

    now, later = told(1.0), told(0.0, 1.0)
    assert not np.allclose(now, later, atol=1e-3)
    assert np.allclose(told(0.25, 0.75), 0.25 * now + 0.75 * later, atol=1e-5)
    assert np.allclose(now, weigh(positions, [question], [plans], 4, 0, 1)[0])


@pytest.mark.parametrize(("steps", "reacting"), [(20, False), (4, True)])
def test_near_its_end_a_race_is_compared_with_everybody_reacting(
    table, monkeypatch: pytest.MonkeyPatch, steps: int, reacting: bool
):
    """Given somebody nearly there, then who is in the way decides, so nobody does the same whatever the turn was."""
    positions, state = table
    s = state.s.copy()
    s.at[2] = next(cell for cell, left in enumerate(positions.game.tables().steps_left) if left == steps)
    asked: list[tuple[bool, int]] = []
    weighing = compare.weigh

    def spy(*given: Any) -> Any:
        if len(given) > 7:
            asked.append((given[7], sum(map(len, given[2]))))
        return weighing(*given)

    monkeypatch.setattr(compare, "weigh", spy)
    answer(positions, [Question(s, 0)], QUICK, 1)
    alike = sum(plans for same, plans in asked if same)
    assert (alike == 0) == reacting


def test_nothing_compared_is_ahead_of_the_best(table):
    """Given a turn that was played, then the best one is at least as good as it and as every other, all chances are
    chances, and a turn that deals do not tell apart from it costs nothing."""
    positions, state = table
    likely = [actions for actions, _ in propose(positions, [Question(state.s, 0)], QUICK)[0]]
    for played in (likely[0], likely[-1]):
        found = answer(positions, [Question(state.s, 0, played)], QUICK, 3)[0]
        own = [float(turn.chances[0]) for turn in found.turns]
        assert found.turns[0] is found.best
        assert found.played is not None
        assert found.played.actions == played
        assert max(own) <= own[0] + 1e-9
        for turn in found.turns:
            assert turn.chances.min() >= 0
            assert abs(turn.chances.sum() - 1) < 1e-6
