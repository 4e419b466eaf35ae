"""A game in progress: who may do what, what was done, what each seat knows. The same for every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from expedition.core.checks import whole
from expedition.core.errors import IllegalAction
from expedition.core.rng import Chance
from expedition.core.types import Json, ReadOnlyJson
from expedition.core.words import say

if TYPE_CHECKING:
    from expedition.core.game import Game
    from expedition.core.record import Record

S = TypeVar("S", bound=Chance)

LATER = -1  # the ply of an event as a game tells it: known when its action joins the log


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `data` is for all eyes, `secret` for the seat `owner` alone."""

    key: str
    seat: int
    data: Json = field(default_factory=dict)
    owner: int = -1
    secret: Json = field(default_factory=dict)

    @classmethod
    def of(cls, told: ReadOnlyJson, owner: int = -1, secret: tuple[str, ...] = ()) -> Event:
        """The event of an object as the game declares it; the fields `secret` are for the seat `owner` alone."""
        rest = {name: value for name, value in told.items() if name not in ("ply", "seat", "key")}
        hidden = {name: rest.pop(name) for name in secret}
        return cls(told["key"], told["seat"], rest, owner, hidden)

    def seen_by(self, seat: int | None, ply: int) -> Json:
        shown = {"ply": ply, "seat": self.seat, "key": self.key, **self.data}
        if self.owner >= 0 and seat == self.owner:
            shown.update(self.secret)
        return shown


@dataclass(frozen=True, slots=True)
class Entry:
    """One applied action with what it brought about."""

    seat: int
    action: Json
    events: list[Event]


