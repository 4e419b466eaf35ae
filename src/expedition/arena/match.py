"""Playing one game of an arena on the compiled rules."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

from expedition.arena.schedule import Job
from expedition.core.game import Game
from expedition.core.jit import compiled
from expedition.core.registry import make
from expedition.players import Budget, EngineBot, make_bot

Result = dict[str, Any]


@lru_cache(maxsize=256)
def _game(name: str, options: tuple[tuple[str, Any], ...]) -> Game[Any]:
    return make(name, **dict(options))


@lru_cache(maxsize=64)
def _bot(game: str, name: str) -> EngineBot:
    return make_bot(game, name, seed=1)


def play(job: Job, playouts: int | None = None) -> Result:
    """The game's outcome. The bots think by a fixed number of playouts, so the same job gives the same outcome."""
    game = _game(job.game, tuple(sorted(job.setup.items())))
    bots = [_bot(job.game, name) for name in job.seats]
    budgets = [Budget(playouts=playouts or bot.budget.playouts) for bot in bots]
    s = game.start(job.seed).array()[0]
    actor = compiled(type(game).rule_actor)
    spent = [0.0] * len(bots)
    turns = [0] * len(bots)
    actions = 0
    home = [0] * len(bots)
    seat = actor(s)
    while seat >= 0:
        started = time.perf_counter()
        round_no = int(s["round_no"])
        actions += bots[seat].play(game, s, seat, budgets[seat])
        spent[seat] += time.perf_counter() - started
        turns[seat] += 1
        if job.game == "eldorado" and s["arrived"][seat]:
            home[seat] = round_no
        seat = actor(s)
    position = game.position_type.load(s)
    result: Result = {
        "index": job.index,
        "block": job.block,
        "setup": job.setup,
        "seed": f"{job.seed:032x}",
        "seats": list(job.seats),
        "ranking": game.ranking(position),
        "rounds": game.rounds(position),
        "actions": actions,
        "turns": turns,
        "seconds": [round(x, 4) for x in spent],
    }
    if job.game == "eldorado":
        result["arrived"] = home
        if not any(home):
            result["ranking"] = [0] * len(bots)  # nobody has won
    else:
        result["scores"] = [card["total"] for card in game.scores(position)]  # type: ignore[attr-defined]
    return result


def warm(game: str, bots: tuple[str, ...]) -> None:
    """Compile what these bots need before the clock runs, and once instead of in every process."""
    made = make(game)
    for name in bots:
        _bot(game, name).warm(made)
    short: dict[str, Any] = {"players": 2, "max_rounds": 3} if game == "eldorado" else {"players": 2}
    for name in bots:
        play(Job(0, 0, game, short, 1, (name, name)), playouts=8)
