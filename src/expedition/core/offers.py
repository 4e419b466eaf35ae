"""What a game may bring beside its rules.

Everybody outside a game's own folders asks the game; nobody asks which game it is. The answers here fit any game, and a
game gives its own where it has better ones. `docs/a-new-game.md` is the list for people.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from expedition.core.types import Json
from expedition.core.words import knows, say

if TYPE_CHECKING:
    from expedition.core.state import State


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a journal; `opens` where a turn begins with it."""

    text: str
    opens: bool
    ply: int
    seat: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What decided a finished game: a key of the catalogues, its values, and the keys of values that are words."""

    key: str
    values: Json = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def say(self, lang: str = "en") -> str:
        return say(self.key, lang, **self.values, **{name: say(key, lang) for name, key in self.words.items()})


@dataclass(frozen=True, slots=True)
class Measure:
    """A number per seat that arenas report beside the places."""

    name: str  # in result files, for each seat
    mean: str  # in standings, for each bot
    heading: str  # in tables for people
    of_winners: bool = False  # whether its mean is taken over won games alone
    sentence: str = ""  # about all games of a run: {mean}, {error} and {unfinished} are filled in


@dataclass(frozen=True, slots=True)
class Side:
    """A position seen from another side: as another row of numbers, but the same game."""

    row: tuple[int, ...]  # which number of the position's own row stands at each place
    actions: tuple[int, ...]  # which of the position's own actions each number means


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of a game that the command line draws: `expedition show NAME`."""

    name: str
    help: str
    example: str
    data: Callable[[str], Any]  # (what) for other programs
    svg: Callable[[str, str, str], str]  # (what, theme, language)
    terminal: Callable[[str, str, int], list[Any]]  # (what, language, width): what rich prints
    argument: str = ""  # what is drawn, where there is a choice
    argument_help: str = ""


def whose(view: Mapping[str, Any]) -> str:
    """Who is to act, in plain characters."""
    if view["over"]:
        return "over: places " + " ".join(map(str, view["ranking"]))
    return "to act: " + ", ".join(f"player_{seat}" for seat in view["actors"])


