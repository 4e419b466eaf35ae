"""Compiled rules are kept on disk, and what is kept is never another function's or an older rule's."""

import pytest

from expedition.core.jit import compiled, open_name, reach_hash, rule
from expedition.core.play import random_game
from expedition.eldorado.game import ElDorado
from expedition.eldorado.rules import piles
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


def bound(game: type) -> tuple:
    return tuple((name, getattr(game, f"rule_{name}")) for name in ("actor", "apply", "legal"))


def test_the_cache_of_a_driver_is_named_after_the_rules_it_is_bound_to():
    hashes = {reach_hash(random_game, names) for names in ((), bound(ElDorado), bound(SilverGold))}
    assert len(hashes) == 3
    assert reach_hash(random_game, bound(ElDorado)) == reach_hash(random_game, bound(ElDorado))


LIMIT = 5


@rule
def limited(x: int) -> int:
    return min(x, LIMIT)


@rule
def calls_limited(x: int) -> int:
    return limited(x) + 1


def test_a_changed_constant_of_a_rule_that_is_only_called_changes_the_name(monkeypatch):
    before = reach_hash(calls_limited, ())
    monkeypatch.setitem(globals(), "LIMIT", 6)
    assert reach_hash(calls_limited, ()) != before


def test_a_rule_in_another_module_that_reads_differently_in_this_process_changes_the_name(monkeypatch):
    """What counts is the code that was loaded, not the text that lies on the disk by now."""
    before = reach_hash(random_game, bound(ElDorado))
    monkeypatch.setattr(piles.playable, "__code__", piles.playable_cards.__code__)
    assert reach_hash(random_game, bound(ElDorado)) != before
