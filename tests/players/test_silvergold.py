"""The Silver & Gold bots: turns a map takes, playouts that reach the end, and a budget shared out."""

from __future__ import annotations

import numpy as np
import pytest

from expedition.arena.run import run
from expedition.arena.schedule import schedule, setups
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


def test_given_planner_and_greedy_when_they_play_then_the_planner_has_a_quarter_more_points() -> None:
    jobs = schedule("silvergold", ["planner", "greedy"], 8, setups("silvergold", [2]), seed=1)
    points = {"planner": 0, "greedy": 0}
    for result in run(jobs, workers=1):
        for name, score in zip(result["seats"], result["scores"], strict=True):
            points[name] += score
    assert points["planner"] > 1.25 * points["greedy"]
