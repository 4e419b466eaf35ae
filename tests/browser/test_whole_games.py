"""Games from the first card to the result, only through the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Visit
from tests.browser.person import Hands, Person

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BOT = {"kind": "bot", "level": "Legend"}
# somebody's own routes, much shorter than the first of the book: four seats take as many turns on two tiles as two on
# three
TWO_TILES: dict[str, Any] = {
    "tiles": [{"tile": "B", "rotation": 4, "q": 0, "r": 0}, {"tile": "D", "rotation": 2, "q": -7, "r": 4}],
    "finish": {"tile": "finish_jungle", "rotation": 4, "q": -11, "r": 4},
}
THREE_TILES: dict[str, Any] = {
    "tiles": [*TWO_TILES["tiles"], {"tile": "N", "rotation": 2, "q": -11, "r": 1}],
    "finish": {"tile": "finish_river", "rotation": 3, "q": -15, "r": 5},
}


def play_to_the_end(person: Person, turns: int = 90) -> None:
    person.wait_for_table()
    for _ in range(turns):
        person.wait_for_turn()
        if person.over():
            return
        person.take_turn()
    raise AssertionError("The game did not end.")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("hands", "players", "route", "options"),
    [
        pytest.param("drag", 4, TWO_TILES, {}, id="4 seats by clicks and drags"),
        pytest.param("finger", 2, THREE_TILES, PHONE, id="2 seats by taps on a phone"),
        pytest.param("finger", 2, "first", PHONE, id="the first route of the book", marks=pytest.mark.soak),
    ],
)
def test_given_a_table_with_caves_against_the_computer_when_i_play_on_then_the_result_says_who_found_el_dorado(
    visit: Visit,
    make_room: Callable[..., dict[str, Any]],
    hands: Hands,
    players: int,
    route: Any,
    options: dict[str, Any],
) -> None:
    page: Page = visit(**options)
    make_room(
        page,
        game="eldorado",
        setup={"players": players, "route": route, "caves": True},
        start=True,
        seats=[{"kind": "me"}, *[BOT] * (players - 1)],
    )
    person = Person(page, hands)

    play_to_the_end(person)

    assert "found El Dorado" in page.locator(".result h1").inner_text()
    assert page.locator(".result li").count() == players
