"""How strong Legend is: alone among others, paired deals, every seat in turn, many games side by side.

    python benchmarks/legend.py silvergold veteran --players 2 --deals 50
    python benchmarks/legend.py eldorado planner --players 3,4 --deals 2
    python benchmarks/legend.py eldorado legend --players 3 --only first --deals 20     # the winner's round
    python benchmarks/legend.py eldorado planner --players 2 --boards routes.json       # a JSON list of routes

Legend thinks by its playouts and not by the clock, on compiled rules, so what else the machine does changes nothing.
`python -m expedition.learning evaluate` plays the same with the clock, one game after the other.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.game import Game
from expedition.core.registry import game_class, games, make
from expedition.learning.setups import setups_on
from expedition.players import make_bot
from expedition.players.bot import Budget
from expedition.players.legend import LegendBot
from expedition.players.many import CompiledMany
from expedition.players.network_bot import NetworkBot
from expedition.players.turn_search import TurnSearch, padded

LONGEST = 6000  # choices of a game
TOGETHER = 24  # questions thought about side by side


class Table:
    """Games of one set-up side by side; `hero` is Legend's seat in each."""

    def __init__(self, game: Game[Any], legend: LegendBot, others: str, deals: int, seed: int) -> None:
        self.game, self.many, self.seed = game, CompiledMany(game), seed
        self.search = TurnSearch(legend.network, self.many, legend.care)
        self.budget = Budget(playouts=legend.budget.playouts)
        self.all_legends = others == "legend"
        self.others = make_bot(game.name, others, seed=1)
        dealt, _ = self.many.fresh(deals, seed)
        seats = 1 if self.all_legends else game.players
        self.states = self.many.copies(dealt, np.tile(np.arange(deals), seats))
        self.hero = np.repeat(np.arange(seats), deals)
        self.thoughts = 0
        self.spent = 0.0

    def play(self) -> None:
        for step in range(LONGEST):
            acting = self.many.whose(self.states, self.hero)
            running = np.flatnonzero(acting >= 0)
            if not running.size:
                return
            mine = running if self.all_legends else running[acting[running] == self.hero[running]]
            started = time.process_time()
            for first in range(0, len(mine), TOGETHER):
                self.think(mine[first : first + TOGETHER], acting, self.seed + 1000 * step + first)
            self.spent += time.process_time() - started
            theirs = np.setdiff1d(running, mine)
            if theirs.size:
                self.answer(theirs, acting[theirs])

    def think(self, which: npt.NDArray[np.int64], acting: npt.NDArray[np.int64], seed: int) -> None:
        some, seats = self.many.copies(self.states, which), acting[which]
        plans = self.search.best(some, seats, seed, self.budget)
        self.thoughts += len(which)
        self.many.play(some, seats, padded(plans))
        self.many.put(some, which, self.states)

    def answer(self, which: npt.NDArray[np.int64], acting: npt.NDArray[np.int64]) -> None:
        if type(self.others) is NetworkBot and not self.others.temperature:
            some = self.many.copies(self.states, which)
            chosen, _, _ = self.search.choose(some, acting)
            self.many.play(some, acting, chosen[:, None])
            self.many.put(some, which, self.states)
            return
        for i, seat in zip(which, acting.tolist(), strict=True):
            self.others.play(self.game, self.states[i], seat, self.others.budget)

    def shares(self) -> npt.NDArray[np.float64]:
        """Legend's share of the first place, one figure a deal."""
        won = self.many.results(self.states)[np.arange(len(self.hero)), self.hero]
        return won.reshape(-1, len(won) // (self.hero.max() + 1)).mean(0).astype(np.float64)

    def rounds(self) -> npt.NDArray[np.float64]:
        kind = self.game.position_type
        return np.array([self.game.rounds(kind.load(record)) for record in self.states], np.float64)


def told(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """The mean and half of its interval of 95 %."""
    spread = 1.96 * values.std(ddof=1) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return float(values.mean()), float(spread)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("game", choices=games())
    reader.add_argument("others", help="who fills the other seats")
    reader.add_argument("--players", default="2,3,4")
    reader.add_argument("--deals", type=int, default=2, help="of each set-up; every deal is played from every seat")
    reader.add_argument("--only", default="", help="set-ups that name one of these, with commas between them")
    reader.add_argument("--boards", type=Path, help="a JSON list of boards (routes) instead of the game's own set-ups")
    reader.add_argument("--playouts", type=int, help="instead of Legend's own")
    reader.add_argument("--care", default="", help="instead of Legend's own: again=2,edge=0.01")
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    legend = make_bot(given.game, "legend", seed=1)
    assert isinstance(legend, LegendBot)
    changes = dict(part.split("=") for part in given.care.split(",") if part)
    kinds = {name: type(getattr(legend.care, name)) for name in changes}
    legend.care = replace(legend.care, **{name: kinds[name](value) for name, value in changes.items()})
    legend.budget = Budget(playouts=given.playouts or legend.budget.playouts)
    setups = game_class(given.game).variants()
    if given.boards:
        setups = setups_on(given.game, json.loads(given.boards.read_text(encoding="utf-8")))
    for players in map(int, given.players.split(",")):
        shares, rounds = [], []
        for number, setup in enumerate(setups):
            words = [str(value) for value in setup.values()]
            if setup["players"] != players or (given.only and not set(words) & set(given.only.split(","))):
                continue
            table = Table(make(given.game, **setup), legend, given.others, given.deals, given.seed)
            table.play()
            shares.append(table.shares())
            rounds.append(table.rounds())
            share, _ = told(shares[-1])
            seconds = table.spent / max(1, table.thoughts)
            name = " ".join(f"{key}={'its own' if isinstance(value, dict) else value}" for key, value in setup.items())
            print(
                f"{number:3} {name:54} {100 * share:5.1f} % of "
                f"{len(table.states)}, last round {rounds[-1].mean():.1f}, {1000 * seconds:.0f} ms a thought",
                flush=True,
            )
        if shares:
            share, half = told(np.concatenate(shares))
            last, wide = told(np.concatenate(rounds))
            least = min(one.mean() for one in shares)
            print(
                f"{players} players, {len(shares)} set-ups: {100 * share:.1f} % ± {100 * half:.1f}, "
                f"{share * players:.2f} × the fair share, least {least * players:.2f} ×; "
                f"last round {last:.2f} ± {wide:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
