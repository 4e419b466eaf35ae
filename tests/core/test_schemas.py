"""What games say to the outside is what their types declare."""

from __future__ import annotations

import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import expedition
from expedition.core.registry import game_class
from expedition.core.schemas import NAMES, json_schemas, schema, whole_schema
from expedition.core.testing import random_move

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("eldorado", {"players": 2, "caves": True, "max_rounds": 25}),
    ("eldorado", {"players": 4, "route": "swamplands", "caves": True, "max_rounds": 15}),
    ("silvergold", {"players": 2}),
    ("silvergold", {"players": 4}),
]


def validator(game: str, name: str) -> Any:
    return Draft202012Validator(whole_schema(game, name))


@pytest.mark.parametrize(("name", "options"), SETUPS, ids=lambda value: value if isinstance(value, str) else "")
def test_given_a_random_game_then_everything_it_says_fits_its_types(name: str, options: dict[str, Any]) -> None:
    game = expedition.make(name, **options)
    checks = {kind: validator(name, kind) for kind in ("View", "Information", "Gesture", "Event", "Action")}
    validator(name, "Components").validate(game.components())
    validator(name, "Setup").validate(game.setup)
    state, dice = game.new(seed=5), random.Random(5)
    while not state.is_over:
        seat, action = random_move(state, dice)
        checks["Action"].validate(state.to_dict(action, seat))
        if dice.random() < 0.04:
            for eyes in (None, *range(game.players)):
                checks["View"].validate(state.view(eyes))
            checks["Information"].validate(state.information(seat))
            for gesture in state.gestures(seat):
                checks["Gesture"].validate(gesture)
        state.apply(action, seat)
    checks["View"].validate(state.view(0))
    for seat in range(game.players):
        for event in state.events(0, seat):
            checks["Event"].validate(event)


@pytest.mark.parametrize("name", ["eldorado", "silvergold"])
def test_given_a_resignation_then_its_action_and_events_fit_too(name: str) -> None:
    state = expedition.make(name, players=3).new(seed=1)
    action = {"do": "resign", "seat": 1}
    validator(name, "Action").validate(action)
    state.apply(state.from_dict(action))
    for event in state.events(0, 1):
        validator(name, "Event").validate(event)


@pytest.mark.parametrize("name", ["eldorado", "silvergold"])
def test_given_a_field_that_is_not_declared_then_it_does_not_fit(name: str) -> None:
    view = {**expedition.make(name).new(seed=1).view(0), "extra": 1}
    assert not validator(name, "View").is_valid(view)


def test_given_the_types_of_all_games_then_their_names_do_not_clash() -> None:
    names = [name for game in ("eldorado", "silvergold") for name in json_schemas(game)]
    assert len(names) == len(set(names))
    assert {"ElDoradoView", "SilverGoldView"} <= set(names)
    assert game_class("eldorado").json_schemas()["ElDoradoHexInfo"]["additionalProperties"] is False


# Files.


@pytest.mark.parametrize(("name", "options"), SETUPS, ids=lambda value: value if isinstance(value, str) else "")
def test_given_a_random_game_then_its_positions_and_its_record_fit_their_schemas(
    name: str, options: dict[str, Any]
) -> None:
    position = Draft202012Validator(schema(name, "position"))
    record = Draft202012Validator(schema(name, "record"))
    state, dice = expedition.make(name, **options).new(seed=5), random.Random(5)
    while not state.is_over:
        if dice.random() < 0.04:
            position.validate(state.snapshot())
        seat, action = random_move(state, dice)
        state.apply(action, seat)
    position.validate(state.snapshot())
    record.validate(state.record().with_seats([{"name": "Ana", "kind": "person"}]).data)
    again = state.game.restore(state.snapshot(), 3)
    record.validate(again.record(secret=True).data)


def test_given_an_official_route_as_an_object_then_it_fits_the_schema_of_own_routes() -> None:
    from expedition.eldorado.components import routes

    check = Draft202012Validator(schema("eldorado", "route"))
    for route in routes().values():
        check.validate(route)
    own = routes()["first"]
    check.validate({"tiles": own["tiles"], "finish": own["finish"]})
    assert not check.is_valid({"tiles": own["tiles"]})


@pytest.mark.parametrize(
    ("game", "what", "sentence"),
    [
        ("silvergold", "route", "has no route"),
        ("silvergold", "positon", "Did you mean 'position'?"),
        ("go", "view", "no game"),
    ],
)
def test_given_what_has_no_schema_then_a_sentence_says_so(game: str, what: str, sentence: str) -> None:
    with pytest.raises(expedition.SetupError) as caught:
        schema(game, what)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("what", [*NAMES, "record"])
@pytest.mark.parametrize("game", ["eldorado", "silvergold"])
def test_every_schema_is_one(game: str, what: str) -> None:
    if (game, what) != ("silvergold", "route"):
        Draft202012Validator.check_schema(schema(game, what))
