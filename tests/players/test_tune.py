"""Tuning: what it measures tells good weights from bad ones, and only what is better is written."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from expedition.players import tune
from expedition.players.eldorado import tuning
from expedition.players.eldorado import weights as eldorado
from expedition.players.silvergold import weights as silvergold

pytestmark = pytest.mark.compiled


def test_given_weights_that_buy_nothing_and_fear_nothing_then_their_seat_arrives_later() -> None:
    rounds = tuning.races(["first", "serpentine"], 60, eldorado.weights())
    idle = eldorado.weights()
    idle[[eldorado.W_BUY, eldorado.W_COIN]] = 0.0
    idle[eldorado.W_CARD :] = -5.0
    deals = range(24)
    assert np.mean([rounds(idle, d) for d in deals]) > np.mean([rounds(eldorado.weights(), d) for d in deals]) + 1
    assert rounds(idle, 5) == rounds(idle, 5)


def test_given_a_valley_when_its_slope_is_measured_then_it_points_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def loss(w: Any, deal: int) -> float:
        return float((w[0] - 2.0) ** 2 + (w[1] + 1.0) ** 2) + deal % 5

    names = ["share", "card_one"]
    monkeypatch.setattr(tune, "measure", lambda *given: (loss, np.array([1.0, 0.5]), names))
    found, level = tune.slope("valley", np.zeros(2), 400, seed=1)
    assert found[0] < -0.1
    assert found[1] > 0.1
    assert level > loss([1.0, 0.5], 0)
    assert list(tune.moved(np.array([1.0, -0.5, 0.5]), ["a", "b", "card_c"], np.array([4.0, 4.0, -4.0]))) == (
        pytest.approx([np.e, -0.5 * np.e, -0.5])
    )


def test_given_some_minutes_when_tuned_then_all_weights_are_written(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    given = argparse.Namespace(game="silvergold", minutes=0.0001, workers=1, games=2, seed=1, rate=0.1)
    tune.descend(given, out)
    assert list(json.loads(out.read_text())["weights"]) == silvergold.NAMES
