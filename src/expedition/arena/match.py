"""Playing one game of an arena: on the compiled rules, or with guests through the interface of states."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

from expedition.arena.schedule import Job, Terms
from expedition.core.errors import IllegalAction
from expedition.core.game import Game
from expedition.core.jit import compiled
from expedition.core.record import Record
from expedition.core.registry import game_of, make
from expedition.players import Bot, Budget, EngineBot, make_bot
from expedition.players.guest import Faults, Guest, is_guest

Result = dict[str, Any]


def seated(job: Job) -> list[EngineBot]:
    """New bots for every game, one for each seat: what a bot has thought of before must not count."""
    return [make_bot(job.game, name) for name in job.seats]


def fixed(bot: EngineBot, terms: Terms) -> Budget:
    """What a bot of an arena may think: so many playouts, never so many seconds."""
    return Budget(playouts=bot.budget.playouts if terms.playouts is None else terms.playouts)


def play(job: Job, terms: Terms | None = None) -> Result:
    """The game's outcome. The bots think by a fixed number of playouts, so the same job gives the same outcome.

    A game that is still running after round `terms.late` brings its record with it.
    """
    terms = terms or Terms()
    if any(is_guest(name) for name in job.seats):
        return _play_with_guests(job, terms)
    game = game_of(job.game, job.setup)
    bots = seated(job)
    budgets = [fixed(bot, terms) for bot in bots]
    s = game.start(job.seed).array()[0]
    stranded = None
    actor = compiled(type(game).rule_actor)
    course = _Course(game)
    seat = actor(s)
    while seat >= 0:
        started = time.perf_counter()
        round_no = int(game.rounds(s))
        if terms.late is not None and round_no > terms.late and stranded is None:
            stranded = s.copy()
        taken = bots[seat].play(game, s, seat, budgets[seat])
        course.add(seat, taken, round_no, time.perf_counter() - started)
        seat = actor(s)
    result = course.result(job, game.position_type.load(s))
    if stranded is not None:
        result["record"] = told(game, job, terms, stranded, s).data
    return result


class _Course:
    """What is counted while a game is played."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.spent = [0.0] * game.players
        self.turns = [0] * game.players
        self.last_round = [0] * game.players
        self.actions = 0

    def add(self, seat: int, taken: int, round_no: int, seconds: float, new_turn: bool = True) -> None:
        self.spent[seat] += seconds
        self.turns[seat] += new_turn
        self.last_round[seat] = round_no
        self.actions += taken

    def result(self, job: Job, position: Any) -> Result:
        game = self.game
        result: Result = {
            "index": job.index,
            "block": job.block,
            "setup": job.setup,
            "seed": f"{job.seed:032x}",
            "seats": list(job.seats),
            "ranking": game.ranking(position),
            "rounds": game.rounds(position),
            "actions": self.actions,
            "turns": self.turns,
            "seconds": [round(x, 4) for x in self.spent],
        }
        if game.measure:
            measured = [game.measured(position, k, self.last_round[k]) for k in range(game.players)]
            result[game.measure.name] = measured
        if not game.winners(position):
            result["ranking"] = [0] * game.players
        return result


# -- with guests ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _guest(spec: str, game: str, seat: int) -> Guest:
    """Kept from game to game, one for each seat: starting one takes a while, and each game is told to it as new."""
    return Guest(spec, game)


def _play_with_guests(job: Job, terms: Terms) -> Result:
    game = game_of(job.game, job.setup)
    guests = {seat: _guest(name, job.game, seat) for seat, name in enumerate(job.seats) if is_guest(name)}
    bots: list[Bot] = [guests.get(seat) or make_bot(job.game, name) for seat, name in enumerate(job.seats)]
    for seat, guest in guests.items():
        guest.start()
        guest.faults, guest.trouble = Faults(), ""
        guest.begin(game.setup, seat, job.seed + seat)
    state = game.new(job.seed)
    course = _Course(game)
    last = -1
    while not state.is_over:
        seat = state.actor
        bot = bots[seat]
        started = time.perf_counter()
        round_no = game.rounds(state.s)
        if isinstance(bot, EngineBot):
            action = bot.choose_state(state, seat, fixed(bot, terms))
        else:
            action = guests[seat].act(state, seat, terms.seconds)
        course.add(seat, 1, round_no, time.perf_counter() - started, new_turn=seat != last)
        state.apply(action, seat)
        last = seat
    for guest in guests.values():
        guest.end(state.ranking())
    result = course.result(job, state.s)
    result["faults"] = [guests[seat].faults.to_dict() if seat in guests else None for seat in range(game.players)]
    result["trouble"] = [guests[seat].trouble if seat in guests else "" for seat in range(game.players)]
    if is_late(result, terms.late):
        result["record"] = _with_names(state.record(secret=True), job).data
    return result


# -- late games --------------------------------------------------------------------------------------------------------


def is_late(result: Result, late: int | None) -> bool:
    """Whether a game was still running after this round."""
    return late is not None and bool(result["rounds"] > late)


def told(game: Game[Any], job: Job, terms: Terms, stranded: Any, end: Any) -> Record:
    """The record of a game just played: played once more through the interface of states, which writes it down.

    Should the bots come to another end there, the record is the position in which the game was late.
    """
    state = game.new(job.seed)
    bots = seated(job)
    try:
        while not state.is_over:
            bot = bots[state.actor]
            state.apply(bot.choose_state(state, state.actor, fixed(bot, terms)), state.actor)
        same = state.s == game.position_type.load(end)
    except IllegalAction:
        same = False
    if not same:
        state = game.restore(game.snapshot(game.position_type.load(stranded)), job.seed)
    return _with_names(state.record(secret=True), job)


def _with_names(record: Record, job: Job) -> Record:
    return record.with_seats([{"name": name, "kind": "bot"} for name in job.seats])


def warm(game: str, bots: tuple[str, ...]) -> None:
    """Compile what these bots need before the clock runs, and once instead of in every process; guests say hello."""
    made = make(game)
    short = make(game, **made.limits(3))
    for name in bots:
        if is_guest(name):
            _guest(name, game, 0).start()
            continue
        bot = make_bot(game, name)
        bot.prepare(made)
        bot.warm(made)
        play(Job(0, 0, game, short.setup, 1, (name,) * short.players), Terms(playouts=8))
