"""Plans played on to their seat's next turns, on the same deals."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.eldorado.positions import at

from expedition.analysis.compare import Effort, _shifted
from expedition.analysis.network import network_evaluator
from expedition.analysis.positions import Positions
from expedition.analysis.search import answer, propose
from expedition.analysis.weighing import Plan, Question, Scales, Way
from expedition.core.insight import insight_of
from expedition.core.registry import make

pytestmark = [pytest.mark.compiled]

WIDE = Effort(width=100, candidates=100)
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


def proposed(table: tuple[Positions, Any], most: int) -> tuple[Question, list[Plan]]:
    positions, state = table
    question = Question(state.s, 0)
    return question, [actions for actions, _ in propose(positions, [question], QUICK)[0]][:most]


def test_played_on_to_the_seats_next_turn(table):
    """Given a position in which a seat begins its turn, when it is played on, then the seat acts in the next round; for
    a seat that has not begun its first turn counts; when it is played on again, a round later each."""
    positions, state = table
    states = positions.of([state.s, state.s])
    for turns in (1, 2):
        following = positions.play_on(states, np.arange(2), np.array([0, 1]))
        ends = [positions.game.position_type.load(one) for one in states]
        assert following.tolist() == [0, 1] == [positions.game.actor(s) for s in ends]
        assert [positions.game.rounds(s) for s in ends] == [1 + turns, turns]


def test_only_what_is_asked_for_is_played_on(table):
    """Given two positions, when the second is played on, then the first is what it was."""
    positions, state = table
    states = positions.of([state.s, state.s])
    positions.play_on(states, np.array([1]), np.array([0]))
    assert positions.game.position_type.load(states[0]) == state.s
    assert positions.game.position_type.load(states[1]) != state.s


def test_what_looks_alike_is_judged_once(table):
    """Given the same position twice, when both are played on, then the judge is asked no more than for one of them."""
    positions, state = table
    asked = []
    for count in (1, 2):
        positions.judged_once.forget()
        positions.evaluator.rows = 0
        positions.play_on(positions.of([state.s] * count), np.arange(count), np.zeros(count, np.int64))
        asked.append(positions.evaluator.rows)
    assert asked[0] == asked[1] > 0


def test_two_looks_count_for_their_shares(table):
    """Given looks right after a turn and at its seat's next one, then the figure is what each says for its share, every
    deal's chances are those of all seats together, and the same deals come to the same."""
    positions, _ = table
    question, plans = proposed(table, 3)

    def told(*looks: float) -> Any:
        return Scales(positions, [question], 1).weigh([plans], [Way(4, looks)])[0]

    now, later = told(1.0), told(0.0, 1.0)
    assert now.shape == (3, 4, 3)
    assert np.allclose(later.sum(-1), 1, atol=1e-4)
    assert not np.allclose(now, later, atol=1e-3)
    assert np.allclose(told(0.25, 0.75), 0.25 * now + 0.75 * later, atol=1e-5)
    assert np.array_equal(now, told(1.0))


def test_no_deal_is_used_twice(table):
    """Given a question that is weighed again, then it is on other deals; and more deals come behind those before."""
    positions, _ = table
    question, plans = proposed(table, 2)
    scales = Scales(positions, [question], 1)
    first = scales.weigh([plans], [Way(4, (0.0, 1.0))])
    both = scales.more([plans], [Way(4, (0.0, 1.0))], first)[0]
    assert np.array_equal(both[:, :4], first[0])
    assert not np.array_equal(both[:, 4:], both[:, :4])
    whole = Scales(positions, [question], 1).weigh([plans], [Way(8, (0.0, 1.0))])[0]
    assert np.allclose(both, whole, atol=1e-5)


def test_questions_without_plans_are_left_alone(table):
    """Given two questions of which one has nothing to be weighed, then the other is told as if it were alone."""
    positions, _ = table
    question, plans = proposed(table, 2)
    alone = Scales(positions, [question], 1).weigh([plans], [Way(4)])[0]
    told = Scales(positions, [question, question], 1).weigh([plans, []], [Way(4), Way(2, (0.5, 0.5))])
    assert np.array_equal(told[0], alone)
    assert told[1].size == 0


@pytest.mark.parametrize(("steps", "looks"), [(20, (0.5, 0.5)), (4, (0.25, 0.25, 0.5))])
def test_near_its_end_a_race_is_looked_at_further(table, steps: int, looks: tuple[float, ...]):
    """Given somebody nearly there, then a turn is judged two turns later, too, and on twice as many deals."""
    positions, state = table
    s = state.s.copy()
    s.at[2] = next(cell for cell, left in enumerate(positions.game.tables().steps_left) if left == steps)
    assert insight_of(positions.game).looks(s) == looks
    found = answer(positions, [Question(s, 0)], QUICK, 1)[0]
    assert found.best.deals == QUICK.final
    assert min(turn.deals for turn in found.turns) == QUICK.first * (len(looks) - 1)


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=4), st.lists(st.floats(-1, 1), min_size=4, max_size=4))
def test_a_plan_is_as_far_ahead_as_deals_say(weights: list[float], moves: list[float]) -> None:
    """Given where seats stand and by how much a plan moves them, then the asking seat's chance is moved by just that,
    as far as a chance can be, and all together are one."""
    level = np.array(weights) / sum(weights)
    by = np.array(moves[: len(level)])
    moved = _shifted(level, by, 0)
    assert moved[0] == pytest.approx(min(1.0, max(0.0, level[0] + by[0])))
    assert moved.sum() == pytest.approx(1)
    assert moved.min() >= 0


def test_nothing_compared_is_ahead_of_the_best(table):
    """Given a turn that was played, then the best one is at least as good as it and as every other, all chances are
    chances, and a turn that deals do not tell apart from it costs nothing."""
    positions, state = table
    _, likely = proposed(table, 6)
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


def spaces_after(game: Any, s: Any, plan: Plan) -> tuple[int, ...]:
    after = s.copy()
    for number in plan:
        game.play(after, 0, number)
    return tuple(after.at)


@pytest.mark.parametrize("spot", [(1, -2), (2, -2), (3, -2), (3, -3)])
def test_turns_that_end_elsewhere_are_two(spot):
    """Given one step to make, when turns are proposed, then one ends on each space there is, though the next seat sees
    how far the others are and not where."""
    state = at(spot, ["explorer"], draw=["traveler"] * 4)
    game, doing = state.game, state.game.action_to_dict
    plans = propose(Positions(game, network_evaluator("eldorado")), [Question(state.s, 0)], WIDE)[0]
    walked = state.s.copy()
    game.play(walked, 0, next(n for n in game.legal(walked, 0) if doing(walked, 0, n)["do"] == "play"))
    ends = [spaces_after(game, walked, (n,)) for n in game.legal(walked, 0) if doing(walked, 0, n)["do"] == "step"]
    assert len(ends) > 2
    assert {*ends} <= {spaces_after(game, state.s, plan) for plan, _ in plans}
