"""El Dorado in plain characters and as a small picture of pixels, for environments. Both show what a spectator sees."""

from __future__ import annotations

import numpy as np

from expedition.core.offers import whose
from expedition.core.pixels import Pixels, colour
from expedition.core.types import ReadOnlyJson
from expedition.eldorado.chart import flattest, turned

SIGN = {"jungle": "/", "river": "~", "village": "$", "rubble": "%", "basecamp": "^"}
HEX = 13.0  # pixels from a corner to the centre of a space


def _pawns(view: ReadOnlyJson, turns: int) -> dict[tuple[int, int], int]:
    """Which seat stands on a space."""
    return {
        turned(pawn["at"], turns): seat
        for seat, who in enumerate(view["seats"])
        for pawn in who["pawns"]
        if pawn["at"] != "arrived"
    }


def lines(components: ReadOnlyJson, view: ReadOnlyJson) -> list[str]:
    board = components["board"]
    turns = flattest(board)
    cells = {turned((h["q"], h["r"]), turns): h for h in board["hexes"]}
    pawns = _pawns(view, turns)
    left = min(2 * q + r for q, r in cells)
    lines = [f"Round {view['turn']['round']}, {whose(view)}"]
    for row in range(min(r for _, r in cells), max(r for _, r in cells) + 1):
        line = ""
        for q in sorted(q for q, r in cells if r == row):
            sign = f"@{pawns[q, row]}" if (q, row) in pawns else _space(cells[q, row])
            line = line.ljust(2 * q + row - left) + sign
        lines.append(line)
    for seat, who in enumerate(view["seats"]):
        cards = f"{who['hand_count']} in hand, {who['draw_count']} to draw, {len(who['discard'])} discarded"
        kept = " ".join([*who["played"], *who["tokens"], *(f"blockade {n}" for n in who["blockades"])])
        lines.append(f"player_{seat}: {cards}" + (f" | {kept}" if kept else ""))
    standing = " ".join(f"{b['number']}:{b['between'][0]}-{b['between'][1]}" for b in view["blockades"])
    lines.append(f"blockades: {standing or 'none'}")
    for place in ("board", "above"):
        piles = (f"{pile['card']}*{pile['count']}" if pile else "-" for pile in view["market"][place])
        lines.append(f"market {place}: " + " ".join(piles))
    return lines


def _space(h: ReadOnlyJson) -> str:
    if h["finish"]:
        return "!!"
    if h["terrain"] == "mountain":
        return "##" if not h["cave"] else "()"
    return "--" if h["terrain"] == "start" else f"{SIGN[h['terrain']]}{h['power']}"


def _space_colour(h: ReadOnlyJson) -> Pixels:
    if h["finish"]:
        return colour("finish")
    if h["terrain"] == "mountain":
        return colour("mountain-2" if h["cave"] else "mountain")
    return colour("start" if h["terrain"] == "start" else f"{h['terrain']}-{min(max(h['power'], 1), 4)}")


def pixels(components: ReadOnlyJson, view: ReadOnlyJson) -> Pixels:
    """Every pixel takes the colour of the hex it lies in; the seats' pawns are discs."""
    board = components["board"]
    turns = flattest(board)
    cells = {turned((h["q"], h["r"]), turns): h for h in board["hexes"]}
    centres = {at: _centre(at) for at in cells}
    xs, ys = [x for x, _ in centres.values()], [y for _, y in centres.values()]
    left, top = min(xs) - 2 * HEX, min(ys) - 2 * HEX
    width, height = int(max(xs) - left + 2 * HEX), int(max(ys) - top + 2 * HEX)
    made = np.empty((height, width, 3), np.uint8)
    made[:] = colour("chart")
    y, x = np.mgrid[0:height, 0:width]
    for at, h in cells.items():
        cx, cy = centres[at][0] - left, centres[at][1] - top
        part = _window(cx, cy, HEX, made.shape)
        dx, dy = np.abs(x[part] - cx), np.abs(y[part] - cy)
        inside = (dx < 0.82 * HEX) & (dx * 0.577 + dy < 0.95 * HEX)  # a hexagon with a thin border left free
        made[part][inside] = _space_colour(h)
    for at, seat in _pawns(view, turns).items():
        cx, cy = centres[at][0] - left, centres[at][1] - top
        part = _window(cx, cy, HEX, made.shape)
        away = np.hypot(x[part] - cx, y[part] - cy)
        made[part][away < 0.6 * HEX] = colour("ink")
        made[part][away < 0.48 * HEX] = colour(f"p{seat + 1}")
    return made


def _centre(at: tuple[int, int]) -> tuple[float, float]:
    q, r = at
    return HEX * 3**0.5 * (q + r / 2), HEX * 1.5 * r


def _window(cx: float, cy: float, reach: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
    return (
        slice(max(int(cy - reach), 0), min(int(cy + reach) + 2, shape[0])),
        slice(max(int(cx - reach), 0), min(int(cx + reach) + 2, shape[1])),
    )
