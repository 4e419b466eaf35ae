"""What became of the mutants: the score, the page docs/mutation.md, and the survivors such a page lists."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mutations import Mutant

SURVIVOR = re.compile(r"^`(.+):\d+` (\S*): no test .*\n\n```diff\n((?:[-+].*\n)*)```$", re.MULTILINE)


@dataclass(frozen=True)
class Fate:
    mutant: Mutant
    outcome: str  # killed, timeout, survived, unreached, untried
    reason: str = ""  # why a survivor is accepted


def game_of(mutant: Mutant) -> Path:
    return mutant.path.parent.parent


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
    counted = [f for f in fates if not f.reason and f.outcome != "untried"]
    noticed = sum(f.outcome in ("killed", "timeout") for f in counted)
    return 100.0 * noticed / len(counted) if counted else 100.0


def survivors(fates: Sequence[Fate]) -> list[Fate]:
    return [f for f in fates if f.outcome in ("survived", "unreached") and not f.reason]


def table(fates: Sequence[Fate], root: Path) -> list[str]:
    rows = ["| module | mutants | killed | too slow | survived | not reached | not tried | accepted | score |"]
    rows.append("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    kinds = ("killed", "timeout", "survived", "unreached", "untried")
    groups = [([path], f"`{path.relative_to(root).as_posix()}`") for path in sorted({f.mutant.path for f in fates})]
    for game in sorted({game_of(f.mutant) for f in fates}):
        groups.append(([paths[0] for paths, _ in groups if paths[0].parent.parent == game], f"all of {game.name}"))
    groups.append((sorted({f.mutant.path for f in fates}), "all"))
    for paths, name in groups:
        own = [f for f in fates if f.mutant.path in paths]
        open_ones = [f for f in own if not f.reason]
        counts = [sum(f.outcome == kind for f in open_ones) for kind in kinds]
        # survivors are tried anew with every new test, noticed ones are not: half a run would look too good
        reached = "open" if counts[-1] else f"{score(own):.1f} %"
        cells = [name, len(own), *counts, len(own) - len(open_ones), reached]
        rows.append("| " + " | ".join(map(str, cells)) + " |")
    return rows


def summary(fates: Sequence[Fate], root: Path, tests: int) -> str:
    """The result as a page of the documentation."""
    parts = ["# Mutation run", ""]
    parts.append(
        "`make mutants` changes the rule modules one place at a time (comparisons, integers by one, and/or, not, "
        "plus/minus, removed statements) and runs the quick interpreted tests that reach the place. "
        f"The {tests} quickest tests took part. A mutant accepted with a reason changes nothing that can be observed."
    )
    untried = sum(fate.outcome == "untried" for fate in fates)
    if untried:
        parts += ["", f"{untried} mutants have not been tried yet; `make mutants` goes on with them."]
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


def listed_survivors(page: str) -> set[tuple[str, str]]:
    """Function and change of every survivor of a page that `summary` wrote; its file and line may be others by now."""
    found = set()
    for _, function, diff in SURVIVOR.findall(page):
        sides = [[line[1:] for line in diff.splitlines() if line[0] == sign] for sign in "-+"]
        found.add((function, " ".join(" -> ".join(map("\n".join, sides)).split())))
    return found
