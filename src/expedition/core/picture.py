"""Pictures as SVG: one file that looks the same wherever it is shown.

A picture is drawn with the symbols of `expedition/art` and the colours of `tokens.css`, light ("Day chart") or dark
("Night camp"). Everything it needs is inside: symbols, colours as plain values and the letters' shapes. Names in it
end with a mark of its own, so that several pictures can stand on one page.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from expedition.core.errors import SetupError

THEMES = ("light", "dark")
EMBLEMS = (  # of the seats, on a square of 16: disc, square, triangle, diamond
    '<circle cx="8" cy="8" r="6"/>',
    '<path d="M2.5 2.5h11v11h-11z"/>',
    '<path d="M8 1.5 15 14H1z"/>',
    '<path d="M8 .5 15 8 8 15.5 1 8z"/>',
)
_SPRITES = ("icons", "terrain", "posters")
_FACES = {  # class: family, weight, style, file
    "work9": ("Alegreya Sans", 900, "normal", "alegreya-sans-900-normal"),
    "work7": ("Alegreya Sans", 700, "normal", "alegreya-sans-700-normal"),
    "tell8": ("Alegreya", 800, "normal", "alegreya-800-normal"),
    "tell5": ("Alegreya", 500, "italic", "alegreya-500-italic"),
}
_FALLBACK = {"Alegreya Sans": '"Gill Sans","Trebuchet MS",sans-serif', "Alegreya": 'Palatino,"Palatino Linotype",serif'}


def check_theme(theme: str) -> str:
    if theme not in THEMES:
        raise SetupError(f"There is no theme {theme!r}; there are light and dark.")
    return theme


def svg(
    size: tuple[float, float],
    body: str,
    theme: str = "light",
    style: Iterable[tuple[str, str]] = (),
    title: str = "",
    box: Sequence[float] | None = None,
) -> str:
    """A whole picture. `style` are pairs of selector and declarations; `box` the part of the plane it shows."""
    check_theme(theme)
    width, height = size
    view = " ".join(num(v) for v in (box or (0, 0, width, height)))
    mark = "x" + hashlib.sha256(f"{theme}{body}".encode()).hexdigest()[:7]
    rules = [*_font_rules(body), ("text", "font-feature-settings:'lnum','tnum'"), *style]
    css = _faces(body) + "".join(f"{_scoped(selector, mark)}{{{what}}}" for selector, what in rules)
    made = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="expedition-{mark}" width="{num(width)}" '
        f'height="{num(height)}" viewBox="{view}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><style>{css}</style><defs>{_definitions(body)}</defs>{body}</svg>"
    )
    return _named_for(_coloured(made, theme), mark)


# Small parts that every picture uses.


def num(value: float) -> str:
    """A coordinate, as short as it may be."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def _attributes(more: Mapping[str, object]) -> str:
    """`stroke_width=2` as SVG writes it."""
    return "".join(
        f' {name.replace("_", "-")}="{num(value) if isinstance(value, float) else value}"'
        for name, value in more.items()
    )


def rect(x: float, y: float, width: float, height: float, rx: float, fill: str = "none", **more: object) -> str:
    place = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" rx="{num(rx)}"'
    return f'<rect {place} fill="{fill}"{_attributes(more)}/>'


def circle(x: float, y: float, r: float, fill: str = "none", **more: object) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"{_attributes(more)}/>'


def path(d: str, fill: str = "none", **more: object) -> str:
    return f'<path d="{d}" fill="{fill}"{_attributes(more)}/>'


def write(x: float, y: float, text: object, face: str, size: float, fill: str = "var(--ink)", at: str = "start") -> str:
    """A line of text; `face` is a class of `_FACES`, `at` start, middle or end."""
    anchor = f' text-anchor="{at}"' if at != "start" else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" class="{face}" font-size="{num(size)}" fill="{fill}"{anchor}>'
        f"{escape(str(text))}</text>"
    )


def icon(name: str, x: float, y: float, size: float, colour: str = "var(--ink)", extra: str = "") -> str:
    """A symbol of `icons.svg` with its upper left corner at x, y."""
    return (
        f'<use href="#i-{name}" x="{num(x)}" y="{num(y)}" width="{num(size)}" height="{num(size)}" '
        f'color="{colour}"{extra}/>'
    )


