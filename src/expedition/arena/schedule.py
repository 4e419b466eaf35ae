"""Which games are played: every deal with the seats rotated, so that luck and seat cancel."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, product
from typing import Any

from expedition.core.commandline import read_setups
from expedition.core.errors import SetupError, suggestion
from expedition.core.registry import game_class, make
from expedition.players import names
from expedition.players.guest import command_of, is_guest

MAX_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Job:
    """One game. All games of a block have the same deal, the bots sitting one seat further each time."""

    index: int
    block: int
    game: str
    setup: dict[str, Any]
    seed: int
    seats: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for every game of an arena."""

    playouts: int | None = None  # per decision of searching bots; None: each bot's own
    late: int | None = None  # games still running after this round bring their record
    seconds: float | None = None  # per decision of a guest


def lineups(bots: Sequence[str], players: int, alone: bool = False) -> list[tuple[str, ...]]:
    """Who meets whom: all choices of different bots, or where there are too few of them one among many of another;
    `alone`: only the first among many of the second."""
    if alone:
        return [(bots[0], *(bots[1],) * (players - 1))]
    if len(bots) >= players:
        return list(combinations(bots, players))
    if len(bots) == 1:
        return [tuple(bots) * players]
    if players == 2:
        return list(combinations(bots, 2))
    return [(one, *(other,) * (players - 1)) for one in bots for other in bots if one != other]


def setups(
    game: str, players: Sequence[int], given: Mapping[str, Any] | None = None, max_rounds: int = MAX_ROUNDS
) -> list[dict[str, Any]]:
    """Every set-up of an arena: options as they were written, every number of players, within so many rounds."""
    usual = make(game, **game_class(game).limits(max_rounds)).setup
    return [
        {**usual, "players": count, **options} for count, options in product(players, read_setups(game, given or {}))
    ]


def deal_of(seed: int, block: int) -> int:
    """The seed of a block's deal: 128 bits from the arena's seed."""
    return int.from_bytes(hashlib.sha256(f"arena {seed} {block}".encode()).digest()[:16], "big")


def schedule(
    game: str, bots: Sequence[str], count: int, options: Sequence[dict[str, Any]], seed: int, alone: bool = False
) -> list[Job]:
    """At least `count` games in whole blocks, spread evenly over setups and line-ups."""
    check_bots(game, bots)
    if alone and len(bots) != 2:
        raise SetupError(f"One bot alone among another: that takes two bots, not {len(bots)}.")
    if count < 1:
        raise SetupError(f"An arena plays at least one game, not {count}.")
    tables = [(setup, lineup) for setup in options for lineup in lineups(bots, setup["players"], alone)]
    jobs: list[Job] = []
    block = 0
    while len(jobs) < count:
        setup, lineup = tables[block % len(tables)]
        deal = deal_of(seed, block // len(tables))
        jobs += [Job(len(jobs) + i, block, game, setup, deal, seats) for i, seats in enumerate(rotations(lineup))]
        block += 1
    return jobs


def rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every way the line-up can sit, each once: a bot among its like plays a deal only once."""
    return list(dict.fromkeys(lineup[turn:] + lineup[:turn] for turn in range(len(lineup))))


def check_bots(game: str, bots: Sequence[str]) -> None:
    known = names(game)
    for bot in bots:
        if is_guest(bot):
            command_of(bot)
        elif bot not in known:
            others = f"there are {', '.join(known)}, and your own as file.py:Class."
            raise SetupError(f"There is no bot {bot!r} for {game}; {others}{suggestion(bot, known)}")
    if not bots or len(set(bots)) != len(bots):
        raise SetupError("An arena takes one or more different bots.")
