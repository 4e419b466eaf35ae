"""Every small change of a module: comparisons, integers by one, and/or, not, plus/minus, removed statements."""

from __future__ import annotations

import ast
import copy
import difflib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

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
