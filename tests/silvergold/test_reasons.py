"""Why not: what the maps say when a pattern does not go where it was put."""

from __future__ import annotations

from typing import Any

import pytest

from expedition.core.errors import IllegalAction
from expedition.core.registry import make
from expedition.core.state import State
from expedition.core.words import languages

GAME = make("silvergold", players=2)


def marking(seed: int = 3) -> State[Any]:
    """Everybody has kept two maps; the first pattern lies open."""
    state = GAME.new(seed)
    while state.view(None)["turn"]["phase"] == "keep":
        for seat in state.actors:
            state.apply(state.legal_actions(seat)[0], seat)
    return state


def test_given_a_placement_that_fits_then_nothing_is_against_it() -> None:
    state = marking()
    for found in state.gestures(0):
        assert state.why_not(0, {"map": found["map"], "cells": found["cells"]}) is None


def test_given_fields_in_the_sea_or_of_another_shape_then_the_reason_says_which() -> None:
    state = marking()
    single = next(g for g in state.gestures(0) if not g["pattern"])
    row, column = single["cells"][0]
    for lang in languages():
        assert state.why_not(0, {"map": single["map"], "cells": [[row, column], [9, 9]]}, lang)
    assert "in the sea" in (state.why_not(0, {"map": single["map"], "cells": [[9, 9]]}) or "")
    state.apply(state.from_dict(single["actions"][0]), 0)
    if 0 in state.actors:
        assert "marked already" in (state.why_not(0, {"map": single["map"], "cells": [[row, column]]}) or "")


def test_given_a_map_before_any_is_complete_then_it_cannot_be_taken() -> None:
    state = marking()
    shown = state.view(0)["display"][0]
    card = shown["card"] if isinstance(shown, dict) else shown
    assert "completed" in (state.why_not(0, {"card": card}) or "")


@pytest.mark.parametrize("question", [{"map": 5, "cells": [[0, 0]]}, {"map": 0, "cells": "x"}, {"card": "none"}])
def test_given_a_question_about_nothing_then_it_is_refused_with_a_sentence(question: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction, match=r"\.$"):
        marking().why_not(0, question)
