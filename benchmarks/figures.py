"""All figures of docs/performance.md in one run, printed and written into the page.

    python benchmarks/figures.py                       under five minutes on a quiet machine of two cores
    python benchmarks/figures.py --only speed,peers    of start, copy, speed, parts, peers, scaling

Figures are kept in docs/data/performance.json, with the load of the machine when each part was measured; the tables of
the page are made of that file and of nothing else (tests/docs/test_performance.py).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "performance.md"
KEPT = ROOT / "docs" / "data" / "performance.json"
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n)[^<]*(<!-- end of figures -->)")
ENGINE = ("start", "copy", "speed", "parts")
OURS = ("El Dorado", "Silver & Gold")
INTERPRETED = "interpreted: deal and list the legal actions, s"

Figures = dict[str, Any]


def script(name: str, *arguments: str) -> Figures:
    """What a benchmark of this folder writes as JSON; what it prints is seen as it comes."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = [sys.executable, str(ROOT / "benchmarks" / name), *arguments, "--json", str(out)]
        subprocess.run(command, check=True, cwd=ROOT)
        found: Figures = json.loads(out.read_text(encoding="utf-8"))
    return found


def measure(parts: list[str]) -> Figures:
    found: Figures = {}
    for part in parts:
        if part == "peers":
            found[part] = script("peers.py", "--seconds", "0.5", "--repeats", "3")
        elif part == "scaling":
            found[part] = script("scaling.py", "--seconds", "0.6")
        else:
            found[part] = script("engine.py", "--only", part, "--seconds", "1")
    return found


# The tables.


def short(rate: float) -> str:
    """A rate as one reads it: 6.4 million, 24,500, 950."""
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} million"
    digits = max(0, len(str(int(rate))) - 3)
    return f"{round(rate, -digits):,.0f}"


def times(ratio: float) -> str:
    return f"{ratio:.1f} ×" if ratio < 10 else f"{ratio:,.0f} ×"


def table(*rows: list[str]) -> str:
    heading, *rest = rows
    rule = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (heading, rule, *rest))


def speed(figures: Figures) -> str:
    rates: dict[str, dict[str, float]] = {}
    for name, rate in figures["speed"]["figures"].items():
        setup, target = name.removesuffix(", steps/s").rsplit(" ", 1)
        rates.setdefault(setup, {})[target] = rate
    rows = [[told_setup(k), short(v["compiled"]), short(v["interpreted"])] for k, v in rates.items()]
    return table(["random play", "compiled, steps/s", "interpreted, steps/s"], *rows)


def told_setup(key: str) -> str:
    """`eldorado (players 2, route swamplands, caves True, …)` in words."""
    game, _, given = key.removesuffix(")").partition(" (")
    options = dict(option.split(" ", 1) for option in given.split(", "))
    words = [OURS[game != "eldorado"], f"{options['players']} players"]
    words += [f"route {options['route']}"] if "route" in options else []
    return ", ".join([*words, "caves"] if options.get("caves") == "True" else words)


def peers(figures: Figures, group: str) -> str:
    rows = [row for row in figures["peers"]["rows"] if row["group"] == group]
    mine = [row for row in rows if row["ours"] and "BatchEnv" not in row["name"]]
    made = [["", "steps/s", *(f"{name} is" for name in OURS)]]
    for row in rows:
        ratios = ["" if row["ours"] else times(own["steps_per_second"] / row["steps_per_second"]) for own in mine]
        name = f"**{row['name']}**" if row["ours"] else row["name"]
        made.append([name, short(row["steps_per_second"]), *ratios])
    return table(*made)


def of_both(figures: Figures, part: str, wanted: dict[str, str]) -> str:
    """Rows of what `engine.py` says of each game."""
    rows = [["", *OURS]]
    for told, key in wanted.items():
        cells = [figures[part]["figures"][f"{game}: {key}"] for game in ("eldorado", "silvergold")]
        rows.append([told, *(f"{cell:,.0f}" if cell >= 10 else f"{cell:.1f}" for cell in cells)])
    return table(*rows)


def parts(figures: Figures) -> str:
    return of_both(
        figures,
        "parts",
        {
            "a step of random play": "a step of random play, ns",
            "of these the list of legal actions": "list of legal actions, ns a step",
            "besides, where it is asked for: the mask": "mask from that list, ns a step",
            "besides, where it is asked for: the observation, written anew": "observation, ns a step",
            "the deal, spread over its game": "deal, ns a step",
        },
    )


def copies(figures: Figures) -> str:
    return of_both(
        figures,
        "copy",
        {
            "a position, bytes": "position, bytes",
            "tables beside it, shared by all games, bytes": "tables beside it, bytes",
            "copy of a position, compiled, nanoseconds": "copy of a position, compiled, ns",
            "copy of a position, interpreted, microseconds": "copy of a position, interpreted, µs",
        },
    )


def start(figures: Figures) -> str:
    found = figures["start"]["figures"]
    rows = [["", "seconds"], ["`import expedition`", f"{found['import expedition, s']:.2f}"]]
    rows.append(["deal and list the legal actions, interpreted", f"{found[INTERPRETED]:.2f}"])
    for game, title in zip(("eldorado", "silvergold"), OURS, strict=True):
        rows.append([f"{title}, first compiled game ever", f"{found[f'{game}: first game ever, compiling, s']:.0f}"])
        cached = found[f"{game}: first game of a process, from the cache, s"]
        rows.append([f"{title}, first compiled game of a process, from the cache", f"{cached:.1f}"])
    return table(*rows)


def scaling(figures: Figures) -> str:
    threads = figures["scaling"]["threads (8192 games, by the clock)"]
    counts = [where for where, _ in threads["eldorado"]]
    rows = [["threads", *(f"{count:g}" for count in counts)]]
    for title, line in zip(OURS, (threads["eldorado"], threads["silvergold"]), strict=True):
        rows.append([title, *(short(rate) for _, rate in line)])
    return table(*rows)


def loads(figures: Figures) -> str:
    """How busy the machine was: by this it is seen how much the figures are to be trusted."""
    first = figures["peers"]["machine"]
    worst = max(load[0] for load in [first["load"], *(figures[part]["load"] for part in ENGINE)] if load)
    return (
        f"Measured on {first['processor']}, {first['cores']} cores, Python {first['python']}, numba "
        f"{first['versions']['numba']}, NumPy {first['versions']['numpy']}; the load was at most {worst:.1f}"
        f"{', so other programs took part of both cores' if worst > 2 else ''}."
    )


TABLES: dict[str, Callable[[Figures], str]] = {
    "machine": loads,
    "speed": speed,
    "compiled": lambda figures: peers(figures, "compiled"),
    "pettingzoo": lambda figures: peers(figures, "pettingzoo"),
    "openspiel": lambda figures: peers(figures, "openspiel"),
    "parts": parts,
    "threads": scaling,
    "start": start,
    "copy": copies,
}


def page_of(figures: Figures, page: str) -> str:
    """The page with the tables of these figures."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{TABLES[found[2]](figures)}\n\n{found[3]}", page)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join([*ENGINE, "peers", "scaling"]))
    options = parser.parse_args()
    kept: Figures = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    found = measure(options.only.split(","))
    for name, figures in found.items():
        kept[name] = figures if name in ("peers", "scaling") else {"load": figures["load"], "figures": figures[name]}
    text = json.dumps(kept, indent=1, sort_keys=True) + "\n"
    KEPT.write_text(text, encoding="utf-8")
    PAGE.write_text(page_of(json.loads(text), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
