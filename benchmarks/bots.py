"""How fast the bots are on one core.

`python benchmarks/bots.py games` counts whole four-player El Dorado games of planners per second of processor time.
`python benchmarks/bots.py turns --game silvergold` times whole turns of every level as people meet it: asked with what
its seat knows, thinking by the clock. A turn is everything a seat decides until the others go on: all actions of an
El Dorado turn; the pattern, extra fields and new maps of one Silver & Gold card.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict
from typing import Any

from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.core.rng import seed_words
from expedition.players import levels, make_bot

LATE = 60


def count_games(given: argparse.Namespace) -> None:
    from expedition.eldorado.rules.setup import start
    from expedition.players.eldorado import policy
    from expedition.players.eldorado.bots import chart_board
    from expedition.players.eldorado.desk import make_pool
    from expedition.players.eldorado.weights import weights

    b = make("eldorado", players=given.players, route=given.route).tables().array()[0]
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


def turn_times(game: str, level: str, players: int, games: int) -> list[float]:
    """Seconds of every turn of these games, the same level on all seats."""
    made = make(game, players=players)
    make_bot(game, level).warm(made)
    times: dict[tuple[int, ...], float] = defaultdict(float)
    for seed in range(games):
        state = made.new(seed)
        bots = [make_bot(game, level) for _ in range(players)]
        while not state.is_over and made.rounds(state.s) <= LATE:
            seat = state.actor
            turn = (seed, made.rounds(state.s), getattr(state.s, "flip", 0), seat)
            known, actions = state.information(seat), state.legal_actions(seat)
            began = time.perf_counter()
            choice = bots[seat].choose(known, actions)
            times[turn] += time.perf_counter() - began
            state.apply(choice, seat)
    return sorted(times.values())


def share(ordered: list[float], part: float) -> float:
    """The value below which this part of all lies."""
    return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)]


def time_turns(given: argparse.Namespace) -> None:
    lines = []
    for level in levels(given.game):
        times = turn_times(given.game, level.id, given.players, given.games)
        line = {"game": given.game, "level": level.id, "players": given.players, "turns": len(times)}
        lines.append({**line, "median_s": share(times, 0.5), "p99_s": share(times, 0.99), "max_s": times[-1]})
        if not given.json:
            figures = " ".join(f"{name} {lines[-1][f'{name}_s']:.3f} s" for name in ("median", "p99", "max"))
            print(f"{given.game} {level.id}: {figures} over {len(times)} turns", flush=True)
    if given.json:
        print(json.dumps(lines, indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(required=True)
    games = kinds.add_parser("games", help="planners' El Dorado games per second")
    games.add_argument("--games", type=int, default=200)
    games.add_argument("--players", type=int, default=4)
    games.add_argument("--route", default="first")
    games.add_argument("--nodes", type=int, default=400)
    games.set_defaults(run=count_games)
    turns = kinds.add_parser("turns", help="time of a whole turn of every level")
    turns.add_argument("--game", choices=["eldorado", "silvergold"], default="silvergold")
    turns.add_argument("--games", type=int, default=4)
    turns.add_argument("--players", type=int, default=2)
    turns.add_argument("--json", action="store_true")
    turns.set_defaults(run=time_turns)
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
