"""Game records: one JSON file that replays to the same game or says at which ply it does not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from expedition.core.errors import ExpeditionError, IllegalAction, PositionError, RecordError, SetupError
from expedition.core.game import Json, State, check_seed
from expedition.core.registry import make

if TYPE_CHECKING:
    from expedition.core.game import Game

FORMAT = "expedition-record/1"
_FIELDS = {"format", "game", "rules_version", "setup", "seed", "commitment", "seats", "actions", "result", "from"}
LONGEST_NAME = 200  # characters of a seat's name
_LARGEST = 20_000_000  # characters; the longest real game is far below


def commitment(seed: int) -> str:
    """What an online game publishes before the first card is dealt."""
    return hashlib.sha256(f"{seed:032x}".encode("ascii")).hexdigest()


class Record:
    """Setup, seed, actions and result of a game. Made by `State.record` or `expedition.load`; both verified."""

    def __init__(self, data: Json) -> None:
        self.data = data

    @classmethod
    def of(cls, state: State[Any], secret: bool = False) -> Record:
        """The record of a state; `State.record` calls this."""
        game = state.game
        data: Json = {"format": FORMAT, "game": game.name, "rules_version": game.rules_version, "setup": game.setup}
        if state.seed is not None:
            if state.is_over or secret:
                data["seed"] = f"{state.seed:032x}"
            data["commitment"] = commitment(state.seed)
        if state.origin is not None:
            data["from"] = state.origin
        data["actions"] = [entry.action for entry in state.log]
        if state.is_over:
            data["result"] = {"ranking": state.ranking(), "rounds": game.rounds(state.s)}
        return cls(data)

    @classmethod
    def parse(cls, data: object) -> Record:
        """Check the form of a record; replaying it is `state`'s business."""
        if not isinstance(data, dict):
            raise RecordError("A game record is a JSON object.")
        if "format" not in data:
            raise RecordError(f"This is no game record: a record says that its format is {FORMAT!r}.")
        if data["format"] != FORMAT:
            raise RecordError(f"This is no game record: its format is {data['format']!r}, not {FORMAT!r}.")
        unknown = sorted(map(str, set(data) - _FIELDS))
        if unknown:
            raise RecordError(f"A game record has no field {unknown[0]!r}.")
        for name, kind in (("game", str), ("setup", dict), ("actions", list)):
            if not isinstance(data.get(name), kind):
                raise RecordError(f"The record's {name!r} is missing or of the wrong type.")
        _check_seats(data)
        return cls(data)

    # -- contents -----------------------------------------------------------------------------------------

    @property
    def setup(self) -> Json:
        """The options of the game."""
        return self.data["setup"]  # type: ignore[no-any-return]

    @property
    def actions(self) -> list[Json]:
        """The actions as objects of the open vocabulary."""
        return self.data["actions"]  # type: ignore[no-any-return]

    @property
    def seats(self) -> list[Json]:
        """Names and kinds of the seats, where they are known."""
        return self.data.get("seats", [])  # type: ignore[no-any-return]

    @property
    def result(self) -> Json | None:
        """Ranking and rounds, or None while the game runs."""
        return self.data.get("result")

    @cached_property
    def seed(self) -> int | None:
        """The seed, or None while it is secret."""
        if "seed" not in self.data:
            return None
        text = self.data["seed"]
        if not isinstance(text, str):
            raise RecordError("The record's seed is hexadecimal text.")
        try:
            return check_seed(text)
        except SetupError as error:
            raise RecordError(str(error)) from None

    @cached_property
    def game(self) -> Game[Any]:
        """The game of the setup; RecordError if it cannot be played here."""
        try:
            game = make(self.data["game"], **self.setup)
        except (SetupError, TypeError) as error:
            raise RecordError(f"The record's setup cannot be played: {error}") from None
        try:
            return game.of_version(self.data.get("rules_version"))
        except SetupError as error:
            raise RecordError(str(error)) from None

    def with_seats(self, seats: list[Json]) -> Record:
        """The same record with names and kinds of the seats written in."""
        data = {**self.data, "seats": seats}
        _check_seats(data)
        return Record(data)

    # -- replay --------------------------------------------------------------------------------------------

    @cached_property
    def state(self) -> State[Any]:
        """The final state, every action and the result verified."""
        state = self.at(len(self.actions))
        if self.result is not None:
            if not state.is_over:
                raise RecordError("the record has a result, but the game is not over here.", len(self.actions))
            proper = {"ranking": state.ranking(), "rounds": self.game.rounds(state.s)}
            if self.result != proper:
                raise RecordError(f"the result is {proper}, not {self.result}.", len(self.actions))
        return state

    def at(self, ply: int) -> State[Any]:
        """The state before action number `ply` (0 is the beginning)."""
        if not 0 <= ply <= len(self.actions):
            raise RecordError(f"The record has {len(self.actions)} actions; there is no ply {ply}.")
        state = self._beginning()
        for number in range(ply):
            logged = len(state.log)
            self._replay(state, number)
            self._compare(state, logged)
        return state

    def _beginning(self) -> State[Any]:
        if self.seed is None:
            raise RecordError("The record has no seed (a running game's is secret), so it cannot be replayed.")
        if self.data.get("commitment", commitment(self.seed)) != commitment(self.seed):
            raise RecordError("The seed does not match the commitment made before the game.")
        if "from" not in self.data:
            return self.game.new(self.seed)
        if not isinstance(self.data["from"], dict):
            raise RecordError("The record's 'from' is no position.")
        try:
            return self.game.restore(self.data["from"], self.seed)
        except PositionError as error:
            raise RecordError(f"The record's starting position is wrong: {error}") from None

    def _replay(self, state: State[Any], ply: int) -> None:
        action = self.actions[ply]
        try:
            state.apply(state.from_dict(action), action.get("seat"))
        except IllegalAction as error:
            raise RecordError(f"{json.dumps(action, ensure_ascii=False):.200}: {error}", ply) from None

    def _compare(self, state: State[Any], logged: int) -> None:
        """What joined the log must stand in the record in the same words and order."""
        for ply in range(logged, len(state.log)):
            if state.log[ply].action != self.actions[ply]:
                raise RecordError(f"{self.actions[ply]} should read {state.log[ply].action}.", ply)

    # -- files ----------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The record as JSON text."""
        return json.dumps(self.data, ensure_ascii=False, separators=(",", ":")) + "\n"

    def to_text(self) -> str:
        """The record in the readable form, which `load` reads too; notes on it are `core.game_text.GameText`'s."""
        from expedition.core.game_text import GameText

        return GameText(self).to_text()

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.data == other.data

    __hash__ = None  # type: ignore[assignment]


