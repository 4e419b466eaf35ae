"""Whole four-player games of planners per second of one core: `python benchmarks/bots.py`."""

from __future__ import annotations

import argparse
import time
from typing import Any

from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.core.rng import seed_words
from expedition.eldorado.rules.turn import start
from expedition.players.eldorado import policy
from expedition.players.eldorado.bots import chart_board
from expedition.players.eldorado.desk import make_pool
from expedition.players.eldorado.weights import weights

LATE = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--route", default="first")
    parser.add_argument("--nodes", type=int, default=400)
    given = parser.parse_args()
    b = make("eldorado", players=given.players, route=given.route).tables().array()[0]  # type: ignore[attr-defined]
    desk, pool, w = chart_board(b), make_pool(), weights()
    s = make_pool(1)[0]
    deal: Any = compiled(start)
    game: Any = compiled(policy.play_game)
    rounds = 0
    for k in range(-1, given.games):
        if k == 0:
            began = time.process_time()
        deal(s, b, given.players, 0, 0, *seed_words(k + 1))
        game(s, b, given.nodes, desk, pool, w, LATE)
        rounds += int(s["round_no"]) if k >= 0 else 0
    spent = time.process_time() - began
    print(f"{given.games / spent:.1f} games per second of processor time, {rounds / given.games:.2f} rounds a game")


if __name__ == "__main__":
    main()
