"""The interface every game offers: `Game` is a checked setup, `State` a game in progress.

A game package subclasses `Game` and fills in the hooks below; what it may bring beside them is in `core.offers`, and
what is the same for all games (checking actions, the log, undo floor, records, copies) in `core.state`.
"""

from __future__ import annotations

import copy
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self

from expedition.core.checks import check_seed, whole
from expedition.core.drivers.open_rules import phase, quick, standing
from expedition.core.errors import IllegalAction, SetupError
from expedition.core.layout import Fields
from expedition.core.offers import Offers
from expedition.core.rng import SEED_BITS
from expedition.core.state import Entry, Event, S, State
from expedition.core.types import Json

__all__ = ["Entry", "Event", "Game", "Json", "State", "check_seed", "whole"]


class Game(Offers, ABC, Generic[S]):
    """A checked, immutable setup of one game."""

    name: ClassVar[str]
    rules_version: int  # of a game just made: the newest; of a record: the one it was played by
    rules_versions: ClassVar[tuple[int, ...]]  # those that can be replayed, the newest last
    num_actions: ClassVar[int]
    position_type: ClassVar[type[Any]]
    observation_fields: ClassVar[list[tuple[str, int, str]]]  # name, length and meaning of each part of a row
    observation_bounds: ClassVar[Sequence[tuple[int, int]]] = ()  # of each number of a row; none: any byte
    rivals: ClassVar[slice] = slice(0, 0)  # of a row: where the others are, if that is told

    # The rule functions that drivers of whole games and of batches bind their open names to.
    rule_actor: ClassVar[Callable[..., int]]  # (s)
    rule_legal: ClassVar[Callable[..., int]]  # (s, b, seat, acts)
    rule_apply: ClassVar[Callable[..., None]]  # (s, b, seat, action)
    rule_deal: ClassVar[Callable[..., None]]  # (s, b, k0, k1, k2, k3): another game of the record's own setup
    rule_redeal: ClassVar[Callable[..., None]]  # (s, b, seat, k0, k1, k2, k3): all that is hidden from the seat, anew
    rule_phase: ClassVar[Callable[..., int]] = staticmethod(phase)  # (s): see `Game.phase`
    rule_quick: ClassVar[Callable[..., bool]] = staticmethod(quick)  # (s): whether the next decision is a small one
    rule_place: ClassVar[Callable[..., int]]  # (s, b, seat)
    rule_observe: ClassVar[Callable[..., None]]  # (s, b, seat, out)
    # the same into the seat's own last row when nobody else has acted since; None: all is written anew
    rule_refresh: ClassVar[Callable[..., None] | None] = None
    rule_standing: ClassVar[Callable[..., int]] = staticmethod(standing)  # (s, b, seat): how far along, for learning

    setup: Json
    players: int

    @classmethod
    def field(cls, name: str) -> slice:
        """Where a row tells this part of an observation."""
        start = 0
        for part, length, _ in cls.observation_fields:
            if part == name:
                return slice(start, start + length)
            start += length
        raise KeyError(f"Rows of {cls.name} have no {name!r}.")

    @classmethod
    @abstractmethod
    def schema(cls, lang: str = "en") -> Json:
        """JSON Schema of the setup options, with defaults and words for them."""

    @abstractmethod
    def tables(self) -> Fields:
        """What the rules need beside the position and never changes: the record `b`."""

    # -- what a game package provides -------------------------------------------------------------

    @abstractmethod
    def start(self, seed: int) -> S:
        """The position before the first action."""

    @abstractmethod
    def actor(self, s: S) -> int:
        """The seat to act, -1 when the game is over; in a simultaneous phase the first that still owes."""

    def owes(self, s: S, seat: int) -> bool:
        """Whether this seat may act now."""
        return seat == self.actor(s)

    def phase(self, s: S) -> int:
        """An id of the simultaneous phase that is open, or -1 where seats act one after another."""
        return self.rule_phase(s)

    def seat_order(self, s: S) -> list[int]:
        """The order in which a simultaneous phase is recorded."""
        return list(range(self.players))

    @abstractmethod
    def legal(self, s: S, seat: int) -> list[int]:
        """Legal actions of a seat that may act, ascending."""

    @abstractmethod
    def play(self, s: S, seat: int, action: int) -> None:
        """Carry out a legal action, or a resignation (`num_actions + seat`)."""

    @abstractmethod
    def resigned(self, s: S, seat: int) -> bool:
        """Whether this seat has given up."""

    @abstractmethod
    def ranking(self, s: S) -> list[int]:
        """Places per seat of a finished game."""

    @abstractmethod
    def rounds(self, s: S) -> int:
        """The round the game is in, or ended in."""

    @abstractmethod
    def floor(self, s: S) -> int:
        """The ply of the last new information."""

    @abstractmethod
    def action_to_dict(self, s: S, seat: int, action: int) -> Json:
        """The object of an action in a position."""

    @abstractmethod
    def action_from_dict(self, s: S, action: Mapping[str, Any]) -> int:
        """The number of an object; IllegalAction if it names nothing there is."""

    @abstractmethod
    def happened(self, before: S, after: S, seat: int, action: Json) -> tuple[list[Event], list[Event]]:
        """What an action did: events of the action itself, and those that followed by themselves for all."""

    @abstractmethod
    def view(self, state: State[S], seat: int | None) -> Json:
        """What the table shows a seat, or a spectator."""

    def views(self, state: State[S], seats: Iterable[int | None]) -> dict[int | None, Json]:
        """The views of several seats at once, for games that need not work out twice what all of them see."""
        return {seat: self.view(state, seat) for seat in seats}

    @abstractmethod
    def information(self, state: State[S], seat: int) -> Json:
        """All a seat has ever been shown."""

    @abstractmethod
    def gestures(self, s: S, seat: int) -> list[Json]:
        """Whole human moves of a seat."""

    @abstractmethod
    def describe(self, s: S, seat: int, action: int, lang: str) -> str:
        """An action in words, told apart from every other."""

    def caption(self, s: S, seat: int, action: int, lang: str) -> str:
        """An action as one tells it to somebody who sees the table: no coordinates where the game has better words."""
        return self.describe(s, seat, action, lang)

    def why_not(self, s: S, seat: int, question: Mapping[str, Any], lang: str) -> str | None:
        """Why what this seat asks for is not possible now, as a sentence; None where nothing is known against it."""
        return None

    @abstractmethod
    def snapshot(self, s: S) -> Json:
        """The whole position as JSON, hidden cards included."""

    @abstractmethod
    def position(self, snapshot: Mapping[str, Any], seed: int) -> S:
        """The position of a snapshot; PositionError names the field at fault."""

    @abstractmethod
    def redealt(self, s: S, seat: int, seed: int) -> S:
        """A position this seat cannot tell from the given one, everything hidden dealt anew."""

    @abstractmethod
    def components(self) -> Json:
        """What never changes during a game, for clients: cards, board and the like."""

    @abstractmethod
    def imagined(self, information: Json) -> Json:
        """A snapshot consistent with an information; what is unknown lies in some order, to be dealt anew."""

    # -- the same for every game --------------------------------------------------------------------

    def new(self, seed: int | None = None) -> State[S]:
        """A fresh deal. The same seed and the same actions give the same game on every target."""
        number = secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)
        return State(self, self.start(number), number)

    def restore(self, snapshot: Mapping[str, Any], seed: int = 0) -> State[S]:
        """A state of a position written by `State.snapshot` or by hand."""
        number = check_seed(seed)
        s = self.position(snapshot, number)
        return State(self, s, number, dict(snapshot))

    def redeal(self, state: State[S], seat: int, seed: int) -> State[S]:
        """A state consistent with `state.information(seat)`, everything else dealt anew."""
        self.check_seat(seat)
        made = state.copy()
        made.s = self.redealt(state.s, seat, check_seed(seed))
        made.seed = None
        for who, entries in made.open.items():  # in an open phase others' choices are covered, a resignation is not
            if who != seat:
                made.open[who] = [entry for entry in entries if entry.action["do"] == "resign"]
        return made

    def determinize(self, information: Json) -> State[S]:
        """A state consistent with all that a seat has been shown."""
        return self.restore(self.imagined(information))

    def of_version(self, version: object) -> Self:
        """The same set-up by an older version of the rules; SetupError if this program does not know it."""
        if type(version) is not int or version not in self.rules_versions:
            known = " and ".join(map(str, self.rules_versions))
            raise SetupError(f"There is no rules version {version!r} of {self.name}; this program plays {known}.")
        if version == self.rules_version:
            return self
        made = copy.copy(self)
        made.rules_version = version
        return made

    def check_seat(self, seat: object) -> int:
        """The seat as a number; IllegalAction if there is none such."""
        number = whole(seat)
        if number is None or not 0 <= number < self.players:
            raise IllegalAction(f"There is no seat {seat!r}; seats are 0 to {self.players - 1}.")
        return number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def _identity(self) -> tuple[str, Json, int]:
        return self.name, self.setup, self.rules_version

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        options = ", ".join(f"{k}={v!r}" for k, v in self.setup.items())
        return f"expedition.make({self.name!r}, {options})"
