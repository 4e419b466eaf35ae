"""Words in four languages, from one catalogue per language that the web table reads too.

A catalogue (`locale/<lang>.json`) maps a key to a text, or to `{"text": …, "ours": true}` where no rulebook of
that language prints the term and the project wrote its own. Texts follow a small part of the ICU message format:

    {name}                                             a value
    {count, plural, one {# card} other {# cards}}      by number; # is the number
    {you, select, yes {You} other {{who}}}             by word; `other` is always there

Which numbers are `one` is the rule of `Intl.PluralRules`: 1 in English and Italian, 0 up to below 2 in Portuguese
and French; Italian says it of ½ too (manca ½). An apostrophe is just an apostrophe. A number ending in .5 is written
with ½.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from expedition.core.errors import ExpeditionError

_LANGUAGES = ("en", "pt", "it", "fr")
_ONE_BELOW_TWO = ("pt", "fr")


class WordsError(ExpeditionError, LookupError):
    """Words were asked for that no catalogue has."""


@dataclass(frozen=True, slots=True)
class Value:
    """`{name}`."""

    name: str


@dataclass(frozen=True, slots=True)
class Choice:
    """`{name, plural, …}` or `{name, select, …}`."""

    name: str
    kind: str
    options: tuple[tuple[str, Message], ...]


Message = tuple["str | Value | Choice", ...]


_FOLDERS: list[Traversable] = []  # of games that bring their own words


def add_catalogues(folder: Traversable) -> None:
    """Words of a game: a folder with a catalogue for every language."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        _forget()


def remove_catalogues(folder: Traversable) -> None:
    """Take words back that `add_catalogues` has added."""
    if folder in _FOLDERS:
        _FOLDERS.remove(folder)
        _forget()


def _forget() -> None:
    for kept in (_entries, _message, catalogue, ours):
        kept.cache_clear()


def languages() -> tuple[str, ...]:
    """The languages there are catalogues for, English first."""
    return _LANGUAGES


def say(key: str, /, lang: str = "en", **data: Any) -> str:
    """The words of a key in a language, with the data filled in; WordsError names what is missing."""
    lang = check_language(lang)
    return "".join(_filled(_message(key, lang), key, lang, data, ""))


def worded(schema: dict[str, Any], game: str, lang: str = "en") -> dict[str, Any]:
    """The JSON Schema of a game's setup with a title and a description for every option."""
    options = {
        name: {
            **option,
            "title": say(f"{game}.setup.{name}", lang),
            "description": say(f"{game}.setup.{name}.help", lang),
        }
        for name, option in schema["properties"].items()
    }
    return {**schema, "title": say(f"game.{game}", lang), "properties": options}


def knows(key: str) -> bool:
    """Whether the catalogues have this key."""
    return key in catalogue("en")


def check_language(lang: str) -> str:
    """The catalogue of a language tag: `pt-BR` is read from `pt`."""
    short = lang.replace("_", "-").split("-")[0].lower() if isinstance(lang, str) else ""
    if short not in _LANGUAGES:
        raise WordsError(f"There are no words in language {lang!r}; there are {', '.join(_LANGUAGES)}.")
    return short


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """All texts of one language by key."""
    return {key: text for key, (text, _) in _entries(lang).items()}


@cache
def ours(lang: str) -> frozenset[str]:
    """The keys whose term is the project's own, because no rulebook of that language prints one."""
    return frozenset(key for key, (_, own) in _entries(lang).items() if own)


@cache
def _entries(lang: str) -> Mapping[str, tuple[str, bool]]:
    entries: dict[str, Any] = {}
    for folder in (files("expedition") / "locale", *_FOLDERS):
        path = folder / f"{check_language(lang)}.json"
        entries.update(json.loads(path.read_text(encoding="utf-8")))
    return {
        key: (entry, False) if isinstance(entry, str) else (entry["text"], entry.get("ours", False))
        for key, entry in entries.items()
    }


@cache
def _message(key: str, lang: str) -> Message:
    texts = catalogue(lang)
    if key not in texts:
        raise WordsError(f"The {lang} catalogue has no words for {key!r}.")
    return parse(texts[key])


