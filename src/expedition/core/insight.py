"""What a game says about its own turns: which turn a decision belongs to, what a turn did, why one is better.

A game offers this as the class `Insight` in a module `insight` of its own package; a game without one is reviewed with
the plain one here. Facts are plain JSON without a language; words are made of them where they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, ClassVar

from expedition.core.game import Game, Json
from expedition.core.words import say

Claim = tuple[str, Any]  # something a turn does, and what exactly: ("bought", "scout")


@dataclass(frozen=True, slots=True)
class Course:
    """Some actions of a seat as they went: the positions before each and after the last, the actions as objects of the
    open vocabulary, and the events each brought about for the seat's eyes."""

    seat: int
    positions: list[Any]
    actions: list[Json]
    events: list[list[Json]]

    @property
    def before(self) -> Any:
        return self.positions[0]

    @property
    def after(self) -> Any:
        return self.positions[-1]


class Insight:
    """The plain insight: a round is a turn, told by its actions."""

    openness: ClassVar[float] = 3.0  # preferences to the power of 1 / openness say which turns are looked at
    margin: ClassVar[float] = 0.05  # of win chance, by which a puzzle's solution is ahead of every other turn

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def turn_of(self, s: Any, seat: int) -> Json:
        """What names the turn this seat is in, its round at least; decisions of equal names are one turn."""
        return {"round": self.game.rounds(s)}

    def begins(self, s: Any, seat: int) -> bool:
        """Whether the seat has done nothing yet in its turn: something may have come to light in the middle of it."""
        return True

    def looks(self, s: Any) -> tuple[float, ...]:
        """What the judge counts right after a turn in this position, at its seat's next turn, at the one after it, …;
        together 1."""
        return (1.0,)

    def luck_of(self, first: bool) -> str:
        """What kind of chance comes before a decision: at the start of a turn, or inside it."""
        return "chance"

    def facts(self, course: Course) -> Json:
        """What a turn did; values are equal where two turns did the same."""
        return {"actions": [action["do"] for action in course.actions]}

    def joined(self, first: Json, second: Json) -> Json:
        """The facts of a turn of which these are two parts."""
        return {**first, **second}

    def is_open(self, course: Course) -> bool:
        """Whether the turn goes on after it: what has come to light decides how."""
        game, seat = self.game, course.seat
        if game.phase(course.before) >= 0 or game.actor(course.after) != seat:
            return False
        return self.turn_of(course.after, seat) == self.turn_of(course.before, seat)

    def claims(self, facts: Json) -> list[list[Claim]]:
        """What a turn does that may be why it is better, the most telling first. A later list counts only where nothing
        of an earlier one decides: doing something comes before doing it somewhere, and that before leaving it."""
        return []

    def does(self, name: str, value: Any, facts: Json) -> bool | None:
        """Whether a turn of these facts does what another one claims; None where it may still do so."""
        return bool(facts.get(name) == value)

    def support(self, name: str, course: Course, other: Course) -> Json | None:
        """A fact of the position that speaks for what a turn did, against the best turn that did not: a key of the
        catalogue and its data."""
        return None

    def tell(self, facts: Json, lang: str, advice: bool = False) -> str:
        """A turn in a few words: what was done, or as advice what to do."""
        return ", ".join(facts.get("actions", ()))

    def tell_reason(self, name: str, value: Any, lang: str) -> str:
        """What a turn did, as the subject of a sentence: "buying the Scout"."""
        return name

    def tell_support(self, support: Json, lang: str) -> str:
        data = {key: value for key, value in support.items() if key != "key"}
        return say(support["key"], lang, **data)

    def hint(self, facts: Json, lang: str) -> str:
        """Half an answer: which card, or where to look."""
        return self.tell(facts, lang)

    def tally(self, final: Any) -> list[int] | None:
        """What each seat has in the end, in games whose deal does not depend on what is played: there the same deal can
        be played again and compared. None in others."""
        return None

    def statistics(self, courses: Sequence[Course], final: Any) -> Json:
        """What a game counts over its whole length, seat by seat."""
        return {}


def course_of(game: Game[Any], position: Any, seat: int, actions: Sequence[int], redeal: bool = True) -> Course:
    """Carry actions out on a position: by default on one that holds nothing its seat cannot know."""
    s = game.redealt(position, seat, 0) if redeal else position.copy()
    course = Course(seat, [s.copy()], [], [])
    for number in actions:
        action = {"do": "resign", "seat": seat} if number >= game.num_actions else game.action_to_dict(s, seat, number)
        game.play(s, seat, number)
        own, _ = game.happened(course.positions[-1], s, seat, action)
        course.actions.append(action)
        course.events.append([event.seen_by(seat, 0) for event in own])
        course.positions.append(s.copy())
    return course


def capital(text: str) -> str:
    """The text with its first letter in capitals."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str], lang: str) -> str:
    """Names as a sentence lists them: "Sailor, Pioneer and Compass"."""
    if len(names) < 2:
        return "".join(names)
    return say("game.and", lang, first=", ".join(names[:-1]), second=names[-1])


@cache
def _insight_class(package: str) -> type[Insight]:
    try:
        found: type[Insight] = import_module(f"{package}.insight").Insight
    except ModuleNotFoundError as error:
        if error.name != f"{package}.insight":
            raise
        return Insight
    return found


def insight_of(game: Game[Any]) -> Insight:
    """The insight of a game, from its own package."""
    return _insight_class(type(game).__module__.rpartition(".")[0])(game)
