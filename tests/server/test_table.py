"""The table folded from its rows, without a server: undo, counters, votes, sleep, and folding again."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from expedition.core.record import Record
from expedition.core.registry import game_of
from expedition.server.models import LogRow
from expedition.server.refusals import Refusal
from expedition.server.rooms.game_table import GameTable

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("eldorado", {"players": 2, "caves": True, "max_rounds": 4}),
    ("silvergold", {"players": 3}),
]


def fresh(game: str, setup: dict[str, Any], clock: dict[str, Any] | None = None) -> GameTable:
    made = game_of(game, setup)
    return GameTable(made, 7, None, range(made.players), {}, clock or {"kind": "none"}, 0)


def played(table: GameTable, dice: random.Random, steps: int) -> tuple[GameTable, list[LogRow]]:
    """Random play with undos and a resignation, each request on a fork as the server does it."""
    rows: list[LogRow] = []
    for at in range(steps):
        if table.over:
            break
        fork = table.fork()
        seat = dice.choice(table.actors)
        if table.undoable(seat) and dice.random() < 0.3:
            rows += fork.undo(seat, dice.choice(["action", "gesture", "floor"]), at)
        elif dice.random() < 0.01:
            rows += fork.resign(seat, at)
        else:
            choice = dice.choice(table.state.legal_actions(seat))
            rows += fork.act(seat, [table.state.to_dict(choice, seat)], at)
        table = fork
    return table, rows


@pytest.mark.parametrize(("game", "setup"), GAMES)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=8, deadline=None)
def test_given_the_rows_of_any_game_when_folded_again_then_the_table_is_the_same(
    game: str, setup: dict[str, Any], seed: int
) -> None:
    table, rows = played(fresh(game, setup), random.Random(seed), 120)
    again = fresh(game, setup)
    for row in rows:
        again.fold(row)
    for part in ("rows", "ply", "counts", "lines", "done"):
        assert getattr(again, part) == getattr(table, part), part
    assert again.state.s == table.state.s
    assert again.state.events() == table.state.events()
    slept = GameTable.deserialize(table.serialize(), table.game)
    assert slept.state.s == table.state.s
    assert slept.undoable(0) == table.undoable(0)


@pytest.mark.parametrize(("game", "setup"), GAMES)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=6, deadline=None)
def test_given_undos_then_the_record_holds_the_effective_line_and_verifies(
    game: str, setup: dict[str, Any], seed: int
) -> None:
    table, _ = played(fresh(game, setup), random.Random(seed), 150)
    record = Record.parse(Record.of(table.state, secret=True).data)
    assert record.state.ply == table.state.ply
    if not table.state.open:
        assert record.state.s == table.state.s


@pytest.mark.parametrize(("game", "setup"), GAMES)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=6, deadline=None)
def test_given_an_undo_then_the_position_is_the_one_before_and_no_number_returns(
    game: str, setup: dict[str, Any], seed: int
) -> None:
    dice = random.Random(seed)
    table, _ = played(fresh(game, setup), dice, 60)
    seen = set()
    for at in range(60):
        if table.over:
            break
        seat = table.actors[0]
        answer = (table.ply, table.count(seat))
        assert (seat, answer) not in seen
        seen.add((seat, answer))
        fork = table.fork()
        fork.act(seat, [table.state.to_dict(dice.choice(table.state.legal_actions(seat)), seat)], at)
        if fork.undoable(seat) and seat in fork.actors:
            back = fork.fork()
            back.undo(seat, "action", at)
            assert back.state.s == table.state.s
            assert [e.action for e in back.state.log] == [e.action for e in table.state.log]
            table = back if dice.random() < 0.5 else fork
        else:
            table = fork


def test_given_a_fork_when_it_is_played_on_then_the_table_does_not_change() -> None:
    table = fresh(*GAMES[0])
    before = table.state.snapshot()
    fork = table.fork()
    fork.act(0, [table.state.to_dict(table.state.legal_actions()[0])], 5)
    assert (table.rows, table.ply, table.done) == (0, 0, [])
    assert table.state.snapshot() == before


def test_given_wrong_requests_then_each_is_refused_with_its_code() -> None:
    table = fresh(*GAMES[0])
    for seat, action in ((1, {"do": "end"}), (0, {"do": "resign", "seat": 0}), (0, {"do": "end", "seat": 1})):
        with pytest.raises(Refusal) as refusal:
            table.fork().act(seat, [action], 0)
        assert refusal.value.code == "illegal"
    with pytest.raises(Refusal, match="at ply 0, not 3"):
        table.check_answer(0, 3, 0)
    with pytest.raises(Refusal, match="nothing to take back"):
        table.undo(0, "floor", 0)


def test_given_votes_then_only_people_still_playing_count() -> None:
    table = fresh("silvergold", {"players": 3})
    table.resign(2, 1)
    table.agree(0, True, 2)
    assert not table.over
    with pytest.raises(Refusal):
        table.agree(2, True, 3)
    rows = table.agree(1, True, 4)
    assert [row.kind for row in rows] == ["agree", "end"]
    assert table.over
    assert table.actors == []
    assert table.undoable(0) == 0
