"""How the rules become small machine code: what the compiler for the GPU copies into its callers and what it calls.

A multiprocessor keeps about 128 KiB of instructions at hand. Left alone, the compiler copies every rule into each
place that calls it and unrolls every loop: a megabyte, of which three quarters of the time went into fetching
instructions. Here a rule that is long and would be copied is compiled once and called, and loops stay loops. Small
kernels are left to the compiler.

Works on the text of the compiler's intermediate language, one module a function.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

SMALL_KERNEL = 150_000  # lines with everything copied; of smaller ones nothing is known to get faster
LONGEST_COPY = 600  # lines of intermediate language, instructions before anything is optimised

_DEFINED = re.compile(r'^define [^@\n]*@"([^"]+)".*$', re.MULTILINE)
_CALLED = re.compile(r'\bcall [^@\n]*@"([^"]+)"')
_SET_ASIDE = re.compile(r"  .* = alloca |  store .* (?:zeroinitializer|null|0), ")
_LABEL = re.compile(r'"?([^\s":;]+)"?:')
_GOAL = re.compile(r'label %"?([^\s",]+)"?')
_FIRST_NOTE = 90000  # numbers of notes on loops start above the compiler's own


def compact(modules: Iterable[str], least: int = SMALL_KERNEL) -> list[str]:
    """The same functions, each once, long ones marked to be called and loops to be kept."""
    functions: dict[str, str] = {}
    for text in modules:
        found = _DEFINED.search(text)
        if found is None:
            raise ValueError("a module of the compiler's that defines no function")
        functions.setdefault(found.group(1), text)
    if _kernel_length(functions) <= least:
        return list(functions.values())
    called = long_copies(functions)
    return [
        keep_loops(_DEFINED.sub(r"\g<0> noinline", text, count=1) if name in called else text)
        for name, text in functions.items()
    ]


def long_copies(functions: dict[str, str], longest: int = LONGEST_COPY) -> set[str]:
    """The functions that would be copied more than once, and are too long for that with all that is copied into them.

    The kernel is the one that nobody calls. Rules do not recurse.
    """
    calls = _calls(functions)
    order = _callees_first(calls)
    copies = Counter({order[-1]: 1})
    for name in reversed(order):
        for other, times in calls[name].items():
            copies[other] += times * copies[name]
    lengths: dict[str, int] = {}
    out: set[str] = set()
    for name in order:
        inside = sum(times * lengths[other] for other, times in calls[name].items() if other not in out)
        lengths[name] = _length(functions[name]) + inside
        if copies[name] > 1 and lengths[name] > longest:
            out.add(name)
    return out


def _kernel_length(functions: dict[str, str]) -> int:
    """How long the kernel gets with everything copied into it."""
    calls = _calls(functions)
    lengths: dict[str, int] = {}
    for name in (order := _callees_first(calls)):
        lengths[name] = _length(functions[name]) + sum(n * lengths[other] for other, n in calls[name].items())
    return lengths[order[-1]]


def _calls(functions: dict[str, str]) -> dict[str, Counter[str]]:
    """Which function calls which others, and how often."""
    return {
        name: Counter(other for other in _CALLED.findall(text) if other in functions)
        for name, text in functions.items()
    }


def _callees_first(calls: dict[str, Counter[str]]) -> list[str]:
    """Everything the kernel reaches; the kernel, which nobody calls, comes last."""
    order: dict[str, None] = {}

    def visit(name: str) -> None:
        for other in calls[name]:
            if other not in order:
                visit(other)
        order[name] = None

    visit(next(name for name in calls if not any(name in called for called in calls.values())))
    return list(order)


def _length(text: str) -> int:
    """Instructions of a function, without those that set variables aside: they leave nothing behind."""
    return sum(line.startswith("  ") and _SET_ASIDE.match(line) is None for line in text.splitlines())


def keep_loops(text: str) -> str:
    """A note on each jump back that its loop is not to be unrolled."""
    lines: list[str] = []
    notes: list[str] = []
    passed: set[str] = set()
    for line in text.splitlines():
        label = _LABEL.match(line)
        if label:
            passed.add(label.group(1))
        elif line.startswith("  br ") and "!llvm.loop" not in line and passed.intersection(_GOAL.findall(line)):
            number = _FIRST_NOTE + len(notes)
            line += f", !llvm.loop !{number}"
            notes += [
                f"!{number} = distinct !{{!{number}, !{number + 1}}}",
                f'!{number + 1} = !{{!"llvm.loop.unroll.disable"}}',
            ]
        lines.append(line)
    return "\n".join([*lines, *notes]) + "\n"
