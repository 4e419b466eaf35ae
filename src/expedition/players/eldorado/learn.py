"""Learning El Dorado's outlook by self-play: `python -m expedition.players.eldorado.learn --rounds 6 --minutes 4`.

Each round plays games for some minutes on every core and fits the network to all turns seen: first games of the
planner, then of the network's own choices. With two pawns a seat the journey is another one, so there are two
networks. Nothing but NumPy is needed; the result is `outlook.npz`, about 80 kB.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.core.rng import seed_words
from expedition.core.workers import cores, pool_of
from expedition.eldorado.components import route_ids
from expedition.eldorado.rules.setup import start
from expedition.players.eldorado import outlook, practice
from expedition.players.eldorado.bots import chart_board
from expedition.players.eldorado.desk import make_pool
from expedition.players.eldorado.weights import weights

OUT = Path(__file__).parent / "outlook.npz"
LATE = 45  # rounds after which a journey is given up and counts this long
NODES = 150  # positions of a turn the planner looks at
PROPOSALS = 20
STRAY = 0.06  # turns in which any proposal is taken
JITTER = 0.2  # how much the planner's weights differ from game to game
MOST_TURNS = 400  # of one game

Rows = tuple[Any, Any]  # what the outlook looked at, and the turns that were still needed


def play_many(pawns: int, net: Any, minutes: float, seed: int) -> Rows:
    """Games of one process: all routes, caves or not, two players or three and four."""
    rng = np.random.default_rng(seed)
    numbers = np.zeros(outlook.NUMBERS) if net is None else net
    deal: Any = compiled(start)
    game: Any = compiled(practice.practise)
    boards: dict[tuple[str, int], tuple[Any, Any, Any]] = {}
    pool, spare, s = make_pool(), make_pool(4), make_pool(1)[0]
    rows = np.zeros((MOST_TURNS, outlook.INPUTS))
    whose, when, home = np.zeros(MOST_TURNS, np.int64), np.zeros(MOST_TURNS, np.int64), np.zeros(4, np.int64)
    dice = np.array([seed * 7919 + 12345], np.int64)
    kept, left = [], []
    began = None
    while began is None or time.monotonic() - began < 60 * minutes:
        players = 2 if pawns == 2 else int(rng.integers(3, 5))
        board = str(rng.choice(route_ids())), players
        if board not in boards:
            b = make("eldorado", route=board[0], players=players).tables().array()[0]
            boards[board] = b, chart_board(b), chart_board(b)
        b, desk, fresh = boards[board]
        desk["charted"] = fresh["charted"] = 0
        w = weights()
        w *= np.exp(JITTER * rng.standard_normal(len(w)))
        deal(s, b, players, int(rng.random() < 0.5), 0, *seed_words(int(rng.integers(1 << 40))))
        args = (desk, pool, fresh, spare, numbers, w, rows, whose, when, home)
        n = game(s, b, NODES, PROPOSALS, int(net is not None), STRAY, dice, *args, LATE)
        arrived = home[whose[:n]]
        kept.append(rows[:n].astype(np.float32))
        left.append((np.where(arrived > 0, arrived, LATE + 5) - when[:n]).astype(np.float32))
        began = began or time.monotonic()
    return np.concatenate(kept), np.concatenate(left)


def fit(rows: Any, turns: Any, epochs: int, seed: int) -> Any:
    """The network that tells best how many turns were still needed; one row in twenty is kept back to say how well."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(rows))
    held, used = order[: len(rows) // 20], order[len(rows) // 20 :]
    middle, spread = rows[used].mean(0), rows[used].std(0) + 1e-3
    scale = np.where(spread > 0.02, 1 / spread, 0).astype(np.float32)  # what never changes says nothing
    parts = [
        rng.standard_normal((outlook.INPUTS, outlook.FIRST)) * (2 / outlook.INPUTS) ** 0.5,
        np.zeros(outlook.FIRST),
        rng.standard_normal((outlook.FIRST, outlook.SECOND)) * (2 / outlook.FIRST) ** 0.5,
        np.zeros(outlook.SECOND),
        rng.standard_normal((outlook.SECOND, 1)) * (1 / outlook.SECOND) ** 0.5,
        np.array([turns.mean()]),
    ]
    p = [x.astype(np.float32) for x in parts]
    mean, square = [np.zeros_like(x) for x in p], [np.zeros_like(x) for x in p]
    step, batch = 0, 2048
    steps = epochs * (len(used) // batch)

    def forward(x: Any) -> tuple[Any, Any, Any]:
        one = np.maximum(x @ p[0] + p[1], 0)
        two = np.maximum(one @ p[2] + p[3], 0)
        return one, two, (two @ p[4])[:, 0] + p[5][0]

    for _ in range(epochs):
        rng.shuffle(used)
        for i in range(0, len(used) - batch + 1, batch):
            chosen = used[i : i + batch]
            x = (rows[chosen] - middle) * scale
            one, two, said = forward(x)
            off = np.clip(said - turns[chosen], -6, 6)[:, None] / batch  # a stray journey must not outweigh the rest
            back_two = (off @ p[4].T) * (two > 0)
            back_one = (back_two @ p[2].T) * (one > 0)
            slopes = [x.T @ back_one, back_one.sum(0), one.T @ back_two, back_two.sum(0), two.T @ off, off.sum(0)]
            step += 1
            rate = 0.002 * (1 - step / steps) + 0.00002
            for k, slope in enumerate(slopes):
                mean[k] += 0.1 * (slope - mean[k])
                square[k] += 0.001 * (slope * slope - square[k])
                size = np.sqrt(square[k] / (1 - 0.999**step)) + 1e-8
                p[k] -= rate * (mean[k] / (1 - 0.9**step)) / size
    said = forward((rows[held] - middle) * scale)[2]
    off = said - turns[held]
    print(f"  {len(rows)} turns; off by {np.sqrt((off**2).mean()):.3f} of {turns[held].std():.2f}", flush=True)
    p[1] = p[1] - (middle * scale) @ p[0]  # the inputs' scale becomes part of the first layer
    p[0] = scale[:, None] * p[0]
    return np.concatenate([x.ravel() for x in p]).astype(np.float64)


def learn(pawns: int, given: argparse.Namespace) -> Any:
    net = outlook.networks()[pawns - 1] if given.go_on else None
    seen: list[Rows] = []
    with pool_of(given.workers) as pool:
        for turn in range(given.rounds):
            seeds = [given.seed + 1000 * turn + 100 * pawns + k for k in range(given.workers)]
            seen += pool.map(play_many, *zip(*[(pawns, net, given.minutes, seed) for seed in seeds], strict=True))
            late = seen[-3 * given.workers :]  # the games of the last three rounds
            print(f"{pawns} pawns, round {turn + 1}:", flush=True)
            rows, turns = (np.concatenate(part) for part in zip(*late, strict=True))
            net = fit(rows, turns, given.epochs, given.seed)
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--minutes", type=float, default=4.0, help="of play in each round")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--go-on", action="store_true", help="begin with the network there is")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    one, two = learn(1, given), learn(2, given)
    np.savez_compressed(given.out, one=one.astype(np.float32), two=two.astype(np.float32))


if __name__ == "__main__":
    main()
