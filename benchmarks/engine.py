"""The engine on this machine: how long until it runs, how fast it runs, and where the time goes.

    python benchmarks/engine.py                  everything; --json FILE for programs
    python benchmarks/engine.py --only start     of start, copy, speed, parts

All times are processor time of one core, which on a quiet machine is what one waits.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from rich.console import Console
from rich.table import Table

import expedition
from expedition.cli.bench import measure
from expedition.core.drivers.batch import deal_numbered
from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.random_play import roll, seed_dice
from expedition.core.jit import compiled

SETUPS: dict[str, dict[str, Any]] = {
    "eldorado": {"players": 4, "caves": True, "max_rounds": 100},
    "silvergold": {"players": 4},
}
FIRST_GAME = "from expedition.envs.batch import *; play_random_games(make('{game}', **{setup}), 1)"


def waited(code: str, repeats: int, **env: str) -> float:
    """Seconds a fresh Python takes to run this."""
    seconds = []
    for _ in range(repeats):
        begin = os.times()
        subprocess.run([sys.executable, "-c", code], env={**os.environ, **env}, check=True, stderr=subprocess.DEVNULL)
        end = os.times()
        seconds.append(end.children_user + end.children_system - begin.children_user - begin.children_system)
    return statistics.median(seconds)


def start() -> dict[str, float]:
    figures = {
        "python alone, s": waited("pass", 5),
        "import expedition, s": waited("import expedition", 5),
        "interpreted: deal and list the legal actions, s": waited(
            "import expedition; expedition.make('eldorado').new(1).legal_actions()", 5
        ),
    }
    for game, setup in SETUPS.items():
        first = FIRST_GAME.format(game=game, setup=setup)
        with tempfile.TemporaryDirectory() as empty:
            figures[f"{game}: first game ever, compiling, s"] = waited(first, 1, EXPEDITION_CACHE=empty)
            figures[f"{game}: first game of a process, from the cache, s"] = waited(first, 3, EXPEDITION_CACHE=empty)
    return figures


def copy() -> dict[str, float]:
    figures: dict[str, float] = {}
    for name, setup in SETUPS.items():
        game = expedition.make(name, **setup)
        state = game.new(1)
        two = game.start(0).array(2)
        figures[f"{name}: position, bytes"] = game.position_type.dtype().itemsize
        figures[f"{name}: tables beside it, bytes"] = type(game.tables()).dtype().itemsize
        figures[f"{name}: copy of a position, compiled, ns"] = _copies(two, 1_000_000)
        for what, work in (("a position", state.s.copy), ("a state with its log", state.copy)):
            figures[f"{name}: copy of {what}, interpreted, µs"] = (
                min(timeit.repeat(work, timer=time.process_time, number=2000, repeat=5)) * 500
            )
    return figures


def _copies(two: Any, count: int) -> float:
    @numba.njit
    def run(two: Any, count: int) -> None:
        for i in range(count):
            two[1 - (i & 1)] = two[i & 1]

    run(two, 1)
    begin = time.process_time()
    run(two, count)
    return (time.process_time() - begin) / count * 1e9


def speed(seconds: float) -> dict[str, float]:
    figures: dict[str, float] = {}
    for game in SETUPS:
        for found in measure(game, seconds):
            options = ", ".join(f"{key} {value}" for key, value in found.setup.items())
            figures[f"{game} ({options}) {found.target}, steps/s"] = found.steps_per_second
    return figures


def parts() -> dict[str, float]:
    """Random play with one part done twice takes longer by that part."""
    figures: dict[str, float] = {}
    for name, setup in SETUPS.items():
        run = _player(expedition.make(name, **setup))
        run(0, 1)
        games = 200 if name == "eldorado" else 2000
        rounds = [[run(twice, games) for twice in range(5)] for _ in range(9)]  # in turn: a busy moment hits all alike
        cost = [min(times) for times in zip(*rounds, strict=True)]
        figures[f"{name}: a step of random play, ns"] = cost[0]
        for twice, what in ((1, "list of legal actions"), (2, "mask from that list"), (3, "observation"), (4, "deal")):
            figures[f"{name}: {what}, ns a step"] = max(0.0, cost[twice] - cost[0])
    return figures


def _player(game: Any) -> Callable[[int, int], float]:
    rules = rules_of(game)
    deal, actor, legal = compiled(deal_numbered, **rules), compiled(rules["actor"]), compiled(rules["legal"])
    apply, observe = compiled(rules["apply"]), compiled(rules["observe"])
    choose, seed = compiled(roll), compiled(seed_dice)

    @numba.njit
    def play(
        states: Any, b: Any, acts: Any, row: Any, mask: Any, dice: Any, twice: int, number: int
    ) -> int:  # fmt: skip
        deal(states[0], b[0], 1, number, 0)
        if twice == 4:
            deal(states[0], b[0], 1, number, 0)
        seed(dice, number)
        steps = 0
        seat = actor(states[0])
        while seat >= 0:
            n = legal(states[0], b[0], seat, acts)
            if twice == 1:
                n = legal(states[0], b[0], seat, acts)
            elif twice == 2:
                mask[:] = 0
                for i in range(n):
                    mask[acts[i]] = 1
            elif twice == 3:
                observe(states[0], b[0], seat, row)
            apply(states[0], b[0], seat, acts[choose(dice, n)])
            steps += 1
            seat = actor(states[0])
        return steps

    states, b = game.start(0).array(1), game.tables().array(1)
    acts, dice = np.zeros(game.num_actions, np.int16), np.zeros(1, np.int64)
    row = np.zeros(sum(length for _, length, _ in game.observation_fields), np.int8)
    mask = np.zeros(game.num_actions, np.int8)

    def nanoseconds(twice: int, games: int) -> float:
        begin = time.process_time()
        steps = sum(play(states, b, acts, row, mask, dice, twice, number) for number in range(games))
        return (time.process_time() - begin) / steps * 1e9

    return nanoseconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="start,copy,speed,parts")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each rate")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args()
    works = {"start": start, "copy": copy, "speed": lambda: speed(options.seconds), "parts": parts}
    figures: dict[str, dict[str, float]] = {}
    console = Console()
    for name in options.only.split(","):
        with console.status(name):
            figures[name] = works[name]()
        table = Table(title=name, title_justify="left", show_header=False)
        for what, value in figures[name].items():
            table.add_row(what, f"{value:,.0f}" if value >= 100 else f"{value:.3g}")
        console.print(table)
    if options.json:
        load = [round(one, 1) for one in os.getloadavg()] if hasattr(os, "getloadavg") else None
        options.json.write_text(json.dumps({"load": load, **figures}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
