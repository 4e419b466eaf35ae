"""What measures reviews counts what it says it counts."""

import pytest
from tests.analysis.judges import Whimsical

from expedition.analysis import proof

pytestmark = [pytest.mark.compiled]


def test_given_decisions_then_only_those_with_a_choice_are_compared_and_the_long_search_where_it_is_asked_for() -> None:
    told = proof.agreement("silvergold", Whimsical(), 24, 0, 2, "random")
    assert 2 < told["decisions"] <= 24
    assert 0 <= told["flips"] <= 1
    assert "correlation" not in told
    longer = proof.agreement("silvergold", Whimsical(), 24, 2, 2, "random")
    assert {name: longer[name] for name in told} == told, "the same decisions, the same deals"
    assert longer["times"] == 2
    assert -1 <= longer["correlation"] <= 1


def test_given_two_levels_then_each_has_the_loss_of_its_own_games(capsys: pytest.CaptureFixture[str]) -> None:
    made = proof.levels("silvergold", 2, 2, ["random", "greedy"], 1)
    assert [line["level"] for line in made] == ["random", "greedy"]
    assert all(line["turns"] > 20 and 0 < line["loss"] < 1 and 0 <= line["wrong"] <= 1 for line in made)
    assert made[0]["loss"] > made[1]["loss"]
    assert capsys.readouterr().out.count("\n") == 2
