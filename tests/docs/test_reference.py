"""The reference is whole: every public member explains itself, every action number is what was released."""

from __future__ import annotations

import hashlib
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import action_ids
import expedition
from expedition.core.registry import game_class

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
NAMED = re.findall(r"^::: ([\w.]+)", REFERENCE, re.M)

# What version 0 of the environments promises: never to be changed, only followed by those of a version 1.
RELEASED = {
    "eldorado": (306, "7f8eaddf5acd454b8ca1b42a9468ea5612ff3648385683f632117fb8f3704e63"),
    "silvergold": (355, "6a2affa142b235ec5c7a091ca9ca4f528534047bb5ea4c31a72d5b4ff8ad2f47"),
}


def found(name: str) -> Any:
    module, _, rest = name.rpartition(".")
    return getattr(__import__(module, fromlist=[rest]), rest)


def members(name: str) -> list[tuple[str, Any]]:
    """The object and, of a class, what it defines itself for others to use."""
    thing = found(name)
    own = [(name, thing)]
    if inspect.isclass(thing):
        for key, value in vars(thing).items():
            value = value.__func__ if isinstance(value, classmethod | staticmethod) else value
            if not key.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                own.append((f"{name}.{key}", value))
    return own


@pytest.mark.parametrize("name", NAMED)
def test_every_public_member_of_the_reference_has_words(name: str) -> None:
    assert [key for key, thing in members(name) if not inspect.getdoc(thing)] == []


def test_everything_the_package_offers_stands_in_the_reference() -> None:
    offered = {f"{thing.__module__}.{thing.__qualname__}" for thing in map(expedition.__dict__.get, expedition.__all__)}
    assert offered - set(NAMED) == set()


@pytest.mark.parametrize("game", RELEASED)
def test_an_action_number_means_what_was_released(game: str) -> None:
    meanings = action_ids.MEANINGS[game]()
    assert len(meanings) == game_class(game).num_actions
    assert (len(meanings), hashlib.sha256("\n".join(meanings).encode()).hexdigest()) == RELEASED[game]


def test_the_page_of_action_numbers_is_up_to_date() -> None:
    assert action_ids.PAGE.read_text(encoding="utf-8") == action_ids.page(), "run tools/action_ids.py"
