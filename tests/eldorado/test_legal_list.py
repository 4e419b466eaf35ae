"""The list of legal actions as the rules write it: ascending, without gaps, and nothing after its end; and counts of
blockades one by one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.eldorado.positions import at, buy, do, pay, play, play_token, step, use, use_token

from expedition.core.game import State
from expedition.eldorado.numbering import ACTIONS
from expedition.eldorado.rules.choices import legal
from expedition.eldorado.rules.ending import ahead, blockades_kept, highest_kept
from expedition.eldorado.tables import TOKEN_IDS

UNWRITTEN = -7
CROSSING = (3, -1)
EVERY = ["explorer", "traveler", "sailor", "scout", "native", "transmitter", "jack_of_all_trades", "compass"]


def written(state: State[Any]) -> list[int]:
    acts = [UNWRITTEN] * ACTIONS
    n = legal(state.s, state.game.ground, state.actor, acts)
    assert acts[n:] == [UNWRITTEN] * (ACTIONS - n)
    return acts[:n]


POSITIONS = {
    "every token": lambda: at(CROSSING, ["explorer"], tokens=TOKEN_IDS, caves=True, draw=["sailor"]),
    "every token, second seat": lambda: at(
        CROSSING, ["explorer"], players=4, seat=1, tokens=TOKEN_IDS, caves=True, draw=["sailor"]
    ),
    "every token, two pawns": lambda: at(
        [CROSSING, (2, -1)], ["explorer", "traveler"], players=2, seat=1, tokens=TOKEN_IDS, caves=True
    ),
    "every kind of card": lambda: at(CROSSING, EVERY, draw=["traveler"]),
    "every kind of card, two pawns, one home": lambda: at([CROSSING, "arrived"], EVERY, players=2, draw=["traveler"]),
    "power left": lambda: do(at((-1, 0), ["trailblazer", "sailor"]), play("trailblazer", "machete"), step(0, 0)),
    "a token's power left": lambda: do(
        at((-1, 0), tokens=["machete_2", "draw_1"], caves=True), play_token("machete_2"), step(0, 0)
    ),
    "an item just used": lambda: do(
        at(CROSSING, ["compass", "sailor"], tokens=["keep_item"], caves=True, draw=["explorer"] * 4), use("compass")
    ),
    "a symbol to change": lambda: do(
        at(CROSSING, ["explorer", "traveler"], tokens=["change_symbol"], caves=True), use_token("change_symbol")
    ),
    "a price to pay": lambda: do(
        at(CROSSING, ["traveler", "traveler", "explorer"], tokens=["coin_1", "coin_2"], caves=True), buy("photographer")
    ),
    "bought": lambda: do(
        at(CROSSING, ["traveler", "traveler", "explorer"], tokens=["draw_1"], caves=True),
        buy("scout"),
        *pay("traveler"),
    ),
    "nothing but half coins": lambda: at(CROSSING, ["explorer"]),
    "nothing": lambda: at(CROSSING),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_given_a_position_when_legal_actions_are_written_then_they_ascend_without_gaps_and_are_all_accepted(
    name: str,
) -> None:
    state = POSITIONS[name]()
    actions = written(state)
    assert actions
    assert all(a < b for a, b in pairwise(actions))
    assert actions == state.legal_actions()
    for action in actions:
        state.copy().apply(action)


@pytest.mark.parametrize(
    ("kept", "count", "highest"),
    [([], 0, 0), ([1], 1, 1), ([2], 1, 2), ([6], 1, 6), ([1, 6], 2, 6), ([1, 2, 3, 4, 5, 6], 6, 6)],
)
@pytest.mark.rule("ED-TIE-01", "ED-TIE-02")
def test_given_blockades_kept_when_counted_then_every_one_of_the_six_counts_once(
    kept: list[int], count: int, highest: int
) -> None:
    for seat in (0, 2):
        state = at(CROSSING, seat=seat, kept=kept)
        assert (blockades_kept(state.s, seat), highest_kept(state.s, seat)) == (count, highest)


@pytest.mark.rule("ED-TIE-01")
def test_given_equally_many_blockades_when_seats_are_compared_then_the_number_decides_and_none_precedes_itself() -> (
    None
):
    others = {seat: {"pawn": "arrived", "arrived": seat, "kept": [seat + 1]} for seat in (1, 2)}
    state = at(CROSSING, others=others)
    assert [ahead(state.s, one, other) for one in (1, 2) for other in (1, 2)] == [False, False, True, False]
