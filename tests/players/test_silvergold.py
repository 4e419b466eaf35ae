"""The Silver & Gold bots: turns a map takes, playouts that reach the end, and a budget shared out."""

from __future__ import annotations

import numpy as np
import pytest

from expedition.arena.run import run
from expedition.arena.schedule import schedule, setups
from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.players import Budget
from expedition.players.silvergold import policy
from expedition.players.silvergold.bots import Clock, Workspace
from expedition.players.silvergold.plans import FRAMES, plans
from expedition.silvergold.components import MAPS
from expedition.silvergold.shapes import MAP_MASKS, marked_cells, mask_of

pytestmark = pytest.mark.compiled

NO_CROSS = next(i for i, m in enumerate(MAPS) if not any("X" in row for row in m["grid"]))
CROSS = next(i for i, m in enumerate(MAPS) if sum(row.count("X") for row in m["grid"]) == 1)


def neighbours(card: int) -> int:
    """Two plain fields side by side."""
    cells = marked_cells(MAPS[card]["grid"], "#CP")
    return next(mask_of([(r, c), (r, c + 1)]) for r, c in cells if (r, c + 1) in cells)


def test_given_few_free_fields_when_turns_are_expected_then_they_are_as_counted_by_hand() -> None:
    base = NO_CROSS * FRAMES
    pair = neighbours(NO_CROSS)
    assert plans()[base] == 0.0
    assert plans()[base + (pair & -pair)] == 1.0
    assert plans()[base + pair] == pytest.approx(1 / 8 + 2 * 7 / 8)  # one card in eight marks both at once


def test_given_a_cross_and_one_more_field_when_turns_are_expected_then_one_turn_is_enough() -> None:
    cross = mask_of(marked_cells(MAPS[CROSS]["grid"], "X"))
    other = MAP_MASKS[CROSS] & ~cross
    assert plans()[CROSS * FRAMES + (cross | (other & -other))] == pytest.approx(1.0)


def test_given_a_larger_map_when_turns_are_expected_then_it_takes_longer_on_average() -> None:
    def mean(points: int) -> float:
        cards = [i for i, m in enumerate(MAPS) if m["points"] == points]
        return float(np.mean([plans()[i * FRAMES + MAP_MASKS[i]] for i in cards]))

    assert mean(8) < mean(10) < mean(12) < mean(14)


def test_given_a_choice_when_it_is_played_out_then_the_game_goes_to_its_end() -> None:
    game = make("silvergold", players=3)
    state = game.new(seed=4)
    while state.to_dict(state.legal_actions()[0])["do"] == "keep":
        state.apply(state.legal_actions()[0])
    root, seat, b = state.s.array()[0], state.actor, game.tables().array()[0]
    room = Workspace()
    first = state.legal_actions()[0]
    play = compiled(policy.playout)
    scores = [play(root, b, seat, first, key, room.race.spare, room.work) for key in range(20)]
    assert min(scores) > 50  # no seat has so many points before the last round
    assert len(set(scores)) > 5
    assert root.tobytes() == state.s.array()[0].tobytes()


def test_given_playouts_and_choices_when_they_are_shared_out_then_every_halving_gets_as_many() -> None:
    clock = Clock(Budget(playouts=240), 12)
    alive, shared = 12, []
    while alive > 1:
        rounds = clock.rounds(alive)
        assert clock.rounds(alive) == 0
        shared.append((alive, rounds))
        alive = clock.halve(alive)
    assert shared == [(12, 5), (6, 10), (3, 20), (2, 30)]


def test_given_seconds_when_they_are_over_then_no_playout_follows() -> None:
    assert Clock(Budget(seconds=0.0, playouts=500), 8).rounds(8) == 0
    assert Clock(Budget(seconds=60.0), 8).rounds(8) > 0
    assert Clock(Budget(), 8).rounds(8) == 1


def test_given_planner_and_greedy_when_they_play_then_the_planner_has_a_quarter_more_points() -> None:
    jobs = schedule("silvergold", ["planner", "greedy"], 8, setups("silvergold", [2]), seed=1)
    points = {"planner": 0, "greedy": 0}
    for result in run(jobs, workers=1):
        for name, score in zip(result["seats"], result["scores"], strict=True):
            points[name] += score
    assert points["planner"] > 1.25 * points["greedy"]
