"""One game folded from its rows: position, undo, counters, clocks, votes. Pure: no database, no sockets.

A table is never changed by a request. A request forks it, the fork folds the new rows in, the rows are stored, and only
then the fork takes the table's place. Rebuilding after a crash folds the same rows with the same code.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from expedition.core.errors import IllegalAction
from expedition.core.game import Game, State
from expedition.core.types import Json
from expedition.server.models import LogRow
from expedition.server.refusals import Refusal
from expedition.server.rooms.seat_clocks import SeatClocks

MOST_UNDOS = 100  # of a seat between two pieces of new information: a log is not to grow for ever


class AppliedAction(NamedTuple):
    """An action that might still be taken back."""

    seat: int
    number: int
    unit: int
    resigns: bool


class GameTable:
    def __init__(
        self,
        game: Game[Any],
        seed: int,
        position: Json | None,
        people: Sequence[int],
        bots: Mapping[int, str],
        clock: Mapping[str, Any],
        started: int,
    ) -> None:
        self.game = game
        self.state: State[Any] = game.new(seed) if position is None else game.restore(position, seed)
        self.base = self.state  # where taking back ends; never changed in place
        self.done: list[AppliedAction] = []  # what was done since
        self.undos: dict[int, int] = {}  # how often each seat has taken back since
        self.rows = 0  # in the log
        self.ply = 0  # on the wire: never reused, silent while a simultaneous phase is open
        self.counts: dict[int, int] = {}  # on the wire: each seat's own counter while such a phase is open
        self.lines = [self.state.ply]  # the line's length at each ply
        self.people = list(people)
        self.bots = dict(bots)
        self.agreed: set[int] = set()
        self.ended = False  # by agreement
        self.clock = None if clock["kind"] == "none" else SeatClocks(clock, game.players)
        self.at = started
        self._actors: list[int] = []  # of the state `_asked`: kept, because it is asked so often
        self._asked: State[Any] | None = None
        self._run_clocks()
        self.state = self.base.copy()

    def fork(self) -> GameTable:
        made = GameTable.__new__(GameTable)
        made.__dict__.update(self.__dict__)
        made.state = self.state.fork()
        made.done = self.done[:]
        made.counts = dict(self.counts)
        made.undos = dict(self.undos)
        made.lines = self.lines[:]
        made.bots = dict(self.bots)
        made.agreed = set(self.agreed)
        made.clock = self.clock and self.clock.fork()
        return made

    # -- what is so --------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.ended or self.state.is_over

    @property
    def simultaneous(self) -> bool:
        return self.game.phase(self.state.s) >= 0

    @property
    def actors(self) -> list[int]:
        if self._asked is not self.state:  # another state has taken its place, or a row was taken in
            self._actors, self._asked = [] if self.over else self.state.actors, self.state
        return self._actors

    def count(self, seat: int | None) -> int:
        return 0 if seat is None else self.counts.get(seat, 0)

    def resigned(self, seat: int) -> bool:
        return self.game.resigned(self.state.s, seat)

    def voters(self) -> list[int]:
        """People still in the game: those whose agreement ends it."""
        return [seat for seat in self.people if seat not in self.bots and not self.resigned(seat)]

    def since(self, ply: int | None) -> int:
        """From which place of the line on events are news for one who last saw this ply."""
        return 0 if ply is None or ply >= len(self.lines) else min(self.lines[ply:])

    def undoable(self, seat: int) -> int:
        """How many of its last actions a seat may take back."""
        if self.over:
            return 0
        if self.simultaneous:
            return self._last_own(seat, self.state.count(seat))
        if self.state.actor != seat:
            return 0
        return self._last_own(seat, self.state.ply - self.state.floor)

    def _last_own(self, seat: int, most: int) -> int:
        n = 0
        for done in reversed(self.done):
            if n >= most:
                break
            if done.seat == seat:
                if done.resigns:
                    break
                n += 1
            elif not self.simultaneous:
                break
        return n

    def owing(self) -> int:
        """The seats that have to act as bits."""
        return sum(1 << seat for seat in self.actors)

    def wake(self, now: int, bot_grace: int) -> int | None:
        """When the server has to look at this game by itself."""
        if self.over:
            return now
        times = [now + bot_grace] if any(seat in self.bots for seat in self.actors) else []
        deadline = self.clock.deadline() if self.clock else None
        return min([*times, *([deadline] if deadline is not None else [])], default=None)

    def out_of_time(self, now: int) -> list[int]:
        if self.clock is None or self.over:
            return []
        return [seat for seat in self.actors if seat not in self.bots and self.clock.remaining(seat, now) <= 0]

    # -- requests: each gives the rows to store ------------------------------------------------------------------

    def check_answer(self, seat: int, ply: int, count: int) -> None:
        """A request answers the newest table or it is stale."""
        if ply != self.ply:
            told = f"Something else happened first; the table is at ply {self.ply}, not {ply}."
            raise Refusal("stale", told, "refusal.stale")
        if count != self.count(seat):
            raise Refusal("stale", f"Seat {seat} is at count {self.count(seat)}, not {count}.", "refusal.stale")

    def act(self, seat: int, actions: Sequence[Mapping[str, Any]], at: int) -> list[LogRow]:
        """Fold a sequence of actions of one seat in, or refuse it (this fork is then of no use).

        A sequence ends where something new is seen. What comes after is refused without being looked at: whether it
        would have been legal is already an answer about what was hidden.
        """
        first = self.rows
        rows: list[LogRow] = []
        for action in actions:
            if rows and not self.done:  # nothing can be taken back any more: the last action has shown something
                raise Refusal.localized("illegal", "refusal.unit_ends")
            if self.over:
                raise Refusal.localized("illegal", "refusal.over")
            try:
                number = self._number(seat, action)
                written = self.state.to_dict(number, seat)
                row = LogRow(self.rows, first, seat, "act", written, max(at, self.at))
                self._apply(row, number)
            except IllegalAction as error:
                raise Refusal("illegal", str(error), "refusal.illegal") from None
            self._after(row)
            rows.append(row)
        return rows

    def _number(self, seat: int, action: Mapping[str, Any]) -> int:
        if action.get("do") == "resign":
            raise IllegalAction("Resigning is a message of its own.")
        if action.get("seat", seat) != seat:
            raise IllegalAction(f"The action names another seat than {seat}.")
        return self.state.from_dict(action)

    def undo(self, seat: int, scope: str, at: int) -> list[LogRow]:
        most = self.undoable(seat)
        if most == 0:
            raise Refusal.localized("nothing_to_undo", "refusal.no_undo")
        if self.undos.get(seat, 0) >= MOST_UNDOS:
            raise Refusal.localized("nothing_to_undo", "refusal.many_undos")
        own = [done for done in self.done if done.seat == seat][-most:]
        n = {"action": 1, "gesture": sum(done.unit == own[-1].unit for done in own), "floor": most}[scope]
        return [self.fold(LogRow(self.rows, self.rows, seat, "undo", {"undone": n}, max(at, self.at)))]

    def resign(self, seat: int, at: int) -> list[LogRow]:
        action = {"do": "resign", "seat": seat}
        return self._rows([(seat, "act", action)], at)

    def give_to_bot(self, seat: int, level: str, at: int) -> list[LogRow]:
        return self._rows([(seat, "bot", {"level": level})], at)

    def resume(self, at: int) -> list[LogRow]:
        return self._rows([(-1, "resume", {})], at)

    def give_time(self, seat: int, more: int, at: int) -> list[LogRow]:
        return self._rows([(seat, "more", {"ms": more})], at)

    def agree(self, seat: int, end: bool, at: int) -> list[LogRow]:
        """A vote; when the last one comes in the game ends."""
        if seat not in self.voters():
            raise Refusal("not_running", f"Seat {seat} has left the game and has no vote.", "refusal.no_vote")
        rows: list[tuple[int, str, Json]] = [(seat, "agree", {"end": end})]
        if end and set(self.voters()) <= self.agreed | {seat}:
            rows.append((-1, "end", {}))
        return self._rows(rows, at)

    def _rows(self, parts: Sequence[tuple[int, str, Json]], at: int) -> list[LogRow]:
        first = self.rows
        try:
            return [self.fold(LogRow(self.rows, first, *part, max(at, self.at))) for part in parts]
        except IllegalAction as error:
            raise Refusal("illegal", str(error), "refusal.illegal") from None

    # -- folding ---------------------------------------------------------------------------------------------------

    def fold(self, row: LogRow) -> LogRow:
        """Take a stored row in; the row again."""
        if row.ply != self.rows:
            raise ValueError(f"row {row.ply} came where row {self.rows} was expected")
        if row.kind == "act":
            self._apply(row, self.state.from_dict(row.data))
        elif row.kind == "undo":
            self._take_back(row.seat, row.data["undone"])
        elif row.kind == "bot":
            self.bots[row.seat] = row.data["level"]
        elif row.kind == "agree":
            (self.agreed.add if row.data["end"] else self.agreed.discard)(row.seat)
        elif row.kind == "end":
            self.ended = True
        elif row.kind == "resume" and self.clock is not None:
            self.clock.resume(row.at)
        elif row.kind == "more" and self.clock is not None:
            self.clock.give(row.seat, row.data["ms"])
        self._after(row)
        return row

    def _after(self, row: LogRow) -> None:
        self._asked = None
        self.rows += 1
        self.at = row.at
        self._run_clocks()

    def _run_clocks(self) -> None:
        if self.clock is not None:
            self.clock.run([seat for seat in self.actors if seat not in self.bots], self.at)

    def _apply(self, row: LogRow, number: int) -> None:
        phase = self.game.phase(self.state.s)
        line = self.state.ply
        self.state.apply(number, row.seat)
        self.done.append(AppliedAction(row.seat, number, row.unit, row.data.get("do") == "resign"))
        if phase < 0:
            self._advance([self.state.ply])
        elif self.state.open:
            self.counts[row.seat] = self.counts.get(row.seat, 0) + 1
        else:
            self.counts.clear()
            self._advance([line] * (self.state.ply - line - 1) + [self.state.ply])
        if not self.state.open and self.state.floor >= self.state.ply:
            self.base, self.done, self.undos = self.state.copy(), [], {}

    def _advance(self, lines: list[int]) -> None:
        self.ply += len(lines)
        self.lines += lines

    def _take_back(self, seat: int, n: int) -> None:
        self.undos[seat] = self.undos.get(seat, 0) + 1
        own = [i for i, done in enumerate(self.done) if done.seat == seat][-n:]
        self.done = [done for i, done in enumerate(self.done) if i not in own]
        open_phase = self.simultaneous
        self.state = self.base.copy()
        for done in self.done:
            self.state.apply(done.number, done.seat)
        if open_phase:
            self.counts[seat] = self.counts.get(seat, 0) + 1
        else:
            self._advance([self.state.ply])

    # -- kept small ------------------------------------------------------------------------------------------------

    def serialize(self) -> bytes:
        """The table as bytes, for a game nobody is touching."""
        out = io.BytesIO()
        _Pickler(out, protocol=5).dump(self.__dict__)
        return zlib.compress(out.getvalue(), 1)

    @classmethod
    def deserialize(cls, data: bytes, game: Game[Any]) -> GameTable:
        made = cls.__new__(cls)
        made.__dict__.update(_Unpickler(io.BytesIO(zlib.decompress(data)), game).load())
        return made


class _Pickler(pickle.Pickler):
    """Everything but the game itself, which rooms share. (Since 3.13 only a subclass is asked.)"""

    def persistent_id(self, thing: object) -> str | None:
        return "game" if isinstance(thing, Game) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, game: Game[Any]) -> None:
        super().__init__(file)
        self._game = game

    def persistent_load(self, _: object) -> Game[Any]:
        return self._game
