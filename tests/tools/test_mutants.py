"""The mutation runner on a toy game: what it changes, what it kills, what it lets live."""

import subprocess
import sys
from pathlib import Path

import pytest

import mutants

RULES = '''"""A toy."""
LIMIT = 3


def fits(count: int) -> bool:
    """Whether there is room."""
    return count < LIMIT


def price(count, sale):
    total = 0
    while count > 0:
        total += 2
        count -= 1
    if sale and total > 4:
        total = total - 1
    return total


def never_called(x):
    return not x
'''
CALLER = """from toy.rules.hall import fits

def answer(count):
    return "yes" if fits(count) else "no"
"""
STRONG = """from toy.desk import answer
from toy.rules.hall import price

def test_room():
    assert [answer(n) for n in (2, 3)] == ["yes", "no"]

def test_price():
    assert [price(0, True), price(1, True), price(2, True), price(3, False), price(3, True)] == [0, 2, 4, 6, 5]
"""
WEAK = """from toy.desk import answer

def test_room():
    assert answer(0) == "yes"
"""


def toy(root: Path, tests: str) -> Path:
    (root / "src/toy/rules").mkdir(parents=True)
    (root / "tests").mkdir()
    (root / "src/toy/__init__.py").touch()
    (root / "src/toy/rules/__init__.py").touch()
    (root / "src/toy/rules/hall.py").write_text(RULES)
    (root / "src/toy/desk.py").write_text(CALLER)
    (root / "tests/test_toy.py").write_text(tests)
    (root / "pytest.ini").write_text("[pytest]\n")
    return root


def run(root: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, mutants.__file__, "--root", str(root)]
    command += ["--tests", str(root / "tests"), "--marks", "", "--hypothesis-profile", "", *more]
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(root / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)


def changes(source: str, tmp_path: Path) -> set[str]:
    path = tmp_path / "m.py"
    path.write_text(source)
    return {m.change() for m in mutants.Source(path).mutants()}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x = a < b", {"x = a < b -> x = (a <= b)", "x = a < b -> pass"}),
        ("x = a and b", {"x = a and b -> x = (a or b)", "x = a and b -> pass"}),
        ("x = not a", {"x = not a -> x = (a)", "x = not a -> pass"}),
        ("x -= y", {"x -= y -> x += y", "x -= y -> pass"}),
        ("x = 0", {"x = 0 -> x = 1", "x = 0 -> x = (-1)", "x = 0 -> pass"}),
        ("f(True)", {"f(True) -> f(False)", "f(True) -> pass"}),
        ("x: int = y", set()),
        ("import a", set()),
        ('"""words"""', set()),
    ],
)
def test_each_kind_of_change(line, expected, tmp_path):
    assert changes(line, tmp_path) == expected


def test_a_plain_condition_is_negated_and_its_body_left_alone(tmp_path):
    assert changes("if flag:\n    f()\n", tmp_path) == {"if flag: -> if (not flag):", "f() -> pass"}


def test_a_change_over_several_lines_is_named_in_one(tmp_path):
    found = changes("x = (\n    a\n    and b\n)\n", tmp_path)
    assert found == {"a and b -> (a or b)", "x = ( a and b ) -> pass"}


def test_annotations_decorators_and_docstrings_are_left_alone(tmp_path):
    assert changes('@deco(1)\ndef f(x: "a < b") -> 3:\n    """1 < 2"""\n', tmp_path) == set()


def test_a_default_belongs_to_the_module_not_to_the_function(tmp_path):
    path = tmp_path / "m.py"
    path.write_text("def f(x=a < b):\n    return x > 1\n")
    assert {(m.function, m.line) for m in mutants.Source(path).mutants()} == {("", 1), ("f", 2)}


@pytest.mark.slow
def test_given_strong_tests_then_only_what_nobody_calls_survives(tmp_path):
    root = toy(tmp_path, STRONG)
    answer = run(root, "--limit", "1", "--summary", str(root / "result.md"))
    assert answer.returncode == 0, answer.stderr
    page = (root / "result.md").read_text()
    survivors = page.split("## Survivors")[1]
    assert "never_called: no test gets there" in survivors
    places = {line.split("`")[1] for line in survivors.splitlines() if line.startswith("`src")}
    # line 15: an even total above 4 is also above 5
    assert places == {"src/toy/rules/hall.py:21", "src/toy/rules/hall.py:15"}
    assert "The 2 quickest tests took part" in page


def test_given_weak_tests_then_the_table_of_a_module_is_tried_in_a_fresh_interpreter(tmp_path):
    root = toy(tmp_path, WEAK)
    answer = run(root, "--fail-under", "90")
    assert answer.returncode == 1
    assert "-LIMIT = 3\n+LIMIT = 4" in answer.stdout
    assert "-LIMIT = 3\n+pass" not in answer.stdout  # without the name the import breaks
    assert "-    return count < LIMIT\n+    return (count <= LIMIT)" in answer.stdout
    assert "price: no test gets there" in answer.stdout


def test_given_an_accepted_change_then_it_is_reported_with_its_reason_and_not_counted(tmp_path):
    root = toy(tmp_path, STRONG)
    (root / "tests/mutants_accepted.toml").write_text(
        '[[accepted]]\nfile = "toy/rules/hall.py"\nfunction = "never_called"\n'
        'change = "return not x -> return (x)"\nreason = "only printed"\n'
    )
    answer = run(root, "--function", "never_called", "--summary", str(root / "result.md"))
    assert answer.returncode == 0, answer.stderr
    assert "never_called: only printed" in (root / "result.md").read_text()
    assert "-    return not x\n+    return (x)" not in answer.stdout


