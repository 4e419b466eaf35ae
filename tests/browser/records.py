"""Finished games to look at again, the same each time."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from playwright.sync_api import Page
from tests.browser.conftest import House

from expedition.core.game import State
from expedition.core.record import Record
from expedition.core.registry import make

SETUP: dict[str, dict[str, Any]] = {
    "eldorado": {"players": 3, "caves": True, "max_rounds": 6},
    "silvergold": {"players": 2},
}


@cache
def finished(game: str) -> Record:
    state: State[Any] = make(game, **SETUP[game]).new(7)
    dice = random.Random(3)
    while not state.is_over:
        state.apply(dice.choice(state.legal_actions()))
    seats = [{"name": name, "kind": "person"} for name in ("Ana", "Rui", "Lia")[: state.game.players]]
    return Record.of(state, secret=True).with_seats(seats)


_THERE: dict[tuple[str, str], str] = {}


def room_of(page: Page, house: House, game: str) -> str:
    """The code of the game's room; the house keeps it, and its review, for everybody who asks after the first."""
    page.request.post(f"{house.address}/api/guest", data={})
    if (house.address, game) not in _THERE:
        answer = page.request.post(f"{house.address}/api/records", data={"record": finished(game).data})
        assert answer.ok, answer.text()
        _THERE[house.address, game] = answer.json()["code"]
    return _THERE[house.address, game]


def bring(page: Page, house: House, game: str, tail: str = "") -> str:
    """Opens the game's replay; the code of its room."""
    code = room_of(page, house, game)
    page.goto(f"{house.address}/#/replay/{code}{tail}")
    page.wait_for_selector(".transport")
    return code
