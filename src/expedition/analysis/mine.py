"""Mining puzzles from self-play: positions with one clearly best turn that can be explained, graded by who finds it.

    python -m expedition.analysis.mine eldorado silvergold --count 200 --minutes 20
    python -m expedition.analysis.mine eldorado silvergold --grade

One file comes out, a puzzle a line. A second run goes on where the first one stopped; with other weights `--check`
comes first, and after a change of the levels `--grade`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from expedition.analysis.compare import Effort
from expedition.analysis.evaluator import Evaluator
from expedition.analysis.grading import graded
from expedition.analysis.positions import Positions
from expedition.analysis.puzzles import FILE, FORMAT, GRADES
from expedition.analysis.reasons import reason_for
from expedition.analysis.search import Answer, Turn, answer
from expedition.analysis.weighing import Question
from expedition.core.game import Json
from expedition.core.insight import course_of, insight_of
from expedition.core.registry import game_class, games, make

FIRST_LOOK = Effort(width=5, candidates=7, first=2, finalists=3, second=7, final=2)
SECOND_LOOK = Effort(width=10, candidates=12, first=4, finalists=4, second=14, final=12)
LAST_LOOK = Effort(width=16, candidates=20, first=12, further=14, finalists=10, second=64, final=96)
LOOKS = ((FIRST_LOOK, 0.6), (SECOND_LOOK, 0.9), (LAST_LOOK, 1.0))  # what share of the margin leads to the next look
LEAST, MOST = 0.12, 0.97  # chances to win between which a turn is worth thinking about
TOGETHER = 32
GAMES = 16  # of self-play, side by side


@dataclass(slots=True)
class Found:
    position: Any
    seat: int
    open: bool


def self_play(positions: Positions, count: int, seed: int, most: int = 1200) -> Iterator[Found]:
    """Decisions of `count` games of the evaluator against itself that are worth a look, each at its beginning.

    It follows the policy, now and then not its best move: positions as people meet them.
    """
    game = positions.game
    dice = np.random.default_rng(seed)
    states, following = positions.fresh(count, seed)
    floors = np.full(count, -1)
    seats = np.full(count, -1)
    for _ in range(most):
        running = np.flatnonzero(following >= 0)
        if not running.size:
            return
        some = positions.copies(states, running)
        acting = following[running]
        policy, chances = positions.judge(some, acting)
        fresh = (some["floor"] != floors[running]) | (acting != seats[running])
        floors[running], seats[running] = some["floor"], acting
        own = chances[np.arange(len(running)), acting]
        worthy = fresh & (own > LEAST) & (own < MOST) & (dice.random(len(running)) < 0.5)
        for k in np.flatnonzero(worthy):
            s = game.position_type.load(some[k])
            if game.rounds(s) > 1:
                yield Found(s, int(acting[k]), game.phase(s) >= 0)
        rising = np.cumsum(policy, 1, dtype=np.float64)
        chosen = (rising < dice.random(len(running))[:, None] * rising[:, -1:]).sum(1)
        following[running] = positions.play(some, acting, chosen[:, None])
        positions.put(some, running, states)


def next_best(found: Answer, seat: int) -> Turn:
    """The best of the turns that come to something else than the best one; that one itself where there is none."""
    best = found.best.chances[seat]
    others = [turn for turn in found.turns if abs(turn.chances[seat] - best) > 1e-6 and turn is not found.best]
    return max(others, key=lambda turn: turn.chances[seat], default=found.best)


def margin_of(found: Answer, seat: int) -> float:
    """How far the best turn is ahead of the next best one that comes to something else."""
    return float(found.best.chances[seat] - next_best(found, seat).chances[seat])


def stands(positions: Positions, one: Found, found: Answer, seed: int) -> bool:
    """Whether the best turn is as far ahead of the next best one when these two are weighed as in a review."""
    other = Question(one.position, one.seat, next_best(found, one.seat).actions, one.open)
    again = answer(positions, [other], LAST_LOOK, seed)[0]
    assert again.played is not None
    ahead = float(again.best.chances[one.seat] - again.played.chances[one.seat])
    return again.best.actions == found.best.actions and ahead > insight_of(positions.game).margin


def is_promising(found: Answer, seat: int, margin: float) -> bool:
    chance = float(found.best.chances[seat])
    return found.choices >= 4 and LEAST < chance < MOST and margin_of(found, seat) > margin


def make_puzzle(positions: Positions, one: Found, found: Answer) -> Json | None:
    """The puzzle of a position that stood the last look, or None where it cannot be explained."""
    game = positions.game
    insight = insight_of(game)
    reason = reason_for(game, insight, one.position, one.seat, found)
    margin = margin_of(found, one.seat)
    if reason is None or reason.best - reason.without < 0.7 * margin:
        return None
    dealt = game.redealt(one.position, one.seat, 0)
    course = course_of(game, one.position, one.seat, found.best.actions)
    snapshot = game.snapshot(dealt)
    snapshot.pop("rng", None)
    return {
        "game": game.name,
        "position": snapshot,
        "seat": one.seat,
        "solution": course.actions,
        "facts": insight.facts(course),
        "reason": reason.to_json(),
        "chance": round(float(found.best.chances[one.seat]), 4),
        "margin": round(margin, 4),
        "turns": found.choices,
    }


def puzzles_among(positions: Positions, some: Sequence[Found], seed: int) -> Iterator[Json]:
    """A quick look at all, longer ones with other deals at those that promise something."""
    margin = insight_of(positions.game).margin
    some = list(some)
    answers: list[Answer] = []
    for number, (effort, share) in enumerate(LOOKS):
        if not some:
            return
        asked = [Question(one.position, one.seat, (), one.open) for one in some]
        answers = answer(positions, asked, effort, seed + 7 * number)
        kept = [i for i, found in enumerate(answers) if is_promising(found, some[i].seat, share * margin)]
        some, answers = [some[i] for i in kept], [answers[i] for i in kept]
    for one, found in zip(some, answers, strict=True):
        made = make_puzzle(positions, one, found)
        if made is not None and stands(positions, one, found, seed + 7 * len(LOOKS)):
            yield made


def mine(evaluator: Evaluator, book: Book, game_name: str, count: int, seconds: float) -> None:
    """Adds to the book until it has `count` puzzles of a game or so many seconds are over; the set-ups take turns."""
    started = time.monotonic()
    setups = list(_setups(game_name))
    while book.count(game_name) < count and time.monotonic() - started < seconds:
        batch = book.batches.get(game_name, 0)
        positions = Positions(make(game_name, **setups[batch % len(setups)]), evaluator)
        some = list(self_play(positions, GAMES, batch + 1))
        for first in range(0, len(some), TOGETHER):
            for one in puzzles_among(positions, some[first : first + TOGETHER], batch + 1):
                book.add(one)
            if time.monotonic() - started > seconds:
                break
        book.batches[game_name] = batch + 1
        book.write()
        spent = time.monotonic() - started
        print(f"{game_name}: {book.count(game_name)} puzzles after {batch + 1} batches, {spent:.0f} s", file=sys.stderr)


def still_holding(some: Sequence[Json], evaluator: Evaluator) -> Iterator[Json]:
    """Of puzzles made with other weights those that hold with these too, with the figures of these; grades stay where
    the solution does."""
    for one in some:
        game = make(one["game"], **one["position"]["setup"])
        position = game.restore(one["position"]).s
        found = Found(position, one["seat"], game.phase(position) >= 0)
        question = Question(position, one["seat"], (), found.open)
        positions = Positions(game, evaluator)
        answered = answer(positions, [question], LAST_LOOK, 3)[0]
        if is_promising(answered, one["seat"], insight_of(game).margin):
            made = make_puzzle(positions, found, answered)
            if made is not None and stands(positions, found, answered, 4):
                kept = ("position", "found", "grade") if made["solution"] == one["solution"] else ("position",)
                yield {**made, **{key: value for key, value in one.items() if key in kept}}


def _signature(one: Json) -> str:
    """Equal for puzzles that would feel the same: the same hand or maps and the same answer."""
    seat = one["position"]["seats"][one["seat"]]
    told = json.dumps([seat.get("hand"), seat.get("maps"), one["solution"]], sort_keys=True)
    return f"{one['game']}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"


def _setups(game: str) -> Iterator[Json]:
    """All variants, far from each other in turn."""
    kind = game_class(game)
    limits = kind.limits(60)
    variants = [{name: value for name, value in one.items() if name not in limits} for one in kind.variants()]
    for i in np.random.default_rng(2026).permutation(len(variants)):
        yield variants[i]


@dataclass(slots=True)
class Book:
    """The file of puzzles: each once, under a name that stays the same however many come to it."""

    path: Path
    judges: dict[str, str] = field(default_factory=dict)
    batches: dict[str, int] = field(default_factory=dict)  # of self-play, looked through
    puzzles: dict[str, Json] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Book:
        book = cls(path)
        if path.exists():
            head, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
            book.judges, book.batches = head["judges"], head["batches"]
            book.puzzles = {one["id"]: one for one in lines}
        return book

    def of(self, game: str) -> list[Json]:
        return [one for one in self.puzzles.values() if one["game"] == game]

    def count(self, game: str) -> int:
        return len(self.of(game))

    def add(self, one: Json) -> None:
        name = _signature(one)
        self.puzzles.setdefault(name, {"id": name, **one})

    def replace(self, game: str, some: Sequence[Json]) -> None:
        self.puzzles = {name: one for name, one in self.puzzles.items() if one["game"] != game}
        for one in some:
            self.add({key: value for key, value in one.items() if key != "id"})

    def write(self) -> None:
        """One puzzle a line after a line about them all, each game's easy ones first."""
        head = {"format": FORMAT, "judges": self.judges, "batches": self.batches}
        order = sorted(self.puzzles.values(), key=lambda p: (p["game"], _rank(p), -p["margin"]))
        lines = [json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in (head, *order)]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        new.write_text("\n".join(lines) + "\n", encoding="utf-8")
        new.replace(self.path)


