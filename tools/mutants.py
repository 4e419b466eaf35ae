"""Change the rules one place at a time and see whether a test notices.

One process collects the tests and then forks: the first child runs them all once and notes which test reaches which
line; after that every mutant gets a child of its own, in which the one changed function is put in place and only the
tests that reach it run, quickest first, until one fails. Changes outside of functions (tables of a module) get a
fresh interpreter on a copy of the sources, because other modules may hold what was imported.

A mutant that no test notices survives. Each survivor is either a missing test or a change without effect; the latter
are written down with the reason in tests/mutants_accepted.toml.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import coverage
import pytest
from rich.console import Console
from rich.progress import Progress

ROOT = Path(__file__).resolve().parent.parent
QUICK = "not slow and not browser and not server and not soak and not compiled"
LIMIT_FACTOR = 10.0

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
REMOVABLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Break, ast.Continue, ast.Delete)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Mutant:
    path: Path
    function: str  # "" for what runs at import
    first: int  # lines of the statement it sits in: the tests that reach them are the ones to run
    last: int
    line: int
    source: str = field(repr=False)
    before: str = ""
    after: str = ""

    def change(self) -> str:
        """The change in one line, which names it in tests/mutants_accepted.toml."""
        return " ".join(f"{self.before} -> {self.after}".split())

    def diff(self) -> list[str]:
        return [f"-{line}" for line in self.before.splitlines()] + [f"+{line}" for line in self.after.splitlines()]


@dataclass(frozen=True)
class Fate:
    mutant: Mutant
    outcome: str  # killed, timeout, survived, unreached
    reason: str = ""  # why a survivor is accepted


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """Every changed form of one node."""
    match node:
        case ast.Compare():
            for k, operator in enumerate(node.ops):
                changed = copy.deepcopy(node)
                changed.ops[k] = COMPARISONS[type(operator)]()
                yield changed
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.BinOp() if type(node.op) in ARITHMETIC:
            yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
        case ast.AugAssign() if type(node.op) in ARITHMETIC:
            yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
            yield ast.Constant(number - 1)
    if isinstance(node, REMOVABLE) and not is_docstring(node):
        yield ast.Pass()
    if isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(node.test, ast.Name | ast.Call | ast.Attribute):
        changed_test = copy.deepcopy(node)
        changed_test.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed_test


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that do something: no imports, decorators or annotations."""
    skipped = {"decorator_list", "annotation", "returns", "type_params"}
    if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr) or is_docstring(node):
        return
    for name, value in ast.iter_fields(node):
        if name in skipped:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.arg):
                continue
            if isinstance(child, ast.AST):
                yield child


def statement_lines(statement: ast.stmt) -> tuple[int, int]:
    """Its lines; for a compound statement those of its head."""
    body = getattr(statement, "body", None)
    last = statement.end_lineno or statement.lineno
    if isinstance(body, list) and body:
        last = max(statement.lineno, body[0].lineno - 1)
    return statement.lineno, last


