"""Tuning by self-play on the compiled engine: `python -m expedition.players.tune eldorado --minutes 10`.

Hill climbing on the weights of the evaluation: a few weights are changed at a time, both vectors play the same deals,
and a better one has to be better on new deals too before it stays. El Dorado counts the round in which a seat arrives
among planners, Silver & Gold its points. The deals change from time to time. It goes on from the weights there are and
writes `weights.json`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.core.rng import seed_words

LATE = 45  # rounds after which a journey is given up
TWO_PAWNS = 0.65  # what a round counts with two pawns
SAME_DEALS = 40  # trials on the same deals

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
    """Minus the points of a Silver & Gold game."""
    from expedition.players.silvergold import policy
    from expedition.silvergold.state import ACTIONS

    game = make("silvergold")
    b = game.tables().array()[0]
    acts = np.zeros(ACTIONS, np.int64)
    alone: Any = compiled(policy.solitaire)
    return lambda w, seed: -float(alone(game.start(seed).array()[0], b, 0, acts, w))


def climb(loss: Loss, w: Any, names: list[str], given: argparse.Namespace, out: Path) -> None:
    rng = np.random.default_rng(given.seed)
    started = time.monotonic()
    trial = 0
    deals: list[int] = []
    best = last = None

    def some_deals() -> list[int]:
        return [int(x) for x in rng.integers(1 << 40, size=given.games)]

    def mean(vector: Any, on: list[int]) -> float:
        return float(np.mean([loss(vector, deal) for deal in on]))

    while time.monotonic() - started < given.minutes * 60:
        if trial % SAME_DEALS == 0:
            deals = some_deals()
            best = mean(w, deals)
            print(f"trial {trial}: {abs(best):.2f} on new deals", flush=True)
        trial += 1
        tried = w.copy()
        if last is not None and rng.random() < 0.5:
            tried += last  # once more in the direction that helped
        else:
            for i in rng.choice(len(w), size=min(len(w), rng.integers(1, 4)), replace=False):
                tried[i] += given.spread * max(abs(w[i]), 0.3) * rng.standard_normal()
                tried[i] = max(tried[i], 0.02) if w[i] > 0.0 and not names[i].startswith("card_") else tried[i]
        result = mean(tried, deals)
        last = None
        if best is not None and result < best:
            others = some_deals()
            if mean(tried, others) >= mean(w, others):
                continue
            last, w, best = tried - w, tried, result
            stored = {"weights": {name: round(float(x), 4) for name, x in zip(names, w, strict=True)}}
            out.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
            print(f"trial {trial}: {abs(best):.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["eldorado", "silvergold"])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--routes", default="all", help="El Dorado: route ids with commas between them, or all")
    parser.add_argument("--games", type=int, default=60, help="deals each vector plays")
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--spread", type=float, default=0.5, help="how far a weight is changed, as a share of it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    out = given.out or Path(__file__).parent / given.game / "weights.json"
    if given.game == "eldorado":
        from expedition.eldorado.components import route_ids
        from expedition.players.eldorado import weights as eldorado

        routes = list(route_ids()) if given.routes == "all" else given.routes.split(",")
        loss = races(routes, given.nodes, eldorado.weights())
        climb(loss, eldorado.weights(), eldorado.NAMES, given, out)
    else:
        from expedition.players.silvergold import weights as silvergold

        climb(solitaires(), silvergold.weights(), silvergold.NAMES, given, out)


if __name__ == "__main__":
    main()
