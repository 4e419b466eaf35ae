"""Rule functions: plain Python by default, compiled on demand, from one source.

`@rule` marks a function and returns it unchanged: calling it runs plain Python, and numba is not even
imported. `compiled(f)` returns its numba form, made on first use and cached on disk. Inside the compiled
form every other rule function is the compiled one, and every module-level tuple of ints is a NumPy array
(tuples are what interpreted Python indexes fastest, arrays are what compiled code does).

numba's disk cache looks only at the file that holds a function, so an edit in another file would leave
stale machine code behind; nor does it tell a driver bound to one game's rules from the same driver bound to
another's. Hence the cache folder is named by a hash of what names are bound to and all sources a function can reach.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

Names = tuple[tuple[str, Any], ...]  # open names and the rules they are bound to

_rules: set[FunctionType] = set()
_drivers: set[str] = set()  # modules whose functions call open names


def rule(f: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule function."""
    _rules.add(cast(FunctionType, f))
    return f


def open_name(f: Callable[P, R]) -> Callable[P, R]:
    """Mark a stand-in that a driver calls and that `compiled` and `interpreted` bind to a game's rule of that name."""
    return driver(f)


def driver(f: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that calls open names, itself or through others; its whole module is bound at once."""
    _drivers.add(f.__module__)
    return rule(f)


def is_table(value: object) -> bool:
    """Whether a module-level value is a table that compiled code sees as an array."""
    return isinstance(value, tuple) and len(value) > 0 and all(type(v) is int for v in value)


class Target:
    """All rule functions in one form. `make` turns a function into that form: it gets the function with its
    namespace replaced, the plain function, and the binding.

    Each module gets one namespace per binding, in which its rule functions and tables are replaced;
    `names` gives further replacements (a driver's `legal` and `apply`, say).
    """

    def __init__(
        self, make: Callable[[FunctionType, FunctionType, Names], Any], table: Callable[[tuple[int, ...]], Any]
    ) -> None:
        self._make = make
        self._table = table
        self._functions: dict[tuple[FunctionType, tuple[Any, ...]], Any] = {}
        self._namespaces: dict[tuple[str, tuple[Any, ...]], dict[str, Any]] = {}

    def form(self, f: Callable[P, R], **names: Callable[..., Any]) -> Callable[P, R]:
        """The function in this target's form; `names` rebinds global names of its module."""
        return cast("Callable[P, R]", self._form(cast(FunctionType, f), tuple(sorted(names.items()))))

    def _form(self, f: FunctionType, names: Names) -> Any:
        if (f, names) not in self._functions:
            namespace = self._namespace(f.__globals__, names)
            if (f, names) not in self._functions:
                self._functions[f, names] = self._make(_rebound(f, namespace), f, names)
        return self._functions[f, names]

    def _namespace(self, module: dict[str, Any], names: Names) -> dict[str, Any]:
        key = (module["__name__"], names)
        if key not in self._namespaces:
            made = self._namespaces[key] = {}  # entered first: functions of a module refer to each other
            for name, value in {**module, **dict(names)}.items():
                if isinstance(value, FunctionType) and value in _rules:
                    made[name] = self._form(value, names if value.__module__ in _drivers else ())
                elif is_table(value):
                    made[name] = self._table(value)
                else:
                    made[name] = value
        return self._namespaces[key]


def _rebound(f: FunctionType, namespace: dict[str, Any]) -> FunctionType:
    made = FunctionType(f.__code__, namespace, f.__name__, f.__defaults__, f.__closure__)
    made.__module__, made.__qualname__, made.__doc__ = f.__module__, f.__qualname__, f.__doc__
    return made


def reach_hash(f: FunctionType, names: Names) -> str:
    """A hash of all that the compiled form of a module's functions is made of, with open names bound as given."""
    digest = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    parts: dict[str, str] = {}
    todo = [v for v in f.__globals__.values() if isinstance(v, FunctionType) and v in _rules] + [f]
    while todo:
        one = todo.pop()
        key = f"{one.__module__}.{one.__qualname__}"
        if key in parts:
            continue
        bound = dict(names) if one.__module__ in _drivers else {}
        seen = [repr(_portable(one.__code__))]
        for name in one.__code__.co_names:
            value = bound.get(name, one.__globals__.get(name))
            if isinstance(value, FunctionType) and value in _rules:
                todo.append(value)
                seen.append(f"{name}={value.__module__}.{value.__qualname__}")
            elif isinstance(value, int | float) or is_table(value):
                seen.append(f"{name}={value!r}")
        parts[key] = "\n".join(seen)
    for key in sorted(parts):
        digest.update(f"{key}\n{parts[key]}\n".encode())
    return digest.hexdigest()[:16]


def _portable(code: CodeType) -> tuple[Any, ...]:
    """What a function does, without where its text stands."""
    constants = tuple(_portable(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts)
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars


def cache_home() -> Path:
    home = os.environ.get("EXPEDITION_CACHE")
    if home:
        return Path(home)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "expedition"


@cache
def _cache_folder(key: str, versions: str) -> Path | None:
    """Where machine code of this hash is kept; None where nothing can be written."""
    folder = cache_home() / f"{key}-py{sys.version_info.major}{sys.version_info.minor}-{versions}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


@cache
def _cpu() -> Target:
    import numba
    import numpy as np

    from expedition.core.compile_cache import LOCATOR, saved_one_at_a_time, watch

    settings: Any = numba.config
    progress = watch()
    hashes: dict[tuple[str, Names], str] = {}

    def make(f: FunctionType, plain: FunctionType, names: Names) -> Any:
        module = (f.__module__, names)
        if module not in hashes:
            hashes[module] = reach_hash(plain, names)
        progress.expected += 1
        folder = _cache_folder(hashes[module], f"{numba.__version__}-{np.__version__}")
        if folder is None:
            return numba.njit(nogil=True, error_model="numpy")(f)
        before = settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES
        settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES = str(folder), LOCATOR
        try:
            return saved_one_at_a_time(numba.njit(cache=True, nogil=True, error_model="numpy")(f), folder)
        finally:
            settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES = before

    return Target(make, lambda values: np.array(values, np.int64))


_plain = Target(lambda f, plain, names: f, lambda values: values)


def compiled(f: Callable[P, R], **names: Callable[..., Any]) -> Callable[P, R]:
    """The numba form of a rule function. `names` binds the open names of a driver: `compiled(random_game, legal=…)`."""
    return _cpu().form(f, **names)


def is_kept(f: Callable[..., Any], **names: Callable[..., Any]) -> bool:
    """Whether the machine code of a driver lies on this machine already; nothing is loaded to find out."""
    plain = cast(FunctionType, f)
    where = f"{_kept_hash(plain, tuple(sorted(names.items())))}-py{sys.version_info.major}{sys.version_info.minor}-*"
    return any(cache_home().glob(f"{where}/{plain.__module__}/*.{plain.__name__}-*.nbi"))


_kept_hash = cache(reach_hash)


def interpreted(f: Callable[P, R], **names: Callable[..., Any]) -> Callable[P, R]:
    """The plain form of a driver with its open names bound."""
    return _plain.form(f, **names)
