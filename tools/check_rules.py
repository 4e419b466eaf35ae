"""Is every rule of the ledgers proved by a test?

The ids come from docs/rules/*.md; a test cites them with `@pytest.mark.rule("ED-MOVE-07")`. Only tests that pytest
collects and does not skip count. The few ids that no engine test can show stand in tests/rules_exempt.toml with the
reason. A game is checked as soon as its package exists.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULE_HEAD = re.compile(r"^\*\*((?:EC-)?(?:ED|SG)(?:-[A-Z0-9]+)?-\d+)\*\*", re.MULTILINE)
UNPROVED_MARKS = ("skip", "xfail")


class RuleCheckError(Exception):
    """The ledgers or the tests could not be read; the message says why."""


def ledger_ids(text: str) -> list[str]:
    """All rule and ruling ids of a ledger, in its order."""
    ids = RULE_HEAD.findall(text)
    twice = sorted({i for i in ids if ids.count(i) > 1})
    if twice:
        raise RuleCheckError(f"A ledger defines an id twice: {', '.join(twice)}.")
    return ids


class Citations:
    """Pytest plugin: which test cites which id."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = defaultdict(list)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            if any(item.get_closest_marker(mark) for mark in UNPROVED_MARKS):
                continue
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    self.tests[rule].append(item.nodeid)


def cited_ids(root: Path) -> dict[str, list[str]]:
    """Collect the tests (without running them) and return the tests by the id they cite."""
    citations, said = Citations(), io.StringIO()
    options = ["--collect-only", "-q", "-m", "", "-p", "no:xdist", "-p", "no:cacheprovider"]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        answer = pytest.main([*options, "--rootdir", str(root), str(root / "tests")], plugins=[citations])
    if answer not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuleCheckError(f"The tests could not be collected:\n{said.getvalue()}")
    return dict(citations.tests)


@dataclass
class Coverage:
    game: str
    ids: list[str]
    proved: set[str]
    exempt: dict[str, str]
    exists: bool

    @property
    def missing(self) -> list[str]:
        return [i for i in self.ids if i not in self.proved and i not in self.exempt]

    def faults(self) -> list[str]:
        found = [f"{i} is exempt, but {self.game} has no such rule." for i in self.exempt if i not in self.ids]
        found += [f"{i} is exempt but a test cites it: take it off the list." for i in self.exempt if i in self.proved]
        found += [f"{i} is exempt without a reason." for i, reason in self.exempt.items() if not reason.strip()]
        if self.exists and self.missing:
            found.append(f"{self.game}: no test cites {len(self.missing)} rules: {', '.join(self.missing)}")
        return found


def coverage(root: Path, cited: dict[str, list[str]]) -> list[Coverage]:
    exempt = tomllib.loads((root / "tests/rules_exempt.toml").read_text())
    return [
        Coverage(
            game=ledger.stem,
            ids=(ids := ledger_ids(ledger.read_text())),
            proved=cited.keys() & set(ids),
            exempt=exempt.get(ledger.stem, {}),
            exists=(root / "src/expedition" / ledger.stem / "__init__.py").is_file(),
        )
        for ledger in sorted((root / "docs/rules").glob("*.md"))
    ]


def check(root: Path) -> tuple[list[Coverage], list[str]]:
    """The coverage of each game and every fault as a sentence."""
    cited = cited_ids(root)
    games = coverage(root, cited)
    known = {i for game in games for i in game.ids}
    faults = [f"{i} is in no ledger, but {tests[0]} cites it." for i, tests in cited.items() if i not in known]
    return games, faults + [fault for game in games for fault in game.faults()]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--root", type=Path, default=ROOT, help="the repository to look at")
    try:
        games, faults = check(options.parse_args().root.resolve())
    except RuleCheckError as problem:
        print(problem, file=sys.stderr)
        return 1
    for game in games:
        state = "" if game.exists else " (package not there yet: not demanded)"
        print(
            f"{game.game}: {len(game.proved)} of {len(game.ids)} ids proved by tests, "
            f"{len(game.exempt)} exempt, {len(game.missing)} missing{state}"
        )
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
