"""Tuning: what it measures tells good weights from bad ones, and only what is better is written."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from expedition.players import tune
from expedition.players.eldorado import weights as eldorado

pytestmark = pytest.mark.compiled


def test_given_weights_that_buy_nothing_and_fear_nothing_then_their_seat_arrives_later() -> None:
    rounds = tune.races(["first", "serpentine"], 60, eldorado.weights())
    idle = eldorado.weights()
    idle[[eldorado.W_BUY, eldorado.W_COIN]] = 0.0
    deals = range(24)
    assert np.mean([rounds(idle, d) for d in deals]) > np.mean([rounds(eldorado.weights(), d) for d in deals]) + 1
    assert rounds(idle, 5) == rounds(idle, 5)


def test_given_a_hill_when_climbed_then_only_better_weights_are_written(tmp_path: Path) -> None:
    given = argparse.Namespace(seed=3, minutes=0.01, games=4, spread=0.5)
    out = tmp_path / "weights.json"

    def loss(w: Any, deal: int) -> float:
        return float((w[0] - 2.0) ** 2 + (w[1] + 1.0) ** 2) + deal % 3

    tune.climb(loss, np.array([1.0, 0.5]), ["one", "card_two"], given, out)
    found = json.loads(out.read_text())["weights"]
    assert loss(list(found.values()), 0) < loss([1.0, 0.5], 0)
