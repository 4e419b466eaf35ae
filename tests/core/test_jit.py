"""Compiled rules are kept on disk, and what is kept is never another function's or an older rule's."""

import pytest

from expedition.core.jit import compiled, open_name, rule, source_hash
from expedition.core.play import random_game
from expedition.eldorado.game import ElDorado
from expedition.silvergold.game import SilverGold

pytestmark = pytest.mark.compiled


@open_name
def grow(x: int) -> int:
    return x


@rule
def grow_twice(x: int) -> int:
    return grow(grow(x))


@rule
def add_three(x: int) -> int:
    return x + 3


@rule
def triple(x: int) -> int:
    return x * 3


def test_a_driver_bound_to_other_rules_is_another_function_on_disk_too(tmp_path, monkeypatch):
    monkeypatch.setenv("EXPEDITION_CACHE", str(tmp_path))
    assert compiled(grow_twice, grow=add_three)(10) == 16
    assert compiled(grow_twice, grow=triple)(10) == 90


def names(game: type) -> tuple[tuple[str, str, str], ...]:
    return (("legal", game.rule_legal.__module__, "legal"),)


def test_the_cache_of_a_driver_is_named_after_the_game_it_plays():
    driver = random_game.__module__
    hashes = {source_hash(driver), source_hash(driver, names(ElDorado)), source_hash(driver, names(SilverGold))}
    assert len(hashes) == 3
