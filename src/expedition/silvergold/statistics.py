"""What a Silver & Gold game counts over its whole length: points by round and source, and what was missed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from expedition.core.game import Json
from expedition.core.insight import Course
from expedition.silvergold.components import PATTERNS
from expedition.silvergold.shapes import marked_cells
from expedition.silvergold.state import MARK, Position
from expedition.silvergold.tables import PATTERN_IDS, ROUNDS, Tables
from expedition.silvergold.view import score_card

SOURCES = ("maps", "seals", "coins", "trophies", "palms")
_SIZE = [len(marked_cells(p["grid"], "#")) for p in PATTERNS]


def statistics(b: Tables, courses: Sequence[Course], final: Position) -> Json:
    ends = _round_ends(courses, final)
    return {
        "sources": list(SOURCES),
        "flips": _flips(courses),
        "seats": [
            {
                "rounds": [_gained(b, one, other, seat) for one, other in zip([None, *ends], ends, strict=False)],
                "total": score_card(final, b, seat),
                "wasted": _wasted(courses, seat),
                "missed": _missed(courses, final, seat),
            }
            for seat in range(final.players)
        ],
    }


def _round_ends(courses: Sequence[Course], final: Position) -> list[Position]:
    """The positions in which rounds had just ended."""
    ends = []
    for number in range(2, ROUNDS + 1):
        first = next((c.before for c in courses if c.before.round_no == number), None)
        if first is not None:
            ends.append(first)
    return [*ends, final]


def _gained(b: Tables, before: Position | None, after: Position, seat: int) -> Json:
    now = cast("dict[str, int]", score_card(after, b, seat))
    was = cast("dict[str, int]", score_card(before, b, seat)) if before is not None else dict.fromkeys(now, 0)
    return {name: now[name] - was[name] for name in (*SOURCES, "total")}


def _flips(courses: Sequence[Course]) -> list[list[str]]:
    """The patterns in the order they were turned up, round by round."""
    made: dict[tuple[int, int], str] = {}
    for course in courses:
        if course.before.phase == MARK:
            made[course.before.round_no, course.before.flip] = PATTERN_IDS[course.before.pattern]
    return [[made[key] for key in sorted(made) if key[0] == number] for number in sorted({key[0] for key in made})]


def _wasted(courses: Sequence[Course], seat: int) -> int:
    """Fields of patterns that were not marked: a single field instead of the whole pattern."""
    lost = 0
    for course in courses:
        if course.seat == seat and course.before.phase == MARK and course.before.owed_pattern[seat]:
            first = next((a for a in course.actions if a["do"] == "mark"), None)
            if first is not None:
                lost += max(0, _SIZE[course.before.pattern] - len(first["cells"]))
    return lost


def _missed(courses: Sequence[Course], final: Position, seat: int) -> int:
    """Trophies others took on the card before this seat completed its own row: missed by a turn."""
    took = _trophies(courses, final)
    own = [at for at, who in took if who == seat]
    return sum(any(who != seat and at == mine - 1 for at, who in took) for mine in own)


def _trophies(courses: Sequence[Course], final: Position) -> list[tuple[int, int]]:
    """Who took a trophy, and on which card of the game."""
    positions = [course.before for course in courses] + [final]
    found: list[tuple[int, int]] = []
    card = 0
    for was, now in pairwise(positions):
        for seat in range(final.players):
            found += [(card, seat)] * (now.n_trophies[seat] - was.n_trophies[seat])
        card += (now.round_no, now.flip) != (was.round_no, was.flip)
    return found
