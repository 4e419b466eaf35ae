"""How long a review takes: games of Guide against itself, seconds of wall clock.

    python benchmarks/review.py                        both games, the rules compiled before
    python benchmarks/review.py --cold                 the first review of a machine, nothing compiled
    python benchmarks/review.py --games eldorado --players 3 --count 10

Every game is reviewed in a process that has reviewed one already; `--cold` starts one with an empty folder for machine
code and tells its first and its second review.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from statistics import mean, stdev

from expedition.analysis import review
from expedition.analysis.proof import played
from expedition.core.record import Record
from expedition.core.registry import games


def seconds(record: Record) -> float:
    began = time.perf_counter()
    review(record)
    return time.perf_counter() - began


def measure(game: str, players: int, count: int) -> None:
    records = [played(game, "guide", seed, players) for seed in range(count + 1)]
    first, *rest = map(seconds, records)
    spread = stdev(rest) if len(rest) > 1 else 0.0
    print(
        f"{game}, {players} players, {os.cpu_count()} cores: first {first:.1f} s, then {mean(rest):.2f} s a game "
        f"± {spread:.2f} (least {min(rest):.2f}, most {max(rest):.2f}, {count} games)",
        flush=True,
    )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", nargs="+", default=games(), choices=games())
    reader.add_argument("--players", type=int, default=3)
    reader.add_argument("--count", type=int, default=5, help="games after the first one")
    reader.add_argument("--cold", action="store_true")
    given = reader.parse_args()
    for game in given.games:
        if not given.cold:
            measure(game, given.players, given.count)
            continue
        with tempfile.TemporaryDirectory() as folder:
            again = [sys.executable, __file__, "--games", game, "--players", str(given.players), "--count", "1"]
            subprocess.run(again, env={**os.environ, "EXPEDITION_CACHE": folder}, check=True)


if __name__ == "__main__":
    main()
