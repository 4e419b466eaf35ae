"""Compiled rules are kept on disk, and what is kept is never another function's or an older rule's."""

import io
import os
import subprocess
import sys

import pytest

from expedition.core.compile_cache import Progress
from expedition.core.drivers.random_play import random_game
from expedition.core.jit import compiled, open_name, reach_hash, rule
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


# One cache for all environments of a machine.

ELSEWHERE = """
import sys
sys.path.insert(0, {folder!r})
import shared_rules
from expedition.core.jit import compiled

made = compiled(shared_rules.double)
assert made(21) == 42
print(sum(made.stats.cache_hits.values()), sum(made.stats.cache_misses.values()))
"""


def test_the_same_rules_installed_elsewhere_are_not_compiled_again(tmp_path):
    """As in a second virtual environment: another path, another time stamp, the same functions."""
    env = {**os.environ, "EXPEDITION_CACHE": str(tmp_path / "cache")}
    answers = []
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
        text = "from expedition.core.jit import rule\n\n@rule\ndef double(x: int) -> int:\n    return x * 2\n"
        (tmp_path / place / "shared_rules.py").write_text(text)
        os.utime(tmp_path / place / "shared_rules.py", (len(place) * 1000, len(answers) * 1000))
        program = ELSEWHERE.format(folder=str(tmp_path / place))
        answer = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
        answers.append(answer)
    assert [answer.stdout.strip() for answer in answers] == ["0 1", "1 0"]
    assert "Preparing the rules for this machine" in answers[0].stderr
    assert answers[1].stderr == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_how_far_compiling_is():
    out = Terminal()
    progress = Progress(out)
    progress.expected = 4
    progress.on_start(None)
    progress.on_start(None)
    progress.on_end(None)
    assert "1 of 4" in out.getvalue().split("\r")[-1]
    progress.on_end(None)
    assert out.getvalue().endswith("\r\x1b[K")  # nothing of it stays


@pytest.mark.slow
def test_two_processes_may_compile_the_same_function_for_different_types(tmp_path):
    """Each finds its own machine code again, whoever wrote last."""
    program = ELSEWHERE.replace("made(21) == 42", "made({value}) == 2 * {value}")
    env = {**os.environ, "EXPEDITION_CACHE": str(tmp_path / "cache")}
    (tmp_path / "shared_rules.py").write_text(
        "from expedition.core.jit import rule\n\n@rule\ndef double(x):\n    return x * 2\n"
    )
    for _ in range(2):
        running = [
            subprocess.Popen([sys.executable, "-c", program.format(folder=str(tmp_path), value=value)], env=env)
            for value in ("21", "10.5")
        ]
        assert [process.wait(60) for process in running] == [0, 0]
