"""Change the rules one place at a time and see whether a test notices.

One process collects the tests and then forks: the first child runs them all once and notes which test reaches which
line; after that every mutant gets a child of its own, in which the one changed function is put in place and only the
tests that reach it run, quickest first, until one fails. Tests that take long do not take part: what only random play
notices is worth a test that says it. Changes outside of functions (tables of a module) get a
fresh interpreter on a copy of the sources, because other modules may hold what was imported.

What became of each mutant is noted in .cache/mutants.jsonl, so that a run that was cut off goes on from there and new
tests cost only what they add. Once the rules or anything they import has changed, nothing is taken from the notes
except which test to try first.

A mutant that no test notices survives. Each survivor is either a missing test or a change without effect; the latter
are written down with the reason in tests/mutants_accepted.toml.
"""

from __future__ import annotations

import argparse
import ast
import gc
import hashlib
import inspect
import json
import math
import mmap
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import coverage
import pytest
from rich.console import Console
from rich.progress import Progress

from mutant_report import (
    Fate,
    accepted_reason,
    entry_lines,
    game_of,
    listed_survivors,
    read_accepted,
    score,
    stale_entries,
    summary,
    survivors,
    table,
)
from mutations import Mutant, Source

ROOT = Path(__file__).resolve().parent.parent
QUICK = "not slow and not browser and not server and not soak and not compiled"
LIMIT_FACTOR = 10.0
PATIENCE = 900.0  # seconds by the clock for a mutant that does not even work; a busy machine must not look like one
APART = 120  # seconds of work for the tests in a fresh interpreter
UNEXPLAINED = ["--assert=plain", "--tb=no"]  # a failure is enough, nobody reads why


def code_of(module: CodeType, name: str) -> CodeType | None:
    for constant in module.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == name:
                return constant
            deeper = code_of(constant, name)
            if deeper is not None:
                return deeper
    return None


def module_at(path: Path) -> ModuleType | None:
    return next((m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == str(path)), None)


def live_function(mutant: Mutant) -> FunctionType | None:
    """The function object all callers share, if the mutant lies in one that can be changed in place."""
    if not mutant.function:
        return None
    found: object = module_at(mutant.path)
    for name in mutant.function.split("."):
        found = vars(found).get(name) if isinstance(found, ModuleType | type) else None
    if isinstance(found, FunctionType) and not found.__code__.co_freevars and not hasattr(found, "__wrapped__"):
        return found
    return None


def changed_code(mutant: Mutant) -> CodeType:
    code = code_of(compile(mutant.source, str(mutant.path), "exec"), mutant.function)
    assert code is not None, f"{mutant.function} is not in the changed source of {mutant.path}"
    return code


@dataclass
class Baseline:
    """What the unchanged rules do: how long each test takes and which lines it reaches."""

    seconds: list[float]
    reached: dict[str, dict[int, list[int]]]  # file -> line -> tests


