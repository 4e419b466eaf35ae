"""A game as text that people read, diff and annotate, as PGN is for chess. Exact both ways.

    expedition-game/1 eldorado
    setup: players=2 route=first
    seed: 0000000000000000000000000000002a
    seat: name=Ana kind=person

    -- round 1, seat 0
    play card=explorer as=machete pawn=0 !
    ; the jungle is closed for everyone else now
    step to=[1 -2]

One action a line, with a review mark behind it where one was given, comments below it behind `;`. Lines behind `--`
are there for the reader: they follow from the game and are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from expedition.core.errors import ExpeditionError, RecordError
from expedition.core.game import Json
from expedition.core.notation import NotationError, read_fields, read_headed, read_value, write_fields, write_value
from expedition.core.position_line import read_line, write_line
from expedition.core.record import FORMAT as RECORD_FORMAT
from expedition.core.record import Record

FORMAT = "expedition-game/1"
MARKS = ("!!", "!", "!?", "?!", "?", "??")
BEFORE = -1  # the ply of a note that stands before the first action


@dataclass(frozen=True, slots=True)
class Note:
    """What was said about an action: a review mark and a comment, either may be empty."""

    mark: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        if self.mark and self.mark not in MARKS:
            raise RecordError(f"A review mark is one of {' '.join(MARKS)}, not {self.mark!r}.")
        lines = [line.strip() for line in self.comment.splitlines()]
        object.__setattr__(self, "comment", "\n".join(lines).strip("\n"))


@dataclass(frozen=True, slots=True)
class GameText:
    """A record and the notes on it, by ply; those on the game as a whole stand at ply -1."""

    record: Record
    notes: Mapping[int, Note] = field(default_factory=dict)

    def to_text(self) -> str:
        """The text; RecordError where the record has something no record should have."""
        data, actions = self.record.data, self.record.actions
        wrong = [ply for ply in self.notes if not BEFORE <= ply < len(actions)]
        if wrong:
            raise RecordError(f"There is a note on ply {wrong[0]}, but the record has {len(actions)} actions.")
        lines = [f"{FORMAT} {data['game']}", *_header(data), *_comment(self.notes.get(BEFORE))]
        headings = _headings(self.record)
        for ply, action in enumerate(actions):
            if ply in headings:
                lines += ["", headings[ply]]
            elif ply == 0:
                lines.append("")
            note = self.notes.get(ply, Note())
            lines.append(f"{_action(action, ply)} {note.mark}".rstrip())
            lines += _comment(note)
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> GameText:
        """Record and notes of a text; RecordError names the line at fault. The record is not replayed here."""
        lines = list(enumerate(text.split("\n"), 1))
        first = lines[0][1].split() if lines else []
        if len(first) != 2 or first[0] != FORMAT:
            raise RecordError(f"A game in text form begins with `{FORMAT}` and the name of the game.")
        data: Json = {"format": RECORD_FORMAT, "game": first[1]}
        actions: list[Json] = []
        marks: dict[int, str] = {}
        comments: dict[int, list[str]] = {}
        body = False
        for number, raw in lines[1:]:
            line = raw.strip()
            try:
                if not line:
                    body = True
                elif line.startswith(";"):
                    comments.setdefault(len(actions) - 1, []).append(line[1:].strip())
                elif line.startswith("--"):
                    continue
                elif not body:
                    _read_header(data, line)
                else:
                    action, mark = _read_action(line)
                    if mark:
                        marks[len(actions)] = mark
                    actions.append(action)
            except (NotationError, ExpeditionError) as error:
                raise RecordError(f"Line {number}: {error}") from None
        data["actions"] = actions
        notes = {ply: Note(marks.get(ply, ""), "\n".join(comments.get(ply, ()))) for ply in sorted({*marks, *comments})}
        return cls(Record.parse({name: data[name] for name in sorted(data, key=_place)}), notes)


# -- writing -------------------------------------------------------------------------------------------------------


def _header(data: Mapping[str, Any]) -> Iterable[str]:
    for name, value in data.items():
        if name in ("format", "game", "actions"):
            continue
        if name in ("seed", "commitment"):
            if not isinstance(value, str) or not value.isalnum():
                raise RecordError(f"The record's {name} is hexadecimal text.")
            yield f"{name}: {value}"
        elif name in ("from", "setup", "result") and not isinstance(value, Mapping):
            raise RecordError(f"The record's {name!r} is an object.")
        elif name == "from":
            yield f"from: {write_line(value)}"
        elif name == "seats":
            yield from (f"seat: {write_fields(seat)}".rstrip() for seat in value)
            if not value:
                yield "seats: []"
        elif isinstance(value, Mapping):
            yield f"{name}: {write_fields(value)}".rstrip()
        else:
            yield f"{name}: {write_value(value)}"


def _action(action: Mapping[str, Any], ply: int) -> str:
    if not isinstance(action, Mapping) or not isinstance(action.get("do"), str):
        raise RecordError(f"{action!r} is no action: it has no `do`.", ply)
    rest = write_fields({key: value for key, value in action.items() if key != "do"})
    return f"{write_value(action['do'])} {rest}".rstrip()


def _comment(note: Note | None) -> list[str]:
    return [f"; {line}".rstrip() for line in note.comment.split("\n")] if note and note.comment else []


def _headings(record: Record) -> dict[int, str]:
    """Round and seat where they change, as far as the record can be replayed."""
    found: dict[int, str] = {}
    last = None
    try:
        state = record.at(0)
        for ply, action in enumerate(record.actions):
            seat = action.get("seat", state.actor)
            now = (record.game.rounds(state.s), None if record.game.phase(state.s) >= 0 else seat)
            if now != last:
                found[ply] = f"-- round {now[0]}" + ("" if now[1] is None else f", seat {now[1]}")
                last = now
            state.apply(state.from_dict(action), action.get("seat"))
    except ExpeditionError:
        pass  # no seed, or a record that does not hold: what is true so far stands
    return found


# -- reading -------------------------------------------------------------------------------------------------------


ORDER = ("format", "game", "rules_version", "setup", "seed", "commitment", "from", "actions", "result", "seats")


def _place(name: str) -> int:
    """Where a record writes this field."""
    return ORDER.index(name) if name in ORDER else len(ORDER)


def _read_header(data: Json, line: str) -> None:
    name, colon, value = line.partition(":")
    name, value = name.strip(), value.strip()
    if not colon:
        raise RecordError("expected `name: value` (actions follow after an empty line).")
    if name == "seat":
        data.setdefault("seats", []).append(read_fields(value))
        return
    if name in data or name in ("format", "game", "actions"):
        raise RecordError(f"{name!r} stands here twice.")
    if name in ("seed", "commitment"):
        data[name] = value
    elif name == "from":
        data[name] = read_line(value)
    elif name in ("setup", "result"):
        data[name] = read_fields(value)
    else:
        data[name] = read_value(value)


def _read_action(line: str) -> tuple[Json, str]:
    words, _, last = line.rpartition(" ")
    mark = last if last in MARKS and words else ""
    do, rest = read_headed(words if mark else line)
    return {"do": do, **rest}, mark
