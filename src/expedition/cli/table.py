"""A game at the terminal: one person against bots, kept after every choice, taken up again where it was left."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from expedition.cli import bots
from expedition.cli.words import result
from expedition.core.errors import ExpeditionError, IllegalAction, RecordError
from expedition.core.game import Game, Json, State
from expedition.core.record import Record
from expedition.core.words import knows, say
from expedition.players.guest import is_guest, short_name

FORMAT = "expedition-terminal/1"
SHOWN = 24  # choices on the screen before the person asks for more


def home() -> Path:
    """Where unfinished games are kept."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "expedition"


def default_file(game: str) -> Path:
    return home() / f"{game}.json"


class Left(Exception):  # noqa: N818 - not an error: the person goes
    """The person has left the table."""


@dataclass
class Seating:
    """Who sits where: the person at `you`, bots elsewhere."""

    you: int
    levels: list[str]  # by seat; "" is the person

    def names(self, lang: str) -> list[str]:
        return [self._name(level, seat, lang) for seat, level in enumerate(self.levels)]

    def _name(self, level: str, seat: int, lang: str) -> str:
        if not level:
            return say("game.you", lang)
        key = f"level.{level.lower()}"
        known = say(key, lang) if knows(key) else level.capitalize()
        said = short_name(level) if is_guest(level) else known
        twice = self.levels.count(level) > 1
        return f"{said} {self.levels[: seat + 1].count(level)}" if twice else said


