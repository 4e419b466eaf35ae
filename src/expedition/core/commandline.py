"""Set-up options of games as options of commands: whatever a game's schema lists can be written as `--option value`."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import typer

from expedition.core.errors import RecordError, SetupError, suggestion
from expedition.core.game_text import FORMAT as TEXT_FORMAT
from expedition.core.registry import game_class, games
from expedition.core.types import Json

_YES = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def takes_setup(several: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command that takes the options of every game; its parameter `setup` gets those given, as they were written.

    With `several` an option may have many values: with commas between them, `all` of a list, `both` of yes and no.
    """

    def wrap(command: Callable[..., None]) -> Callable[..., None]:
        own = [p for p in inspect.signature(command, eval_str=True).parameters.values() if p.name != "setup"]
        options = {name: help for name, help in _all_options() if name not in {p.name for p in own}}
        added = [_parameter(name, help, several) for name, help in options.items()]

        def call(**given: Any) -> None:
            setup = {name: given.pop(name) for name in options}
            command(**given, setup={name: value for name, value in setup.items() if value is not None})

        call.__name__, call.__doc__, call.__module__ = command.__name__, command.__doc__, command.__module__
        call.__signature__ = inspect.Signature([*own, *added])  # type: ignore[attr-defined]
        call.__annotations__ = {p.name: p.annotation for p in (*own, *added)}
        return call

    return wrap


def _all_options() -> Iterator[tuple[str, str]]:
    for game in games():
        known = game_class(game)
        for name, option in known.schema()["properties"].items():
            yield name, f"{known.title()}: {option.get('description') or name}"


def _parameter(name: str, help: str, several: bool) -> inspect.Parameter:
    flag = "--" + name.replace("_", "-")
    if not several and any(_kind(game, name) == "boolean" for game in games()):
        kind: Any = Annotated[bool | None, typer.Option(f"{flag}/--no-{flag[2:]}", help=help)]
    else:
        names = (flag, f"{flag}s") if several and not flag.endswith("s") else (flag,)
        kind = Annotated[str | None, typer.Option(*names, help=help)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)


def _option(game: str, name: str) -> Json:
    properties = game_class(game).schema()["properties"]
    if name not in properties:
        raise SetupError(f"{game} has no option {name!r}; there are {', '.join(properties)}.")
    found: Json = properties[name]
    return found


def _kind(game: str, name: str) -> str:
    return str(game_class(game).schema()["properties"].get(name, {}).get("type", ""))


def _forms(option: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(option.get("anyOf") or [option])


def read_setup(game: str, given: Mapping[str, Any]) -> Json:
    """The set-up that was written; the game itself checks whether it can be."""
    return {name: _read(name, _option(game, name), value) for name, value in given.items()}


def read_setups(game: str, given: Mapping[str, Any]) -> list[Json]:
    """Every set-up that was written, the values of each option combined with those of all others."""
    order = list(game_class(game).schema()["properties"])
    lists = {name: _read_list(name, _option(game, name), str(value)) for name, value in given.items()}
    lists = dict(sorted(lists.items(), key=lambda item: order.index(item[0])))
    return [dict(zip(lists, values, strict=True)) for values in product(*lists.values())]


def _read(name: str, option: Json, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = value.strip()
    forms = _forms(option)
    kinds = {str(form.get("type", "")) for form in forms}
    if "boolean" in kinds and text.lower() in _YES:
        return _YES[text.lower()]
    if kinds & {"integer", "number"} and text.lstrip("-").isdigit():
        return int(text)
    if "null" in kinds and text.lower() in ("none", "null"):
        return None
    if "object" in kinds and (text.endswith(".json") or Path(text).is_file()):
        return read_file(name, text)
    if "array" in kinds and text.replace(",", "").replace(" ", "").isdigit():
        return [int(part) for part in text.split(",")]
    return text


def _read_list(name: str, option: Json, text: str) -> list[Any]:
    known = next((list(form["enum"]) for form in _forms(option) if "enum" in form), [])
    kind = option.get("type")
    if kind == "boolean" and text == "both":
        return [False, True]
    if kind == "boolean" and text.lower() not in _YES:
        raise SetupError(f"{name} is on, off or both, not {text!r}.")
    if known and text == "all":
        return known
    chosen = [part.strip() for part in text.split(",")] if known or kind == "integer" else [text]
    for part in chosen:
        if known and part not in known and not part.endswith(".json"):
            raise SetupError(
                f"There is no {name} {part!r}; there are {', '.join(known)} and all.{suggestion(part, known)}"
            )
    return [_read(name, option, part) for part in chosen]


def record_source(path: Path | str) -> Path | str:
    """What a file argument of a game means: `-` is whatever comes in by the pipe."""
    if str(path) != "-":
        return path
    text = sys.stdin.read().strip()
    if not text.startswith(("{", TEXT_FORMAT)):
        raise RecordError("What came in by the pipe is no game record.")
    return text


def read_file(what: str, path: str) -> Any:
    """The object in a JSON file."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SetupError(f"The {what} {path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise SetupError(f"The {what} {path} is not JSON: {error}.") from None


def player_counts(game: str, text: str) -> list[int]:
    """`2`, `2,4` or `2-4`."""
    counts: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.strip().isdigit() or not (last or first).strip().isdigit():
            raise SetupError(f"Players are written 2, 2,4 or 2-4, not {text!r}.")
        counts += range(int(first), int(last or first) + 1)
    known = game_class(game)
    option = known.schema()["properties"]["players"]
    least, most = option["minimum"], option["maximum"]
    if not counts or not all(least <= count <= most for count in counts):
        raise SetupError(f"{known.title()} is for {least} to {most} players, not {text!r}.")
    return counts
