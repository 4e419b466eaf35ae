"""Rules never count from an array's end: kernels take every index as it is (envs/cuda.py)."""

from typing import Any

import pytest

import expedition
from expedition.core.drivers.batch import deal_numbered, pay_out, show, take_stock
from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.random_play import random_step, seed_dice
from expedition.core.jit import Target
from expedition.eldorado.components import route_ids


class FromTheFront(list[Any]):
    def __getitem__(self, at: Any) -> Any:
        assert at >= 0, f"read at {at}"
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        assert at >= 0, f"written at {at}"
        super().__setitem__(at, value)


def guarded(record: Any) -> Any:
    for name in record.arrays:
        setattr(record, name, FromTheFront(getattr(record, name)))
    return record


SETUPS: list[tuple[str, dict[str, Any]]] = [
    *(("eldorado", {"route": route, "players": 2 + k % 3, "caves": True}) for k, route in enumerate(route_ids())),
    *(("silvergold", {"players": players}) for players in (2, 3, 4)),
]


@pytest.mark.parametrize(("name", "setup"), SETUPS)
def test_given_a_game_when_it_is_dealt_played_shown_and_paid_out_then_no_index_is_negative(
    name: str, setup: dict[str, Any]
) -> None:
    game = expedition.make(name, **setup)
    target = Target(lambda f, plain, names: f, FromTheFront)
    rules = rules_of(game)
    step, showing = target.form(random_step, **rules), target.form(show, **rules)
    s, b = guarded(game.start(0)), guarded(game.tables().copy())
    acts, dice, mask = FromTheFront([0] * game.num_actions), FromTheFront([0]), FromTheFront([0] * game.num_actions)
    row = FromTheFront([0] * sum(length for _, length, _ in game.observation_fields))
    reward, worth = FromTheFront([0.0] * game.players), FromTheFront([1.0] + [0.0] * (game.players - 1))
    target.form(deal_numbered, **rules)(s, b, 7, 1, 0)
    seed_dice(dice, 1)
    made, seat = 0, target.form(game.rule_actor)(s)
    while seat >= 0 and made < 2000:
        if made % 40 == 0:
            showing(s, b, seat, acts, mask, row)
        seat = step(s, b, seat, acts, dice)
        made += 1
    target.form(take_stock, **rules)(s, b, game.players, reward)
    target.form(pay_out, **rules)(s, b, game.players, worth, reward)
    assert made > 50


def test_given_an_index_below_zero_when_it_is_read_then_this_is_noticed() -> None:
    with pytest.raises(AssertionError, match="read at -1"):
        FromTheFront([1])[-1]
