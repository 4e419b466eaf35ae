"""How fast the bots are on one core.

`python benchmarks/bots.py --game silvergold` times whole turns of every level as people meet it: asked with what
its seat knows, thinking by the clock. A turn is everything a seat decides until the others go on: all actions of an
El Dorado turn; the pattern, extra fields and new maps of one Silver & Gold card.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict

from expedition.core.registry import make
from expedition.players import levels, make_bot

LATE = 60


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
    parser.add_argument("--game", choices=["eldorado", "silvergold"], default="silvergold")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    time_turns(parser.parse_args())


if __name__ == "__main__":
    main()
