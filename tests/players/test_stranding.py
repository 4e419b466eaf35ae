"""No bot strands itself: pawns that used to stand for ever before a space nothing in the deck could enter go on."""

from __future__ import annotations

import pytest

from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.eldorado.rules.choices import actor
from expedition.players import make_bot

pytestmark = pytest.mark.compiled


def last_round(setup: dict[str, object], seats: list[str], seed: int) -> int:
    game = make("eldorado", max_rounds=90, **setup)
    bots = [make_bot("eldorado", name) for name in seats]
    s = game.start(seed).array()[0]
    seat = compiled(actor)(s)
    while seat >= 0:
        bots[seat].play(game, s, seat, bots[seat].budget)
        seat = compiled(actor)(s)
    return int(s["round_no"])


@pytest.mark.parametrize(("seed", "seats"), [(220, ["greedy", "random"]), (241, ["random", "greedy"])])
def test_given_a_deck_that_leads_no_further_then_the_greedy_one_buys_what_does(seed: int, seats: list[str]) -> None:
    assert last_round({"players": 2, "route": "first"}, seats, seed) < 60


def test_given_a_small_deck_before_a_camp_then_the_planner_gives_cards_up_and_goes_on() -> None:
    for seed in (100845, 1, 2):
        assert last_round({"players": 2, "route": "witchs_cauldron"}, ["planner", "planner"], seed) < 45


@pytest.mark.parametrize("name", ["planner", "veteran"])
def test_given_caves_and_two_pawns_when_asked_action_by_action_then_every_answer_is_legal(name: str) -> None:
    state = make("eldorado", players=2, route="witchs_cauldron", caves=True, max_rounds=60).new(seed=1)
    bot = make_bot("eldorado", name)
    while state.actors:
        choice = bot.choose_state(state, state.actor)
        assert choice in state.legal_actions()
        state.apply(choice)
    assert state.s.round_no < 60
