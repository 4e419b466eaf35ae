"""El Dorado as a picture: the route as an engraved survey sheet, cards as travel posters, the whole table.

Drawn from what `Game.components` and `State.view` say (a snapshot serves as well), so it knows no rules.
Lengths on the board are in units of which a hex has side 100.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from expedition.core.picture import EMBLEMS, circle, emblem, icon, lines, num, panel, path, rect, svg, write
from expedition.core.words import say
from expedition.eldorado import text

Json = Mapping[str, Any]
Place = tuple[int, int]
Point = tuple[float, float]

SIDE = 100
VARIANTS = 3  # of the drawing of each kind of hex
ACROSS = math.sqrt(3) * SIDE
# the edge shared with the neighbour in this direction runs between these corners (0 is the top one, clockwise)
EDGES = {(1, 0): (1, 2), (1, -1): (0, 1), (0, -1): (5, 0), (-1, 0): (4, 5), (-1, 1): (3, 4), (0, 1): (2, 3)}
SYMBOL = {"jungle": "machete", "river": "paddle", "village": "coin", "rubble": "discard", "basecamp": "remove"}
PLACES = {  # of one to four symbols on a hex, with their size
    1: ((0, 2, 68),),
    2: ((-31, 2, 57), (31, 2, 57)),
    3: ((0, -27, 52), (-30, 25, 52), (30, 25, 52)),
    4: ((-27, -27, 49), (27, -27, 49), (-27, 27, 49), (27, 27, 49)),
}
EFFECT = {
    "take_any_market_card_free": (("market", None),),
    "draw": (("draw", "draw"),),
    "draw_then_may_remove": (("draw", "draw"), ("remove", "remove_up_to")),
    "move_one_ignoring_requirement": (("native", None),),
}
TOKEN_ICON = {
    "draw_1": "draw",
    "remove_card": "remove",
    "replace_hand": "replace",
    "keep_item": "keep",
    "pass_occupied": "pass",
    "native": "native",
    "change_symbol": "change",
}
PAWN = (
    "M-64-86c20-3 28-10 32-30 4-20 14-32 32-32s28 12 32 32c4 20 12 27 32 30 8 1 8 12 0 14-10 2-20 4-31 5 0 14-5 25-13 "
    "32 24 8 38 34 41 78 1 8-5 14-13 14h-96c-8 0-14-6-13-14 3-44 17-70 41-78-8-7-13-18-13-32-11-1-21-3-31-5-8-2-8-13 "
    "0-14z"
)
CARD_SHAPE = 1.42  # height of a card by its width
_EMPTY: Mapping[str, Any] = {"stroke": "var(--rule-2)", "stroke_width": 1.5, "stroke_dasharray": "6 5"}


# Engraving: line, fill, dark, paper and foam of each terrain; strong terrain has darker ground.


def _terrain_style(theme: str) -> Iterator[tuple[str, str]]:
    yield ".hex .rim", "fill:none;stroke:var(--grid);stroke-width:5"
    yield ".hex .md", "fill:var(--mountain-2)"
    yield ".hex .mm", "fill:var(--mountain-3)"
    yield ".hex .ms", "fill:var(--mountain-snow)"
    yield ".hex .mc", "fill:#0b0d0e"
    yield ".hex .mh", "fill:none;stroke:var(--mountain-line);stroke-width:2.6;stroke-linecap:round"
    inks = _DAY if theme == "light" else _DAY | _NIGHT
    for (terrain, strong), (line, fill, dark, paper, foam) in inks.items():
        hexes = [f".hex.{terrain}.s3", f".hex.{terrain}.s4"] if strong else [f".hex.{terrain}"]
        for part, what in (
            (".tl", f"fill:none;stroke:{line};stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round"),
            (".tf", f"fill:{fill}"),
            (".td", f"fill:{dark}"),
            (".tp", f"fill:{paper}"),
            (".tw", f"fill:none;stroke:{foam};stroke-width:3.4;stroke-linecap:round"),
        ):
            yield ",".join(f"{selector} {part}" for selector in hexes), what


def _ink(line: str, fill: str = "none", dark: str = "none", paper: str = "none", foam: str = "none") -> tuple[str, ...]:
    return line, fill, dark, paper, foam


_DAY = {
    ("jungle", False): _ink("rgba(20,64,28,.5)", "rgba(70,122,58,.36)", "rgba(18,66,36,.62)"),
    ("jungle", True): _ink("rgba(8,36,20,.75)", "rgba(104,160,84,.55)", "rgba(8,44,26,.8)"),
    ("river", False): _ink("rgba(16,82,110,.55)", dark="rgba(12,42,60,.75)", foam="rgba(255,255,255,.85)"),
    ("river", True): _ink("rgba(6,34,60,.7)", dark="rgba(12,42,60,.75)", foam="rgba(220,244,250,.85)"),
    ("village", False): _ink("rgba(96,54,8,.75)", "#c9542c", "#5a2b0b", "#fff4d8"),
    ("village", True): _ink("rgba(44,20,2,.85)", "#d9672f", "#5a2b0b", "#f3d9a2"),
    ("rubble", False): _ink("rgba(62,56,46,.75)", "rgba(98,90,78,.5)", "#4b453c", "rgba(255,252,244,.65)"),
    ("rubble", True): _ink("rgba(30,26,20,.85)", "rgba(60,54,46,.6)", "#4b453c", "rgba(176,168,154,.9)"),
    ("basecamp", False): _ink("rgba(104,26,14,.8)", "#d9583c", "#a3321f", "#fff3df"),
    ("basecamp", True): _ink("rgba(48,6,2,.85)", "#d9583c", "#5d120b", "#f4cdb4"),
    ("start", False): _ink("rgba(110,92,54,.8)"),
}
_NIGHT = {
    ("jungle", False): _ink("rgba(10,30,18,.75)", "rgba(120,170,100,.26)", "rgba(10,34,20,.7)"),
    ("jungle", True): _ink("rgba(10,30,18,.75)", "rgba(120,170,100,.26)", "rgba(10,34,20,.7)"),
    ("river", False): _ink("rgba(8,32,48,.7)", dark="rgba(12,42,60,.75)", foam="rgba(190,228,238,.5)"),
    ("river", True): _ink("rgba(8,32,48,.7)", dark="rgba(12,42,60,.75)", foam="rgba(190,228,238,.5)"),
    ("village", False): _ink("rgba(36,18,2,.85)", "#b0552c", "#5a2b0b", "#d9b877"),
    ("village", True): _ink("rgba(36,18,2,.85)", "#b0552c", "#5a2b0b", "#d9b877"),
    ("rubble", False): _ink("rgba(20,18,14,.8)", "rgba(98,90,78,.5)", "#4b453c", "rgba(190,184,170,.42)"),
    ("rubble", True): _ink("rgba(20,18,14,.8)", "rgba(60,54,46,.6)", "#4b453c", "rgba(190,184,170,.42)"),
    ("basecamp", False): _ink("rgba(36,6,2,.85)", "#d9583c", "#5d120b", "#e3b79c"),
    ("basecamp", True): _ink("rgba(36,6,2,.85)", "#d9583c", "#5d120b", "#e3b79c"),
    ("start", False): _ink("rgba(200,196,170,.7)"),
}


# Geometry.


def _centre(place: Place) -> Point:
    return ACROSS * (place[0] + place[1] / 2), 1.5 * SIDE * place[1]


def _corner(place: Place, k: int) -> Point:
    x, y = _centre(place)
    angle = math.radians(60 * k - 90)
    return round(x + SIDE * math.cos(angle), 1), round(y + SIDE * math.sin(angle), 1)


def turned(place: Sequence[int], turns: int) -> Place:
    """A place after turning the whole map by 60 degrees, so many times."""
    q, r = place
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


def flattest(board: Json) -> int:
    """How often to turn a board by 60 degrees so that it lies wide and one reads it from left to right."""

    def ugliness(turns: int) -> float:
        points = [_centre(turned((h["q"], h["r"]), turns)) for h in board["hexes"]]
        starts = [x for (x, _), h in zip(points, board["hexes"], strict=True) if h["start"]]
        finishes = [x for (x, _), h in zip(points, board["hexes"], strict=True) if h["finish"]]
        width = max(x for x, _ in points) - min(x for x, _ in points)
        height = max(y for _, y in points) - min(y for _, y in points)
        backwards = sum(starts) / len(starts) > sum(finishes) / len(finishes)
        return abs(height / width - 0.55) + backwards

    return min(range(6), key=lambda turns: (round(ugliness(turns), 3), turns))


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def _outline(cells: set[Place]) -> str:
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
    return _path(coast) + "z"


@dataclass
class _Map:
    """A board laid out for drawing: turned in steps of 60 degrees so that it is as flat as can be."""

    board: Json
    turns: int

    @classmethod
    def of(cls, board: Json) -> _Map:
        return cls(board, flattest(board))

    def place(self, at: Sequence[int]) -> Place:
        return turned(at, self.turns)

    def centre(self, at: Sequence[int]) -> Point:
        return _centre(self.place(at))

    def hexes(self) -> list[Json]:
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
        points = [_centre(at) for sheet in self.sheets() for at in sheet]
        x0, y0 = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
        return x0, y0, max(x for x, _ in points) + margin - x0, max(y for _, y in points) + margin - y0


# The board.


def _ground(chart: _Map) -> str:
    """Waterlining around the route, shadow, and the paper of the tiles."""
    coasts = [_outline(sheet) for sheet in chart.sheets()]
    everything = "".join(coasts)
    drawn = [f'<path id="coast" d="{everything}"/>'.replace("<path", "<defs><path") + "</defs>"]
    for width, strength in ((300, 0.3), (232, 0.45), (172, 0.62), (120, 0.85)):
        drawn.append(
            f'<g fill="none" stroke-linejoin="round"><use href="#coast" stroke="var(--chart-line)" '
            f'stroke-opacity="{strength}" stroke-width="{width}"/>'
            f'<use href="#coast" stroke="var(--chart)" stroke-width="{width - 9}"/></g>'
        )
    drawn.append(
        '<g stroke-linejoin="round"><use href="#coast" fill="var(--chart)" stroke="var(--chart)" stroke-width="70"/>'
        '<use href="#coast" x="9" y="13" fill="rgb(var(--shadow))" stroke="rgb(var(--shadow))" stroke-width="26" '
        'opacity=".28"/></g>'.replace("rgb(var(--shadow))", "#1d1408")
    )
    for coast in coasts:
        drawn.append(
            f'<path d="{coast}" fill="var(--ink)" stroke="var(--ink)" stroke-width="27" stroke-linejoin="round"/>'
            f'<path d="{coast}" fill="var(--sheet)" stroke="var(--sheet)" stroke-width="19" stroke-linejoin="round"/>'
        )
    return "".join(drawn)


def _space(chart: _Map, h: Json) -> str:
    x, y = chart.centre((h["q"], h["r"]))
    variant = (h["q"] * 7 + h["r"] * 13) % VARIANTS
    terrain, power = h["terrain"], h["power"]
    at = f'x="{num(x - 100)}" y="{num(y - 100)}" width="200" height="200"'
    if terrain == "mountain":
        return f'<use href="#h-{"cave" if h["cave"] else f"mountain-{variant}"}" {at}/>'
    if terrain == "start":
        return f'<use href="#h-start" {at}/>' + write(x, y + 26, h["start"], "work9", 76, at="middle")
    drawn = f'<use href="#h-{terrain}-{power}-{variant}" {at}/>'
    if h["finish"]:
        ring = f'transform="translate({num(x)} {num(y)}) scale(.9)" fill="none" stroke="var(--gold)" stroke-width="11"'
        drawn += f'<use href="#hx" {ring}/>'
    ink = "var(--sym-dark)" if power < 3 else "var(--sym-light)"
    for dx, dy, size in PLACES[power]:
        drawn += icon(SYMBOL[terrain], x + dx - size / 2, y + dy - size / 2, size, ink)
    return drawn


def _city(chart: _Map) -> str:
    """The stepped city in the sun: El Dorado, drawn beside the finishing spaces."""
    places = [chart.centre(at) for at in chart.board.get("city", ())]
    if not places:
        return ""
    cx = sum(x for x, _ in places) / len(places)
    cy = sum(y for _, y in places) / len(places)
    ground = "".join(
        f'<use href="#hx" transform="translate({num(x)} {num(y)})" fill="var(--finish)"/>' for x, y in places
    )
    clip = "".join(f'<use href="#hx" transform="translate({num(x - cx)} {num(y - cy)})"/>' for x, y in places)
    angles = [k * math.pi / 12 for k in range(-8, 9)]
    rays = "".join(f"M0-70L{num(230 * math.sin(a))} {num(-70 - 230 * math.cos(a))}" for a in angles)
    return (
        f'{ground}<g transform="translate({num(cx)} {num(cy)})"><clipPath id="city">{clip}</clipPath>'
        f'<g clip-path="url(#city)"><path d="{rays}" stroke="var(--gold-2)" stroke-width="9"/>'
        '<circle cy="-62" r="62" fill="#fff3c4"/>'
        '<path d="M-135 92V62H-108V30H-82V0H-56V-30H-30V-58H30V-30H56V0H82V30H108V62H135V92z" fill="#a86a0c"/>'
        '<path d="M0-58h30v28h26V0h26v30h26v32h27v30H0z" fill="#7c4706"/>'
        '<path d="M-15 92V26h30v66zM-135 62H135M-108 30H108M-82 0H82M-56-30H56" fill="#3d2003" stroke="#5d3503" '
        'stroke-width="5"/><path d="M-170 128c40-42 90-40 120-22s90 18 130-4 60-8 90 10v60h-340z" fill="#4c7a3a"/>'
        "</g></g>"
    )


def _letters(chart: _Map) -> str:
    drawn = ""
    for tile in chart.board["tiles"][:-1]:
        x, y = chart.centre((tile["q"], tile["r"]))
        drawn += (
            f'<text x="{num(x)}" y="{num(y + 92)}" class="tell8" font-size="46" text-anchor="middle" '
            'fill="var(--ink)" stroke="var(--sheet)" stroke-width="12" stroke-linejoin="round" '
            f'paint-order="stroke">{tile["tile"]}</text>'
        )
    return drawn


def _blockade(line: list[Point], kind: Json | None) -> str:
    """A palisade along the seam in the colour of its terrain, one medallion per power; None: not yet dealt."""
    d = _path(line)
    logs = f"var(--{kind['terrain']}-2)" if kind else "#b89a66"
    drawn = (
        f'<g fill="none" stroke-linejoin="round" stroke-linecap="round"><path d="{d}" stroke="#000" stroke-width="46" '
        f'opacity=".25" transform="translate(5 8)"/><path d="{d}" stroke="#14201f" stroke-width="46"/>'
        f'<path d="{d}" stroke="{logs}" stroke-width="35" stroke-dasharray="19 6" stroke-linecap="butt"/>'
        f'<path d="{d}" stroke="#fff6e0" stroke-width="5" stroke-dasharray="9 7" stroke-linecap="butt" opacity=".7"/>'
        "</g>"
    )
    middle = len(line) // 2
    spots = [middle] if kind is None or kind["power"] == 1 else [middle - 1, middle + 1]
    for x, y in (line[spot] for spot in spots):
        fill = f"var(--{kind['terrain']}-1)" if kind else "#e9d9ae"
        drawn += f'<circle cx="{num(x)}" cy="{num(y)}" r="46" fill="{fill}" stroke="#14201f" stroke-width="8"/>'
        if kind:
            drawn += icon(SYMBOL[kind["terrain"]], x - 29, y - 29, 58, "var(--sym-dark)")
        else:
            drawn += write(x, y + 21, "?", "work9", 62, "#14201f", "middle")
    if kind:
        x, y = line[1]
        drawn += f'<rect x="{num(x - 30)}" y="{num(y - 32)}" width="60" height="64" rx="12" fill="#14201f"/>'
        drawn += write(x, y + 17, kind["number"], "work9", 46, "#fff6e0", "middle")
    return drawn


def _pile(chart: _Map, at: Sequence[int], count: int) -> str:
    """The tokens left on a cave."""
    if not count:
        return ""
    x, y = chart.centre(at)
    tokens = "".join(
        f'<use href="#tok" x="{num(x - 40)}" y="{num(y - 9 * k)}" width="80" height="80"/>' for k in range(count)
    )
    return tokens + write(x, y + 55 - 9 * (count - 1), count, "work9", 46, "#fff3d2", "middle")


def _pawn(point: Point, seat: int, scale: float, active: bool = False) -> str:
    x, y = point
    halo = '<ellipse cy="46" rx="84" ry="34" fill="#14201f" fill-opacity=".33" stroke="var(--gold)" stroke-width="12"/>'
    return (
        f'<g transform="translate({num(x)} {num(y + 6)}) scale({scale})">{halo if active else ""}'
        '<ellipse cx="6" cy="50" rx="58" ry="17" fill="#000" opacity=".32"/>'
        f'<path d="{PAWN}" fill="var(--p{seat + 1})" stroke="#fff8e6" stroke-width="15" stroke-linejoin="round"/>'
        f'<path d="{PAWN}" fill="var(--p{seat + 1})" stroke="#14201f" stroke-width="5" stroke-linejoin="round"/>'
        '<path d="M-33-104c22 7 44 7 66 0M-33-67c22 4 44 4 66 0" fill="none" stroke="#14201f" stroke-width="6" '
        'opacity=".5"/>'
        f'<g fill="var(--p{seat + 1}-on)" transform="translate(-18 -2) scale(2.2)">{EMBLEMS[seat]}</g></g>'
    )


def _pawns(chart: _Map, view: Json) -> str:
    """All pawns, the farther ones first; those that arrived stand before the golden city."""
    standing: dict[Point, list[int]] = {}
    arrived: list[int] = []
    for seat, player in enumerate(view["seats"]):
        for pawn in player["pawns"]:
            if pawn["at"] == "arrived":
                arrived.append(seat)
            else:
                standing.setdefault(chart.centre(pawn["at"]), []).append(seat)
    actor = view["turn"]["seat"] if view["turn"]["phase"] != "over" else -1
    drawn = ""
    for (x, y), seats in sorted(standing.items(), key=lambda item: item[0][1]):
        for k, seat in enumerate(seats):  # a free passage lets several stand on one space for a moment
            drawn += _pawn((x + 44 * (k - (len(seats) - 1) / 2), y), seat, 0.75, seat == actor)
    city = [chart.centre(at) for at in chart.board.get("city", ())]
    for k, seat in enumerate(arrived):
        x = sum(p[0] for p in city) / len(city) + 78 * (k - (len(arrived) - 1) / 2)
        drawn += _pawn((x, sum(p[1] for p in city) / len(city) + 62), seat, 0.55)
    return drawn


def _standing(chart: _Map, components: Json, view: Json | None) -> str:
    if view is None:
        return "".join(_blockade(chart.seam(seam["between"]), None) for seam in chart.board["seams"])
    kinds = {kind["number"]: kind for kind in components["blockades"]}
    return "".join(_blockade(chart.seam(b["between"]), kinds[b["number"]]) for b in view["blockades"])


def _caves(chart: _Map, view: Json | None) -> str:
    return "".join(
        _pile(chart, cave["at"], cave["count"] if "count" in cave else len(cave["pile"]))
        for cave in (view or {}).get("caves", ())
    )


# What the bare paper carries: graticule, rhumb lines and a compass rose where there is room.


def _paper(box: tuple[float, float, float, float], rose: Point | None) -> str:
    x0, y0, width, height = box
    step = 433
    d = "".join(
        f"M{num(x * step)} {num(y0)}v{num(height)}" for x in range(math.ceil(x0 / step), int((x0 + width) / step) + 1)
    )
    d += "".join(
        f"M{num(x0)} {num(y * step)}h{num(width)}" for y in range(math.ceil(y0 / step), int((y0 + height) / step) + 1)
    )
    drawn = f'<path d="{d}" fill="none" stroke="var(--chart-line)" stroke-width="2.5" opacity=".28"/>'
    if rose is None:
        return drawn
    far = math.hypot(width, height)
    angles = [k * math.pi / 16 for k in range(32)]
    rays = "".join(f"M{num(rose[0])} {num(rose[1])}l{num(far * math.cos(a))} {num(far * math.sin(a))}" for a in angles)
    drawn += f'<path d="{rays}" fill="none" stroke="var(--chart-line)" stroke-width="2.5" opacity=".4"/>'
    return drawn + _rose(rose, 185)


def _rose(at: Point, r: float) -> str:
    ticks = [k * math.pi / 36 for k in range(72)]
    d = "".join(
        f"M{num(r * 0.9 * math.cos(a))} {num(r * 0.9 * math.sin(a))}L{num(r * math.cos(a))} {num(r * math.sin(a))}"
        for a in ticks
    )
    drawn = (
        f'<g transform="translate({num(at[0])} {num(at[1])})" stroke="var(--chart-ink)"><circle r="{num(r)}" '
        f'fill="var(--chart)" stroke-width="5"/><circle r="{num(r * 0.9)}" fill="none" stroke-width="3"/>'
        f'<path d="{d}" stroke-width="3"/>'
    )
    for count, reach, width, turn in ((8, 0.62, 0.13, math.pi / 8), (4, 0.74, 0.17, math.pi / 4), (4, 1.12, 0.22, 0.0)):
        for k in range(count):
            a = turn + k * 2 * math.pi / count
            tip = f"{num(reach * r * math.cos(a))} {num(reach * r * math.sin(a))}"
            for side, fill in ((1, "var(--chart-ink)"), (-1, "var(--chart)")):
                b = a + side * math.pi / (4 if count == 4 else 8)
                foot = f"{num(width * r * math.cos(b))} {num(width * r * math.sin(b))}"
                drawn += path(f"M0 0L{tip}L{foot}z", fill, stroke_width=2)
    drawn += (
        f'<path d="M0 {num(-r * 1.42)}l{num(r * 0.11)} {num(r * 0.22)}-{num(r * 0.11)}-{num(r * 0.06)}-{num(r * 0.11)} '
    )
    return drawn + f'{num(r * 0.06)}z" fill="var(--chart-ink)" stroke-width="2"/></g>'


def _room(chart: _Map, box: tuple[float, float, float, float], taken: Sequence[Point]) -> Point | None:
    """The middle of the largest bare patch of paper, if it holds a compass rose."""
    x0, y0, width, height = box
    full = [_centre(at) for sheet in chart.sheets() for at in sheet] + list(taken)
    best: tuple[float, Point] | None = None
    for i in range(1, 40):
        for j in range(1, 24):
            point = (x0 + width * i / 40, y0 + height * j / 24)
            edge = min(point[0] - x0, x0 + width - point[0], point[1] - y0, y0 + height - point[1])
            room = min(edge + 130, min(math.hypot(point[0] - x, point[1] - y) for x, y in full))
            if best is None or room > best[0]:
                best = (room, point)
    return best[1] if best and best[0] > 460 else None


def _frame(box: tuple[float, float, float, float]) -> str:
    x, y, width, height = box
    drawn = ""
    for inset, stroke, dash in ((36, 6, ""), (54, 18, ' stroke-dasharray="166 166" opacity=".75"'), (72, 4, "")):
        drawn += (
            f'<rect x="{num(x + inset)}" y="{num(y + inset)}" width="{num(width - 2 * inset)}" '
            f'height="{num(height - 2 * inset)}" fill="none" stroke="var(--chart-ink)" stroke-width="{stroke}"{dash}/>'
        )
    return drawn


TITLE_HEIGHT = 300


def _scene(
    components: Json, view: Json | None, title: str, subtitle: str
) -> tuple[str, tuple[float, float, float, float]]:
    """The framed map with its title; the drawing and the part of the plane it fills."""
    chart = _Map.of(components["board"])
    x, y, width, height = chart.bounds(330)
    y, height = y - TITLE_HEIGHT, height + TITLE_HEIGHT
    box = (x, y, width, height)
    left, top = x + 170, y + 250
    taken = [(left + 75 * k, top) for k in range(0, max(len(title), len(subtitle) // 2), 4)]
    drawn = (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" fill="var(--chart)"/>'
        + _paper(box, _room(chart, box, taken))
        + _ground(chart)
        + "".join(_space(chart, h) for h in chart.hexes())
        + _city(chart)
        + _letters(chart)
        + _caves(chart, view)
        + _standing(chart, components, view)
        + (_pawns(chart, view) if view else "")
        + _frame(box)
        + write(left, top, title, "tell8", 126, "var(--ink-2)")
        + write(left + 4, top + 92, subtitle, "tell5", 62, "var(--chart-ink)")
    )
    return drawn, box


def _title(components: Json, route: object, lang: str) -> tuple[str, str]:
    board = components["board"]
    caves = sum(h["cave"] for h in board["hexes"])
    count = {"tiles": len(board["tiles"]) - 1, "blockades": len(board["seams"]), "caves": caves}
    return text.route(route, lang), say("eldorado.words.sheets", lang, **count)


def board(
    components: Json, view: Json | None = None, theme: str = "light", lang: str = "en", route: object = None
) -> str:
    """The map: alone as the route, or with pawns, blockades and caves as a view or snapshot has them."""
    name = view["setup"]["route"] if view else route
    title, subtitle = _title(components, name, lang)
    drawn, box = _scene(components, view, title, subtitle)
    width = 1280
    return svg((width, width * box[3] / box[2]), drawn, theme, _terrain_style(theme), title, box)


# Cards.


def _powers(card: Json) -> list[tuple[str, str]]:
    """What the pennant says: pairs of sign and number."""
    if card["symbols"]:
        return [("joker" if len(card["symbols"]) > 1 else card["symbols"][0], str(card["power"]))]
    effect = card["effect"]
    return [(sign, str(effect[count]) if count else "1") for sign, count in EFFECT[effect["type"]]]


def _card(card: Json, x: float, y: float, width: float, lang: str, owner: int | None = None, badge: str = "") -> str:
    """A travel poster with its name, pennant, price and the ticket of what is used once."""
    k = width / 112
    height, plate, edge = width * CARD_SHAPE, 34 * k, 5 * k
    family = f"var(--c-{card['color']})"
    art = height - plate - 2 * edge
    drawn = (
        f'<g transform="translate({num(x)} {num(y)})"><rect x="1.5" y="3" width="{num(width)}" height="{num(height)}" '
        f'rx="{num(9 * k)}" opacity=".25"/><rect width="{num(width)}" height="{num(height)}" rx="{num(9 * k)}" '
        f'fill="var(--c-border)" stroke="#14201f" stroke-opacity=".55"/>'
        f'<svg x="{num(edge)}" y="{num(edge)}" width="{num(width - 2 * edge)}" height="{num(art)}">'
        f'<use href="#a-{card["id"]}" width="{num(width - 2 * edge)}" height="{num(art)}"/></svg>'
        f'<rect x="{num(edge)}" y="{num(edge + art + 2 * k)}" width="{num(width - 2 * edge)}" '
        f'height="{num(plate - 2 * k)}" rx="{num(3 * k)}" fill="{family}"/>'
    )
    drawn += _pennant(_powers(card), 9 * k, edge, k, family)
    drawn += _card_name(text.card(card["id"], lang), width / 2, edge + art + plate / 2 + 3 * k, k)
    if card["single_use"]:
        drawn += _stamp(edge + 13 * k, edge + art - 3 * k, k)
    if card["cost"]:
        drawn += _coin(width - edge - 14 * k, edge + art - 3 * k, 12.5 * k, card["cost"])
    elif owner is not None:
        drawn += emblem(owner, width - edge - 14 * k, edge + art - 3 * k, 24 * k)
    return drawn + badge + "</g>"


def _card_name(name: str, x: float, y: float, k: float) -> str:
    parts = lines(name, 13)
    size = (14.5 if len(parts) == 1 else 13) * k * min(1.0, 14 / max(map(len, parts)))
    first = y + size * 0.33 - (len(parts) - 1) * size * 0.48
    return "".join(
        write(x, first + size * 0.96 * i, part, "work9", size, "var(--on-card)", "middle")
        for i, part in enumerate(parts)
    )


def _pennant(powers: Sequence[tuple[str, str]], x: float, y: float, k: float, family: str) -> str:
    row = 45 if len(powers) == 1 else 32
    deep, width = (row * len(powers) + 12) * k, 31 * k
    half, notch = num(-width / 2), num(7 * k)
    drawn = path(f"M{num(x)} {num(y)}h{num(width)}v{num(deep)}l{half}-{notch} {half} {notch}z", family)
    sign, size = (20 * k, 21 * k) if len(powers) == 1 else (16 * k, 15 * k)
    for i, (name, count) in enumerate(powers):
        top = y + (4 + i * row) * k
        drawn += icon(name, x + (width - sign) / 2, top, sign, "var(--on-card)")
        drawn += write(x + width / 2, top + sign + size * 0.82, count, "work9", size, "var(--on-card)", "middle")
    return drawn


def _coin(x: float, y: float, r: float, price: int) -> str:
    drawn = circle(x, y, r, "var(--coin-2)", stroke="var(--c-border)", stroke_width=r * 0.3)
    drawn += circle(x, y, r * 0.86, "var(--coin-1)", fill_opacity=".55", stroke="#8a5a00", stroke_width=r * 0.12)
    return drawn + write(x, y + r * 0.46, price, "work9", r * 1.34, "var(--on-coin)", "middle")


def _stamp(x: float, y: float, k: float) -> str:
    drawn = circle(x, y, 12.5 * k, "var(--once)", stroke="var(--c-border)", stroke_width=2 * k)
    return drawn + icon("single-use", x - 9 * k, y - 9 * k, 18 * k, "var(--on-card)")


def _ticket(card: Json, x: float, y: float, width: float, lang: str, count: int) -> str:
    """A card of the reserve in one line."""
    strip = f"M{num(x + 5)} {num(y)}h33v40h-33a5 5 0 0 1-5-5v-30a5 5 0 0 1 5-5z"
    drawn = rect(x, y, width, 40, 5, "var(--panel-2)", stroke="var(--rule)")
    drawn += path(strip, f"var(--c-{card['color']})")
    powers = _powers(card)
    for i, (sign, power) in enumerate(powers):
        top = y + (10 if len(powers) == 1 else 3 + 17 * i)
        drawn += icon(sign, x + 3, top + 2, 16 if len(powers) == 1 else 14, "var(--on-card)")
        drawn += write(x + 27, top + 15, power, "work9", 16 if len(powers) == 1 else 14, "var(--on-card)", "middle")
    parts = lines(text.card(card["id"], lang), 11)
    for i, part in enumerate(parts):
        size = min(14.0, 140 / len(part))
        drawn += write(x + 46, y + (25 if len(parts) == 1 else 18 + 14 * i), part, "work7", size)
    if card["single_use"]:
        drawn += _stamp(x + 38, y + 33, 0.62)
    drawn += _coin(x + width - 15, y + 12, 10, card["cost"])
    drawn += write(x + width - 15, y + 35, f"×{count}", "work7", 12, "var(--ink-2)", "middle")
    return drawn


def _token(token: Json, x: float, y: float, size: float) -> str:
    """A cave token: a hexagon with its sign and value, centred at x, y."""
    k = size / 72
    symbol = token.get("symbol")
    tint = {"machete": "var(--jungle-2)", "paddle": "var(--river-2)", "coin": "var(--village-2)"}.get(
        symbol or "", "#cdb3dc"
    )
    ink = "var(--sym-dark)" if symbol else "#1c2b26"
    drawn = (
        f'<g transform="translate({num(x - size / 2)} {num(y - size / 2)}) scale({k:.3f})">'
        '<path d="M36 3 64.5 19.5v33L36 69 7.5 52.5v-33z" fill="#14201f"/>'
        f'<path d="M36 6.5 61.5 21.2v29.6L36 65.5 10.5 50.8V21.2z" fill="{tint}"/>'
    )
    sign = symbol or TOKEN_ICON[token["id"]]
    if symbol:
        return drawn + icon(sign, 10, 21, 30, ink) + write(52, 47, token["value"], "work9", 31, ink, "middle") + "</g>"
    return drawn + icon(sign, 17, 17, 38, ink) + "</g>"


def cards(components: Json, theme: str = "light", lang: str = "en") -> str:
    """All expedition cards on one sheet, in the order of the data."""
    width, gap, columns = 168.0, 18.0, 7
    rows = math.ceil(len(components["cards"]) / columns)
    drawn = '<rect width="100%" height="100%" fill="var(--chart)"/>'
    for i, card in enumerate(components["cards"]):
        x, y = gap + (i % columns) * (width + gap), gap + (i // columns) * (width * CARD_SHAPE + gap)
        drawn += _card(card, x, y, width, lang, owner=0 if card["cost"] is None else None)
    size = (gap + columns * (width + gap), gap + rows * (width * CARD_SHAPE + gap))
    return svg(size, drawn, theme, (), say("game.eldorado", lang))


# The table.

WIDTH, BAR, MARKET, DOCK = 1440, 64, 316, 190
MOST_LOOT = 4  # blockades and tokens that fit on a player's plate


def table(
    components: Json, view: Json, theme: str = "light", lang: str = "en", names: Sequence[str] | None = None
) -> str:
    """The whole table as a seat sees it: players, map, hand and market."""
    title, subtitle = _title(components, view["setup"]["route"], lang)
    scene, box = _scene(components, view, title, subtitle)
    room = WIDTH - MARKET - 24
    height = max(520.0, min(760.0, room * box[3] / box[2]))
    total = BAR + height + DOCK + 16
    view_box = " ".join(num(v) for v in box)
    drawn = (
        '<rect width="100%" height="100%" fill="var(--chart)"/>'
        f'<svg x="8" y="{BAR + 8}" width="{room}" height="{num(height)}" viewBox="{view_box}">{scene}</svg>'
        + _bar(components, view, lang, names, title)
        + _market(components, view, WIDTH - MARKET - 8, BAR + 8, total - BAR - 16, lang)
        + _dock(components, view, 8, BAR + height + 16, room, lang)
    )
    return svg((WIDTH, total), drawn, theme, _terrain_style(theme), f"{say('game.eldorado', lang)}: {title}")


def _bar(components: Json, view: Json, lang: str, names: Sequence[str] | None, title: str) -> str:
    kinds = {b["number"]: b for b in components["blockades"]}
    tokens = {t["id"]: t for t in components["tokens"]}
    turn = view["turn"]
    drawn = (
        f'<rect width="{WIDTH}" height="{BAR}" fill="var(--panel)"/><path d="M0 {BAR}h{WIDTH}" stroke="var(--rule-2)"/>'
    )
    drawn += write(20, 30, title, "tell8", 19)
    words = [say("eldorado.words.round", lang, round=turn["round"])]
    if view["setup"].get("caves"):
        words.append(say("eldorado.words.caves", lang))
    if turn.get("final_round"):
        words.append(say("eldorado.words.final_round", lang))
    drawn += write(20, 50, " · ".join(words), "work7", 15, "var(--ink-2)")
    count = len(view["seats"])
    width = 282.0
    x = WIDTH - 8 - count * (width + 8)
    for seat in range(count):
        drawn += _plate(seat, view, x, kinds, tokens, text.player(seat, lang, names), width)
        x += width + 8
    return drawn


def _plate(seat: int, view: Json, x: float, kinds: Json, tokens: Json, name: str, width: float) -> str:
    player = view["seats"][seat]
    active = seat == view["turn"]["seat"] and view["turn"]["phase"] != "over"
    stroke = 'stroke="var(--gold)" stroke-width="2.5"' if active else 'stroke="var(--rule)"'
    drawn = f'<rect x="{num(x)}" y="7" width="{num(width)}" height="50" rx="8" fill="var(--panel-2)" {stroke}/>'
    drawn += emblem(seat, x + 27, 32, 34) + write(x + 52, 28, name, "work9", 17)
    if seat == 0:
        drawn += icon("hat", x + 57 + 8.6 * len(name), 13, 18)
    at = x + 52
    for sign, count in _counts(player):
        drawn += icon(sign, at, 35, 15, "var(--ink-2)") + write(at + 18, 48, count, "work7", 15, "var(--ink-2)")
        at += 40
    return drawn + _loot(player, x + width - 18, kinds, tokens)


def _loot(player: Json, right: float, kinds: Json, tokens: Json) -> str:
    """Blockades and tokens won, ending at `right`; only their numbers where there is no room for them."""
    drawn, at = "", right
    if len(player["tokens"]) + len(player["blockades"]) > MOST_LOOT:
        for sign, won in (("token", player["tokens"]), ("blockade", player["blockades"])):
            drawn += write(at, 38, len(won), "work9", 17, "var(--ink-2)", "end")
            drawn += icon(sign, at - 38, 22, 20, "var(--ink-2)")
            at -= 50
        return drawn
    for held in reversed(player["tokens"]):
        drawn += _token(tokens[held], at - 4, 32, 32)
        at -= 28
    for won in reversed(player["blockades"]):
        fill = f"var(--{kinds[won]['terrain']}-2)"
        drawn += rect(at - 12, 20, 22, 24, 4, fill, stroke="#14201f", stroke_width=2)
        drawn += write(at - 1, 37, won, "work9", 14, "var(--sym-dark)", "middle")
        at -= 27
    return drawn


def _counts(player: Json) -> list[tuple[str, int]]:
    """Hand, draw and discard pile; a snapshot has the cards, a view of others only their number."""
    hand = player["hand_count"] if "hand_count" in player else len(player["hand"])
    draw = player["draw_count"] if "draw_count" in player else len(player["draw"])
    return [("hand", hand), ("deck", draw), ("discard-pile", len(player["discard"]))]


def _market(components: Json, view: Json, x: float, y: float, height: float, lang: str) -> str:
    kinds = {card["id"]: card for card in components["cards"]}
    drawn = panel(x, y, MARKET, height) + write(x + 16, y + 36, say("eldorado.zone.market", lang), "tell8", 24)
    width, top = 90.0, y + 52
    for i, pile in enumerate(view["market"]["board"]):
        left = x + 14 + (i % 3) * (width + 9)
        row = top + (i // 3) * (width * CARD_SHAPE + 9)
        if pile is None:
            drawn += rect(left, row, width, width * CARD_SHAPE, 7, **_EMPTY)
        else:
            drawn += _card(kinds[pile["card"]], left, row, width, lang, badge=_badge(width, pile["count"]))
    top += 2 * (width * CARD_SHAPE + 9) + 22
    drawn += icon("lock", x + 16, top - 15, 14, "var(--ink-2)")
    drawn += write(x + 35, top - 3, say("eldorado.zone.above", lang), "work9", 15)
    for i, pile in enumerate(view["market"]["above"]):
        drawn += _ticket(kinds[pile["card"]], x + 12 + (i % 2) * 148, top + 7 + (i // 2) * 44, 144, lang, pile["count"])
    return drawn


def _badge(width: float, count: int) -> str:
    return (
        f'<rect x="{num(width - 34)}" y="6" width="27" height="19" rx="9.5" fill="#14201f" fill-opacity=".85"/>'
        + write(width - 20.5, 20, f"×{count}", "work7", 13, "#fff6e0", "middle")
    )


def _dock(components: Json, view: Json, x: float, y: float, width: float, lang: str) -> str:
    """The hand of the seat whose view this is, its tokens and what is going on."""
    seat = view.get("seat", view["turn"]["seat"])
    drawn = panel(x, y, width, DOCK - 16)
    if seat is None or view["seats"][seat]["hand"] is None:
        return drawn + write(
            x + width / 2, y + 90, " · ".join(_doing(view, lang)), "tell5", 24, "var(--ink-2)", "middle"
        )
    kinds = {card["id"]: card for card in components["cards"]}
    tokens = {token["id"]: token for token in components["tokens"]}
    player = view["seats"][seat]
    drawn += emblem(seat, x + 30, y + 32, 34)
    drawn += write(x + 54, y + 38, say("eldorado.zone.hand", lang), "tell8", 21)
    for i, line in enumerate(_doing(view, lang)):
        drawn += write(x + 16, y + 74 + 20 * i, line, "work7", 15, "var(--ink-2)")
    for i, token in enumerate(player["tokens"][:5]):
        drawn += _token(tokens[token], x + 32 + 44 * i, y + 142, 42)
    held, room = player["hand"], width - 250 - 220
    step = min(113.0, (room - 104) / max(1, len(held) - 1))
    for i, name in enumerate(held):
        owner = seat if kinds[name]["cost"] is None else None
        drawn += _card(kinds[name], x + 250 + i * step, y + 13, 104, lang, owner)
    for i, pile in enumerate(("played", "discard")):
        words = say(f"eldorado.zone.{pile}", lang)
        drawn += _top_card(player[pile], kinds, words, x + width - 206 + 102 * i, y + 18, lang)
    return drawn


def _top_card(pile: Sequence[str], kinds: Json, words: str, x: float, y: float, lang: str) -> str:
    """An open pile: its last card, how many there are, and what it is."""
    width, height = 78.0, 78 * CARD_SHAPE
    if pile:
        drawn = _card(kinds[pile[-1]], x, y, width, lang, badge=_badge(width, len(pile)))
    else:
        drawn = rect(x, y, width, height, 7, **_EMPTY)
    return drawn + write(x + width / 2, y + height + 20, words, "work7", 13, "var(--ink-2)", "middle")


def _doing(view: Json, lang: str) -> list[str]:
    """What the running turn has in play, in a few words."""
    turn = view["turn"]
    if turn["phase"] == "over":
        return [say("terminal.over", lang)]
    said = []
    active = turn.get("active")
    if active:
        name = text.card(active["card"], lang) if active.get("card") else text.token(active["token"], lang)
        left = active.get("left")
        said.append(name if left is None else say("eldorado.words.power_left", lang, card=name, left=left))
    pending = turn.get("pending")
    if pending and pending["kind"] == "pay":
        said.append(say("eldorado.words.due", lang, card=text.card(pending["card"], lang), due=pending["due"]))
    return said
