"""How many sequences of so many actions a position has: one number that any change of a rule disturbs.

`perft.json` holds a few literal positions and their counts by depth, the way chess programs compare their moves: a
sequence of n legal actions counts once, whoever acts, and a game that is over has no continuation. Draw piles are long
enough that nothing is reshuffled, so that every count follows from the position alone. The first `agreed` depths are
counted by the referee too, which knows no engine; deeper numbers are the engine's own, kept against change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.eldorado import referee
from tests.eldorado.referee import JSON, Board

import expedition
from expedition.core.game import State

STORED: list[JSON] = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))


def restored(entry: JSON) -> State[Any]:
    return expedition.make("eldorado", **entry["position"]["setup"]).restore(entry["position"])


def engine_count(state: State[Any], depth: int) -> int:
    if depth == 0:
        return 1
    actions = [] if state.is_over else state.legal_actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = state.copy()
        after.apply(action)
        total += engine_count(after, depth - 1)
    return total


def referee_count(position: JSON, board: Board, depth: int) -> int:
    if depth == 0:
        return 1
    actions = referee.legal(position, board)
    if depth == 1:
        return len(actions)
    return sum(referee_count(referee.after(position, action, board), board, depth - 1) for action in actions)


@pytest.mark.slow
@pytest.mark.parametrize("entry", STORED, ids=[entry["name"] for entry in STORED])
def test_given_a_literal_position_when_its_sequences_are_counted_then_the_engine_finds_the_stored_numbers(
    entry: JSON,
) -> None:
    state = restored(entry)
    assert [engine_count(state, depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]


@pytest.mark.parametrize("entry", STORED, ids=[entry["name"] for entry in STORED])
def test_given_a_literal_position_when_the_referee_counts_its_sequences_then_it_finds_the_stored_numbers(
    entry: JSON,
) -> None:
    board = referee.board_of(entry["position"]["setup"]["route"])
    found = [referee_count(entry["position"], board, depth) for depth in range(1, entry["agreed"] + 1)]
    assert found == entry["counts"][: entry["agreed"]]
