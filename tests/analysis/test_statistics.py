"""What a review counts of a whole game."""

from __future__ import annotations

from collections import Counter

import expedition
from expedition.analysis.decisions import decisions_of
from expedition.core.insight import course_of, insight_of
from expedition.eldorado.state import ACTIVE_NONE
from expedition.players import make_bot


def test_given_caves_explored_between_two_steps_of_a_card_then_all_its_steps_are_counted() -> None:
    state = expedition.make("eldorado", players=3, route="swamplands", caves=True).new(seed=1)
    bot = make_bot("eldorado", "veteran", seed=1)
    made: Counter[tuple[int, str]] = Counter()
    moving: dict[int, str | None] = {}
    while not state.is_over:
        seat, number = state.actor, bot.choose_state(state, state.actor)
        action = state.to_dict(number)
        if action["do"] == "play":
            moving[seat] = action.get("card")
        elif action["do"] == "step" and (card := moving[seat]) and "blockade" not in action:
            made[seat, card] += 1
        state.apply(number)
    record = state.record()
    found = decisions_of(record)
    courses = [course_of(record.game, one.position, one.seat, one.actions, redeal=False) for one in found]
    told = insight_of(record.game).statistics(courses, state.s)["seats"]
    counted = {(seat, card["card"]): card["steps"] for seat in range(3) for card in told[seat]["cards"]}
    assert {key: steps for key, steps in counted.items() if steps} == made
    assert any(one.position.active != ACTIVE_NONE for one in found), "a card goes on after a cave was explored"
