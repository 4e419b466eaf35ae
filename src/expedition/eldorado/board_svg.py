"""The route as an engraved survey sheet, with pawns, blockades and caves where a view says so."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from expedition.core.picture import EMBLEMS, icon, num, path, svg, write
from expedition.core.types import ReadOnlyJson
from expedition.core.words import say
from expedition.eldorado import text
from expedition.eldorado.card_svg import SYMBOL
from expedition.eldorado.chart import Chart, Point, centre, outline, path_through

VARIANTS = 3  # of the drawing of each kind of hex


PLACES = {  # of one to four symbols on a hex, with their size
    1: ((0, 2, 68),),
    2: ((-31, 2, 57), (31, 2, 57)),
    3: ((0, -27, 52), (-30, 25, 52), (30, 25, 52)),
    4: ((-27, -27, 49), (27, -27, 49), (-27, 27, 49), (27, 27, 49)),
}


PAWN = (
    "M-64-86c20-3 28-10 32-30 4-20 14-32 32-32s28 12 32 32c4 20 12 27 32 30 8 1 8 12 0 14-10 2-20 4-31 5 0 14-5 25-13 "
    "32 24 8 38 34 41 78 1 8-5 14-13 14h-96c-8 0-14-6-13-14 3-44 17-70 41-78-8-7-13-18-13-32-11-1-21-3-31-5-8-2-8-13 "
    "0-14z"
)


def terrain_style(theme: str) -> Iterator[tuple[str, str]]:
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


def _ground(chart: Chart) -> str:
    """Waterlining around the route, shadow, and the paper of the tiles."""
    coasts = [outline(sheet) for sheet in chart.sheets()]
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


def _space(chart: Chart, h: ReadOnlyJson) -> str:
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


def _city(chart: Chart) -> str:
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


def _letters(chart: Chart) -> str:
    drawn = ""
    for tile in chart.board["tiles"][:-1]:
        x, y = chart.centre((tile["q"], tile["r"]))
        drawn += (
            f'<text x="{num(x)}" y="{num(y + 92)}" class="tell8" font-size="46" text-anchor="middle" '
            'fill="var(--ink)" stroke="var(--sheet)" stroke-width="12" stroke-linejoin="round" '
            f'paint-order="stroke">{tile["tile"]}</text>'
        )
    return drawn


def _blockade(line: list[Point], kind: ReadOnlyJson | None) -> str:
    """A palisade along the seam in the colour of its terrain, one medallion per power; None: not yet dealt."""
    d = path_through(line)
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


def _pile(chart: Chart, at: Sequence[int], count: int) -> str:
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


def _pawns(chart: Chart, view: ReadOnlyJson) -> str:
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


def _standing(chart: Chart, components: ReadOnlyJson, view: ReadOnlyJson | None) -> str:
    if view is None:
        return "".join(_blockade(chart.seam(seam["between"]), None) for seam in chart.board["seams"])
    kinds = {kind["number"]: kind for kind in components["blockades"]}
    return "".join(_blockade(chart.seam(b["between"]), kinds[b["number"]]) for b in view["blockades"])


def _caves(chart: Chart, view: ReadOnlyJson | None) -> str:
    return "".join(
        _pile(chart, cave["at"], cave["count"] if "count" in cave else len(cave["pile"]))
        for cave in (view or {}).get("caves", ())
    )


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


def _room(chart: Chart, box: tuple[float, float, float, float], taken: Sequence[Point]) -> Point | None:
    """The middle of the largest bare patch of paper, if it holds a compass rose."""
    x0, y0, width, height = box
    full = [centre(at) for sheet in chart.sheets() for at in sheet] + list(taken)
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


def board_scene(
    components: ReadOnlyJson, view: ReadOnlyJson | None, title: str, subtitle: str
) -> tuple[str, tuple[float, float, float, float]]:
    """The framed map with its title; the drawing and the part of the plane it fills."""
    chart = Chart.of(components["board"])
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


def route_title(components: ReadOnlyJson, route: object, lang: str) -> tuple[str, str]:
    board = components["board"]
    caves = sum(h["cave"] for h in board["hexes"])
    count = {"tiles": len(board["tiles"]) - 1, "blockades": len(board["seams"]), "caves": caves}
    return text.route(route, lang), say("eldorado.words.sheets", lang, **count)


def board(
    components: ReadOnlyJson,
    view: ReadOnlyJson | None = None,
    theme: str = "light",
    lang: str = "en",
    route: object = None,
) -> str:
    """The map: alone as the route, or with pawns, blockades and caves as a view or snapshot has them."""
    name = view["setup"]["route"] if view else route
    title, subtitle = route_title(components, name, lang)
    drawn, box = board_scene(components, view, title, subtitle)
    width = 1280
    return svg((width, width * box[3] / box[2]), drawn, theme, terrain_style(theme), title, box)
