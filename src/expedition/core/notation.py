"""JSON values in a form that people read, diff and send in one line. Exact both ways.

    setup=(players=3 route=first caves=yes) hand=[traveler*3 sailor] active=- to=[1 -2] name="Ana Maria"

An object is `(key=value …)`, a list `[value …]`; `value*3` stands for three in a row. Words need no quotes, texts with
anything else in them have those of JSON. `yes`, `no` and `-` are true, false and null.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

FIXED: dict[str, Any] = {"yes": True, "no": False, "-": None}
DEEPEST = 40  # brackets within brackets; a position has six
MOST = 100_000  # how often a value may be said to repeat

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_.:/+-]*")
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<text>"(?:[^"\\]|\\.)*")
    | (?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]))
    | (?P<null>-)
    | (?P<word>[A-Za-z_][A-Za-z0-9_.:/+-]*)
    | (?P<mark>[()\[\]=*])
    )""",
    re.VERBOSE,
)


class NotationError(ValueError):
    """A line that is not in this notation; the sentence has the column at fault."""


def write_value(value: Any) -> str:
    """One value."""
    for word, meant in FIXED.items():
        if value is meant:
            return word
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return json.dumps(value, allow_nan=False)
    if isinstance(value, Mapping):
        return f"({write_fields(value)})"
    return f"[{' '.join(_in_a_row(value))}]"


def write_fields(fields: Mapping[str, Any]) -> str:
    """The fields of an object, without brackets around them."""
    return " ".join(f"{_text(key)}={write_value(value)}" for key, value in fields.items())


def _text(value: str) -> str:
    bare = _BARE.fullmatch(value) and value not in FIXED
    return value if bare else json.dumps(value, ensure_ascii=False)


def _in_a_row(values: list[Any]) -> list[str]:
    """The items of a list; equal words that follow each other are counted (coordinates read better as they are)."""
    made: list[str] = []
    for item, same in groupby(map(write_value, values)):
        count = len(list(same))
        made += [f"{item}*{count}"] if count > 1 and item[0] not in "-0123456789([" else [item] * count
    return made


def read_value(text: str) -> Any:
    """One value and nothing after it."""
    reader = _Reader(text)
    value = reader.value(0)
    reader.end()
    return value


def read_headed(text: str) -> tuple[Any, dict[str, Any]]:
    """A value and the fields behind it."""
    reader = _Reader(text)
    head = reader.value(0)
    return head, reader.fields(0, None)


def read_fields(text: str) -> dict[str, Any]:
    """The fields of an object without brackets around them."""
    reader = _Reader(text)
    fields = reader.fields(0, None)
    reader.end()
    return fields


class _Reader:
    """Tokens from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text.rstrip()
        self.at = 0
        self.kind = self.token = ""
        self.step()

    def step(self) -> None:
        self.column = self.at
        if self.at >= len(self.text):
            self.kind, self.token = "end", "the end"
            return
        found = _TOKEN.match(self.text, self.at)
        if not found or not found.lastgroup:
            raise self.wrong(f"{self.text[self.at : self.at + 12].strip()!r} cannot be read")
        self.kind, self.token = found.lastgroup, found[found.lastgroup]
        self.column, self.at = found.start(found.lastgroup), found.end()

    def wrong(self, what: str) -> NotationError:
        return NotationError(f"Column {self.column + 1}: {what}.")

    def take(self, mark: str) -> None:
        if self.kind != "mark" or self.token != mark:
            raise self.wrong(f"expected {mark!r}, found {self.token!r}")
        self.step()

    def end(self) -> None:
        if self.kind != "end":
            raise self.wrong(f"expected the end, found {self.token!r}")

    def is_mark(self, mark: str) -> bool:
        return self.kind == "mark" and self.token == mark

    def value(self, deep: int) -> Any:
        kind, token = self.kind, self.token
        if deep > DEEPEST:
            raise self.wrong("too many brackets within brackets")
        if self.is_mark("("):
            self.step()
            return self.fields(deep, ")")
        if self.is_mark("["):
            self.step()
            return self.items(deep)
        if kind in ("mark", "end"):
            raise self.wrong(f"expected a value, found {token!r}")
        self.step()
        if kind == "word":
            return FIXED.get(token, token)
        return None if kind == "null" else self.json(token)

    def json(self, token: str) -> Any:
        try:
            value = json.loads(token)
            if value in (float("inf"), float("-inf")):
                raise ValueError
            return value
        except ValueError:
            raise self.wrong(f"{token!r} is no text or number") from None

    def items(self, deep: int) -> list[Any]:
        made: list[Any] = []
        while not self.is_mark("]"):
            start = self.column
            value = self.value(deep + 1)
            made.append(value)
            if self.is_mark("*"):
                written = self.text[start : self.column]
                self.step()
                made += [read_value(written) for _ in range(self.count() - 1)]
        self.step()
        return made

    def count(self) -> int:
        count = int(self.token) if self.kind == "number" and self.token.isdigit() else 0
        if not 2 <= count <= MOST:
            raise self.wrong(f"a value repeats 2 times or more, not {self.token}")
        self.step()
        return count

    def fields(self, deep: int, closing: str | None) -> dict[str, Any]:
        made: dict[str, Any] = {}
        while not (self.is_mark(closing) if closing else self.kind == "end"):
            if self.kind not in ("word", "text"):
                raise self.wrong(f"expected a name, found {self.token!r}")
            name = self.token if self.kind == "word" else self.json(self.token)
            if name in made:
                raise self.wrong(f"{name!r} stands here twice")
            self.step()
            self.take("=")
            made[name] = self.value(deep + 1)
        if closing:
            self.step()
        return made
