"""A refusal is no oracle: what a seat is answered does not depend on what it cannot know, until something is stored.

Two worlds differ only in what a seat cannot know; every unit of actions it may send, guesses about the hidden part
included, gets the same answer byte for byte in both.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.server.conftest import Running
from tests.server.test_play import two_at
from tests.server.test_table import fresh, played

from expedition.server.refusals import Refusal
from expedition.server.rooms.game_table import GameTable

Json = dict[str, Any]

GAMES = [
    ("eldorado", {"players": 2, "caves": True, "max_rounds": 8}),
    ("eldorado", {"players": 3, "max_rounds": 8}),
    ("silvergold", {"players": 3}),
]
NONSENSE: list[Json] = [{"do": "end"}, {"do": "discard", "card": "native"}, {"do": "step", "to": [99, 99]}, {"do": 7}]


def answer(table: GameTable, seat: int, unit: list[Json]) -> str:
    """What a request is answered with; what is stored is told anyway and not compared."""
    fork = table.fork()
    try:
        rows = fork.act(seat, unit, 0)
    except Refusal as refusal:
        return json.dumps(refusal.to_dict())
    return f"stored {len(rows)}"


def worlds(table: GameTable, seat: int) -> list[GameTable]:
    """The table, and others this seat cannot tell from it."""
    found = [table]
    for seed in range(1, 6):
        twin = table.fork()
        twin.state = table.game.redeal(table.state, seat, seed)
        if twin.actors == table.actors:  # who has still to act in an open phase is for all to see
            found.append(twin)
    return found


def units(tables: list[GameTable], seat: int, dice: random.Random) -> list[list[Json]]:
    """Single actions, gestures, and each of them followed by what would be legal next in any of the worlds."""
    state = tables[0].state
    legal = [state.to_dict(action, seat) for action in state.legal_actions(seat)]
    first = [[action] for action in dice.sample(legal, min(len(legal), 6))]
    gestures = state.gestures(seat) if legal else []
    first += [list(gesture["actions"]) for gesture in dice.sample(gestures, min(len(gestures), 4))]
    made = [*first, *([action] for action in NONSENSE)]
    for unit in first:
        guesses: list[Json] = dice.sample(NONSENSE, 2)
        for world in tables:
            after = world.fork()
            try:
                after.act(seat, unit, 0)
            except Refusal:
                continue
            options = after.state.legal_actions(seat)
            guesses += [after.state.to_dict(a, seat) for a in dice.sample(options, min(len(options), 3))]
        made += [[*unit, guess] for guess in guesses]
    return made


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 6), marks=pytest.mark.slow)], ids=["few", "more"])
@pytest.mark.parametrize(("game", "setup"), GAMES)
def test_given_two_worlds_a_seat_cannot_tell_apart_then_every_unit_is_answered_alike(
    game: str, setup: Json, seeds: range
) -> None:
    asked = kept_back = 0
    for seed in seeds:
        dice = random.Random(seed)
        table = fresh(game, setup)
        for _ in range(14):
            table, _ = played(table, dice, dice.randrange(1, 6))
            if table.over:
                break
            for seat in range(table.game.players):
                tables = worlds(table, seat)
                for unit in units(tables, seat, dice):
                    answers = {answer(world, seat, unit) for world in tables}
                    assert len(answers) == 1, (seat, unit, answers)
                    asked += 1
                    kept_back += "refusal.unit_ends" in answers.pop()
    assert asked > 500
    assert kept_back > 2 * len(seeds)  # the interesting ones were among them


@pytest.mark.parametrize(("game", "setup"), GAMES)
def test_given_the_offered_gestures_then_none_goes_past_new_information(game: str, setup: Json) -> None:
    dice = random.Random(11)
    table = fresh(game, setup)
    while not table.over:
        seat = dice.choice(table.actors)
        for gesture in table.state.gestures(seat):
            assert answer(table, seat, gesture["actions"]).startswith("stored"), gesture
        table, _ = played(table, dice, 3)


@pytest.mark.server
async def test_given_a_guess_after_a_draw_then_it_is_refused_unread_and_nothing_is_stored(server: Running) -> None:
    code, _, (ana, _) = await two_at(server, "eldorado")
    assert ana.table is not None
    turn = [{"do": "end"}, {"do": "done"}]  # then new cards are drawn
    guesses = ({"do": "play", "card": "sailor"}, {"do": "x"}, {"a": 1}, {"do": "end"})
    told = [await ana.act(*turn, guess) for guess in guesses]
    assert {(m["code"], m["key"], m["message"]) for m in told} == {
        (
            "illegal",
            "refusal.unit_ends",
            "Something new is seen after one of these actions; send what follows by itself.",
        )
    }
    assert await server.hub.store.log.rows(code) == []
    assert (await ana.act(*turn))["type"] == "done"
