"""Silver & Gold as a picture: treasure maps as islands of sand, expedition cards, score sheet, the whole table.

Drawn from what `Game.components` and `State.view` say (a snapshot serves as well), so it knows no rules.
On a map a field has side 100.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from expedition.core.picture import emblem, icon, num, panel, path, rect, svg, write
from expedition.core.types import ReadOnlyJson
from expedition.core.words import say
from expedition.silvergold import text

Cell = tuple[int, int]

SYMBOL = {"X": ("cross", "var(--m-cross)"), "C": ("sg-coin", "var(--m-coin)"), "P": ("palm", "var(--m-palm)")}
PAD, HEAD = 46, 80  # of a large map: sea around the island, room for the flag
SMALL_PAD, SMALL_HEAD = 30, 120
COLUMNS = 4
DONE_A_ROW = 5  # completed maps in a line of the score card


# A treasure map.


def _outline(cells: set[Cell]) -> str:
    """The coast of an island as closed paths."""
    follows: dict[Cell, list[Cell]] = {}
    for r, c in sorted(cells):
        corners = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))  # clockwise, as the four sides run
        for k, (dr, dc) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            if (r + dr, c + dc) not in cells:
                follows.setdefault(corners[k], []).append(corners[(k + 1) % 4])
    drawn = ""
    while follows:
        first = at = min(follows)
        coast: list[Cell] = []
        while not coast or at != first:
            coast.append(at)
            ends = follows[at]
            if len(ends) == 1:
                del follows[at]
            at = ends.pop()
        drawn += "M" + "L".join(f"{x * 100} {y * 100}" for x, y in coast) + "z"
    return drawn


def _hatching(r: int, c: int, seed: str) -> str:
    """Pen strokes over a marked field, each field in its own hand."""
    hand = random.Random(f"{seed}{r}{c}")
    x, y, d = c * 100, r * 100, ""
    for k in range(8):
        t = 22 + k * 22
        near, far = max(10, t - 90), min(90, t)
        if far - near > 8:
            ax, ay, bx, by, mx, my = (hand.uniform(-3, 3) for _ in range(6))
            middle = (near + far) / 2
            d += f"M{num(x + near + ax)} {num(y + far + ay)}Q{num(x + middle + mx)} {num(y + middle + my)} "
            d += f"{num(x + far + bx)} {num(y + near + by)}"
    return d


def _size(card: ReadOnlyJson, small: bool) -> tuple[float, float]:
    pad, head = (SMALL_PAD, SMALL_HEAD) if small else (PAD, HEAD)
    return COLUMNS * 100 + 2 * pad, head + len(card["grid"]) * 100 + pad


def _map(
    card: ReadOnlyJson, x: float, y: float, width: float, marked: Iterable[Sequence[int]] = (), small: bool = False
) -> str:
    """A map with its upper left corner at x, y."""
    full_width, full_height = _size(card, small)
    drawn = _sea(card, full_width, full_height, small) + _island(card, {(r, c) for r, c in marked}, small)
    drawn += _flag(card, small) + _seal(card, full_width, small)
    return f'<g transform="translate({num(x)} {num(y)}) scale({width / full_width:.4f})">{drawn}</g>'


def _sea(card: ReadOnlyJson, width: float, height: float, small: bool) -> str:
    frame = 12 if small else 9
    colour, sea = f"var(--m-{card['colour']})", f"var(--m-sea-{card['colour']})"
    drawn = (
        rect(3, 6, width, height, 22, "#000", opacity=".25")
        + rect(0, 0, width, height, 22, colour)
        + rect(frame, frame, width - 2 * frame, height - 2 * frame, 14, sea)
    )
    if small:
        return drawn
    waves = _waves(card, width, height)
    drawn += rect(15, 15, width - 30, height - 30, 9, stroke=colour, stroke_width=2)
    return drawn + path(waves, stroke=colour, stroke_width=3, opacity=".4", stroke_linecap="round")


def _waves(card: ReadOnlyJson, width: float, height: float) -> str:
    """Short waves wherever the sea is wide enough."""
    land = [(r, c) for r, row in enumerate(card["grid"]) for c, sign in enumerate(row) if sign != "."]

    def gap(x: float, y: float) -> float:
        return min(
            max(PAD + c * 100 - x, x - PAD - c * 100 - 100, 0) + max(HEAD + r * 100 - y, y - HEAD - r * 100 - 100, 0)
            for r, c in land
        )

    d = ""
    for k in range(14):
        for n in range(7):
            x, y = 34 + n * 68 + (k % 2) * 34, 38 + k * 34
            under_flag = (y < 96 and x < 124) or (card["seal"] and y < 110 and x > width - 140)
            if min(gap(x, y), gap(x + 28, y)) > 48 and x + 34 < width - 20 and y < height - 20 and not under_flag:
                d += f"M{x} {y}q7-7 14 0t14 0"
    return d


def _island(card: ReadOnlyJson, marked: set[Cell], small: bool) -> str:
    signs = {(r, c): sign for r, row in enumerate(card["grid"]) for c, sign in enumerate(row) if sign != "."}
    pad, head = (SMALL_PAD, SMALL_HEAD) if small else (PAD, HEAD)
    colour, sea = f"var(--m-{card['colour']})", f"var(--m-sea-{card['colour']})"
    coast = _outline(set(signs))
    drawn = f'<g transform="translate({pad} {head})" stroke-linejoin="round">'
    for width, strength in ((38, 0.4), (24, 0.7)) if small else ((54, 0.3), (40, 0.5), (26, 0.75)):
        drawn += (
            f'<path d="{coast}" fill="none" stroke="{colour}" stroke-opacity="{strength}" stroke-width="{width}"/>'
            f'<path d="{coast}" fill="none" stroke="{sea}" stroke-width="{width - 5}"/>'
        )
    drawn += (
        f'<path d="{coast}" opacity=".2" stroke="#000" stroke-width="14" transform="translate(4 7)"/>'
        f'<path d="{coast}" fill="var(--m-sand)" stroke="var(--m-line)" stroke-width="15"/>'
        f'<path d="{coast}" fill="var(--m-sand)" stroke="var(--m-sand)" stroke-width="8"/>'
    )
    drawn += "".join(
        f'<rect x="{c * 100 + 7}" y="{r * 100 + 7}" width="86" height="86" rx="9" fill="#fff" opacity=".42"/>'
        for r, c in signs
    )
    grid = "".join(f"M{c * 100 + 100} {r * 100 + 5}v90" for r, c in signs if (r, c + 1) in signs)
    grid += "".join(f"M{c * 100 + 5} {r * 100 + 100}h90" for r, c in signs if (r + 1, c) in signs)
    drawn += (
        f'<path d="{grid}" fill="none" stroke="var(--m-line)" stroke-width="3" stroke-dasharray="9 7" opacity=".6"/>'
    )
    return (
        drawn
        + _marks(card["id"], marked)
        + "".join(_sign(at, sign, at in marked) for at, sign in signs.items())
        + "</g>"
    )


def _marks(seed: str, marked: set[Cell]) -> str:
    if not marked:
        return ""
    fields = "".join(
        f'<rect x="{c * 100 + 4}" y="{r * 100 + 4}" width="92" height="92" rx="8" fill="var(--m-mark)" opacity=".13"/>'
        for r, c in sorted(marked)
    )
    strokes = "".join(_hatching(r, c, seed) for r, c in sorted(marked))
    return fields + path(strokes, stroke="var(--m-mark)", stroke_width=5, stroke_linecap="round", opacity=".72")


def _sign(at: Cell, sign: str, marked: bool) -> str:
    if sign not in SYMBOL:
        return ""
    name, colour = SYMBOL[sign]
    x, y = at[1] * 100, at[0] * 100
    if not marked:
        return icon(name, x + 21, y + 21, 58, colour)
    ground = f'<circle cx="{x + 50}" cy="{y + 50}" r="35" fill="var(--m-sand)" opacity=".85"/>'
    return ground + icon(name, x + 21, y + 21, 58, colour, ' opacity=".6"')


def _flag(card: ReadOnlyJson, small: bool) -> str:
    width, deep, size, base = (112, 104, 80, 68) if small else (80, 70, 52, 46)
    flag = f'<path d="M26 0h{width}v{deep}l-{width / 2}-15-{width / 2} 15z" fill="var(--m-{card["colour"]})"/>'
    return flag + write(26 + width / 2, base, card["points"], "work9", size, "var(--on-map)", "middle")


def _seal(card: ReadOnlyJson, width: float, small: bool) -> str:
    if not card["seal"]:
        return ""
    size = 112 if small else 78
    x = width - size - 22
    drawn = icon("seal", x, 6, size, f"var(--m-{card['seal']['colour']})")
    points = card["seal"]["points"]
    return drawn + write(
        x + size / 2, 6 + size * (0.6 if small else 0.55), points, "work9", size * 0.44, "var(--on-map)", "middle"
    )


# An expedition card and its pattern.


def _pattern(cells: Sequence[Sequence[int]], x: float, y: float, size: float) -> str:
    """A pattern centred at x, y."""
    rows, columns = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    left, top = x - columns * size / 2, y - rows * size / 2
    look: dict[str, Any] = {"stroke": "#14201f", "stroke_width": max(1.5, size * 0.06)}
    return "".join(
        rect(left + c * size + 2, top + r * size + 2, size - 4, size - 4, size * 0.13, "#e9ab22", **look)
        for r, c in cells
    )


def _cells(grid: Sequence[str]) -> list[Cell]:
    return [(r, c) for r, row in enumerate(grid) for c, sign in enumerate(row) if sign == "#"]


def _back(x: float, y: float, width: float, height: float) -> str:
    """The back of a card, latticed."""
    step, d = 12, ""
    for k in range(step, int(width + height), step):
        left, right = x + max(0, k - height), x + min(k, width)
        low, high = min(k, height), max(0, k - width)
        d += f"M{num(left)} {num(y + low)}L{num(right)} {num(y + high)}"
        d += f"M{num(left)} {num(y + height - low)}L{num(right)} {num(y + height - high)}"
    return rect(x, y, width, height, 6, "#2f5d6b") + path(d, stroke="#fff", stroke_opacity=".16")


def _expedition(pattern: ReadOnlyJson | None, x: float, y: float, width: float) -> str:
    """A ship under the sun with the pattern in it; without one the card's back."""
    k = width / 200
    wave = "q12-9 25 0t25 0 25 0 25 0 25 0 25 0 25 0 25 0"
    drawn = f'<g transform="translate({num(x)} {num(y)}) scale({k:.3f})">' + rect(
        1, 4, 200, 266, 12, "#000", opacity=".25"
    )
    drawn += rect(0, 0, 200, 266, 12, "var(--c-border)", stroke="#14201f", stroke_opacity=".5")
    if pattern is None:
        return drawn + _back(7, 7, 186, 252) + "</g>"
    return drawn + (
        '<svg x="7" y="7" width="186" height="252" viewBox="0 0 200 260" preserveAspectRatio="xMidYMax slice">'
        '<path d="M0 0h200v260H0z" fill="#f6e3b6"/><path d="M0 120h200v140H0z" fill="#f1cd87"/>'
        '<circle cx="100" cy="90" r="80" fill="#f3a658"/><circle cx="100" cy="90" r="68" fill="#f8c98a"/>'
        '<path d="M0 190h200v70H0z" fill="#2f7f93"/><g transform="translate(102 212) scale(.55)"><g fill="#173e52">'
        '<path d="M-40 0h80q-6 20-20 24H-20q-14-4-20-24z"/><path d="M-2-72h4V2h-4z"/></g>'
        '<path d="M-34-46q-8 18-2 40 14-5 26-2-6-20 0-38-12 4-24 0zM6-66q-10 26-2 58 18-6 34-2-8-30 0-56-16 6-32 0z" '
        'fill="#fff6e0"/><path d="M2-78h20l-4 5 4 5H2z" fill="#cf3325"/></g>'
        f'<path d="M0 214{wave}v54H0z" fill="#23687f"/><path d="M0 234{wave}v34H0z" fill="#174a60"/>'
        f"{_pattern(_cells(pattern['grid']), 100, 90, 38)}</svg></g>"
    )


