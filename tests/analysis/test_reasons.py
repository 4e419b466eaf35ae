"""A reason is true: its figures are those of the turns compared, its fact is one of the position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.analysis.judges import Whimsical

from expedition.analysis import puzzles
from expedition.analysis.coach import ask
from expedition.analysis.reasons import reason_for
from expedition.core.insight import course_of, insight_of

ALL = list(puzzles.all_puzzles().values())
POWER = {
    "machete": {"explorer": 1, "scout": 2, "trailblazer": 3, "pioneer": 5, "giant_machete": 6},
    "paddle": {"sailor": 1, "captain": 3},
    "coin": {"traveler": 1, "photographer": 2, "treasure_chest": 4, "journalist": 3, "millionaire": 4},
}


@pytest.mark.compiled
@pytest.mark.parametrize("one", ALL[::29], ids=lambda one: str(one["id"]))
def test_given_any_judge_then_a_reason_is_what_the_search_compared(one: dict[str, Any]) -> None:
    state, seat = puzzles.beginning(one), one["seat"]
    found = ask(state, seat, (), Whimsical())
    insight = insight_of(state.game)
    reason = reason_for(state.game, insight, state.s, seat, found)
    if reason is None:
        return
    facts = [insight.facts(course_of(state.game, state.s, seat, turn.actions)) for turn in found.turns]
    assert facts[0][reason.name] == reason.value
    without = [
        float(t.chances[seat]) for t, f in zip(found.turns, facts, strict=True) if f[reason.name] != reason.value
    ]
    assert reason.without == max(without)
    assert reason.best == float(found.best.chances[seat])


@pytest.mark.parametrize("one", [one for one in ALL if one["game"] == "eldorado"], ids=lambda one: str(one["id"]))
def test_given_an_el_dorado_reason_then_its_fact_can_be_counted_on_the_position(one: dict[str, Any]) -> None:
    support = one["reason"]["support"]
    if support is None:
        return
    seat = one["position"]["seats"][one["seat"]]
    deck = Counter(seat["hand"] + seat["draw"] + seat["discard"] + seat["played"])
    if support["key"] == "eldorado.why.symbol":
        powers = POWER[support["symbol"]]
        assert support["have"] == sum(powers.get(card, 0) * n for card, n in deck.items())
    elif support["key"] == "eldorado.why.deck":
        assert support["cards"] == deck.total()
    elif support["key"] == "eldorado.why.late":
        assert support["cards"] == len(seat["draw"])


@pytest.mark.parametrize("one", [o for o in ALL if o["game"] == "silvergold"][::5], ids=lambda one: str(one["id"]))
def test_given_a_silver_and_gold_reason_then_its_fact_can_be_counted_on_the_position(one: dict[str, Any]) -> None:
    support, seat = one["reason"]["support"], one["position"]["seats"][one["seat"]]
    if support is None:
        return
    coins = seat["coins"] + one["facts"]["coins"]
    if support["key"] == "silvergold.why.row":
        assert support["coins"] == coins
        assert coins % 4 == 0
    elif support["key"] == "silvergold.why.coins":
        assert support["missing"] == 4 - min(12, coins) % 4
    elif support["key"] == "silvergold.why.palms":
        assert support["points"] == one["facts"]["palms"]
