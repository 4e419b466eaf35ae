"""Reading positions written by hand or by other programs: every fault is a sentence that names its field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from expedition.core.checks import whole
from expedition.core.errors import PositionError
from expedition.core.types import Json

POSITION = "expedition-position/1"
_NEEDED: Any = object()


def position_from(information: Mapping[str, Any], **fields: Any) -> Json:
    """A snapshot with the head of an information and these fields."""
    kept = {key: information[key] for key in ("game", "setup", "turn")}
    return {"format": POSITION, **kept, **fields}


class Part:
    """One object of a snapshot. It remembers which fields were asked for; `done` refuses those that never were."""

    def __init__(self, data: object, path: str = "") -> None:
        if not isinstance(data, Mapping):
            raise PositionError(f"an object was expected, not {short(data)}.", path or "position")
        self.data = data
        self.path = path
        self._asked: set[str] = set()

    def done(self, *also: str) -> None:
        """Refuse a field nobody asked for; `also` are fields that may stand there unread."""
        for name in self.data:
            if name not in self._asked and name not in also:
                raise PositionError(f"there is no field {short(name)} here.", self.path or "position")

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def wrong(self, name: str, sentence: str) -> PositionError:
        return PositionError(sentence, self.at(name))

    def has(self, name: str) -> bool:
        self._asked.add(name)
        return self.data.get(name) is not None

    def value(self, name: str, default: Any = _NEEDED) -> Any:
        self._asked.add(name)
        value = self.data.get(name, default)
        if value is _NEEDED:
            raise self.wrong(name, "this field is missing.")
        return value

    def number(self, name: str, low: int, high: int, default: int = _NEEDED) -> int:
        """A whole number from low to high."""
        return self._within(name, self.value(name, default), low, high)

    def numbers(self, name: str, low: int, high: int, most: int) -> list[int]:
        """A list of at most `most` whole numbers; empty where it is missing."""
        return [self._within(f"{name}[{i}]", value, low, high) for i, value in enumerate(self.list(name, most))]

    def _within(self, name: str, value: object, low: int, high: int) -> int:
        number = whole(value)
        if number is None or not low <= number <= high:
            raise self.wrong(name, f"a whole number from {low} to {high} was expected, not {short(value)}.")
        return number

    def flag(self, name: str, default: bool) -> bool:
        value = self.value(name, default)
        if not isinstance(value, bool):
            raise self.wrong(name, f"true or false was expected, not {short(value)}.")
        return value

    def word(self, name: str, known: Mapping[str, int], default: str = _NEEDED) -> int:
        """One of the known words, as its number."""
        return self.known(name, self.value(name, default), known)

    def words(self, name: str, known: Mapping[str, int], most: int) -> list[int]:
        """A list of at most `most` known words, as their numbers; empty where it is missing."""
        return [self.known(f"{name}[{i}]", word, known) for i, word in enumerate(self.list(name, most))]

    def known(self, name: str, word: object, known: Mapping[str, int]) -> int:
        if not isinstance(word, str) or word not in known:
            some = ", ".join(list(known)[:4])
            raise self.wrong(name, f"there is no {short(word)} here; known are {some}{' …' if len(known) > 4 else ''}.")
        return known[word]

    def list(self, name: str, most: int) -> list[Any]:
        values = self.value(name, [])
        if not isinstance(values, list | tuple) or len(values) > most:
            raise self.wrong(name, f"a list of at most {most} was expected, not {short(values)}.")
        return list(values)

    def part(self, name: str, default: Any = _NEEDED) -> Part:
        return Part(self.value(name, default), self.at(name))

    def parts(self, name: str, count: int) -> Sequence[Part]:
        """A list of exactly so many objects."""
        found = self.some(name, count)
        if len(found) != count:
            raise self.wrong(name, f"{count} {name} were expected, not {len(found)}.")
        return found

    def some(self, name: str, most: int) -> Sequence[Part]:
        """A list of at most so many objects; empty where it is missing."""
        return [Part(value, self.at(f"{name}[{i}]")) for i, value in enumerate(self.list(name, most))]


def read_head(snapshot: object, game: str) -> Part:
    """A snapshot of this game, its format checked."""
    head = Part(snapshot)
    if head.value("format") != POSITION:
        raise head.wrong("format", f"{POSITION!r} was expected, not {short(head.value('format'))}.")
    if head.value("game") != game:
        raise head.wrong("game", f"{game!r} was expected, not {short(head.value('game'))}.")
    return head


def check_setup(head: Part, setup: Json) -> None:
    """A snapshot may say which set-up it is of; another one is refused."""
    if head.value("setup", setup) != setup:
        raise head.wrong("setup", f"this game was set up as {setup}, not {short(head.value('setup'))}.")


def short(value: object) -> str:
    """The value as it may stand in a sentence."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
