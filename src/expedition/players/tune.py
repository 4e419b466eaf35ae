"""Tuning by self-play on the compiled engine: `python -m expedition.players.tune eldorado --minutes 10`.

Every weight of the evaluation is changed a little at random, there and back on the same deal; over some hundred deals
the differences show which way is better, and the weights go a step that way. What is counted, the module `tuning` of a
game's bots says. It goes on from the weights there are and writes `weights.json`.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from expedition.core.errors import SetupError
from expedition.core.registry import game_class, games
from expedition.core.workers import cores, pool_of
from expedition.players import bots_of
from expedition.players.bot import Loss

STEP = 0.25  # how far a weight is changed: the logarithm of a share, or cards


@cache
def measure(game: str) -> tuple[Loss, Any, list[str]]:
    """What tuning makes smaller, the weights it begins with and their names: the game's bots say it."""
    place = f"{game_class(game).players_module}.tuning"
    if find_spec(place) is None:
        raise SetupError(f"The bots of {game} have no weights to tune.")
    found: tuple[Loss, Any, list[str]] = import_module(place).measure()
    return found


def moved(w: Any, names: list[str], steps: Any) -> Any:
    """Weights some steps away: shares are multiplied, so that none changes its sign; what a card is worth is added."""
    added = np.array([name.startswith("card_") for name in names])
    return np.where(added, w + STEP * steps, w * np.exp(STEP * steps))


def slope(game: str, at: Any, pairs: int, seed: int) -> tuple[Any, float]:
    """How the loss changes with every weight, from pairs of games on one deal, a random step there and back."""
    loss, w, names = measure(game)
    rng = np.random.default_rng(seed)
    total, level = np.zeros(len(w)), 0.0
    for _ in range(pairs):
        steps = rng.standard_normal(len(w))
        deal = int(rng.integers(1 << 40))
        there, back = (loss(moved(w, names, at + way * steps), deal) for way in (1, -1))
        total += 0.5 * (there - back) * steps
        level += 0.5 * (there + back)
    return total / pairs, level / pairs


def descend(given: argparse.Namespace, out: Path) -> None:
    """Walk down the slope, with some of the last directions kept."""
    _, w, names = measure(given.game)
    at, pull, size = np.zeros(len(w)), np.zeros(len(w)), np.zeros(len(w))
    started = time.monotonic()
    turn = 0
    with pool_of(given.workers) as pool:
        while turn == 0 or time.monotonic() - started < given.minutes * 60:
            turn += 1
            seeds = [given.seed + 1000 * turn + k for k in range(given.workers)]
            jobs = [pool.submit(slope, given.game, at, given.games, seed) for seed in seeds]
            found = [job.result() for job in jobs]
            downhill = -np.mean([one for one, _ in found], axis=0)
            pull = 0.7 * pull + 0.3 * downhill
            size = 0.9 * size + 0.1 * downhill**2
            at = at + given.rate * (pull / (1 - 0.7**turn)) / (np.sqrt(size / (1 - 0.9**turn)) + 1e-9)
            print(f"{turn}: {abs(np.mean([level for _, level in found])):.3f}", flush=True)
            tuned = moved(w, names, at)
            stored = {"weights": {name: round(float(x), 4) for name, x in zip(names, tuned, strict=True)}}
            out.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games())
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=300, help="pairs of games each process plays for one step")
    parser.add_argument("--rate", type=float, default=0.15, help="how long a step is")
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    home = Path(str(bots_of(given.game).__file__)).parent
    descend(given, given.out or home / "weights.json")


if __name__ == "__main__":
    main()
