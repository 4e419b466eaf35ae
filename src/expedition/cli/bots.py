"""Computer opponents for the terminal: those of `expedition.players` by name, and two simple ones of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from heapq import heappop, heappush
from importlib import import_module
from importlib.util import find_spec
from math import inf
from typing import Any

from expedition.core.errors import SetupError
from expedition.core.game import Game, Json, State

THINKING = 1.0  # seconds a choice may take
PLAYERS = "expedition.players"
GUIDE = "guide"

Opponent = Callable[[State[Any], int], int]  # the action of a seat, from what that seat may see


def names(game: str) -> list[str]:
    """Whom one can play against."""
    return [*_levels(game), "walker", "random"]


def usual(game: str) -> str:
    """Who sits down when nobody is asked for: a fair evening, if there is one."""
    known = names(game)
    return GUIDE if GUIDE in known else known[0]


def opponent(game: Game[Any], name: str, seed: int) -> Opponent:
    """The opponent of this name; SetupError lists those there are."""
    name = name.strip().lower()
    levels = _levels(game.name)
    if name in levels:
        bot = import_module(PLAYERS).make_bot(game.name, levels[name])
        return lambda state, seat: int(bot.choose(state.information(seat), state.legal_actions(seat), THINKING))
    dice = random.Random(seed)
    if name == "random":
        return lambda state, seat: dice.choice(state.legal_actions(seat))
    if name == "walker":
        worth = _Walk(game).worth if game.name == "eldorado" else _mark_worth
        return lambda state, seat: _best(state, seat, worth, dice)
    raise SetupError(f"There is no opponent {name!r}; there are {', '.join(names(game.name))}.")


def _levels(game: str) -> dict[str, str]:
    """The opponents `expedition.players` has for a game: as one types them, and as it calls them."""
    if find_spec(PLAYERS) is None or not hasattr(import_module(PLAYERS), "make_bot"):
        return {}
    return {str(level.name).lower(): str(level.name) for level in import_module(PLAYERS).levels(game)}


Worth = Callable[[Json, Json], float]  # of a whole move, from the view of the seat that makes it


def _best(state: State[Any], seat: int, worth: Worth, dice: random.Random) -> int:
    """The first action of the whole move that looks best; between equals the dice decide."""
    view = state.view(seat)
    best = max(state.gestures(seat), key=lambda move: (worth(view, move), dice.random()))
    return state.from_dict(best["actions"][0])


def _mark_worth(view: Json, move: Json) -> float:
    """Many fields, then symbols, then a finished map."""
    if move["kind"] != "mark":
        return 0.0
    brings = move["brings"]
    symbols = 0.6 * brings["extra"] + 0.4 * brings["coins"] + 0.3 * sum(brings["palms"])
    return float(len(move["cells"]) + symbols + 3 * brings["completes"])


def _toil(h: Json) -> float:
    """How hard a space is to enter; a base camp costs a card for good."""
    return 40.0 if h["terrain"] == "basecamp" else float(max(1, h["power"]) ** 2)


class _Walk:
    """Walks towards El Dorado on the easiest ground; what it cannot use for that it pays with or discards."""

    def __init__(self, game: Game[Any]) -> None:
        board = game.components()["board"]
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

    def worth(self, view: Json, move: Json) -> float:
        if move["kind"] in ("move", "enter", "clear"):
            return self._walk_worth(view, move)
        if move["kind"] == "buy":
            return 0.5 + float(move["price"]) / 10
        act = move["actions"][0]["do"]
        return {"end": 0.0, "use": 8.0, "discard": 1.0, "remove": -1.0, "stop": -1.0}.get(act, 0.1)

    def _walk_worth(self, view: Json, move: Json) -> float:
        at = view["seats"][view["seat"]]["pawns"][move["pawn"]]["at"]
        clears = move["kind"] == "clear" or "blockade" in move
        gain = 0.5 if clears else self.away[tuple(at)] - self.away[tuple(move["to"])]
        if gain <= 0 and not move.get("explores"):
            return -20.0
        lost = 0.1 * (move.get("left") or 0) + 1.5 * move.get("cards", 0)
        return float(10 * gain - lost + 15 * len(move.get("explores", ())) + 50 * bool(move.get("arrives")))