# The score card.


def _sheet(
    sheet: ReadOnlyJson, player: ReadOnlyJson, cards: ReadOnlyJson, x: float, y: float, width: float, lang: str
) -> str:
    """Coins with their trophies, palms, completed maps, and the points line by line."""
    values = player.get("score") or {}
    rows, coins = sheet["coin_rows"], sheet["coins_per_row"]
    drawn = _line(say("silvergold.score.coins", lang), values.get("coins"), x, y, width)
    side = min(36.0, (width - 74) / coins - 6)
    for row in range(rows):
        top = y + 10 + row * (side + 4)
        for k in range(coins):
            filled = row * coins + k < player["coins"]
            drawn += _box(x + k * (side + 6), top, side, side * 0.88, "coin" if filled else "")
            if filled:
                drawn += icon("sg-coin", x + k * (side + 6) + side * 0.24, top + side * 0.18, side * 0.52, "#8a5a00")
        won = player["trophies"][row] if row < len(player["trophies"]) else None
        colour = "var(--gold-ink)" if won else "var(--ink-3)"
        drawn += icon("trophy", x + width - 48, top + side * 0.16, 18, colour)
        drawn += write(x + width - 2, top + side * 0.66, won or "", "work9", 17, colour, "end")
    y += rows * (side + 4) + 36
    drawn += _line(say("silvergold.score.trophies", lang), values.get("trophies"), x, y, width)
    y += 28
    drawn += _line(say("silvergold.score.palms", lang), values.get("palms"), x, y, width)
    drawn += icon("palm", x, y + 13, 22, "var(--ink-2)")
    for k in range(sheet["palms"]):
        value = player["palms"][k] if k < len(player["palms"]) else None
        drawn += _box(x + 30 + k * 42, y + 10, 36, 28, "palm" if value else "")
        drawn += write(x + 48 + k * 42, y + 30, value or "", "work9", 16, "#123a1e", "middle")
    y += 64
    drawn += _line(say("silvergold.score.maps", lang), values.get("maps"), x, y, width)
    for k, name in enumerate(player["completed"]):
        drawn += _done(cards[name], x + (k % DONE_A_ROW) * 46, y + 10 + (k // DONE_A_ROW) * 31)
    y += 62 + 31 * (max(0, len(player["completed"]) - 1) // DONE_A_ROW)
    return drawn + _line(say("silvergold.score.seals", lang), values.get("seals"), x, y, width)


def _line(words: str, value: object, x: float, y: float, width: float) -> str:
    drawn = write(x, y, words, "work7", 15, "var(--ink-2)")
    return drawn + (write(x + width, y, value, "work9", 16, at="end") if value is not None else "")


def _box(x: float, y: float, width: float, height: float, kind: str) -> str:
    fill, stroke = {"coin": ("#ffe29a", "#8a5a00"), "palm": ("#cfe5c2", "#2b6b3c")}.get(
        kind, ("var(--panel-2)", "var(--rule-2)")
    )
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" rx="6" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="1.5"/>'
    )


def _done(card: ReadOnlyJson, x: float, y: float) -> str:
    """A completed map: its points in its colour, with the seal if it has one."""
    drawn = f'<rect x="{num(x)}" y="{num(y)}" width="41" height="27" rx="6" fill="var(--m-{card["colour"]})"/>'
    drawn += write(x + (15 if card["seal"] else 20.5), y + 19.5, card["points"], "work9", 16, "var(--on-map)", "middle")
    return drawn + (icon("seal", x + 25, y + 6, 14, "var(--on-map)") if card["seal"] else "")


# Whole pictures.


def maps(components: ReadOnlyJson, theme: str = "light", lang: str = "en") -> str:
    """All treasure maps and the six patterns on one sheet."""
    columns, width, gap = 12, 104.0, 12.0
    left, y = 24.0, 60.0
    drawn = '<rect width="100%" height="100%" fill="var(--chart)"/>'
    drawn += write(left, 42, say("silvergold.words.maps", lang), "tell8", 26)
    for colour in dict.fromkeys(card["colour"] for card in components["maps"]):
        row = [card for card in components["maps"] if card["colour"] == colour]
        for i, card in enumerate(row):
            drawn += _map(card, left + (i % columns) * (width + gap), y, width, small=True)
        full_width, full_height = _size(row[0], True)
        y += width * full_height / full_width + gap
    drawn += write(left, y + 30, say("silvergold.words.expedition_cards", lang), "tell8", 26)
    per_pattern = {
        p["id"]: sum(e["pattern"] == p["id"] for e in components["expedition"]) for p in components["patterns"]
    }
    for i, pattern in enumerate(components["patterns"]):
        x = left + i * (2 * (width + gap))
        drawn += _expedition(pattern, x, y + 48, 104)
        drawn += write(x + 116, y + 90, f"×{per_pattern[pattern['id']]}", "work9", 22)
        drawn += write(x, y + 208, text.pattern(pattern["id"], lang), "work7", 15, "var(--ink-2)")
    return svg(
        (2 * left + columns * (width + gap) - gap, y + 228), drawn, theme, (), say("silvergold.words.maps", lang)
    )


WIDTH, BAR = 1440, 64
LEFT, MIDDLE, RIGHT = 24, 268, 1144
OWN = 414.0


def table(
    components: ReadOnlyJson,
    view: ReadOnlyJson,
    theme: str = "light",
    lang: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """The whole table as a seat sees it: own maps, pattern, score card, display and the others."""
    cards = {card["id"]: card for card in components["maps"]}
    seat = view.get("seat")
    own = seat if seat is not None else max(view.get("actor", 0), 0)
    others = [k for k in range(len(view["seats"])) if k != own]
    top = 612.0
    drawn = (
        '<rect width="100%" height="100%" fill="var(--chart)"/>'
        + _bar(components, view, lang, names)
        + _card_in_force(components, view, lang)
        + _own_maps(view["seats"][own], cards, lang)
        + panel(RIGHT, 78, WIDTH - RIGHT - 24, 516)
        + _score_panel(components["score_sheet"], view, own, cards, lang, names)
        + _display(view, cards, top, lang)
        + "".join(_other(view, k, i, len(others), cards, top, lang, names) for i, k in enumerate(others))
    )
    return svg((WIDTH, top + 268), drawn, theme, (), say("game.silvergold", lang))


def _bar(components: ReadOnlyJson, view: ReadOnlyJson, lang: str, names: Sequence[str] | None) -> str:
    sheet, turn = components["score_sheet"], view["turn"]
    drawn = (
        f'<rect width="{WIDTH}" height="{BAR}" fill="var(--panel)"/><path d="M0 {BAR}h{WIDTH}" stroke="var(--rule-2)"/>'
    )
    drawn += write(24, 30, say("game.silvergold", lang), "tell8", 19)
    words = [say("silvergold.words.round", lang, round=turn["round"], rounds=sheet["rounds"])]
    if turn["flip"]:
        flips = sheet["flips_per_round"]
        words.append(say("silvergold.words.flip", lang, flip=turn["flip"], flips=flips))
    drawn += write(24, 50, " · ".join(words), "work7", 15, "var(--ink-2)")
    waiting = view.get("actors", ())
    width = 230.0
    x = WIDTH - 24 - len(view["seats"]) * (width + 10) + 10
    for seat in range(len(view["seats"])):
        name = text.player(seat, lang, names)
        drawn += rect(x, 11, width, 42, 21, "var(--panel-2)", stroke="var(--rule)")
        drawn += emblem(seat, x + 24, 32, 30) + write(x + 46, 38, name, "work9", 16)
        if seat == turn["start"]:
            drawn += icon("hat", x + 54 + 7.6 * len(name), 22, 19)
        if not view.get("over"):
            sign, colour = ("hourglass", "var(--gold-ink)") if seat in waiting else ("check", "var(--good)")
            drawn += icon(sign, x + width - 34, 23, 18, colour)
        x += width + 10
    return drawn


def _card_in_force(components: ReadOnlyJson, view: ReadOnlyJson, lang: str) -> str:
    turn = view["turn"]
    pattern = next((p for p in components["patterns"] if p["id"] == turn["pattern"]), None)
    drawn = write(LEFT, 98, say("silvergold.words.expedition_card", lang), "work9", 15, "var(--ink-2)")
    drawn += _expedition(pattern, LEFT + 4, 112, 210)
    if pattern:
        drawn += write(LEFT + 109, 424, text.pattern(pattern["id"], lang), "tell5", 21, "var(--ink-2)", "middle")
    return drawn


def _own_maps(player: ReadOnlyJson, cards: ReadOnlyJson, lang: str) -> str:
    if player["dealt"]:
        drawn = write(MIDDLE, 104, say("silvergold.words.choose", lang), "tell8", 22)
        return drawn + "".join(_map(cards[name], MIDDLE + i * 212, 130, 200) for i, name in enumerate(player["dealt"]))
    drawn = ""
    for slot, held in enumerate(player["maps"]):
        x = MIDDLE + slot * (OWN + 24)
        if held is None:
            drawn += (
                f'<rect x="{num(x)}" y="78" width="{num(OWN)}" height="440" rx="18" fill="none" stroke="var(--rule-2)" '
                'stroke-width="2" stroke-dasharray="10 9"/>'
            )
        else:
            drawn += _map(cards[held["card"]], x, 78, OWN, held["marked"])
    return drawn


def _score_panel(
    sheet: ReadOnlyJson, view: ReadOnlyJson, seat: int, cards: ReadOnlyJson, lang: str, names: Sequence[str] | None
) -> str:
    player = view["seats"][seat]
    x, width = RIGHT + 20, WIDTH - RIGHT - 64
    score = player.get("score")
    drawn = emblem(seat, x + 13, 106, 26) + write(x + 34, 113, text.player(seat, lang, names), "tell8", 22)
    if score:
        drawn += write(x + width, 115, score["total"], "work9", 32, at="end")
    drawn += path(f"M{num(x)} 130h{num(width)}", stroke="var(--rule)")
    drawn += _sheet(sheet, player, cards, x, 156, width, lang)
    drawn += write(x, 540, say("silvergold.words.trophies_left", lang), "work7", 15, "var(--ink-2)")
    for i, points in enumerate(sheet["trophies"]):
        here = points in view["trophies"]
        cx = x + 16 + i * 40
        fill, stroke = ("#ffe29a", "#8a5a00") if here else ("none", "var(--rule-2)")
        drawn += f'<circle cx="{num(cx)}" cy="566" r="15" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
        drawn += write(cx, 572, points, "work9", 17, "#2c1b00" if here else "var(--ink-3)", "middle")
    return drawn


def _display(view: ReadOnlyJson, cards: ReadOnlyJson, top: float, lang: str) -> str:
    width = 786.0
    drawn = panel(LEFT, top, width, 250) + write(
        LEFT + 18, top + 30, say("silvergold.words.display", lang), "work9", 16, "var(--ink-2)"
    )
    palms = sum(row.count("P") for name in view["display"] for row in cards[name]["grid"])
    worth = say("silvergold.words.palm_value", lang, value=1 + palms)
    drawn += icon("palm", LEFT + width - 30, top + 15, 18, "var(--ink-2)")
    drawn += write(LEFT + width - 38, top + 30, worth, "work7", 15, "var(--ink-2)", "end")
    for i, name in enumerate(view["display"]):
        full_width, full_height = _size(cards[name], True)
        height = 158 * full_height / full_width
        drawn += _map(cards[name], LEFT + 18 + i * 170, top + 144 - height / 2, 158, small=True)
    count = view["deck_count"] if "deck_count" in view else len(view["deck"])
    x = LEFT + width - 94
    if count:
        for behind in (5, 0):
            place = (x + behind, top + 82 + behind, 74, 92, 9)
            drawn += rect(*place, "var(--c-border)", stroke="#14201f", stroke_opacity=".5")
        drawn += _back(x + 5, top + 87, 64, 82)
    return drawn + write(
        x + 39, top + 204, say("silvergold.words.deck_count", lang, count=count), "work7", 13, "var(--ink-2)", "middle"
    )


def _other(
    view: ReadOnlyJson,
    seat: int,
    place: int,
    of: int,
    cards: ReadOnlyJson,
    top: float,
    lang: str,
    names: Sequence[str] | None,
) -> str:
    room = WIDTH - 24 - 826
    width = (room - 12 * (of - 1)) / max(of, 1)
    x = 826 + place * (width + 12)
    player = view["seats"][seat]
    drawn = panel(x, top, width, 250) + emblem(seat, x + 26, top + 28, 26)
    drawn += write(x + 46, top + 34, text.player(seat, lang, names), "work9", 16)
    if player.get("score"):
        drawn += write(x + width - 14, top + 35, player["score"]["total"], "work9", 20, at="end")
    side = min(132.0, (width - 36) / 2)
    for slot, held in enumerate(player["maps"]):
        left = x + width / 2 - side - 5 + slot * (side + 10)
        if held is not None:
            full_width, full_height = _size(cards[held["card"]], True)
            drawn += _map(
                cards[held["card"]], left, top + 128 - side * full_height / full_width / 2, side, held["marked"], True
            )
    at = x + 16
    shown = [("sg-coin", player["coins"]), ("palm", sum(player["palms"])), ("trophy", sum(player["trophies"]))]
    for sign, value in [*shown, ("check", len(player["completed"]))]:
        drawn += icon(sign, at, top + 217, 16, "var(--ink-2)") + write(
            at + 20, top + 231, value, "work7", 15, "var(--ink-2)"
        )
        at += min(58, (width - 24) / 4)
    return drawn
