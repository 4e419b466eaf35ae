"""How often a level beats the one below, on every set-up of a game.

    python benchmarks/levels.py eldorado --deals 60
    python benchmarks/levels.py silvergold veteran:guide --deals 250
    python benchmarks/levels.py eldorado veteran:veteran --deals 360      # 10,080 games: does any go on for ever?
    python benchmarks/levels.py eldorado veteran:veteran/one-side --boards routes.json --players 3

Every deal is played once for each seat, the upper level alone among lower ones in one seat after the other, many games
side by side on compiled rules; the interval is that of the deals. For levels that are the network alone; Legend
searches, and `python -m expedition.learning evaluate` plays it.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis.network import network_evaluator
from expedition.analysis.positions import Positions
from expedition.core.registry import game_class, games, make
from expedition.learning.setups import setups_on
from expedition.players import make_bot
from expedition.players.network import NEVER, softmax
from expedition.players.network_bot import LONG, NetworkBot
from expedition.players.sides import sides_of

LONGEST = 6000  # choices of a game; whoever is not there yet shares the win
LATE = 40  # rounds
PAIRS = ("veteran:guide", "guide:rookie")


class Level:
    """What a `NetworkBot` would choose, for many rows at once."""

    def __init__(self, game: Any, name: str) -> None:
        name, _, sight = name.partition("/")
        bot = make_bot(game.name, name, seed=1)
        if type(bot) is not NetworkBot:
            raise SystemExit(f"{name} is not the network alone; python -m expedition.learning evaluate plays it.")
        self.bot, self.game, self.clock = bot, game, game.field("round").start
        self.sides = None if sight == "one-side" else sides_of(game)

    def choose(self, rows: npt.NDArray[Any], masks: npt.NDArray[Any], dice: np.random.Generator) -> npt.NDArray[Any]:
        network, seen = self.bot.network, rows.astype(np.float32)
        for late in (False, True):
            mine = (rows[:, self.clock] > LONG) == late
            for part in self.bot.overlooked(self.game, LONG + late):
                seen[mine, part] = network.mean[part]
        logits, _ = network.from_all_sides(seen, self.sides)
        policy = softmax(np.where(masks != 0, logits, NEVER)).astype(np.float64)
        if self.bot.temperature == 0:
            return policy.argmax(1)
        liked = policy >= self.bot.floor * policy.max(1, keepdims=True)
        shares = np.cumsum(np.where(liked, policy ** (1 / self.bot.temperature), 0), 1)
        return (shares < dice.random(len(shares))[:, None] * shares[:, -1:]).sum(1)


def match(setup: dict[str, Any], game: str, pair: str, deals: int, seed: int) -> tuple[float, float, float, int]:
    """The upper level's share of wins, half of its interval of 95 %, the share of whoever begins, and how many games
    went on after round LATE."""
    positions = Positions(make(game, **setup), network_evaluator(game))
    upper, lower = (Level(positions.game, name) for name in pair.split(":"))
    played = positions.players * deals
    dealt, first = positions.fresh(deals if len({*pair.split(":")}) > 1 else played, seed)
    which = np.arange(played) % len(dealt)  # once a seat; against itself a level would play the same game again
    states, following = positions.copies(dealt, which), first[which].copy()
    seat = np.repeat(np.arange(positions.players), deals)  # of the upper level
    dice = np.random.default_rng(seed)
    for _ in range(LONGEST):
        running = np.flatnonzero(following >= 0)
        if not running.size:
            break
        some, actors = positions.copies(states, running), following[running]
        rows, masks = positions.look(some, actors)
        chosen = np.zeros(len(running), np.int64)
        for level, mine in ((upper, actors == seat[running]), (lower, actors != seat[running])):
            if mine.any():
                chosen[mine] = level.choose(rows[mine], masks[mine], dice)
        following[running] = positions.play(some, actors, chosen[:, None])
        positions.put(some, running, states)
    over = np.flatnonzero(following < 0)
    shares = np.full((played, positions.players), 1 / positions.players)
    shares[over] = positions.results(positions.copies(states, over))
    won = shares[np.arange(played), seat].reshape(-1, deals).mean(0)
    began = float(shares[np.arange(played), first[which]].mean())
    late = sum(positions.game.rounds(positions.game.position_type.load(one)) > LATE for one in states)
    return float(won.mean()), 1.96 * float(won.std(ddof=1)) / math.sqrt(deals), began, late


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("game", choices=games())
    reader.add_argument("pairs", nargs="*", default=PAIRS, help="upper:lower, /one-side for routes seen as they lie")
    reader.add_argument("--deals", type=int, default=60, help="of each set-up; every deal is a game for each seat")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--boards", type=Path, help="a JSON list of boards (routes) instead of the game's own set-ups")
    given = reader.parse_args()
    setups = game_class(given.game).variants()
    if given.boards:
        setups = setups_on(given.game, json.loads(given.boards.read_text(encoding="utf-8")))
    for pair in given.pairs:
        shares: list[float] = []
        for number, setup in enumerate(setups):
            if setup.get("players", given.players) != given.players:
                continue
            whole = {**setup, "players": given.players}
            share, spread, began, late = match(whole, given.game, pair, given.deals, given.seed)
            shares.append(share)
            told = " ".join(f"{key}={'its own' if isinstance(value, dict) else value}" for key, value in setup.items())
            counted = f"{given.players * given.deals}, {late} longer than {LATE} rounds, who begins {100 * began:.0f} %"
            print(f"{pair:15} {number:3} {told:54} {100 * share:5.1f} % ± {100 * spread:.1f} of {counted}", flush=True)
        if shares:
            error = 196 * float(np.std(shares, ddof=1)) / math.sqrt(len(shares)) if len(shares) > 1 else math.nan
            print(f"{pair:15} {len(shares)} set-ups: {100 * float(np.mean(shares)):.1f} % ± {error:.1f}", flush=True)


if __name__ == "__main__":
    main()
