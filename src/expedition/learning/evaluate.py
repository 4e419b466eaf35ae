"""How strong a player is: paired deals, every seat in turn, intervals; on all cores."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from expedition.core.game import Game
from expedition.core.registry import game_of
from expedition.core.workers import done_here
from expedition.players import EngineBot, make_bot
from expedition.players.network_bot import NetworkBot


@dataclass(frozen=True)
class Pairing:
    """One player alone among others: `deals` deals of a set-up, each once from every seat."""

    game: str
    setup: dict[str, Any]
    hero: str
    others: str
    deals: int


@dataclass(frozen=True)
class Outcome:
    """Shares of the first place, and what was seen on the way."""

    pairing: Pairing
    shares: list[float]  # one a deal: the mean over its seats
    rounds: float

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def interval(self) -> float:
        """Half the width of a 95 % interval over deals."""
        n, mean = len(self.shares), self.share
        if n < 2:
            return 1.0
        return 1.96 * math.sqrt(sum((x - mean) ** 2 for x in self.shares) / (n - 1) / n)

    def sentence(self) -> str:
        told = ", ".join(f"{k} {v}" for k, v in self.pairing.setup.items() if not isinstance(v, dict))
        games = len(self.shares) * self.pairing.setup["players"]
        return (
            f"{self.pairing.hero} among {self.pairing.others}, {told}: {self.share:.1%} ± {self.interval:.1%} of "
            f"{games} games, last round {self.rounds:.1f}"
        )

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self.pairing), "share": self.share, "interval": self.interval, "rounds": self.rounds}


def summary(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """One line for each number of players."""
    for players in sorted({o.pairing.setup["players"] for o in outcomes}):
        mine = [o for o in outcomes if o.pairing.setup["players"] == players]
        whole = Outcome(mine[0].pairing, [x for o in mine for x in o.shares], sum(o.rounds for o in mine) / len(mine))
        yield (
            f"{players} players, {len(mine)} set-ups: {whole.share:.1%} ± {whole.interval:.1%} "
            f"({whole.share * players:.2f} × the fair share), least {min(o.share for o in mine):.1%}, "
            f"last round {whole.rounds:.1f}"
        )


def bot_of(game: str, name: str) -> EngineBot:
    """A bot by name, or `file.npz`: the network of that file."""
    return _network(game, name) if name.endswith(".npz") else make_bot(game, name)


@cache
def _network(game: str, path: str) -> NetworkBot:
    return NetworkBot(game, path, weights=Path(path))


def play(game: Game[Any], bots: Sequence[EngineBot], seed: int) -> tuple[list[int], int]:
    """Places and last round of one game."""
    s = game.start(seed).array()[0]
    seat = game.actor(game.position_type.load(s))
    while seat >= 0:
        bots[seat].play(game, s, seat, bots[seat].budget)
        seat = game.actor(game.position_type.load(s))
    end = game.position_type.load(s)
    return game.ranking(end), game.rounds(end)


def play_deal(pairing: Pairing, deal: int) -> tuple[float, float]:
    """The hero's mean share of the first place over all seats of one deal, and the mean last round."""
    game = game_of(pairing.game, pairing.setup)
    share = rounds = 0.0
    for seat in range(game.players):
        bots = [bot_of(pairing.game, pairing.hero if k == seat else pairing.others) for k in range(game.players)]
        places, last = play(game, bots, deal * 7919 + 13)
        share += (places[seat] == 1) / places.count(1)
        rounds += last
    return share / game.players, rounds / game.players


def measure(pairings: Sequence[Pairing], workers: int = 1) -> Iterator[Outcome]:
    """Each pairing's outcome as soon as it is known; deals are spread over processes."""
    calls = [(number, pairing, deal) for number, pairing in enumerate(pairings) for deal in range(pairing.deals)]
    known: dict[int, dict[int, tuple[float, float]]] = defaultdict(dict)
    for number, deal, told in done_here(numbered_deal, calls, workers):
        pairing, deals = pairings[number], known[number]
        deals[deal] = told
        if len(deals) == pairing.deals:
            shares, rounds = zip(*(deals[i] for i in range(pairing.deals)), strict=True)
            yield Outcome(pairing, list(shares), sum(rounds) / len(rounds))


def numbered_deal(number: int, pairing: Pairing, deal: int) -> tuple[int, int, tuple[float, float]]:
    """`play_deal`, with which one it was."""
    return number, deal, play_deal(pairing, deal)
