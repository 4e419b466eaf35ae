"""Puzzles: positions with one clearly best turn."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from expedition.server.schemas.base import JsonObject, Model

PuzzleId = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,40}-[0-9a-f]{8}$", examples=["game-0123abcd"])]
Grade = Literal["easy", "medium", "hard"]


class PuzzleLine(Model):
    id: PuzzleId
    grade: Grade
    players: int


class PuzzleList(Model):
    """All puzzles of a game, easy ones first, and the one of the day (UTC)."""

    day: str
    today: PuzzleId | None
    puzzles: list[PuzzleLine]


class PuzzleProgress(Model):
    """What a person has solved of a game's puzzles."""

    solved: Annotated[dict[PuzzleId, Annotated[int, Field(ge=0, le=1000)]], Field(max_length=5000)] = Field(
        description="Tries until it was solved; 0: the answer was looked at."
    )
    days: Annotated[list[Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]], Field(max_length=1000)] = Field(
        description="Days (UTC) on which the puzzle of the day was solved."
    )


class SolvedIn(Model):
    """A puzzle that is said to be solved, and by which turn."""

    tries: Annotated[int, Field(ge=0, le=1000, description="0: the answer was looked at.")]
    actions: Annotated[list[JsonObject], Field(max_length=60)] = Field(
        default=[], description="The whole turn that solved it: it is played again and judged."
    )


class PuzzleProgressIn(Model):
    solved: Annotated[dict[PuzzleId, SolvedIn], Field(max_length=50)]
    days: Annotated[list[Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]], Field(max_length=1000)] = Field(
        description="Days (UTC); one counts where its puzzle is solved."
    )


class PuzzleTable(Model):
    """The table of a puzzle after some actions of its seat."""

    id: PuzzleId
    game: str
    setup: JsonObject
    seat: int
    grade: Grade
    margin: float = Field(description="By how much of win chance the solution is ahead of every other turn.")
    found: JsonObject = Field(description="How often each level finds the solution.")
    view: JsonObject
    gestures: list[JsonObject]
    events: list[JsonObject]
    over: bool = Field(description="The turn is over: it can be judged now.")


class PuzzleIn(Model):
    actions: Annotated[list[JsonObject], Field(max_length=60)]
    lang: Annotated[str, Field(pattern="^(en|pt|it|fr)$")] = "en"


class Verdict(Model):
    solved: bool
    text: str
    why: str
    chance: float


class Solution(Model):
    actions: list[JsonObject]
    facts: JsonObject
    reason: JsonObject
    text: str
    why: str
    hint: str
    chance: float
    margin: float
