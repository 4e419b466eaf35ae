"""Whether win chances mean what they say: the factor that is fitted, the curve, and the error."""

import numpy as np
import pytest

from expedition.learning.calibrate import Seen, calibration_error, curve, fit, picture, report

GAMES = 4000


@pytest.fixture(scope="module")
def seen() -> Seen:
    """Games of two and three players, one position each, whose logits are twice what they should be."""
    dice = np.random.default_rng(3)
    players = np.repeat([2, 3], GAMES // 2)
    true = dice.normal(0, 1, (GAMES, 4))
    won = np.zeros((GAMES, 4))
    for i, count in enumerate(players):
        chances = np.exp(true[i, :count])
        won[i, dice.choice(count, p=chances / chances.sum())] = 1
    return Seen(players, np.arange(GAMES), 2 * true, won)


def test_given_logits_that_are_too_sure_then_the_factor_brings_them_back(seen: Seen) -> None:
    assert fit(seen.logits[:2000, :2], seen.won[:2000, :2]) == pytest.approx(0.5, abs=0.06)


def test_given_a_report_then_chances_are_nearer_to_the_truth_with_the_factor_and_plain_without(seen: Seen) -> None:
    fitted, plain = report(seen), report(seen, plain=True)
    assert sorted(fitted) == ["2", "3"]
    for players in fitted:
        assert fitted[players]["error"] < 0.04 < fitted[players]["error_before"]
        assert plain[players]["factor"] == 1
        assert plain[players]["error"] == plain[players]["error_before"] == fitted[players]["error_before"]
        assert fitted[players]["games"] == GAMES / 2


def test_given_chances_then_the_error_is_the_weighted_distance_of_the_curve() -> None:
    chances, won = np.array([0.12, 0.13, 0.87, 0.88]), np.array([0.0, 1.0, 1.0, 1.0])
    assert curve(chances, won) == [
        (pytest.approx(0.125), 0.5, 2),
        (pytest.approx(0.875), 1.0, 2),
    ]
    assert calibration_error(chances, won) == pytest.approx((0.375 + 0.125) / 2)


def test_given_a_report_then_the_picture_has_a_line_for_each_number_of_players(seen: Seen) -> None:
    drawn = picture(report(seen), "Tom & Ana")
    assert drawn.count("<polyline") == 3
    assert "Tom &amp; Ana" in drawn
