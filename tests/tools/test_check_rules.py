"""The check that every ledger id is proved by a test, tried on a toy repository and on ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import check_rules

LEDGER = """# A ledger
**ED-MOVE-01** A pawn moves.
**ED-MOVE-02** A pawn stops.
**EC-ED-01** May it fly?
Not a rule head: **ED-MOVE-09** stands inside a line.
"""
CONFIG = "[pytest]\naddopts = --strict-markers\nmarkers =\n    rule(*ids): ids\n"
ALL_CITED = """import pytest
pytestmark = pytest.mark.rule("EC-ED-01")
@pytest.mark.rule("ED-MOVE-01", "ED-MOVE-02")
def test_a(): ...
"""


def repository(root: Path, tests: str, exempt: str = "", package: bool = True) -> Path:
    for folder in ("docs/rules", "tests", "src/expedition/eldorado"):
        (root / folder).mkdir(parents=True)
    (root / "docs/rules/eldorado.md").write_text(LEDGER)
    (root / "pytest.ini").write_text(CONFIG)
    (root / "tests/test_toy.py").write_text(tests)
    (root / "tests/rules_exempt.toml").write_text(exempt)
    if package:
        (root / "src/expedition/eldorado/__init__.py").touch()
    return root


def run(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, check_rules.__file__, "--root", str(root)]
    env = dict(os.environ)
    if root != check_rules.ROOT:  # a toy needs no plugins, and starts faster without
        env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)


def test_given_every_id_cited_then_the_check_passes(tmp_path):
    answer = run(repository(tmp_path, ALL_CITED))
    assert answer.returncode == 0, answer.stderr
    assert "eldorado: 3 of 3 ids proved" in answer.stdout


def test_given_an_uncited_id_then_it_is_named(tmp_path):
    answer = run(repository(tmp_path, ALL_CITED.replace(', "ED-MOVE-02"', "")))
    assert answer.returncode == 1
    assert "no test cites 1 rules: ED-MOVE-02" in answer.stderr


def test_given_an_uncited_id_of_a_game_without_package_then_the_check_passes(tmp_path):
    assert run(repository(tmp_path, "", package=False)).returncode == 0


def test_given_a_skipped_test_then_its_ids_do_not_count(tmp_path):
    tests = ALL_CITED.replace("def test_a", '@pytest.mark.skip(reason="later")\ndef test_a')
    assert "ED-MOVE-01" in run(repository(tmp_path, tests)).stderr


def test_given_an_unknown_id_then_the_citing_test_is_named(tmp_path):
    answer = run(repository(tmp_path, ALL_CITED.replace('"ED-MOVE-02"', '"ED-MOVE-02", "ED-MOVE-77"')))
    assert answer.returncode == 1
    assert "ED-MOVE-77 is in no ledger, but tests/test_toy.py::test_a cites it." in answer.stderr


@pytest.mark.parametrize(
    ("exempt", "sentence"),
    [
        ('[eldorado]\nED-MOVE-02 = "shown by the page"', None),
        ('[eldorado]\nED-MOVE-02 = " "', "exempt without a reason"),
        ('[eldorado]\nED-MOVE-02 = "page"\nED-MOVE-01 = "page"', "ED-MOVE-01 is exempt but a test cites it"),
        ('[eldorado]\nED-MOVE-02 = "page"\nED-MOVE-55 = "page"', "eldorado has no such rule"),
    ],
)
def test_the_exempt_list_is_held_to_its_word(tmp_path, exempt, sentence):
    answer = run(repository(tmp_path, ALL_CITED.replace(', "ED-MOVE-02"', ""), exempt))
    assert (answer.returncode == 0) is (sentence is None)
    assert sentence is None or sentence in answer.stderr


def test_given_tests_that_cannot_be_collected_then_the_check_says_so(tmp_path):
    answer = run(repository(tmp_path, "import nowhere_to_be_found"))
    assert answer.returncode == 1
    assert "could not be collected" in answer.stderr


def test_an_id_defined_twice_is_refused():
    with pytest.raises(check_rules.RuleCheckError, match="ED-MOVE-01"):
        check_rules.ledger_ids(LEDGER + LEDGER)


@pytest.mark.parametrize(("game", "rules", "rulings"), [("eldorado", 204, 85), ("silvergold", 78, 36)])
def test_our_ledgers_are_complete(game, rules, rulings):
    ids = check_rules.ledger_ids((check_rules.ROOT / f"docs/rules/{game}.md").read_text())
    assert sum(i.startswith("EC-") for i in ids) == rulings
    assert sum(not i.startswith("EC-") for i in ids) == rules


@pytest.mark.slow
def test_every_rule_of_ours_is_proved():
    answer = run(check_rules.ROOT)
    assert answer.returncode == 0, answer.stderr
