"""Players of one's own, in any language: each runs in a process of its own and is told what its seat may know, no more.

A guest is named by how it is started: `mine.py:Mine` (a class with the one method of `Bot`), `package.module:Mine`,
or a command line such as `./mine.sh` or `node bot.js`. All of them speak the line protocol of docs/own-bots.md; Python
classes by way of `expedition.players.host`. One that dies, dawdles or answers nonsense does not hold up the game: any
legal action is played in its stead, and it is counted.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import IO, Any

from expedition.core.errors import IllegalAction, SetupError
from expedition.core.game import State
from expedition.core.registry import game_of
from expedition.core.types import Json
from expedition.players.bot import Bot, Budget

PROTOCOL = 1
SECONDS = 10.0  # for a decision unless something else is asked for
SECONDS_TO_START = 60.0  # until a guest says hello: it may have a network to load
LONGEST_LINE = 1_000_000
LONGEST_TROUBLE = 300  # characters of what it says went wrong
SECONDS_TO_END = 2.0  # after it closed its output: most are ending by themselves, with a status of their own
MOST_DEATHS = 3  # in one game; afterwards it is not started again before the next

_CLASS = re.compile(r"(?P<place>\S+\.py|[A-Za-z_]\w*(\.[A-Za-z_]\w*)*):(?P<name>[A-Za-z_]\w*)")


def is_guest(name: str) -> bool:
    """Whether this is how a guest is written, and not the name of a bot of the house."""
    return any(mark in name.strip() for mark in ":/ ")


def command_of(spec: str) -> list[str]:
    """What is started for a guest."""
    if _CLASS.fullmatch(spec.strip()):
        return [sys.executable, "-m", "expedition.players.host", spec.strip()]
    try:
        words = shlex.split(spec)
    except ValueError as error:
        raise SetupError(f"The player {spec!r} cannot be started: {error}.") from None
    if not words:
        raise SetupError("A player of your own is written file.py:Class or as a command line.")
    return words


def short_name(spec: str) -> str:
    """What a guest is called at the table."""
    found = _CLASS.fullmatch(spec.strip())
    return found["name"] if found else shlex.split(spec)[-1].rpartition("/")[2]


@dataclass(slots=True)
class Faults:
    """How often a guest did not answer as it should."""

    crashed: int = 0
    illegal: int = 0
    late: int = 0

    def to_dict(self) -> dict[str, int]:
        return asdict(self)


class Died(Exception):  # noqa: N818
    """The process has ended; the message is the last it said."""


class Process:
    """A running guest. A thread writes to it and reads from it, so that no guest can hold up anybody."""

    def __init__(self, spec: str) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        try:
            self._process = subprocess.Popen(
                command_of(spec),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C is for the arena, and what a guest starts ends with it
            )
        except OSError as error:
            self._errors.close()
            raise Died(f"{error.strerror or error}") from None
        self._requests: queue.SimpleQueue[tuple[bytes, bool] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._exchange, daemon=True).start()

    def _exchange(self) -> None:
        process = self._process
        with contextlib.suppress(OSError), process:  # closes the pipes in the end
            while (request := self._requests.get()) is not None:
                line, wants_answer = request
                with contextlib.suppress(OSError, ValueError):  # it is gone, and what it said before is read below
                    process.stdin.write(line)  # type: ignore[union-attr]
                    process.stdin.flush()  # type: ignore[union-attr]
                if wants_answer:
                    self._answers.put(process.stdout.readline(LONGEST_LINE))  # type: ignore[union-attr]

    def tell(self, message: Json) -> None:
        self._requests.put((_line(message), False))

    def ask(self, message: Json, seconds: float) -> Any:
        """The answer as JSON, None if it is not; TimeoutError if none comes in time, Died if none can come."""
        self._requests.put((_line(message), True))
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if not line:
            raise Died(self._last_words())
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            return None

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        code = self._kill()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().splitlines()
        return said[-1].strip() if said else f"it ended with status {code}"

    def _kill(self) -> int:
        with contextlib.suppress(OSError):
            if self._process.returncode is not None:
                return self._process.returncode
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        return self._process.wait()

    def close(self) -> None:
        self._kill()
        self._requests.put(None)
        self._errors.close()


def _line(message: Json) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


class Guest(Bot):
    """A player of one's own at a seat. `choose` and `act` always give a legal action; `faults` counts the others."""

    def __init__(self, spec: str, game: str, seconds: float = SECONDS, seed: int = 0) -> None:
        command_of(spec)
        self.spec = spec
        self.game = game
        self.name = short_name(spec)
        self.seconds = seconds
        self.faults = Faults()
        self.trouble = ""  # the last thing that went wrong, in words
        self._dice = random.Random(seed)
        self._process: Process | None = None
        self._beginning: Json | None = None
        self._deaths = 0
        self._last_death = "crashed"
        self._asked = 0

    # -- the course of a game -----------------------------------------------------------------------------

    def start(self) -> None:
        """Start it and wait for its hello; SetupError with its last words if none comes."""
        if self._process is None:
            try:
                self._process = self._started()
            except (Died, TimeoutError) as error:
                why = str(error) or f"no hello within {SECONDS_TO_START:g} s"
                raise SetupError(f"The player {self.spec!r} does not start: {why}") from None

    def _started(self) -> Process:
        process = Process(self.spec)
        try:
            hello = process.ask({"type": "hello", "protocol": PROTOCOL, "game": self.game}, SECONDS_TO_START)
            if not isinstance(hello, dict) or hello.get("type") != "hello":
                said = hello.get("message") if isinstance(hello, dict) else None
                raise Died(str(said or "its first line is no hello"))
        except BaseException:
            process.close()
            raise
        if self._beginning:
            process.tell(self._beginning)
        return process

    @property
    def is_playing(self) -> bool:
        """Whether a game has begun and not ended."""
        return self._beginning is not None

    def begin(self, setup: Json, seat: int, seed: int = 0) -> None:
        """A new game. `seed` is for its dice, never the game's."""
        self._beginning = {"type": "new_game", "game": self.game, "setup": setup, "seat": seat, "seed": seed}
        self._dice = random.Random(seed)
        self._deaths = 0
        if self._process:
            self._process.tell(self._beginning)

    def end(self, ranking: Sequence[int]) -> None:
        """The game is over."""
        self._beginning = None
        if self._process:
            self._process.tell({"type": "result", "ranking": list(ranking)})

    def close(self) -> None:
        """End its process; the next question starts it anew."""
        if self._process:
            self._process.close()
            self._process = None

    def __del__(self) -> None:
        if "_process" in self.__dict__:
            self.close()

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts a process of its own when it is first asked."""
        return {**self.__dict__, "_process": None}

    # -- decisions ------------------------------------------------------------------------------------------

    def act(self, state: State[Any], seat: int, seconds: float | None = None) -> int:
        """A legal action in a state, of which the guest is told its seat's information and choices alone."""
        legal = state.legal_actions(seat)
        objects = [state.to_dict(action, seat) for action in legal]
        return self._decide(state.information(seat), legal, objects, seconds or self.seconds)

    def choose(self, information: Json, actions: Sequence[int], budget: Budget | float | None = None) -> int:
        seconds = budget.seconds if isinstance(budget, Budget) else budget
        state = game_of(information["game"], information["setup"]).determinize(information)
        seat = information["seat"]
        told = self._beginning
        if told is None or (told["setup"], told["seat"]) != (information["setup"], seat):
            self.begin(information["setup"], seat)  # at a server one guest sits at many tables
        objects = [state.to_dict(action, seat) for action in actions]
        return self._decide(information, list(actions), objects, seconds or self.seconds)

    def _decide(self, information: Json, legal: list[int], objects: list[Json], seconds: float) -> int:
        if self._beginning is None:
            self.begin(information["setup"], information["seat"])
        if self._deaths >= MOST_DEATHS:
            return self._in_its_stead(self._last_death, legal)
        self._asked += 1
        question = {
            "type": "choose",
            "id": self._asked,
            "seconds": seconds,
            "actions": legal,
            "choices": objects,
            "information": information,
        }
        try:
            if self._process is None:
                self._process = self._started()
            answer = self._process.ask(question, seconds)
        except (Died, TimeoutError) as error:
            self._deaths += 1
            self._last_death = "late" if isinstance(error, TimeoutError) else "crashed"
            self.trouble = str(error) or f"no answer within {seconds:g} s"
            self.close()
            return self._in_its_stead(self._last_death, legal)
        if isinstance(answer, dict) and answer.get("type") == "error":
            self.trouble = str(answer.get("message", ""))[:LONGEST_TROUBLE]
            return self._in_its_stead("crashed", legal)
        try:
            return self._understood(answer, legal, objects)
        except IllegalAction as error:
            self.trouble = str(error)
            self._process.tell({"type": "error", "id": self._asked, "message": str(error)})
            return self._in_its_stead("illegal", legal)

    def _in_its_stead(self, fault: str, legal: list[int]) -> int:
        """Some legal action, and what the guest did instead of naming one is counted."""
        setattr(self.faults, fault, getattr(self.faults, fault) + 1)
        return self._dice.choice(legal)

    def _understood(self, answer: Any, legal: list[int], objects: list[Json]) -> int:
        if not isinstance(answer, dict) or "action" not in answer:
            raise IllegalAction('An answer is a line such as {"action": 12} or {"action": {"do": "end"}}.')
        if answer.get("id", self._asked) != self._asked:
            raise IllegalAction(f"The answer is to question {answer['id']}, not {self._asked}.")
        action = answer["action"]
        if isinstance(action, dict) and action in objects:
            return legal[objects.index(action)]
        if type(action) is int and action in legal:
            return action
        raise IllegalAction(f"{json.dumps(action)[:200]} is not legal now.")
