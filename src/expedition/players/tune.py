"""Tuning by self-play on the compiled engine: `python -m expedition.players.tune eldorado --minutes 10`.

Every weight of the evaluation is changed a little at random, there and back on the same deal; over some hundred deals
the differences show which way is better, and the weights go a step that way. El Dorado counts the round in which a seat
arrives among planners, Silver & Gold its points. It goes on from the weights there are and writes `weights.json`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.core.rng import seed_words
from expedition.core.workers import cores, pool_of
from expedition.eldorado.components import route_ids

LATE = 45  # rounds after which a journey is given up
TWO_PAWNS = 0.65  # what a round counts with two pawns
STEP = 0.25  # how far a weight is changed: the logarithm of a share, or cards

Loss = Callable[[Any, int], float]  # of a weight vector on a deal; less is better


def races(routes: list[str], nodes: int, base: Any) -> Loss:
    """The round in which a seat with these weights arrives, the other seats having the weights tuning began with.

    Two, three or four players, with caves and without, go by turns; seats too. Two pawns need half as long again.
    """
    from expedition.eldorado.rules.turn import start
    from expedition.players.eldorado import policy, practice
    from expedition.players.eldorado.bots import chart_board
    from expedition.players.eldorado.desk import make_pool

    boards = {}
    for route in routes:
        for players in (2, 3, 4):
            b = make("eldorado", players=players, route=route).tables().array()[0]
            boards[route, players] = b, chart_board(b), chart_board(b)
    pool = make_pool()
    s = make_pool(1)[0]
    deal: Any = compiled(start)
    turn: Any = compiled(policy.play_turn)
    leave: Any = compiled(practice.leave)

    def rounds(w: Any, seed: int) -> float:
        players = 2 + seed % 3
        seat = seed // 3 % players
        b, own, others = boards[routes[seed // 12 % len(routes)], players]
        own["charted"] = others["charted"] = 0
        deal(s, b, players, seed // 97 % 2, 0, *seed_words(seed))
        while s["round_no"] <= LATE:
            now, mover = int(s["round_no"]), int(s["seat"])
            desk, vector = (own, w) if mover == seat else (others, base)
            turn(s, b, mover, nodes, desk, pool, vector)
            if s["arrived"][seat]:
                return now * (TWO_PAWNS if players == 2 else 1.0)
            if s["arrived"][mover]:
                leave(s, mover)
        return float(LATE)

    return rounds


def solitaires() -> Loss:
    """Minus the points of a Silver & Gold seat, with a second look at the cards to come and without by turns."""
    from expedition.players.silvergold import policy
    from expedition.players.silvergold.plans import plans
    from expedition.silvergold.rules.setup import deal_game
    from expedition.silvergold.shapes import KINDS
    from expedition.silvergold.state import ACTIONS, SLOTS

    game = make("silvergold")
    b = game.tables().array()[0]
    s = game.start(0).array()[0]
    acts, value = np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS)
    gain, turns = np.zeros((SLOTS + 1) * KINDS), plans()
    deal: Any = compiled(deal_game)
    alone: Any = compiled(policy.play_on)

    def points(w: Any, seed: int) -> float:
        deal(s, b, *seed_words(seed))
        return -float(alone(s, b, 0, acts, value, seed % 2 == 0, gain, w, turns))

    return points


@cache
def measure(game: str, routes: tuple[str, ...], nodes: int) -> tuple[Loss, Any, list[str]]:
    """What tuning makes smaller, the weights it begins with and their names."""
    if game == "silvergold":
        from expedition.players.silvergold import weights as silvergold

        return solitaires(), silvergold.weights(), silvergold.NAMES
    from expedition.players.eldorado import weights as eldorado

    return races(list(routes), nodes, eldorado.weights()), eldorado.weights(), eldorado.NAMES


def moved(w: Any, names: list[str], steps: Any) -> Any:
    """Weights some steps away: shares are multiplied, so that none changes its sign; what a card is worth is added."""
    added = np.array([name.startswith("card_") for name in names])
    return np.where(added, w + STEP * steps, w * np.exp(STEP * steps))


def slope(game: str, routes: tuple[str, ...], nodes: int, at: Any, pairs: int, seed: int) -> tuple[Any, float]:
    """How the loss changes with every weight, from pairs of games on one deal, a random step there and back."""
    loss, w, names = measure(game, routes, nodes)
    rng = np.random.default_rng(seed)
    total, level = np.zeros(len(w)), 0.0
    for _ in range(pairs):
        steps = rng.standard_normal(len(w))
        deal = int(rng.integers(1 << 40))
        there, back = (loss(moved(w, names, at + way * steps), deal) for way in (1, -1))
        total += 0.5 * (there - back) * steps
        level += 0.5 * (there + back)
    return total / pairs, level / pairs


def descend(given: argparse.Namespace, routes: tuple[str, ...], out: Path) -> None:
    """Walk down the slope, with some of the last directions kept."""
    _, w, names = measure(given.game, routes, given.nodes)
    at, pull, size = np.zeros(len(w)), np.zeros(len(w)), np.zeros(len(w))
    started = time.monotonic()
    turn = 0
    with pool_of(given.workers) as pool:
        while turn == 0 or time.monotonic() - started < given.minutes * 60:
            turn += 1
            seeds = [given.seed + 1000 * turn + k for k in range(given.workers)]
            jobs = [pool.submit(slope, given.game, routes, given.nodes, at, given.games, seed) for seed in seeds]
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
    parser.add_argument("game", choices=["eldorado", "silvergold"])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--routes", default="all", help="El Dorado: route ids with commas between them, or all")
    parser.add_argument("--games", type=int, default=300, help="pairs of games each process plays for one step")
    parser.add_argument("--nodes", type=int, default=150)
    parser.add_argument("--rate", type=float, default=0.15, help="how long a step is")
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    routes = route_ids() if given.routes == "all" else tuple(given.routes.split(","))
    descend(given, routes, given.out or Path(__file__).parent / given.game / "weights.json")


if __name__ == "__main__":
    main()
