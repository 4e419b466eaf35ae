"""Games by bots on a route: real games on the compiled rules, and what they say about the route.

The same trial gives the same counts wherever it is played: here, on all cores, or on a Ray cluster. A game is its
number; its bots are new, think by playouts and never by the clock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product
from json import dumps, loads
from typing import Any

import numpy as np

from expedition.core.cluster import done_on_ray
from expedition.core.errors import SetupError
from expedition.core.jit import compiled
from expedition.core.workers import cores, done_here
from expedition.eldorado.board import Board, load_route
from expedition.eldorado.components import SYMBOLS
from expedition.eldorado.game import ElDorado
from expedition.eldorado.rules.choices import actor
from expedition.eldorado.rules.ending import blockades_kept, place
from expedition.eldorado.state import ARRIVED
from expedition.eldorado.tables import CARDS, DIRECTIONS, FIRST_MARKET_CARD, PAWNS, PILE, POWER, SYMBOL
from expedition.players import Budget, make_bot, names
from expedition.workshop import difficulty, ways
from expedition.workshop.tally import SHARES, Tally, summary

LIMIT = 100  # rounds after which a game counts as stuck
PORTION = 8  # games played before a worker reports
MOST_GAMES = 1_000_000
Group = tuple[str, int, bool]  # level, players, caves


def quick_level() -> str:
    """Who plays where many games are wanted: the planner, hundreds of games a minute; where there is none, a Guide."""
    return next(name for name in ("planner", "guide") if name in names("eldorado"))


@dataclass(frozen=True)
class Trial:
    """Which games are played: spread evenly over levels, numbers of players and caves."""

    route: str | Mapping[str, Any]
    games: int = 300
    levels: Sequence[str] = ()  # the quick one if nothing is said
    players: Sequence[int] = (3,)
    caves: Sequence[bool] = (False,)
    seed: int = 1

    def __post_init__(self) -> None:
        load_route(self.route)
        if not self.levels:
            object.__setattr__(self, "levels", (quick_level(),))
        if type(self.games) is not int or not 1 <= self.games <= MOST_GAMES:
            raise SetupError(f"A trial has 1 to {MOST_GAMES} games, not {self.games!r}.")
        if not self.players or not self.caves:
            raise SetupError("A trial needs a number of players and caves on or off.")
        for level in self.levels:
            if level not in names("eldorado"):
                raise SetupError(f"There is no bot {level!r}; there are {', '.join(names('eldorado'))}.")
        for players in self.players:
            if players not in (2, 3, 4):
                raise SetupError(f"The Quest for El Dorado is for 2 to 4 players, not {players!r}.")

    def groups(self) -> list[Group]:
        return list(product(self.levels, self.players, self.caves))

    def plain(self) -> str:
        """The trial as text, for workers."""
        route = self.route if isinstance(self.route, str) else dict(self.route)
        return dumps(
            {
                "route": route,
                "games": self.games,
                "levels": list(self.levels),
                "players": list(self.players),
                "caves": list(self.caves),
                "seed": self.seed,
            }
        )


@lru_cache(maxsize=32)
def read_trial(text: str) -> Trial:
    return Trial(**loads(text))


@dataclass
class Outcome:
    """What has been counted so far."""

    trial: Trial
    tallies: dict[Group, Tally] = field(default_factory=dict)

    @property
    def done(self) -> int:
        return sum(tally.games for tally in self.tallies.values())

    def add(self, part: Mapping[Group, Tally]) -> None:
        for group, tally in part.items():
            self.tallies.setdefault(group, Tally()).add(tally)

    def to_json(self) -> dict[str, Any]:
        """Everything people ask about a route; heat and steps by place, all groups together."""
        board = load_route(self.trial.route)
        together = Tally()
        for tally in self.tallies.values():
            together.add(tally)
        groups = [
            {"level": level, "players": players, "caves": caves, **summary(self.tallies[group], players)}
            for group in self.trial.groups()
            for level, players, caves in [group]
            if group in self.tallies
        ]

        def at(cell: int) -> list[int]:
            return list(board.cells[cell].place)

        return {
            "games": self.trial.games,
            "done": self.done,
            "seed": self.trial.seed,
            "groups": groups,
            "grade": self.grade(),
            "walked": [[*at(c), n] for c, n in sorted(together.walked.items())],
            "steps": [[*at(a), *at(b), n] for (a, b), n in sorted(together.steps.items())],
            "blocked_at": [[*at(c), n] for c, n in sorted(together.blocked_at.items())],
        }

    def grade(self) -> dict[str, Any]:
        """The grade by the map, or by rounds of three players without caves where those were played."""
        board = load_route(self.trial.route)
        for level in self.trial.levels:
            tally = self.tallies.get((level, 3, False))
            if tally and tally.games >= 30 and (grade := difficulty.tried(board, level, tally.mean_rounds())):
                return {"grade": grade, "by": level}
        return {"grade": difficulty.grade(difficulty.estimate(board)), "by": "map"}


def simulate(
    trial: Trial,
    workers: int | None = None,
    ray: str | None = None,
    progress: Callable[[Outcome], object] | None = None,
) -> Outcome:
    """Play a trial. `progress` is told the outcome so far again and again; it may stop the trial by returning False."""
    outcome = Outcome(trial)
    for part in _parts(trial, workers or cores(), ray):
        outcome.add(part)
        if progress is not None and progress(outcome) is False:
            break
    return outcome


def _parts(trial: Trial, workers: int, ray: str | None) -> Iterator[dict[Group, Tally]]:
    text = trial.plain()
    portions = [(text, first, min(PORTION, trial.games - first)) for first in range(0, trial.games, PORTION)]
    if ray is not None:
        yield from done_on_ray(play_portion, portions, ray)
    elif workers == 1 or len(portions) == 1:
        for portion in portions:
            yield play_portion(*portion)
    else:
        yield from done_here(play_portion, portions, min(workers, len(portions)))


def play_portion(text: str, first: int, count: int) -> dict[Group, Tally]:
    """The games of a trial from number `first` on."""
    trial = read_trial(text)
    groups = trial.groups()
    counted: dict[Group, Tally] = {}
    for number in range(first, first + count):
        group = groups[number % len(groups)]
        counted.setdefault(group, Tally()).add(_play(text, group, deal_of(trial.seed, number // len(groups))))
    return counted


def deal_of(seed: int, number: int) -> int:
    return int.from_bytes(hashlib.sha256(f"workshop {seed} {number}".encode()).digest()[:16], "big")


@lru_cache(maxsize=64)
def _game(text: str, players: int, caves: bool) -> ElDorado:
    return ElDorado(players=players, route=read_trial(text).route, caves=caves, max_rounds=LIMIT)


def _play(text: str, group: Group, seed: int) -> Tally:
    """One game, watched turn by turn."""
    level, players, caves = group
    game = _game(text, players, caves)
    ground = game.tables().array()[0]
    bots = [make_bot("eldorado", level) for _ in range(players)]
    budgets = [Budget(playouts=bot.budget.playouts) for bot in bots]
    s = game.start(seed).array()[0]
    tally = Tally(games=1)
    entered: set[int] = set()
    seat = compiled(actor)(s)
    while seat >= 0:
        tally.turns += 1
        _count_blocked(s, ground, seat, tally)
        before = s["at"].tolist()
        bots[seat].play(game, s, seat, budgets[seat])
        for old, new in zip(before, s["at"].tolist(), strict=True):
            if old != new:
                way = _walked(game.board, old, new)
                entered.update(way[1:])
                tally.steps.update(pairwise(way))
        seat = compiled(actor)(s)
    tally.walked.update(entered)
    _count_end(s, players, tally)
    return tally


@lru_cache(maxsize=20_000)
def _walked(board: Board, old: int, new: int) -> ways.Way:
    """The spaces of a turn that led from one to another: the shortest way between them, over the easiest ground."""
    return ways.way(board, ways.by_steps, [old], board.finishes if new == ARRIVED else [new])


def _count_blocked(s: Any, ground: Any, seat: int, tally: Tally) -> None:
    """Whether a pawn begins its turn with every space one step nearer taken by another pawn."""
    standing = set(s["at"].tolist())
    for pawn in range(int(s["pawns"])):
        cell = int(s["at"][seat * PAWNS + pawn])
        if cell < 0:
            continue
        near = ground["neighbour"][cell * DIRECTIONS : (cell + 1) * DIRECTIONS].tolist()
        nearer = [n for n in near if n >= 0 and 0 <= ground["steps_left"][n] < ground["steps_left"][cell]]
        if nearer and all(n in standing for n in nearer):
            tally.blocked += 1
            tally.blocked_at.update(nearer)
            return


def _count_end(s: Any, players: int, tally: Tally) -> None:
    rounds = int(s["round_no"])
    tally.rounds += rounds
    tally.rounds_squared += rounds * rounds
    if not np.any(s["arrived"]):
        tally.stuck += 1
        return
    tally.close += int(np.count_nonzero(s["arrived"]) > 1)
    first = [seat for seat in range(players) if compiled(place)(s, seat) == 1]
    for seat in first:
        tally.wins[seat] += SHARES // len(first)
    tally.kept += compiled(blockades_kept)(s, first[0])
    tally.decks[deck_of(s, first[0])] += 1


def deck_of(s: Any, seat: int) -> str:
    """The symbol of which the cards a seat has bought have the most power; `mixed` where two have as much or none."""
    hand = s["hand"][seat * CARDS : (seat + 1) * CARDS].tolist()
    owned = [card for card, copies in enumerate(hand) for _ in range(copies)]
    pile = s["cards"][seat * PILE : (seat + 1) * PILE].tolist()
    owned += pile[: int(s["n_draw"][seat])] + pile[PILE - int(s["n_discard"][seat]) :]
    power = [0] * len(SYMBOLS)
    for card in owned:
        if card >= FIRST_MARKET_CARD and SYMBOL[card] < len(SYMBOLS):
            power[SYMBOL[card]] += POWER[card]
    most = max(power)
    return SYMBOLS[power.index(most)] if power.count(most) == 1 else "mixed"
