"""Why not: what the table says when something is pressed that is not possible, and that it says nothing otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.browser import positions
from tests.examples import examples

from expedition.core.errors import IllegalAction
from expedition.core.registry import make
from expedition.core.state import State
from expedition.core.words import languages

GAME = make("eldorado", players=3, route="first", caves=True)


def race(**changed: Any) -> State[Any]:
    return GAME.restore(positions.race(**changed))


def first_pawn(state: State[Any]) -> tuple[int, int]:
    q, r = state.view(0)["seats"][0]["pawns"][0]["at"]
    return q, r


def spaces(terrain: str, power: int = 0) -> list[str]:
    hexes = GAME.components()["board"]["hexes"]
    return [f"{h['q']},{h['r']}" for h in hexes if h["terrain"] == terrain and h["power"] >= power]


def test_given_a_mountain_then_nobody_enters() -> None:
    state = race()
    caves = {f"{h['q']},{h['r']}" for h in GAME.components()["board"]["hexes"] if h["cave"]}
    for at in spaces("mountain"):
        said = state.why_not(0, {"at": at})
        assert said is not None
        assert ("cave" in said) == (at in caves)


def test_given_the_wrong_symbol_then_what_is_asked_and_what_the_card_shows_are_said() -> None:
    state = race()
    beside = {(q + first_pawn(state)[0], r + first_pawn(state)[1]) for q, r in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    rivers = [at for at in spaces("river") if tuple(map(int, at.split(","))) in beside] or spaces("river")
    said = state.why_not(0, {"at": rivers[0], "card": "trailblazer"})
    assert said is not None
    assert "paddle" in said
    assert "Trailblazer shows another symbol (machete)" in said


def test_given_a_market_card_too_dear_then_what_is_missing_is_said() -> None:
    state = race()
    said = state.why_not(0, {"buy": "cartographer"})
    assert said == "Cartographer costs 4, and all you can pay with is worth 3½: ½ short."
    assert state.why_not(0, {"buy": "trailblazer"}) is None
    assert "vacant" in (state.why_not(0, {"buy": "captain"}) or "")


def test_given_a_card_played_to_move_then_the_turn_cannot_end_before_a_step() -> None:
    state = race()
    play = next(a for a in state.legal_actions() if state.to_dict(a).get("card") == "trailblazer")
    state.apply(play)
    assert "at least one step" in (state.why_not(0, {"end": True}) or "")


def test_given_it_is_not_my_turn_then_that_is_the_reason() -> None:
    assert race().why_not(1, {"end": True}) == "it is not your turn."


@pytest.mark.parametrize("question", [{"at": "99,99"}, {"card": "dragon"}, {"blockade": 77}, {"at": "x"}])
def test_given_a_question_about_nothing_then_it_is_refused_with_a_sentence(question: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction, match=r"\.$"):
        race().why_not(0, question)


@examples(120)
@given(st.data())
def test_given_any_space_then_exactly_those_out_of_reach_have_a_reason_in_every_language(data: st.DataObject) -> None:
    state = race()
    card = data.draw(st.sampled_from(sorted(set(state.view(0)["seats"][0]["hand"]))))
    here = "{},{}".format(*first_pawn(state))  # a walk in a circle is possible, and nobody asks for it
    hexes = [f"{h['q']},{h['r']}" for h in GAME.components()["board"]["hexes"]]
    at = data.draw(st.sampled_from([at for at in hexes if at != here]))
    reached = {
        f"{g['to'][0]},{g['to'][1]}"
        for g in state.gestures(0)
        if g.get("to") and (g.get("card") == card or g["kind"] == "enter")
    }
    for lang in languages():
        said = state.why_not(0, {"at": at, "card": card}, lang)
        if at in reached:
            assert said is None
        else:
            assert said is not None
            assert said.endswith(".")
            assert "{" not in said
