"""Silver & Gold in plain characters and as a small picture of pixels, for environments: what a spectator sees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from expedition.core.offers import whose
from expedition.core.pixels import Pixels, colour
from expedition.core.types import ReadOnlyJson

FIELD = {".": "  ", "#": " .", "X": " x", "C": " o", "P": " ♠"}
CELL = 12  # pixels of a field of a map
GAP = 10


def lines(components: ReadOnlyJson, view: ReadOnlyJson) -> list[str]:
    cards = {card["id"]: card for card in components["maps"]}
    turn = view["turn"]
    shown = f"Round {turn['round']}, card {turn['flip']}, pattern {turn['pattern'] or '-'}, {whose(view)}"
    lines = [shown, "trophies: " + " ".join(map(str, view["trophies"])), *_map_lines(cards, _open_maps(view))]
    for seat, who in enumerate(view["seats"]):
        lines.append(
            f"player_{seat}: {who['score']['total']} points, {who['coins']} coins, "
            f"{len(who['palms'])} palms, {len(who['completed'])} maps completed"
        )
        lines += _map_lines(cards, who["maps"])
    return lines


def _open_maps(view: ReadOnlyJson) -> list[ReadOnlyJson]:
    return [{"card": card, "marked": []} for card in view["display"]]


def _map_lines(cards: ReadOnlyJson, maps: Sequence[ReadOnlyJson]) -> list[str]:
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


def pixels(components: ReadOnlyJson, view: ReadOnlyJson) -> Pixels:
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


def _paint_map(where: Pixels, card: ReadOnlyJson, marked: Sequence[Sequence[int]]) -> None:
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