@dataclass
class Sitting:
    """The running game and everything around it."""

    console: Console
    state: State[Any]
    seating: Seating
    lang: str
    file: Path
    dice: int
    back: list[State[Any]] = field(default_factory=list)
    told: int = 0
    told_own: int = 0

    def __post_init__(self) -> None:
        game = self.state.game
        self.sight = import_module(game.terminal_module)
        self.names = self.seating.names(self.lang)
        self.bots = {
            seat: bots.opponent(game, level, self.dice + seat)
            for seat, level in enumerate(self.seating.levels)
            if level
        }

    # -- the course of the evening ------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the person leaves; what happened is on disk either way."""
        try:
            while not self.state.is_over:
                if self.seating.you in self.state.actors:
                    self.ask()
                else:
                    self.let_a_bot_act()
                self.keep()
        except (Left, EOFError, KeyboardInterrupt):
            self.keep()
            self.console.print(f"\n{self.say('terminal.kept', command=self.command())}")
            return
        self.show()
        self.tell_news()
        self.result()
        self.file.unlink(missing_ok=True)

    def let_a_bot_act(self) -> None:
        seat = self.state.actor
        with self.console.status(self.say("terminal.thinking", who=self.names[seat])):
            action = self.bots[seat](self.state, seat)
        self.state.apply(action, seat)

    def ask(self) -> None:
        """One choice of the person: a number, words, an action, or a word to the table."""
        moves = sorted(self.state.gestures(self.seating.you), key=self.sight.order)
        shown = SHOWN
        self.show(moves)
        self.tell_news()
        self.list(moves, shown)
        while True:
            answer = self.console.input(f"[bold]{self.say('terminal.choose')}[/] › ").strip()
            match answer.lower():
                case "q" | "quit" | "exit":
                    raise Left
                case "u" | "undo":
                    if self.undo():
                        return
                case "m" | "more":
                    self.list(moves, len(moves))
                case "j" | "journal":
                    self.tell_all()
                case "" | "?" | "h" | "help":
                    self.console.print(self.say("terminal.help"), style="dim")
                case _:
                    chosen = self.find(answer, moves)
                    if chosen is not None:
                        self.play(chosen)
                        return

    def find(self, answer: str, moves: list[Json]) -> list[Json] | None:
        """The actions a person means: by number, by the words of a choice, or written out as an object."""
        if answer.isdigit() and 1 <= int(answer) <= len(moves):
            return list(moves[int(answer) - 1]["actions"])
        if answer.startswith("{"):
            return self.written(answer)
        wanted = " ".join(answer.lower().split())
        hits = [m for m in moves if any(wanted in self._plain(words) for words in self.sight.typed(m, self.lang))]
        exact = [m for m in hits if any(wanted == self._plain(words) for words in self.sight.typed(m, self.lang))]
        for found in (exact, hits):
            if len(found) == 1:
                return list(found[0]["actions"])
        key = "terminal.ambiguous" if hits else "terminal.not_a_choice"
        self.console.print(escape(self.say(key, typed=answer, last=len(moves))), style="yellow")
        return None

    @staticmethod
    def _plain(words: str) -> str:
        return words.lower().replace("_", " ")

    def written(self, answer: str) -> list[Json] | None:
        try:
            action = json.loads(answer)
            number = self.state.from_dict(action)
            if number not in self.state.legal_actions(self.seating.you):
                raise IllegalAction(f"{answer} is not possible now.")
        except (ValueError, ExpeditionError) as error:
            self.console.print(escape(str(error)), style="yellow")
            return None
        return [action]

    def play(self, actions: list[Json]) -> None:
        self.back.append(self.state.copy())
        for action in actions:
            self.state.apply(self.state.from_dict(action), self.seating.you)

    def undo(self) -> bool:
        """Back to the person's last choice, unless something has been revealed since."""
        if self.back and self.back[-1].ply >= self.state.floor:
            self.state = self.back.pop()
            self.told = min(self.told, self.state.ply)
            self.told_own = 0
            self.console.print(self.say("terminal.undone"), style="dim")
            return True
        self.console.print(self.say("terminal.no_undo"), style="yellow")
        return False

    # -- what is on the screen ------------------------------------------------------------------------------

    def say(self, key: str, **data: Any) -> str:
        return say(key, self.lang, **data)

    def show(self, moves: list[Json] | None = None) -> None:
        marks: dict[Any, str] = {}
        for place, move in enumerate(moves or (), 1):
            at = self.sight.target(move)
            if at is not None:
                marks.setdefault(at, str(place))
        self.console.clear()
        self.console.rule(style="dim")
        self.console.print(
            self.sight.table(self.state, self.seating.you, self.lang, self.names, marks, self.console.width),
            highlight=False,
        )

    def tell_news(self) -> None:
        """What happened since the person last looked."""
        news = self.state.events(self.told, self.seating.you)
        self.tell(news[self.told_own :])
        own = self.state.ply
        self.told, self.told_own = own, len(self.state.events(own, self.seating.you))

    def tell_all(self) -> None:
        self.console.print(self.say("terminal.journal"), style="bold")
        events = self.state.events(0, self.seating.you)
        self.tell(events)

    def tell(self, events: list[Json]) -> None:
        for line in self.state.game.journal(events, self.lang, self.names, self.seating.you):
            mark, style = ("▸", "bold") if line.opens else (" ", "dim")
            self.console.print(f"{mark} {line.text}", style=style, highlight=False, markup=False)

    def list(self, moves: list[Json], most: int) -> None:
        for place, move in enumerate(moves[:most], 1):
            self.console.print(
                f"{place:>3}  {self.sight.label(self.state, move, self.lang)}", highlight=False, markup=False
            )
        if len(moves) > most:
            self.console.print(f"     {self.say('terminal.more', count=len(moves) - most)}", style="dim")
        self.console.print(f"     {self.say('terminal.help')}", style="dim", highlight=False)

    def result(self) -> None:
        self.console.print(result(self.state, self.names, self.lang))

    # -- keeping --------------------------------------------------------------------------------------------

    def command(self) -> str:
        usual = self.file == default_file(self.state.game.name)
        return f"expedition play {self.state.game.name}" + ("" if usual else f" --file {self.file}")

    def keep(self) -> None:
        """Write everything needed to go on; a crash in the middle leaves the file before it."""
        data = {
            "format": FORMAT,
            "record": self.state.record(secret=True).data,
            "open": [entry.action for entries in self.state.open.values() for entry in entries],
            "you": self.seating.you,
            "levels": self.seating.levels,
            "dice": self.dice,
        }
        self.file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.file.with_suffix(".part")
        fresh.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        fresh.replace(self.file)


def begin(
    game: Game[Any], seating: Seating, console: Console, lang: str, file: Path, seed: int | None, dice: int
) -> Sitting:
    return Sitting(console, game.new(seed), seating, lang, file, dice)


def resume(file: Path, console: Console, lang: str) -> Sitting:
    """The table as it was left; RecordError says what is wrong with the file."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data.get("format") != FORMAT:
            raise RecordError(f"{file} holds no game of the terminal.")
        record = Record.parse(data["record"])
        state = record.state
        for action in data["open"]:
            state.apply(state.from_dict(action), action["seat"])
        seating = Seating(data["you"], data["levels"])
        table = Sitting(console, state, seating, lang, file, data["dice"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"The kept game {file} cannot be read: {error} Start anew with --new.") from None
    table.told = state.ply
    table.told_own = len(state.events(state.ply, seating.you))
    if not state.open:
        table.back = [
            before
            for before in (record.at(ply) for ply in range(state.floor, state.ply))
            if before.actor == seating.you
        ]
    return table