def _rank(one: Json) -> int:
    return GRADES.index(one["grade"]) if "grade" in one else len(GRADES)


def grade_all(book: Book, game: str) -> None:
    """Grades those that have no grade yet."""
    for number, one in enumerate(book.of(game)):
        if "grade" not in one:
            book.puzzles[one["id"]] = graded(one)
            if number % 10 == 0:
                book.write()
                print(f"{game}: {number} graded", file=sys.stderr)
    book.write()


def main() -> None:
    from expedition.analysis.network import network_evaluator

    reader = argparse.ArgumentParser(description="Mine puzzles from self-play.")
    reader.add_argument("games", nargs="+", choices=games())
    reader.add_argument("--count", type=int, default=200, help="puzzles a game")
    reader.add_argument("--minutes", type=float, default=10.0, help="at most so long a game")
    reader.add_argument("--check", action="store_true", help="keep the puzzles there are that hold with these weights")
    reader.add_argument("--grade", action="store_true", help="grade the puzzles there are anew")
    reader.add_argument("--out", type=Path, default=Path(__file__).parent / "data" / FILE)
    chosen = reader.parse_args()
    book = Book.read(chosen.out)
    for game in chosen.games:
        evaluator = network_evaluator(game)
        if chosen.grade:
            for one in book.of(game):
                one.pop("grade", None)
        elif chosen.check:
            book.replace(game, list(still_holding(book.of(game), evaluator)))
            book.judges[game] = evaluator.name
        else:
            if book.judges.setdefault(game, evaluator.name) != evaluator.name:
                sys.exit(f"The puzzles of {game} were judged by {book.judges[game]}; --check them first.")
            mine(evaluator, book, game, chosen.count, 60 * chosen.minutes)
        grade_all(book, game)


if __name__ == "__main__":
    main()