class Notes:
    """What became of the mutants of earlier runs, and which lines each test reaches.

    A mutant counts as noticed as long as the rules, all they import and the test that noticed it are what they were,
    and as not noticed as long as all tests of the game are.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.path: Path = options.root / ".cache/mutants.jsonl"
        self.kept: dict[str, dict[str, Any]] = {}
        self.texts: dict[str, str] = {}  # test -> a hash of what it says
        self.folder_of: dict[str, Path] = {}
        if self.path.is_file() and not options.fresh:
            for line in self.path.read_text().splitlines():
                if line.endswith("}"):  # a run may have been cut off in the middle of a line
                    note = json.loads(line)
                    self.kept[note["key"]] = note

    def meet(self, tests: Sequence[pytest.Item]) -> None:
        for test in tests:
            function = getattr(test, "function", None)
            text = inspect.getsource(function) if function else test.path.read_text()
            self.texts[test.nodeid] = short_hash(text.encode())
            self.folder_of[test.nodeid] = test.path.parent

    def outcome(self, mutant: Mutant) -> str:
        """What is known for sure: nothing that matters has changed since."""
        note = self.kept.get(self._key(mutant))
        if note is None or note["ground"] != self.ground(game_of(mutant)):
            return ""
        same_test = bool(note["by"]) and note["test"] == self.texts.get(note["by"])
        same_tests = note["tests"] == self._all_tests(game_of(mutant))
        return str(note["outcome"]) if same_test or same_tests else ""

    def noticed_by(self, mutant: Mutant) -> str:
        return str(self.kept.get(self._key(mutant), {}).get("by", ""))

    def add(self, mutant: Mutant, outcome: str, by: str) -> None:
        place = f"{mutant.path.relative_to(self.options.root).as_posix()}:{mutant.line} {mutant.function}"
        note = {"key": self._key(mutant), "outcome": outcome, "place": place, "change": mutant.change(), "by": by}
        note |= {"test": self.texts.get(by, ""), "tests": self._all_tests(game_of(mutant))}
        note["ground"] = self.ground(game_of(mutant))
        self._write(note)

    def reach(self, test: str) -> dict[str, Any] | None:
        """How long this test takes and which lines it reaches, if that is known."""
        return self.kept.get(self._test_key(test))

    def add_reach(self, test: str, seconds: float, lines: dict[str, list[int]]) -> None:
        self._write({"key": self._test_key(test), "seconds": seconds, "lines": lines})

    def _write(self, note: dict[str, Any]) -> None:
        self.kept[note["key"]] = note
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps(note) + "\n")

    def _key(self, mutant: Mutant) -> str:
        return short_hash(f"{mutant.path.relative_to(self.options.root).as_posix()}\n{mutant.source}".encode())

    def _test_key(self, test: str) -> str:
        games = sorted({path.parent.parent for path in self.options.modules})
        own = [game for game in games if self._tests_of(game) in (self.folder_of[test], *self.folder_of[test].parents)]
        return short_hash("\n".join([test, self.texts[test], *map(self.ground, own or games)]).encode())

    def _tests_of(self, game: Path) -> Path:
        return Path(self.options.root) / "tests" / game.name

    @cache  # noqa: B019 (one object, and it lives as long as the program)
    def _all_tests(self, game: Path) -> str:
        own = self._tests_of(game)
        chosen = [k for k, folder in self.folder_of.items() if not own.is_dir() or own in (folder, *folder.parents)]
        texts = sorted(f"{k} {self.texts[k]}" for k in chosen)
        return short_hash("\n".join([str(self.options.longest), *texts]).encode())

    @cache  # noqa: B019 (one object, and it lives as long as the program)
    def ground(self, game: Path) -> str:
        """A hash of the rules, of all they import, of the game's data and of what its tests share."""
        own = self._tests_of(game)
        shared = [p for folder in ([own] if own.is_dir() else self.options.tests) for p in [folder, *folder.rglob("*")]]
        files = {p for p in [*shared, *game.rglob("data/*")] if p.is_file() and not p.name.startswith("test_")}
        files |= imported((game / "rules").glob("*.py"), self.options.source)
        parts = [f"{self.options.marks} {self.options.hypothesis_profile}".encode()]
        for path in sorted(p for p in files if "__pycache__" not in p.parts):
            parts += [path.relative_to(self.options.root).as_posix().encode(), path.read_bytes()]
        return short_hash(b"\n".join(parts))


def imported(modules: Iterable[Path], source: Path) -> set[Path]:
    """These modules and all that they import from the same source folder, and so on."""
    found: set[Path] = set()
    waiting = list(modules)
    while waiting:
        path = waiting.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            waiting += [source / f"{name.replace('.', '/')}.py" for name in names]
            waiting += [source / name.replace(".", "/") / "__init__.py" for name in names]
    return found


def short_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:20]


@dataclass
class Trial:
    """A mutant at work in a child of its own."""

    mutant: Mutant
    deadline: float
    at: mmap.mmap = field(default_factory=lambda: mmap.mmap(-1, 8))  # shared with the child: 1 + the test it is in


