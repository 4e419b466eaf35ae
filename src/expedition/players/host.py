"""`python -m expedition.players.host mine.py:Mine`: a Python class that speaks the line protocol of guests.

What the class prints goes to the error stream: the output belongs to the protocol.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from expedition.core.types import Json


class NoPlayer(Exception):  # noqa: N818
    """There is no player where one was said to be."""


def load(spec: str) -> Callable[[], Any]:
    """What makes the player: its class, or a function without arguments."""
    place, _, name = spec.rpartition(":")
    try:
        module = _file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    except NoPlayer:
        raise
    except Exception as error:
        raise NoPlayer(f"{place} cannot be loaded: {type(error).__name__}: {error}") from error
    made: Callable[[], Any] | None = getattr(module, name, None)
    if made is None:
        raise NoPlayer(f"{place} has no {name}.")
    return made


def _file(path: Path) -> Any:
    if not path.is_file():
        raise NoPlayer(f"there is no file {path}.")
    sys.path.insert(0, str(path.resolve().parent))
    found = importlib.util.spec_from_file_location(path.stem, path)
    if found is None or found.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(found)
    sys.modules[path.stem] = module
    found.loader.exec_module(module)
    return module


def new_player(maker: Callable[[], Any]) -> Any:
    """A fresh player for a game; what one has learned in another does not count."""
    made = maker() if inspect.isclass(maker) or inspect.isfunction(maker) else maker
    if not callable(getattr(made, "choose", None)):
        raise NoPlayer("It has no method choose(information, actions, budget).")
    return made


def serve(spec: str, lines: IO[str], out: IO[str]) -> int:
    """Answer questions until the lines end."""

    def say(message: Json) -> None:
        out.write(json.dumps(message, separators=(",", ":"), default=int) + "\n")
        out.flush()

    player: Any = None
    maker: Callable[[], Any] | None = None
    for line in lines:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "hello":
            try:
                maker = load(spec)
                player = new_player(maker)
            except NoPlayer as error:
                say({"type": "error", "message": str(error)})
                return 1
            say({"type": "hello", "name": str(getattr(player, "name", spec))})
        elif kind == "new_game" and maker:
            player = new_player(maker)
        elif kind == "choose":
            try:
                action = player.choose(message["information"], message["actions"], message["seconds"])
                say({"type": "answer", "id": message["id"], "action": action})
            except Exception as error:  # one decision is lost, not the game
                traceback.print_exc()
                say({"type": "error", "id": message["id"], "message": f"{type(error).__name__}: {error}"})
        elif kind == "error":
            print(f"Refused: {message['message']}", file=sys.stderr)
    return 0


def main() -> int:
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # a print in the player's code must not be taken for an answer
    sys.stdout = sys.stderr
    return serve(sys.argv[1], sys.stdin, out)


if __name__ == "__main__":
    sys.exit(main())