class Offers:
    """The questions, each with an answer that fits any game."""

    name: ClassVar[str]
    players: int

    players_module: ClassVar[str] = "expedition.players.anybody"  # its bots: `LEVELS`, `makers` and `LADDER`
    terminal_module: ClassVar[str] = "expedition.core.terminal"  # its table at the terminal
    catalogues: ClassVar[Path | None] = None  # a folder with its words in every language, where it brings its own
    types_module: ClassVar[str | None] = None  # the types of what it says to the outside
    measure: ClassVar[Measure | None] = None
    bench_setups: ClassVar[tuple[Json, ...]] = ({},)
    board_option: ClassVar[str | None] = None  # the set-up option that names the board, where there are many
    practice: ClassVar[Json] = {}  # options of a short game that a learning program may begin with
    standing_scale: ClassVar[float] = 1.0  # a lead that all but decides a game, in the numbers of `rule_standing`

    @classmethod
    def json_schemas(cls) -> dict[str, Json]:
        """JSON Schemas of view, information, gesture, event, action, components and set-up, where it declares types."""
        from expedition.core.schemas import json_schemas

        return json_schemas(cls.name)

    # -- words ------------------------------------------------------------------------------------------------

    @classmethod
    def title(cls, lang: str = "en") -> str:
        """What the game is called."""
        key = f"game.{cls.name}"
        return say(key, lang) if knows(key) else cls.name.replace("_", " ").capitalize()

    @classmethod
    def tell(
        cls, event: Mapping[str, Any], lang: str = "en", names: Sequence[str] | None = None, you: int | None = None
    ) -> str:
        """What happened, in a sentence. `names` are the players', `you` is the seat of the reader."""
        seat = event["seat"]
        who = "" if seat < 0 else names[seat] if names else say("game.seat", lang, number=seat + 1)
        key = event["key"].replace(".", ".event.", 1)
        shown = {name: value if isinstance(value, int | float | str) else str(value) for name, value in event.items()}
        if knows(key):
            return say(key, lang, **{**shown, "who": who, "you": "yes" if seat == you else "no"})
        told = ", ".join(f"{name} {value}" for name, value in shown.items() if name not in ("ply", "seat", "key"))
        return f"{who} {event['key'].partition('.')[2]} {told}".strip()

    @classmethod
    def opens_turn(cls, event: Mapping[str, Any]) -> bool:
        """Whether a turn begins with this event."""
        return bool(event["key"] == f"{cls.name}.turn")

    @classmethod
    def journal_events(cls, events: Iterable[Json]) -> Iterator[Json]:
        """The events a journal tells: less what the next line says again."""
        yield from events

    @classmethod
    def journal(
        cls, events: Iterable[Json], lang: str = "en", names: Sequence[str] | None = None, you: int | None = None
    ) -> Iterator[Line]:
        """What happened, line by line."""
        for event in cls.journal_events(events):
            yield Line(cls.tell(event, lang, names, you), cls.opens_turn(event), event["ply"], event["seat"])

    def gesture_text(self, state: State[Any], gesture: Json, lang: str = "en") -> str:
        """A whole move in words: what its actions are called, one after another."""
        after, said = state.copy(), []
        for action in gesture["actions"]:
            seat = action.get("seat", after.actor)
            number = after.from_dict(action)
            said.append(after.describe(number, lang, seat))
            after.apply(number, seat)
        return ", ".join(said)

    # -- the result -------------------------------------------------------------------------------------------

    @abstractmethod
    def ranking(self, s: Any) -> list[int]:
        """The place of each seat (`core/game.py`)."""

    def scores(self, s: Any) -> list[dict[str, int]] | None:
        """Each seat's points by where they come from, with their `total`; None where a game has no points."""
        return None

    def winners(self, s: Any) -> list[int]:
        """The seats that have won a finished game; several where the rules tie, none where nobody has."""
        return [seat for seat, place in enumerate(self.ranking(s)) if place == 1]

    def decided(self, s: Any) -> Decision:
        """What decided a finished game."""
        winners, scores = self.winners(s), self.scores(s)
        if not winners:
            return Decision("game.decided.nobody")
        if len(winners) > 1:
            return Decision("game.decided.shared")
        if scores is None:
            return Decision("game.decided.rules")
        return Decision("game.decided.points", {"points": scores[winners[0]]["total"]})

    def measured(self, s: Any, seat: int, last_round: int) -> float:
        """What `measure` says of a seat of a finished game; `last_round` is the one in which the seat last acted."""
        scores = self.scores(s)
        return 0 if scores is None else scores[seat]["total"]

    # -- looking ----------------------------------------------------------------------------------------------

    def opened(self, state: State[Any]) -> Json:
        """A finished game's table with all cards open, through the eyes of whoever acts, or acted last."""
        view = state.view(None)
        last = state.log[-1].seat if state.log else 0
        seats = [state.view(seat)["seats"][seat] for seat in range(self.players)]
        return {**view, "seats": seats, "seat": state.actor if state.actor >= 0 else last}

    def text(self, state: State[Any], seat: int | None = None) -> str:
        """The table in plain characters."""
        view = state.view(seat)
        lines = [f"{self.title()}, {whose(view)}"]
        for name, value in view.items():
            if name == "seats":
                lines += [f"player_{k}: {_plain(shown)}" for k, shown in enumerate(value)]
            elif name not in _HEAD:
                lines.append(f"{name}: {_plain(value)}")
        return "\n".join(lines)

    def pixels(self, state: State[Any]) -> Any:
        """A small picture, rows of red, green and blue pixels; None where a game has none."""
        return None

    def picture(self, state: State[Any], seat: int | None = None, theme: str = "light", lang: str = "en") -> str | None:
        """The table as SVG in the eyes of a seat; None where a game does not draw itself."""
        return None

    @classmethod
    def pictures(cls) -> tuple[Picture, ...]:
        """What else of it the command line can draw."""
        return ()

    # -- measuring, learning and simple play ----------------------------------------------------------------------

    @classmethod
    def variants(cls) -> list[Json]:
        """The set-ups worth learning and measuring."""
        return [{}]

    @classmethod
    def sides(cls) -> tuple[Side, ...]:
        """Other sides that a position of any set-up can be seen from."""
        return ()

    @classmethod
    def limits(cls, rounds: int) -> Json:
        """The options that end a game after so many rounds; none where it ends by itself."""
        return {}

    def gesture_worth(self, view: Json, gesture: Json) -> float:
        """How good a whole move looks at first sight, for the simplest of opponents."""
        return 0.0


def _plain(value: Any) -> str:
    """Any JSON in a line of plain characters; what is empty or unknown is left out."""
    if isinstance(value, dict):
        told = ((name, part) for name, part in value.items() if part is not None and part is not False and part != [])
        return " · ".join(name if part is True else f"{name} {_plain(part)}" for name, part in told)
    if isinstance(value, list):
        return ", ".join(_plain(part) for part in value)
    return str(value)


_HEAD = ("format", "game", "setup", "seat", "ply", "floor", "actor", "actors", "over", "ranking")