@pytest.mark.slow
def test_given_a_mutant_that_never_ends_then_it_is_stopped_and_counts_as_noticed(tmp_path):
    root = toy(tmp_path, STRONG)
    path = root / "src/toy/rules/hall.py"
    endless = [m for m in mutants.Source(path).mutants() if m.change() == "count -= 1 -> pass"]
    assert len(endless) == 1
    answer = run(root, "--function", "price", "--limit", "1")
    assert "| all | " in answer.stdout
    too_slow = int(answer.stdout.splitlines()[-1].split("|")[4])
    assert too_slow >= 2  # the statement removed, and `count += 1`


def test_given_tests_that_fail_already_then_it_says_so(tmp_path):
    answer = run(toy(tmp_path, WEAK.replace('"yes"', '"no"')))
    assert answer.returncode == 1
    assert "These tests fail on the unchanged rules: tests/test_toy.py::test_room." in answer.stderr


@pytest.mark.slow
def test_given_an_accepted_change_that_a_test_notices_then_the_run_fails_and_names_it(tmp_path):
    root = toy(tmp_path, STRONG)
    (root / "tests/mutants_accepted.toml").write_text(
        '[[accepted]]\nfile = "toy/rules/hall.py"\nfunction = "fits"\n'
        'change = "return count < LIMIT -> return (count <= LIMIT)"\nreason = "once true"\n'
    )
    answer = run(root, "--limit", "1")
    assert answer.returncode == 1
    assert "toy/rules/hall.py fits: return count < LIMIT -> return (count <= LIMIT)" in answer.stderr


@pytest.mark.parametrize(
    "since",
    [
        "nothing",
        *(pytest.param(since, marks=pytest.mark.slow) for since in ("--fresh", "a changed test", "a changed import")),
    ],
)
def test_given_the_notes_of_an_earlier_run_then_they_count_as_long_as_nothing_has_changed(since, tmp_path):
    root = toy(tmp_path, STRONG)
    (root / "src/toy/rules/__init__.py").write_text("import toy.board\n")
    (root / "src/toy/board.py").write_text("SIZE = 1\n")
    run(root, "--function", "fits", "--limit", "1")
    notes = root / ".cache/mutants.jsonl"
    assert '"by": "tests/test_toy.py::test_room"' in notes.read_text()
    notes.write_text(notes.read_text().replace('"killed"', '"survived"') + '{"key": "cut o')
    if since == "a changed test":
        (root / "tests/test_toy.py").write_text(
            STRONG.replace("(2, 3)", "(1, 2, 3)").replace('["yes"', '["yes", "yes"')
        )
    elif since == "a changed import":
        (root / "src/toy/board.py").write_text("SIZE = 2\n")
    answer = run(root, "--function", "fits", "--limit", "1", *([since] if since == "--fresh" else []))
    assert ("fits: no test fails" in answer.stdout) is (since == "nothing")


def test_given_a_survivor_when_a_test_for_it_is_written_then_the_next_run_sees_it(tmp_path):
    root = toy(tmp_path, WEAK)
    assert "return (count <= LIMIT)" in run(root, "--function", "fits").stdout
    (root / "tests/test_more.py").write_text(
        WEAK.replace("test_room", "test_full").replace('(0) == "yes"', '(3) == "no"')
    )
    answer = run(root, "--function", "fits")
    assert "return (count <= LIMIT)" not in answer.stdout
    assert answer.stdout.splitlines()[-1].split("|")[-2] == " 100.0 % "


def test_given_the_test_that_noticed_a_change_before_then_it_is_tried_first(tmp_path):
    root = toy(tmp_path, STRONG + "\ndef test_again():\n    assert [answer(n) for n in (2, 3)] == ['yes', 'no']\n")
    run(root, "--function", "fits", "--limit", "1")
    notes = root / ".cache/mutants.jsonl"
    for name in ("test_room", "test_again"):
        lines = notes.read_text().replace("::test_room", f"::{name}").replace("::test_again", f"::{name}")
        notes.write_text(lines.replace('"ground": "', '"ground": "old'))
        run(root, "--function", "fits", "--limit", "1")
        assert f"::{name}" in notes.read_text().splitlines()[-1]


@pytest.mark.slow
def test_given_the_page_of_an_earlier_run_then_its_survivors_alone_are_tried_again(tmp_path):
    root = toy(tmp_path, WEAK)
    page = tmp_path / "page.md"
    run(root, "--summary", str(page))
    survived = mutants.listed_survivors(page.read_text())
    assert ("fits", "return count < LIMIT -> return (count <= LIMIT)") in survived
    (root / "tests/test_toy.py").write_text(STRONG)
    (root / "src/toy/rules/hall.py").write_text(RULES.replace("return not x", "return x"))
    again = run(root, "--survivors", str(page))
    assert "no longer in the rules: never_called: return not x -> return (x)" in again.stdout
    assert "| all | " in again.stdout
    tried = int(again.stdout.split("| all |")[1].split("|")[0])
    assert 0 < tried < len(survived)
