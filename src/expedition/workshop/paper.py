"""One sheet of A4 that comes out as SVG and as PDF from the same drawing. Lengths are tenths of a millimetre.

The PDF is written by fpdf2: plain Python, small, and it embeds our own letters. Libraries that turn SVG into PDF
either need cairo installed beside Python or leave out style sheets and symbols, of which our drawings are made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from expedition.core.extras import needs
from expedition.core.picture import circle, icon, num, path, rect, svg, tokens, write

WIDTH: Final = 2100.0
HEIGHT: Final = 2970.0
FONTS: Final = {
    "tell8": "alegreya-800-normal",
    "tell5": "alegreya-500-italic",
    "work7": "alegreya-sans-700-normal",
    "work9": "alegreya-sans-900-normal",
}
Point = tuple[float, float]


class Paper:
    """A drawing as a list of simple marks."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.marks: list[tuple[str, tuple[Any, ...]]] = []

    def area(self, points: Sequence[Point], fill: str, stroke: str = "", width: float = 0) -> None:
        self.marks.append(("area", (tuple(points), fill, stroke, width)))

    def line(self, points: Sequence[Point], stroke: str, width: float) -> None:
        self.marks.append(("line", (tuple(points), stroke, width)))

    def disc(self, x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 0) -> None:
        self.marks.append(("disc", (x, y, r, fill, stroke, width)))

    def box(self, x: float, y: float, wide: float, high: float, r: float, stroke: str, width: float) -> None:
        self.marks.append(("box", (x, y, wide, high, r, stroke, width)))

    def text(
        self, x: float, y: float, text: object, face: str, size: float, fill: str = "--ink", at: str = "start"
    ) -> None:
        self.marks.append(("text", (x, y, str(text), face, size, fill, at)))

    def icon(self, name: str, x: float, y: float, size: float, colour: str) -> None:
        self.marks.append(("icon", (name, x, y, size, colour)))

    # As SVG.

    def svg(self) -> str:
        body = rect(0, 0, WIDTH, HEIGHT, 0, "#ffffff") + "".join(_SVG[kind](*mark) for kind, mark in self.marks)
        return svg((WIDTH * 0.378, HEIGHT * 0.378), body, "light", (), self.title, (0, 0, WIDTH, HEIGHT))

    # As PDF.

    def pdf(self) -> bytes:
        with needs("print"):
            from fpdf import FPDF

        page = FPDF(unit="mm", format="A4")
        page.set_title(self.title)
        page.set_creator("Expedition")
        page.set_auto_page_break(False)
        page.set_margin(0)
        page.c_margin = 0
        with TemporaryDirectory() as folder:
            for face in FONTS:
                page.add_font(face, fname=_true_type(face, Path(folder)))
            page.add_page()
            writer = PdfMarks(page)
            for kind, mark in self.marks:
                getattr(writer, kind)(*mark)
            return bytes(page.output())


def _colour(name: str) -> str:
    return f"var({name})" if name.startswith("--") else name


def _points(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def _stroke(stroke: str, width: float) -> dict[str, object]:
    return {"stroke": _colour(stroke), "stroke_width": width, "stroke_linejoin": "round"} if stroke else {}


_SVG: Final[dict[str, Any]] = {
    "area": lambda points, fill, stroke, width: path(_points(points) + "z", _colour(fill), **_stroke(stroke, width)),
    "line": lambda points, stroke, width: path(_points(points), "none", **_stroke(stroke, width)),
    "disc": lambda x, y, r, fill, stroke, width: circle(x, y, r, _colour(fill), **_stroke(stroke, width)),
    "box": lambda x, y, wide, high, r, stroke, width: rect(x, y, wide, high, r, "none", **_stroke(stroke, width)),
    "text": lambda x, y, text, face, size, fill, at: write(x, y, text, face, size, _colour(fill), at),
    "icon": lambda name, x, y, size, colour: icon(name, x, y, size, _colour(colour)),
}


class PdfMarks:
    """Marks on a page of fpdf2."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def area(self, points: Sequence[Point], fill: str, stroke: str, width: float) -> None:
        self._ink(fill, stroke, width)
        self.page.polygon([(x / 10, y / 10) for x, y in points], style="DF" if stroke else "F")

    def line(self, points: Sequence[Point], stroke: str, width: float) -> None:
        self._ink("", stroke, width)
        self.page.polyline([(x / 10, y / 10) for x, y in points])

    def disc(self, x: float, y: float, r: float, fill: str, stroke: str, width: float) -> None:
        self._ink(fill, stroke, width)
        self.page.circle(x / 10, y / 10, r / 10, style="DF" if stroke else "F")

    def box(self, x: float, y: float, wide: float, high: float, r: float, stroke: str, width: float) -> None:
        self._ink("", stroke, width)
        self.page.rect(x / 10, y / 10, wide / 10, high / 10, style="D", round_corners=True, corner_radius=r / 10)

    def text(self, x: float, y: float, text: str, face: str, size: float, fill: str, at: str) -> None:
        self.page.set_font(face, size=size / 10 * 72 / 25.4)
        self.page.set_text_color(*_rgb(fill))
        wide = self.page.get_string_width(text)
        self.page.text(x / 10 - {"start": 0.0, "middle": wide / 2, "end": wide}[at], y / 10, text)

    def icon(self, name: str, x: float, y: float, size: float, colour: str) -> None:
        from fpdf.drawing_primitives import Transform
        from fpdf.svg import SVGObject

        red, green, blue = _rgb(colour)
        drawn = SVGObject(_icon(name).replace("currentColor", f"#{red:02x}{green:02x}{blue:02x}"))
        _, _, paths = drawn.transform_to_rect_viewport(1, size / 10, size / 10)
        moved = Transform.translation(x / 10, y / 10)
        paths.transform = paths.transform @ moved if paths.transform else moved
        self.page.set_xy(0, 0)
        self.page.draw_path(paths)

    def _ink(self, fill: str, stroke: str, width: float) -> None:
        if fill:
            self.page.set_fill_color(*_rgb(fill))
        if stroke:
            self.page.set_draw_color(*_rgb(stroke))
            self.page.set_line_width(width / 10)


@cache
def _rgb(name: str) -> tuple[int, int, int]:
    text = tokens("light")[name[2:]] if name.startswith("--") else name
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


@cache
def _icon(name: str) -> str:
    """A symbol of icons.svg as a picture of its own, 24 units wide."""
    text = (files("expedition") / "art" / "icons.svg").read_text(encoding="utf-8")
    found = re.search(rf'<symbol id="i-{re.escape(name)}"([^>]*)>(.*?)</symbol>', text, re.S)
    assert found is not None, name
    attributes = re.sub(r'viewBox="[^"]*"', "", found[1])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g{attributes}>{found[2]}</g></svg>'


def _true_type(face: str, folder: Path) -> Path:
    """Our letters in the form that PDF takes."""
    with needs("print"):
        from fontTools.ttLib import TTFont

    font = TTFont(BytesIO((files("expedition") / "art" / "fonts" / f"{FONTS[face]}.woff2").read_bytes()))
    font.flavor = None
    made = folder / f"{face}.ttf"
    font.save(made)
    return made