class Source:
    """One module's text, and the mutants of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text()
        self.bytes = [line.encode() for line in self.text.splitlines(keepends=True)]

    def mutants(self) -> Iterator[Mutant]:
        for statement in ast.parse(self.text).body:
            yield from self._walk(statement, statement, "", False)

    def _walk(self, node: ast.AST, statement: ast.stmt, scope: str, running: bool) -> Iterator[Mutant]:
        """`running`: inside a function's body, so reached by tests and not by the import."""
        if isinstance(node, ast.stmt):
            statement = node
        for changed in replacements(node):
            mutant = self._mutant(node, changed, statement, scope if running else "")
            if mutant is not None:
                yield mutant
        is_function = isinstance(node, SCOPES) and not isinstance(node, ast.ClassDef)
        inside = ".".join(filter(None, [scope, node.name])) if isinstance(node, SCOPES) else scope
        for child in children(node):
            if isinstance(child, ast.arguments):  # defaults are worked out where the function is defined
                yield from self._walk(child, statement, scope, running)
            else:
                yield from self._walk(child, statement, inside, running or is_function)

    def _mutant(self, node: ast.AST, changed: ast.AST, statement: ast.stmt, function: str) -> Mutant | None:
        assert isinstance(node, ast.stmt | ast.expr)
        if isinstance(changed, ast.If | ast.While | ast.IfExp):  # only its condition is new
            assert isinstance(node, ast.If | ast.While | ast.IfExp)
            node, changed = node.test, changed.test
        text = ast.unparse(changed)
        if isinstance(changed, ast.expr) and (text.startswith("-") or not isinstance(changed, ast.Constant)):
            text = f"({text})"
        source = self._replaced(node, text)
        try:
            ast.parse(source)
        except SyntaxError:
            return None
        first, last = statement_lines(statement)
        return Mutant(self.path, function, first, last, node.lineno, source, *self._lines(node, text))

    def _replaced(self, node: ast.stmt | ast.expr, text: str) -> str:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        head = self.bytes[node.lineno - 1][: node.col_offset]
        tail = self.bytes[node.end_lineno - 1][node.end_col_offset :]
        lines = [*self.bytes[: node.lineno - 1], head + text.encode() + tail, *self.bytes[node.end_lineno :]]
        return b"".join(lines).decode()

    def _lines(self, node: ast.stmt | ast.expr, text: str) -> tuple[str, str]:
        """The line as it was and as it becomes, for the report."""
        old, new = self.text.splitlines(), self._replaced(node, text).splitlines()
        removed, added = [], []
        for line in difflib.ndiff(old[node.lineno - 1 : node.end_lineno], new[node.lineno - 1 : node.lineno]):
            if line.startswith("- "):
                removed.append(line[2:])
            elif line.startswith("+ "):
                added.append(line[2:])
        return "\n".join(removed), "\n".join(added)


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


def put_in_place(mutant: Mutant, function: FunctionType) -> None:
    code = code_of(compile(mutant.source, str(mutant.path), "exec"), mutant.function)
    assert code is not None, f"{mutant.function} is not in the changed source of {mutant.path}"
    function.__code__ = code


@dataclass
class Baseline:
    """What the unchanged rules do: how long each test takes and which lines it reaches."""

    seconds: list[float]
    failed: list[str]
    reached: dict[str, dict[str, list[int]]]  # file -> line -> tests


class Runner:
    """Pytest plugin that takes the place of the test loop."""

    def __init__(self, options: argparse.Namespace, mutants: list[Mutant]) -> None:
        self.options = options
        self.mutants = mutants
        self.fates: list[Fate] = []
        self.problem = ""
        self.tests = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        self.tests = len(self.items)
        if session.testsfailed:
            self.problem = "The tests could not be collected; run them with pytest first."
            return True
        baseline = self._baseline()
        if baseline.failed:
            self.problem = f"These tests fail on the unchanged rules: {', '.join(baseline.failed)}."
            return True
        self._run_all(baseline)
        return True

    def _baseline(self) -> Baseline:
        with tempfile.TemporaryDirectory() as folder:
            note = Path(folder) / "baseline.json"
            child = os.fork()
            if child == 0:
                silence()
                note.write_text(json.dumps(self._measure()))
                os._exit(0)
            os.waitpid(child, 0)
            if not note.is_file():
                return Baseline([], ["(the run itself broke off)"], {})
            return Baseline(**json.loads(note.read_text()))

    def _measure(self) -> dict[str, object]:
        files = sorted({str(m.path) for m in self.mutants})
        tracer = coverage.Coverage(data_file=None, include=files, config_file=False)
        seconds, failed = [], []
        tracer.start()
        for k, item in enumerate(self.items):
            tracer.switch_context(str(k))
            begin, before = time.perf_counter(), item.session.testsfailed
            self._run_test(item, self.items[k + 1] if k + 1 < len(self.items) else None)
            seconds.append(time.perf_counter() - begin)
            if item.session.testsfailed > before:
                failed.append(item.nodeid)
        tracer.stop()
        data = tracer.get_data()
        reached = {
            file: {str(line): [int(k) for k in tests if k] for line, tests in data.contexts_by_lineno(file).items()}
            for file in files
        }
        return {"seconds": seconds, "failed": failed, "reached": reached}

    def _run_test(self, item: pytest.Item, following: pytest.Item | None) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def _run_all(self, baseline: Baseline) -> None:
        waiting = list(self.mutants)
        running: dict[int, tuple[Mutant, float]] = {}
        with Progress(console=Console(stderr=True)) as progress:
            bar = progress.add_task("mutants", total=len(waiting))
            while waiting or running:
                while waiting and len(running) < self.options.workers:
                    mutant = waiting.pop(0)
                    tests = self._tests_for(mutant, baseline)
                    if not tests:
                        self._decide(mutant, "unreached")
                        progress.advance(bar)
                        continue
                    limit = max(self.options.limit, LIMIT_FACTOR * sum(baseline.seconds[k] for k in tests))
                    running[self._start(mutant, tests)] = (mutant, time.monotonic() + limit)
                for mutant, outcome in self._finished(running):
                    self._decide(mutant, outcome)
                    progress.advance(bar)
                if running:
                    time.sleep(0.005)

    def _tests_for(self, mutant: Mutant, baseline: Baseline) -> list[int]:
        if not mutant.function:
            return list(range(len(self.items)))
        lines = baseline.reached.get(str(mutant.path), {})
        tests = {k for line in range(mutant.first, mutant.last + 1) for k in lines.get(str(line), ())}
        return sorted(tests, key=lambda k: baseline.seconds[k])

    def _start(self, mutant: Mutant, tests: Sequence[int]) -> int:
        function = live_function(mutant)
        child = os.fork()
        if child:
            return child
        os.setpgid(0, 0)
        silence()
        if function is None:
            os._exit(run_apart(mutant, self.options))
        put_in_place(mutant, function)
        chosen = [self.items[k] for k in tests]
        for item, following in zip(chosen, [*chosen[1:], None]):
            self._run_test(item, following)
            if item.session.testsfailed:
                os._exit(1)
        os._exit(0)

    def _finished(self, running: dict[int, tuple[Mutant, float]]) -> Iterator[tuple[Mutant, str]]:
        for child, (mutant, deadline) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                del running[child]
                yield mutant, "survived" if status == 0 else "killed"
            elif time.monotonic() > deadline:
                kill_group(child)
                del running[child]
                yield mutant, "timeout"

    def _decide(self, mutant: Mutant, outcome: str) -> None:
        reason = "" if outcome in ("killed", "timeout") else accepted_reason(mutant, self.options.accepted)
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