class State(Generic[S]):
    """A game in progress. `s` is the position the rules work on."""

    def __init__(self, game: Game[S], s: S, seed: int | None, origin: Json | None = None) -> None:
        self.game = game
        self.s = s
        self.seed = seed
        self.origin = origin
        self.log: list[Entry] = []
        self.open: dict[int, list[Entry]] = {}
        self._legal: dict[int, list[int]] = {}

    # -- who may do what ------------------------------------------------------------------------------

    @property
    def actor(self) -> int:
        """The seat to act, -1 when the game is over; in a simultaneous phase the first that still owes something."""
        return self.game.actor(self.s)

    @property
    def actors(self) -> list[int]:
        """All seats that may act now."""
        return [seat for seat in range(self.game.players) if self.game.owes(self.s, seat)]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.actor < 0

    @property
    def ply(self) -> int:
        """How many actions the log holds; what is marked in an open simultaneous phase joins it when that closes."""
        return len(self.log)

    @property
    def floor(self) -> int:
        """The ply of the last new information: undo may go back to here, never past it."""
        return self.game.floor(self.s)

    def count(self, seat: int) -> int:
        """How many actions this seat has made in the simultaneous phase that is open."""
        return len(self.open.get(seat, ()))

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Legal actions, ascending; empty for a seat that has nothing to do."""
        who = self.actor if seat is None else self.game.check_seat(seat)
        return list(self._legal_of(who))

    def legal_dicts(self, seat: int) -> list[Json]:
        """The legal actions of a seat as objects, in the same order."""
        who = self.game.check_seat(seat)
        return [self.game.action_to_dict(self.s, who, action) for action in self._legal_of(who)]

    def _legal_of(self, seat: int) -> list[int]:
        if seat not in self._legal:
            may = seat >= 0 and self.game.owes(self.s, seat)
            self._legal[seat] = self.game.legal(self.s, seat) if may else []
        return self._legal[seat]

    def apply(self, action: int, seat: int | None = None) -> None:
        """Carry out an action; IllegalAction, and nothing changed, if it is not legal."""
        number = whole(action)
        if number is None:
            raise IllegalAction(f"An action is a whole number, not {action!r}; from_dict makes one of an object.")
        if self.is_over:
            raise IllegalAction("The game is over.")
        if self.game.num_actions <= number < self.game.num_actions + self.game.players:
            self._resign(number, seat)
            return
        who = self.actor if seat is None else self.game.check_seat(seat)
        if number not in self._legal_of(who):
            raise IllegalAction(self._why_not(number, who))
        self._carry_out(who, number, self.game.action_to_dict(self.s, who, number))

    def _resign(self, number: int, seat: int | None) -> None:
        who = number - self.game.num_actions
        if seat is not None and self.game.check_seat(seat) != who:
            raise IllegalAction(f"Seat {seat} cannot resign for seat {who}.")
        if self.game.resigned(self.s, who):
            raise IllegalAction(f"Seat {who} has resigned already.")
        self._carry_out(who, number, {"do": "resign", "seat": who})

    def _why_not(self, action: int, seat: int) -> str:
        if not 0 <= action < self.game.num_actions:
            return f"There is no action {action}; actions are 0 to {self.game.num_actions - 1}."
        if not self.game.owes(self.s, seat):
            others = " and ".join(str(a) for a in self.actors)
            return f"It is not seat {seat}'s turn to act but seat {others}'s."
        return f"Action {action} is not legal for seat {seat} now."

    def _carry_out(self, seat: int, action: int, described: Json) -> None:
        before = self.s.copy()
        phase = self.game.phase(before)
        self.game.play(self.s, seat, action)
        self._legal.clear()
        own, common = self.game.happened(before, self.s, seat, described)
        entry = Entry(seat, described, own)
        if phase < 0:
            self.log.append(entry)
        else:
            self.open.setdefault(seat, []).append(entry)
            if self.game.phase(self.s) == phase:
                return
            order = self._recording_order(before)
            if described["do"] == "resign" and self.is_over:  # the resignation that ended the game is its last action
                order.append(order.pop(order.index(seat)))
            for who in order:
                self.log.extend(self.open[who])
            self.open.clear()
        last = self.log[-1]  # replaced, not changed: a copy of this state may share it
        self.log[-1] = Entry(last.seat, last.action, last.events + common)

    def _recording_order(self, before: S) -> list[int]:
        """Seat by seat, those that resigned first: replayed last, they would resign after the phase has closed."""
        order = [who for who in self.game.seat_order(before) if who in self.open]
        return sorted(order, key=lambda who: all(entry.action["do"] != "resign" for entry in self.open[who]))

    # -- what is known ---------------------------------------------------------------------------------

    def ranking(self) -> list[int]:
        """Places per seat, such as [1, 3, 2]; shared where the rules tie."""
        if not self.is_over:
            raise IllegalAction("The game is not over; there is no ranking yet.")
        return self.game.ranking(self.s)

    def view(self, seat: int | None = None) -> Json:
        """What the table shows this seat now; None is a spectator."""
        return self.game.view(self, None if seat is None else self.game.check_seat(seat))

    def views(self, seats: Iterable[int | None]) -> dict[int | None, Json]:
        """The views of several seats; they may share what all of them see, so they are to be read, not changed."""
        return self.game.views(self, {None if seat is None else self.game.check_seat(seat) for seat in seats})

    def information(self, seat: int) -> Json:
        """All this seat has ever been shown: what a bot may use."""
        return self.game.information(self, self.game.check_seat(seat))

    def observation(self, seat: int | None = None) -> Any:
        """What a seat may know as the row of small numbers that learning programs see (`game.observation_fields`)."""
        import numpy as np

        who = self.actor if seat is None else self.game.check_seat(seat)
        row = [0] * sum(length for _, length, _ in self.game.observation_fields)
        self.game.rule_observe(self.s, self.game.tables(), self.game.check_seat(who), row)
        return np.array(row, np.int8)

    def gestures(self, seat: int | None = None) -> list[Json]:
        """Whole human moves: target, cost, what it brings, and the actions they consist of."""
        who = self.actor if seat is None else self.game.check_seat(seat)
        return self.game.gestures(self.s, who) if who >= 0 and self.game.owes(self.s, who) else []

    def why_not(self, seat: int, question: Mapping[str, Any], lang: str = "en") -> str | None:
        """Why what this seat asks for is not possible now: the game answers in one sentence, None where it is."""
        who = self.game.check_seat(seat)
        if self.is_over:
            return say("game.no.over", lang)
        if not self.game.owes(self.s, who):
            return say("game.no.turn", lang)
        return self.game.why_not(self.s, who, question, lang)

    def events(self, since: int = 0, seat: int | None = None) -> list[Json]:
        """What happened from ply `since` on, for this seat's eyes."""
        shown = [
            event.seen_by(seat, ply) for ply in range(max(since, 0), len(self.log)) for event in self.log[ply].events
        ]
        for extra, entry in enumerate(self.open.get(seat, ()) if seat is not None else ()):
            ply = len(self.log) + extra
            if ply >= since:
                shown.extend(event.seen_by(seat, ply) for event in entry.events)
        return shown

    # -- words -------------------------------------------------------------------------------------------

    def to_dict(self, action: int, seat: int | None = None) -> Json:
        """The action as an object of the open vocabulary."""
        number = whole(action)
        if number is not None and self.game.num_actions <= number < self.game.num_actions + self.game.players:
            return {"do": "resign", "seat": number - self.game.num_actions}
        if number is None or not 0 <= number < self.game.num_actions:
            raise IllegalAction(f"There is no action {action!r}; actions are 0 to {self.game.num_actions - 1}.")
        who = self.actor if seat is None else self.game.check_seat(seat)
        return self.game.action_to_dict(self.s, who, number)

    def from_dict(self, action: Mapping[str, Any]) -> int:
        """The number of an action given as an object; IllegalAction if it names nothing there is."""
        if not isinstance(action, Mapping):
            raise IllegalAction(f'An action is an object such as {{"do": "end"}}, not {action!r}.')
        if action.get("do") == "resign":
            return self.game.num_actions + self.game.check_seat(action.get("seat"))
        return self.game.action_from_dict(self.s, action)

    def describe(self, action: int, lang: str = "en", seat: int | None = None) -> str:
        """The action in words: "Scout as machete"."""
        self.to_dict(action, seat)  # refuses what is no action
        who = self.actor if seat is None else self.game.check_seat(seat)
        return self.game.describe(self.s, who, action, lang)

    def caption(self, action: int, lang: str = "en", seat: int | None = None) -> str:
        """The action as a replay tells it: "Step into the jungle, 2 machetes"."""
        self.to_dict(action, seat)  # refuses what is no action
        who = self.actor if seat is None else self.game.check_seat(seat)
        return self.game.caption(self.s, who, action, lang)

    # -- keeping ------------------------------------------------------------------------------------------

    def snapshot(self) -> Json:
        """The whole position, hidden cards included."""
        return self.game.snapshot(self.s)

    def to_line(self) -> str:
        """The whole position in one line of text; `expedition.from_line` reads it."""
        from expedition.core.position_line import write_line

        return write_line(self.snapshot())

    def copy(self) -> State[S]:
        """A state of its own that goes on from here."""
        made = State(self.game, self.s.copy(), self.seed, self.origin)
        made.log = list(self.log)
        made.open = {seat: list(entries) for seat, entries in self.open.items()}
        return made

    def fork(self) -> State[S]:
        """A copy to go on with at once: what is known to be legal is not worked out again."""
        made = self.copy()
        made._legal = dict(self._legal)
        return made

    def record(self, secret: bool = False) -> Record:
        """The game as a record. The seed of a running game is left out unless `secret` asks for it."""
        from expedition.core.record import Record

        return Record.of(self, secret)

    def _repr_svg_(self) -> str | None:
        """How a notebook shows a state: the table, in the eyes of whoever is to act."""
        return self.game.picture(self, None if self.is_over else self.actor)

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"seat {self.actor} to act"
        return f"<{self.game.name} state, ply {self.ply}, {turn}>"
