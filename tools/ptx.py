"""Compile the rules for CUDA (sm_90) on a machine without a GPU, and say what came out.

The deal and whole random games are compiled, one thread a game, so every rule function is reached. Needs the `cuda`
extra; `make ptx` puts it into an environment of its own, because it is large and nothing else needs it.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

GAMES = {
    "eldorado": {
        "state": "expedition.eldorado.state:Position",
        "board": "expedition.eldorado.state:Ground",
        "start": "expedition.eldorado.rules.turn:start",
        "actor": "expedition.eldorado.rules.choices:actor",
        "legal": "expedition.eldorado.rules.choices:legal",
        "apply": "expedition.eldorado.rules.acting:apply",
    },
    "silvergold": {
        "state": "expedition.silvergold.state:Position",
        "board": "expedition.silvergold.shapes:Tables",
        "start": "expedition.silvergold.rules.setup:start",
        "actor": "expedition.silvergold.rules.turn:actor",
        "legal": "expedition.silvergold.rules.turn:legal",
        "apply": "expedition.silvergold.rules.turn:apply",
    },
}
STEPS = 1_000_000


def named(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(module), name)


def compile_game(game: str) -> str:
    """The PTX of the deal and of a kernel that plays random games."""
    import numba
    import numpy as np
    from numba import types

    cuda: Any = import_module("numba.cuda")  # its types are no help: it is another package with the extra
    dispatcher: Any = import_module("numba.cuda.dispatcher")

    class Device:  # the compiler asks the driver for this, and there is none
        compute_capability = (9, 0)

    dispatcher.get_current_device = lambda: Device

    from expedition.core.jit import Target
    from expedition.core.play import random_game

    places = {role: named(place) for role, place in GAMES[game].items()}
    target = Target(cuda.jit(device=True), lambda values: np.array(values, np.int64))
    play = target.form(random_game, **{role: places[role] for role in ("actor", "legal", "apply")})

    def games(states: Any, boards: Any, actions: Any, dice: Any, steps: Any) -> None:
        g = cuda.grid(1)
        if g < states.shape[0]:
            steps[g] = play(states[g], boards[0], actions[g], dice[g], STEPS)

    start: Any = target.form(places["start"])
    records = [numba.from_dtype(places[role].dtype()) for role in ("state", "board")]
    numbers = [types.int64] * (start.py_func.__code__.co_argcount - len(records))
    start_ptx, _ = cuda.compile_ptx(start.py_func, types.void(*records, *numbers), cc=(9, 0), device=True)

    batches = [types.Array(record, 1, "C") for record in records]
    scratch = [types.Array(types.int16, 2, "C"), types.Array(types.int64, 2, "C"), types.Array(types.int32, 1, "C")]
    games_ptx, _ = cuda.compile_ptx(games, types.void(*batches, *scratch), cc=(9, 0), device=False)
    return f"{start_ptx}\n{games_ptx}"


def constant_bytes(ptx: str) -> int:
    """What the tables take of the 64 KiB of constant memory."""
    return sum(map(int, re.findall(r"^(?:\.\w+ )*\.const .*\[(\d+)\]", ptx, re.MULTILINE)))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("games", nargs="*", default=list(GAMES), help=f"of {', '.join(GAMES)} (default: all)")
    options.add_argument("--out", type=Path, help="also write GAME.ptx into this folder")
    chosen = options.parse_args()
    for game in chosen.games:
        begin = time.perf_counter()
        ptx = compile_game(game)
        took = time.perf_counter() - begin
        lines, tables = len(ptx.splitlines()), constant_bytes(ptx)
        print(f"{game}: {lines:,} lines of PTX for sm_90, {tables:,} bytes of constant tables, {took:.0f} s")
        if chosen.out:
            chosen.out.mkdir(parents=True, exist_ok=True)
            (chosen.out / f"{game}.ptx").write_text(ptx)
    return 0


if __name__ == "__main__":
    sys.exit(main())