def run_apart(mutant: Mutant, options: argparse.Namespace) -> int:
    """Run the tests in a fresh interpreter on a copy of the sources that holds the mutant."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "src"
        shutil.copytree(options.source, copied, ignore=shutil.ignore_patterns("__pycache__", "static"))
        (copied / mutant.path.relative_to(options.source)).write_text(mutant.source)
        path = os.pathsep.join(filter(None, [str(copied), os.environ.get("PYTHONPATH")]))
        command = [sys.executable, "-m", "pytest", "-x", "-q", *pytest_arguments(options)]
        env = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        return min(1, subprocess.run(command, cwd=options.root, env=env, check=False).returncode)


def accepted_reason(mutant: Mutant, accepted: list[dict[str, str]]) -> str:
    for entry in accepted:
        place = entry["function"] == mutant.function and mutant.path.as_posix().endswith(entry["file"])
        if place and entry["change"] == mutant.change():
            return entry["reason"]
    return ""


def stale_entries(fates: Sequence[Fate], accepted: list[dict[str, str]]) -> list[str]:
    """Accepted changes that are gone from the rules or that a test notices by now."""
    used = {(f.mutant.function, f.mutant.change()) for f in fates if f.reason}
    return [
        f"{entry['file']} {entry['function']}: {entry['change']}"
        for entry in accepted
        if (entry["function"], entry["change"]) not in used
    ]


def read_accepted(path: Path) -> list[dict[str, str]]:
    return list(tomllib.loads(path.read_text()).get("accepted", [])) if path.is_file() else []


def score(fates: Sequence[Fate]) -> float:
    """Share of the noticed mutants among those that change anything, in percent."""
    counted = [f for f in fates if not f.reason]
    noticed = sum(f.outcome in ("killed", "timeout") for f in counted)
    return 100.0 * noticed / len(counted) if counted else 100.0


def survivors(fates: Sequence[Fate]) -> list[Fate]:
    return [f for f in fates if f.outcome in ("survived", "unreached") and not f.reason]


def table(fates: Sequence[Fate], root: Path) -> list[str]:
    rows = ["| module | mutants | killed | too slow | survived | not reached | accepted | score |"]
    rows.append("|---|---:|---:|---:|---:|---:|---:|---:|")
    paths = sorted({f.mutant.path for f in fates})
    for path in [*paths, None]:
        own = [f for f in fates if path is None or f.mutant.path == path]
        open_ones = [f for f in own if not f.reason]
        counts = [sum(f.outcome == kind for f in open_ones) for kind in ("killed", "timeout", "survived", "unreached")]
        name = f"`{path.relative_to(root).as_posix()}`" if path else "all"
        cells = [name, len(own), *counts, len(own) - len(open_ones), f"{score(own):.1f} %"]
        rows.append("| " + " | ".join(map(str, cells)) + " |")
    return rows


def summary(fates: Sequence[Fate], root: Path, tests: int) -> str:
    """The result as a page of the documentation."""
    parts = ["# Mutation run", ""]
    parts.append(
        "`make mutants` changes the rule modules one place at a time (comparisons, integers by one, and/or, not, "
        "plus/minus, removed statements) and runs the quick interpreted tests that reach the place. "
        f"{tests} tests took part. A mutant accepted with a reason changes nothing that can be observed."
    )
    parts += ["", *table(fates, root), ""]
    for title, chosen in (
        ("Survivors", survivors(fates)),
        ("Accepted", [f for f in fates if f.reason]),
    ):
        if chosen:
            parts += [f"## {title}", ""]
            parts += [line for fate in chosen for line in entry_lines(fate, root)]
    return "\n".join(parts).rstrip() + "\n"


def entry_lines(fate: Fate, root: Path) -> list[str]:
    mutant = fate.mutant
    note = fate.reason or {"survived": "no test fails", "unreached": "no test gets there"}[fate.outcome]
    place = f"`{mutant.path.relative_to(root).as_posix()}:{mutant.line}` {mutant.function}"
    return [f"{place}: {note}", "", "```diff", *mutant.diff(), "```", ""]


def pytest_arguments(options: argparse.Namespace) -> list[str]:
    switches = ["-m", options.marks] if options.marks else []
    if options.hypothesis_profile:
        switches.append(f"--hypothesis-profile={options.hypothesis_profile}")
    return [*switches, "--rootdir", str(options.root), *map(str, options.tests)]


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", type=Path, help="modules to change (default: all rule modules)")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository")
    parser.add_argument("--source", type=Path, help="the folder on the import path (default: src)")
    parser.add_argument("--tests", type=Path, action="append", help="test folder or file (default: each game's tests)")
    parser.add_argument("--marks", default=QUICK, help="pytest marks of the tests to run")
    parser.add_argument("--hypothesis-profile", default="mutants", help="profile for property tests")
    parser.add_argument("--function", help="only mutants inside this function")
    parser.add_argument("--sample", type=int, help="only so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="for the sample")
    parser.add_argument("--workers", type=int, default=2, help="mutants at a time")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds a mutant may take at least")
    parser.add_argument("--summary", type=Path, help="write the result as Markdown to this file")
    parser.add_argument("--fail-under", type=float, default=0.0, help="exit with 1 below this score")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    options = parser.parse_args(arguments)
    options.root = options.root.resolve()
    options.source = (options.source or options.root / "src").resolve()
    options.everything = not options.modules and options.sample is None and not options.function
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
    if options.sample is not None and options.sample < len(made):
        made = sorted(random.Random(options.seed).sample(made, options.sample), key=lambda m: (m.path, m.line))
    return made


def report(runner: Runner, options: argparse.Namespace) -> int:
    for fate in survivors(runner.fates):
        print("\n".join(entry_lines(fate, options.root)))
    print("\n".join(table(runner.fates, options.root)))
    if options.summary:
        options.summary.write_text(summary(runner.fates, options.root, runner.tests))
    if options.everything and (stale := stale_entries(runner.fates, options.accepted)):
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
    answer = pytest.main([*quiet, *pytest_arguments(options)], plugins=[runner])
    if runner.problem or answer != pytest.ExitCode.OK or not runner.fates:
        print(runner.problem or f"Pytest stopped before the first mutant ({answer!r}).", file=sys.stderr)
        return 1
    return report(runner, options)


if __name__ == "__main__":
    sys.exit(main())