def _check_seats(data: Mapping[str, Any]) -> None:
    seats = data.get("seats", [])
    if not isinstance(seats, list) or not all(isinstance(s, dict) for s in seats):
        raise RecordError("The record's 'seats' is a list of objects with name and kind.")
    told = [seat.get(field, "") for seat in seats for field in ("name", "kind")]
    if not all(isinstance(text, str) and len(text) <= LONGEST_NAME for text in told):
        raise RecordError(f"Names and kinds of the record's 'seats' are texts of at most {LONGEST_NAME} characters.")


def load(source: str | Path) -> Record:
    """Read and verify a record from a file or from text, JSON or the readable form (`core.game_text`).

    RecordError names the ply at fault.
    """
    record = _read(source)
    try:
        _ = record.state
    except RecordError:
        raise
    except (ExpeditionError, TypeError, ValueError, KeyError, OverflowError, RecursionError) as error:
        raise RecordError(f"The record is damaged: {error}") from None
    return record


def read_text(path: str | Path) -> str:
    """What stands in a file of a game; RecordError says why it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RecordError(f"There is no file {path!s:.200}.") from None
    except OSError as error:
        raise RecordError(f"{path!s:.200} cannot be read: {error.strerror or error}.") from None
    except ValueError:
        raise RecordError(f"{path!s:.200} is not text.") from None


def _read(source: str | Path) -> Record:
    text = source if isinstance(source, str) and source.lstrip().startswith(("{", "[", "expedition-game/")) else None
    if text is None:
        text = read_text(source)
    if len(text) > _LARGEST:
        raise RecordError("The record is larger than any game.")
    if not text.strip():
        raise RecordError("The record is empty.")
    if text.lstrip().startswith("expedition-game/"):
        from expedition.core.game_text import GameText

        return GameText.parse(text.lstrip()).record
    try:
        return Record.parse(json.loads(text))
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"The record is not JSON: {error}") from None
