"""What tuning El Dorado's weights makes smaller: the round in which a seat arrives among planners."""

from __future__ import annotations

from typing import Any

from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.core.rng import seed_words
from expedition.eldorado.components import route_ids
from expedition.eldorado.rules.setup import start
from expedition.players.bot import Loss
from expedition.players.eldorado import policy, practice
from expedition.players.eldorado.bots import chart_board
from expedition.players.eldorado.desk import make_pool
from expedition.players.eldorado.weights import NAMES, weights

LATE = 45  # rounds after which a journey is given up
TWO_PAWNS = 0.65  # what a round counts with two pawns
NODES = 150  # positions of a turn the planner looks at


def races(routes: list[str], nodes: int, base: Any) -> Loss:
    """The round in which a seat with these weights arrives, the other seats having the weights tuning began with.

    Two, three or four players, with caves and without, go by turns; seats too. Two pawns need half as long again.
    """
    boards = {}
    for route in routes:
        for players in (2, 3, 4):
            b = make("eldorado", players=players, route=route).tables().array()[0]
            boards[route, players] = b, chart_board(b), chart_board(b)
    pool = make_pool()
    s = make_pool(1)[0]
    deal: Any = compiled(start)
    turn: Any = compiled(policy.play_turn)
    leave: Any = compiled(practice.leave)

    def rounds(w: Any, seed: int) -> float:
        players = 2 + seed % 3
        seat = seed // 3 % players
        b, own, others = boards[routes[seed // 12 % len(routes)], players]
        own["charted"] = others["charted"] = 0
        deal(s, b, players, seed // 97 % 2, 0, *seed_words(seed))
        while s["round_no"] <= LATE:
            now, mover = int(s["round_no"]), int(s["seat"])
            desk, vector = (own, w) if mover == seat else (others, base)
            turn(s, b, mover, nodes, desk, pool, vector)
            if s["arrived"][seat]:
                return now * (TWO_PAWNS if players == 2 else 1.0)
            if s["arrived"][mover]:
                leave(s, mover)
        return float(LATE)

    return rounds


def measure() -> tuple[Loss, Any, list[str]]:
    """What tuning makes smaller, the weights it begins with and their names."""
    return races(list(route_ids()), NODES, weights()), weights(), NAMES
