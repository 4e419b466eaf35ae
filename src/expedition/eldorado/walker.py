"""What a move looks worth at first sight, for the simplest of opponents."""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf

from expedition.core.types import ReadOnlyJson


def _toil(h: ReadOnlyJson) -> float:
    """How hard a space is to enter; a base camp costs a card for good."""
    return 40.0 if h["terrain"] == "basecamp" else float(max(1, h["power"]) ** 2)


class Walker:
    """Walks towards El Dorado on the easiest ground; what it cannot use for that it pays with or discards."""

    def __init__(self, board: ReadOnlyJson) -> None:
        hexes = {(h["q"], h["r"]): h for h in board["hexes"] if h["terrain"] != "mountain"}
        self.away = {place: 0.0 for place, h in hexes.items() if h["finish"]}
        todo = [(0.0, place) for place in self.away]
        while todo:
            far, (q, r) = heappop(todo)
            further = far + _toil(hexes[q, r])
            for place in ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)):
                if place in hexes and further < self.away.get(place, inf):
                    self.away[place] = further
                    heappush(todo, (further, place))

    def worth(self, view: ReadOnlyJson, move: ReadOnlyJson) -> float:
        if move["kind"] in ("move", "enter", "clear"):
            return self._walk_worth(view, move)
        if move["kind"] == "buy":
            return 0.5 + float(move["price"]) / 10
        act = move["actions"][0]["do"]
        return {"end": 0.0, "use": 8.0, "discard": 1.0, "remove": -1.0, "stop": -1.0}.get(act, 0.1)

    def _walk_worth(self, view: ReadOnlyJson, move: ReadOnlyJson) -> float:
        at = view["seats"][view["seat"]]["pawns"][move["pawn"]]["at"]
        clears = move["kind"] == "clear" or "blockade" in move
        gain = 0.5 if clears else self.away[tuple(at)] - self.away[tuple(move["to"])]
        if gain <= 0 and not move.get("explores"):
            return -20.0
        lost = 0.1 * (move.get("left") or 0) + 1.5 * move.get("cards", 0)
        return float(10 * gain - lost + 15 * len(move.get("explores", ())) + 50 * bool(move.get("arrives")))
