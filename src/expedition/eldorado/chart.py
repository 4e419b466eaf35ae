"""The geometry of a route laid out for drawing. Lengths are in units of which a hex has side 100."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from expedition.core.picture import num
from expedition.core.types import ReadOnlyJson

Place = tuple[int, int]


Point = tuple[float, float]


SIDE = 100


ACROSS = math.sqrt(3) * SIDE


# the edge shared with the neighbour in this direction runs between these corners (0 is the top one, clockwise)
EDGES = {(1, 0): (1, 2), (1, -1): (0, 1), (0, -1): (5, 0), (-1, 0): (4, 5), (-1, 1): (3, 4), (0, 1): (2, 3)}


def centre(place: Place) -> Point:
    return ACROSS * (place[0] + place[1] / 2), 1.5 * SIDE * place[1]


def _corner(place: Place, k: int) -> Point:
    x, y = centre(place)
    angle = math.radians(60 * k - 90)
    return round(x + SIDE * math.cos(angle), 1), round(y + SIDE * math.sin(angle), 1)


def turned(place: Sequence[int], turns: int) -> Place:
    """A place after turning the whole map by 60 degrees, so many times."""
    q, r = place
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


def flattest(board: ReadOnlyJson) -> int:
    """How often to turn a board by 60 degrees so that it lies wide and one reads it from left to right."""

    def ugliness(turns: int) -> float:
        points = [centre(turned((h["q"], h["r"]), turns)) for h in board["hexes"]]
        starts = [x for (x, _), h in zip(points, board["hexes"], strict=True) if h["start"]]
        finishes = [x for (x, _), h in zip(points, board["hexes"], strict=True) if h["finish"]]
        width = max(x for x, _ in points) - min(x for x, _ in points)
        height = max(y for _, y in points) - min(y for _, y in points)
        backwards = sum(starts) / len(starts) > sum(finishes) / len(finishes)
        return abs(height / width - 0.55) + backwards

    return min(range(6), key=lambda turns: (round(ugliness(turns), 3), turns))


def path_through(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def outline(cells: set[Place]) -> str:
    """The coast of a set of hexes as one closed path."""

    def near(point: Point) -> tuple[int, int]:  # corners computed from different hexes differ by rounding
        return round(point[0] / 5), round(point[1] / 5)

    follows: dict[tuple[int, int], tuple[Point, Point]] = {}
    for q, r in sorted(cells):
        for (dq, dr), (a, b) in EDGES.items():
            if (q + dq, r + dr) not in cells:
                start, end = _corner((q, r), a), _corner((q, r), b)
                follows[near(start)] = (start, end)
    first = at = min(follows)
    coast: list[Point] = []
    while not coast or at != first:
        start, end = follows[at]
        coast.append(start)
        at = min(follows, key=lambda key: (key[0] - near(end)[0]) ** 2 + (key[1] - near(end)[1]) ** 2)
    return path_through(coast) + "z"


@dataclass
class Chart:
    """A board laid out for drawing: turned in steps of 60 degrees so that it is as flat as can be."""

    board: ReadOnlyJson
    turns: int

    @classmethod
    def of(cls, board: ReadOnlyJson) -> Chart:
        return cls(board, flattest(board))

    def place(self, at: Sequence[int]) -> Place:
        return turned(at, self.turns)

    def centre(self, at: Sequence[int]) -> Point:
        return centre(self.place(at))

    def hexes(self) -> list[ReadOnlyJson]:
        return sorted(
            self.board["hexes"], key=lambda h: (self.place((h["q"], h["r"]))[1], self.place((h["q"], h["r"]))[0])
        )

    def sheets(self) -> list[set[Place]]:
        """The hexes of each tile; the golden city belongs to the last."""
        sheets: list[set[Place]] = [set() for _ in self.board["tiles"]]
        for h in self.board["hexes"]:
            sheets[h["tile"]].add(self.place((h["q"], h["r"])))
        sheets[-1] |= {self.place(at) for at in self.board.get("city", ())}
        return sheets

    def seam(self, between: Sequence[int]) -> list[Point]:
        """Corner points along a seam, in order."""
        seam = next(s for s in self.board["seams"] if list(s["between"]) == list(between))
        segments = []
        for a, b in seam["edges"]:
            here, there = self.place(a), self.place(b)
            first, second = EDGES[there[0] - here[0], there[1] - here[1]]
            segments.append((_corner(here, first), _corner(here, second)))

        def close(p: Point, q: Point) -> bool:
            return abs(p[0] - q[0]) + abs(p[1] - q[1]) < 6

        line = list(segments[0])
        if not any(close(line[1], p) for p in segments[1]):
            line.reverse()
        for p, q in segments[1:]:
            line.append(q if close(p, line[-1]) else p)
        return line

    def bounds(self, margin: float) -> tuple[float, float, float, float]:
        points = [centre(at) for sheet in self.sheets() for at in sheet]
        x0, y0 = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
        return x0, y0, max(x for x, _ in points) + margin - x0, max(y for _, y in points) + margin - y0