def emblem(seat: int, x: float, y: float, size: float) -> str:
    """A seat's sign on a disc of its colour, centred at x, y: colour and shape, never colour alone."""
    ring = "var(--ink)" if seat != 3 else "var(--rule-2)"
    inner = size * 0.5 / 16
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(size / 2)}" fill="var(--p{seat + 1})" stroke="{ring}" '
        f'stroke-width="1.5"/><g transform="translate({num(x - 8 * inner)} {num(y - 8 * inner)}) scale({inner:.3f})" '
        f'fill="var(--p{seat + 1}-on)">{EMBLEMS[seat]}</g>'
    )


def panel(x: float, y: float, width: float, height: float) -> str:
    """A sheet of the field notebook: everything one reads on."""
    inner = rect(x + 3.5, y + 3.5, width - 7, height - 7, 5, stroke="var(--rule)")
    return rect(x, y, width, height, 8, "var(--panel)", stroke="var(--rule-2)") + inner


def lines(text: str, longest: int) -> list[str]:
    """A name on one line or two, broken where that is most even."""
    parts = re.split(r"(?<=[ -])", text)
    if len(text) <= longest or len(parts) == 1:
        return [text]
    cut = min(range(1, len(parts)), key=lambda k: max(len("".join(parts[:k])), len("".join(parts[k:]))))
    return ["".join(parts[:cut]).strip(), "".join(parts[cut:]).strip()]


# The file around the drawing.


@cache
def _sprites() -> Mapping[str, str]:
    """Every drawn symbol by its name."""
    found: dict[str, str] = {}
    for sheet in _SPRITES:
        text = (files("expedition") / "art" / f"{sheet}.svg").read_text(encoding="utf-8")
        for match in re.finditer(r'<(symbol|radialGradient|path)\s+id="([^"]+)"(?:[^>]*/>|.*?</\1>)', text, re.S):
            found[match[2]] = match[0]
    return found


def _definitions(body: str) -> str:
    """The symbols a drawing uses, and those they use in turn."""
    wanted: dict[str, str] = {}
    todo = [body]
    while todo:
        for name in re.findall(r'(?:href="#|url\(#)([\w-]+)', todo.pop()):
            if name in _sprites() and name not in wanted:
                wanted[name] = _sprites()[name]
                todo.append(wanted[name])
    return "".join(wanted[name] for name in sorted(wanted))


@cache
def tokens(theme: str) -> Mapping[str, str]:
    """The colours of a theme by name; night changes some of the day's."""
    text = (files("expedition") / "art" / "tokens.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    day, night = text.split('[data-theme="dark"]')
    found = dict(re.findall(r"--([\w-]+):\s*([^;]+);", day))
    if theme == "dark":
        found.update(re.findall(r"--([\w-]+):\s*([^;]+);", night.split("\n}")[0]))
    return found


def _coloured(text: str, theme: str) -> str:
    """Names of colours replaced by the colours: not every program that shows SVG knows variables."""
    return re.sub(r"var\(--([\w-]+)\)", lambda match: tokens(theme)[match[1]], text)


def _named_for(text: str, mark: str) -> str:
    named = re.sub(r'(\bid="|href="#|url\(#)([\w-]+)', rf"\1\2-{mark}", text)
    return named.replace('class="hex ', f'class="hex-{mark} ')


def _scoped(selector: str, mark: str) -> str:
    """A rule for this picture alone. Inside a symbol only its own classes count, so terrain bears the mark itself."""
    parts = (part.strip() for part in selector.split(","))
    return ",".join(
        part.replace(".hex", f".hex-{mark}") if part.startswith(".hex") else f".expedition-{mark} {part}"
        for part in parts
    )


def _used_faces(body: str) -> list[str]:
    return [name for name in _FACES if re.search(rf'class="[^"]*\b{name}\b', body)]


def _font_rules(body: str) -> list[tuple[str, str]]:
    return [
        (
            f".{name}",
            f"font-family:'{family}',{_FALLBACK[family]};font-weight:{weight};font-style:{slant}".replace('"', "'"),
        )
        for name, (family, weight, slant, _) in _FACES.items()
        if name in _used_faces(body)
    ]


@cache
def _font(name: str) -> str:
    return base64.b64encode((files("expedition") / "art" / "fonts" / f"{name}.woff2").read_bytes()).decode("ascii")


def _faces(body: str) -> str:
    return "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{slant};"
        f"src:url(data:font/woff2;base64,{_font(file)}) format('woff2')}}"
        for family, weight, slant, file in (_FACES[name] for name in _used_faces(body))
    )
