"""Which decisions drivers of many games may take in a run: answers and first steps, not new plays."""

from __future__ import annotations

from tests.eldorado.positions import at, do

from expedition.eldorado.rules.choices import quick


def test_given_a_new_play_is_due_then_the_decision_is_a_large_one() -> None:
    assert not quick(at(hand=["explorer", "traveler"]).s)


def test_given_a_first_step_a_payment_or_leftovers_are_due_then_the_decision_is_a_small_one() -> None:
    playing = at(hand=["explorer", "traveler"])
    do(playing, next(d for d in map(playing.to_dict, playing.legal_actions()) if d["do"] == "play"))
    assert quick(playing.s)
    buying = at(hand=["traveler", "traveler"])
    do(buying, {"do": "buy", "card": "photographer"})
    assert quick(buying.s)
    ending = at(hand=["traveler"])
    do(ending, {"do": "end"})
    assert quick(ending.s)
