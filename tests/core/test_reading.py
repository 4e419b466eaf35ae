"""Reading positions: every fault names its field and says what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from expedition.core.errors import PositionError
from expedition.core.reading import Part

KNOWN = {"scout": 0, "sailor": 1, "pioneer": 2, "captain": 3, "native": 4}
PART = Part({"n": 5, "w": "scout", "ws": ["scout", "sailor"], "ns": [1, 2], "f": True, "p": {"n": 2}}, "seats[0]")


def test_given_sound_fields_when_they_are_read_then_they_are_what_is_written() -> None:
    assert PART.number("n", 0, 9) == 5
    assert PART.number("missing", 0, 9, 3) == 3
    assert PART.word("w", KNOWN) == 0
    assert PART.words("ws", KNOWN, 2) == [0, 1]
    assert PART.words("missing", KNOWN, 2) == []
    assert PART.numbers("ns", 0, 2, 2) == [1, 2]
    assert PART.flag("f", False) is True
    assert PART.part("p").number("n", 0, 9) == 2
    assert PART.has("n")
    assert not PART.has("missing")


@pytest.mark.parametrize(
    ("read", "field", "words"),
    [
        (lambda p: p.number("missing", 0, 1), "seats[0].missing", "missing"),
        (lambda p: p.number("n", 0, 4), "seats[0].n", "from 0 to 4"),
        (lambda p: p.number("f", 0, 4), "seats[0].f", "not True"),
        (lambda p: p.numbers("ns", 0, 1, 2), "seats[0].ns[1]", "from 0 to 1"),
        (lambda p: p.numbers("ns", 0, 2, 1), "seats[0].ns", "at most 1"),
        (lambda p: p.numbers("w", 0, 2, 1), "seats[0].w", "a list"),
        (lambda p: p.flag("n", False), "seats[0].n", "true or false"),
        (lambda p: p.word("n", KNOWN), "seats[0].n", "known are scout, sailor, pioneer, captain …"),
        (lambda p: p.words("ws", {"scout": 0}, 2), "seats[0].ws[1]", "known are scout."),
        (lambda p: p.part("n"), "seats[0].n", "an object was expected"),
        (lambda p: Part(["x" * 100]), "position", "…"),
    ],
)
def test_given_a_fault_when_it_is_read_then_field_and_expectation_are_named(
    read: Callable[[Part], Any], field: str, words: str
) -> None:
    with pytest.raises(PositionError) as refusal:
        read(PART)
    assert refusal.value.field == field
    assert words in str(refusal.value)
