"""Playing one game of an arena on the compiled rules."""

from __future__ import annotations

import time
from typing import Any

from expedition.arena.schedule import Job
from expedition.core.errors import IllegalAction
from expedition.core.game import Game
from expedition.core.jit import compiled
from expedition.core.record import Record
from expedition.core.registry import game_of, make
from expedition.players import Budget, EngineBot, make_bot

Result = dict[str, Any]


def seated(job: Job) -> list[EngineBot]:
    """New bots for every game, one for each seat: what a bot has thought of before must not count."""
    return [make_bot(job.game, name) for name in job.seats]


def fixed(bot: EngineBot, playouts: int | None) -> Budget:
    """What a bot of an arena may think: so many playouts, never so many seconds."""
    return Budget(playouts=playouts or bot.budget.playouts)


def play(job: Job, playouts: int | None = None, late: int | None = None) -> Result:
    """The game's outcome. The bots think by a fixed number of playouts, so the same job gives the same outcome.

    A game that is still running after round `late` brings its record with it.
    """
    game = game_of(job.game, job.setup)
    bots = seated(job)
    budgets = [fixed(bot, playouts) for bot in bots]
    s = game.start(job.seed).array()[0]
    stranded = None
    actor = compiled(type(game).rule_actor)
    spent = [0.0] * len(bots)
    turns = [0] * len(bots)
    actions = 0
    last_round = [0] * len(bots)
    seat = actor(s)
    while seat >= 0:
        started = time.perf_counter()
        round_no = int(game.rounds(s))
        if late is not None and round_no > late and stranded is None:
            stranded = s.copy()
        actions += bots[seat].play(game, s, seat, budgets[seat])
        spent[seat] += time.perf_counter() - started
        turns[seat] += 1
        last_round[seat] = round_no
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
    if game.measure:
        result[game.measure.name] = [game.measured(position, k, last_round[k]) for k in range(game.players)]
    if not game.winners(position):
        result["ranking"] = [0] * len(bots)
    if stranded is not None:
        result["record"] = told(game, job, playouts, stranded, s).data
    return result


def is_late(result: Result, late: int | None) -> bool:
    """Whether a game was still running after this round."""
    return late is not None and bool(result["rounds"] > late)


def told(game: Game[Any], job: Job, playouts: int | None, stranded: Any, end: Any) -> Record:
    """The record of a game just played: played once more through the interface of states, which writes it down.

    Should the bots come to another end there, the record is the position in which the game was late.
    """
    state = game.new(job.seed)
    bots = seated(job)
    try:
        while not state.is_over:
            bot = bots[state.actor]
            state.apply(bot.choose_state(state, state.actor, fixed(bot, playouts)), state.actor)
        same = state.s == game.position_type.load(end)
    except IllegalAction:
        same = False
    if not same:
        state = game.restore(game.snapshot(game.position_type.load(stranded)), job.seed)
    return state.record(secret=True).with_seats([{"name": name, "kind": "bot"} for name in job.seats])


def warm(game: str, bots: tuple[str, ...]) -> None:
    """Compile what these bots need before the clock runs, and once instead of in every process."""
    made = make(game)
    for name in bots:
        make_bot(game, name).warm(made)
    short = make(game, **made.limits(3))
    for name in bots:
        play(Job(0, 0, game, short.setup, 1, (name,) * short.players), playouts=8)
