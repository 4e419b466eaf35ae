"""The print sheet: one page that tells people with the box how to lay a route on a real table.

Everything on it follows from the pieces: which side is up, where the printed letter points, at which side of the piece
before it a piece lies, which joins carry a blockade. The map is drawn as it lies, the start tile's letter as given.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, radians, sin, sqrt
from pathlib import Path
from typing import Final

from expedition.core.errors import SetupError
from expedition.core.words import say
from expedition.eldorado import text
from expedition.eldorado.board import Board, Hex
from expedition.eldorado.components import route_ids
from expedition.eldorado.pieces import Piece, Place, tile_of
from expedition.workshop import difficulty
from expedition.workshop.codes import code_of
from expedition.workshop.paper import HEIGHT, WIDTH, Paper, Point

LEFT: Final = 125.0
RIGHT: Final = WIDTH - 125.0
TOP: Final = 330.0
STEP_HIGH: Final = 205.0
SYMBOL: Final = {"jungle": "machete", "river": "paddle", "village": "coin", "rubble": "discard", "basecamp": "remove"}
SPOTS: Final = {
    1: ((0.0, 0.0, 0.78),),
    2: ((-0.34, 0.0, 0.62), (0.34, 0.0, 0.62)),
    3: ((0.0, -0.3, 0.56), (-0.32, 0.26, 0.56), (0.32, 0.26, 0.56)),
    4: ((-0.3, -0.3, 0.52), (0.3, -0.3, 0.52), (-0.3, 0.3, 0.52), (0.3, 0.3, 0.52)),
}
CORNERS: Final = tuple((cos(radians(60 * k - 90)), sin(radians(60 * k - 90))) for k in range(6))
EDGE: Final = {(1, 0): (1, 2), (1, -1): (0, 1), (0, -1): (5, 0), (-1, 0): (4, 5), (-1, 1): (3, 4), (0, 1): (2, 3)}


def write_sheet(board: Board, file: Path, name: str = "", lang: str = "en") -> None:
    """The sheet as a file, PDF or SVG by its ending."""
    paper = sheet(board, name, lang)
    if file.suffix == ".pdf":
        file.write_bytes(paper.pdf())
    elif file.suffix == ".svg":
        file.write_text(paper.svg(), encoding="utf-8")
    else:
        raise SetupError(f"A print sheet is written as .pdf or .svg, not as {file.name!r}.")


def sheet(board: Board, name: str = "", lang: str = "en") -> Paper:
    title = name or text.route(board.id if board.id in route_ids() else board.route(), lang)
    paper = Paper(title)
    rows = -(-len(board.tiles) // 3)
    bottom = 2040.0 - rows * STEP_HIGH
    _head(paper, board, title, lang)
    _map(paper, board, bottom)
    _legend(paper, board, bottom + 60, lang)
    _order(paper, board, bottom + 175, lang)
    _then(paper, board, bottom + 265 + rows * STEP_HIGH, lang)
    _foot(paper, lang)
    return paper


def _head(paper: Paper, board: Board, title: str, lang: str) -> None:
    grade = board.difficulty or difficulty.grade(difficulty.estimate(board))
    about = say(
        "workshop.sheet.about",
        lang,
        tiles=len(board.tiles),
        blockades=len(board.seams),
        caves=len(board.caves),
        grade=say(f"workshop.grade.{grade}", lang),
        steps=board.shortest_steps,
    )
    paper.text(LEFT, 205, title, "tell8", 118 if len(title) < 26 else 80)
    paper.text(LEFT, 280, about, "tell5", 52, "--ink-2")


# The map.


def centre(place: Place | tuple[float, float]) -> Point:
    return sqrt(3) * (place[0] + place[1] / 2), 1.5 * place[1]


class Frame:
    """Where the plane of hexes lies on the paper."""

    def __init__(self, points: list[Point], x: float, y: float, wide: float, high: float) -> None:
        left, right = min(p[0] for p in points) - 1, max(p[0] for p in points) + 1
        top, bottom = min(p[1] for p in points) - 1, max(p[1] for p in points) + 1
        self.side = min(wide / (right - left), high / (bottom - top))
        self.x = x + (wide - self.side * (right - left)) / 2 - left * self.side
        self.y = y + (high - self.side * (bottom - top)) / 2 - top * self.side

    def at(self, point: Point) -> Point:
        return self.x + point[0] * self.side, self.y + point[1] * self.side

    def hexagon(self, place: Place, grow: float = 1.0) -> list[Point]:
        x, y = self.at(centre(place))
        return [(x + dx * self.side * grow, y + dy * self.side * grow) for dx, dy in CORNERS]


def _map(paper: Paper, board: Board, bottom: float) -> None:
    everywhere = [cell.place for cell in board.cells] + list(board.city)
    frame = Frame([centre(place) for place in everywhere], LEFT, TOP, RIGHT - LEFT, bottom - TOP)
    for place in everywhere:  # the rim of the cardboard
        paper.area(frame.hexagon(place, 1.13), "--ink")
    for place in everywhere:
        paper.area(frame.hexagon(place, 1.04), "--sheet")
    for cell in board.cells:
        _space(paper, frame, cell)
    _gaps(paper, frame, board)
    _city(paper, frame, board)
    for seam in board.seams:
        _blockade(paper, frame, seam.edges)
    for number, piece in enumerate(board.tiles):
        _letter(paper, frame, piece, number)


def _space(paper: Paper, frame: Frame, cell: Hex, symbols: bool = True) -> None:
    x, y = frame.at(centre(cell.place))
    side = frame.side
    paper.area(frame.hexagon(cell.place, 0.97), ground(cell.terrain, cell.power))
    if not symbols:
        return
    if cell.terrain == "mountain":
        size = side * 1.3
        paper.icon("cave" if cell.cave else "mountain", x - size / 2, y - size / 2, size, "--sym-light")
    elif cell.start:
        paper.text(x, y + side * 0.3, cell.start, "work9", side * 0.9, "--ink", "middle")
    else:
        ink = "--sym-dark" if cell.power < 3 else "--sym-light"
        for dx, dy, size in SPOTS[cell.power]:
            wide = size * side * 1.15
            paper.icon(SYMBOL[cell.terrain], x + dx * side - wide / 2, y + dy * side - wide / 2, wide, ink)


def ground(terrain: str, power: int) -> str:
    if terrain in ("mountain", "start"):
        return f"--{terrain}"
    return f"--{terrain}-{min(4, max(1, power))}"


def _city(paper: Paper, frame: Frame, board: Board) -> None:
    for place in board.city:
        paper.area(frame.hexagon(place, 1.01), "--finish")
    middle = [centre(place) for place in board.city]
    x, y = frame.at((sum(p[0] for p in middle) / len(middle), sum(p[1] for p in middle) / len(middle)))
    size = frame.side * 2.2
    paper.icon("finish", x - size / 2, y - size / 2, size, "--gold-ink")


def _ends(frame: Frame, here: Place, there: Place) -> tuple[Point, Point]:
    """The two corners of the edge between neighbouring hexes."""
    x, y = frame.at(centre(here))
    first, second = (CORNERS[k] for k in EDGE[there[0] - here[0], there[1] - here[1]])
    side = frame.side
    return (x + side * first[0], y + side * first[1]), (x + side * second[0], y + side * second[1])


def _gaps(paper: Paper, frame: Frame, board: Board) -> None:
    """A white gap with a thin line between pieces."""
    edges = [
        (cell.place, board.cells[other].place)
        for number, cell in enumerate(board.cells)
        for other in board.neighbours[number]
        if other >= 0 and board.cells[other].piece > cell.piece
    ]
    for here, there in edges:
        paper.line(_ends(frame, here, there), "--sheet", frame.side * 0.3)
    for here, there in edges:
        paper.line(_ends(frame, here, there), "--ink", frame.side * 0.07)


def _blockade(paper: Paper, frame: Frame, edges: Sequence[tuple[Place, Place]]) -> None:
    for here, there in edges:
        paper.line(_ends(frame, here, there), "--sheet", frame.side * 0.52)
    for here, there in edges:
        _dashes(paper, *_ends(frame, here, there), frame.side * 0.36, 2)


def _dashes(paper: Paper, start: Point, end: Point, width: float, count: int) -> None:
    """So many blocks in a row from one point to another."""
    (ax, ay), (bx, by) = start, end
    length = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    nx, ny = -(by - ay) / length * width / 2, (bx - ax) / length * width / 2
    for number in range(count):
        low, high = ((number + share) / count for share in (0.14, 0.82))
        x0, y0, x1, y1 = ax + (bx - ax) * low, ay + (by - ay) * low, ax + (bx - ax) * high, ay + (by - ay) * high
        corners = [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]
        paper.area(corners, "--ink")


def _letter(paper: Paper, frame: Frame, piece: Piece, number: int) -> None:
    """The letter in a disc whose beak points where the top of the printed letter goes, and the number in the order."""
    points = [centre(piece.place(space.q, space.r)) for space in tile_of(piece).hexes]
    middle = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    x, y = frame.at(middle)
    r = frame.side * 1.15
    angle = radians(60 * piece.rotation - 90)
    beak = [
        (x + cos(angle + turn) * r * far, y + sin(angle + turn) * r * far)
        for turn, far in ((-0.75, 1.0), (0, 1.85), (0.75, 1.0))
    ]
    paper.area(beak, "--ink")
    paper.disc(x, y, r, "#ffffff", "--ink", r * 0.09)
    paper.text(x, y + r * 0.42, piece.tile, "tell8", r * 1.25, "--ink", "middle")
    paper.disc(x - r * 1.75, y, r * 0.62, "--ink")
    paper.text(x - r * 1.75, y + r * 0.24, number + 1, "work9", r * 0.72, "#ffffff", "middle")


def _legend(paper: Paper, board: Board, y: float, lang: str) -> None:
    for line in (y - 45, y + 45):
        paper.line([(LEFT, line), (RIGHT, line)], "--rule", 3)
    signs = (
        ("", say("workshop.sheet.letter", lang)),
        ("-", say("workshop.sheet.blockade", lang)),
        ("cave", say("workshop.sheet.cave", lang)),
        ("finish", say("workshop.sheet.city", lang, side=_side(board, lang))),
    )
    for (sign, words), x in zip(signs, (LEFT, LEFT + 620, LEFT + 950, LEFT + 1400), strict=True):
        if sign == "":
            paper.area([(x + 2, y + 16), (x + 22, y - 20), (x + 42, y + 16)], "--ink")
        elif sign == "-":
            _dashes(paper, (x - 20, y), (x + 60, y), 20, 3)
        else:
            paper.icon(sign, x, y - 28, 56, "--ink-2")
        paper.text(x + 72, y + 12, words, "work7", 34, "--ink-2")


def _side(board: Board, lang: str) -> str:
    return say(f"eldorado.terrain.{tile_of(board.finish).hexes[0].terrain}", lang)


# The order of laying.


def clock(dx: float, dy: float) -> int:
    """The hour of a direction: 12 is up, 3 to the right."""
    return round((degrees(atan2(dx, -dy)) % 360) / 30) % 12 or 12


def clock_of(piece: Piece) -> int:
    """The hour the top of the printed letter points to."""
    return (piece.rotation * 2) % 12 or 12


def middle_of(piece: Piece) -> Point:
    points = [centre(piece.place(space.q, space.r)) for space in tile_of(piece).hexes]
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def joined(earlier: Piece, later: Piece, lang: str) -> str:
    """At which hour of the piece before it a piece lies, and to which side it is shifted."""
    (ax, ay), (bx, by) = middle_of(earlier), middle_of(later)
    hour = clock(bx - ax, by - ay)
    off = (degrees(atan2(bx - ax, -(by - ay))) - hour * 30 + 180) % 360 - 180
    turn = "straight" if abs(off) < 1 else "clockwise" if off > 0 else "counter"
    side = say(f"workshop.sheet.turn.{turn}", lang)
    return say("workshop.sheet.join", lang, clock=hour, tile=earlier.tile, turn=side)


def _order(paper: Paper, board: Board, y: float, lang: str) -> None:
    paper.text(LEFT, y, say("workshop.sheet.order", lang), "tell8", 58)
    column = (RIGHT - LEFT) / 3
    for number, piece in enumerate(board.tiles):
        x, top = LEFT + (number % 3) * column, y + 30 + (number // 3) * STEP_HIGH
        paper.disc(x + 32, top + 95, 32, "--ink")
        paper.text(x + 32, top + 108, number + 1, "work9", 38, "#ffffff", "middle")
        spaces = [cell for cell in board.cells if cell.piece == number]
        frame = Frame([centre(cell.place) for cell in spaces], x + 85, top + 15, 175, 165)
        for cell in spaces:
            paper.area(frame.hexagon(cell.place, 1.22), "--ink-3")
        for cell in spaces:
            _space(paper, frame, cell, symbols=False)
        hour = clock_of(piece)
        key = "workshop.sheet.up" if hour == 12 else "workshop.sheet.clock"
        paper.text(x + 285, top + 62, say(key, lang, tile=piece.tile, clock=hour), "work9", 38)
        words = say("workshop.sheet.start", lang) if number == 0 else joined(board.tiles[number - 1], piece, lang)
        _wrapped(paper, x + 285, top + 108, words, 22, 34, 42, "--ink-2")


def _wrapped(paper: Paper, x: float, y: float, words: str, longest: int, size: float, high: float, fill: str) -> float:
    line = ""
    for word in words.split(" "):
        if line and len(line) + 1 + len(word) > longest:
            paper.text(x, y, line, "work7", size, fill)
            y, line = y + high, word
        else:
            line = f"{line} {word}".strip()
    paper.text(x, y, line, "work7", size, fill)
    return y + high


def _then(paper: Paper, board: Board, y: float, lang: str) -> None:
    paper.text(LEFT, y, say("workshop.sheet.then", lang), "tell8", 58)
    last = board.tiles[-1]
    (ax, ay), (bx, by) = middle_of(last), centre(board.corner)
    steps = [
        say("workshop.sheet.step.city", lang, side=_side(board, lang), tile=last.tile, clock=clock(bx - ax, by - ay)),
        say("workshop.sheet.step.blockades", lang, count=len(board.seams)),
        say("workshop.sheet.step.caves", lang),
        say("workshop.sheet.step.pawns", lang),
    ]
    line = y + 62
    for number, words in enumerate(steps):
        paper.box(LEFT, line - 30, 34, 34, 6, "--ink-2", 4)
        paper.text(LEFT + 52, line, f"{number + 1}.", "work7", 37)
        line = _wrapped(paper, LEFT + 96, line, words, 56, 37, 46, "--ink") + 12
    x = LEFT + 1130
    paper.text(x, y, say("workshop.sheet.box", lang), "tell8", 58)
    for number, piece in enumerate(board.tiles):
        paper.box(x + number * 80, y + 32, 70, 84, 14, "--ink", 4)
        paper.text(x + 35 + number * 80, y + 92, piece.tile, "tell8", 56, "--ink", "middle")
    backs = ", ".join(tile_of(piece).back for piece in board.tiles)
    below = _wrapped(paper, x, y + 172, say("workshop.sheet.sides", lang, backs=backs), 44, 35, 44, "--ink-2")
    below = _wrapped(paper, x, below + 14, say("workshop.sheet.code", lang), 44, 35, 44, "--ink-2")
    paper.text(x, below + 4, code_of(board.route()), "work9", 40)


def _foot(paper: Paper, lang: str) -> None:
    paper.line([(LEFT, HEIGHT - 130), (RIGHT, HEIGHT - 130)], "--rule", 3)
    paper.text(LEFT, HEIGHT - 85, say("workshop.sheet.foot", lang), "work7", 32, "--ink-3")