class Runner:
    """Pytest plugin that takes the place of the test loop."""

    def __init__(self, options: argparse.Namespace, mutants: list[Mutant]) -> None:
        self.options = options
        self.mutants = mutants
        self.notes = Notes(options)
        self.fates: list[Fate] = []
        self.problem = ""
        self.tests = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        if session.testsfailed:
            self.problem = "The tests could not be collected; run them with pytest first."
            return True
        self.notes.meet(self.items)
        gc.freeze()  # or the children's collector would copy every page they share with this process
        failed = self._measure()
        if failed:
            self.problem = f"These tests fail on the unchanged rules: {', '.join(failed)}."
            return True
        baseline = self._baseline()
        self.tests = sum(seconds <= self.options.longest for seconds in baseline.seconds)
        self._run_all(baseline)
        return True

    def _baseline(self) -> Baseline:
        baseline = Baseline([], {})
        for k, item in enumerate(self.items):
            known = self.notes.reach(item.nodeid)
            assert known is not None
            baseline.seconds.append(known["seconds"])
            for file, lines in known["lines"].items():
                for line in lines:
                    baseline.reached.setdefault(str(self.options.root / file), {}).setdefault(line, []).append(k)
        return baseline

    def _measure(self) -> list[str]:
        """Run the tests that are not known yet on the unchanged rules; those that fail."""
        new = [k for k, item in enumerate(self.items) if self.notes.reach(item.nodeid) is None]
        if not new:
            return []
        with tempfile.TemporaryDirectory() as folder:
            result = Path(folder) / "result.json"
            child = os.fork()
            if child == 0:
                silence()
                result.write_text(json.dumps(self._trace(new)))
                os._exit(0)
            os.waitpid(child, 0)
            if not result.is_file():
                return ["(the run itself broke off)"]
            measured = json.loads(result.read_text())
        for k, seconds, lines in measured["reach"]:
            self.notes.add_reach(self.items[k].nodeid, seconds, lines)
        return list(measured["failed"])

    def _trace(self, chosen: Sequence[int]) -> dict[str, object]:
        files = sorted({str(path) for m in self.mutants for path in m.path.parent.glob("*.py")})
        tracer = coverage.Coverage(data_file=None, include=files, config_file=False)
        seconds, failed = {}, []
        tracer.start()
        for k, following in zip(chosen, [*chosen[1:], None]):
            item = self.items[k]
            tracer.switch_context(str(k))
            begin, before = time.process_time(), item.session.testsfailed
            self._run_test(item, None if following is None else self.items[following])
            seconds[k] = time.process_time() - begin
            if item.session.testsfailed > before:
                failed.append(item.nodeid)
        tracer.stop()
        lines: dict[int, dict[str, list[int]]] = {k: {} for k in chosen}
        for file in files:
            name = Path(file).relative_to(self.options.root).as_posix()
            for line, contexts in tracer.get_data().contexts_by_lineno(file).items():
                for context in filter(None, contexts):
                    lines[int(context)].setdefault(name, []).append(line)
        reach = [(k, seconds[k], lines[k]) for k in chosen if self.items[k].nodeid not in failed]
        return {"failed": failed, "reach": reach}

    def _run_test(self, item: pytest.Item, following: pytest.Item | None) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def _run_all(self, baseline: Baseline) -> None:
        waiting = sorted(self.mutants, key=self._is_accepted)  # these need every test, and mostly stay what they are
        running: dict[int, Trial] = {}
        stop = time.monotonic() + 60 * self.options.minutes
        with Progress(console=Console(stderr=True)) as progress:
            bar = progress.add_task("mutants", total=len(waiting))
            while waiting or running:
                while waiting and len(running) < self.options.workers:
                    mutant = waiting.pop(0)
                    tests = self._tests_for(mutant, baseline)
                    known = self.notes.outcome(mutant) if tests else "unreached"
                    if not known and time.monotonic() >= stop:
                        known = "untried"
                    if known:
                        self._decide(mutant, known)
                        progress.advance(bar)
                        continue
                    limits = [max(self.options.limit, LIMIT_FACTOR * seconds) for seconds in baseline.seconds]
                    trial = Trial(mutant, time.monotonic() + PATIENCE)
                    running[self._start(trial, tests, limits)] = trial
                for trial, outcome in self._finished(running):
                    self._note(trial, outcome)
                    self._decide(trial.mutant, outcome)
                    progress.advance(bar)
                if running:
                    time.sleep(0.005)
        order = {id(mutant): k for k, mutant in enumerate(self.mutants)}
        self.fates.sort(key=lambda fate: order[id(fate.mutant)])

    def _is_accepted(self, mutant: Mutant) -> bool:
        return bool(accepted_reason(mutant, self.options.accepted))

    def _tests_for(self, mutant: Mutant, baseline: Baseline) -> list[int]:
        """Those that reach the change: first the one that noticed it before, then the quickest."""
        lines = baseline.reached.get(str(mutant.path), {})
        tests = {k for line in range(mutant.first, mutant.last + 1) for k in lines.get(line, ())}
        if not mutant.function:
            tests = {k for reaching in lines.values() for k in reaching}
        tests = {k for k in tests if baseline.seconds[k] <= self.options.longest}
        before = self.notes.noticed_by(mutant)
        return sorted(tests, key=lambda k: (self.items[k].nodeid != before, baseline.seconds[k]))

    def _start(self, trial: Trial, tests: Sequence[int], limits: Sequence[float]) -> int:
        mutant = trial.mutant
        function = live_function(mutant)
        code = changed_code(mutant) if function else None
        child = os.fork()
        if child:
            return child
        os.setpgid(0, 0)
        silence()
        if function is None or code is None:
            os._exit(run_apart(mutant, self.options, [self.items[k].nodeid for k in tests]))
        function.__code__ = code
        for k, following in zip(tests, [*tests[1:], None]):
            item = self.items[k]
            trial.at[:] = (k + 1).to_bytes(8)
            signal.setitimer(signal.ITIMER_PROF, limits[k])  # of work, not of waiting for a busy machine
            self._run_test(item, None if following is None else self.items[following])
            if item.session.testsfailed:
                os._exit(1)
        os._exit(0)

    def _finished(self, running: dict[int, Trial]) -> Iterator[tuple[Trial, str]]:
        for child, trial in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                del running[child]
                too_slow = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
                yield trial, "timeout" if too_slow else "survived" if status == 0 else "killed"
            elif time.monotonic() > trial.deadline:
                kill_group(child)
                del running[child]
                yield trial, "timeout"

    def _note(self, trial: Trial, outcome: str) -> None:
        last = int.from_bytes(trial.at[:])
        by = self.items[last - 1].nodeid if last and outcome != "survived" else ""
        self.notes.add(trial.mutant, outcome, by)

    def _decide(self, mutant: Mutant, outcome: str) -> None:
        reason = accepted_reason(mutant, self.options.accepted) if outcome in ("survived", "unreached") else ""
        self.fates.append(Fate(mutant, outcome, reason))


def silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def kill_group(child: int) -> None:
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def run_apart(mutant: Mutant, options: argparse.Namespace, tests: Sequence[str]) -> int:
    """Run the tests in a fresh interpreter on a copy of the sources that holds the mutant."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "src"
        shutil.copytree(options.source, copied, ignore=shutil.ignore_patterns("__pycache__", "static"))
        (copied / mutant.path.relative_to(options.source)).write_text(mutant.source)
        path = os.pathsep.join(filter(None, [str(copied), os.environ.get("PYTHONPATH")]))
        chosen = Path(folder) / "tests"
        chosen.write_text("\n".join(tests))
        command = [sys.executable, "-m", "pytest", "-x", "-q", *UNEXPLAINED, *pytest_arguments(options, [f"@{chosen}"])]
        env = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        resource.setrlimit(resource.RLIMIT_CPU, (APART, APART))
        return min(1, subprocess.run(command, cwd=options.root, env=env, check=False).returncode)


def pytest_arguments(options: argparse.Namespace, tests: Sequence[object]) -> list[str]:
    switches = ["-m", options.marks] if options.marks else []
    if options.hypothesis_profile:
        switches.append(f"--hypothesis-profile={options.hypothesis_profile}")
    return [*switches, "--rootdir", str(options.root), *map(str, tests)]


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", type=Path, help="modules to change (default: all rule modules)")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository")
    parser.add_argument("--source", type=Path, help="the folder on the import path (default: src)")
    parser.add_argument("--tests", type=Path, action="append", help="test folder or file (default: each game's tests)")
    parser.add_argument("--marks", default=QUICK, help="pytest marks of the tests to run")
    parser.add_argument("--hypothesis-profile", default="mutants", help="profile for property tests")
    parser.add_argument("--function", help="only mutants inside this function")
    parser.add_argument("--survivors", type=Path, help="only those that this page of an earlier run lists as survivors")
    parser.add_argument("--sample", type=int, help="only so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="for the sample")
    parser.add_argument("--workers", type=int, default=2, help="mutants at a time")
    parser.add_argument("--limit", type=float, default=0.5, help="seconds of work a test may take at least")
    parser.add_argument("--longest", type=float, default=0.1, help="seconds of work of the longest test to take part")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop then; the rest counts as not tried")
    parser.add_argument("--fresh", action="store_true", help="take nothing from the notes of earlier runs")
    parser.add_argument("--summary", type=Path, help="write the result as Markdown to this file")
    parser.add_argument("--fail-under", type=float, default=0.0, help="exit with 1 below this score")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    options = parser.parse_args(arguments)
    options.root = options.root.resolve()
    options.source = (options.source or options.root / "src").resolve()
    options.everything = not (options.modules or options.sample is not None or options.function or options.survivors)
    options.modules = [p.resolve() for p in options.modules] or rule_modules(options.source)
    options.tests = options.tests or tests_of(options)
    options.accepted = read_accepted(options.root / "tests/mutants_accepted.toml")
    return options


def rule_modules(source: Path) -> list[Path]:
    return sorted(p for p in source.glob("**/rules/*.py") if p.name != "__init__.py")


def tests_of(options: argparse.Namespace) -> list[Path]:
    games = sorted({p.parent.parent.name for p in options.modules if p.parent.name == "rules"})
    return [options.root / "tests" / game for game in games]


def chosen_mutants(options: argparse.Namespace) -> list[Mutant]:
    made = [m for path in options.modules for m in Source(path).mutants()]
    if options.function:
        made = [m for m in made if m.function == options.function]
    if options.survivors:
        listed = listed_survivors(options.survivors.read_text())
        made = [m for m in made if (m.function, m.change()) in listed]
        gone = listed - {(m.function, m.change()) for m in made}
        print(*(f"no longer in the rules: {function}: {change}" for function, change in sorted(gone)), sep="\n")
    if options.sample is not None and options.sample < len(made):
        made = sorted(random.Random(options.seed).sample(made, options.sample), key=lambda m: (m.path, m.line))
    return made


def report(runner: Runner, options: argparse.Namespace) -> int:
    for fate in survivors(runner.fates):
        print("\n".join(entry_lines(fate, options.root)))
    print("\n".join(table(runner.fates, options.root)))
    if options.summary:
        options.summary.write_text(summary(runner.fates, options.root, runner.tests))
    untried = any(fate.outcome == "untried" for fate in runner.fates)
    if options.everything and not untried and (stale := stale_entries(runner.fates, options.accepted)):
        print("tests/mutants_accepted.toml accepts what does not survive:", *stale, sep="\n", file=sys.stderr)
        return 1
    return 1 if score(runner.fates) < options.fail_under else 0


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_options(arguments)
    mutants = chosen_mutants(options)
    if not mutants:
        print("There are no rule modules to change yet.")
        return 0
    if options.list:
        for mutant in mutants:
            print(f"{mutant.path.relative_to(options.root)}:{mutant.line} {mutant.change()}")
        return 0
    missing = [str(path) for path in options.tests if not path.exists()]
    if missing or not options.tests:
        print(f"There are no tests to run: {', '.join(missing) or 'name them with --tests'}.", file=sys.stderr)
        return 1
    runner = Runner(options, mutants)
    quiet = ["-qq", "-s", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
    answer = pytest.main([*quiet, *UNEXPLAINED, *pytest_arguments(options, options.tests)], plugins=[runner])
    if runner.problem or answer != pytest.ExitCode.OK or not runner.fates:
        print(runner.problem or f"Pytest stopped before the first mutant ({answer!r}).", file=sys.stderr)
        return 1
    return report(runner, options)


if __name__ == "__main__":
    sys.exit(main())
