"""The one interface of all bots, anyone's included, and what ours share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from expedition.core.registry import game_of

if TYPE_CHECKING:
    from expedition.core.game import Game, Json, State


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think for one decision: by the clock for people, by playouts for runs that repeat exactly;
    with both, until the first of them is used up."""

    seconds: float | None = None
    playouts: int | None = None


def budget_of(given: Budget | float | None, default: Budget) -> Budget:
    """A budget from what a caller gave: a Budget, at most so many seconds, or nothing: the bot's own."""
    if given is None:
        return default
    if isinstance(given, Budget):
        return given
    return Budget(min(float(given), default.seconds or float(given)), default.playouts)


class Bot(ABC):
    """A computer opponent. It sees what its seat may see and answers with one of the legal actions."""

    game: str
    name: str

    @abstractmethod
    def choose(self, information: Json, actions: Sequence[int], budget: Budget | float | None = None) -> int | Json:
        """One of `actions`, as its number or as an object of the open vocabulary.

        `information` is `state.information(seat)`; `budget` is a Budget or seconds for this decision.
        """

    def warm(self, game: Game[Any]) -> None:
        """Do what is slow the first time, so that the first decision is not."""
        return None

    def is_prepared(self, game: Game[Any]) -> bool:
        """Whether it plays as well as it can on this machine; until it was prepared it makes do."""
        return True

    def prepare(self, game: Game[Any]) -> None:
        """Do what takes a minute, once on a machine: compile, say."""
        return None


class EngineBot(Bot):
    """A bot that thinks on positions. Whatever it is given, it thinks on a re-deal of all its seat cannot know.

    `choose_state` is where the re-deal happens, so only a bot of the house may replace it (one that reads nothing but
    what its seat may know); what a bot does of its own is `decide`.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "choose_state" in cls.__dict__ and not cls.__module__.startswith("expedition."):
            raise TypeError(f"{cls.__name__} replaces choose_state, which deals anew what is hidden; write decide.")

    def __init__(self, game: str, name: str, budget: Budget, seed: int = 0) -> None:
        self.game = game
        self.name = name
        self.budget = budget
        self.seed = seed

    def choose(self, information: Json, actions: Sequence[int], budget: Budget | float | None = None) -> int:
        game = game_of(information["game"], information["setup"])
        seat: int = information["seat"]
        return self.choose_state(game.determinize(information), seat, budget)

    def choose_state(self, state: State[Any], seat: int, budget: Budget | float | None = None) -> int:
        """The choice in a state; it depends on what the seat knows and the bot's seed alone."""
        game = state.game
        s = game.redealt(state.s, seat, self.seed).array()[0]
        return self.decide(game, s, seat, budget_of(budget, self.budget))

    def warm(self, game: Game[Any]) -> None:
        state = game.new(seed=1)
        self.choose_state(state, state.actor, Budget(playouts=1))

    @abstractmethod
    def decide(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        """The next action on a position record in which everything hidden was dealt anew."""

    @abstractmethod
    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        """Play on a running game's record as long as this seat is on turn; returns how many actions it took."""


Maker = Callable[[int], EngineBot]  # a bot from its seed


@dataclass(frozen=True, slots=True)
class Match:
    """A measurement of a game's ladder: who plays, how many games, how many at the table, in which set-ups."""

    heading: str
    bots: tuple[str, ...]
    games: int
    players: str = "2"
    setup: dict[str, str] = field(default_factory=dict)
    alone: bool = False
    late: int | None = None
