"""A game in progress as text and as a small picture of pixels, for the render modes of environments.

Both show what a spectator sees. The pictures people play with are drawn elsewhere, as SVG.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.game import State
from expedition.core.picture import tokens
from expedition.eldorado.svg import flattest, turned

Json = Mapping[str, Any]
Picture = npt.NDArray[np.uint8]

SIGN = {"jungle": "/", "river": "~", "village": "$", "rubble": "%", "basecamp": "^"}
FIELD = {".": "  ", "#": " .", "X": " x", "C": " o", "P": " ♠"}
HEX = 13.0  # pixels from a corner to the centre of a space
CELL = 12  # pixels of a field of a map
GAP = 10


def check_render_mode(mode: str | None, known: Sequence[str]) -> str | None:
    if mode is not None and mode not in known:
        raise ValueError(f"There is no render mode {mode!r}; there are {', '.join(known)}.")
    return mode


def draw(state: State[Any], mode: str | None) -> str | Picture | None:
    """What `render()` returns in a mode; `human` prints the text."""
    if mode == "rgb_array":
        return picture(state)
    if mode == "ansi":
        return text(state)
    if mode == "human":
        sys.stdout.write(text(state) + "\n")
    return None


def text(state: State[Any]) -> str:
    view = state.view(None)
    lines = _eldorado_lines if state.game.name == "eldorado" else _silvergold_lines
    return "\n".join(line.rstrip() for line in lines(state.game.components(), view))


def picture(state: State[Any]) -> Picture:
    """Rows of red, green and blue pixels."""
    view = state.view(None)
    paint = _eldorado_picture if state.game.name == "eldorado" else _silvergold_picture
    return paint(state.game.components(), view)


@cache
def colour(name: str) -> Picture:
    written = tokens("light")[name].lstrip("#")
    return np.array([int(written[i : i + 2], 16) for i in (0, 2, 4)], np.uint8)


def _whose(view: Json) -> str:
    if view["over"]:
        return "over: places " + " ".join(map(str, view["ranking"]))
    return "to act: " + ", ".join(f"player_{seat}" for seat in view["actors"])


# The Quest for El Dorado


def _pawns(view: Json, turns: int) -> dict[tuple[int, int], int]:
    """Which seat stands on a space."""
    return {
        turned(pawn["at"], turns): seat
        for seat, who in enumerate(view["seats"])
        for pawn in who["pawns"]
        if pawn["at"] != "arrived"
    }


def _eldorado_lines(components: Json, view: Json) -> list[str]:
    board = components["board"]
    turns = flattest(board)
    cells = {turned((h["q"], h["r"]), turns): h for h in board["hexes"]}
    pawns = _pawns(view, turns)
    left = min(2 * q + r for q, r in cells)
    lines = [f"Round {view['turn']['round']}, {_whose(view)}"]
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


def _space(h: Json) -> str:
    if h["finish"]:
        return "!!"
    if h["terrain"] == "mountain":
        return "##" if not h["cave"] else "()"
    return "--" if h["terrain"] == "start" else f"{SIGN[h['terrain']]}{h['power']}"


def _space_colour(h: Json) -> Picture:
    if h["finish"]:
        return colour("finish")
    if h["terrain"] == "mountain":
        return colour("mountain-2" if h["cave"] else "mountain")
    return colour("start" if h["terrain"] == "start" else f"{h['terrain']}-{min(max(h['power'], 1), 4)}")


def _eldorado_picture(components: Json, view: Json) -> Picture:
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


# Silver & Gold


def _silvergold_lines(components: Json, view: Json) -> list[str]:
    cards = {card["id"]: card for card in components["maps"]}
    turn = view["turn"]
    shown = f"Round {turn['round']}, card {turn['flip']}, pattern {turn['pattern'] or '-'}, {_whose(view)}"
    lines = [shown, "trophies: " + " ".join(map(str, view["trophies"])), *_map_lines(cards, _open_maps(view))]
    for seat, who in enumerate(view["seats"]):
        lines.append(
            f"player_{seat}: {who['score']['total']} points, {who['coins']} coins, "
            f"{len(who['palms'])} palms, {len(who['completed'])} maps completed"
        )
        lines += _map_lines(cards, who["maps"])
    return lines


def _open_maps(view: Json) -> list[Json]:
    return [{"card": card, "marked": []} for card in view["display"]]


def _map_lines(cards: Json, maps: Sequence[Json]) -> list[str]:
    """Maps side by side; marked fields are [], the sea is blank."""
    known = [(cards[m["card"]], {tuple(at) for at in m["marked"]}) for m in maps if m and m["card"] in cards]
    if not known:
        return []
    lines = ["  " + "".join(card["id"].ljust(14) for card, _ in known)]
    for r in range(max(len(card["grid"]) for card, _ in known)):
        line = "  "
        for card, marked in known:
            row = card["grid"][r] if r < len(card["grid"]) else ""
            line += "".join("[]" if (r, c) in marked else FIELD[sign] for c, sign in enumerate(row)).ljust(14)
        lines.append(line)
    return lines


def _silvergold_picture(components: Json, view: Json) -> Picture:
    """The display on top, below it one row of maps for each seat."""
    cards = {card["id"]: card for card in components["maps"]}
    rows = [_open_maps(view), *(who["maps"] for who in view["seats"])]
    step = 4 * CELL + GAP
    made = np.empty((GAP + len(rows) * step, GAP + 4 * step, 3), np.uint8)
    made[:] = colour("chart")
    for i, row in enumerate(rows):
        if i > 0:
            made[GAP + i * step : (i + 1) * step, 2 : GAP - 3] = colour(f"p{i}")
        for j, shown in enumerate(row):
            if shown and shown["card"] in cards:
                _paint_map(made[GAP + i * step :, GAP + j * step :], cards[shown["card"]], shown["marked"])
    return made


def _paint_map(where: Picture, card: Json, marked: Sequence[Sequence[int]]) -> None:
    done = {tuple(at) for at in marked}
    where[: 4 * CELL, : 4 * CELL] = colour(f"m-sea-{card['colour']}")
    inks = {"X": "m-cross", "C": "m-coin", "P": "m-palm"}
    for r, row in enumerate(card["grid"]):
        for c, sign in enumerate(row):
            cell = where[r * CELL + 1 : (r + 1) * CELL, c * CELL + 1 : (c + 1) * CELL]
            if (r, c) in done:
                cell[:] = colour("m-mark")
            elif sign != ".":
                cell[:] = colour("m-sand")
            if sign in inks and (r, c) not in done:
                cell[3:-3, 3:-3] = colour(inks[sign])