def number(value: float) -> str:
    """A number as people write it here: 3, 2½, ½."""
    whole, half = divmod(value, 1)
    if half == 0.5:
        return f"{int(whole)}½" if whole else "½"
    return str(int(value)) if half == 0 else str(value)


def category(value: float, lang: str) -> str:
    """`one` or `other`, as Intl.PluralRules has it for the languages here; ½ is one in Italian too."""
    if lang in _ONE_BELOW_TWO:
        return "one" if 0 <= value < 2 else "other"
    if lang == "it":
        return "one" if 0 < value <= 1 else "other"
    return "one" if value == 1 else "other"


def _filled(message: Message, key: str, lang: str, data: Mapping[str, Any], count: str) -> Iterator[str]:
    for part in message:
        if isinstance(part, str):
            yield part.replace("#", count) if count else part
            continue
        if part.name not in data:
            raise WordsError(f"The words {key!r} need a value for {part.name!r}.")
        value = data[part.name]
        if isinstance(part, Value):
            yield number(value) if isinstance(value, (int, float)) else str(value)
        else:
            options = dict(part.options)
            chosen = category(value, lang) if part.kind == "plural" else str(value)
            inner = number(value) if part.kind == "plural" else count
            yield from _filled(options.get(chosen, options["other"]), key, lang, data, inner)


# Reading a message.


def parse(text: str) -> Message:
    """A text as its parts; WordsError says where its form is wrong."""
    parts, end = _parse(text, 0)
    if end != len(text):
        raise WordsError(f"The text {text!r} has a }} too many at {end}.")
    return parts


def names(message: Message) -> frozenset[str]:
    """The names of all values a message uses, choices included."""
    found: set[str] = set()
    for part in message:
        if isinstance(part, Value):
            found.add(part.name)
        elif isinstance(part, Choice):
            found.add(part.name)
            for _, option in part.options:
                found |= names(option)
    return frozenset(found)


def _parse(text: str, at: int) -> tuple[Message, int]:
    parts: list[str | Value | Choice] = []
    literal = at
    while at < len(text) and text[at] != "}":
        if text[at] != "{":
            at += 1
            continue
        if literal < at:
            parts.append(text[literal:at])
        part, at = _parse_braces(text, at + 1)
        parts.append(part)
        literal = at
    if literal < at:
        parts.append(text[literal:at])
    return tuple(parts), at


def _parse_braces(text: str, at: int) -> tuple[Value | Choice, int]:
    end = min((p for p in (text.find("}", at), text.find("{", at)) if p >= 0), default=-1)
    if end < 0:
        raise WordsError(f"The text {text!r} opens a {{ and does not close it.")
    head = [word.strip() for word in text[at:end].split(",")]
    if not head[0].isidentifier():
        raise WordsError(f"The text {text!r} has no name after the {{ at {at}.")
    if text[end] == "}" and len(head) == 1:
        return Value(head[0]), end + 1
    if text[end] == "}" or len(head) != 3 or head[1] not in ("plural", "select"):
        raise WordsError(f"The text {text!r} has neither {{name}} nor a plural or select at {at}.")
    options, end = _parse_options(text, text.rindex(",", at, end) + 1)
    if "other" not in dict(options):
        raise WordsError(f"The {head[1]} of {head[0]!r} in {text!r} has no option 'other'.")
    return Choice(head[0], head[1], options), end


def _parse_options(text: str, at: int) -> tuple[tuple[tuple[str, Message], ...], int]:
    options: list[tuple[str, Message]] = []
    while True:
        brace = text.find("{", at)
        close = text.find("}", at)
        if close < 0:
            raise WordsError(f"The text {text!r} opens a {{ and does not close it.")
        if brace < 0 or close < brace:
            return tuple(options), close + 1
        option, end = _parse(text, brace + 1)
        if end >= len(text):
            raise WordsError(f"The text {text!r} opens a {{ and does not close it.")
        options.append((text[at:brace].strip(), option))
        at = end + 1
